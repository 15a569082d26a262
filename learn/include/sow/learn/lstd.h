/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * LSTD(lambda): least-squares temporal differences.
 *
 * Bradtke and Barto (1996, "Linear Least-Squares Algorithms for Temporal Difference
 * Learning") have the method for lambda = 0. Boyan (2002, "Technical Update:
 * Least-Squares Temporal Difference Learning") has it for any lambda.
 *
 * Rows come in chains, for example the positions of a game. A chain ends with one return,
 * for example the final margin, and nothing is discounted. The estimator finds a linear
 * value of each row that agrees with the value of the next row in its chain.
 *
 * **One observer.** Rows may be seen by two opponents, whose returns have opposite signs.
 * Let x_t be row t of a chain with a 1 in front, for the intercept. Let s_t be its sign:
 * 1 if the first opponent sees it, -1 if the second one does. If w . x_t is the value for
 * the opponent who sees the row, then s_t w . x_t = w . (s_t x_t) is the value for the
 * first opponent. So p_t = s_t x_t are columns of one observer, with the same weights w.
 * Values of successive rows are then compared without a change of sign, for every order
 * of turns. The return of row t for its own opponent is y_t. The return for the observer
 * is s_t y_t, which is the same number R in all rows of a chain.
 *
 * **Equations.** The trace is z_t = lambda z_(t-1) + p_t, and it starts at 0 in each
 * chain. After the last row, p is 0. The weights w solve A w = b. A is the sum of z_t
 * (p_t
 * - p_(t+1))' over all rows. The vector b is the sum of z R over the last rows of chains.
 * Exchanging the two opponents changes the signs of z, p and R, so it changes neither A
 * nor b.
 *
 * **lambda = 1.** Here z_t is the sum of all p up to t. So A is the sum of p_t p_t', and
 * b is the sum of p_t R. Because s_t s_t = 1, these are the sums of x_t x_t' and of x_t
 * y_t: the normal equations of a regression of y on x. LSTD(1) is that regression.
 *
 * **Ridge.** For n rows, the weights solve (A + n penalty D) w = b. D is diagonal, with
 * the variance of each column and 0 for the intercept. This is the penalty of the method
 * ridge (sow/learn/model.h), with which LSTD(1) therefore agrees.
 *
 * The same rows in the same order give the same bits. Memory is (folds + 2) (columns +
 * 1)^2 numbers.
 */
#ifndef SOW_LEARN_LSTD_H
#define SOW_LEARN_LSTD_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

/** One row of a chain. */
struct sow_lstd_row {
    const double *x; /**< one finite number for each column; borrowed */
    double end;      /**< return at the end of the chain, for the one who sees the row */
    int sign;        /**< 1 or -1: the opponent who sees the row */
    int64_t chain;   /**< number of the chain, at least 0, never less than in the row
                          before; chains 2k and 2k + 1 are in one fold */
};

/** A callback that receives one row, which is valid until it returns. */
typedef void sow_lstd_row_fn(void *taker, const struct sow_lstd_row *row);

/** A source of rows. */
struct sow_lstd_rows {
    int columns; /**< number of columns, at least 1 */
    /** Function that gives every row to @p take, in the order of the chains and in each
     *  chain from first to last. Every call gives the same rows. */
    void (*each)(void *context, sow_lstd_row_fn *take, void *taker);
    void *context; /**< first argument of each call of @p each */
};

/** Options of a fit. */
struct sow_lstd_options {
    double lambda;  /**< 0 to 1 */
    double penalty; /**< penalty for columns of standard deviation 1; 0: none */
    int folds;      /**< number of folds for the figures out of sample; 0: no figures */
};

/** Result of a fit. */
struct sow_lstd_fit {
    int64_t rows;     /**< number of rows */
    double intercept; /**< weight of the constant */
    /** Weight of each column, owned; 0 for a column that never varies. */
    double *weights;
    double r2;   /**< 1 - squared errors / squares about the mean, of the returns out of
                      sample; NaN where undefined */
    double rmse; /**< root mean squared error of the returns out of sample; NaN where
                      undefined */
};

/**
 * Fits weights to chains, in three passes over the source and a fourth one with folds.
 * Columns are standardised over all rows, also in the folds.
 * @param rows the source, which has at least one row.
 * @param options the options; values out of range are a caller's bug.
 * @param[out] fit receives the result, which the caller releases; unchanged on failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, or SOW_BAD_DATA if the equations have no unique
 * solution, because columns depend on each other and there is no penalty.
 */
SOW_MUST_USE enum sow_status sow_lstd_fit(const struct sow_lstd_rows *rows,
                                          const struct sow_lstd_options *options,
                                          struct sow_lstd_fit *fit, struct sow_err *err);

/**
 * Frees the weights of a fit.
 * @param fit the fit; one without weights is left as it is.
 */
void sow_lstd_release(struct sow_lstd_fit *fit);

SOW_C_END

#endif
