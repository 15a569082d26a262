/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The state of one fit, and its steps. Private to learn.
 *
 * Terms are numbered like the columns of [1 x]: term 0 is the intercept and term 1 + j is
 * column j. Functions that take a pass return the statuses of sow_observe, or
 * SOW_NO_MEMORY. After a failure the state holds partial results, which sow_model_fit
 * frees.
 */
#ifndef SOW_LEARN_FITTING_H
#define SOW_LEARN_FITTING_H

#include "observe.h"
#include "sow/learn/model.h"
#include "triangle.h"

enum { SOW_NOTHING_LEFT_OUT = -1 /**< left_out of a fit to all rows */ };

/** Coefficients fitted to all rows, or to all rows outside one fold. */
struct sow_estimate {
    int left_out;   /**< fold left out, or SOW_NOTHING_LEFT_OUT */
    double *b;      /**< coefficient of every term; 0 if the term is not chosen */
    size_t *chosen; /**< terms fitted, ascending; room for all terms and one more */
    size_t count;   /**< number of chosen terms */
    /** Factor whose leading count columns are R. R'R is the curvature of the loss in the
     *  chosen coefficients: the matrix that makes a step of a gradient. */
    struct sow_triangle factor;
    double scale;   /**< scale of the residuals, for robust */
    bool converged; /**< true if the iterations converged */
    int iterations; /**< number of steps */

    /* State of the iterations. */
    double *gradient, *step, *previous; /**< one number for every term */
    double loss, last_loss;             /**< loss now, and before the last step */
    double norm, last_norm; /**< size of the last steps: root mean square change of eta */
    double damping;         /**< factor of robust steps */
    int halvings;           /**< number of times that the last step was halved */
    bool active,     /**< true until the iterations converge or reach their limit */
        ready,       /**< true if the next step may be taken */
        stale;       /**< true if the factor has to be renewed before the next step */
    bool is_minimum; /**< true if R'R is the curvature of the loss, not a bound on it */
};

/**
 * Makes an estimate with all coefficients 0 and no term chosen.
 * @param[out] estimate the estimate, which the caller releases.
 * @param terms number of terms.
 * @param left_out fold left out, or SOW_NOTHING_LEFT_OUT.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_estimate_init(struct sow_estimate *estimate,
                                               size_t terms, int left_out,
                                               struct sow_err *err);

/** Frees the memory of an estimate, which may be zero. */
void sow_estimate_release(struct sow_estimate *estimate);

/** Factors of [1 x y], or of reweighted rows, for each fold. */
struct sow_parts {
    int count;                  /**< number of folds; 0: there are no factors */
    struct sow_triangle *part;  /**< factors of the rows in each fold */
    struct sow_triangle *train; /**< factors of the rows outside each fold */
};

/** Frees the factors and sets @p parts to zero. It may be zero already. */
void sow_parts_release(struct sow_parts *parts);

/** Psi function of robust. Its arguments are residuals, divided by scale and tuning. */
struct sow_psi {
    double tuning;              /**< default of the constant */
    double (*weight)(double t); /**< psi(t) / t */
    double (*slope)(double t);  /**< psi'(t) */
};

/** Psi functions by enum sow_loss. */
extern const struct sow_psi sow_psis[SOW_LOSSES];

struct sow_criterion;

/** State of one fit. */
struct sow_fitting {
    const struct sow_rows *source;   /**< source of the rows */
    const struct sow_method *method; /**< method of the fit */
    /** Function that fits all rows, and the rows outside each fold. */
    enum sow_status (*estimate)(struct sow_fitting *work, struct sow_err *err);
    const struct sow_criterion *criterion; /**< function to minimise */
    struct sow_model_options options; /**< the caller's options, without an intercept if
                                           the method has none */
    size_t columns, terms; /**< numbers of columns, and of terms: columns + 1 */
    bool *use;             /**< for each column, true to fit it */
    struct sow_psi psi;    /**< psi function of robust */

