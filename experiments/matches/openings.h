/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games that begin with moves at random. Two players who seldom meet an exact tie play
 * one game over and over from a fixed start, and an interval that takes their games as
 * independent says nothing; from different openings they are different games.
 */
#ifndef SOW_EXPERIMENTS_OPENINGS_H
#define SOW_EXPERIMENTS_OPENINGS_H

#include "sow/heuristics/batch.h"

enum { SOW_RANDOM_PLIES_MAX = 1000 };

/** The row of the option `random_plies` for a struct with an int at @p offset. */
#define SOW_RANDOM_PLIES_ROW(offset)                                                     \
    {                                                                                    \
        "random_plies", &sow_param_integer, offset, 0, SOW_RANDOM_PLIES_MAX, NULL, "0",  \
            "moves at random that open each game, the same ones for game g of both "     \
            "seats and of all pairs of players; without them, players who meet no ties " \
            "play one game over and over"                                                \
    }

/** How the games of a batch open: number g by @p random_plies moves drawn from the stream
 *  {purpose, {round, 0, 0, g}}. */
struct sow_openings {
    int random_plies; /**< at least 1; a game that ends within them counts as it ended */
    enum sow_purpose purpose;
    uint64_t round;
};

/** As sow_batch_play by the kernel "plain", whatever the batch asks for. The last index
 *  of a game's own stream has to be 2 g or 2 g + 1 for the game that has opening g, and
 *  the stream itself must not be one of the openings'. */
bool sow_openings_play(const struct sow_batch *batch, const struct sow_openings *openings,
                       struct sow_game_result *results);

#endif
