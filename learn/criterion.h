/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What methods minimise, observation by observation. Private to learn. Pure functions.
 */
#ifndef SOW_LEARN_CRITERION_H
#define SOW_LEARN_CRITERION_H

#include "fitting.h"

/** Numbers for one observation; too large for small stacks to hold many. */
struct sow_scratch {
    double eta[SOW_SET_MAX];
    double pull[SOW_SET_MAX];
    double weight[SOW_SET_MAX];
    double gap[SOW_SET_MAX];
    double mean[SOW_DESIGN_COLUMNS_MAX];
    double row[SOW_DESIGN_COLUMNS_MAX];
};

/** A loss of an observation as a function of its linear predictors eta. */
struct sow_criterion {
    /** Fills pull[i] = -d loss / d eta_i and returns the loss; both for weight 1. Robust:
     *  returns the slope of psi instead. */
    double (*pull)(const struct sow_fitting *work, const struct sow_estimate *at,
                   const struct sow_observation *seen, const double *eta, double *pull);
    /** Fills weights and gaps such that weighted least squares of eta + gap on x gives
     * the next eta of iteratively reweighted least squares. */
    void (*reweigh)(const struct sow_fitting *work, const struct sow_estimate *at,
                    const struct sow_observation *seen, const double *eta, double *weight,
                    double *gap);
    /** By how much coefficients that give the linear predictors @p eta set the
     * observation right: if that is below 0 nowhere, they separate the classes. NULL: no
     * classes. */
    double (*margin)(const struct sow_observation *seen, const double *eta);
    double start; /**< root of the ratio of weights at b = 0 to the first pass's */
};

extern const struct sow_criterion sow_criterion_linear;
extern const struct sow_criterion sow_criterion_robust;
extern const struct sow_criterion sow_criterion_logistic;
extern const struct sow_criterion sow_criterion_preference;

/** Fills the linear predictors of @p seen. */
void sow_eta_fill(const struct sow_observation *seen, const double *b, size_t columns,
                  double *eta);

/** 1 / (1 + exp(-@p eta)). */
double sow_probability(double eta);

/** y log(1 / p) + (1 - y) log(1 / (1 - p)) at p = sow_probability(@p eta). */
double sow_cross_entropy(double eta, double y);

/** Fills p of every alternative and q, p given that a preferred one was chosen; returns
 *  the loss, log(1 / sum of p over the preferred). */
double sow_choice_fill(const struct sow_observation *seen, const double *eta, double *p,
                       double *q);

#endif
