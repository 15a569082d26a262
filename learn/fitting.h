/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the fitting of one model works with, and its steps. Private to learn.
 *
 * Terms are counted as the columns of [1 x]: 0 the intercept, 1 + j column j. Functions
 * that make passes return what sow_observe returns, or SOW_NO_MEMORY.
 */
#ifndef SOW_LEARN_FITTING_H
#define SOW_LEARN_FITTING_H

#include "observe.h"
#include "sow/learn/model.h"
#include "triangle.h"

enum { SOW_NOTHING_LEFT_OUT = -1 };

/** Coefficients fitted to all rows, or to all but a fold. */
struct sow_estimate {
    int left_out;   /**< fold, or SOW_NOTHING_LEFT_OUT */
    double *b;      /**< of every term; 0 of those not chosen */
    size_t *chosen; /**< terms fitted, ascending; room for all terms and one more */
    size_t count;
    /** The leading count columns are R, R'R the curvature of the loss in the chosen
     *  coefficients: the matrix that turns a gradient into a step. */
    struct sow_triangle factor;
    double scale; /**< robust */
    bool converged;
    int iterations;

    /* Of the iterations. */
    double *gradient, *step, *previous; /**< of every term */
    double loss, last_loss;
    double norm, last_norm; /**< of the step, as a root mean square change of eta */
    double damping;         /**< of robust steps */
    int halvings;
    bool active, ready, stale;
    bool is_minimum; /**< the factor's curvature is that of the loss, not a bound on it */
};

SOW_MUST_USE enum sow_status sow_estimate_init(struct sow_estimate *estimate,
                                               size_t terms, int left_out,
                                               struct sow_err *err);

/** @p estimate may be zero. */
void sow_estimate_release(struct sow_estimate *estimate);

/** Factors of [1 x y], or of reweighted rows, fold by fold. */
struct sow_parts {
    int count;                  /**< folds; 0: nothing is left out, and no factors */
    struct sow_triangle *part;  /**< of fold i */
    struct sow_triangle *train; /**< of all folds but i */
};

void sow_parts_release(struct sow_parts *parts);

/** A psi of the robust method; arguments are residuals in scales / tuning. */
struct sow_psi {
    double tuning;
    double (*weight)(double t); /**< psi(t) / t */
    double (*slope)(double t);  /**< psi'(t) */
};

extern const struct sow_psi sow_psis[SOW_LOSSES];

struct sow_criterion;

struct sow_fitting {
    const struct sow_rows *source;
    const struct sow_method *method;
    /** Estimates for all rows and for each fold left out. */
    enum sow_status (*estimate)(struct sow_fitting *work, struct sow_err *err);
    const struct sow_criterion *criterion;
    struct sow_model_options options; /**< the caller's, but no intercept where the
                                           method has none */
    size_t columns, terms;
    bool *use; /**< columns to fit */
    struct sow_psi psi;

    /* From the first pass: the rows as they are; of choice sets the differences within
     * each set, all alternatives being equally probable. */
    struct sow_census census;
    int64_t rows, groups; /**< of observations */
    struct sow_design *design;
    struct sow_triangle all;
    struct sow_parts parts;
    double weight;        /**< sum over observations */
    double *mean, *sd;    /**< of the columns of alternatives */
    int64_t *fold_groups; /**< groups by fold */
    int64_t *fold_rows;   /**< rows by fold */

    double penalty;      /**< ridge: in force */
    double effective;    /**< ridge: parameters, once the terms are filled */
    struct sow_ols *ols; /**< of the columns in use, from the first pass's design; NULL if
                              there are none */
    struct sow_estimate whole;
    struct sow_estimate *folds; /**< options.folds of them */
    struct sow_model *model;
};

/** Reads all rows once; fills what comes from the first pass. */
SOW_MUST_USE enum sow_status sow_fitting_survey(struct sow_fitting *work,
                                                struct sow_err *err);

/** Least squares of the columns in use into work->ols, naming those without information;
 *  work->whole gets the columns chosen and their factor, every estimate b = 0. */
SOW_MUST_USE enum sow_status sow_fitting_begin(struct sow_fitting *work,
                                               struct sow_err *err);

/** Takes back sow_fitting_begin and what followed. */
void sow_fitting_rewind(struct sow_fitting *work);

