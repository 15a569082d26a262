/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Words about the runs of a kind, as lists of runs and remarks have them (`words` of
 * run.h).
 */
#ifndef SOW_EXPERIMENTS_QUERY_WORDS_H
#define SOW_EXPERIMENTS_QUERY_WORDS_H

#include <stdio.h>

/** Words about a run. Each is an SQL expression, in which `r` is the run's row of the
 *  table `runs`. */
enum sow_words_about {
    SOW_WORDS_SUBJECT, /**< players of the run, or the data that was fitted */
    SOW_WORDS_DONE,    /**< number of finished parts, such as generations */
    SOW_WORDS_WANTED,  /**< number of planned parts; needed with SOW_WORDS_DONE */
    /** text such as ' generations': the parts; needed with SOW_WORDS_DONE */
    SOW_WORDS_UNIT,
    SOW_WORDS_DIFFERENT /**< text that says how to get games that are all different */
};

/** Number of words. */
enum { SOW_WORDS = SOW_WORDS_DIFFERENT + 1 };

/** Words about the runs of a kind. */
struct sow_query_words {
    /** By enum sow_words_about. NULL: the words about runs of matches between players. */
    const char *sql[SOW_WORDS];
};

/** Writes an SQL expression with the words @p about run `r`: a CASE over its kind. Kinds
 *  without words of their own have those about runs of matches between players. */
void sow_query_write_words(enum sow_words_about about, FILE *out);

#endif
