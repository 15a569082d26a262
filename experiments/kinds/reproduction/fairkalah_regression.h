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

/** Appends a row for each printed coefficient and each R2 of @p table, beside ours. Our
 *  models are fitted to positions in games of divilly2013 with itself, two from each
 *  board. There are half as many games as a match has in a seat, but at most two for
 *  each board. Only positions are used that a search of 16,384 nodes solves
 *  (exact_labels.h). The choice of the published positions is not known, so R2 is not
 *  judged. Appends no rows if no position is solved.
 *  @returns SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY, or an error of
 *  sow_exact_open or sow_model_fit. */
SOW_MUST_USE enum sow_status sow_fairkalah_regress(const struct sow_reproduction *table,
                                                   const struct sow_evidence *evidence,
                                                   const struct sow_starts *boards,
                                                   struct sow_comparison_list *list,
                                                   struct sow_err *err);

#endif
