/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The worst cells of a plan once more: the seats (variant, opponent, seat) that a player
 * did worst in are played again in games that had no part in choosing them, so that their
 * rates are not those of the unluckiest. docs/statistics.md says what that is worth.
 *
 * Stored in table `replays` one at a time; a run that was interrupted goes on after the
 * last one.
 */
#ifndef SOW_EXPERIMENTS_REPLAYS_H
#define SOW_EXPERIMENTS_REPLAYS_H

#include "sow/matches/study.h"

enum { SOW_REPLAYS_MAX = 1000 }; /**< of a player */

/** A seat of a cell. */
struct sow_replay {
    size_t cell; /**< of the study */
    bool second;
    struct sow_stratum chosen; /**< the games it was chosen by */
};

/** What to replay, borrowed, and what came of it. */
struct sow_replays {
    const struct sow_study *study;
    int worst;                 /**< how many of a player, if it has so many seats */
    int games;                 /**< in each seat */
    struct sow_replay *list;   /**< by player, the worst first; owned */
    struct sow_stratum *fresh; /**< the games of each of the list; owned */
    size_t each;               /**< of a player */
};

/** What the replays of a player say of the least of their true win rates. */
struct sow_replayed {
    double rate; /**< the least of theirs; this and the limits are NaN without replays */
    struct sow_interval limits; /**< 95 %, Bonferroni over the replays */
};

/**
 * Chooses, plays and stores what is not stored yet. The caller sets all but the last
 * three fields, and has to release the replays whatever comes of it.
 * @returns SOW_INTERRUPTED after a stop request: every replay that was finished is
 * stored.
 */
SOW_MUST_USE enum sow_status sow_replays_play(struct sow_replays *replays,
                                              struct sow_err *err);

struct sow_replayed sow_replays_of(const struct sow_replays *replays, size_t player);

void sow_replays_release(struct sow_replays *replays);

#endif
