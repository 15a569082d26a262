/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Plans: many matches, between many players, by the rules of many variants, as the
 * content of one run. Tournaments, tests of robustness and reproductions are plans that
 * differ in who meets whom and in what they make of the results.
 *
 * The plan (which match is played by which rules) is stored first, then the matches in
 * its order, a slice of them at a time; a run that was interrupted goes on after its last
 * stored match. The games of a cell are a function of the run's seed, the variant's rules
 * and both specs alone: neither their place in the plan nor what else is in it matters,
 * and different cells share no random numbers.
 */
#ifndef SOW_EXPERIMENTS_PLAN_H
#define SOW_EXPERIMENTS_PLAN_H

#include "sow/matches/duels.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/variants/variant_set.h"

/** One match of the plan. */
struct sow_plan_cell {
    size_t variant;  /**< index into the set */
    uint32_t player; /**< index into the players */
    uint32_t opponent;
};

enum { SOW_PLAN_CELLS_MAX = 1000000, SOW_PLAN_SPECS_MAX = 2 * SOW_PLAYERS_MAX };

/** A plan. Everything is borrowed. */
struct sow_plan {
    const struct sow_variant_set *set;
    const struct sow_agent *agents;
    const char *const *specs; /**< of each agent, canonical */
    size_t agent_count;
    const struct sow_plan_cell *cells; /**< best with those of a variant together */
    size_t count;
    int games;        /**< in each seat */
    int random_plies; /**< moves at random that open each game (openings.h): game g of
                         both seats of a cell alike, of different cells independent; 0:
                         none */
};

/** The row of the option `games` for a struct with an int at @p offset. */
#define SOW_PLAN_GAMES_ROW(offset, fallback)                                             \
    {                                                                                    \
        "games", &sow_param_integer, offset, 1, 100000000, NULL, fallback,               \
            "games in each seat of every match, so twice as many in all"                 \
    }

/** SOW_USAGE if @p pairs matches by the rules of every variant of a resolved choice are
 *  more than SOW_PLAN_CELLS_MAX. */
SOW_MUST_USE enum sow_status sow_plan_admit(const struct sow_variant_choice *choice,
                                            size_t pairs, struct sow_err *err);

/**
 * Plays and stores what is not stored yet, and has the results of all cells in
 * @p results, which has room for plan->count.
 * @returns SOW_INTERRUPTED after a stop request: every slice that was finished is stored.
 */
SOW_MUST_USE enum sow_status sow_plan_play(struct sow_run *run,
                                           const struct sow_plan *plan,
                                           struct sow_duel *results, struct sow_err *err);

/**
 * Plays a cell of the plan again in @p games other games a seat, of streams of their own
 * (SOW_PURPOSE_REPLAY), and stores nothing.
 * @returns SOW_INTERRUPTED after a stop request.
 */
SOW_MUST_USE enum sow_status sow_plan_replay(struct sow_run *run,
                                             const struct sow_plan *plan, size_t cell,
                                             int games, struct sow_duel *result,
                                             struct sow_err *err);

/** How many random plies should open the games of a plan: SOW_RANDOM_PLIES_AUTO if the
 *  two players of a cell repeat each other without (openings.h), else 0. Of many cells
 *  some are tried, evenly spread; those of a player with itself never. */
int sow_plan_openings(const struct sow_plan *plan);

/** The key of a match's streams (duels.h), of the rules as recorded and both canonical
 *  specs. */
uint64_t sow_plan_key(const char *rules, const char *player, const char *opponent);

/** Adds rows to the run's sink. */
typedef enum sow_status sow_conclude_fn(void *context, struct sow_err *err);

/** Lets @p add store what follows from the results, in one transaction; not if @p table,
 *  which it always adds to, has rows of the run already. */
SOW_MUST_USE enum sow_status sow_plan_conclude(const struct sow_run *run,
                                               const char *table, sow_conclude_fn *add,
                                               void *context, struct sow_err *err);

#endif
