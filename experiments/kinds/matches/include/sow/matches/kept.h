/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games that are kept: of each match the first ones of either seat, as they were played.
 * They follow from the seed like all content, unless a player is limited by time.
 */
#ifndef SOW_EXPERIMENTS_KEPT_H
#define SOW_EXPERIMENTS_KEPT_H

#include "sow/base/param.h"
#include "sow/game/transcript.h"
#include "sow/heuristics/batch.h"

struct sow_run;

enum {
    SOW_KEEP_MAX = 1000000, /**< games in each seat of a match */
    SOW_KEEP_ALL = -1       /**< until prepared: as many as are played */
};

/** An int: a number of games, or `all`; left out of records while it is 0. */
extern const struct sow_param_type sow_param_keep;

/** The row of the option `keep_games` for a struct with an int at @p offset. */
#define SOW_KEEP_ROW(offset)                                                             \
    {                                                                                    \
        "keep_games", &sow_param_keep, offset, 0, SOW_KEEP_MAX, NULL, "",                \
            "keep the moves of so many games in each seat of a match, or of all, "       \
            "for 'sowlab games'; if empty, of none"                                      \
    }

/** Settles how many of @p games in a seat are kept. SOW_USAGE if all are too many. */
SOW_MUST_USE enum sow_status sow_keep_resolve(int *keep, int games, struct sow_err *err);

/** Of a match with a program outside all games are kept, unless a number was asked for:
 *  why it lost one by forfeit is told there alone. */
void sow_keep_outside(int *keep, int games, const struct sow_agent *agents, size_t count);

/** A game and where it stands. */
struct sow_kept_game {
    size_t match;  /**< its place in the list of matches */
    uint64_t game; /**< as in table `games` */
    bool second;   /**< the player moved second */
    struct sow_game_result result;
    struct sow_transcript transcript; /**< owned */
};

/** A list of them. All zeros is empty; release it. */
struct sow_kept {
    struct sow_kept_game *games;
    size_t count;
    size_t room;
};

void sow_kept_release(struct sow_kept *kept);

/** Adds a game, whose transcript is the list's from then on, also after a failure. */
SOW_MUST_USE enum sow_status sow_kept_add(struct sow_kept *kept,
                                          const struct sow_kept_game *game,
                                          struct sow_err *err);

/** Stores those of one match of the list, by @p rules, as match @p number of the run; to
 *  be called before the match itself is stored. */
SOW_MUST_USE enum sow_status sow_kept_store(const struct sow_kept *kept, size_t match,
                                            const struct sow_rules *rules,
                                            const struct sow_run *run, int number,
                                            struct sow_err *err);

#endif
