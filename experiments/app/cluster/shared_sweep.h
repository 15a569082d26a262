/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sweeps whose tasks are shared among ranks. Rank 0 assigns the tasks and is the only
 * rank that writes the database. The other ranks carry out one task at a time, in a
 * database of their own, and send its run.
 */
#ifndef SOW_EXPERIMENTS_SHARED_SWEEP_H
#define SOW_EXPERIMENTS_SHARED_SWEEP_H

#include "sow/sweeps/sweep_tasks.h"

/** Makes the tasks @p first to @p last of a sweep by all ranks, with the meaning and
 *  results of sow_sweep_make. All ranks call it, each with its own database. A job of
 *  one rank makes them alone. Rank 0 returns the status of the first task that failed,
 *  or SOW_INTERRUPTED after a stop. All other ranks return SOW_OK: rank 0 reports their
 *  failures. Returns SOW_INTERRUPTED in all ranks if one of them has ended before the
 *  first task. Batches are no longer shared afterwards, and ranks wait without a time
 *  limit. */
enum sow_status sow_shared_sweep_make(const struct sow_sweep *sweep, size_t first,
                                      size_t last, struct sow_store *store,
                                      struct sow_sweep_outcome *outcome,
                                      struct sow_err *err);

#endif
