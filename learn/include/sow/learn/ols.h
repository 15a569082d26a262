/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Ordinary and weighted least squares on a design, with the statistics of the classical
 * linear model: standard errors, t, p, confidence intervals, R2 and F.
 *
 * The fit finds columns that carry no information of their own: constant columns beside
 * an intercept, and linear combinations of earlier columns. It names them. Then it either
 * fails or drops them, as the caller chooses.
 *
 * Estimates, standard errors, t, sums of squares and R2 use + - * / and sqrt only, so
 * their bits are the same on every platform. p and the bounds of intervals use
 * sow/learn/tails.h.
 *
 * Ownership: a struct sow_ols is on the heap, and the caller frees it with sow_ols_free.
 * Its names are borrowed from the design's columns. A finished fit is read-only, so
 * threads may share it.
 */
#ifndef SOW_LEARN_OLS_H
#define SOW_LEARN_OLS_H

#include "sow/base/err.h"
#include "sow/learn/design.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** Treatment of constant and dependent columns. */
enum sow_ols_dependent {
    SOW_DEPENDENT_REFUSE, /**< fail with an error that names the columns */
    SOW_DEPENDENT_DROP,   /**< fit without the columns; the term of each says why */
    SOW_DEPENDENTS        /**< number of treatments */
};

/** Options of a fit. */
struct sow_ols_options {
    bool intercept;   /**< true if the model has a constant beside the columns */
    int dependent;    /**< enum sow_ols_dependent */
    double level;     /**< level of the confidence intervals, above 0 and below 1 */
    double tolerance; /**< bound for dependence, above 0 and below 1. A column is
                           dependent if earlier columns leave at most this share of its
                           length unexplained. Rounding alone leaves about 1e-15, after
                           a million rows 1e-13 */
};

/** Result for a single term. */
enum sow_ols_state {
    SOW_TERM_FITTED,    /**< the term has a coefficient */
    SOW_TERM_LEFT_OUT,  /**< not requested by the caller */
    SOW_TERM_CONSTANT,  /**< dropped: the same number in every row */
    SOW_TERM_DEPENDENT, /**< dropped: a linear combination of earlier terms */
};

/** One coefficient. A term that was not fitted has the estimate 0, and all its other
 *  figures except mean and sd are NaN. */
struct sow_ols_term {
    const char *name;         /**< borrowed; "(intercept)" for the intercept */
    enum sow_ols_state state; /**< result for this term */
    double estimate,          /**< estimated coefficient */
        standard_error;       /**< standard error of the estimate */
    double t,                 /**< estimate / standard error */
        p;      /**< two-sided p value of the hypothesis that the coefficient is 0 */
    double low, /**< lower bound of the confidence interval */
        high;   /**< upper bound of the confidence interval */
    /** Variance inflation factor: 1 / (1 - R2 of this column on the other fitted
     *  columns). Values above 10 are a problem (Belsley, Kuh and Welsch 1980, "Regression
     *  Diagnostics", chapter 3). NaN for the intercept. */
    double vif;
    double mean, /**< mean of the column over all rows; weighted if the rows are */
        sd;      /**< standard deviation of the column; weighted if the rows are */
    /** Reason why the term was dropped, as a phrase to follow its name ("is 4 in every
     *  row"); NULL for any other term. Owned by the fit. */
    char *note;
};

/** A fit. Below, n is rows and k is rank. Sums are weighted if the rows are. */
struct sow_ols {
    const char *target; /**< name of the target; borrowed */
    bool intercept;     /**< true if the model has an intercept */
    bool exact;         /**< true if the residuals are only rounding errors, so that
                             standard errors, t and p have no meaning */
    int64_t rows;       /**< number of rows n */
    int rank;           /**< number of fitted coefficients k, the intercept included */
    int64_t freedom;    /**< degrees of freedom of the residuals, n - k; at least 1 */
    double target_mean, /**< mean of the target */
        target_sd;      /**< standard deviation of the target */
    double total_ss;    /**< sum of squares of y about its mean; about 0 without an
                             intercept */
    double residual_ss; /**< sum of squares of the residuals */
    double r2;          /**< 1 - residual_ss / total_ss */
    double adjusted_r2; /**< r2 adjusted for the degrees of freedom */
    double rmse;        /**< sqrt(residual_ss / sum of the weights) */
    double residual_sd; /**< residual standard error, sqrt(residual_ss / (n - k)) */
    double f,      /**< F statistic of the hypothesis that all coefficients except the
                        intercept are 0; NaN if there are no others */
        f_p;       /**< p value of f */
    int f_freedom; /**< degrees of freedom of the numerator of f; the denominator
                        has freedom */
    double level;  /**< level of the confidence intervals */
    /** Estimated 1-norm condition number of the fitted columns, intercept included, each
     *  scaled to unit length (Higham 2002, "Accuracy and Stability of Numerical
     *  Algorithms", section 15.3). An estimate loses about log10 of it in digits. */
    double condition;
    int term_count;             /**< number of terms: columns of the design + 1 */
    struct sow_ols_term *terms; /**< terms, fitted or not: [0] is the intercept and
                                     [1 + j] is column j */
};

/**
 * Fits the target of a design on its columns, over all rows added so far.
 * @param design the rows; unchanged.
 * @param use one flag for each column, true to fit it; NULL means all columns.
 * @param options the options; values outside their ranges are a caller's bug.
 * @param[out] fit receives a new fit, which the caller frees with sow_ols_free; unchanged
 * on failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, SOW_USAGE if there is neither a column nor an intercept
 * to fit, or SOW_BAD_DATA in one of these cases:
 * - there are not more rows than coefficients;
 * - the target never varies (with an intercept), or is 0 in every row;
 * - a column is constant or dependent, and options.dependent is SOW_DEPENDENT_REFUSE;
 * - the square of a number overflows or becomes 0.
 */
SOW_MUST_USE enum sow_status sow_ols_fit(const struct sow_design *design, const bool *use,
                                         const struct sow_ols_options *options,
                                         struct sow_ols **fit, struct sow_err *err);

/**
 * Frees a fit.
 * @param fit the fit; may be NULL.
 */
void sow_ols_free(struct sow_ols *fit);

SOW_C_END

#endif
