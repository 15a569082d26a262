/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Players that stored runs have produced.
 *
 * Ownership: specs are text on the heap that their struct owns.
 */
#ifndef SOW_EXPERIMENTS_PLAYERS_H
#define SOW_EXPERIMENTS_PLAYERS_H

#include "sow/base/param.h"
#include "sow/heuristics/agent.h"

struct sow_store;

/** Longest player spec among a run's options, in characters. */
enum { SOW_SPEC_MAX = SOW_AGENT_SPEC_MAX };

/**
 * Reads a player spec that may name stored runs. `run:ID` is the champion of an evolution
 * or the function of a fit. `run:ID@N` is the best individual of generation N of an
 * evolution.
 * @param store database with the runs
 * @param spec player spec
 * @param[out] agent the player
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for a bad spec or a run without a player, SOW_NOT_FOUND for a
 * missing run, SOW_BAD_DATA for a damaged one
 */
SOW_MUST_USE enum sow_status sow_players_parse(struct sow_store *store, const char *spec,
                                               struct sow_agent *agent,
                                               struct sow_err *err);

/**
 * Replaces a player spec by its canonical form, which does not refer to stored runs.
 * @param store database with the runs
 * @param[in,out] spec text on the heap; may be replaced
 * @param[out] err reason of a failure
 * @returns as sow_players_parse, or SOW_USAGE if the form is too long; @p spec is then
 *   unchanged
 */
SOW_MUST_USE enum sow_status sow_player_resolve(struct sow_store *store, char **spec,
                                                struct sow_err *err);

/**
 * Replaces a player spec as sow_player_resolve does, for values of positions by one set
 * of rules. Weights that `fit` or `learn` made by other rules say nothing about them.
 * @param store database with the runs
 * @param rules the rules
 * @param[in,out] spec text on the heap; may be replaced
 * @param[out] err reason of a failure
 * @returns as sow_player_resolve; SOW_USAGE also if the spec names a fit or a learnt
 *   player of other rules
 */
SOW_MUST_USE enum sow_status sow_player_resolve_by(struct sow_store *store,
                                                   const struct sow_rules *rules,
                                                   char **spec, struct sow_err *err);

/**
 * Makes the player of a stored fit: a `weights:` player if the fit is on heuristics of
 * moves, else a `state:` player. If the fit's rows are seen by the player to move, so are
 * the features of the player, and the constant term is its weight of `to_move`.
 * @param store database with the run
 * @param run number of the run
 * @param[out] agent the player
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the run has no fit, SOW_BAD_DATA if this version does not know
 *   its features
 */
SOW_MUST_USE enum sow_status sow_players_fitted(struct sow_store *store, int64_t run,
                                                struct sow_agent *agent,
                                                struct sow_err *err);

/** Player specs of two players, as options of a run. */
struct sow_contestants {
    char *player;   /**< player spec; owned */
    char *opponent; /**< player spec of the opponent; owned */
};

/** Parameters of the two players. Offsets are relative to struct sow_contestants. */
extern const struct sow_param_table sow_contestant_params;

/** Stores copies of both player specs as the user typed them. @returns SOW_USAGE if one
 *  is too long, and also if memory is short. */
SOW_MUST_USE enum sow_status sow_contestants_take(struct sow_contestants *contestants,
                                                  const char *player,
                                                  const char *opponent,
                                                  struct sow_err *err);

/** Replaces both player specs by their canonical forms, which do not refer to stored
 *  runs. Fails as sow_player_resolve does. */
SOW_MUST_USE enum sow_status sow_contestants_resolve(struct sow_contestants *contestants,
                                                     struct sow_store *store,
                                                     struct sow_err *err);

/** Reads resolved player specs. The player goes to @p agents[0], the opponent to @p
 * agents[1]. Fails with SOW_USAGE if a spec is bad. */
SOW_MUST_USE enum sow_status
sow_contestants_parse(const struct sow_contestants *contestants,
                      struct sow_agent agents[2], struct sow_err *err);

#endif