    /* Results of the first pass. Rows count as they are. Choice sets count as differences
     * within each set, with equal probabilities of all alternatives. */
    struct sow_census census;  /**< counts of the choice sets */
    int64_t rows, groups;      /**< numbers of rows and groups in observations */
    struct sow_design *design; /**< design of all rows */
    struct sow_triangle all;   /**< factor of all rows */
    struct sow_parts parts;    /**< factors for each fold */
    double weight;             /**< sum of the observations' weights */
    double *mean, *sd;         /**< means and deviations of the columns of alternatives */
    int64_t *fold_groups;      /**< number of groups in each fold */
    int64_t *fold_rows;        /**< number of rows in each fold */

    double penalty;      /**< penalty of ridge in this fit */
    double effective;    /**< effective parameters of ridge, after sow_fitting_terms */
    struct sow_ols *ols; /**< least squares fit of the columns in use, from the design of
                              the first pass; NULL if there are none */
    struct sow_estimate whole;  /**< fit to all rows */
    struct sow_estimate *folds; /**< fits to the rows outside each fold */
    struct sow_model *model;    /**< the result */
};

/** Reads all rows once and fills the results of the first pass. Returns SOW_BAD_DATA if
 *  there are no rows or informative sets, a fold has none, or clustered errors have fewer
 *  than 2 groups. */
SOW_MUST_USE enum sow_status sow_fitting_survey(struct sow_fitting *work,
                                                struct sow_err *err);

/** Frees the results of an earlier fit (sow_fitting_rewind). Fits the columns in use by
 * least squares into work->ols, which names columns without information. Puts the
 * remaining terms and their factor into work->whole, and sets the coefficients of every
 * estimate to 0. Takes no pass. Returns a status of sow_ols_fit, or SOW_BAD_DATA if
 * columns are refused, none is left, all rows are of one class or there are too few
 *  choice sets. */
SOW_MUST_USE enum sow_status sow_fitting_begin(struct sow_fitting *work,
                                               struct sow_err *err);

/** Frees the results of sow_fitting_begin and of every step after it: the estimates and
 *  work->ols. The results of the first pass stay. */
void sow_fitting_rewind(struct sow_fitting *work);

/** Sets the chosen terms of work->whole to the intercept, if the options have one, and
 * the columns in use (work->use). */
void sow_fitting_pick(struct sow_fitting *work);

/** Fits by least squares: all rows, and the rows outside each fold. Fails as
 * sow_fitting_begin does. */
SOW_MUST_USE enum sow_status sow_fit_least_squares(struct sow_fitting *work,
                                                   struct sow_err *err);
/** Fits by ridge: all rows, and the rows outside each fold. Fails as sow_fitting_begin
 * does. */
SOW_MUST_USE enum sow_status sow_fit_ridge(struct sow_fitting *work, struct sow_err *err);
/** Fits by the M-estimate: all rows, and the rows outside each fold. Fails as
 * sow_fitting_begin does, and with SOW_BAD_DATA if half of the residuals are 0. */
SOW_MUST_USE enum sow_status sow_fit_robust(struct sow_fitting *work,
                                            struct sow_err *err);
/** Fits logistic or preference: all rows, and the rows outside each fold. Fails as
 * sow_fitting_begin does, and with SOW_BAD_DATA if columns separate the classes. */
SOW_MUST_USE enum sow_status sow_fit_newton(struct sow_fitting *work,
                                            struct sow_err *err);

/**
 * Computes the score out of sample of linear fits of the terms chosen in work->whole.
 * Needs no pass. The score is the root mean squared error over the rows of all folds.
 * @param[in,out] work the fit; its folds receive the coefficients.
 * @param parts factors for each fold.
 * @param penalty penalty of ridge, or 0 for least squares.
 * @param[out] score receives the score.
 * @param[out] standard_error receives the standard error of the score.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status
sow_linear_score(struct sow_fitting *work, const struct sow_parts *parts, double penalty,
                 double *score, double *standard_error, struct sow_err *err);

/**
 * Chooses by options.rule the ridge penalty for the terms chosen in work->whole. Scores
 * all penalties that sow_penalty_at() gives.
 * @param[in,out] work the fit.
 * @param record true to record all penalties tried as steps of the model.
 * @param[out] penalty receives the chosen penalty.
 * @param[out] score receives its score out of sample.
 * @param[out] standard_error receives the standard error of the score.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_ridge_choose(struct sow_fitting *work, bool record,
                                              double *penalty, double *score,
                                              double *standard_error,
                                              struct sow_err *err);

/** Selects columns of work->use forward, as sow_model_fit() describes, after the first
 * pass. Keeps only the selected ones in work->use, and records all steps in the model.
 * Returns SOW_BAD_DATA if neither a column nor an intercept is left, or a status of the
 * fits compared. */
