/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Which games of a list of duels are the same game: what each of the first games of every
 * seat is by its moves; and how much there was to choose from in the first hundred.
 */
#ifndef SOW_EXPERIMENTS_LOOKS_H
#define SOW_EXPERIMENTS_LOOKS_H

#include "sow/matches/duels.h"

/** One game of a list of duels. */
struct sow_bout {
    size_t pair;
    bool second; /**< the player moves second */
    uint64_t game;
};

/** Who plays it, and its stream (duels.h). */
struct sow_pairing sow_bout_pairing(const struct sow_duels *duels,
                                    const struct sow_bout *bout);

/** How its games open, complete. */
struct sow_openings sow_duels_openings(const struct sow_duels *duels);

/** The lines of the first games, by pair, seat and game. */
struct sow_looks {
    const struct sow_duels *duels;
    size_t each; /**< room for so many of a seat */
    uint64_t *lines;
    size_t shaped; /**< room for the shapes of so many of a seat */
    struct sow_game_shape *shapes;
};

/** SOW_NO_MEMORY. On success release. */
SOW_MUST_USE enum sow_status sow_looks_init(struct sow_looks *looks,
                                            const struct sow_duels *duels,
                                            struct sow_err *err);

void sow_looks_release(struct sow_looks *looks);

/** Whether some game of the list from @p first to @p last is to be taken down. */
bool sow_looks_want(const struct sow_looks *looks, const struct sow_bout *first,
                    const struct sow_bout *last);

/** Takes down line and shape of a game unless it is one too many. */
void sow_looks_take(struct sow_looks *looks, const struct sow_bout *bout, uint64_t line,
                    const struct sow_game_shape *shape);

/** Has the varieties and shapes in the results of all duels, which have been played: each
 * seat of a duel that has games has as many. SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_looks_conclude(const struct sow_looks *looks,
                                                struct sow_duel *results,
                                                struct sow_err *err);

#endif
