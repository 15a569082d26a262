/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The inside of a database, and its values by the plain rules engine.
 */
#ifndef SOW_ENDGAME_DB_H
#define SOW_ENDGAME_DB_H

#include "endgame_file.h"

struct sow_endgame {
    struct sow_endgame *next; /**< of those in files */
    struct sow_rules rules;   /**< what does not count is cleared */
    struct endgame_index index;
    struct endgame_file file;
    int seeds;                           /**< in the last layer that is there */
    const int8_t *layer[ENDGAME_LAYERS]; /**< values; of the layer that is being solved,
                                              those known so far */
};

/** The value of a position as a move leads to it, by what the moves from it lead to; the
 *  mover is in the south, and both stores are 0. */
int sow_endgame_reached(const struct sow_endgame *endgame, const struct sow_board *board);

/** Takes @p values (on the heap, owned from then on, freed after a failure too) as the
 *  next layer. */
enum sow_status sow_endgame_keep(struct sow_endgame *endgame, int8_t *values,
                                 struct sow_err *err);

#endif
