/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Fitness of the latest steps of a search by CMA-ES, and what it says about its end.
 *
 * Ownership: sow_cma_history_init allocates what sow_cma_history_release frees.
 */
#ifndef SOW_GA_CMA_HISTORY_H
#define SOW_GA_CMA_HISTORY_H

#include "sow/base/err.h"
#include "sow/ga/population.h"

#include <stdbool.h>

/** The latest steps of a search. */
struct sow_cma_history {
    int size;       /**< number of coordinates (n) */
    int room;       /**< steps that there is room for */
    int steps;      /**< steps of this search so far */
    double *best;   /**< greatest fitness of each step, in a ring of `room`; owned */
    double *median; /**< median fitness of each step, in a ring of `room`; owned */
    double *sorted; /**< working memory; owned */
};

/** Allocates a history for @p size coordinates and samples of @p samples points or more.
 *  Returns SOW_OK or SOW_NO_MEMORY; release the history also then. */
SOW_MUST_USE enum sow_status sow_cma_history_init(struct sow_cma_history *history,
                                                  int size, int samples,
                                                  struct sow_err *err);

/** Frees the memory of a history. It may be all zeros. */
void sow_cma_history_release(struct sow_cma_history *history);

/** Forgets all steps: a new search begins. */
void sow_cma_history_clear(struct sow_cma_history *history);

/** Adds a step with its sample of @p samples points, ranked best first. If the rings are
 *  full, the oldest step is forgotten. */
void sow_cma_history_add(struct sow_cma_history *history, const struct sow_ranked *ranked,
                         int samples);

/**
 * Returns true if the fitness says that a search is at its end. There are n coordinates
 * and lambda samples; @p ranked is the latest sample, best first. Returns false if there
 * are too few steps for both signs. The first sign is equal fitness (TolFun of Hansen
 * 2016, B.3). In 10 + 30 n / lambda steps, the greatest fitness changes by at most 1e-12,
 * and so does the fitness in the latest sample. The second sign is stagnation, in 120 +
 * 30 n / lambda steps. Neither the greatest nor the median fitness has a greater median
 * in the last 30 % of the steps than in the first 30 %.
 */
bool sow_cma_history_is_over(const struct sow_cma_history *history,
                             const struct sow_ranked *ranked, int samples);

#endif
