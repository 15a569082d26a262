/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sweeps without their plans: the stored runs with one label, arranged by the settings in
 * which they differ.
 *
 * Ownership: a stored sweep owns everything; release it.
 */
#ifndef SOW_EXPERIMENTS_STORED_SWEEP_H
#define SOW_EXPERIMENTS_STORED_SWEEP_H

#include "sow/store/store.h"
#include "sow/sweeps/sweep_tasks.h"

/** Number of runs with one label from which they are a sweep. */
enum { SOW_SWEEP_RUNS_LEAST = 3 };

/** A sweep made of stored runs. */
struct sow_stored_sweep {
    /** The settings in which the runs differ, as lists: `variant`, then settings, then
     *  `seed`. It has no path and no command. */
    struct sow_sweep_plan plan;
    struct sow_sweep_place *places; /**< runs of all tasks, in their order */
    size_t runs;                    /**< number of runs with the label */
    size_t done;                    /**< number of these that are done */
    size_t active;                  /**< number of these that are under way */
    size_t twins; /**< runs left out, since another one has the same settings */
    /** Kinds of the runs, such as "evolve, learn". */
    char kinds[80];
    /** Settings that differ only together with those of the lists, with commas. They
     *  have no list of their own. A long text is cut. */
    char along[200];
};

/**
 * Reads the runs with a label. A setting that follows from the others in each variant has
 * no list. Settings that were not combined freely share one list, `setting`, whose values
 * name them all.
 * @param store the database
 * @param label the label, not empty
 * @param[out] sweep receives the runs; release it, also after a failure
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if no run has the label; SOW_BAD_DATA if the runs differ in too
 *   many settings or have too many combinations of values; SOW_NO_MEMORY, or the failure
 *   of the database
 */
SOW_MUST_USE enum sow_status sow_stored_sweep_read(struct sow_store *store,
                                                   const char *label,
                                                   struct sow_stored_sweep *sweep,
                                                   struct sow_err *err);

/** Frees a sweep and clears it. */
void sow_stored_sweep_release(struct sow_stored_sweep *sweep);

#endif
