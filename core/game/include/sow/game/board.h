/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The board, and positions as text.
 *
 * A row is stored in *sowing order*: index 0 is sown first when seeds enter the row,
 * index pits - 1 is the pit nearest the opponent. The direction of a game therefore
 * matters only where pits get their printed numbers (here); rules, features and kernels
 * never see it. The pit opposite to index i is index pits - 1 - i in both directions.
 *
 * Text form, one token: `s1,..,sm,S/n1,..,nm,N:side`; pits left to right from each
 * owner's view, then the owner's store; side to move `s` or `n`.
 */
#ifndef SOW_GAME_BOARD_H
#define SOW_GAME_BOARD_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

enum { SOW_MAX_PITS = 12, SOW_MAX_SEEDS = 255 };

/** The two players; south moves first. */
enum sow_seat { SOW_SOUTH = 0, SOW_NORTH = 1 };

/** Counter-clockwise sowing runs left to right through the sower's own row. */
enum sow_direction { SOW_COUNTER_CLOCKWISE = 0, SOW_CLOCKWISE = 1 };

/** A position. Unused pits hold 0, so boards compare with memcmp. */
struct sow_board {
    uint8_t pit[2][SOW_MAX_PITS]; /**< by seat, in sowing order */
    uint8_t store[2];             /**< by seat */
    uint8_t side;                 /**< enum sow_seat: who moves next */
};

/** Seeds in a seat's row. */
int sow_board_row(const struct sow_board *board, int seat);

/** All seeds: both rows and both stores. */
int sow_board_seeds(const struct sow_board *board);

/** The printed number (1..pits, from the owner's left) of sowing-order index @p pit. */
int sow_pit_number(int pits, enum sow_direction direction, int pit);

/** Room for any position written by sow_board_format, with the final NUL. */
enum { SOW_POSITION_MAX = 128 };

/** Writes the text form; returns @p text. */
char *sow_board_format(const struct sow_board *board, int pits,
                       enum sow_direction direction, char text[SOW_POSITION_MAX]);

/** Reads the text form of a board with @p pits pits a row; the message says what is
 *  wrong and where. Any position of at most 255 seeds is accepted. */
SOW_MUST_USE enum sow_status sow_board_parse(const char *text, int pits,
                                             enum sow_direction direction,
                                             struct sow_board *board,
                                             struct sow_err *err);

SOW_C_END

#endif
