/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Drawing of a board as a player sees it: the player's own row below, stores at both
 * ends.
 */
#ifndef SOW_EXPERIMENTS_DRAWING_H
#define SOW_EXPERIMENTS_DRAWING_H

#include "sow/game/game.h"

#include <stdio.h>

/** Settings of a drawing. */
struct sow_drawing {
    const struct sow_rules *rules; /**< rules of the games, borrowed */
    int below;                     /**< enum sow_seat of the row that is drawn below */
    bool lines;                    /**< true for Unicode lines, false for ASCII */
    int columns;                   /**< width of the output in columns */
};

/**
 * Returns settings that suit @p out: its width, and Unicode lines if it is a terminal and
 * the environment asks for UTF-8.
 * @param out where boards will be drawn
 * @param rules the rules of the games, borrowed
 * @param below enum sow_seat of the row that is drawn below
 */
struct sow_drawing sow_drawing_for(FILE *out, const struct sow_rules *rules, int below);

/**
 * Draws a board, with a star at the pit that was sown last. If the output is too narrow,
 * leaves out the lines between the pits and makes the pits narrower.
 * @param drawing the settings
 * @param board the board
 * @param seat the seat that sowed last
 * @param pit the index of the pit that it sowed, in sowing order; negative: no star
 * @param out receives the text
 */
void sow_drawing_board(const struct sow_drawing *drawing, const struct sow_board *board,
                       int seat, int pit, FILE *out);

#endif
