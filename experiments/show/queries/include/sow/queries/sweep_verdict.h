/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Verdicts of a sweep in words: the best value of each list beside the others.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_VERDICT_H
#define SOW_EXPERIMENTS_SWEEP_VERDICT_H

#include "sow/queries/sweep_table.h"

/** Most bytes of a verdict in words, with its NUL. */
enum { SOW_SWEEP_WORDS = 512 };

/** Verdict on the value of a list with the best mean beside another value. */
struct sow_sweep_verdict {
    const char *list;  /**< name of the list */
    const char *best;  /**< value with the best mean */
    const char *other; /**< the other value */
    double difference; /**< mean of the best value minus that of the other */
    double low;        /**< lower end of its 95 % interval; NaN: too few random seeds */
    double high;       /**< upper end of that interval */
    double p_adjusted; /**< p value, corrected for all differences of the sweep (Holm) */
    bool decided;      /**< true if the best value is better, after that correction */
    bool
        equivalent; /**< true if the interval shows that the difference does not matter */
    /** The verdict as a sentence, with the difference, its interval and its base. */
    char words[SOW_SWEEP_WORDS];
};

/** Receives a verdict, which is valid only during the call. */
typedef enum sow_status sow_sweep_verdict_fn(void *context,
                                             const struct sow_sweep_verdict *verdict,
                                             struct sow_err *err);

/**
 * Judges the values of each list that sow_sweep_compare compares. Passes nothing without
 * complete random seeds, or if the runs have no measure in common.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param measures measures of all tasks
 * @param take receives the verdicts, list by list: first those that are decided
 * @param context passed to @p take
 * @param[out] err reason of a failure
 * @returns SOW_NO_MEMORY or the failure of @p take
 */
SOW_MUST_USE enum sow_status sow_sweep_verdicts(const struct sow_sweep_plan *plan,
                                                const struct sow_sweep_place *places,
                                                const struct sow_sweep_measures *measures,
                                                sow_sweep_verdict_fn *take, void *context,
                                                struct sow_err *err);

#endif
