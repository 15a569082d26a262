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

/**
 * Tells whether a recorded setting follows from the others: whether the record would have
 * the same value if its option had not been given. An option without effect follows too.
 * @param store database with the run
 * @param row record of the run
 * @param param row of the setting in a table of the run's kind
 * @returns true if the value follows; false also if that cannot be found out
 */
bool sow_query_follows(struct sow_store *store, const struct sow_run_row *row,
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
