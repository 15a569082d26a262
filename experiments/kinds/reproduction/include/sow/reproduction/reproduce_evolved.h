/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Comparisons of the evolved vectors of Divilly et al.: Tables II and III, and the claims
 * about these vectors.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_EVOLVED_H
#define SOW_EXPERIMENTS_REPRODUCE_EVOLVED_H

#include "sow/reproduction/reproduce_tables.h"

/** Appends Table II: the printed vectors and ours as two samples of outcomes. Appends
 *  nothing without evolutions. */
sow_compare_fn sow_compare_evolved_weights;

/** Appends Table III: the strategy that is chosen among the vectors of Table II, for each
 *  reading of linear orders. Appends nothing without evolutions or orders. */
sow_compare_fn sow_compare_chosen_strategy;

/** Appends claims: the evolved strategy against linear orders, how it was chosen, and h1
 *  against h2. Appends nothing without orders. */
sow_compare_fn sow_compare_claims;

/** Reads the printed vector of run @p run, from 0, into @p weights. Returns false if a
 *  weight is not printed. */
bool sow_printed_vector(const struct sow_published *figures, size_t count, int run,
                        double weights[SOW_PAPER_HEURISTICS]);

#endif
