/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Facts of a position that several features share. Each is computed when it is first
 * needed.
 */
#ifndef SOW_HEURISTICS_STATE_FACTS_H
#define SOW_HEURISTICS_STATE_FACTS_H

#include "sow/heuristics/state_features.h"

/** Counts of all legal sowings of a side, as if it were its turn. */
struct sow_sweep {
    bool done;        /**< true if the counts are valid */
    int moves;        /**< legal sowings */
    int free_moves;   /**< legal sowings that earn an extra turn */
    int capturing;    /**< legal sowings that capture */
    int best_gain;    /**< most seeds that one sowing adds to the own store */
    int best_capture; /**< most seeds that one sowing captures, without seeds sown into
                           the store */
    int takeable;     /**< seeds in pits of the other row that some capture empties */
};

/** A position and its facts. Initialise it with sow_state_facts_init. */
struct sow_state_facts {
    const struct sow_rules *rules; /**< rules of the game, borrowed */
    const struct sow_board *board; /**< the position, borrowed */
    const struct sow_fast *fast;   /**< prepared rules; NULL: the plain engine makes the
                                        moves */
    struct sow_sweep sweep[2];     /**< by seat; read it through sow_state_sweep */
};

/** Sets the position. Borrows its arguments; @p fast may be NULL. */
void sow_state_facts_init(struct sow_state_facts *facts, const struct sow_rules *rules,
                          const struct sow_board *board, const struct sow_fast *fast);

/** Computes @p count features for @p seat, which are indices into the table. A feature
 *  that makes no sense under the rules is 0. */
void sow_state_facts_values(struct sow_state_facts *facts, int seat, const int *features,
                            int count, int16_t *values);

/** Computes a count for one seat. @p pit is used for SOW_COUNT_PIT only. */
int sow_state_count(enum sow_count count, struct sow_state_facts *facts, int seat,
                    int pit);

/** Returns the counts of all legal sowings of a seat, as if it were its turn. Computes
 *  them on the first call; borrowed from @p facts. */
const struct sow_sweep *sow_state_sweep(struct sow_state_facts *facts, int seat);

/** Returns true if a sowing of @p seeds from @p pit reaches the opponent's row. Does not
 *  count further laps of relay sowing. */
bool sow_reaches_across(const struct sow_rules *rules, int pit, int seeds);

/** Returns the number of seeds that the first lap of a sowing puts into the opponent's
 *  row. */
int sow_seeds_across(const struct sow_rules *rules, int pit, int seeds);

/** Returns true if a sowing that stays in the own row gains nothing. This holds if
 *  sowings have one lap, and captures are made only by number and only in the opponent's
 *  row. */
bool sow_gains_across_only(const struct sow_rules *rules);

/** Returns true if captures can be told apart from seeds sown into the own store. */
bool sow_captures_known(const struct sow_rules *rules);

#endif
