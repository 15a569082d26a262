/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The key result of a sweep: the best of its combinations of settings.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_KEY_H
#define SOW_EXPERIMENTS_SWEEP_KEY_H

#include "sow/queries/query_key.h"

/**
 * Reads the key result of the runs with a label: the mean of the combination of settings
 * with the highest one. Its interval is that of sow_sweep_results. Without a measure that
 * all runs have, and for a measure that is no share, the result has words only.
 * @param store the database
 * @param label the label, not empty
 * @param[out] key receives the result
 * @param[out] err reason of a failure
 * @returns the failure of the database, or SOW_NO_MEMORY. Runs that cannot be arranged
 *   as a sweep have no result, and this is no failure.
 */
SOW_MUST_USE enum sow_status sow_query_sweep_key(struct sow_store *store,
                                                 const char *label,
                                                 struct sow_query_key *key,
                                                 struct sow_err *err);

#endif
