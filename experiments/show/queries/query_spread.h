/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Scores of players over many variants, as a sample of variants.
 */
#ifndef SOW_EXPERIMENTS_QUERY_SPREAD_H
#define SOW_EXPERIMENTS_QUERY_SPREAD_H

#include "sow/store/store.h"

struct sow_report;

/**
 * Adds the table "spread" for a test of robustness in at least five variants, with a row
 * for each player. Adds nothing for other runs.
 *
 * A row has the mean of the player's scores in the variants, and the share of variants
 * with a score below one half. It also has the 10 % quantile, the median and the lowest
 * score. The intervals take the variants for a random sample: Student's of the mean, that
 * of a rate for the share, and sow_sample_quantile_limits for quantiles. Bounds that are
 * not known are 0 and 1.
 * @param store database
 * @param id number of the run
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_OK, SOW_NO_MEMORY, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_spread(struct sow_store *store, int64_t id,
                                              struct sow_report *report,
                                              struct sow_err *err);

#endif
