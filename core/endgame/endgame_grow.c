/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_fast.h"
#include "endgame_memory.h"

#include <assert.h>
#include <stdlib.h>

/* Reports a finished layer to the callback. */
static void tell(const struct endgame_layer *layer)
{
    struct sow_endgame_layer facts;
    if (layer->work->told == NULL)
        return;
    sow_endgame_count(layer->endgame, layer->n, &facts);
    facts.rounds = layer->round;
    layer->work->told(layer->work->context, &facts);
}

/* Finds the values of a layer whose memory is allocated. @p rows is NULL for the plain
   engine. */
static enum sow_status solve(struct endgame_layer *layer, const struct endgame_rows *rows,
                             struct sow_err *err)
{
    struct endgame_fast fast = {.rows = rows};
    if (rows == NULL)
        return sow_endgame_layer_solve(layer, sow_endgame_value_plain, NULL, err);
    fast.exits = sow_endgame_room(endgame_size(&layer->endgame->index, layer->n));
    if (fast.exits == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_endgame_layer_solve(layer, sow_endgame_value_fast, &fast, err);
    free(fast.exits);
    return status;
}

/* Solves the next layer and adds it to the database. */
static enum sow_status add_layer(struct sow_endgame *endgame,
                                 const struct sow_endgame_work *work,
                                 const struct endgame_rows *rows, struct sow_err *err)
{
    struct endgame_layer layer = {
        .endgame = endgame, .work = work, .n = endgame->seeds + 1};
    uint64_t count = endgame_size(&endgame->index, layer.n);
    layer.known = sow_endgame_zeroed(count);
    layer.found = sow_endgame_zeroed(count);
    endgame->layer[layer.n] = layer.known;
    enum sow_status status = layer.known == NULL || layer.found == NULL
                                 ? sow_err_no_memory(err)
                                 : solve(&layer, rows, err);
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
    struct endgame_rows rows = {0};
    const struct sow_stop *stop = work->with.stop;
    bool fast = !work->plain && on_board > endgame->seeds &&
                sow_endgame_rows_cover(&endgame->rules, &endgame->index, on_board);
    assert(on_board <= endgame->index.most);
    bool ready = !fast || sow_endgame_rows_init(&rows, &endgame->rules, &endgame->index,
                                                on_board, stop);
    enum sow_status status = SOW_OK;
    if (!ready)
        status = sow_stop_requested(stop)
                     ? sow_err_set(err, SOW_INTERRUPTED,
                                   "interrupted in the layer of %d seeds: those before "
                                   "it are kept",
                                   endgame->seeds + 1)
                     : sow_err_no_memory(err);
    while (status == SOW_OK && endgame->seeds < on_board)
        status = add_layer(endgame, work, fast ? &rows : NULL, err);
    sow_endgame_rows_release(&rows);
    return status;
}
