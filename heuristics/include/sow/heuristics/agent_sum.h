/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Evaluators of agents as sums over the places of the board (sow/search/leaf_sum.h). A
 * search values leaves by them several times as fast.
 */
#ifndef SOW_HEURISTICS_AGENT_SUM_H
#define SOW_HEURISTICS_AGENT_SUM_H

#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"
#include "sow/search/leaf_sum.h"

SOW_C_BEGIN

/** Weights of the counts that are not sums over places (pits and stores). Row 0 is the
 *  viewer's. */
struct sow_sum_rest {
    uint64_t first_across; /**< least seeds that reach the other row, by byte of the pit;
                              0 if all sowings may gain */
    bool plays[2]; /**< by row: true if a weight needs the sowings of the row made */
    int32_t weight[2][SOW_COUNTS]; /**< fixed-point weights, by row and enum sow_count */
};

/** An evaluator of leaves as a sum. */
struct sow_agent_sum {
    struct sow_leaf_sum sum;  /**< the sum; its context is `rest` */
    struct sow_sum_rest rest; /**< counts that are no sum over places */
};

/**
 * Sets up the sum of an evaluator, which takes some microseconds for each feature. The
 * sum keeps no pointer to the arguments, and points to itself: do not copy it.
 * @param[out] sum the sum
 * @param of the evaluator
 * @param game game of the searches; no seed leaves its board before it ends
 * @returns false, and leaves @p sum alone, if there is no sum: the evaluator is of paths,
 *          or the fast engine does not cover the rules
 */
bool sow_agent_sum_init(struct sow_agent_sum *sum, const struct sow_agent_leaf *of,
                        const struct sow_game *game);

SOW_C_END

#endif
