/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What several features of a position share, each worked out when first asked for.
 */
#ifndef SOW_HEURISTICS_STATE_FACTS_H
#define SOW_HEURISTICS_STATE_FACTS_H

#include "sow/heuristics/state_features.h"

/** What a side's legal sowings do, if it were its turn. */
struct sow_sweep {
    bool done;
    int moves;        /**< legal sowings */
    int free_moves;   /**< of them, those that earn an extra turn */
    int capturing;    /**< of them, those that capture */
    int best_gain;    /**< most seeds that one adds to the own store */
    int best_capture; /**< the same without seeds sown into the store */
    int takeable;     /**< seeds in pits of the other row that some capture empties */
};

/** A position; begin with sow_state_facts_init. */
struct sow_state_facts {
    const struct sow_rules *rules;
    const struct sow_board *board;
    const struct sow_fast *fast; /**< NULL: moves are made by the plain engine */
    struct sow_sweep sweep[2];   /**< by seat; through sow_state_sweep */
};

/** Borrows its arguments; @p fast may be NULL. */
void sow_state_facts_init(struct sow_state_facts *facts, const struct sow_rules *rules,
                          const struct sow_board *board, const struct sow_fast *fast);

/** The values of @p count features for @p seat. */
void sow_state_facts_values(struct sow_state_facts *facts, int seat, const int *features,
                            int count, int16_t *values);

/** A count for one seat; @p pit of SOW_COUNT_PIT. */
int sow_state_count(enum sow_count count, struct sow_state_facts *facts, int seat,
                    int pit);

const struct sow_sweep *sow_state_sweep(struct sow_state_facts *facts, int seat);

/** True if a sowing of @p seeds from @p pit reaches the opponent's row. */
bool sow_reaches_across(const struct sow_rules *rules, int pit, int seeds);

/** Seeds that the first lap of a sowing of @p seeds from @p pit lays in the opponent's
 *  row. */
int sow_seeds_across(const struct sow_rules *rules, int pit, int seeds);

/** True if captures and seeds sown into the own store can be told apart. */
bool sow_captures_known(const struct sow_rules *rules);

#endif
