/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Drawing parents. A way of selection is a row: how individuals get their shares of the
 * wheel, and how parents are drawn from it.
 *
 * Ownership: sow_selection_init allocates what sow_selection_release frees; options and
 * fitness are borrowed.
 */
#ifndef SOW_GA_SELECTION_H
#define SOW_GA_SELECTION_H

#include "sow/base/pcg.h"
#include "sow/ga/ga.h"

struct sow_selection {
    const struct sow_ga_options *options;
    int count;             /**< individuals to draw from */
    const double *fitness; /**< of the population to draw from */
    struct sow_ranked *order;
    double *wheel; /**< sum of the shares of the individuals up to here */
    int last;      /**< the last individual with a share */
};

SOW_MUST_USE enum sow_status sow_selection_init(struct sow_selection *selection,
                                                const struct sow_ga_options *options,
                                                int count, struct sow_err *err);
void sow_selection_release(struct sow_selection *selection);

/** Ranks the population with this fitness (checked), which an island's is, and builds its
 *  wheel. */
void sow_selection_prepare(struct sow_selection *selection, const double *fitness);

/** Draws @p count parents, as indices; the first two are a pair, and so on. */
void sow_selection_draw(const struct sow_selection *selection, struct sow_pcg *rng,
                        int *parents, int count);

#endif
