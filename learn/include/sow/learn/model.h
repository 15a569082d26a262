/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Linear models of several kinds, with their statistics, their performance out of
 * sample, and forward selection of columns: one table of methods, one kind of result.
 *
 * All methods read a source of rows in several passes and keep a few times
 * (columns + 2)^2 numbers, a block of SOW_DESIGN_BLOCK rows and some histograms per fold,
 * whatever the number of rows. The same rows in the same order, with the same options,
 * give the same bits of every figure but p, low, high and f_p (they pass through
 * sow/learn/tails.h): exp and log are learn's own, made of + - * /. Rows are added up
 * fold by fold, so that another number of folds may change last bits of the coefficients.
 *
 * - least-squares: minimises sum w (y - eta)^2, eta = a + x b.
 * - ridge: minimises sum w (y - eta)^2 / sum w + penalty * sum (s_j b_j)^2, s_j the
 *   standard deviation of column j (its root mean square without intercept); the
 *   intercept is not penalised (Hoerl and Kennard 1970). MASS's lm.ridge calls
 *   rows * penalty lambda. A fold's fit standardises by its own rows. Standard errors
 *   tell the estimate's spread, not its bias.
 * - robust: M-estimate (Huber 1964; Beaton and Tukey 1974), sum sqrt(w) psi(u) x = 0,
 *   u = sqrt(w) (y - eta) / scale, scale = median |sqrt(w) (y - eta)| / 0.6745, updated
 *   with the coefficients: MASS's rlm. The bisquare starts from Huber's solution.
 * - logistic: maximises sum w (y log p + (1 - y) log(1 - p)), p = 1 / (1 + exp(-eta)),
 *   y in [0, 1]: R's glm.
 * - preference: conditional logit (McFadden 1974). In each choice set alternative i has
 *   p_i = exp(x_i b) / sum exp(x b); maximises sum w log(sum of p over the preferred).
 *   No intercept. Sets with one alternative or with all preferred tell nothing: they are
 *   counted and left out. With one preferred in every set: survival's clogit.
 *
 * Out of sample: the rows are cut into folds by group (sow_fold_of_group); what is said
 * of a fold's rows comes from a fit on all other folds. A column that the other folds say
 * nothing about is left out of that fit.
 *
 * Ownership: a struct sow_model is on the heap, the caller's to free; names in it are
 * borrowed from the columns or static. Models are read-only and may be shared.
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

enum { SOW_FOLDS_MAX = 100 };

enum sow_method_id {
    SOW_METHOD_LEAST_SQUARES,
    SOW_METHOD_RIDGE,
    SOW_METHOD_ROBUST,
    SOW_METHOD_LOGISTIC,
    SOW_METHOD_PREFERENCE,
    SOW_METHODS
};

/** What the linear predictor eta stands for. */
enum sow_link {
    SOW_LINK_IDENTITY, /**< the expected y */
    SOW_LINK_LOGIT,    /**< log(p / (1 - p)) of the expected y */
    SOW_LINK_CHOICE,   /**< utility: differences within a set are log odds */
};

/** A method. */
struct sow_method {
    const char *name;
    const char *summary; /**< one line */
    const char *score;   /**< the measure minimised out of sample: "rmse" or "log_loss" */
    enum sow_link link;
    bool has_intercept; /**< else options.intercept is ignored */
    bool has_sets;      /**< reads sow_row.set */
};

/** By enum sow_method_id. */
extern const struct sow_method sow_methods[SOW_METHODS];

/** Where standard errors come from. k: coefficients fitted. */
enum sow_errors {
    /** Rows are independent and the model is right: least squares s^2 (X'WX)^-1, freedom
     *  n - k; ridge s^2 A^-1 X'WX A^-1, A = X'WX + penalty, n - effective parameters;
     *  robust as MASS's summary.rlm, n - k; logistic and preference the inverse of the
     *  observed information, normal. */
    SOW_ERRORS_CLASSICAL,
    /** Rows of a group depend on each other (Liang and Zeger 1986): sandwich
     *  f B^-1 (sum over groups of u u') B^-1, u a group's sum of scores and B the matrix
     *  of second derivatives, with the small-sample factor CR1
     *  f = G / (G - 1) * (n - 1) / (n - k) for G groups and n rows (preference: n sets
     * that tell something). Same as sandwich's vcovCL(type = "HC1"). t with G - 1 degrees
     * of freedom; logistic and preference normal. */
    SOW_ERRORS_CLUSTERED,
    SOW_ERRORS
};

/** The robust method's psi. */
enum sow_loss { SOW_LOSS_HUBER, SOW_LOSS_BISQUARE, SOW_LOSSES };

/** How a penalty, or a number of columns, is chosen by its score out of sample. */
enum sow_choice_rule {
    SOW_RULE_BEST,      /**< the least score */
    SOW_RULE_ONE_ERROR, /**< the largest penalty, the fewest columns, whose score is at
                           most one standard error of the least above it */
    SOW_RULES
};

