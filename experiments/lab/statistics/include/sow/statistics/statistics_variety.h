/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * How different the games of a seat are, and what games are worth that repeat each other.
 *
 * Two players who seldom draw at random play a few games over and over. Let p be the
 * shares of the different games among n: the mean of their results has the variance of
 * one result times sum p^2 if each different game is one observation, so that they tell
 * as much as 1 / sum p^2 games (Kish 1965, the effective size of a sample that is not
 * weighted evenly; Simpson 1949 has sum p^2 as the chance that two draws are alike).
 *
 * Pure functions; a game is named by a hash of its moves (game.h).
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_VARIETY_H
#define SOW_EXPERIMENTS_STATISTICS_VARIETY_H

#include "sow/statistics/statistics_scores.h"

#include <stddef.h>

/** Of the games of one seat. */
struct sow_variety {
    int64_t distinct; /**< different ones among those that were looked at; all of them
                           if they count for all */
    double effective; /**< how many they count for, 1..games: for all of them unless for
                           half or less */
};

/** Games of a seat that are looked at. */
enum { SOW_VARIETY_LOOK_MAX = 1024 };

/** How many games to look at first: enough for two pairs of them to be expected alike if
 *  all @p games count for half. */
size_t sow_variety_first_look(int64_t games);

/** How many to look at if by the first look they count for half or less. */
size_t sow_variety_look(int64_t games);

/** Of a seat of @p games of which @p looked had these @p lines, which are put into order.
 */
struct sow_variety sow_variety_of(uint64_t *lines, size_t looked, int64_t games);

/** Games of one kind, and for how many they count. */
struct sow_stratum {
    struct sow_tally tally;
    double effective; /**< at least 1; at least the games: all of them */
};

/** A stratum whose games are all different. */
struct sow_stratum sow_stratum_of(struct sow_tally tally);

/** Effective number of games of both seats together: 4 / (1 / a + 1 / b). */
double sow_variety_of_both(const struct sow_variety *a, const struct sow_variety *b);

/** A tally of about as many games as count (at least one), in the same proportions. */
struct sow_tally sow_tally_thinned(const struct sow_tally *tally, double effective);

/** @p score as it is worth if its games count for @p effective ones. Where these are
 *  fewer, no two games of a pair are taken to tell more than two games without draws, and
 *  where they are two, one game in each seat, there is no interval: it is NaN. */
struct sow_match_score sow_score_of_variety(const struct sow_match_score *score,
                                            double effective);

#endif
