/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The inside of an endgame database, and its values by the plain rules engine.
 */
#ifndef SOW_ENDGAME_DB_H
#define SOW_ENDGAME_DB_H

#include "endgame_file.h"

/** An endgame database. */
struct sow_endgame {
    struct sow_endgame *next; /**< next in the list of databases opened for reading */
    struct sow_rules rules;   /**< rules; options that values ignore have a fixed value */
    struct endgame_index index; /**< numbers of the positions */
    struct endgame_file file; /**< the file; its path is NULL for a database in memory */
    int seeds;                /**< number of the last layer */
    /** Values by layer, owned; NULL for layers that are not solved. During the solving of
     * a layer, also its values so far. */
    const int8_t *layer[ENDGAME_LAYERS];
};

/**
 * Returns the value for south of a position directly after a move of north, from the
 * values of the positions that its moves lead to. South is to move, and both stores are
 * 0. Applies the end rule first: the game may have ended, or south may have to pass.
 */
int sow_endgame_reached(const struct sow_endgame *endgame, const struct sow_board *board);

/**
 * Returns the value for south of a position directly after a move of north, by the moves
 * that leave its layer alone. It is that of the end if the game has ended, and INT8_MIN
 * without such a move. South is to move, and both stores are 0. Sets @p stays to the pits
 * whose moves stay within the layer; a pass counts as pit 0.
 */
int sow_endgame_exits(const struct sow_endgame *endgame, const struct sow_board *board,
                      unsigned *stays);

/**
 * Adds @p values as the next layer, also to the file if there is one. The values are on
 * the heap. The database owns them; after a failure they are freed, and the database has
 * the layers that it had. Returns SOW_BAD_DATA if the file was changed, SOW_IO or
 * SOW_NO_MEMORY.
 */
enum sow_status sow_endgame_keep(struct sow_endgame *endgame, int8_t *values,
                                 struct sow_err *err);

#endif
