/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Players that come out of stored runs.
 */
#ifndef SOW_EXPERIMENTS_PLAYERS_H
#define SOW_EXPERIMENTS_PLAYERS_H

#include "sow/base/param.h"
#include "sow/heuristics/agent.h"

struct sow_store;

/** Most characters of a player spec among a run's options. */
enum { SOW_SPEC_MAX = SOW_AGENT_SPEC_MAX };

/** Reads a player spec in which `run:ID` means what that run of @p store produced: the
 *  champion of an evolution, the function of a fit; and `run:ID@N` the best individual of
 *  generation N of an evolution. */
SOW_MUST_USE enum sow_status sow_players_parse(struct sow_store *store, const char *spec,
                                               struct sow_agent *agent,
                                               struct sow_err *err);

/** Replaces a spec on the heap by its canonical form, which no longer refers to a run of
 *  @p store. */
SOW_MUST_USE enum sow_status sow_player_resolve(struct sow_store *store, char **spec,
                                                struct sow_err *err);

/** The player that the stored fit of run @p run plays: a `weights:` agent of heuristics
 * of moves, else a `state:` agent. SOW_USAGE if the run has no fit; SOW_BAD_DATA if it is
 *  one that this version cannot play. */
SOW_MUST_USE enum sow_status sow_players_fitted(struct sow_store *store, int64_t run,
                                                struct sow_agent *agent,
                                                struct sow_err *err);

/** Two players, as options of a run. */
struct sow_contestants {
    char *player; /**< owned, like the other */
    char *opponent;
};

/** One row each; offsets are relative to struct sow_contestants. */
extern const struct sow_param_table sow_contestant_params;

/** Takes both specs as the user typed them; SOW_USAGE if one is too long. */
SOW_MUST_USE enum sow_status sow_contestants_take(struct sow_contestants *contestants,
                                                  const char *player,
                                                  const char *opponent,
                                                  struct sow_err *err);

/** Replaces both specs by their canonical forms, which no longer refer to a run. */
SOW_MUST_USE enum sow_status sow_contestants_resolve(struct sow_contestants *contestants,
                                                     struct sow_store *store,
                                                     struct sow_err *err);

/** Makes agents of resolved specs: the player, then the opponent. */
SOW_MUST_USE enum sow_status
sow_contestants_parse(const struct sow_contestants *contestants,
                      struct sow_agent agents[2], struct sow_err *err);

#endif
