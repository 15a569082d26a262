/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The fit of a round of learning: from labelled positions to an evaluator.
 */
#ifndef SOW_EXPERIMENTS_LEARN_FIT_H
#define SOW_EXPERIMENTS_LEARN_FIT_H

#include "learn_games.h"

/* Input of a fit. All pointers are borrowed. */
struct learn_fitting {
    const struct learn_rows *rows;
    const int *features; /* indices of the features */
    int count;           /* number of features */
    double target_mix;   /* share of the margin in a target */
    double penalty;      /* 0: least squares */
};

/* The result of a fit. */
struct learn_fitted {
    struct sow_agent agent; /* evaluator with view=to-move, whose weights are in seeds */
    double r2;              /* out of sample; NaN where it is not defined */
    double rmse;            /* out of sample, in seeds */
};

/**
 * Fits the labels. A target is target_mix x margin + (1 - target_mix) x value by search.
 * The intercept becomes the weight of the feature `to_move`, which is 1 in every row.
 * @param fitting rows and settings
 * @param[out] fitted the result; unchanged on failure
 * @param[out] err reason of a failure
 * @returns the errors of sow_model_fit, or SOW_BAD_DATA if all weights are 0.
 */
SOW_MUST_USE enum sow_status sow_learn_fit(const struct learn_fitting *fitting,
                                           struct learn_fitted *fitted,
                                           struct sow_err *err);

#endif
