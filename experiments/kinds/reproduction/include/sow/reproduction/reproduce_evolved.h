/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Comparisons of the evolved vectors of Divilly et al.: Tables II and III, and the claims
 * about these vectors.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_EVOLVED_H
#define SOW_EXPERIMENTS_REPRODUCE_EVOLVED_H

#include "sow/reproduction/reproduce_tables.h"

/** Table II: the printed vectors and ours as two samples of outcomes. */
sow_compare_fn sow_compare_evolved_weights;

/** Table III: the strategy chosen among these. */
sow_compare_fn sow_compare_chosen_strategy;

/** The evolved strategy against linear orders, how it was chosen, and h1 against h2. */
sow_compare_fn sow_compare_claims;

/** The printed vector of run @p run, 0.. in weights; false if there is none. */
bool sow_printed_vector(const struct sow_published *figures, size_t count, int run,
                        double weights[SOW_PAPER_HEURISTICS]);

#endif