/** How to fit. Values outside the ranges of sow_model_params are a caller's bug. */
struct sow_model_options {
    int method; /**< enum sow_method_id */
    bool intercept;
    int dependent;    /**< enum sow_ols_dependent; ridge keeps dependent columns, and only
                           constant ones are refused or dropped */
    double level;     /**< of the confidence intervals */
    double tolerance; /**< as in struct sow_ols_options */
    int errors;       /**< enum sow_errors */
    int folds;        /**< 0: nothing out of sample; else 2..SOW_FOLDS_MAX */
    double penalty;   /**< ridge; 0: chosen among SOW_PENALTIES by cross-validation */
    int rule;         /**< enum sow_choice_rule; of the penalty and of the selection */
    int loss;         /**< robust; enum sow_loss */
    double tuning;    /**< robust; in scales. 0: 1.345 (huber), 4.685 (bisquare), which
                           keep 95 percent of the efficiency under normal errors */
    bool select;      /**< forward selection instead of all columns in use */
    int select_most;  /**< columns selected at most; 0: no limit */
    int iterations;   /**< robust, logistic, preference: steps at most */
};

/** One row per option. Its fallbacks: least-squares, intercept, drop, 0.95, 1e-10,
 *  clustered, 10 folds, 0, best, huber, 0, no selection, 0, 100. */
extern const struct sow_param_table sow_model_params;

/** SOW_USAGE for options that do not go together, whatever the rows: what is chosen out
 *  of sample needs folds, and a single fold leaves nothing to fit. */
SOW_MUST_USE enum sow_status sow_model_check(const struct sow_model_options *options,
                                             struct sow_err *err);

enum {
    SOW_PENALTIES = 37, /**< 10^-7 .. 10^2 */
    SOW_PENALTIES_A_DECADE = 4,
};

/** The penalty at @p index, ascending, of those that cross-validation tries. */
double sow_penalty_at(int index);

/** Which rows a figure is about. */
enum sow_rows_seen {
    SOW_SAMPLE_IN,  /**< predictions for rows the fit has seen */
    SOW_SAMPLE_OUT, /**< predictions for rows of the fold left out */
    SOW_SAMPLES
};

/** "in", "out". */
extern const char *const sow_sample_names[SOW_SAMPLES];

/**
 * A figure of the whole. Names, and with which methods they come:
 * - in, all: rows, groups (as in struct sow_model), rank, freedom (NaN where tests are
 *   normal), condition (of the design, as in struct sow_ols), iterations, converged
 * (0/1);
 * - in and out, all: score (as the method's score says);
 * - in and out, least-squares, ridge, robust: rmse, r2 (total about the mean of all rows,
 *   about 0 without intercept), bias (mean of y - prediction);
 * - in, least-squares: residual_sd, adjusted_r2, f, f_p; ridge: residual_sd, penalty,
 *   effective (parameters, trace of the hat matrix); robust: scale;
 * - in and out, logistic, preference: log_loss (mean, natural log), pseudo_r2
 *   (1 - log_loss / null_log_loss, McFadden), accuracy, brier;
 *   logistic: bias; accuracy counts rows with y not 0.5, a prediction of 0.5 half;
 *   preference: accuracy is the share of sets whose most probable alternative is
 *   preferred, equal ones counting by share; brier sums (p - q)^2 over a set, where q is
 * p given that a preferred one was chosen;
 * - in, the same: deviance, null_deviance, null_log_loss (constant p; equal p);
 *   preference: sets, sets_single, sets_all_preferred (the last two tell nothing);
 * - out, all: folds.
 */
struct sow_model_measure {
    enum sow_rows_seen sample;
    const char *name; /**< static */
    double value;
    double standard_error; /**< out: standard deviation over the folds of the fold's own
                                figure / sqrt(folds); else NaN */
};

/** A fold left out. */
struct sow_model_fold {
    int fold;
    int64_t groups;
    int64_t observations; /**< rows; preference: sets that tell something */
    double score;
    double r2;   /**< against the fold's own mean; logistic and preference: McFadden's */
    double bias; /**< NaN for preference */
};

/** What a step of a search tried. */
enum sow_step_action {
    SOW_STEP_START,   /**< no column yet */
    SOW_STEP_ADD,     /**< one column more */
    SOW_STEP_PENALTY, /**< another penalty */
    SOW_STEP_ACTIONS
};

/** "start", "add", "penalty". */
extern const char *const sow_step_names[SOW_STEP_ACTIONS];

/** One step of forward selection, or one penalty tried. */
struct sow_model_step {
    enum sow_step_action action;
    int column;     /**< added; -1: none */
    double penalty; /**< ridge, else NaN. During forward selection: that of each step's
                         best score */
    double score;   /**< out of sample */
    double standard_error;
    bool chosen; /**< selection: this column is in the model (the start always is);
                      penalty: this one was taken */
};

