/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games of a person against programs, as Pekar et al. print them: Table 1 of both papers,
 * and its analysis.
 */
#ifndef SOW_EXPERIMENTS_PEKAR_PEOPLE_H
#define SOW_EXPERIMENTS_PEKAR_PEOPLE_H

#include "sow/reproduction/reproduce_tables.h"

enum { SOW_PEKAR_GAMES = 10 };

/** Returns a printed value, or NaN if there is none. */
double sow_pekar_value(const struct sow_evidence *evidence, const char *table,
                       const char *row, const char *column);

/** Reads the games of a row of Table 1, such as "2(1) human first": seeds of the computer
 *  and of the human. Returns their number, 0 for an unknown row. */
int sow_pekar_games(const struct sow_published *figures, size_t count, const char *row,
                    double computer[SOW_PEKAR_GAMES], double human[SOW_PEKAR_GAMES]);

/** Fills a figure of Table 3 of 2020 from its Table 1: signed ranks. Fails with
 *  SOW_BAD_DATA if Table 1 has no games of the row. */
sow_fill_fn sow_fill_signed_rank;

/** Appends tests of normal distributions, variances and means of Table 2. */
sow_compare_fn sow_compare_analysis;

/** Fills the points of the computer, in percent, from the games of a row of Table 1.
 * Fails with SOW_BAD_DATA if there are none. */
sow_fill_fn sow_fill_points;

#endif
