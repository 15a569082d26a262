/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The key result of a run: the one value that stands for it in a list of runs.
 */
#ifndef SOW_EXPERIMENTS_QUERY_KEY_H
#define SOW_EXPERIMENTS_QUERY_KEY_H

#include "sow/store/store.h"

/** The key result of a run. */
struct sow_query_key {
    /** Name of the value, such as "strength". Without a value it is the result in words;
     *  "" if the run has no result yet. */
    char words[240];
    double value; /**< a share from 0 to 1, or an R squared; NaN without a value */
    double low;   /**< lower end of its 95 % interval; NaN without one */
    double high;  /**< upper end of the interval */
};

/**
 * Reads the key result of a run: the first section with SOW_IN_LINE of its kind that has
 * a row, else the sentence of the section "answer". Both read stored results only.
 * @param store the database
 * @param id number of the run
 * @param kind kind of the run; an unknown kind has no result
 * @param[out] key receives the result
 * @param[out] err reason of a failure
 * @returns the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_key(struct sow_store *store, int64_t id,
                                           const char *kind, struct sow_query_key *key,
                                           struct sow_err *err);

#endif
