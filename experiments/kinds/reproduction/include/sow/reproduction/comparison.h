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

/** How a row was tested, beside what is in it. */
struct sow_comparison_test {
    double least;   /**< least p that our figure could have had */
    bool is_rate;   /**< a printed rate beside ours: Fisher's test */
    double *values; /**< a printed sample, then ours: rank sum test; or NULL */
    size_t theirs;
    size_t ours;
    double greatest; /**< greatest possible value; the least is 0 */
};

/** Rows to be stored; texts are borrowed. */
struct sow_comparison_list {
    struct sow_reproduced_row *rows;
    struct sow_comparison_test *tests; /**< test of each row */
    size_t count;
};

/** Frees the rows and tests of the list and leaves it empty. */
void sow_comparison_release(struct sow_comparison_list *list);

/** Appends a row without figures, with the verdict "undecided". Returns it, valid until
 *  the next one is appended. Returns NULL, and sets @p err, without memory; the list is
 *  then as it was. */
struct sow_reproduced_row *sow_comparison_add(struct sow_comparison_list *list,
                                              const char *table, const char *variant,
                                              struct sow_err *err);

/** Records that no outcome of ours could have given the last row a lower p than @p least.
 *  Without a call this is 0. The list must have a row. */
void sow_comparison_limit(struct sow_comparison_list *list, double least);

/** Records that the last row compares the means of two samples, whose values (0..@p
 *  greatest) are copied. The list must have a row. Returns SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_comparison_samples(struct sow_comparison_list *list,
                                                    const struct sow_sample *theirs,
                                                    const struct sow_sample *ours,
                                                    double greatest, struct sow_err *err);

/** Records that the last row is a printed rate beside ours. The list must have a row. */
void sow_comparison_rates(struct sow_comparison_list *list);

/** Sets our figure and its interval, both times @p scale, and the number of games that
 *  they are of. */
void sow_comparison_fill_ours(struct sow_reproduced_row *row, double scale, double value,
                              const struct sow_interval *interval, int64_t games);

/** Fills in a printed rate, in percent of @p trials, ours, and p of Fisher's test. */
void sow_comparison_fill_rate(struct sow_reproduced_row *row, double published,
                              int64_t trials, const struct sow_rate *ours);

/** Fills in a figure without chance. p is 1 if ours differs from it by at most @p
 *  tolerance, else 0. If nothing is printed (NaN), there is no p. */
void sow_comparison_fill_exact(struct sow_reproduced_row *row, double published,
                               double ours, double tolerance);

/** Fills in the score of a player, in percent, and p of its sign test. */
void sow_comparison_fill_score(struct sow_reproduced_row *row,
                               const struct sow_tally *tally);

/** Judges the rows from @p begin on, which are one table: adjusts p (Holm), and changes
 *  the verdicts of rows whose p is not below 1 %. A claim is then undecided, like a row
 *  without a test. A figure agrees, or is undecided if no outcome of ours could have
 *  made it differ. `visible` receives the least difference that would have been called
 *  one. All this holds with the other rows as they are. `visible` is set only for rows of
 *  sow_comparison_samples and sow_comparison_rates. Returns SOW_NO_MEMORY or an error of
 * a test; some rows are then not judged. */
SOW_MUST_USE enum sow_status sow_comparison_judge(struct sow_comparison_list *list,
                                                  size_t begin, struct sow_err *err);

#endif
