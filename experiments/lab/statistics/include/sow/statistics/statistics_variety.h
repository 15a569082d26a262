/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Effective numbers of games: the number of games that a seat's games count for if some
 * of them are repeats.
 *
 * Two players that seldom choose at random play the same few games again and again. Let p
 * be the shares of the different games. If each different game is one observation, the
 * mean of the results has the variance of one result times sum p^2. So the games give as
 * much information as 1 / sum p^2 games. Kish (1965, "Survey Sampling") has this as the
 * effective size of a sample with unequal weights. Simpson (1949) has sum p^2 as the
 * probability that two draws are equal.
 *
 * All functions are pure. A hash of its moves identifies a game (game.h).
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_VARIETY_H
#define SOW_EXPERIMENTS_STATISTICS_VARIETY_H

#include "sow/statistics/statistics_scores.h"

#include <stddef.h>

/** Variety of the games of one seat. */
struct sow_variety {
    int64_t distinct; /**< number of different games among the checked ones; the number of
                           all games if effective is that, too */
    double effective; /**< effective number of games, 1 to the number of games. It is the
                           number of games unless it would be at most half of that */
};

enum { SOW_VARIETY_LOOK_MAX = 1024 /**< largest number of games of a seat to check */ };

/** Returns the number of games to check first for repeats, of @p games. If the effective
 *  number is half of @p games, two pairs of equal games are expected among them. */
size_t sow_variety_first_look(int64_t games);

/** Returns the number of games to check if the first check gives an effective number of
 * at most half of @p games. */
size_t sow_variety_look(int64_t games);

/**
 * Estimates the variety of the games of one seat.
 * @param[in,out] lines hashes of the moves of each checked game; sorted on return.
 * @param looked number of checked games.
 * @param games number of games of the seat.
 * @returns the variety.
 */
struct sow_variety sow_variety_of(uint64_t *lines, size_t looked, int64_t games);

/** A group of games, for example those in one seat against one opponent. */
struct sow_stratum {
    struct sow_tally tally; /**< results */
    double effective; /**< effective number of games, at least 1. If it is not below the
                           number of games, all games count */
};

/** Makes a stratum whose games are all different. */
struct sow_stratum sow_stratum_of(struct sow_tally tally);

/** Returns the effective number of games of both seats together: 4 / (1 / x + 1 / y),
 * where x and y are the effective numbers of @p a and @p b. If these are equal, the
 * result is their sum. */
double sow_variety_of_both(const struct sow_variety *a, const struct sow_variety *b);

/** Returns a tally with the same proportions and about @p effective games, at least one.
 *  Returns @p tally itself if it has no more games than that. */
struct sow_tally sow_tally_thinned(const struct sow_tally *tally, double effective);

/** Returns @p score with the errors that belong to an effective number of games. If that
 *  number is smaller than the number of games, the two games of a pair give at most as
 *  much information as two games without draws. If it is 2, with one game in each seat,
 *  the interval is NaN. */
struct sow_match_score sow_score_of_variety(const struct sow_match_score *score,
                                            double effective);

#endif
