/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The sequential probability ratio test between two Elo differences, as game engines are
 * tested: play until the results tell, however few games that takes.
 *
 * H0: the player is @c elo0 stronger than the opponent (negative: weaker); H1: it is
 * @c elo1 stronger; logistic Elo. The test walks with the generalized log likelihood
 * ratio (LLR): the likelihood of the counted results at their likeliest under each
 * hypothesis, a multinomial distribution whose mean is the hypothesis' score and whose
 * other parameters are free (Van den Bergh: A practical introduction to the GSPRT; The
 * generalized likelihood ratio for the expectation value of a multinomial distribution;
 * both with the Fishtest project). The walk ends at Wald's 1945 bounds. Looking only now
 * and then, or with an end to the games, makes errors rarer, not more frequent.
 *
 * Pure functions; counts must not be negative.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_SEQUENTIAL_H
#define SOW_EXPERIMENTS_STATISTICS_SEQUENTIAL_H

#include "sow/base/err.h"
#include "sow/statistics/statistics_scores.h"

/** The question. */
struct sow_sprt {
    double elo0;  /**< Elo difference under H0, -1000..1000 */
    double elo1;  /**< under H1; more than elo0 */
    double alpha; /**< probability of accepting H1 where H0 is true, ]0, 0.5[ */
    double beta;  /**< probability of accepting H0 where H1 is true, ]0, 0.5[ */
};

enum sow_sprt_verdict { SOW_SPRT_UNDECIDED, SOW_SPRT_H0, SOW_SPRT_H1 };

/** The words "undecided", "h0", "h1", by enum sow_sprt_verdict; NULL-terminated. */
extern const char *const sow_sprt_verdict_names[];

/** Where the test stands. */
struct sow_sprt_state {
    double llr;   /**< 0 without games */
    double lower; /**< H0 is accepted from here down: log(beta / (1 - alpha)) */
    double upper; /**< H1 from here up: log((1 - beta) / alpha) */
    enum sow_sprt_verdict verdict;
};

/** SOW_USAGE, with what is allowed, unless the test makes sense. */
SOW_MUST_USE enum sow_status sow_sprt_check(const struct sow_sprt *sprt,
                                            struct sow_err *err);

/** From pairs of games (pentanomial). */
struct sow_sprt_state sow_sprt_of_pairs(const struct sow_sprt *sprt,
                                        const struct sow_pairs *pairs);

#endif
