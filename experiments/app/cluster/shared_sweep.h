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

/** Makes tasks like sow_sweep_make, by all ranks. A job of one rank makes them alone.
 *  Rank 0 returns the status of the first task that failed, or SOW_INTERRUPTED after a
 *  stop. All other ranks return SOW_OK: their failures are reported by rank 0. Returns
 *  SOW_INTERRUPTED in all ranks if one of them has ended before the first task. */
enum sow_status sow_shared_sweep_make(const struct sow_sweep *sweep, size_t first,
                                      size_t last, struct sow_store *store,
                                      struct sow_sweep_outcome *outcome,
                                      struct sow_err *err);

#endif
