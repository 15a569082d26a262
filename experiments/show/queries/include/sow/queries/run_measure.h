/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Measures of runs: the rows of the view run_measures.
 */
#ifndef SOW_EXPERIMENTS_RUN_MEASURE_H
#define SOW_EXPERIMENTS_RUN_MEASURE_H

#include "sow/store/store.h"

#include <stdbool.h>

/** Most measures of a run; most bytes of a name without its NUL; most panels. */
enum { SOW_MEASURES_MAX = 10, SOW_MEASURE_NAME_MAX = 23, SOW_RUN_PANELS_MAX = 12 };

/** Most bytes of a measure in words without its NUL. */
enum { SOW_MEASURE_WORDS_MAX = 63 };

/**
 * Returns the name of a measure in words, such as `strength at depth 4`. Options and
 * tables for programs keep the name, such as `strength_depth_4`.
 * @param name name of a measure
 * @param[out] room room for the words
 * @returns @p room
 */
const char *sow_measure_words(const char *name, char room[SOW_MEASURE_WORDS_MAX + 1]);

/** Measure of a run. */
struct sow_run_measure {
    char name[SOW_MEASURE_NAME_MAX + 1]; /**< "": the run has none */
    double value;                        /**< NaN if the run has none */
    double low;  /**< lower bound of the run's own 95 % interval, or NaN */
    double high; /**< upper bound, or NaN */
};

/** All measures of a run with a finite value. First come those of the view in its order,
 *  then `strength_depth_4` and others like it, the deepest first. The last ones are
 *  `regret_depth_4_on_12` and others like it, in positions with at most 12 seeds. */
struct sow_run_measures {
    int64_t run_id; /**< number of the run; 0: it was not read */
    size_t count;   /**< number of measures */
    struct sow_run_measure measure[SOW_MEASURES_MAX];
    int depth;     /**< depth of `strength`, in moves; 0 if the run has none */
    size_t panels; /**< number of panels of the strength */
    char panel[SOW_RUN_PANELS_MAX][80]; /**< names of these panels */
    /** depths of these panels; 0: `strength`, and all depths that have no other panel */
    int panel_depth[SOW_RUN_PANELS_MAX];
};

/** Reads the measures that are stored of run @p id, with depth and panels of its
 *  strength. The caller asks for finished runs; others usually have none. Returns an
 *  error of the database. */
SOW_MUST_USE enum sow_status sow_run_measures_read(struct sow_store *store, int64_t id,
                                                   struct sow_run_measures *measures,
                                                   struct sow_err *err);

/** Returns the measure called @p name, or the first one if @p name is "". If there is
 *  none, the name of the result is "" and its numbers are NaN. */
struct sow_run_measure sow_run_measures_find(const struct sow_run_measures *measures,
                                             const char *name);

/**
 * Chooses the measure to compare runs by. It is the requested one, else strength if all
 * runs have it at one depth. Strengths at several depths give way to the strength at the
 * greatest depth that all runs have. Without these it is the first measure that all runs
 * have. Runs without any measure are ignored.
 * @param runs measures of the runs
 * @param count number of runs
 * @param asked name of the requested measure, or ""
 * @param[out] name receives the measure; "" if the runs have none in common
 * @param[out] err reason of a failure
 * @returns SOW_USAGE, with the measures that there are, if no run has the requested one;
 *          SOW_USAGE if it is the strength against two versions of a panel, or if
 *          `strength` is requested and the runs have it at different depths
 */
SOW_MUST_USE enum sow_status sow_run_measures_choose(const struct sow_run_measures *runs,
                                                     size_t count, const char *asked,
                                                     char name[SOW_MEASURE_NAME_MAX + 1],
                                                     struct sow_err *err);

/**
 * Writes which runs lack strength while others have it, what follows for the measure, and
 * the command that measures them.
 * @param runs measures of the runs; those that were not read are ignored
 * @param count number of runs
 * @param asked name of the requested measure, or ""
 * @param name measure that is compared, or ""
 * @param[out] room the text; "" if the runs that were read are alike, or if a measure
 *   other than strength was requested
 * @param size size of @p room in bytes; a text that does not fit is cut
 */
void sow_run_measures_lacking(const struct sow_run_measures *runs, size_t count,
                              const char *asked, const char *name, char *room,
                              size_t size);

/** Returns true if both are panels, and different versions of one: `kalah-1` and
 *  `kalah-2`. False for equal names. */
bool sow_measure_panels_differ(const char *one, const char *other);

/** Returns D of the measure `strength_depth_D`, 0 for `strength`, and -1 for another
 *  measure. */
int sow_measure_depth(const char *name);

/** Returns the largest difference of a measure that counts as none, in its unit; 0 if no
 *  difference does. */
double sow_measure_equivalent(const char *name);

/** Row of the option `equivalent`, for a double at @p offset. */
#define SOW_EQUIVALENT_ROW(offset)                                                       \
    {                                                                                    \
        "equivalent", &sow_param_real, (offset), 0, 1e6, NULL, "0.02",                   \
            "largest difference that counts as none, in the unit of the measure; the "   \
            "default holds for scores, other measures have none; 0 = no difference"      \
    }

/** Returns true if small values of a measure are good. */
bool sow_measure_lower_is_better(const char *name);

/** Returns true if a measure is a mean score, which lies between 0 and 1. */
bool sow_measure_is_score(const char *name);

/** Returns true if no value of a measure is below 0, so that an interval begins at 0 at
 * the lowest. */
bool sow_measure_is_from_zero(const char *name);

#endif
