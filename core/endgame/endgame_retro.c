/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_retro.h"

#include "endgame_memory.h"
#include "endgame_retro_layer.h"

#include <stdlib.h>

/* Lists the jobs. Returns false without memory. */
static bool list_tiles(struct endgame_retro *retro)
{
    const struct endgame_index *index = retro->index;
    for (int seeds = 0; seeds <= retro->n; seeds++)
        retro->tiles += endgame_words(index->rows[seeds]);
    retro->tile = malloc(((size_t)retro->tiles + 1) * sizeof *retro->tile);
    struct endgame_tile *tile = retro->tile;
    for (int seeds = 0; seeds <= retro->n && tile != NULL; seeds++) {
        uint32_t rows = index->rows[seeds];
        for (uint32_t at = 0; at < rows; at += ENDGAME_WORD)
            *tile++ = (struct endgame_tile){
                seeds, at, rows - at < ENDGAME_WORD ? rows - at : ENDGAME_WORD};
    }
    return retro->tile != NULL;
}

/* Allocates what the settling needs. The list of words has room for all words of the set,
   because the parts of a line are listed whole. A round uses few of them. Returns false
   without memory. */
static bool allocate(struct endgame_retro *retro)
{
    uint64_t count = endgame_size(retro->index, retro->n);
    uint64_t words = retro->shape.word[retro->n + 1];
    size_t rows = retro->index->first[retro->n + 1];
    bool ready = list_tiles(retro);
    retro->value = sow_endgame_room(count);
    retro->group = sow_endgame_zeroed(words / 2 * sizeof *retro->group);
    retro->exits = sow_endgame_zeroed(words / 2 * sizeof *retro->exits);
    retro->set = sow_endgame_zeroed(words * sizeof *retro->set);
    retro->part = calloc(2 * rows, sizeof *retro->part);
    for (int lost = 0; lost < 2; lost++)
        retro->touched[lost] =
            calloc(rows / ENDGAME_WORD + 1, sizeof *retro->touched[lost]);
    retro->line = malloc(rows * sizeof *retro->line);
    retro->word = words <= SIZE_MAX / sizeof *retro->word
                      ? malloc((size_t)words * sizeof *retro->word)
                      : NULL;
    retro->legal = calloc(retro->index->rows[retro->n], sizeof *retro->legal);
    return ready && retro->value != NULL && retro->group != NULL &&
           retro->exits != NULL && retro->set != NULL && retro->part != NULL &&
           retro->touched[0] != NULL && retro->touched[1] != NULL &&
           retro->line != NULL && retro->word != NULL && retro->legal != NULL;
}

/* Frees all but the values and the jobs. */
static void release(struct endgame_retro *retro)
{
    free(retro->group);
    free(retro->exits);
    free(retro->set);
    free(retro->part);
    free(retro->touched[0]);
    free(retro->touched[1]);
    free(retro->line);
    free(retro->word);
    free(retro->legal);
}

/* Calls @p body for all jobs. Returns false after a stop request. */
static bool for_tiles(struct endgame_retro *retro, sow_range_fn *body)
{
    return sow_parallel_for(&retro->work->with, 1, retro->tiles, body, retro);
}

/* Settles all positions, and counts rounds. Returns false after a stop request. */
static bool settle_layer(struct endgame_retro *retro, int *rounds)
{
    if (!for_tiles(retro, sow_endgame_retro_exits))
        return false;
    if (retro->work->step != NULL)
        retro->work->step(retro->work->context, endgame_size(retro->index, retro->n));
    for (retro->margin = retro->n; retro->margin > 0; retro->margin--)
        if ((retro->present >> retro->margin % ENDGAME_WORD & 1U) != 0) {
            if (!sow_endgame_settle(retro, rounds))
                return false;
            retro->margin_before = retro->margin;
        }
    return for_tiles(retro, sow_endgame_retro_draws);
}

enum sow_status sow_endgame_retro_solve(const struct sow_endgame *endgame,
                                        const struct sow_endgame_work *work,
                                        const struct endgame_unmoves *unmoves,
                                        struct endgame_solved *solved,
                                        struct sow_err *err)
{
    struct endgame_retro retro = {.endgame = endgame,
                                  .work = work,
                                  .unmoves = unmoves,
                                  .index = &endgame->index,
                                  .n = solved->n,
                                  .shape = sow_endgame_shape(&endgame->index, solved->n)};
    uint64_t count = endgame_size(retro.index, retro.n);
    bool ready = allocate(&retro);
    bool whole = ready && settle_layer(&retro, &solved->rounds);
    release(&retro);
    if (whole) {
        retro.known = sow_endgame_room(count);
        ready = retro.known != NULL;
        whole = !ready || for_tiles(&retro, sow_endgame_retro_copy);
    }
    free(retro.value);
    free(retro.tile);
    solved->values = whole ? retro.known : NULL;
    if (!whole)
        free(retro.known);
    return !ready   ? sow_err_no_memory(err)
           : !whole ? sow_endgame_layer_stopped(solved->n, err)
                    : SOW_OK;
}
