/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_layer.h"
#include "endgame_memory.h"
#include "endgame_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values from tables of rows ----

   They are the same as those of the plain engine, and some hundred times as fast. */

/* Context of value_fast(). */
struct endgame_fast {
    const struct endgame_rows *rows; /* tables of rows */
    int8_t *exits; /* values of the best moves that leave the layer, in the order of
                        `found` of struct endgame_layer; made in the first round */
};

/* Marks instead of a value: no legal move found yet, or only moves within the layer
   found. */
enum { NO_MOVE = INT8_MIN, STAYS = INT8_MIN + 1 };

/* One span and its place in the tables. */
struct front {
    const struct endgame_fast *fast;   /* tables of rows */
    const struct endgame_layer *layer; /* layer that is being solved */
    const struct endgame_index *index; /* numbers of the positions */
    const struct endgame_span *span;   /* the span */
    int n;                             /* seeds on the board */
    int others;                        /* seeds of the opponent's rows */
    uint32_t first; /* number of the first opponent's row among rows of all sizes */
    uint32_t count; /* number of the opponent's rows */
};

/* Returns the greater value. The arithmetic is in bytes, so that compilers compare many
   at a time. */
static inline int8_t greater(int8_t a, int8_t b)
{
    return (int8_t)(a > b ? a : b);
}

/* --- moves out of the layer --- */

/* Place of the values that a move leads to, for one code. */
struct target {
    const int8_t *values; /* values of the layer that the move leads to */
    uint64_t offset;      /* place of the value for row number 0 of the opponent, counted
                             among rows of all sizes; modulo 2^64 */
    uint64_t mask;        /* mask of the place; 0 if no value is read */
    int bonus;            /* captured seeds, or the mark STAYS or NO_MOVE */
};

/* Returns the target of a move that leaves the mover with row @p row of @p seeds seeds,
   and the opponent with @p left seeds. Row numbers count rows of all sizes. If no seed
   leaves the board, the target reads no value and has the mark STAYS. */
static struct target target_of(const struct front *front, uint32_t row, int seeds,
                               int left, bool again)
{
    static const int8_t NOTHING = 0;
    const struct endgame_index *index = front->index;
    int n = seeds + left;
    if (n == front->n)
        return (struct target){&NOTHING, 0, 0, STAYS};
    uint32_t rank = row - index->first[seeds];
    uint64_t offset = again ? index->block[n][left] + rank -
                                  (uint64_t)index->first[left] * index->rows[seeds]
                            : endgame_row(index, n, seeds, rank) - index->first[left];
    return (struct target){front->layer->endgame->layer[n], offset, UINT64_MAX,
                           front->n - n};
}

/* Applies a move without an effect on the opponent's row to all positions of the span.
   Raises each value in @p out to that of the move, or to STAYS for a move within the
   layer. */
static void leave_alone(const struct front *front, const struct endgame_step *step,
                        int8_t *out)
{
    struct target target =
        target_of(front, step->plain, step->plain_seeds, front->others, step->again);
    if (target.mask == 0) {
        for (uint32_t i = 0; i < front->count; i++)
            out[i] = greater(out[i], STAYS);
        return;
    }
    int8_t bonus = (int8_t)target.bonus;
    uint64_t stride = step->again ? front->index->rows[step->plain_seeds] : 1;
    const int8_t *value = target.values + (target.offset + front->first * stride);
    if (step->again)
        for (uint32_t i = 0; i < front->count; i++, value += stride)
            out[i] = greater(out[i], (int8_t)(target.bonus + *value));
    else
        for (uint32_t i = 0; i < front->count; i++)
            out[i] = greater(out[i], (int8_t)(bonus - value[i]));
}

/* Applies a move with an effect on the opponent's row to all positions of the span.
   Raises each value in @p out to that of the move, or to STAYS where it stays within the
   layer. A forbidden grand slam changes nothing. */
