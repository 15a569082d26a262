/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_layer.h"

#include <assert.h>
#include <stdlib.h>

/* By the plain rules engine. */
static void value_plainly(void *context, const struct endgame_layer *layer,
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

static void tell(const struct endgame_layer *layer)
{
    struct sow_endgame_layer facts;
    if (layer->work->told == NULL)
        return;
    sow_endgame_count(layer->endgame, layer->n, &facts);
    facts.rounds = layer->round;
    layer->work->told(layer->work->context, &facts);
}

static enum sow_status add_layer(struct sow_endgame *endgame,
                                 const struct sow_endgame_work *work, struct sow_err *err)
{
    struct endgame_layer layer = {
        .endgame = endgame, .work = work, .n = endgame->seeds + 1};
    size_t count = endgame_size(&endgame->index, layer.n);
    layer.known = calloc(count, 1);
    layer.found = calloc(count, 1);
    enum sow_status status = SOW_NO_MEMORY;
    endgame->layer[layer.n] = layer.known;
    if (layer.known == NULL || layer.found == NULL)
        (void)sow_err_no_memory(err);
    else
        status = sow_endgame_layer_solve(&layer, value_plainly, NULL, err);
    free(layer.found);
    endgame->layer[layer.n] = NULL;
    if (status == SOW_OK)
        status = sow_endgame_keep(endgame, layer.known, err);
    else
        free(layer.known);
    if (status == SOW_OK)
        tell(&layer);
    return status;
}

enum sow_status sow_endgame_grow(struct sow_endgame *endgame,
                                 const struct sow_endgame_work *work, int on_board,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    assert(on_board <= endgame->index.most);
    while (status == SOW_OK && endgame->seeds < on_board)
        status = add_layer(endgame, work, err);
    return status;
}
