/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Learning curves of a sweep: strength against games played.
 */
#ifndef SOW_EXPERIMENTS_LEARNING_CHART_H
#define SOW_EXPERIMENTS_LEARNING_CHART_H

#include "sow/charts/chart.h"
#include "sow/queries/sweep_table.h"

/** Facts about the lines of a chart of learning curves. */
struct sow_learning {
    int depth;         /**< depth of all strengths */
    size_t lines;      /**< number of lines */
    size_t single;     /**< lines of a single run, which have no band */
    size_t fewest;     /**< smallest number of runs of a line; 0 without lines */
    size_t most;       /**< largest number of runs of a line */
    size_t unmeasured; /**< finished runs that are left out: they have fewer than two
                            measured stages */
    char runs[120];    /**< numbers of the first unmeasured runs, with blanks */
    size_t listed;     /**< how many of them `runs` has */
    size_t stageless;  /**< finished runs with fewer than two generations or rounds */
    size_t apart;      /**< groups left out: their runs have fewer than two measured
                            stages in common */
};

/**
 * Draws the learning curves of a sweep. A line is a combination of values: the median and
 * the quartiles over its runs of strength, against the median of games played. Its points
 * are the stages (generations or rounds) that all of its runs have measured. All points
 * have one depth.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param store database with the runs
 * @param[in,out] frame `{.chart = ...}`, a chart of lines; release it in any case. Its
 * axis x becomes logarithmic if lines end at very different numbers of games
 * @param[in,out] learning facts about the lines. Its depth is that of the strengths; 0:
 * the depth that stands for all runs, or else the greatest one at which all measured runs
 * have a curve
 * @param[out] err reason of a failure
 * @returns the failures of sow_frame_add, SOW_NOT_FOUND if no depth fits, SOW_NO_MEMORY,
 * or the failure of the database
 */
SOW_MUST_USE enum sow_status
sow_learning_fill(const struct sow_sweep_plan *plan, const struct sow_sweep_place *places,
                  struct sow_store *store, struct sow_frame *frame,
                  struct sow_learning *learning, struct sow_err *err);

#endif
