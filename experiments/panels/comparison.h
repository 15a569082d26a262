/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Printed figures and claims beside ours, as rows on their way to the store, and the
 * verdicts on them.
 */
#ifndef SOW_EXPERIMENTS_COMPARISON_H
#define SOW_EXPERIMENTS_COMPARISON_H

#include "statistics_rates.h"
#include "store_panel.h"

#include <stddef.h>

/** Rows to be stored; texts are borrowed. free the rows. */
struct sow_comparison_list {
    struct sow_reproduced_row *rows;
    size_t count;
};

/** A new row at the end of the list, without any figures, valid until the next one; NULL
 *  without memory. */
struct sow_reproduced_row *sow_comparison_add(struct sow_comparison_list *list,
                                              const char *table, const char *variant,
                                              struct sow_err *err);

/** A printed rate, in percent of so many trials, beside ours: fills in the figures and p
 *  of Fisher's exact test. */
void sow_comparison_fill_rate(struct sow_reproduced_row *row, double published,
                              int64_t trials, const struct sow_rate *ours);

/** The score of a player, in percent: fills in the figures and p of the sign test, which
 *  asks whether both players are equally strong. */
void sow_comparison_fill_score(struct sow_reproduced_row *row,
                               const struct sow_tally *tally);

/**
 * Adjusts p of the rows from @p begin on, which are one table (Holm), and takes back the
 * verdicts of those that are not below 1 %: a claim, which held or failed, is then
 * undecided, as is what has no test; a figure agrees.
 */
SOW_MUST_USE enum sow_status sow_comparison_judge(struct sow_comparison_list *list,
                                                  size_t begin, struct sow_err *err);

#endif
