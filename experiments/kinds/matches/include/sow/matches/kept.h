/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Kept games: the moves of the first games in each seat of a match. Kept games follow
 * from the random seed like all results, unless a player is limited by time.
 */
#ifndef SOW_EXPERIMENTS_KEPT_H
#define SOW_EXPERIMENTS_KEPT_H

#include "sow/base/param.h"
#include "sow/game/transcript.h"
#include "sow/heuristics/batch.h"

struct sow_run;

enum {
    SOW_KEEP_MAX = 1000000, /**< most kept games in each seat of a match */
    /** All games; a run's preparation replaces it by their number. */
    SOW_KEEP_ALL = -1
};

/**
 * Type of an int option: a number of games, or `all`. Records leave out the option while
 * it is 0.
 */
extern const struct sow_param_type sow_param_keep;

/** Row of the option `keep_games` for a struct with an int at @p offset. */
#define SOW_KEEP_ROW(offset)                                                             \
    {                                                                                    \
        "keep_games", &sow_param_keep, offset, 0, SOW_KEEP_MAX, NULL, "",                \
            "games in each seat of a match whose moves are kept for 'sowlab games', "    \
            "or all; by default none"                                                    \
    }

/**
 * Sets how many games of a seat are kept: SOW_KEEP_ALL becomes @p games, and a larger
 * number is lowered to it.
 * @param[in,out] keep the option `keep_games`
 * @param games the games in each seat
 * @param err receives the reason of a failure
 * @returns SOW_USAGE if `all` would be more than SOW_KEEP_MAX; @p keep is then unchanged.
 */
SOW_MUST_USE enum sow_status sow_keep_resolve(int *keep, int games, struct sow_err *err);

/**
 * Keeps all games of a match with an outside program, at most SOW_KEEP_MAX, unless a
 * number was asked for. Only a kept game tells why an outside program lost it by forfeit.
 * @param[in,out] keep the option `keep_games`; changed only if it is 0
 * @param games the games in each seat
 * @param agents the players of the match
 * @param count the number of players
 */
void sow_keep_outside(int *keep, int games, const struct sow_agent *agents, size_t count);

/** A kept game. */
struct sow_kept_game {
    size_t match; /**< the index of the match in its list of duels */
    /** the number of the game in table `games`: twice its number in its seat, plus 1 if
     *  the player moved second */
    uint64_t game;
    bool second;                      /**< true if the player moved second */
    struct sow_game_result result;    /**< final stores and number of plies */
    struct sow_transcript transcript; /**< start, moves and ending; owned */
};

/**
 * A list of kept games. A list of all zeros is empty. Release it with sow_kept_release.
 */
struct sow_kept {
    struct sow_kept_game *games; /**< the games; owned, with their transcripts */
    size_t count;                /**< number of games */
};

/** Frees the games of a list and leaves it empty. */
void sow_kept_release(struct sow_kept *kept);

/**
 * Adds a game to the list.
 * @param[in,out] kept the list
 * @param game the game; its transcript belongs to the list from now on, also after a
 *     failure
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY if the list cannot grow or the transcript is incomplete.
 */
SOW_MUST_USE enum sow_status sow_kept_add(struct sow_kept *kept,
                                          const struct sow_kept_game *game,
                                          struct sow_err *err);

/**
 * Stores the kept games of one match. Call this before the match itself is stored.
 * @param kept the list of kept games
 * @param match the index of the match in the list of duels
 * @param rules the rules of the match
 * @param run the run, to whose sink the games are written
 * @param number the number of the match in the run
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY, or an error of the database.
 */
SOW_MUST_USE enum sow_status sow_kept_store(const struct sow_kept *kept, size_t match,
                                            const struct sow_rules *rules,
                                            const struct sow_run *run, int number,
                                            struct sow_err *err);

#endif
