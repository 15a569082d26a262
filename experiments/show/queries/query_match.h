/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The result of a match as an Elo difference.
 */
#ifndef SOW_EXPERIMENTS_QUERY_MATCH_H
#define SOW_EXPERIMENTS_QUERY_MATCH_H

#include "sow/store/store.h"

struct sow_report;

/**
 * Adds the record "elo" for a run of one match with purpose "match". Adds nothing for
 * other runs.
 *
 * "elo" has the Elo difference with its 95 % interval and half its width (`plus_minus`),
 * superiority, score, games, wins, losses and draws. If pairs of games were counted, it
 * also has the pairs by score. Infinite figures are null.
 * @param store database
 * @param id number of the run
 * @param[in,out] report receives the record
 * @param[out] err reason of a failure
 * @returns SOW_OK, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_elo(struct sow_store *store, int64_t id,
                                           struct sow_report *report,
                                           struct sow_err *err);

#endif