static void leave(const struct front *front, const struct endgame_step *step, int8_t *out)
{
    static const int8_t NOTHING = 0;
    struct target target[ENDGAME_ILLEGAL + 1];
    const struct endgame_action *action = &front->fast->rows->action[step->action];
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
    target[ENDGAME_ILLEGAL] = (struct target){&NOTHING, 0, 0, NO_MOVE};
    for (uint32_t i = 0; i < front->count; i++) {
        const struct target *to = &target[code[i]];
        int8_t value = to->values[(to->offset + row[i] * stride) & to->mask];
        out[i] = greater(out[i], (int8_t)(to->bonus + sign * value));
    }
}

/* Values the positions in which every move is a forbidden grand slam, so that all are
   legal: these still have NO_MOVE in @p out. Uses the plain engine. */
static void allow_slams(const struct front *front, int8_t *out)
{
    struct sow_board board = {.side = SOW_SOUTH};
    sow_endgame_unrank(front->index, front->span->seeds, front->span->rank,
                       board.pit[SOW_SOUTH]);
    for (uint32_t i = 0; i < front->count; i++) {
        if (out[i] != NO_MOVE)
            continue;
        sow_endgame_unrank(front->index, front->others, front->span->begin + i,
                           board.pit[SOW_NORTH]);
        out[i] = (int8_t)sow_endgame_reached(front->layer->endgame, &board);
    }
}

/* Sets @p out to the best value of the moves that leave the layer, for all positions of
   the span. Positions without such a move get STAYS. @p step is the first entry of the
   mover's row. */
