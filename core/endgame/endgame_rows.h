/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Moves taken apart: what a sowing does to the mover's row depends on that row alone, and
 * what it does to the opponent's row on that row and on how many seeds it drops there and
 * where it ends. So both are looked up, in tables by the numbers of rows, and a move
 * costs a few reads. Rules that let captures run from one row into the other, place
 * captures that go on, and relay sowing cannot be taken apart so.
 */
#ifndef SOW_ENDGAME_ROWS_H
#define SOW_ENDGAME_ROWS_H

#include "endgame_index.h"

/** What a move makes of the mover's row. Rows are numbered through, those with fewer
 * seeds first. */
struct endgame_step {
    uint32_t plain, taken; /**< without and with the place capture */
    uint8_t plain_seeds, taken_seeds;
    uint8_t dropped; /**< seeds, into the opponent's row */
    uint8_t action;  /**< number of what happens there; 0: nothing */
    bool playable;
    bool again;
};

/** In `code` of struct endgame_action: the seeds that the opponent's row is left with,
 * and whether the mover's row is the plain one. */
enum { ENDGAME_PLAIN = 128, ENDGAME_ILLEGAL = 255 };

/** What happens to the opponent's rows with so many seeds dropped. */
struct endgame_action {
    int dropped;
    int kind;      /**< private */
    uint32_t *row; /**< by row: the row it becomes */
    uint8_t *code; /**< ENDGAME_ILLEGAL: a grand slam that is not allowed */
};

struct endgame_rows {
    int seeds; /**< of rows, at most */
    int actions;
    struct endgame_step *step; /**< [row * pits + pit] */
    struct endgame_action action[256];
    const struct sow_stop *stop; /**< may be NULL */
};

/** True if moves can be taken apart, and the tables are not too large. */
bool sow_endgame_rows_cover(const struct sow_rules *rules,
                            const struct endgame_index *index, int seeds);

/** Makes the tables for covered rules. @returns false without memory, or if @p stop is
 *  requested. Release them in any case. */
bool sow_endgame_rows_init(struct endgame_rows *rows, const struct sow_rules *rules,
                           const struct endgame_index *index, int seeds,
                           const struct sow_stop *stop);

void sow_endgame_rows_release(struct endgame_rows *rows);

#endif
