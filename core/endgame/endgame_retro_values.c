/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_exits.h"
#include "endgame_retro_layer.h"

#include <assert.h>
#include <string.h>

/* Rows of the opponent that a job treats at a time, so that tables of rows stay in the
   cache. */
enum { STEP = 512 };

/* Finds the moves of a position with an empty row: its best move out of the layer, and
   those that stay. */
static void exits_of_edge(struct endgame_retro *retro, int seeds, uint32_t rank,
                          uint32_t other)
{
    struct sow_board board = {.side = SOW_SOUTH};
    uint64_t at = endgame_place(retro, seeds, rank) + other;
    unsigned stays;
    sow_endgame_unrank(retro->index, seeds, rank, board.pit[SOW_SOUTH]);
    sow_endgame_unrank(retro->index, retro->n - seeds, other, board.pit[SOW_NORTH]);
    int best = sow_endgame_exits(retro->endgame, &board, &stays);
    retro->value[at] = (int8_t)(best == INT8_MIN ? ENDGAME_STAYS : best);
    retro->open[at] = (uint8_t)__builtin_popcount(stays);
    if (seeds == retro->n)
        retro->legal[rank] = (uint16_t)stays;
    else if (other == 0)
        retro->passes = stays != 0;
    assert(seeds == retro->n || retro->passes == (stays != 0));
}

/* Counts the moves within the layer of positions side by side, into @p open. */
static void count_stays(const struct endgame_front *front, uint8_t *open)
{
    const struct endgame_step *step = front->step;
    memset(open, 0, front->count);
    for (int pit = 0; pit < front->index->pits; pit++, step++) {
        if (!endgame_step_stays(step, front->seeds))
            continue;
        const uint8_t *code = front->rows->action[step->action].code;
        uint8_t stays = endgame_code_of_stay(front, step);
        for (uint32_t i = 0; i < front->count; i++)
            open[i] = (uint8_t)(open[i] +
                                (step->action == 0 || code[front->first + i] == stays));
    }
}

/* Finds the best moves out of the layer of positions side by side, and counts the moves
   within it. Notes the values in @p seen. */
static void exits_of_rows(struct endgame_retro *retro, const struct endgame_tile *tile,
                          uint32_t rank, uint32_t begin, uint32_t count, bool *seen)
{
    uint64_t at = endgame_place(retro, tile->seeds, rank) + begin;
    if (tile->seeds == 0 || tile->seeds == retro->n) {
        for (uint32_t i = 0; i < count; i++)
            exits_of_edge(retro, tile->seeds, rank, begin + i);
    } else {
        struct endgame_front front = sow_endgame_front(
            retro->unmoves->rows, retro->endgame,
            (struct endgame_place){retro->n, tile->seeds, rank, begin, count});
        sow_endgame_find_exits(&front, retro->value + at);
        count_stays(&front, retro->open + at);
    }
    for (uint32_t i = 0; i < count; i++)
        seen[(uint8_t)retro->value[at + i]] = true;
}

void sow_endgame_retro_exits(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++) {
        bool seen[UINT8_MAX + 1] = {false};
        uint32_t others = retro->index->rows[retro->n - tile->seeds];
        for (uint32_t at = 0; at < others; at += STEP)
            for (uint32_t i = 0; i < tile->count; i++)
                exits_of_rows(retro, tile, tile->first + i, at,
                              others - at < STEP ? others - at : STEP, seen);
        for (int i = 0; i <= UINT8_MAX; i++)
            if (seen[i])
                __atomic_store_n(&retro->present[i], true, __ATOMIC_RELAXED);
    }
}

/* --- values --- */

/* Copies the values of a square to the order of the database. Positions that are not
   settled are worth 0. */
static void copy_square(const struct endgame_retro *retro,
                        const struct endgame_tile *tile, uint32_t first, uint32_t count)
{
    int seeds = retro->n - tile->seeds;
    uint32_t others = retro->index->rows[tile->seeds];
    uint32_t movers = retro->index->rows[seeds];
    const int8_t *from = retro->value + endgame_place(retro, seeds, first) + tile->first;
    int8_t *to = retro->known + endgame_place(retro, tile->seeds, tile->first) + first;
    for (uint32_t i = 0; i < tile->count; i++)
        for (uint32_t j = 0; j < count; j++)
            to[(size_t)i * movers + j] = from[(size_t)j * others + i];
}

void sow_endgame_retro_copy(void *context, size_t begin, size_t end)
{
    const struct endgame_retro *retro = context;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++) {
        uint32_t movers = retro->index->rows[retro->n - tile->seeds];
        for (uint32_t at = 0; at < movers; at += ENDGAME_WORD)
            copy_square(retro, tile, at,
                        movers - at < ENDGAME_WORD ? movers - at : ENDGAME_WORD);
    }
}

void sow_endgame_retro_draws(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++) {
        uint32_t count = retro->index->rows[retro->n - tile->seeds];
        uint64_t at = endgame_place(retro, tile->seeds, tile->first);
        for (uint64_t left = (uint64_t)tile->count * count; left > 0; left--, at++)
            if (retro->open[at] != ENDGAME_SETTLED)
                retro->value[at] = 0;
    }
}
