/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A player's moves held against exact values, position by position, and what they sum up
 * to.
 */
#ifndef SOW_EXPERIMENTS_MEASURE_H
#define SOW_EXPERIMENTS_MEASURE_H

#include "sow/endgame/database.h"
#include "sow/heuristics/agent.h"
#include "sow/statistics/statistics_clusters.h"
#include "sow/truth/move_regret.h"

/** What moves are held against. */
struct truth {
    const struct sow_rules *rules;
    const struct sow_fast *fast; /**< NULL: the rules are not covered */
    const struct sow_endgame *endgame;
    int on_board; /**< most seeds */
    uint64_t seed;
};

/** What is summed up: the share of best moves and the seeds lost, of the player, and of a
 *  move at random in its place. */
enum figure { OPTIMAL, REGRET, RANDOM_OPTIMAL, RANDOM_REGRET, FIGURES };

/** The choices of a game, or of a position, with so many seeds on the board. */
struct measure {
    int32_t choices;
    double sum[FIGURES];
};

/** By seeds on the board; [0] is all of them together. */
enum { MEASURES = SOW_ENDGAME_SEEDS_MAX + 1 };

/** A game: who plays, and in which seat the player is measured. */
struct bout {
    const struct sow_agent *player;
    const struct sow_agent *opponent;
    bool second; /**< the player moves second */
    int random_plies;
    struct sow_stream stream;
};

/** Plays a game and adds the player's choices to @p measures[0 .. on_board]. */
void sow_truth_play(const struct truth *truth, const struct bout *bout,
                    struct measure *measures);

/** Adds the player's choice in position @p number of those with @p seeds seeds; the
 *  stores have half of the other seeds each. */
void sow_truth_ask(const struct truth *truth, const struct sow_agent *player, int seeds,
                   uint64_t number, struct measure *measure);

/** Sums over games or positions. */
struct measured {
    int64_t choices;
    struct sow_clusters sums[FIGURES];
};

void sow_measured_add(struct measured *measured, const struct measure *measure);

#endif
