/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Basic statistics of game results, which the files statistics_*.h share.
 * docs/reference/statistics.md says which function to use when.
 *
 * All functions are pure. They return NaN if a result is not defined, for example for a
 * rate without trials, a count below 0, or a confidence level outside ]0, 1[. They use
 * the platform's log and exp, so another C library may give other last bits.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_H
#define SOW_EXPERIMENTS_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/** Results of games from one player's view. */
struct sow_tally {
    int64_t wins;   /**< number of games won */
    int64_t draws;  /**< number of games drawn */
    int64_t losses; /**< number of games lost */
};

/** Returns the number of games in a tally. */
static inline int64_t sow_tally_games(const struct sow_tally *tally)
{
    return tally->wins + tally->draws + tally->losses;
}

/** Returns the score, the mean points (1, 0.5, 0) per game; NaN without games. */
double sow_tally_score(const struct sow_tally *tally);

/** Returns the sum of two tallies. */
struct sow_tally sow_tally_sum(const struct sow_tally *a, const struct sow_tally *b);

/** Returns the same games from the opponent's view. */
struct sow_tally sow_tally_mirrored(const struct sow_tally *tally);

/** A confidence interval. */
struct sow_interval {
    double low;  /**< lower bound */
    double high; /**< upper bound */
};

/** Confidence level of every interval that a table shows. */
#define SOW_LEVEL 0.95

/** Returns the z with P(|Z| <= z) = @p level for a standard normal Z. */
double sow_normal_quantile(double level);

/** Returns P(Z <= @p z) for a standard normal Z. */
double sow_normal_below(double z);

/** Returns P(|Z| >= |@p z|) for a standard normal Z. */
double sow_normal_outside(double z);

/**
 * Computes the score interval of Wilson (1927). It is the building block of
 * sow_interval_score and of Newcombe's (1998) method 10. Do not show it: near 0 and 1 its
 * coverage is too low.
 * @param rate the estimated rate, 0 to 1.
 * @param trials number of independent trials, above 0; need not be whole.
 * @param level confidence level.
 * @returns the interval.
 */
struct sow_interval sow_interval_wilson(double rate, double trials, double level);

/**
 * Computes the interval of a rate or score that is shown to users. No other one is shown.
 *
 * It is Wilson's interval with one change, in the bound on the side of the nearer end (0
 * or 1). That bound is Wilson's for a rate that is half a trial times |1 - 2 rate| nearer
 * to the end. This is a correction for continuity in proportion to the skewness of the
 * binomial distribution. In the middle it changes nothing. Near 0 and 1, where the
 * coverage of Wilson's interval falls to 85 %, the changed bound lies between the exact
 * one-sided 5 % and 2.5 % bounds (Clopper and Pearson 1934).
 *
 * The other bound is always Wilson's. So the interval excludes 0.5 exactly where Wilson's
 * does. docs/findings/intervals.md has the coverage. The views of the database have the
 * same formula in SQL.
 *
 * A draw counts as half a point. For a score with draws the interval is conservative,
 * because points of 1, 0.5 and 0 vary less than wins and losses of the same mean.
 *
 * @param rate the estimated rate or score, 0 to 1.
 * @param trials number of independent trials, above 0; need not be whole
 * (statistics_scores.h).
 * @param level confidence level.
 * @returns the interval.
 */
struct sow_interval sow_interval_score(double rate, double trials, double level);

#endif
