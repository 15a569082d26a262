/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Comparison of the values of lists over blocks, as tables of a report. A block is a
 * random seed within a variant (a stratum). It has a cell for every combination of one
 * value from each list: the measure of the run with these values and this random seed.
 * A complete block has a value in each cell. A difference is that of the means of two
 * values of a list, in each block.
 *
 * Ownership: all texts are borrowed.
 */
#ifndef SOW_EXPERIMENTS_BLOCK_COMPARE_H
#define SOW_EXPERIMENTS_BLOCK_COMPARE_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct sow_frame;
struct sow_report;

/** Most values of a list whose pairs are compared. */
enum { SOW_COMPARED_VALUES_MAX = 32 };

/** Largest number of different reasons to leave something out. */
enum { SOW_OMISSIONS_MAX = 12 };

/** Things that a comparison leaves out for one reason. */
struct sow_omission {
    const char *what;   /**< kind of the things: "random seed", "run" or "list" */
    const char *reason; /**< reason as a phrase; static */
    size_t count;       /**< number of things */
    char names[200];    /**< names of the first things, with commas */
};

/** Everything that a comparison leaves out. */
struct sow_omissions {
    size_t count;                              /**< number of entries */
    struct sow_omission of[SOW_OMISSIONS_MAX]; /**< one for each kind and reason */
};

/** Adds a thing called @p name that is left out, to the entry of its kind @p what and its
 *  @p reason, which must be static. Names that do not fit are counted only. With
 *  SOW_OMISSIONS_MAX other entries the thing is dropped. */
void sow_omissions_add(struct sow_omissions *omissions, const char *what,
                       const char *reason, const char *name);

/** Adds what is left out to the table "left_out", which begins here if @p first is true.
 *  Does nothing if nothing is left out. The column "measure" has @p measure; there is
 * none if that is NULL. */
void sow_omissions_report(const struct sow_omissions *omissions, const char *measure,
                          bool first, struct sow_report *report);

/** A list of values to compare. */
struct sow_compared_list {
    const char *name;    /**< name of the list */
    size_t count;        /**< number of values, at least 2 */
    char *const *values; /**< the values as texts */
};

/** Complete blocks. */
struct sow_compared {
    const char *measure; /**< name of the measure of the cells */
    double equivalent;   /**< largest difference that counts as none, in the unit of the
                              measure; 0: no difference does */
    size_t list_count;   /**< number of lists, at least 1 */
    const struct sow_compared_list *lists; /**< lists whose values are compared */
    size_t blocks;                         /**< number of complete blocks; may be 0 */
    const double *values; /**< cells, block by block; the last list changes fastest */
    const size_t *strata; /**< variant of each block, numbered from 0 */
    size_t stratum_count; /**< number of variants with blocks */
    const char *const *stratum_names; /**< names of these variants */
    size_t seeds;    /**< number of different random seeds of the blocks */
    size_t left_out; /**< number of incomplete blocks */
    struct sow_omissions *omissions; /**< receives lists that are not compared */
};

/**
 * Adds the record "comparison" (measure, numbers of random seeds), the tables
 * "comparisons" (differences) and "effects", and the table "left_out". Without complete
 * blocks there is no table of comparisons. With fewer than two there is no table of
 * effects. With several variants the table "by_variant" has the mean differences in each
 * of them. Lists with too many values are noted as left out.
 * @param compared the blocks
 * @param main true if the table of comparisons is the main section of the report
 * @param[in,out] report receives the tables
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_compared_report(const struct sow_compared *compared,
                                                 bool main, struct sow_report *report,
                                                 struct sow_err *err);

/**
 * Adds the rows of a ranking to an open table: the values of each list that is compared,
 * the best first, with their means, and differences from the best.
 * @param compared the blocks, at least one
 * @param variant name of the variant of all blocks, or "all"
 * @param[in,out] report receives rows with the columns of sow_compared_rank_columns
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_compared_rank(const struct sow_compared *compared,
                                               const char *variant,
                                               struct sow_report *report,
                                               struct sow_err *err);

enum { SOW_RANK_COLUMNS = 12 };

/** Columns of a ranking. */
extern const char *const sow_compared_rank_columns[SOW_RANK_COLUMNS];

/**
 * Adds a point to a chart for each value of each list: its mean over the blocks, with
 * Student's 95 % interval between blocks. Differences between variants do not widen the
 * interval. Adds nothing without complete blocks.
 * @param compared the blocks
 * @param[in,out] frame a chart of intervals
 * @param[out] err reason of a failure
 * @returns the failures of sow_frame_add, or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_compared_draw_means(const struct sow_compared *compared,
                                                     struct sow_frame *frame,
                                                     struct sow_err *err);

/** Adds differences, with their intervals, to the chart of intervals @p frame. The group
 *  of a point, which is its colour, is the verdict. A list with more than two values
 *  gives only the differences from the value with the best mean. Adds nothing without
 *  complete blocks. Returns the failures of sow_frame_add, or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status
sow_compared_draw_differences(const struct sow_compared *compared,
                              struct sow_frame *frame, struct sow_err *err);

/** Adds the performance profile of each value of each list to the chart of lines
 *  @p frame. A point has a distance, in the unit of the measure, and the share of blocks
 *  in which this value is at most so far behind the best one.
 *  Adds nothing without complete blocks. Returns the failures of sow_frame_add, or
 *  SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status
sow_compared_draw_profiles(const struct sow_compared *compared, struct sow_frame *frame,
                           struct sow_err *err);

/** Adds the share of blocks in which a value is better than another one to the heat map
 *  @p frame. A tie counts half. Leaves out lists with more than SOW_COMPARED_VALUES_MAX
 *  values. Adds nothing without complete blocks. Returns the failures of sow_frame_add,
 *  or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_compared_draw_wins(const struct sow_compared *compared,
                                                    struct sow_frame *frame,
                                                    struct sow_err *err);

/** Adds a critical-difference diagram of each list, with at most SOW_COMPARED_VALUES_MAX
 *  values, to the chart of intervals @p frame. A line has the critical difference, as a
 *  bar, and the p value of Friedman's test. Below it are the values with their mean
 *  ranks, the best first, and bars that join values whose mean ranks are not shown to
 *  differ. Adds nothing without complete blocks. Returns the failures of sow_frame_add,
 *  or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_compared_draw_ranks(const struct sow_compared *compared,
                                                     struct sow_frame *frame,
                                                     struct sow_err *err);

#endif
