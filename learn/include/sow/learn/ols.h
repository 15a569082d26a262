/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Ordinary (and weighted) least squares on a design, with the statistics of the
 * classical linear model: standard errors, t, p and confidence intervals, R2, F.
 *
 * Columns that carry no information of their own are found, in the order of the
 * columns: constant ones beside an intercept, and linear combinations of earlier
 * columns. They are named, and either the fit is refused or they are dropped.
 *
 * Estimates, standard errors, t, sums of squares and R2 use + - * / and sqrt only; p
 * and the interval bounds pass through sow/learn/tails.h.
 *
 * Ownership: a struct sow_ols is on the heap, the caller's to free. Names in it are
 * borrowed from the design's columns. Fits are read-only afterwards and may be shared.
 */
#ifndef SOW_LEARN_OLS_H
#define SOW_LEARN_OLS_H

#include "sow/base/err.h"
#include "sow/learn/design.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** What to do about constant and dependent columns. */
enum sow_ols_dependent {
    SOW_DEPENDENT_REFUSE, /**< name them and fail */
    SOW_DEPENDENT_DROP,   /**< fit without them; each one's term says why */
    SOW_DEPENDENTS
};

/** How to fit. */
struct sow_ols_options {
    bool intercept;
    int dependent;    /**< enum sow_ols_dependent */
    double level;     /**< of the confidence intervals, above 0 and below 1 */
    double tolerance; /**< likewise; a column is dependent if the part of it that earlier
                         ones do not explain has at most this share of its length;
                         rounding alone leaves some 1e-15, after a million rows 1e-13 */
};

/** What became of a term. */
enum sow_ols_state {
    SOW_TERM_FITTED,
    SOW_TERM_LEFT_OUT,  /**< not asked for */
    SOW_TERM_CONSTANT,  /**< dropped: the same number in every row */
    SOW_TERM_DEPENDENT, /**< dropped: a linear combination of earlier terms */
};

/** One coefficient. Of a term that was not fitted the estimate is 0, and every other
 *  figure but mean and sd is NaN. */
struct sow_ols_term {
    const char *name; /**< borrowed; "(intercept)" for the intercept */
    enum sow_ols_state state;
    double estimate, standard_error;
    double t, p;      /**< for the hypothesis that the coefficient is 0; p two-sided */
    double low, high; /**< confidence interval at the fit's level */
    /** Variance inflation: 1 / (1 - R2 of this column on the other fitted ones); above
     *  10 is trouble. NaN for the intercept. */
    double vif;
    double mean, sd; /**< of the column over the rows fitted; weighted if they are */
    /** Of a dropped term: why, to follow its name ("is 4 in every row"); else NULL.
     *  Owned by the fit. */
    char *note;
};

/** A fit. n is rows, k is rank, sums of squares are weighted if the rows are. */
struct sow_ols {
    const char *target; /**< borrowed */
    bool intercept;     /**< fitted with one */
    bool exact;         /**< residuals are rounding errors: standard errors, t and p
                             mean nothing */
    int64_t rows;       /**< n */
    int rank;           /**< k: coefficients fitted, the intercept included */
    int64_t freedom;    /**< n - k, at least 1 */
    double target_mean, target_sd;
    double total_ss; /**< of y about its mean; about 0 without intercept */
    double residual_ss;
    double r2; /**< 1 - residual_ss / total_ss */
    double adjusted_r2;
    double rmse;        /**< sqrt(residual_ss / n), over the sum of weights */
    double residual_sd; /**< sqrt(residual_ss / (n - k)), the residual standard error */
    double f, f_p;      /**< all coefficients but the intercept are 0; NaN if there
                             are no others */
    int f_freedom;      /**< numerator degrees of freedom; the denominator's: freedom */
    double level;       /**< of the intervals */
    /** Estimated 1-norm condition number of the fitted columns, intercept included,
     *  each scaled to unit length (Higham 2002, section 15.3); about its log10 digits
     *  of an estimate are lost. */
    double condition;
    int term_count;             /**< columns of the design + 1 */
    struct sow_ols_term *terms; /**< [0] the intercept, [1 + j] column j, fitted or not */
};

/**
 * Fits the target of @p design on the columns marked in @p use (one flag per column;
 * NULL = all), over all rows added so far.
 * SOW_BAD_DATA: not more rows than coefficients asked for; a target that never varies
 * (with an intercept) or is 0 throughout; constant or dependent columns, unless they are
 * to be dropped; numbers whose squares overflow or vanish. SOW_USAGE: no column and no
 * intercept asked for. On success @p fit is a new object for sow_ols_free.
 */
SOW_MUST_USE enum sow_status sow_ols_fit(const struct sow_design *design, const bool *use,
                                         const struct sow_ols_options *options,
                                         struct sow_ols **fit, struct sow_err *err);

/** @p fit may be NULL. */
void sow_ols_free(struct sow_ols *fit);

SOW_C_END

#endif
