/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The text form of preferred moves, as in the column `moves` of the table `choices`. It
 * is a list of pit numbers in ascending order, for example "3" or "2,5".
 */
#ifndef SOW_EXPERIMENTS_CHOICE_MOVES_H
#define SOW_EXPERIMENTS_CHOICE_MOVES_H

#include "sow/game/moves.h"

/** Size of a text with the numbers of all pits, and a NUL. */
enum { SOW_CHOICE_MOVES_TEXT = 4 * SOW_MAX_PITS };

/**
 * Writes moves as a text.
 * @param rules the rules, which give the size of the board and the direction.
 * @param pits the moves, by sowing-order index.
 * @param[out] text receives the list; "" for no moves.
 * @returns @p text.
 */
char *sow_choice_moves_write(const struct sow_rules *rules, sow_pits pits,
                             char text[SOW_CHOICE_MOVES_TEXT]);

/**
 * Reads moves from a text.
 * @param rules the rules, which give the size of the board and the direction.
 * @param text the list; "" for no moves. Any character separates two numbers.
 * @returns the moves, by sowing-order index. A number that is not on the board gives a
 * pit that is never legal. There is no other sign of a wrong text.
 */
sow_pits sow_choice_moves_read(const struct sow_rules *rules, const char *text);

#endif
