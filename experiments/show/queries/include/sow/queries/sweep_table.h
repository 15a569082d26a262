/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tables of a sweep: its tasks, the results of their runs, and the comparison of
 * settings.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_TABLE_H
#define SOW_EXPERIMENTS_SWEEP_TABLE_H

#include "sow/queries/run_measure.h"
#include "sow/store/store.h"
#include "sow/sweeps/sweep_tasks.h"

struct sow_report;

/**
 * Adds the table "tasks": the numbers and values of tasks, and their runs.
 * @param plan plan of the sweep
 * @param first first task to list, from 1 on
 * @param last last task to list
 * @param places runs of these tasks; places[0] belongs to @p first
 * @param[in,out] report receives the table
 */
void sow_sweep_list_tasks(const struct sow_sweep_plan *plan, size_t first, size_t last,
                          const struct sow_sweep_place *places,
                          struct sow_report *report);

/** Measures of the tasks of a sweep. */
struct sow_sweep_measures {
    /** measure of all runs; "": the runs have none in common */
    char name[SOW_MEASURE_NAME_MAX + 1];
    double equivalent; /**< largest difference that counts as none, in the unit of the
                            measure; 0: no difference does */
    char note[512];    /**< sow_run_measures_lacking; "": nothing */
    struct sow_run_measure *of; /**< measure of each task; its value is NaN if the run is
                                     missing or has no such measure. Owned. */
};

/**
 * Reads the measures of all tasks whose runs are done.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param asked name of the measure; "": the choice of sow_run_measures_choose. If the
 * runs have none in common, each task has the first measure of its run
 * @param store database with the runs
 * @param[out] measures release it by sow_sweep_measures_release, also after a failure
 * @param[out] err reason of a failure
 * @returns the failures of sow_run_measures_choose, SOW_NO_MEMORY, or the failure of the
 *   database
 */
SOW_MUST_USE enum sow_status sow_sweep_measures_read(const struct sow_sweep_plan *plan,
                                                     const struct sow_sweep_place *places,
                                                     const char *asked,
                                                     struct sow_store *store,
                                                     struct sow_sweep_measures *measures,
                                                     struct sow_err *err);

/** Frees the measures. */
void sow_sweep_measures_release(struct sow_sweep_measures *measures);

/** Tasks that differ only in their random seed: a row of the table "results". */
struct sow_sweep_group {
    size_t task;                  /**< first task of the group, from 1 */
    size_t count;                 /**< number of runs that have the measure, at least 1 */
    struct sow_run_measure first; /**< measure of the first run */
    int64_t *ids;                 /**< numbers of the runs, each once */
    double *values;               /**< measures of the runs */
};

struct sow_interval;

/**
 * Computes the mean of a group.
 * @param group the group
 * @param[out] interval receives the 95 % interval: Student's between several runs, cut to
 *   0 and 1 for a score, or that of the only run; NaN without one
 * @returns the mean of the measure
 */
double sow_sweep_group_mean(const struct sow_sweep_group *group,
                            struct sow_interval *interval);

/** Writes the values of a group, such as "awari, 50", or "all" if no list tells groups
 *  apart. Cuts a text that does not fit in @p size bytes. */
void sow_sweep_group_name(const struct sow_sweep_plan *plan,
                          const struct sow_sweep_group *group, char *name, size_t size);

/** Callback for a group. The group is valid only during the call. */
typedef enum sow_status sow_sweep_group_fn(void *context,
                                           const struct sow_sweep_plan *plan,
                                           const struct sow_sweep_group *group,
                                           struct sow_err *err);

/**
 * Calls @p visit for each group of tasks that has a finished run with the measure.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param measures measures of all tasks
 * @param visit receives the groups, in the order of the tasks
 * @param context passed to @p visit
 * @param[out] err reason of a failure
 * @returns SOW_NO_MEMORY or the failure of @p visit, which ends the calls
 */
SOW_MUST_USE enum sow_status sow_sweep_groups(const struct sow_sweep_plan *plan,
                                              const struct sow_sweep_place *places,
                                              const struct sow_sweep_measures *measures,
                                              sow_sweep_group_fn *visit, void *context,
                                              struct sow_err *err);

/**
 * Adds the table "results": a row for each combination of values except `seed`. A row has
 * the mean of the measure of its finished runs. With several runs the interval is
 * Student's 95 % interval between runs. With one run it is the run's own interval. A run
 * that belongs to several tasks of a row counts once. Adds nothing if no run is done and
 * has a measure.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param measures measures of all tasks
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_sweep_results(const struct sow_sweep_plan *plan,
                                               const struct sow_sweep_place *places,
                                               const struct sow_sweep_measures *measures,
                                               struct sow_report *report,
                                               struct sow_err *err);

/**
 * Compares the values of each list, except `seed` and lists of different games
 * (`variant`, `variants`, `pits`, `seeds_per_pit`, `start`, `rule`), by differences
 * inside random seeds (docs/reference/settings.md). Adds the record "comparison" and
 * the tables "comparisons", "effects" and "left_out". Adds nothing if no list has several
 * values.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param measures measures of all tasks
 * @param main true if the table of comparisons is the main section of the report
 * @param[in,out] report receives the tables
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_sweep_compare(const struct sow_sweep_plan *plan,
                                               const struct sow_sweep_place *places,
                                               const struct sow_sweep_measures *measures,
                                               bool main, struct sow_report *report,
                                               struct sow_err *err);

/**
 * Ranks the values of each list that sow_sweep_compare compares, by each of several
 * measures. Adds the table "ranking", over all variants, and with several variants the
 * table "ranking_by_variant". The verdict is that on a value beside the best one,
 * corrected for all pairs of values. Adds nothing without complete blocks.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param measures measures of all tasks, once for each measure
 * @param count number of measures, at least 1
 * @param[in,out] report receives the tables
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_sweep_rank(const struct sow_sweep_plan *plan,
                                            const struct sow_sweep_place *places,
                                            const struct sow_sweep_measures *measures,
                                            size_t count, struct sow_report *report,
                                            struct sow_err *err);

struct sow_compared;

/** Callback for the complete blocks of a sweep, valid only during the call. */
typedef enum sow_status sow_sweep_blocks_fn(void *context,
                                            const struct sow_compared *compared,
                                            struct sow_err *err);

/**
 * Collects the complete blocks of a sweep and passes them to @p use. Does not call it if
 * no list is compared.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param measures measures of all tasks
 * @param use receives the blocks
 * @param context passed to @p use
 * @param[out] err reason of a failure
 * @returns SOW_NO_MEMORY or the status of @p use
 */
SOW_MUST_USE enum sow_status sow_sweep_blocks(const struct sow_sweep_plan *plan,
                                              const struct sow_sweep_place *places,
                                              const struct sow_sweep_measures *measures,
                                              sow_sweep_blocks_fn *use, void *context,
                                              struct sow_err *err);

#endif
