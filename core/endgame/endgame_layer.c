/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_layer.h"

#include <stdlib.h>
#include <string.h>

/* A job has so many of the mover's rows, and goes through the opponent's in steps, so
   that what it copies stays in the cache. */
enum { TILE = 64, STEP = 256 };

/* Positions of a block below which threads cost more than they bring. */
enum { WORTH_THREADS = 1 << 14 };

/* A block on its way. */
struct block {
    const struct endgame_layer *layer;
    endgame_value_fn *value;
    void *context;
    int seeds; /* of the mover */
    uint32_t rows, others;
    uint8_t *changed; /* by tile */
};

/* Values the positions of a row of the mover; true if one differs from before. */
static bool value_row(const struct block *block, struct endgame_span *span)
{
    int8_t fresh[STEP];
    const struct endgame_layer *layer = block->layer;
    size_t count = span->end - span->begin;
    int8_t *found =
        layer->found + span->begin +
        endgame_row(&layer->endgame->index, layer->n, block->seeds, span->rank);
    block->value(block->context, layer, span, fresh);
    if (memcmp(found, fresh, count) == 0)
        return false;
    memcpy(found, fresh, count);
    return true;
}

static void value_tile(const struct block *block, size_t tile)
{
    uint32_t first = (uint32_t)tile * TILE;
    uint32_t beyond = first + TILE < block->rows ? first + TILE : block->rows;
    bool changed = false;
    for (uint32_t at = 0; at < block->others; at += STEP) {
        uint32_t end = at + STEP < block->others ? at + STEP : block->others;
        for (uint32_t row = first; row < beyond; row++) {
            struct endgame_span span = {block->seeds, row, at, end};
            changed = value_row(block, &span) || changed;
        }
    }
    block->changed[tile] = changed;
}

static void value_tiles(void *context, size_t begin, size_t end)
{
    for (size_t tile = begin; tile < end; tile++)
        value_tile(context, tile);
}

static void copy_tile(const struct block *block, size_t tile)
{
    const struct endgame_layer *layer = block->layer;
    const struct endgame_index *index = &layer->endgame->index;
    uint32_t first = (uint32_t)tile * TILE;
    uint32_t width = block->rows - first < TILE ? block->rows - first : TILE;
    const int8_t *from = layer->found + endgame_row(index, layer->n, block->seeds, first);
    int8_t *to =
        layer->known + endgame_row(index, layer->n, layer->n - block->seeds, 0) + first;
    for (uint32_t other = 0; other < block->others; other++, to += block->rows)
        for (uint32_t row = 0; row < width; row++)
            to[row] = from[(size_t)row * block->others + other];
}

static void copy_tiles(void *context, size_t begin, size_t end)
{
    const struct block *block = context;
    for (size_t tile = begin; tile < end; tile++)
        if (block->changed[tile])
            copy_tile(block, tile);
}

/* False if it was cut short. */
static bool solve_block(struct block *block, bool *changed)
{
    const struct sow_parallel *asked = &block->layer->work->shape;
    bool small = (uint64_t)block->rows * block->others < WORTH_THREADS;
    struct sow_parallel shape = {small ? 1 : asked->threads, 1, asked->stop};
    size_t tiles = (block->rows + TILE - 1) / TILE;
    if (!sow_parallel_for(&shape, tiles, value_tiles, block) ||
        !sow_parallel_for(&shape, tiles, copy_tiles, block))
        return false;
    for (size_t tile = 0; tile < tiles; tile++)
        *changed = *changed || block->changed[tile];
    return true;
}

static bool solve_round(struct endgame_layer *layer, struct block *block, bool *changed)
{
    const struct endgame_index *index = &layer->endgame->index;
    *changed = false;
    for (int seeds = 0; seeds <= layer->n; seeds++) {
        block->seeds = seeds;
        block->rows = index->rows[seeds];
        block->others = index->rows[layer->n - seeds];
        if (!solve_block(block, changed))
            return false;
        if (layer->round == 0 && layer->work->step != NULL)
            layer->work->step(layer->work->context,
                              (uint64_t)block->rows * block->others);
    }
    return true;
}

void sow_endgame_value_plain(void *context, const struct endgame_layer *layer,
                             const struct endgame_span *span, int8_t *out)
{
    (void)context;
    const struct endgame_index *index = &layer->endgame->index;
    struct sow_board board = {.side = SOW_SOUTH};
    sow_endgame_unrank(index, span->seeds, span->rank, board.pit[SOW_SOUTH]);
    for (uint32_t other = span->begin; other < span->end; other++) {
        sow_endgame_unrank(index, layer->n - span->seeds, other, board.pit[SOW_NORTH]);
        *out++ = (int8_t)sow_endgame_reached(layer->endgame, &board);
    }
}

enum sow_status sow_endgame_layer_solve(struct endgame_layer *layer,
                                        endgame_value_fn *value, void *context,
                                        struct sow_err *err)
{
    struct block block = {.layer = layer, .value = value, .context = context};
    size_t tiles = layer->endgame->index.rows[layer->n] / TILE + 1;
    bool changed = true;
    bool whole = true;
    block.changed = malloc(tiles);
    if (block.changed == NULL)
        return sow_err_no_memory(err);
    for (layer->round = 0; whole && changed; layer->round++)
        whole = solve_round(layer, &block, &changed);
    free(block.changed);
    return whole
               ? SOW_OK
               : sow_err_set(err, SOW_INTERRUPTED,
                             "interrupted in the layer of %d seeds: those before it are "
                             "kept",
                             layer->n);
}
