/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A board as one sees it: one's own row below, stores at the ends.
 */
#ifndef SOW_EXPERIMENTS_DRAWING_H
#define SOW_EXPERIMENTS_DRAWING_H

#include "sow/game/game.h"

#include <stdio.h>

/** How boards are drawn. */
struct sow_drawing {
    const struct sow_rules *rules;
    int below;   /**< enum sow_seat: whose row is */
    bool lines;  /**< Unicode's lines, else ASCII */
    int columns; /**< room */
};

/** Draws as suits @p out: its columns, and lines if it is a terminal of UTF-8. */
struct sow_drawing sow_drawing_for(FILE *out, const struct sow_rules *rules, int below);

/** Draws a board; the pit that @p seat has just sown, in sowing order, is marked with a
 *  star (negative: none). */
void sow_drawing_board(const struct sow_drawing *drawing, const struct sow_board *board,
                       int seat, int pit, FILE *out);

#endif
