/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The sequential probability ratio test (SPRT) between two Elo differences. Game engines
 * are tested in this way: a match continues only until its results decide the question.
 *
 * Hypothesis H0 says that the player is @c elo0 stronger than the opponent (weaker, if
 * negative). H1 says that it is @c elo1 stronger. Elo is logistic.
 *
 * The test statistic is the generalized log likelihood ratio (LLR). Each hypothesis
 * allows all multinomial distributions of results whose mean is its score, and the
 * likelihood is that of the most likely one. Michel Van den Bergh describes the test for
 * the Fishtest project in "A Practical Introduction to the GSPRT". The likelihoods are
 * those of his "The Generalized Likelihood Ratio for the Expectation Value of a
 * Multinomial Distribution".
 *
 * The match ends when the LLR reaches one of the bounds of Wald (1945). If the test is
 * made only now and then, or if the number of games is limited, errors become rarer.
 *
 * All functions are pure. Counts must not be negative.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_SEQUENTIAL_H
#define SOW_EXPERIMENTS_STATISTICS_SEQUENTIAL_H

#include "sow/base/err.h"
#include "sow/statistics/statistics_scores.h"

/** Parameters of a test. */
struct sow_sprt {
    double elo0;  /**< Elo difference under H0, -1000 to 1000 */
    double elo1;  /**< Elo difference under H1, above elo0 and at most 1000 */
    double alpha; /**< probability of accepting H1 if H0 is true, ]0, 0.5[ */
    double beta;  /**< probability of accepting H0 if H1 is true, ]0, 0.5[ */
};

/** Verdict of a test: neither hypothesis is accepted yet, or one is. */
enum sow_sprt_verdict { SOW_SPRT_UNDECIDED, SOW_SPRT_H0, SOW_SPRT_H1 };

/** Words by enum sow_sprt_verdict: "undecided", "h0", "h1"; NULL-terminated. */
extern const char *const sow_sprt_verdict_names[];

/** State of a test. */
struct sow_sprt_state {
    double llr;   /**< generalized log likelihood ratio; 0 without games */
    double lower; /**< bound: H0 is accepted if llr <= log(beta / (1 - alpha)) */
    double upper; /**< bound: H1 is accepted if llr >= log((1 - beta) / alpha) */
    enum sow_sprt_verdict verdict; /**< verdict at these bounds */
};

/** Checks the parameters of a test. Returns SOW_USAGE, with an error that says what is
 *  allowed, if one is out of range. */
SOW_MUST_USE enum sow_status sow_sprt_check(const struct sow_sprt *sprt,
                                            struct sow_err *err);

/** Computes the state of a test from the pairs of games played so far (pentanomial). */
struct sow_sprt_state sow_sprt_of_pairs(const struct sow_sprt *sprt,
                                        const struct sow_pairs *pairs);

#endif
