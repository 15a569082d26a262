/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Retests, called replays in C. Each player plays its worst cells (variant, opponent and
 * seat) again. These games did not choose the cells, so their win rates are not too low
 * by selection. docs/statistics.md says what this gains.
 *
 * Retests are stored one at a time in table `replays`. A resumed run continues after the
 * last stored one.
 */
#ifndef SOW_EXPERIMENTS_REPLAYS_H
#define SOW_EXPERIMENTS_REPLAYS_H

#include "sow/matches/study.h"

/** Most retests of a player. */
enum { SOW_REPLAYS_MAX = 1000 };

/** A cell and seat that is retested. */
struct sow_replay {
    size_t cell; /**< the index of the cell in the study */
    bool second;
    struct sow_stratum chosen; /**< result of the games by which it was chosen */
};

/** Retests and their results. The study is borrowed. */
struct sow_replays {
    const struct sow_study *study;
    int worst; /**< cells of each player, fewer if a player has fewer */
    int games; /**< games of each retest */
    /** Cells by player, for each player the worst first; owned. */
    struct sow_replay *list;
    struct sow_stratum *fresh; /**< result of the retest of each cell in `list`; owned */
    size_t each;               /**< number of retests of each player */
};

/** The lowest win rate of a player's retests. */
struct sow_replayed {
    /** Lowest win rate of the retests; NaN without retests, like the limits. */
    double rate;
    /** Worst-case interval: 95 %, by Bonferroni over the retests. */
    struct sow_interval limits;
};

/**
 * Chooses the worst cells, and plays and stores the retests that are not stored yet.
 * @param[in,out] replays the caller sets study, worst and games, and releases the retests
 *     afterwards in any case
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, when all finished retests are stored;
 *     SOW_BAD_DATA if stored retests are not those of the worst cells.
 */
SOW_MUST_USE enum sow_status sow_replays_play(struct sow_replays *replays,
                                              struct sow_err *err);

/** Returns the lowest win rate of the retests of a player, which have been played. */
struct sow_replayed sow_replays_of(const struct sow_replays *replays, size_t player);

/** Frees the arrays of retests. */
void sow_replays_release(struct sow_replays *replays);

#endif
