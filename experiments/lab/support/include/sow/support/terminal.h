/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The width of the terminal that shows the output.
 */
#ifndef SOW_EXPERIMENTS_TERMINAL_H
#define SOW_EXPERIMENTS_TERMINAL_H

#include <stdio.h>

enum {
    SOW_TERMINAL_USUAL = 80,  /**< number of columns if nothing is known */
    SOW_TERMINAL_FEWEST = 40, /**< smallest result of sow_terminal_columns */
    SOW_TERMINAL_MOST = 400,  /**< largest result of sow_terminal_columns */
};

/** Returns the number of columns to print on @p out. This is the environment variable
 *  COLUMNS, if it is a positive whole number, else the width of the terminal, else
 *  SOW_TERMINAL_USUAL. @p out need not have a descriptor (fmemopen). */
int sow_terminal_columns(FILE *out);

/** Returns the real width of the terminal @p out, which a line to be redrawn must fit.
 *  COLUMNS is ignored. Returns 0 if @p out is not a terminal or its width is unknown. */
int sow_terminal_window(FILE *out);

#endif
