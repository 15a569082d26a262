/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Comparisons of the evolved vectors of Divilly et al.: Tables II and III, and the claims
 * about these vectors.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_EVOLVED_H
#define SOW_EXPERIMENTS_REPRODUCE_EVOLVED_H

#include "sow/reproduction/reproduce_tables.h"

/** Appends Table II, which compares the 20 printed vectors with ours as two samples. For
 *  each weight and for the fitness it has a row for the means and a row for each share
 *  of runs with a known property. Appends nothing without evolutions. Fails with
 *  SOW_BAD_DATA if a printed figure is missing, with SOW_NO_MEMORY, or as a test. */
sow_compare_fn sow_compare_evolved_weights;

/** Appends Table III for each reading of linear orders. The strategy is the one of our
 *  vectors that does best against the best linear order. Its weights have a row each,
 *  without a test, and a claim says whether it is as strong as the printed strategy.
 *  Appends nothing without evolutions or orders. Fails with SOW_NO_MEMORY. */
sow_compare_fn sow_compare_chosen_strategy;

/** Appends claims about the variant of the table. In every variant one is that h1 beats
 *  h2. In the variant of the evolutions there are three more for each reading of linear
 *  orders. Two are about the wins of the evolved strategy against linear orders, one is
 *  about its rank among the printed vectors. Appends nothing without orders. Fails with
 *  SOW_BAD_DATA if the record lacks the variant or the players h1 and h2, or with
 *  SOW_NO_MEMORY. */
sow_compare_fn sow_compare_claims;

/** Reads the printed weights w1 to w6 of a run of Table II into @p weights. The number
 *  @p run counts from 0. Returns false if a weight is not printed; @p weights then has
 *  no meaning. */
bool sow_printed_vector(const struct sow_published *figures, size_t count, int run,
                        double weights[SOW_PAPER_HEURISTICS]);

#endif
