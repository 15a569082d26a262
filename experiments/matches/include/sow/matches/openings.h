/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games that begin with moves at random. Two players who seldom meet an exact tie play
 * one game over and over from a fixed start, and an interval that takes their games as
 * independent says nothing; from different openings they are different games.
 */
#ifndef SOW_EXPERIMENTS_OPENINGS_H
#define SOW_EXPERIMENTS_OPENINGS_H

#include "sow/base/param.h"
#include "sow/heuristics/batch.h"

enum {
    SOW_RANDOM_PLIES_MAX = 1000,
    SOW_RANDOM_PLIES_ASKED = -1, /**< "auto": not known before it is prepared */
    SOW_RANDOM_PLIES_AUTO = 4,   /**< what it comes to for players who repeat games */
};

/** An int: moves at random, or `auto`. */
extern const struct sow_param_type sow_param_random_plies;

#define SOW_RANDOM_PLIES_HELP                                                            \
    "moves at random that open each game, the same ones for game g of both seats; "      \
    "without them, players who meet no ties play one game over and over"

/** The row of the option `random_plies` for a struct with an int at @p offset, where the
 *  ordinary start is what is asked about. */
#define SOW_RANDOM_PLIES_ROW(offset)                                                     \
    {                                                                                    \
        "random_plies", &sow_param_integer, offset, 0, SOW_RANDOM_PLIES_MAX, NULL, "0",  \
            SOW_RANDOM_PLIES_HELP                                                        \
    }

/** The same where players are compared; a run's preparation resolves it. */
#define SOW_OPENINGS_ROW(offset)                                                         \
    {                                                                                    \
        "random_plies", &sow_param_random_plies, offset, 0, SOW_RANDOM_PLIES_MAX, NULL,  \
            "auto",                                                                      \
            SOW_RANDOM_PLIES_HELP "; auto: 4 if a few games on trial repeat each other " \
                                  "from the ordinary start, else none"                   \
    }

/** How the games of a batch open: number g by @p random_plies moves drawn from the stream
 *  {purpose, {r, 0, 0, g}}, where r is the first index of the games' own streams. The
 *  last index of a game's own stream has to be 2 g or 2 g + 1 for the game that has
 *  opening g, and the stream itself must not be one of the openings'. */
struct sow_openings {
    int random_plies; /**< 0: none; a game that ends within them counts as it ended */
    enum sow_purpose purpose;
};

/** Lets the games of @p batch open so; @p openings must outlive it. */
void sow_openings_set(struct sow_batch *batch, const struct sow_openings *openings);

/** Two players and what they play by. */
struct sow_openings_trial {
    const struct sow_rules *rules;
    const struct sow_agent *player;
    const struct sow_agent *opponent;
    int games; /**< of the match, in each seat */
};

/**
 * Do games of these two repeat each other from the ordinary start? Some games in each
 * seat, 32 of a match of 256 or more, are played on trial; more than one pair in a
 * hundred that is one game over again says yes. The trial draws from streams of its own
 * with a seed of its own, so that the answer is one of the players and the rules, and not
 * of a run.
 */
bool sow_openings_are_needed(const struct sow_openings_trial *trial);

#endif
