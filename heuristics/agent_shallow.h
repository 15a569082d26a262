/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Evaluators of agents in the form of shallow searches (sow/search/shallow.h).
 */
#ifndef SOW_HEURISTICS_AGENT_SHALLOW_H
#define SOW_HEURISTICS_AGENT_SHALLOW_H

#include "sow/heuristics/agent.h"
#include "sow/search/shallow.h"

/** Weights of the counts that are not sums over places (pits and stores). Row 0 is the
 *  viewer's. */
struct shallow_rest {
    uint64_t first_across; /**< least seeds that reach the other row, by byte of the pit;
                              0 if all sowings may gain */
    bool plays[2]; /**< by row: true if a weight needs the sowings of the row made */
    int32_t weight[2][SOW_COUNTS]; /**< fixed-point weights, by row and enum sow_count */
};

/** An evaluator of leaves in the form of a shallow search. */
struct agent_shallow {
    struct sow_shallow_leaf leaf;     /**< the form; its context is `rest` */
    struct shallow_rest rest;         /**< counts that are no sum over places */
    struct sow_shallow_memory memory; /**< positions of the searches in a game */
};

/**
 * Sets up the form of an evaluator, which must not be of paths, with an empty memory. The
 * form keeps no pointer to its arguments, and points to itself: do not copy it.
 * @param[out] shallow the form
 * @param of the evaluator
 * @param game game of the searches, with its fast engine; no seed leaves its board before
 *        it ends
 */
void sow_agent_shallow_init(struct agent_shallow *shallow,
                            const struct sow_agent_leaf *of, const struct sow_game *game);

#endif
