/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Published figures, as data: the folder published, with their sources.
 */
#ifndef SOW_EXPERIMENTS_PUBLISHED_H
#define SOW_EXPERIMENTS_PUBLISHED_H

#include "sow/base/err.h"

#include <stddef.h>

/** Most characters of a word in a file of printed figures. */
enum { SOW_PUBLISHED_WORD_MAX = 47 };

/** One printed figure: a line of the file published/WORK.csv. */
struct sow_published {
    char table[SOW_PUBLISHED_WORD_MAX + 1];   /**< table as numbered in the work: "IV" */
    char variant[SOW_PUBLISHED_WORD_MAX + 1]; /**< name of the variant of the table */
    /** Row and column of the table, as this project names them. */
    char row[SOW_PUBLISHED_WORD_MAX + 1];
    char column[SOW_PUBLISHED_WORD_MAX + 1];
    double value; /**< printed number, in the unit of the work */
};

/**
 * Reads the printed figures of a publication, in the order of its file, which is part of
 * the program.
 * @param work name of the publication, such as "divilly2013"
 * @param[out] figures receives the figures; the caller frees the array
 * @param[out] count receives the number of figures
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown publication; @p figures is then unchanged. Else as
 *   sow_published_read.
 */
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
