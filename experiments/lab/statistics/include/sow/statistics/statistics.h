/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Statistics of game results: what the files statistics_*.h share. docs/statistics.md
 * says which to use when.
 *
 * Functions are pure. What cannot be computed is NaN: a rate without trials, a count
 * below zero, a confidence level outside ]0, 1[. Results pass through the platform's log
 * and exp, so another C library may give other last bits.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_H
#define SOW_EXPERIMENTS_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/** Results of games from one player's view. */
struct sow_tally {
    int64_t wins;
    int64_t draws;
    int64_t losses;
};

static inline int64_t sow_tally_games(const struct sow_tally *tally)
{
    return tally->wins + tally->draws + tally->losses;
}

/** Points (1, 0.5, 0) per game; NaN without games. */
double sow_tally_score(const struct sow_tally *tally);

/** The sum of two tallies. */
struct sow_tally sow_tally_sum(const struct sow_tally *a, const struct sow_tally *b);

/** The same games from the opponent's view. */
struct sow_tally sow_tally_mirrored(const struct sow_tally *tally);

/** A confidence interval. */
struct sow_interval {
    double low;
    double high;
};

/** The level of every interval that a table shows. */
#define SOW_LEVEL 0.95

/** The z with P(|Z| <= z) = @p level for a standard normal Z. */
double sow_normal_quantile(double level);

/** P(Z <= @p z) for a standard normal Z. */
double sow_normal_below(double z);

/** P(|Z| >= |@p z|) for a standard normal Z. */
double sow_normal_outside(double z);

/**
 * The score interval of Wilson 1927 for a rate estimated as @p rate (0..1) from @p trials
 * independent trials. What method 10 of Newcombe is made of; not for show, for near 0 and
 * 1 it covers too little.
 */
struct sow_interval sow_interval_wilson(double rate, double trials, double level);

/**
 * The interval that is shown of a rate or a score, and the only one: Wilson's, but that
 * the limit on the side of the nearer end is that of half a trial less, times |1 - 2
 * rate|: a correction for continuity in proportion to how skew the binomial distribution
 * is. In the middle it is Wilson's own; near 0 and 1, where Wilson's covers as little as
 * 85 %, that limit lies between the exact ones (Clopper and Pearson 1934) of one-sided 5
 * % and 2.5 %. The other limit is Wilson's everywhere, so that the interval leaves out
 * 0.5 exactly where Wilson's does. docs/statistics.md has the coverage; the views of the
 * store have the same formula in SQL.
 *
 * Trials need not be whole (statistics_scores.h). A draw is half a point: for a score
 * with draws it is conservative, because points of 1, 0.5 and 0 vary less than wins and
 * losses of the same mean.
 */
struct sow_interval sow_interval_score(double rate, double trials, double level);

#endif
