/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The fit of a round of learning: from labelled positions to an evaluator.
 *
 * **Ridge** fits the targets in seeds: target = share x second source + (1 - share) x
 * first source.
 *
 * **LSTD** (sow/learn/lstd.h) fits the games. A chain is a game, its rows are the taken
 * positions, and its return is the final margin. South and north are the two opponents.
 *
 * **Logistic** fits the probability p of winning, where a draw counts half. Sources in
 * seeds become results first: a margin by its sign, and a value v by search as 1 / (1 +
 * exp(-k v)). The slope k is fitted to the results of the games of the round. Afterwards
 * the log odds of p are multiplied by a factor, so that every evaluator is in seeds. The
 * factor predicts the final margins with the least squared error.
 */
#ifndef SOW_EXPERIMENTS_LEARN_FIT_H
#define SOW_EXPERIMENTS_LEARN_FIT_H

#include "learn_games.h"
#include "learn_targets.h"

/* Input of a fit. All pointers are borrowed. */
struct learn_fitting {
    const struct learn_rows *rows;
    const int *features; /* indices of the features */
    int count;           /* number of features */
    const struct learn_targets *targets;
    const struct sow_learn_options *options; /* `method`, `lambda` and `ridge` are read */
};

/* The result of a fit. */
struct learn_fitted {
    struct sow_agent agent; /* evaluator with view=to-move, whose weights are in seeds */
    double r2;              /* out of sample; NaN where it is not defined */
    double rmse;            /* out of sample, in seeds; NaN for logistic */
};

/**
 * Fits the targets. The intercept becomes the weight of the feature `to_move`, which is 1
 * in every row.
 * @param fitting rows and settings
 * @param[out] fitted the result; unchanged on failure
 * @param[out] err reason of a failure
 * @returns the errors of sow_model_fit or sow_lstd_fit, or SOW_BAD_DATA if all weights
 * are 0, or if log odds cannot be turned into seeds.
 */
SOW_MUST_USE enum sow_status sow_learn_fit(const struct learn_fitting *fitting,
                                           struct learn_fitted *fitted,
                                           struct sow_err *err);

#endif
