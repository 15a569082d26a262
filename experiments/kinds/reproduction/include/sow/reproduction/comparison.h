/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Printed figures and claims beside ours, as rows on their way to the store, and the
 * verdicts on them.
 */
#ifndef SOW_EXPERIMENTS_COMPARISON_H
#define SOW_EXPERIMENTS_COMPARISON_H

#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_samples.h"
#include "sow/store/store_tables.h"

#include <stddef.h>

/** Facts about the test of a row that the row itself does not hold. All zeros: a test
 *  that could decide, without a least visible difference. */
struct sow_comparison_test {
    double least;   /**< least p value that any outcome of our games could have given; 0
                         unless set */
    bool is_rate;   /**< true if the row compares a printed rate with ours by Fisher's
                         test */
    double *values; /**< values of the printed sample, then ours, which a rank sum test
                         compared; owned. NULL: no such test */
    /** Number of values in the printed sample, and in ours behind it. */
    size_t theirs;
    size_t ours;
    double greatest; /**< greatest possible value; the least is 0 */
};

/** List of rows of table `reproduced`, to be judged and stored. All zeros is an empty
 *  list. It owns both arrays; the texts in the rows are borrowed. */
struct sow_comparison_list {
    /** Rows; run and number are set when they are stored. */
    struct sow_reproduced_row *rows;
    struct sow_comparison_test *tests; /**< test of each row */
    size_t count;                      /**< number of rows */
};

/** Frees the rows and tests of the list and leaves it empty. */
void sow_comparison_release(struct sow_comparison_list *list);

/** Appends a row without figures (NaN), with the verdict "undecided". Returns it, valid
 *  until the next one is appended. Borrows both texts: @p table is the printed number of
 *  the table, such as "IV". Returns NULL, and sets @p err, without memory; the list has
 *  no new row then. */
struct sow_reproduced_row *sow_comparison_add(struct sow_comparison_list *list,
                                              const char *table, const char *variant,
                                              struct sow_err *err);

/** Records that no outcome of our games could have given the last row a lower p than @p
 *  least. Without a call this is 0. sow_comparison_judge uses it. The list must have a
 *  row. */
void sow_comparison_limit(struct sow_comparison_list *list, double least);

/** Records that the last row compares the means of two samples by a rank sum test, so
 *  that sow_comparison_judge sets its `visible`. Copies the values, which are from 0 to
 *  @p greatest. The list must have a row. Returns SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_comparison_samples(struct sow_comparison_list *list,
                                                    const struct sow_sample *theirs,
                                                    const struct sow_sample *ours,
                                                    double greatest, struct sow_err *err);

/** Records that the last row compares a printed rate with ours, so that
 *  sow_comparison_judge sets its `visible`. The list must have a row. */
void sow_comparison_rates(struct sow_comparison_list *list);

/** Sets our figure of a row: @p value and @p interval, each times @p scale and rounded
 *  as stored, and @p games, the number of games from which they come. */
void sow_comparison_fill_ours(struct sow_reproduced_row *row, double scale, double value,
                              const struct sow_interval *interval, int64_t games);

/** Fills in a comparison of rates. The printed rate @p published is in percent of @p
 *  trials games. Our rate is stored in percent with its 95 % interval and number of
 *  games. p is that of Fisher's exact test. Leaves the verdict as it is. */
void sow_comparison_fill_rate(struct sow_reproduced_row *row, double published,
                              int64_t trials, const struct sow_rate *ours);

/** Fills in a comparison of two figures that are not subject to chance. p is 1 if ours
 *  differs from @p published by at most @p tolerance, else 0. If nothing is printed
 *  (NaN), p stays as it is. Leaves interval and verdict as they are. */
void sow_comparison_fill_exact(struct sow_reproduced_row *row, double published,
                               double ours, double tolerance);

/** Fills in our score of a player, in percent, with its 95 % interval and number of
 *  games. p is that of the sign test of wins against losses. Leaves the printed figure
 *  and the verdict as they are. */
void sow_comparison_fill_score(struct sow_reproduced_row *row,
                               const struct sow_tally *tally);

/** Judges the rows from @p begin to the end of the list, which are one table. Sets
 *  `p_adjusted` (Holm, over these rows). A row with an adjusted p below 1 % keeps its
 *  verdict. Any other row changes. A claim, or a row without a test, becomes undecided.
 *  A figure (verdict "differs..") becomes "agrees", or "undecided" if no outcome of ours
 *  could have made it differ. `visible` of such a row receives the least difference that
 *  would have been called one, if the row is of sow_comparison_samples or
 *  sow_comparison_rates. All this holds with the other rows as they are. Returns
 *  SOW_NO_MEMORY or an error of a test; some rows are then not judged. */
SOW_MUST_USE enum sow_status sow_comparison_judge(struct sow_comparison_list *list,
                                                  size_t begin, struct sow_err *err);

#endif
