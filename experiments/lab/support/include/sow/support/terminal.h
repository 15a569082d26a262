/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * How wide the place is that text is read in.
 */
#ifndef SOW_EXPERIMENTS_TERMINAL_H
#define SOW_EXPERIMENTS_TERMINAL_H

#include <stdio.h>

/** Columns where nothing is known, and the fewest and most that are answered. */
enum {
    SOW_TERMINAL_USUAL = 80,
    SOW_TERMINAL_FEWEST = 40,
    SOW_TERMINAL_MOST = 400,
};

/** Columns of what @p out is shown on: COLUMNS in the environment, if it is a positive
 *  whole number, else those of the terminal, else SOW_TERMINAL_USUAL. @p out need not
 *  have a descriptor (fmemopen). */
int sow_terminal_columns(FILE *out);

/** Columns of the terminal that @p out is, whatever COLUMNS says: for what redraws a
 *  line; 0 if it is none, or does not say. */
int sow_terminal_window(FILE *out);

#endif
