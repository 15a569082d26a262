/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_layer.h"

#include <stdlib.h>
#include <string.h>

/* Size of a job: TILE rows of the mover, against STEP of the opponent's rows at a time.
   So the values that are copied stay in the cache. */
enum { TILE = ENDGAME_SEGMENT, STEP = 512 };

/* Positions of a block below which threads cost more than they gain. */
enum { WORTH_THREADS = 1 << 14 };

/* Block that is being valued. */
struct block {
    const struct endgame_layer *layer; /* layer of the block */
    endgame_value_fn *value;           /* function that values a span */
    void *context;                     /* context of `value` */
    int seeds;                         /* seeds of the mover */
    uint32_t rows, others; /* numbers of rows of the mover and of the opponent */
    uint32_t steps;        /* number of steps, of STEP rows of the opponent each */
    uint8_t *changed;      /* flags of changed values, by [tile * steps + step] */
};

/* Values the positions of a span, which has one row of the mover. Stores the values in
   the layer and returns true if one has changed. */
static bool value_row(const struct block *block, struct endgame_span *span)
{
    int8_t fresh[STEP];
    const struct endgame_layer *layer = block->layer;
    size_t count = span->end - span->begin;
    int8_t *found =
        layer->found + span->begin +
        endgame_row(&layer->endgame->index, layer->n, block->seeds, span->rank);
    if (!block->value(block->context, layer, span, fresh) ||
        memcmp(found, fresh, count) == 0)
        return false;
    memcpy(found, fresh, count);
    return true;
}

/* Values one tile (TILE rows of the mover) against all rows of the opponent, and notes in
   `changed` which of its steps have a changed value. */
static void value_tile(const struct block *block, size_t tile)
{
    uint32_t first = (uint32_t)tile * TILE;
    uint32_t beyond = first + TILE < block->rows ? first + TILE : block->rows;
    for (uint32_t step = 0; step < block->steps; step++) {
        uint32_t at = step * STEP;
        uint32_t end = at + STEP < block->others ? at + STEP : block->others;
        bool changed = false;
        for (uint32_t row = first; row < beyond; row++) {
            struct endgame_span span = {block->seeds, row, at, end};
            changed = value_row(block, &span) || changed;
        }
        block->changed[tile * block->steps + step] = changed;
    }
}

/* Values the tiles from @p begin to before @p end. The body of a parallel loop. @p
   context is a struct block. */
static void value_tiles(void *context, size_t begin, size_t end)
{
    for (size_t tile = begin; tile < end; tile++)
        value_tile(context, tile);
}

/* Copies the values of a tile against one row of the opponent. In `found` they are
   `others` bytes apart; at @p to they lie side by side. @p width is the number of the
   tile's rows. Returns true if a value has changed. */
static bool copy_row(const struct block *block, const int8_t *from, uint32_t width,
                     int8_t *to)
{
    int8_t fresh[TILE];
    for (uint32_t row = 0; row < width; row++)
        fresh[row] = from[(size_t)row * block->others];
    bool changed = memcmp(to, fresh, width) != 0;
    memcpy(to, fresh, width);
    return changed;
}

/* Copies the values of step @p step of tile @p tile from `found` to `known`, whose rows
   are those of the other player. Stamps the rows that have changed with the present
   tick. */
static void copy_step(const struct block *block, uint32_t tile, uint32_t step)
{
    const struct endgame_layer *layer = block->layer;
    const struct endgame_index *index = &layer->endgame->index;
    int others = layer->n - block->seeds;
    uint32_t first = tile * TILE;
    uint32_t width = block->rows - first < TILE ? block->rows - first : TILE;
    uint32_t tiles = (block->rows + TILE - 1) / TILE;
    uint32_t beyond =
        (step + 1) * STEP < block->others ? (step + 1) * STEP : block->others;
    const int8_t *from = layer->found + endgame_row(index, layer->n, block->seeds, first);
    for (uint32_t other = step * STEP; other < beyond; other++) {
        int8_t *to = layer->known + endgame_row(index, layer->n, others, other) + first;
        if (copy_row(block, from + other, width, to))
            layer->stamp[layer->stamps[others] + (uint64_t)other * tiles + tile] =
                layer->tick;
    }
}

