/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Selection of parents. A way of selection is a row of two functions: one gives the
 * individuals their shares of the wheel, the other draws parents from the wheel.
 *
 * Ownership: sow_selection_init allocates what sow_selection_release frees; options and
 * fitness are borrowed.
 */
#ifndef SOW_GA_SELECTION_H
#define SOW_GA_SELECTION_H

#include "sow/base/pcg.h"
#include "sow/ga/ga.h"

/** A population to draw parents from. */
struct sow_selection {
    const struct sow_ga_options *options; /**< checked options */
    int count;                            /**< individuals to draw from */
    const double *fitness;                /**< fitness of the individuals */
    struct sow_ranked *order;             /**< the individuals, best first */
    double *wheel; /**< sum of the shares of all individuals up to each one */
    int last;      /**< last individual with a share */
};

/** Allocates room for @p count individuals. Returns SOW_OK, or SOW_NO_MEMORY with nothing
 *  for the caller to release. */
SOW_MUST_USE enum sow_status sow_selection_init(struct sow_selection *selection,
                                                const struct sow_ga_options *options,
                                                int count, struct sow_err *err);
/** Frees the room. The selection may be all zeros or released already. */
void sow_selection_release(struct sow_selection *selection);

/** Ranks the population of an island by its checked fitness, and builds its wheel by the
 *  option `selection`. If no individual has a share, all get equal shares. @p fitness is
 *  borrowed until the next call. */
void sow_selection_prepare(struct sow_selection *selection, const double *fitness);

/** Draws @p count parents, an even number, from a prepared wheel, by the option
 * `selection`. @p parents receives the numbers of the individuals, from 0. The first two
 * are a pair, the next two are a pair, and so on. */
void sow_selection_draw(const struct sow_selection *selection, struct sow_pcg *rng,
                        int *parents, int count);

#endif
