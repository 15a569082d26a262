/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games that begin with moves at random. Two players who seldom meet an exact tie play
 * one game over and over from a fixed start, and an interval that takes their games as
 * independent says nothing; from different openings they are different games.
 */
#ifndef SOW_EXPERIMENTS_OPENINGS_H
#define SOW_EXPERIMENTS_OPENINGS_H

#include "duels.h"

/** A match. Opening g is drawn from the stream {validation, {1, 0, 0, g}}, the same for
 *  both seats and every opponent; game g in seat s (0 = the player first) goes on by the
 *  stream {validation, {1, 0, opponent's number, 2 g + s}}. */
struct sow_opening_match {
    const struct sow_agent *player;
    const struct sow_agent *opponent;
    uint32_t number; /**< of the opponent, at least 1 */
    int games;       /**< per seat */
    int random_plies;
};

/** Plays it as sow_duels_play does: by the run's rules, seed and threads, counted in its
 *  progress. A game that ends within its opening counts as it ended. */
SOW_MUST_USE enum sow_status sow_openings_play(struct sow_run *run,
                                               const struct sow_opening_match *match,
                                               struct sow_duel *result,
                                               struct sow_err *err);

#endif
