/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tables of moves backwards, within a layer.
 *
 * A move within a layer captures nothing and sows no store. It turns the mover's row
 * alone into a row `plain`, and adds the dropped seeds to the opponent's row. So a move
 * backwards takes two tables: the rows whose sowing leaves a row, and for each action the
 * opponent's row before the drop.
 */
#ifndef SOW_ENDGAME_UNMOVES_H
#define SOW_ENDGAME_UNMOVES_H

#include "endgame_rows.h"

/** Rows that a drop of seeds leaves, 64 of them: a bit stands for a row after the drop.
 */
struct endgame_drop {
    uint64_t image; /**< rows that the drop leaves; their order is that of the rows before
                       it */
    uint64_t stays; /**< rows that the drop leaves without a capture */
    uint32_t place; /**< number of rows of the same size that the drop leaves before these
                       64 */
};

/** Moves backwards of an action, in the opponent's row. Rows of each size begin at a
 * word. */
struct endgame_undo {
    struct endgame_drop *drop; /**< rows after the drop */
    uint64_t *open; /**< rows before the drop that stay; a bit stands for a row before
                       it */
    bool taking;    /**< true if the action may take seeds of the mover's row too, which
                      changes the code of no capture */
};

/** Move that leads to a row, and captures nothing. */
struct endgame_before {
    uint32_t row;    /**< row before the move, of all sizes */
    uint8_t pit;     /**< pit that is sown */
    uint8_t action;  /**< number of the action in the opponent's row */
    uint8_t dropped; /**< seeds dropped into the opponent's row */
};

/** Tables of moves backwards. A pass counts as move of the first pit of the row without
 * seeds, number 0. */
struct endgame_unmoves {
    const struct endgame_rows *rows;   /**< tables of moves forward */
    uint32_t word[ENDGAME_LAYERS + 1]; /**< first word of a size in the sets of rows */
    struct endgame_undo undo[256];     /**< moves backwards, by action; all 0 for
                                            action 0, which changes no row */
    uint32_t *begin; /**< place in `before` of the moves that lead to a row, by row of all
                          sizes */
    struct endgame_before *before; /**< moves; for each row after, by row before */
};

/**
 * Makes the tables from those of the moves forward, which must outlive them. Returns
 * false without memory. The caller releases the tables in any case.
 */
bool sow_endgame_unmoves_init(struct endgame_unmoves *unmoves,
                              const struct endgame_rows *rows,
                              const struct endgame_index *index);

/** Frees the tables, which may be all zeros. */
void sow_endgame_unmoves_release(struct endgame_unmoves *unmoves);

#endif
