/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The functions that the methods minimise, one observation at a time. Private to learn.
 * All functions are pure.
 */
#ifndef SOW_LEARN_CRITERION_H
#define SOW_LEARN_CRITERION_H

#include "fitting.h"

/** Working storage for one observation. It is large: keep no more than one on a stack. */
struct sow_scratch {
    double eta[SOW_SET_MAX];             /**< linear predictor of each row */
    double pull[SOW_SET_MAX];            /**< see sow_criterion.pull */
    double weight[SOW_SET_MAX];          /**< see sow_criterion.reweigh */
    double gap[SOW_SET_MAX];             /**< see sow_criterion.reweigh */
    double mean[SOW_DESIGN_COLUMNS_MAX]; /**< mean of each column */
    double row[SOW_DESIGN_COLUMNS_MAX];  /**< one row less the mean */
};

/** Loss of an observation as a function of its linear predictors eta. */
struct sow_criterion {
    /** Fills pull[i] = -d loss / d eta_i and returns the loss, both for weight 1. For
     *  robust it returns the slope of psi instead of the loss. */
    double (*pull)(const struct sow_fitting *work, const struct sow_estimate *at,
                   const struct sow_observation *seen, const double *eta, double *pull);
    /** Fills weights and gaps for a step of iteratively reweighted least squares. The
     *  weighted least squares fit of eta + gap on x gives the next eta. */
    void (*reweigh)(const struct sow_fitting *work, const struct sow_estimate *at,
                    const struct sow_observation *seen, const double *eta, double *weight,
                    double *gap);
    /** Returns the margin by which the linear predictors @p eta classify the observation
     *  correctly. Coefficients separate the classes if they give no observation a margin
     *  below 0. NULL for criteria without classes. */
    double (*margin)(const struct sow_observation *seen, const double *eta);
    /** Square root of the ratio of two weights: of a row at b = 0, and of the same row in
     *  the first pass. */
    double start;
};

/** Criterion of least-squares and ridge: squared errors. */
extern const struct sow_criterion sow_criterion_linear;
/** Criterion of robust: an error of bounded influence. */
extern const struct sow_criterion sow_criterion_robust;
/** Criterion of logistic: cross-entropy. */
extern const struct sow_criterion sow_criterion_logistic;
/** Criterion of preference: -log of the probability of the preferred alternatives. */
extern const struct sow_criterion sow_criterion_preference;

/**
 * Computes the linear predictor a + x b of each row of an observation. In a choice set, x
 * are the differences from the set's first row.
 * @param seen the observation.
 * @param b coefficients of all terms, the intercept first.
 * @param columns number of columns.
 * @param[out] eta receives one number for each row.
 */
void sow_eta_fill(const struct sow_observation *seen, const double *b, size_t columns,
                  double *eta);

/** Returns the probability 1 / (1 + exp(-@p eta)). */
double sow_probability(double eta);

/** Returns the loss y log(1 / p) + (1 - y) log(1 / (1 - p)) of the probability p that
 *  @p eta gives. */
double sow_cross_entropy(double eta, double y);

/**
 * Computes the probabilities of the alternatives of a choice set.
 * @param seen the choice set.
 * @param eta linear predictor of each alternative.
 * @param[out] p receives the probability of each alternative.
 * @param[out] q receives p given that a preferred alternative was chosen.
 * @returns the loss, log(1 / sum of p over the preferred alternatives).
 */
double sow_choice_fill(const struct sow_observation *seen, const double *eta, double *p,
                       double *q);

#endif
