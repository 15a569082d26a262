/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_exits.h"

#include <string.h>

struct endgame_front sow_endgame_front(const struct endgame_rows *rows,
                                       const struct sow_endgame *endgame,
                                       struct endgame_place place)
{
    const struct endgame_index *index = &endgame->index;
    int others = place.n - place.seeds;
    size_t row = index->first[place.seeds] + place.rank;
    return (struct endgame_front){.rows = rows,
                                  .endgame = endgame,
                                  .index = index,
                                  .step = &rows->step[row * (unsigned)index->pits],
                                  .n = place.n,
                                  .seeds = place.seeds,
                                  .rank = place.rank,
                                  .others = others,
                                  .begin = place.begin,
                                  .first = index->first[others] + place.begin,
                                  .count = place.count};
}

/* Place of the values that a move leads to, for one code. */
struct target {
    const int8_t *values; /* values of the layer that the move leads to */
    uint64_t offset;      /* place of the value for row number 0 of the opponent, counted
                             among rows of all sizes; modulo 2^64 */
    uint64_t mask;        /* mask of the place; 0 if no value is read */
    int bonus; /* captured seeds, or the mark ENDGAME_STAYS or ENDGAME_NO_MOVE */
};

/* Returns the target of a move that leaves the mover with row @p row of @p seeds seeds,
   and the opponent with @p left seeds. Row numbers count rows of all sizes. If no seed
   leaves the board, the target reads no value and has the mark ENDGAME_STAYS. */
static struct target target_of(const struct endgame_front *front, uint32_t row, int seeds,
                               int left, bool again)
{
    static const int8_t NOTHING = 0;
    const struct endgame_index *index = front->index;
    int n = seeds + left;
    if (n == front->n)
        return (struct target){&NOTHING, 0, 0, ENDGAME_STAYS};
    uint32_t rank = row - index->first[seeds];
    uint64_t offset = again ? index->block[n][left] + rank -
                                  (uint64_t)index->first[left] * index->rows[seeds]
                            : endgame_row(index, n, seeds, rank) - index->first[left];
    return (struct target){front->endgame->layer[n], offset, UINT64_MAX, front->n - n};
}

/* Applies a move without an effect on the opponent's row to all positions of the front.
   Raises each value in @p out to that of the move, or to ENDGAME_STAYS for a move within
   the layer. */
static void leave_alone(const struct endgame_front *front,
                        const struct endgame_step *step, int8_t *out)
{
    struct target target =
        target_of(front, step->plain, step->plain_seeds, front->others, step->again);
    if (target.mask == 0) {
        for (uint32_t i = 0; i < front->count; i++)
            out[i] = endgame_greater(out[i], ENDGAME_STAYS);
        return;
    }
    int8_t bonus = (int8_t)target.bonus;
    uint64_t stride = step->again ? front->index->rows[step->plain_seeds] : 1;
    const int8_t *value = target.values + (target.offset + front->first * stride);
    if (step->again)
        for (uint32_t i = 0; i < front->count; i++, value += stride)
            out[i] = endgame_greater(out[i], (int8_t)(target.bonus + *value));
    else
        for (uint32_t i = 0; i < front->count; i++)
            out[i] = endgame_greater(out[i], (int8_t)(bonus - value[i]));
}

/* Applies a move with an effect on the opponent's row to all positions of the front.
   Raises each value in @p out to that of the move, or to ENDGAME_STAYS where it stays
   within the layer. A forbidden grand slam changes nothing. */
static void leave(const struct endgame_front *front, const struct endgame_step *step,
                  int8_t *out)
{
    static const int8_t NOTHING = 0;
    struct target target[ENDGAME_ILLEGAL + 1];
    const struct endgame_action *action = &front->rows->action[step->action];
    const uint32_t *row = action->row + front->first;
    const uint8_t *code = action->code + front->first;
    uint64_t stride = step->again ? front->index->rows[step->plain_seeds] : 1;
    int sign = step->again ? 1 : -1;
    for (int left = 0; left <= front->others + step->dropped; left++) {
        target[left] =
            target_of(front, step->taken, step->taken_seeds, left, step->again);
        target[ENDGAME_PLAIN + left] =
            target_of(front, step->plain, step->plain_seeds, left, step->again);
    }
    target[ENDGAME_ILLEGAL] = (struct target){&NOTHING, 0, 0, ENDGAME_NO_MOVE};
    for (uint32_t i = 0; i < front->count; i++) {
        const struct target *to = &target[code[i]];
        int8_t value = to->values[(to->offset + row[i] * stride) & to->mask];
        out[i] = endgame_greater(out[i], (int8_t)(to->bonus + sign * value));
    }
}

/* Values the positions in which every move is a forbidden grand slam, so that all are
   legal: these still have ENDGAME_NO_MOVE in @p out. Uses the plain engine. */
static void allow_slams(const struct endgame_front *front, int8_t *out)
{
    struct sow_board board = {.side = SOW_SOUTH};
    if (memchr(out, (uint8_t)ENDGAME_NO_MOVE, front->count) == NULL)
        return;
    sow_endgame_unrank(front->index, front->seeds, front->rank, board.pit[SOW_SOUTH]);
    for (uint32_t i = 0; i < front->count; i++) {
        if (out[i] != ENDGAME_NO_MOVE)
            continue;
        sow_endgame_unrank(front->index, front->others, front->begin + i,
                           board.pit[SOW_NORTH]);
        out[i] = (int8_t)sow_endgame_reached(front->endgame, &board);
    }
}

void sow_endgame_find_exits(const struct endgame_front *front, int8_t *out)
{
    const struct endgame_step *step = front->step;
    memset(out, ENDGAME_NO_MOVE, front->count);
    for (int pit = 0; pit < front->index->pits; pit++, step++) {
        if (!step->playable)
            continue;
        if (step->action == 0)
            leave_alone(front, step, out);
        else
            leave(front, step, out);
    }
    allow_slams(front, out);
}
