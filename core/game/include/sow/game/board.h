/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The board, and positions as text.
 *
 * A row is stored in *sowing order*. Index 0 is the pit that gets the first seed when a
 * sowing enters the row; index pits - 1 is the pit nearest to the opponent. So the
 * direction of sowing matters only where pits get their printed numbers, which is in this
 * file. Rules, features and kernels do not know it. In both directions, the pit opposite
 * to index i has index pits - 1 - i.
 *
 * A position as text is one word: `s1,..,sm,S/n1,..,nm,N:side`. Each player's half has
 * the pits from left to right, as this player sees them, and then the store. The side to
 * move is `s` or `n`.
 *
 * Ownership: all structs are plain storage of the caller.
 */
#ifndef SOW_GAME_BOARD_H
#define SOW_GAME_BOARD_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

/** Limits of a board. */
enum {
    SOW_MAX_PITS = 12,  /**< pits in a row */
    SOW_MAX_SEEDS = 255 /**< seeds in all */
};

/**
 * Rows of the board, which name its players. South moves first from the standard start.
 */
enum sow_seat {
    SOW_SOUTH = 0, /**< the lower row */
    SOW_NORTH = 1  /**< the upper row */
};

/** Direction of sowing. */
enum sow_direction {
    SOW_COUNTER_CLOCKWISE = 0, /**< from left to right in the own row */
    SOW_CLOCKWISE = 1          /**< from right to left in the own row */
};

/**
 * Position. Pits beyond the row's end hold 0, so positions can be compared with memcmp.
 */
struct sow_board {
    uint8_t pit[2][SOW_MAX_PITS]; /**< seeds in pits, by row and index in sowing order */
    uint8_t store[2];             /**< captured seeds, by row */
    uint8_t side;                 /**< the player to move next, an enum sow_seat */
};

/**
 * Counts the seeds in the pits of a row.
 * @param board position
 * @param seat enum sow_seat
 * @returns the number of seeds
 */
int sow_board_row(const struct sow_board *board, int seat);

/**
 * Counts all seeds, in both rows and both stores.
 * @param board position
 * @returns the number of seeds
 */
int sow_board_seeds(const struct sow_board *board);

/**
 * Returns the printed number of a pit. Numbers count from 1 at the owner's left.
 * @param pits pits in a row
 * @param direction direction of sowing
 * @param pit index in sowing order, from 0
 * @returns a number from 1 to @p pits
 */
int sow_pit_number(int pits, enum sow_direction direction, int pit);

/** Bytes for any position as text, with the NUL. */
enum { SOW_POSITION_MAX = 128 };

/**
 * Writes a position as text.
 * @param board position
 * @param pits pits in a row
 * @param direction direction of sowing
 * @param[out] text the text
 * @returns @p text
 */
char *sow_board_format(const struct sow_board *board, int pits,
                       enum sow_direction direction, char text[SOW_POSITION_MAX]);

/**
 * Reads a position from text. Every position of at most 255 seeds is accepted, whether a
 * game can reach it or not.
 * @param text text to read
 * @param pits pits in a row
 * @param direction direction of sowing
 * @param[out] board the position; unchanged on failure
 * @param[out] err receives what is wrong and where; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if @p text is not such a position
 */
SOW_MUST_USE enum sow_status sow_board_parse(const char *text, int pits,
                                             enum sow_direction direction,
                                             struct sow_board *board,
                                             struct sow_err *err);

SOW_C_END

#endif
