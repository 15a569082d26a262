/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_exits.h"
#include "endgame_layer.h"
#include "endgame_memory.h"

#include <stdlib.h>
#include <string.h>

/* Context of value_fast(). */
struct endgame_fast {
    const struct endgame_rows *rows; /* tables of rows */
    int8_t *exits; /* values of the best moves that leave the layer, in the order of
                        `found` of struct endgame_layer; made in the first round */
};

/* Returns true if a value that the move reads has changed since the mover's block was
   last valued. Dropping the same seeds keeps rows in their order, so the first and the
   last row bound the values that are read. */
static bool move_is_stale(const struct endgame_layer *layer,
                          const struct endgame_front *front,
                          const struct endgame_step *step)
{
    const struct endgame_index *index = front->index;
    uint32_t begin = front->begin;
    uint32_t end = front->begin + front->count;
    if (step->action != 0) {
        const struct endgame_action *action = &front->rows->action[step->action];
        const uint32_t *row = action->row + front->first;
        const uint8_t *code = action->code + front->first;
        int stays = endgame_code_of_stay(front, step);
        uint32_t from = 0;
        uint32_t to = front->count;
        while (from < to && code[from] != stays)
            from++;
        while (to > from && code[to - 1] != stays)
            to--;
        if (from == to)
            return false;
        begin = row[from] - index->first[front->others + step->dropped];
        end = row[to - 1] - index->first[front->others + step->dropped] + 1;
    }
    return endgame_changed(layer, front->seeds, step->plain_seeds,
                           step->plain - index->first[step->plain_seeds], begin, end);
}

/* Returns true if a value that a move of the front reads has changed since the mover's
   block was last valued. A mover without seeds can only pass, and reads one value for
   each position. */
static bool is_stale(const struct endgame_layer *layer, const struct endgame_front *front)
{
    const struct endgame_step *step = front->step;
    if (front->seeds == 0)
        return endgame_changed(layer, 0, 0, 0, front->begin, front->begin + front->count);
    for (int pit = 0; pit < front->index->pits; pit++, step++)
        if (endgame_step_stays(step, front->seeds) && move_is_stale(layer, front, step))
            return true;
    return false;
}

/* Applies a move that can stay within the layer to all positions of the front. Raises
   each value in @p out to that of the move, where the move captures nothing. */
static void stay(const struct endgame_layer *layer, const struct endgame_front *front,
                 const struct endgame_step *step, int8_t *out)
{
    const struct endgame_index *index = front->index;
    const int8_t *known =
        layer->known + endgame_row(index, front->n, step->plain_seeds,
                                   step->plain - index->first[step->plain_seeds]);
    if (step->action == 0) {
        known += front->begin;
        for (uint32_t i = 0; i < front->count; i++)
            out[i] = endgame_greater(out[i], (int8_t)-known[i]);
        return;
    }
    const struct endgame_action *action = &front->rows->action[step->action];
    const uint32_t *row = action->row + front->first;
    const uint8_t *code = action->code + front->first;
    uint32_t first = index->first[front->others + step->dropped];
    int stays = endgame_code_of_stay(front, step);
    for (uint32_t i = 0; i < front->count; i++) {
        bool here = code[i] == stays;
        int8_t value = (int8_t)-known[here ? row[i] - first : 0];
        out[i] = endgame_greater(out[i], (int8_t)(here ? value : ENDGAME_NO_MOVE));
    }
}

/* Applies all moves within the layer (stay) to all positions of the front. */
static void find_stays(const struct endgame_layer *layer,
                       const struct endgame_front *front, int8_t *out)
{
    const struct endgame_step *step = front->step;
    for (int pit = 0; pit < front->index->pits; pit++, step++)
        if (endgame_step_stays(step, front->seeds))
            stay(layer, front, step, out);
}

/* Values positions from the tables. An endgame_value_fn whose context is a struct
   endgame_fast. Returns false, with @p out unset, if no value that the moves read has
   changed. */
static bool value_fast(void *context, const struct endgame_layer *layer,
                       const struct endgame_span *span, int8_t *out)
{
    const struct endgame_fast *fast = context;
    const struct endgame_index *index = &layer->endgame->index;
    struct endgame_front front =
        sow_endgame_front(fast->rows, layer->endgame,
                          (struct endgame_place){layer->n, span->seeds, span->rank,
                                                 span->begin, span->end - span->begin});
    if (layer->round > 0 && !is_stale(layer, &front))
        return false;
    if (span->seeds == 0 || front.others == 0)
        return sow_endgame_value_plain(NULL, layer, span, out);
    int8_t *exits =
        fast->exits + endgame_row(index, layer->n, span->seeds, span->rank) + span->begin;
    if (layer->round == 0)
        sow_endgame_find_exits(&front, exits);
    memcpy(out, exits, front.count);
    find_stays(layer, &front, out);
    return true;
}

/* Finds the values of a layer whose memory is allocated. @p rows is NULL for the plain
   engine. Fails as sow_endgame_layer_solve does. */
static enum sow_status solve_layer(struct endgame_layer *layer,
                                   const struct endgame_rows *rows, struct sow_err *err)
{
    struct endgame_fast fast = {.rows = rows};
    if (rows == NULL)
        return sow_endgame_layer_solve(layer, sow_endgame_value_plain, NULL, err);
    fast.exits = sow_endgame_room(endgame_size(&layer->endgame->index, layer->n));
    if (fast.exits == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_endgame_layer_solve(layer, value_fast, &fast, err);
    free(fast.exits);
    return status;
}

enum sow_status sow_endgame_rounds_solve(struct sow_endgame *endgame,
                                         const struct sow_endgame_work *work,
                                         const struct endgame_rows *rows,
                                         struct endgame_solved *solved,
                                         struct sow_err *err)
{
    struct endgame_layer layer = {.endgame = endgame, .work = work, .n = solved->n};
    uint64_t count = endgame_size(&endgame->index, layer.n);
    layer.known = sow_endgame_zeroed(count);
    layer.found = sow_endgame_zeroed(count);
    endgame->layer[layer.n] = layer.known;
    enum sow_status status = layer.known == NULL || layer.found == NULL
                                 ? sow_err_no_memory(err)
                                 : solve_layer(&layer, rows, err);
    free(layer.found);
    endgame->layer[layer.n] = NULL;
    if (status != SOW_OK)
        free(layer.known);
    solved->values = status == SOW_OK ? layer.known : NULL;
    solved->rounds = layer.round;
    return status;
}
