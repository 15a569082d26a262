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

/**
 * Adds the published coefficients beside ours, of positions of games of divilly2013 with
 * itself, half as many as a match has in a seat, two from each of the first boards, as
 * far as a search of 16,384 nodes values each position (exact_labels.h). How the
 * published positions were chosen is not known; R2 is not judged.
 * @returns SOW_INTERRUPTED after a stop request.
 */
SOW_MUST_USE enum sow_status sow_fairkalah_regress(const struct sow_reproduction *table,
                                                   const struct sow_evidence *evidence,
                                                   const struct sow_starts *boards,
                                                   struct sow_comparison_list *list,
                                                   struct sow_err *err);

#endif