enum sow_bin_kind {
    SOW_BIN_CALIBRATION, /**< tenths of the rows by prediction (preference: of the
                              alternatives by probability) */
    SOW_BIN_STRATUM,     /**< rows of one stratum */
    SOW_BIN_RESIDUAL,    /**< rows (preference: alternatives) by y - prediction, in bins
                              of equal width; none of an exact model */
    SOW_BIN_KINDS
};

enum { SOW_CALIBRATION_BINS = 10, SOW_RESIDUAL_BINS = 25 };

/** Rows with something in common. Only bins with rows are listed. */
struct sow_model_bin {
    enum sow_bin_kind kind;
    enum sow_rows_seen sample;
    int bin; /**< calibration, residual: from 0; stratum: its number */
    /** Calibration: predictions p with low < p <= high (the first: low <= p); edges are
     *  quantiles to about 8 digits, equal ones merged. Stratum: its number, both.
     *  Residuals r: low <= r < high (the last: r <= high), to rounding. */
    double low, high;
    int64_t observations; /**< rows; preference: alternatives, in strata sets */
    double predicted;     /**< mean prediction; of probabilities: mean p. Strata of
                               preference: mean of sum p over the preferred */
    double observed;      /**< mean y; preference: mean q (see brier), in strata 1 */
    double score;         /**< of these rows alone; NaN of residuals, and of preference in
                               calibration */
};

/** A fitted model. */
struct sow_model {
    const struct sow_method *method;
    const char *target; /**< borrowed */
    bool intercept;
    bool exact;     /**< linear: residuals are rounding errors, as in struct sow_ols */
    bool converged; /**< false: the iterations did not suffice; figures are of the last */
    int errors;     /**< enum sow_errors, of the terms */
    double level;
    int64_t rows;   /**< of weight above 0 */
    int64_t groups; /**< among them */
    int64_t sets;   /**< preference: sets that tell something; else 0 */
    int rank;       /**< coefficients fitted, the intercept included */
    double freedom; /**< of the t tests; NaN: normal */
    int iterations; /**< 0 for least-squares and ridge */
    double penalty; /**< ridge, else NaN */
    int term_count; /**< columns + 1 */
    /** [0] the intercept, [1 + j] column j, fitted or not, as in struct sow_ols; t is z
     *  where freedom is NaN. vif and dependence are those of the columns before any
     *  reweighting; preference: of their differences within sets, and a column equal
     *  within every set is constant. Infinite vif: dependent, fitted by ridge. */
    struct sow_ols_term *terms;
    int measure_count;
    struct sow_model_measure *measures;
    int fold_count;
    struct sow_model_fold *folds;
    int step_count;
    struct sow_model_step *steps;
    int bin_count;
    struct sow_model_bin *bins;
};

/**
 * Fits @p rows on the columns marked in @p use (one flag per column; NULL = all).
 *
 * With options.select, columns are added to the intercept one at a time, each time the
 * one with the least score out of sample, until none is left, select_most is reached, or
 * five additions in a row have not lowered the least score; then options.rule chooses how
 * many of the additions to keep. For least-squares and ridge every candidate's score
 * comes from the folds' factors, without a pass. For the others candidates are compared
 * by the quadratic approximation of the loss at the model so far (one pass), and the best
 * of them is fitted fold by fold: about as many passes as a cross-validated fit takes for
 * every column added.
 *
 * SOW_BAD_DATA: what sow_design_add and sow_ols_fit refuse, and with the row or set
 * named: a group below 0 or falling, a stratum or a target out of range, sets that
 * overlap or mix groups or weights or have no preferred alternative; rows of all one
 * class; separated classes, naming the columns that separate them; fewer than 2 groups
 * for clustered errors; a fold without rows; no choice set that tells something; robust:
 * half of the residuals 0. SOW_USAGE: no column and no intercept; selection, or a penalty
 * to be chosen, without folds. A status of the source is passed on. On success @p model
 * is a new object for sow_model_free.
 */
SOW_MUST_USE enum sow_status sow_model_fit(const struct sow_rows *rows, const bool *use,
                                           const struct sow_model_options *options,
                                           struct sow_model **model, struct sow_err *err);

/** @p model may be NULL. */
void sow_model_free(struct sow_model *model);

/** The linear predictor at @p x, one number per column, fitted or not. */
double sow_model_eta(const struct sow_model *model, const double *x);

/** The prediction at @p x: eta, with the logit link the probability; a utility for a
 *  choice is eta. */
double sow_model_predict(const struct sow_model *model, const double *x);

/** The measure called @p name; NaN if there is none. */
double sow_model_measure(const struct sow_model *model, enum sow_rows_seen sample,
                         const char *name);

SOW_C_END

#endif
