/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Statistics of game results. Pure functions.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_H
#define SOW_EXPERIMENTS_STATISTICS_H

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

/** A confidence interval. */
struct sow_interval {
    double low;
    double high;
};

/**
 * The 95 % score interval of Wilson 1927 for a rate estimated as @p rate (0..1) from @p n
 * independent games. For a score with draws it is conservative: points of 1, 0.5 and 0
 * vary less than wins and losses of the same mean. NaN limits without games.
 */
struct sow_interval sow_interval_wilson(double rate, int64_t n);

#endif
