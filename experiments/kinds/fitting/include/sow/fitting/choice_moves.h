/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Preferred moves as the column `moves` of `choices` has them: numbers of pits in
 * ascending order, as "3" or "2,5".
 */
#ifndef SOW_EXPERIMENTS_CHOICE_MOVES_H
#define SOW_EXPERIMENTS_CHOICE_MOVES_H

#include "sow/game/moves.h"

/** Room for the numbers of all pits. */
enum { SOW_CHOICE_MOVES_TEXT = 4 * SOW_MAX_PITS };

/** Writes @p pits and returns @p text. */
char *sow_choice_moves_write(const struct sow_rules *rules, sow_pits pits,
                             char text[SOW_CHOICE_MOVES_TEXT]);

/** Reads them; a number that is not on the board is a pit that is never legal. */
sow_pits sow_choice_moves_read(const struct sow_rules *rules, const char *text);

#endif
