/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sweeps whose tasks are handed out to ranks: rank 0 says who makes what and is the only
 * one that writes the database; the others make a task each in a database of their own
 * and send it.
 */
#ifndef SOW_EXPERIMENTS_SHARED_SWEEP_H
#define SOW_EXPERIMENTS_SHARED_SWEEP_H

#include "sow/cli/cli_tasks.h"

/** As sow_cli_tasks_make, with all ranks; with one rank the same. */
enum sow_status sow_shared_sweep_make(const struct sow_cli_sweep *sweep, size_t first,
                                      size_t last, struct sow_store *store,
                                      struct sow_cli_outcome *outcome,
                                      struct sow_err *err);

#endif
