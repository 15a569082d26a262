/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Regressions of FairKalah: the exact value of a position, explained by the difference of
 * the stores and by mobility.
 */
#ifndef SOW_EXPERIMENTS_FAIRKALAH_REGRESSION_H
#define SOW_EXPERIMENTS_FAIRKALAH_REGRESSION_H

#include "sow/reproduction/reproduce_tables.h"
#include "sow/variants/start_set.h"

/** Adds the published coefficients beside ours. Ours are of positions in games of
 *  divilly2013 with itself: two games from each of the first boards, half as many in all
 *  as a match has in a seat. Only positions are used that a search of 16,384 nodes solves
 *  (exact_labels.h). The choice of the published positions is not known, so R2 is not
 *  judged.
 *  Adds no rows if no position is solved.
 *  @returns SOW_INTERRUPTED after a stop request, or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_fairkalah_regress(const struct sow_reproduction *table,
                                                   const struct sow_evidence *evidence,
                                                   const struct sow_starts *boards,
                                                   struct sow_comparison_list *list,
                                                   struct sow_err *err);

#endif
