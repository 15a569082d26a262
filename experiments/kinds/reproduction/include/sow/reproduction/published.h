/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Published figures, as data: the folder published, with their sources.
 */
#ifndef SOW_EXPERIMENTS_PUBLISHED_H
#define SOW_EXPERIMENTS_PUBLISHED_H

#include "sow/base/err.h"

#include <stddef.h>

enum { SOW_PUBLISHED_WORD_MAX = 47 };

/** One printed figure. */
struct sow_published {
    char table[SOW_PUBLISHED_WORD_MAX + 1];   /**< as numbered in the work: "IV" */
    char variant[SOW_PUBLISHED_WORD_MAX + 1]; /**< the game it is about */
    char row[SOW_PUBLISHED_WORD_MAX + 1];
    char column[SOW_PUBLISHED_WORD_MAX + 1];
    double value; /**< in the unit of the work */
};

/** Reads the figures of a publication, in the order of its file. The caller frees @p
 *  figures. Returns SOW_USAGE for an unknown publication; @p figures is then unchanged.
 * The other errors are those of sow_published_read. */
SOW_MUST_USE enum sow_status sow_published_load(const char *work,
                                                struct sow_published **figures,
                                                size_t *count, struct sow_err *err);

/** Reads the text of a file of figures: `#` lines, a line of titles, then lines of table,
 *  variant, row, column and value with commas between them. The name @p origin is for
 *  messages. The caller frees @p figures. Returns SOW_BAD_DATA for another text, or
 *  SOW_NO_MEMORY; @p figures is then NULL. */
SOW_MUST_USE enum sow_status sow_published_read(const char *text, const char *origin,
                                                struct sow_published **figures,
                                                size_t *count, struct sow_err *err);

#endif
