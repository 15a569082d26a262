/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Linear models of several kinds, with their statistics, their scores out of sample, and
 * forward selection of columns. All methods share one table and one kind of result.
 *
 * Below, eta is the linear predictor of a row: a + x b, with the intercept a and the
 * coefficients b. The row's weight is w.
 *
 * **Least squares** minimises sum w (y - eta)^2.
 *
 * **Ridge** minimises sum w (y - eta)^2 / sum w + penalty * sum s_j^2 b_j^2 (Hoerl and
 * Kennard 1970). Here s_j is the standard deviation of column j, or its root mean square
 * in a model without an intercept. Each fold's fit uses the s_j of its own rows. The
 * intercept is not penalised. In lm.ridge of MASS, lambda is rows * penalty. Standard
 * errors describe the spread of the estimate, not its bias.
 *
 * **Robust** is an M-estimate (Huber 1964; bisquare: Beaton and Tukey 1974). It solves
 * sum sqrt(w) psi(u) x = 0 for u = sqrt(w) (y - eta) / scale. The scale is the median of
 * |sqrt(w) (y - eta)| / 0.6745. It is updated with the coefficients, as in rlm of MASS.
 * The bisquare starts from the solution with Huber's psi.
 *
 * **Logistic** maximises sum w (y log p + (1 - y) log(1 - p)) for y in [0, 1], as R's glm
 * does. Here p = 1 / (1 + exp(-eta)).
 *
 * **Preference** is the conditional logit (McFadden 1974, "Conditional Logit Analysis of
 * Qualitative Choice Behavior"). In each choice set, alternative i has the probability
 * p_i = exp(x_i b) / sum exp(x b). The method maximises sum w log(sum of p over the
 * preferred alternatives). The model has no intercept. If each set has one preferred
 * alternative, the result is that of clogit in R's survival.
 *
 * Sets with one alternative, or with all alternatives preferred, carry no information.
 * They are counted and left out. All other sets are called *informative* below.
 *
 * **Out of sample.** The rows are divided into folds by group (sow_fold_of_group).
 * Figures for the rows of a fold come from a fit to all other folds. That fit leaves out
 * columns that its rows do not determine.
 *
 * **Memory.** All methods read a source of rows in several passes. For each fold they
 * keep a few times (columns + 2)^2 numbers, a block of SOW_DESIGN_BLOCK rows and some
 * histograms, for any number of rows.
 *
 * **Same bits.** The same rows in the same order, with the same options, give the same
 * bits of every figure except p, low, high and f_p, which use sow/learn/tails.h. For exp
 * and log, learn has its own functions, made of + - * /. Sums are taken fold by fold, so
 * another number of folds may change the last bits of the coefficients.
 *
 * Ownership: a struct sow_model is on the heap, and the caller frees it with
 * sow_model_free. Names in it are static or borrowed from the columns. A model is
 * read-only, so threads may share it.
 */
#ifndef SOW_LEARN_MODEL_H
#define SOW_LEARN_MODEL_H

#include "sow/base/err.h"
#include "sow/base/param.h"
#include "sow/learn/ols.h"
#include "sow/learn/rows.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** Limit of the number of folds. */
enum { SOW_FOLDS_MAX = 100 /**< largest number of folds */ };

/** Methods of fitting; the head of this file defines each. */
enum sow_method_id {
    SOW_METHOD_LEAST_SQUARES, /**< least squares */
    SOW_METHOD_RIDGE,         /**< least squares with penalised coefficients */
    SOW_METHOD_ROBUST,        /**< M-estimate, which gives less weight to outliers */
    SOW_METHOD_LOGISTIC,      /**< logistic regression */
    SOW_METHOD_PREFERENCE,    /**< conditional logit */
    SOW_METHODS               /**< number of methods */
};

/** Meaning of the linear predictor eta. */
enum sow_link {
    SOW_LINK_IDENTITY, /**< eta is the expected y */
    SOW_LINK_LOGIT,    /**< eta is log(p / (1 - p)) of the expected y */
    SOW_LINK_CHOICE,   /**< eta is a utility: differences within a set are log odds */
};

/** Properties of a method. */
struct sow_method {
    const char *name;    /**< name of the method in options */
    const char *summary; /**< description of one line */
    const char *score;   /**< measure minimised out of sample: "rmse" or "log_loss" */
    enum sow_link link;  /**< meaning of the linear predictor */
    bool has_intercept;  /**< true if options.intercept applies; else it is ignored */
    bool has_sets;       /**< true if the method reads sow_row.set */
};

/** Table of the methods, indexed by enum sow_method_id. */
extern const struct sow_method sow_methods[SOW_METHODS];

/** Origin of the standard errors. Below, k is the number of fitted coefficients and n the
 *  number of rows. */
enum sow_errors {
    /** Errors for independent rows and a correct model. Below, W has the weights.
     *
     *  Least squares: s^2 (X'WX)^-1, with n - k degrees of freedom.
     *  Ridge: s^2 A^-1 X'WX A^-1 for A = X'WX + penalty, with n - effective parameters.
     *  Robust: as in summary.rlm of MASS, with n - k.
     *  Logistic and preference: the inverse of the observed information, normal. */
    SOW_ERRORS_CLASSICAL,
    /** Errors for rows that depend on each other within a group (Liang and Zeger 1986).
     *  They are those of vcovCL(type = "HC1") in R's sandwich.
     *
     *  The covariance is the sandwich f B^-1 (sum over groups of u u') B^-1. A group's
     *  sum of scores is u, and B is the matrix of second derivatives. For G groups, the
     *  small-sample factor CR1 is f = G / (G - 1) * (n - 1) / (n - k). The number n of
     *  preference is that of its informative sets. Tests use t with G - 1 degrees of
     *  freedom; those of logistic and preference are normal. */
    SOW_ERRORS_CLUSTERED,
    SOW_ERRORS /**< number of origins */
};

/** Function psi of the method robust. */
enum sow_loss {
    SOW_LOSS_HUBER,    /**< Huber's: large residuals have a constant influence */
    SOW_LOSS_BISQUARE, /**< Tukey's: large residuals have no influence */
    SOW_LOSSES         /**< number of functions */
};

/** Rule that chooses a penalty, or a number of columns, by its score out of sample. */
enum sow_choice_rule {
    SOW_RULE_BEST,      /**< the lowest score */
    SOW_RULE_ONE_ERROR, /**< the largest penalty or the fewest columns whose score is at
                           most one standard error above the lowest (Breiman, Friedman,
                           Olshen and Stone 1984, section 3.4.3) */
    SOW_RULES           /**< number of rules */
};

/** Options of a fit. Values outside the ranges of sow_model_params are a caller's bug. */
struct sow_model_options {
    int method;     /**< enum sow_method_id */
    bool intercept; /**< true if the model has a constant beside the columns */
    int dependent;  /**< enum sow_ols_dependent. Ridge keeps dependent columns; it refuses
                         or drops only constant ones */
    double level;   /**< level of the confidence intervals */
    double tolerance; /**< bound for dependence, as in struct sow_ols_options */
    int errors;       /**< enum sow_errors */
    int folds;        /**< number of folds, 2 to SOW_FOLDS_MAX; 0: no scores out of
                           sample */
    double penalty;   /**< penalty of ridge; 0: cross-validation chooses one of
                           SOW_PENALTIES */
    int rule;         /**< enum sow_choice_rule, for the penalty and for the selection */
    int loss;         /**< enum sow_loss, for robust */
    double tuning;   /**< constant of psi for robust, in scales. 0: 1.345 (huber) or 4.685
                          (bisquare), which keep 95 percent of the efficiency under
                          normal errors */
    bool select;     /**< true to select columns forward; false to fit all in use */
    int select_most; /**< largest number of selected columns; 0: no limit */
    int iterations;  /**< largest number of steps of robust, logistic and preference */
};

/** Table of the options, one row for each. Defaults: least-squares, intercept, drop,
 *  0.95, 1e-10, clustered, 10 folds, penalty 0, best, huber, tuning 0, no selection, no
 *  limit, 100 steps. */
extern const struct sow_param_table sow_model_params;

/**
 * Checks that options agree with each other, without any rows. Two things are wrong: one
 * fold, which leaves no rows to fit, and a selection or choice of penalty without folds.
 * @param options options within the ranges of sow_model_params.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or SOW_USAGE if the options do not agree.
 */
SOW_MUST_USE enum sow_status sow_model_check(const struct sow_model_options *options,
                                             struct sow_err *err);

/** Penalties that cross-validation tries. */
enum {
    SOW_PENALTIES = 37,         /**< number of penalties, which go from 10^-7 to 10^2 */
    SOW_PENALTIES_A_DECADE = 4, /**< number of penalties for each factor of 10 */
};

/**
 * Returns one of the penalties that cross-validation tries.
 * @param index 0 to SOW_PENALTIES - 1, in ascending order of the penalties.
 * @returns the penalty.
 */
double sow_penalty_at(int index);

/** Origin of predictions. */
enum sow_rows_seen {
    SOW_SAMPLE_IN,  /**< the fit has seen the predicted rows */
    SOW_SAMPLE_OUT, /**< the predicted rows are in the fold that the fit left out */
    SOW_SAMPLES     /**< number of origins */
};

/** Names by enum sow_rows_seen: "in" and "out". */
extern const char *const sow_sample_names[SOW_SAMPLES];

/**
 * A figure about a whole model. The lists below give the names of the figures, and
 * the methods that have them. *Linear* methods are least-squares, ridge and robust;
 * *class* methods are logistic and preference.
 *
 * Figures both in and out of sample.
 *
 * "score" (all methods): the measure that sow_method.score names.
 * "rmse" (linear): root mean squared error.
 * "r2" (linear): 1 - squared errors / total. The total is about the mean of all rows, or
 * about 0 without an intercept.
 * "bias" (all but preference): mean of y - prediction.
 * "log_loss" (class): mean loss, by the natural logarithm.
 * "pseudo_r2" (class): 1 - log_loss / null_log_loss (McFadden 1974).
 * "accuracy" (logistic): share of correct predictions among rows with y other than 0.5.
 * A prediction of 0.5 counts half.
 * "accuracy" (preference): share of sets whose most probable alternative is preferred. If
 * several are most probable, the share of these that is preferred.
 * "brier" (logistic): mean squared difference of prediction and y (Brier 1950).
 * "brier" (preference): mean over the sets of sum (p - q)^2. The number q is p given that
 * a preferred alternative was chosen.
 *
 * Figures in sample only.
 *
 * "rows", "groups", "rank", "iterations" (all methods): as in struct sow_model.
 * "freedom" (all): degrees of freedom of the tests, or NaN if these are normal.
 * "condition" (all): condition number of the design, as in struct sow_ols.
 * "converged" (all): 1 if the iterations converged, else 0.
 * "residual_sd" (least-squares, ridge): residual standard error.
 * "adjusted_r2", "f", "f_p" (least-squares): as in struct sow_ols.
 * "penalty" (ridge): penalty of the fit.
 * "effective" (ridge): effective parameters, the trace of the hat matrix.
 * "scale" (robust): scale of the residuals.
 * "deviance" (class): twice the loss, less that of perfect predictions.
 * "null_deviance" (class): deviance of the null model.
 * "null_log_loss" (class): log_loss of the null model. This model has a constant p, or
 * equal p in each set.
 * "sets" (preference): number of informative sets.
 * "sets_single", "sets_all_preferred" (preference): numbers of sets without information.
 *
 * The figure "folds", the number of folds, is out of sample only.
 */
struct sow_model_measure {
    enum sow_rows_seen sample; /**< origin of the predictions */
    const char *name;          /**< name of the figure; static */
    double value;              /**< value of the figure */
    double standard_error; /**< standard error out of sample: the standard deviation of
                              the folds' own figures / sqrt(folds). NaN in sample */
};

/** Figures of one fold, from the fit to all other folds. */
struct sow_model_fold {
    int fold;             /**< number of the fold, from 0 */
    int64_t groups;       /**< number of groups in the fold */
    int64_t observations; /**< number of rows; preference: of informative sets */
    double score;         /**< score of the fold's rows */
    double r2;   /**< r2 about the fold's own mean; logistic and preference: pseudo_r2 */
    double bias; /**< mean of y - prediction; NaN for preference */
};

/** Action of a step in a search. */
enum sow_step_action {
    SOW_STEP_START,   /**< start without any column */
    SOW_STEP_ADD,     /**< addition of one column */
    SOW_STEP_PENALTY, /**< trial of one penalty */
    SOW_STEP_ACTIONS  /**< number of actions */
};

/** Names by enum sow_step_action: "start", "add" and "penalty". */
extern const char *const sow_step_names[SOW_STEP_ACTIONS];

/** One step of forward selection, or the trial of one penalty. */
struct sow_model_step {
    enum sow_step_action action; /**< action of the step */
    int column;                  /**< number of the added column; -1: none */
    double penalty; /**< penalty of ridge, else NaN. In forward selection: the penalty
                       that gave this step its score */
    double score;   /**< score out of sample */
    double standard_error; /**< standard error of the score */
    bool chosen; /**< true if the model has this column (always true for the start), or
                      this penalty */
};

/** Kinds of bins. */
enum sow_bin_kind {
    SOW_BIN_CALIBRATION, /**< tenths of the rows, ordered by prediction; preference: of
                            the alternatives, ordered by probability */
    SOW_BIN_STRATUM,     /**< rows of one stratum */
    SOW_BIN_RESIDUAL,    /**< rows (preference: alternatives) by y - prediction, in bins
                              of equal width. An exact model has none */
    SOW_BIN_KINDS        /**< number of kinds */
};

/** Numbers of bins. */
enum {
    SOW_CALIBRATION_BINS = 10, /**< largest number of calibration bins */
    SOW_RESIDUAL_BINS = 25     /**< largest number of residual bins */
};

/** Figures of similar rows. A model lists only bins that have rows. */
struct sow_model_bin {
    enum sow_bin_kind kind;    /**< kind of the bin */
    enum sow_rows_seen sample; /**< origin of the predictions */
    int bin;                   /**< number of the bin, from 0; stratum: its number */
    double low, /**< lower edge. Calibration: predictions p are in low < p <= high, in the
                     first bin low <= p; the edges are quantiles to about 8 digits, and
                     bins with equal edges are one. Residuals r are in low <= r < high, in
                     the last bin r <= high, up to rounding. Stratum: its number */
        high;   /**< upper edge; see low. Stratum: its number */
    int64_t observations; /**< number of rows. Preference: of alternatives, and of sets in
                               strata */
    double predicted;     /**< mean prediction, for classes the mean p. Preference in
                               strata: mean of the sum of p over the preferred */
    double observed;      /**< mean y. Preference: mean q (see brier in struct
                               sow_model_measure), and 1 in strata */
    double score;         /**< score of these rows alone. NaN for residuals, and for
                               preference in calibration */
};

/** A fitted model. */
struct sow_model {
    const struct sow_method *method; /**< method of the fit; static */
    const char *target;              /**< name of the target; borrowed */
    bool intercept;                  /**< true if the model has an intercept */
    bool exact;     /**< true if the residuals are only rounding errors, as in struct
                         sow_ols; always false for logistic and preference */
    bool converged; /**< true if the iterations converged; if not, all figures are those
                       of the last step */
    int errors;     /**< enum sow_errors, of the terms */
    double level;   /**< level of the confidence intervals */
    int64_t rows;   /**< number of rows of weight above 0 */
    int64_t groups; /**< number of groups of these rows */
    int64_t sets;   /**< number of informative sets for preference, else 0 */
    int rank;       /**< number of fitted coefficients, the intercept included */
    double freedom; /**< degrees of freedom of the t tests; NaN: the tests are normal */
    int iterations; /**< number of steps; 0 for least-squares and ridge */
    double penalty; /**< penalty of ridge, else NaN */
    int term_count; /**< number of terms: columns + 1 */
    /** Terms, fitted or not, as in struct sow_ols: [0] is the intercept, and [1 + j] is
     *  column j. Where freedom is NaN, t is z. The columns before any reweighting give
     *  vif and dependence. For preference, differences within sets give them, so a column
     *  that is equal within every set is constant. An infinite vif marks a dependent
     *  column that ridge has fitted. */
    struct sow_ols_term *terms;
    int measure_count;                  /**< number of measures */
    struct sow_model_measure *measures; /**< figures about the whole model */
    int fold_count;                     /**< number of folds */
    struct sow_model_fold *folds;       /**< figures of each fold */
    int step_count;                     /**< number of steps */
    struct sow_model_step *steps; /**< steps of the selection, then penalties tried */
    int bin_count;                /**< number of bins */
    struct sow_model_bin *bins;   /**< figures of similar rows, by kind */
};

/**
 * Fits a model to rows.
 *
 * With options.select, the function selects columns forward. It begins with the intercept
 * alone. At each step it adds the column that gives the lowest score out of sample. It
 * stops when no column is left, when it has added options.select_most columns, or when
 * five additions in a row have not lowered the lowest score. Then options.rule chooses
 * how many of the additions the model keeps.
 *
 * Least squares and ridge compare candidates by the folds' factors, without a pass over
 * the rows. The other methods use the quadratic approximation of the loss at the model so
 * far, which takes one pass; then they fit the best candidate in each fold. Each addition
 * therefore takes about as many passes as a cross-validated fit.
 *
 * @param rows the source of rows, read in several passes.
 * @param use one flag for each column, true to fit it; NULL means all columns.
 * @param options the options; values out of range are a caller's bug.
 * @param[out] model receives a new model, which the caller frees with sow_model_free;
 * unchanged on failure.
 * @param[out] err receives the reason of a failure; may be NULL. Texts about data name
 * the row, the choice set or the columns.
 * @returns SOW_OK, SOW_NO_MEMORY, a status of the source, SOW_USAGE if sow_model_check
 * gives it or there is neither a column nor an intercept to fit, or SOW_BAD_DATA in one
 * of these cases:
 * - sow_design_add or sow_ols_fit refuses the data;
 * - a group is below 0 or less than the group before; a stratum or target is out of
 * range;
 * - a choice set is not consecutive, mixes groups or weights, has more than SOW_SET_MAX
 *   alternatives or has none that is preferred;
 * - all rows are of one class, or columns separate the classes;
 * - fewer than 2 groups, and clustered errors; or a fold has no rows;
 * - fewer informative choice sets than are needed;
 * - robust: half of the residuals are 0, or too many rows are far from the fit;
 * - the selection keeps no column, and there is no intercept.
 */
SOW_MUST_USE enum sow_status sow_model_fit(const struct sow_rows *rows, const bool *use,
                                           const struct sow_model_options *options,
                                           struct sow_model **model, struct sow_err *err);

/**
 * Frees a model.
 * @param model the model; may be NULL.
 */
void sow_model_free(struct sow_model *model);

/**
 * Computes the linear predictor of a model.
 * @param model the model.
 * @param x one number for each column, fitted or not.
 * @returns eta at @p x.
 */
double sow_model_eta(const struct sow_model *model, const double *x);

/**
 * Computes the prediction of a model.
 * @param model the model.
 * @param x one number for each column, fitted or not.
 * @returns the probability for a logistic model, else eta: the expected y, or a utility.
 */
double sow_model_predict(const struct sow_model *model, const double *x);

/**
 * Returns a figure about the whole model.
 * @param model the model.
 * @param sample origin of the predictions.
 * @param name name of the figure; struct sow_model_measure lists the names.
 * @returns its value; NaN if the model has no such figure.
 */
double sow_model_measure(const struct sow_model *model, enum sow_rows_seen sample,
                         const char *name);

SOW_C_END

#endif
