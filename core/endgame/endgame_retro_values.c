/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_exits.h"
#include "endgame_retro_layer.h"

#include <assert.h>
#include <stdlib.h>
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
    struct endgame_group *group =
        endgame_groups(retro, seeds, rank) + other / ENDGAME_WORD;
    for (int i = __builtin_popcount(stays) + (best != INT8_MIN); i > 0; i--)
        endgame_open(group, UINT64_C(1) << other % ENDGAME_WORD);
    if (seeds == retro->n)
        retro->legal[rank] = (uint16_t)stays;
    else if (other == 0)
        retro->passes = stays != 0;
    assert(seeds == retro->n || retro->passes == (stays != 0));
}

/* Returns the bits of the positions of a front in group number @p at of them. */
static uint64_t bits_of(const struct endgame_front *front, uint32_t at)
{
    uint32_t left = front->count - at * ENDGAME_WORD;
    return left < ENDGAME_WORD ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
}

/* Counts the moves of positions side by side: each within the layer, and those out of the
   layer, whose best values are known, together. */
static void count_moves(const struct endgame_retro *retro,
                        const struct endgame_front *front, const int8_t *value,
                        struct endgame_group *group)
{
    const struct endgame_unmoves *unmoves = retro->unmoves;
    const struct endgame_step *step = front->step;
    uint32_t groups = endgame_words(front->count);
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t at = i * ENDGAME_WORD;
        uint32_t left = front->count - at;
        group[i] = (struct endgame_group){
            {bits_of(front, i) & ~endgame_equal(value + at,
                                                left < ENDGAME_WORD ? left : ENDGAME_WORD,
                                                ENDGAME_STAYS)}};
    }
    for (int pit = 0; pit < front->index->pits; pit++, step++) {
        if (!endgame_step_stays(step, front->seeds))
            continue;
        const uint64_t *open = unmoves->undo[step->action].open;
        uint32_t word = unmoves->word[front->others] + front->begin / ENDGAME_WORD;
        for (uint32_t i = 0; i < groups; i++)
            endgame_open(&group[i], open == NULL ? bits_of(front, i) : open[word + i]);
    }
}

/* Finds the best moves out of the layer of positions side by side, and counts the moves
   within it. Returns the values as bits, like those of `exits`. */
static uint64_t exits_of_rows(struct endgame_retro *retro,
                              const struct endgame_tile *tile, uint32_t rank,
                              uint32_t begin, uint32_t count)
{
    int8_t *value = retro->value + endgame_place(retro, tile->seeds, rank) + begin;
    struct endgame_group *group =
        endgame_groups(retro, tile->seeds, rank) + begin / ENDGAME_WORD;
    uint64_t seen = 0;
    if (tile->seeds == 0 || tile->seeds == retro->n) {
        for (uint32_t i = 0; i < count; i++)
            exits_of_edge(retro, tile->seeds, rank, begin + i);
    } else {
        struct endgame_front front = sow_endgame_front(
            retro->unmoves->rows, retro->endgame,
            (struct endgame_place){retro->n, tile->seeds, rank, begin, count});
        sow_endgame_find_exits(&front, value);
        count_moves(retro, &front, value, group);
    }
    uint64_t *exits = retro->exits + (group - retro->group);
    for (uint32_t i = 0; i < count; i += ENDGAME_WORD) {
        uint64_t sizes = 0;
        for (uint32_t j = i; j < count && j < i + ENDGAME_WORD; j++)
            sizes |= UINT64_C(1) << (unsigned)abs(value[j]) % ENDGAME_WORD;
        exits[i / ENDGAME_WORD] = sizes;
        seen |= sizes;
    }
    return seen;
}

void sow_endgame_retro_exits(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    uint64_t seen = 0;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++) {
        uint32_t others = retro->index->rows[retro->n - tile->seeds];
        for (uint32_t at = 0; at < others; at += STEP)
            for (uint32_t i = 0; i < tile->count; i++)
                seen |= exits_of_rows(retro, tile, tile->first + i, at,
                                      others - at < STEP ? others - at : STEP);
    }
    __atomic_fetch_or(&retro->present, seen, __ATOMIC_RELAXED);
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
         tile++)
        for (uint32_t i = 0; i < tile->count; i++) {
            uint32_t count = retro->index->rows[retro->n - tile->seeds];
            int8_t *value =
                retro->value + endgame_place(retro, tile->seeds, tile->first + i);
            struct endgame_group *group =
                endgame_groups(retro, tile->seeds, tile->first + i);
            for (uint32_t at = 0; at < count; at += ENDGAME_WORD, group++) {
                endgame_note(value + at, group, retro->margin_before);
                uint64_t draws = endgame_unsettled(group);
                for (uint32_t j = at; draws != 0 && j < count; j++, draws >>= 1U)
                    if (draws & 1U)
                        value[j] = 0;
            }
        }
}
