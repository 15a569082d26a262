/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The clock of a player, as plain data. Ownership: the struct has no pointer; copy it
 * freely.
 */
#ifndef SOW_GAME_CLOCK_H
#define SOW_GAME_CLOCK_H

/** A clock for all moves of a game. */
struct sow_clock {
    int ms;        /**< milliseconds at the start; 0: no clock */
    int increment; /**< milliseconds added with each move */
};

#endif
