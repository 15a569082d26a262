/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The result of a match, in the figures that players of matches know.
 */
#ifndef SOW_EXPERIMENTS_QUERY_MATCH_H
#define SOW_EXPERIMENTS_QUERY_MATCH_H

#include "sow/store/store.h"

struct sow_report;

/**
 * Adds, for a run of one match of purpose "match", the record "elo": Elo difference, half
 * its 95 % interval (`plus_minus`) and the interval, superiority, score, games, wins,
 * losses, draws, and the pairs of games by score where these were counted; infinite
 * figures are null. If the match was played for a sequential test, the record "sprt"
 * follows. Adds nothing for other runs.
 */
SOW_MUST_USE enum sow_status sow_query_elo(struct sow_store *store, int64_t id,
                                           struct sow_report *report,
                                           struct sow_err *err);

#endif