/* Copies the changed steps of the tiles from @p begin to before @p end into `known`. The
   body of a parallel loop. @p context is a const struct block. */
static void copy_tiles(void *context, size_t begin, size_t end)
{
    const struct block *block = context;
    for (size_t tile = begin; tile < end; tile++)
        for (uint32_t step = 0; step < block->steps; step++)
            if (block->changed[tile * block->steps + step])
                copy_step(block, (uint32_t)tile, step);
}

/* Values a block into `found`, then copies the changed steps to `known`. Small blocks use
   one thread. Sets @p changed if there are any changes, else leaves it. Returns false
   after a stop request. */
static bool solve_block(struct block *block, bool *changed)
{
    struct sow_context with = block->layer->work->with;
    if ((uint64_t)block->rows * block->others < WORTH_THREADS)
        with.threads = 1;
    size_t tiles = (block->rows + TILE - 1) / TILE;
    if (!sow_parallel_for(&with, 1, tiles, value_tiles, block) ||
        !sow_parallel_for(&with, 1, tiles, copy_tiles, block))
        return false;
    *changed = *changed || memchr(block->changed, true, tiles * block->steps) != NULL;
    return true;
}

/* Makes one round, which values every block of the layer once, and sets @p changed to
   whether a value has changed. Blocks that read each other most follow one another, which
   saves a tenth of the rounds. In round 0, reports each block to the callback `step`.
   Returns false after a stop request. */
static bool solve_round(struct endgame_layer *layer, struct block *block, bool *changed)
{
    const struct endgame_index *index = &layer->endgame->index;
    *changed = false;
    for (int i = 0; i <= layer->n; i++) {
        int seeds = i % 2 == 0 ? i / 2 : layer->n - i / 2;
        block->seeds = seeds;
        block->rows = index->rows[seeds];
        block->others = index->rows[layer->n - seeds];
        block->steps = (block->others + STEP - 1) / STEP;
        layer->tick++;
        if (!solve_block(block, changed))
            return false;
        layer->valued[seeds] = layer->tick;
        if (layer->round == 0 && layer->work->step != NULL)
            layer->work->step(layer->work->context,
                              (uint64_t)block->rows * block->others);
    }
    return true;
}

/* Allocates the stamps, and the flags of the largest block. Returns false without memory;
   the caller frees both in any case. */
static bool allocate_stamps(struct endgame_layer *layer, struct block *block)
{
    const struct endgame_index *index = &layer->endgame->index;
    size_t most = 1;
    for (int seeds = 0; seeds <= layer->n; seeds++) {
        size_t rows = index->rows[seeds];
        size_t others = index->rows[layer->n - seeds];
        size_t cells = ((rows + TILE - 1) / TILE) * ((others + STEP - 1) / STEP);
        most = cells > most ? cells : most;
        layer->stamps[seeds + 1] =
            layer->stamps[seeds] +
            rows * ((others + ENDGAME_SEGMENT - 1) / ENDGAME_SEGMENT);
    }
    block->changed = malloc(most);
    layer->stamp = calloc(layer->stamps[layer->n + 1], sizeof *layer->stamp);
    return block->changed != NULL && layer->stamp != NULL;
}

bool sow_endgame_value_plain(void *context, const struct endgame_layer *layer,
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
    return true;
}

enum sow_status sow_endgame_layer_stopped(int n, struct sow_err *err)
{
    return sow_err_set(err, SOW_INTERRUPTED,
                       "interrupted in the layer of %d seeds: the layers before it are "
                       "kept",
                       n);
}

enum sow_status sow_endgame_layer_solve(struct endgame_layer *layer,
                                        endgame_value_fn *value, void *context,
                                        struct sow_err *err)
{
    struct block block = {.layer = layer, .value = value, .context = context};
    bool changed = true;
    bool whole = true;
    enum sow_status status =
        allocate_stamps(layer, &block) ? SOW_OK : sow_err_no_memory(err);
    for (layer->round = 0; status == SOW_OK && whole && changed; layer->round++)
        whole = solve_round(layer, &block, &changed);
    free(block.changed);
    free(layer->stamp);
    return whole ? status : sow_endgame_layer_stopped(layer->n, err);
}
