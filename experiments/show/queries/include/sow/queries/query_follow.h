/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Recorded settings that the program works out when their option is not given, such as
 * the players for which `paper` stands.
 */
#ifndef SOW_EXPERIMENTS_QUERY_FOLLOW_H
#define SOW_EXPERIMENTS_QUERY_FOLLOW_H

#include "sow/base/param.h"
#include "sow/store/store.h"

struct sow_run_row;

/** Most settings of a record. */
enum { SOW_QUERY_FOLLOWING_MAX = 128 };

/** Settings of a record that follow from its others. */
struct sow_query_following {
    const struct sow_param *rows[SOW_QUERY_FOLLOWING_MAX]; /**< rows of the settings */
    size_t count;                                          /**< number of settings */
};

/**
 * Finds the settings that follow from the others: the record would have the same values
 * if none of their options had been given. So do those that have their defaults, and
 * options without effect. Opens nothing that the record names. Prepares the run again a
 * few times, or once for each setting if a new run would be refused without one of them.
 * @param store database with the run
 * @param row record of the run
 * @param[out] following receives the settings. It has fewer of them if they cannot be
 *   found out.
 */
void sow_query_follow(struct sow_store *store, const struct sow_run_row *row,
                      struct sow_query_following *following);

/**
 * Tells whether a setting is one of those that follow.
 * @param following settings of the run (sow_query_follow)
 * @param param row of the setting in a table of the run's kind
 * @returns true if it is
 */
bool sow_query_follows(const struct sow_query_following *following,
                       const struct sow_param *param);

/**
 * Tells whether games may have decided a recorded setting, as its option does by default
 * (the `question` of the run's kind).
 * @param row record of the run
 * @param param row of the setting
 * @param value its value
 * @returns true if the value is one of the answers of the question
 */
bool sow_query_is_answer(const struct sow_run_row *row, const struct sow_param *param,
                         const char *value);

#endif