static void find_exits(const struct front *front, const struct endgame_step *step,
                       int8_t *out)
{
    memset(out, NO_MOVE, front->count);
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

/* --- moves within the layer --- */

/* Returns true if the move can be made and, without a capture, keeps all seeds on the
   board. */
static bool can_stay(const struct front *front, const struct endgame_step *step)
{
    return step->playable && step->plain_seeds + step->dropped == front->span->seeds;
}

/* Returns the code of a move that captures nothing. */
static int code_of_stay(const struct front *front, const struct endgame_step *step)
{
    int left = front->others + step->dropped;
    return step->taken == step->plain ? left : ENDGAME_PLAIN + left;
}

/* Returns true if a value that the move reads has changed since the mover's block was
   last valued. Dropping the same seeds keeps rows in their order, so the first and the
   last row bound the values that are read. */
static bool move_is_stale(const struct front *front, const struct endgame_step *step)
{
    const struct endgame_index *index = front->index;
    uint32_t begin = front->span->begin;
    uint32_t end = front->span->end;
    if (step->action != 0) {
        const struct endgame_action *action = &front->fast->rows->action[step->action];
        const uint32_t *row = action->row + front->first;
        const uint8_t *code = action->code + front->first;
        int stays = code_of_stay(front, step);
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
    return endgame_changed(front->layer, front->span->seeds, step->plain_seeds,
                           step->plain - index->first[step->plain_seeds], begin, end);
}

/* Returns true if a value that a move of the span reads has changed since the mover's
   block was last valued. The argument @p step is the first entry of the mover's row. A
   mover without seeds can only pass, and reads one value for each position. */
static bool is_stale(const struct front *front, const struct endgame_step *step)
{
    const struct endgame_span *span = front->span;
    if (span->seeds == 0)
        return endgame_changed(front->layer, 0, 0, 0, span->begin, span->end);
    for (int pit = 0; pit < front->index->pits; pit++, step++)
        if (can_stay(front, step) && move_is_stale(front, step))
            return true;
    return false;
}

/* Applies a move that can stay within the layer to all positions of the span. Raises each
   value in @p out to that of the move, where the move captures nothing. */
static void stay(const struct front *front, const struct endgame_step *step, int8_t *out)
{
    const struct endgame_index *index = front->index;
    const int8_t *known =
        front->layer->known + endgame_row(index, front->n, step->plain_seeds,
                                          step->plain - index->first[step->plain_seeds]);
    if (step->action == 0) {
        known += front->span->begin;
        for (uint32_t i = 0; i < front->count; i++)
            out[i] = greater(out[i], (int8_t)-known[i]);
        return;
    }
    const struct endgame_action *action = &front->fast->rows->action[step->action];
    const uint32_t *row = action->row + front->first;
    const uint8_t *code = action->code + front->first;
    uint32_t first = index->first[front->others + step->dropped];
    int stays = code_of_stay(front, step);
    for (uint32_t i = 0; i < front->count; i++) {
        bool here = code[i] == stays;
        int8_t value = (int8_t)-known[here ? row[i] - first : 0];
        out[i] = greater(out[i], (int8_t)(here ? value : NO_MOVE));
    }
}

/* Applies all moves within the layer (stay) to all positions of the span. @p step is the
   first entry of the mover's row. */
static void find_stays(const struct front *front, const struct endgame_step *step,
                       int8_t *out)
{
    for (int pit = 0; pit < front->index->pits; pit++, step++)
        if (can_stay(front, step))
            stay(front, step, out);
}

/* --- both --- */

/* Values positions from the tables. An endgame_value_fn whose context is a struct
   endgame_fast. Returns false, with @p out unset, if no value that the moves read has
   changed. */
static bool value_fast(void *context, const struct endgame_layer *layer,
                       const struct endgame_span *span, int8_t *out)
{
    const struct endgame_fast *fast = context;
    const struct endgame_index *index = &layer->endgame->index;
    struct front front = {.fast = fast,
                          .layer = layer,
                          .index = index,
                          .span = span,
                          .n = layer->n,
                          .others = layer->n - span->seeds,
                          .count = span->end - span->begin};
    front.first = index->first[front.others] + span->begin;
    const struct endgame_step *step =
        &fast->rows->step[(size_t)(index->first[span->seeds] + span->rank) *
                          (unsigned)index->pits];
    if (layer->round > 0 && !is_stale(&front, step))
        return false;
    if (span->seeds == 0 || front.others == 0)
        return sow_endgame_value_plain(NULL, layer, span, out);
    int8_t *exits =
        fast->exits + endgame_row(index, layer->n, span->seeds, span->rank) + span->begin;
    if (layer->round == 0)
        find_exits(&front, step, exits);
    memcpy(out, exits, front.count);
    find_stays(&front, step, out);
    return true;
}

/* ---- Layers ---- */

/* Reports a finished layer and its counts to the callback of the caller, if there is
   one. */
static void report_layer(const struct endgame_layer *layer)
{
    struct sow_endgame_layer facts;
    if (layer->work->told == NULL)
        return;
    sow_endgame_count(layer->endgame, layer->n, &facts);
    facts.rounds = layer->round;
    layer->work->told(layer->work->context, &facts);
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

/* Solves the next layer, adds it to the database and its file, and reports it. @p rows is
   NULL for the plain engine. On failure the database has the layers that it had. Fails as
   sow_endgame_layer_solve and sow_endgame_keep do. */
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
                                 : solve_layer(&layer, rows, err);
    free(layer.found);
    endgame->layer[layer.n] = NULL;
    if (status == SOW_OK)
        status = sow_endgame_keep(endgame, layer.known, err);
    else
        free(layer.known);
    if (status == SOW_OK)
        report_layer(&layer);
    return status;
}

enum sow_status sow_endgame_grow(struct sow_endgame *endgame,
                                 const struct sow_endgame_work *work, int on_board,
                                 struct sow_err *err)
{
    struct endgame_rows rows = {0};
    bool fast = !work->plain && on_board > endgame->seeds &&
                sow_endgame_rows_cover(&endgame->rules, &endgame->index, on_board);
    assert(on_board <= endgame->index.most);
    bool ready = !fast || sow_endgame_rows_init(&rows, &endgame->rules, &endgame->index,
                                                on_board, &work->with);
    enum sow_status status = SOW_OK;
    if (!ready)
        status = sow_stop_requested(work->with.stop)
                     ? sow_err_set(err, SOW_INTERRUPTED,
                                   "interrupted in the layer of %d seeds: the layers "
                                   "before it are kept",
                                   endgame->seeds + 1)
                     : sow_err_no_memory(err);
    while (status == SOW_OK && endgame->seeds < on_board)
        status = add_layer(endgame, work, fast ? &rows : NULL, err);
    sow_endgame_rows_release(&rows);
    return status;
}