/** Makes the columns in use, and the intercept, those chosen in work->whole. */
void sow_fitting_pick(struct sow_fitting *work);

/** What methods do: estimates for all rows and for each fold left out. */
SOW_MUST_USE enum sow_status sow_fit_least_squares(struct sow_fitting *work,
                                                   struct sow_err *err);
SOW_MUST_USE enum sow_status sow_fit_ridge(struct sow_fitting *work, struct sow_err *err);
SOW_MUST_USE enum sow_status sow_fit_robust(struct sow_fitting *work,
                                            struct sow_err *err);
SOW_MUST_USE enum sow_status sow_fit_newton(struct sow_fitting *work,
                                            struct sow_err *err);

/** The score, out of sample, of linear fits on the columns in use, from the folds'
 *  factors @p parts alone. */
SOW_MUST_USE enum sow_status
sow_linear_score(struct sow_fitting *work, const struct sow_parts *parts, double penalty,
                 double *score, double *standard_error, struct sow_err *err);

/** The score of the ridge penalty that options.rule chooses for the columns in use, and
 *  that penalty; @p record: as steps of the model. */
SOW_MUST_USE enum sow_status sow_ridge_choose(struct sow_fitting *work, bool record,
                                              double *penalty, double *score,
                                              double *standard_error,
                                              struct sow_err *err);

/** Chooses columns by options.select into work->use; steps are recorded. */
SOW_MUST_USE enum sow_status sow_fitting_select(struct sow_fitting *work,
                                                struct sow_err *err);

/** Fills the terms of work->model, and its freedom. */
SOW_MUST_USE enum sow_status sow_fitting_terms(struct sow_fitting *work,
                                               struct sow_err *err);

/** Fills the measures and folds of work->model. */
SOW_MUST_USE enum sow_status sow_fitting_judge(struct sow_fitting *work,
                                               struct sow_err *err);

/** Fills the bins of work->model. */
SOW_MUST_USE enum sow_status sow_fitting_bins(struct sow_fitting *work,
                                              struct sow_err *err);

/** The score out of sample of work->folds, logistic or preference, by a pass. */
SOW_MUST_USE enum sow_status sow_fitting_score(struct sow_fitting *work, double *score,
                                               double *standard_error,
                                               struct sow_err *err);

/** Robust: what the deviations of (X'WX)^-1 are multiplied by for classical errors, as in
 *  MASS's summary.rlm. Makes work->whole.factor that of the loss's second derivatives. */
SOW_MUST_USE enum sow_status sow_robust_spread(struct sow_fitting *work,
                                               double *deviation, struct sow_err *err);

/** Adds a step to work->model. */
SOW_MUST_USE enum sow_status sow_fitting_record(struct sow_fitting *work,
                                                const struct sow_model_step *step,
                                                struct sow_err *err);

/** Factors of the reweighted rows at @p at, fold by fold. */
SOW_MUST_USE enum sow_status sow_fitting_reweigh(struct sow_fitting *work,
                                                 const struct sow_estimate *at,
                                                 struct sow_parts *parts,
                                                 struct sow_err *err);

/** The factor of the reweighted rows of @p at, at its b; [1 x y] as in design. */
SOW_MUST_USE enum sow_status sow_fitting_refactor(struct sow_fitting *work,
                                                  const struct sow_estimate *at,
                                                  struct sow_triangle *factor,
                                                  struct sow_err *err);

/** Loss and gradient of every active one of @p count estimates. Robust: in place of the
 *  loss the sum of psi's slopes, weighted. */
SOW_MUST_USE enum sow_status sow_fitting_gradient(struct sow_fitting *work,
                                                  struct sow_estimate *estimates,
                                                  size_t count, struct sow_err *err);

/** The root mean square, over the rows of the first pass, of eta's change by @p step. */
double sow_fitting_norm(const struct sow_fitting *work, const double *step);

/** Standard deviation of @p count >= 2 values over the root of their number. */
double sow_spread_of_mean(const double *values, int count);

/** "leaving out fold 3: " before the text of an error; returns @p status. */
enum sow_status sow_fitting_blame(const struct sow_estimate *estimate,
                                  enum sow_status status, struct sow_err *err);

#endif