SOW_MUST_USE enum sow_status sow_fitting_select(struct sow_fitting *work,
                                                struct sow_err *err);

/** Fills the terms of work->model, and its freedom. Takes the terms out of work->ols.
 * Fails as sow_robust_spread does for robust, as a pass for clustered errors, or with
 * SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_fitting_terms(struct sow_fitting *work,
                                               struct sow_err *err);

/** Fills the measures and folds of work->model. Fails with SOW_NO_MEMORY, or as the pass
 * that classes take. */
SOW_MUST_USE enum sow_status sow_fitting_judge(struct sow_fitting *work,
                                               struct sow_err *err);

/** Fills the bins of work->model. Takes passes and fails as they do. */
SOW_MUST_USE enum sow_status sow_fitting_bins(struct sow_fitting *work,
                                              struct sow_err *err);

/** Computes the score of the method (sow_method.score; lower is better) out of sample,
 * and its standard error. The fits in work->folds must exist. Logistic and preference
 * take a pass over the rows. Fails as that pass, or with SOW_NO_MEMORY; the two numbers
 * then have no meaning. */
SOW_MUST_USE enum sow_status sow_fitting_score(struct sow_fitting *work, double *score,
                                               double *standard_error,
                                               struct sow_err *err);

/** Computes for robust the factor that makes classical standard errors of the deviations
 *  of (X'WX)^-1, as summary.rlm of MASS does. Replaces work->whole.factor by that of the
 *  loss's second derivatives. Takes a pass. Returns SOW_BAD_DATA if too many rows are far
 * from the fit. */
SOW_MUST_USE enum sow_status sow_robust_spread(struct sow_fitting *work,
                                               double *deviation, struct sow_err *err);

/** Appends a copy of a step to work->model. On failure, returns SOW_NO_MEMORY and leaves
 *  the steps as they were. */
SOW_MUST_USE enum sow_status sow_fitting_record(struct sow_fitting *work,
                                                const struct sow_model_step *step,
                                                struct sow_err *err);

/** Makes factors, for each fold, of the rows reweighted at the estimate @p at (by the
 *  criterion's reweigh), in one pass. There are folds. The caller passes zero and
 * releases @p parts, also after a failure. */
SOW_MUST_USE enum sow_status sow_fitting_reweigh(struct sow_fitting *work,
                                                 const struct sow_estimate *at,
                                                 struct sow_parts *parts,
                                                 struct sow_err *err);

/** Makes the factor of [1 x y] of the rows of the estimate @p at, reweighted there, in
 * one pass. The caller releases @p factor, unless this fails. */
SOW_MUST_USE enum sow_status sow_fitting_refactor(struct sow_fitting *work,
                                                  const struct sow_estimate *at,
                                                  struct sow_triangle *factor,
                                                  struct sow_err *err);

/** Computes in one pass, for each active one of @p count estimates, its loss and the
 * direction in which the loss falls: minus the gradient. For robust, the loss is the
 * weighted sum of psi's slopes instead. */
SOW_MUST_USE enum sow_status sow_fitting_gradient(struct sow_fitting *work,
                                                  struct sow_estimate *estimates,
                                                  size_t count, struct sow_err *err);

/** Returns the root mean square change of eta that @p step causes, over the rows of the
 *  first pass. */
double sow_fitting_norm(const struct sow_fitting *work, const double *step);

/** Returns the standard deviation of @p count >= 2 values, divided by sqrt(count). */
double sow_spread_of_mean(const double *values, int count);

/** Puts "leaving out fold 3: " before the text of an error, if @p estimate leaves out a
 *  fold. Returns @p status. */
enum sow_status sow_fitting_blame(const struct sow_estimate *estimate,
                                  enum sow_status status, struct sow_err *err);

#endif
