/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games of a person against programs, as Pekar et al. print them: Table 1 of both papers,
 * and its analysis.
 */
#ifndef SOW_EXPERIMENTS_PEKAR_PEOPLE_H
#define SOW_EXPERIMENTS_PEKAR_PEOPLE_H

#include "sow/reproduction/reproduce_tables.h"

/** Number of games in a row of Table 1. */
enum { SOW_PEKAR_GAMES = 10 };

/** Returns the printed value of a table, row and column; NaN if there is none. */
double sow_pekar_value(const struct sow_evidence *evidence, const char *table,
                       const char *row, const char *column);

/** Reads the games of a row of Table 1, such as "2(1) human first": final seeds of the
 *  computer and of the human. Returns the number of games, at most SOW_PEKAR_GAMES; 0
 *  for an unknown row. */
int sow_pekar_games(const struct sow_published *figures, size_t count, const char *row,
                    double computer[SOW_PEKAR_GAMES], double human[SOW_PEKAR_GAMES]);

/** Fills a figure of Table 3 of 2020 from the games of its Table 1. It is the median, an
 *  end of the interval or the p value of Wilcoxon's signed rank test. The values tested
 *  are the computer's seeds less the human's. Ours may differ by 0.25 seeds, or by
 *  0.00051 in p. Fails with SOW_BAD_DATA if Table 1 has no games of the row, or with
 *  SOW_NO_MEMORY. */
sow_fill_fn sow_fill_signed_rank;

/** Appends the analysis of the printed seeds of Table 2. First are F and p of the
 *  one-way analysis of variance, beside the printed ones. The other rows are p values
 *  that the paper does not print. They are of Bartlett's test, of a Shapiro-Wilk test
 *  for each row of Table 3 and each group, and of Tukey's test for each pair of groups.
 *  Fails with SOW_NO_MEMORY, or as a test. */
sow_compare_fn sow_compare_analysis;

/** Fills the points of the computer, in percent, from the games of a row of Table 1,
 *  beside the printed points. The interval is that of our score. Fails with SOW_BAD_DATA
 *  if there are no such games. */
sow_fill_fn sow_fill_points;

#endif
