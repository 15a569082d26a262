/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_retro.h"

#include "endgame_exits.h"
#include "endgame_memory.h"
#include "endgame_retro_layer.h"

#include <stdlib.h>
#include <string.h>

/* Positions of a block below which threads cost more than they gain. */
enum { WORTH_THREADS = 1 << 16 };

/* Returns the distance of the lines of two neighbouring rows in a set. @p words is the
   length of a line. */
static size_t stride_of(enum endgame_set set, uint32_t words)
{
    return (size_t)words *
           (set < ENDGAME_SET_WON ? ENDGAME_SET_WON : ENDGAME_SETS - ENDGAME_SET_WON);
}

/* --- positions that moves out of the layer settle --- */

/* Returns the set of 8 positions, from place @p at on, whose value is @p value. */
static inline uint64_t equal_of(const struct endgame_retro *retro, uint64_t at, int value)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t wrong = endgame_eight(retro->value + at) ^ each * (uint8_t)(unsigned)value;
    return endgame_high_bits(endgame_zero_bytes(wrong));
}

/* Adds positions of a mover's row to two sets, by the best move out of the layer. If it
   is worth the present margin, the position is added to ENDGAME_SET_WIN. If it is worth
   minus the margin, it is added to ENDGAME_SET_POOR. Returns true if positions were added
   to ENDGAME_SET_POOR. The values have 7 bytes more than positions. */
static bool begin_row(struct endgame_retro *retro, int seeds, uint32_t rank)
{
    uint32_t count = retro->index->rows[retro->n - seeds];
    uint64_t at = endgame_place(retro, seeds, rank);
    uint64_t *win = endgame_set_line(retro, ENDGAME_SET_WIN, seeds, rank);
    uint64_t *poor = endgame_set_line(retro, ENDGAME_SET_POOR, seeds, rank);
    uint64_t any = 0;
    for (uint32_t i = 0; i < count; i += ENDGAME_WORD) {
        uint64_t wins = 0;
        uint64_t losses = 0;
        for (uint32_t j = 0; j < ENDGAME_WORD && i + j < count; j += 8) {
            wins |= equal_of(retro, at + i + j, retro->margin) << j;
            losses |= equal_of(retro, at + i + j, -retro->margin) << j;
            /* Positions without such a move are poor from the first margin on. */
            if (retro->margin == retro->n)
                losses |= equal_of(retro, at + i + j, ENDGAME_STAYS) << j;
        }
        uint64_t valid =
            count - i < ENDGAME_WORD ? (UINT64_C(1) << (count - i)) - 1 : UINT64_MAX;
        win[i / ENDGAME_WORD] |= wins & valid;
        poor[i / ENDGAME_WORD] |= losses & valid;
        any |= losses & valid;
    }
    return any != 0;
}

/* --- moves --- */

/* Mover's row that is valued. */
struct row {
    const struct endgame_retro *retro; /* the layer */
    const struct endgame_move *move;   /* moves of its pits */
    uint64_t *win;                     /* line of the row in ENDGAME_SET_WIN */
    uint64_t *loss;                    /* line of the row in ENDGAME_SET_LOSS */
    uint32_t words;                    /* words of a line */
};

/* Returns how a set of positions after the move of a pit is taken back. */
static struct endgame_squeeze squeeze_of(const struct row *row, unsigned pit,
                                         enum endgame_set set, uint64_t flip)
{
    const struct endgame_retro *retro = row->retro;
    const struct endgame_move *move = row->move + pit;
    int others = retro->n - move->seeds;
    struct endgame_squeeze squeeze = {
        .from = endgame_set_line(retro, set, move->seeds,
                                 move->row - retro->index->first[move->seeds]),
        .flip = flip,
        .words = retro->shape.squares[others]};
    if (move->action != 0) {
        const struct endgame_undo *undo = &retro->unmoves->undo[move->action];
        uint32_t first = retro->unmoves->word[others];
        squeeze.image = undo->image + first;
        squeeze.stays = undo->stays + first;
        squeeze.place = undo->place + first;
    }
    return squeeze;
}

/* Adds to a line the positions whose moves of @p pits lead to a set. */
static void add_moves(const struct row *row, unsigned pits, enum endgame_set set,
                      uint64_t *line)
{
    for (; pits != 0; pits &= pits - 1) {
        struct endgame_squeeze squeeze =
            squeeze_of(row, (unsigned)__builtin_ctz(pits), set, 0);
        row->retro->squeezer->add(&squeeze, line);
    }
}

/* Keeps in a line the positions of ENDGAME_SET_POOR that are not settled, or all of those
   if @p whole. Returns true if there are some. */
static bool keep_poor(const struct row *row, const uint64_t *poor,
                      const uint64_t *settled, bool whole)
{
    uint64_t any = 0;
    uint64_t all = whole ? UINT64_MAX : 0;
    for (uint32_t i = 0; i < row->words; i++) {
        row->loss[i] = (row->loss[i] | all) & poor[i] & ~settled[i];
        any |= row->loss[i];
    }
    return any != 0;
}

/* Removes from the line of losses the positions with a move within the layer that reaches
   no settled win, for the moves of @p pits. Ends when none is left. */
static void remove_open(const struct row *row, unsigned pits)
{
    for (uint64_t any = 1; pits != 0 && any != 0; pits &= pits - 1) {
        unsigned pit = (unsigned)__builtin_ctz(pits);
        if (!row->move[pit].stays)
            continue;
        struct endgame_squeeze squeeze =
            squeeze_of(row, pit, ENDGAME_SET_WON, UINT64_MAX);
        row->retro->squeezer->remove(&squeeze, row->loss);
        any = 0;
        for (uint32_t i = 0; i < row->words; i++)
            any |= row->loss[i];
    }
}

/* Sets the value of the positions in a word, which begins at place @p at. */
static void set_values(struct endgame_retro *retro, uint64_t at, uint64_t word, int value)
{
    for (; word != 0; word &= word - 1)
        retro->value[at + (unsigned)__builtin_ctzll(word)] = (int8_t)value;
}

/* Finds the positions of a mover's row that are settled now, and leaves them in
   ENDGAME_SET_WIN and ENDGAME_SET_LOSS. Looks for losses only where a move leads to a new
   win, or in the whole row if
   @p whole. */
static void read_moves(struct endgame_retro *retro, const struct row *row, int seeds,
                       uint32_t rank, struct endgame_touched touched, bool whole)
{
    unsigned pits = seeds == retro->n ? retro->legal[rank]
                    : seeds > 0       ? (1U << retro->index->pits) - 1
                                      : retro->passes;
    const uint64_t *settled = endgame_set_line(retro, ENDGAME_SET_SETTLED, seeds, rank);
    const uint64_t *poor = endgame_set_line(retro, ENDGAME_SET_POOR, seeds, rank);
    add_moves(row, touched.lost & pits, ENDGAME_SET_LOST, row->win);
    if (!whole)
        add_moves(row, touched.won & pits, ENDGAME_SET_WON, row->loss);
    if ((whole || touched.won != 0) && keep_poor(row, poor, settled, whole))
        remove_open(row, pits);
}

/* Values the positions of a mover's row: leaves in ENDGAME_SET_WIN and ENDGAME_SET_LOSS
   those that are settled now, adds them to ENDGAME_SET_SETTLED, and sets their values. */
static void value_row(struct endgame_retro *retro, int seeds, uint32_t rank,
                      struct endgame_touched touched, bool whole)
{
    const struct endgame_shape *shape = &retro->shape;
    uint64_t at = endgame_place(retro, seeds, rank);
    uint64_t *settled = endgame_set_line(retro, ENDGAME_SET_SETTLED, seeds, rank);
    uint64_t square = endgame_square(shape, retro->n - seeds, 0, rank / ENDGAME_WORD);
    struct row row = {
        .retro = retro,
        .move = &retro->unmoves->move[(size_t)(retro->index->first[seeds] + rank) *
                                      (unsigned)retro->index->pits],
        .win = endgame_set_line(retro, ENDGAME_SET_WIN, seeds, rank),
        .loss = endgame_set_line(retro, ENDGAME_SET_LOSS, seeds, rank),
        .words = shape->squares[retro->n - seeds]};
    read_moves(retro, &row, seeds, rank, touched, whole);
    for (uint32_t i = 0; i < row.words; i++, at += ENDGAME_WORD) {
        row.win[i] &= ~settled[i];
        if ((row.win[i] | row.loss[i]) == 0)
            continue;
        settled[i] |= row.win[i] | row.loss[i];
        set_values(retro, at, row.win[i], retro->margin);
        set_values(retro, at, row.loss[i], -retro->margin);
        if (row.win[i] != 0)
            retro->settled[0][square + (uint64_t)i * shape->squares[seeds]] = true;
        if (row.loss[i] != 0)
            retro->settled[1][square + (uint64_t)i * shape->squares[seeds]] = true;
    }
}

/* Values the touched rows of some jobs. In the first round of a margin, values all rows,
   with the moves out of the layer that decide at this margin. The body of a parallel
   loop.
   */
static void value_tiles(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++) {
        struct endgame_touched *touched =
            retro->touched + retro->index->first[tile->seeds] + tile->first;
        for (uint32_t i = 0; i < tile->count; i++) {
            bool whole = retro->begins && begin_row(retro, tile->seeds, tile->first + i);
            if (retro->begins || touched[i].won != 0 || touched[i].lost != 0)
                value_row(retro, tile->seeds, tile->first + i, touched[i], whole);
            touched[i] = (struct endgame_touched){0};
        }
    }
}

/* --- rounds --- */

/* Moves a square from a set by the mover's row to one by the opponent's row, with lines
   and bits exchanged. The lines @p tile of the latter receive it as word @p word. */
static void turn_square(struct endgame_retro *retro, const struct endgame_tile *tile,
                        uint32_t word, enum endgame_set from, enum endgame_set to)
{
    const struct endgame_shape *shape = &retro->shape;
    int seeds = retro->n - tile->seeds;
    uint32_t first = word * ENDGAME_WORD;
    uint32_t rows = retro->index->rows[seeds];
    uint32_t lines = rows - first < ENDGAME_WORD ? rows - first : ENDGAME_WORD;
    uint64_t square[ENDGAME_WORD] = {0};
    uint64_t *line =
        endgame_set_line(retro, from, seeds, first) + tile->first / ENDGAME_WORD;
    for (uint32_t i = 0; i < lines;
         i++, line += stride_of(from, shape->squares[tile->seeds])) {
        square[i] = *line;
        *line = 0;
    }
    endgame_turn_square(square);
    uint32_t row = retro->index->first[tile->seeds] + tile->first;
    line = endgame_set_line(retro, to, tile->seeds, tile->first) + word;
    for (uint32_t i = 0; i < tile->count;
         i++, line += stride_of(to, shape->squares[seeds])) {
        *line |= square[i];
        if (square[i] != 0 && to == ENDGAME_SET_WON)
            retro->news[row + i].won = true;
        else if (square[i] != 0)
            retro->news[row + i].lost = true;
    }
}

/* Adds the positions settled in this visit of a block to the settled ones by the
   opponent's row. The body of a parallel loop over these rows. */
static void turn_tiles(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++) {
        uint32_t words = retro->shape.squares[retro->n - tile->seeds];
        uint64_t at =
            endgame_square(&retro->shape, tile->seeds, tile->first / ENDGAME_WORD, 0);
        for (uint32_t i = 0; i < words; i++, at++) {
            if (retro->settled[0][at])
                turn_square(retro, tile, i, ENDGAME_SET_WIN, ENDGAME_SET_WON);
            if (retro->settled[1][at])
                turn_square(retro, tile, i, ENDGAME_SET_LOSS, ENDGAME_SET_LOST);
            retro->settled[0][at] = false;
            retro->settled[1][at] = false;
        }
    }
}

/* Notes the moves to the opponent's rows of @p seeds seeds that have new settled
   positions. Rows before a row may have more seeds than the layer. Returns true if there
   are some. */
static bool touch_rows(struct endgame_retro *retro, int seeds)
{
    const struct endgame_unmoves *unmoves = retro->unmoves;
    uint32_t rows = retro->index->first[retro->n + 1];
    bool any = false;
    for (uint32_t row = retro->index->first[seeds]; row < retro->index->first[seeds + 1];
         row++) {
        struct endgame_touched news = retro->news[row];
        if (news.won == 0 && news.lost == 0)
            continue;
        any = true;
        retro->news[row] = (struct endgame_touched){0};
        const uint32_t *before = unmoves->before + unmoves->begin[row];
        const uint32_t *end = unmoves->before + unmoves->begin[row + 1];
        for (; before < end && *before / ENDGAME_PITS < rows; before++) {
            struct endgame_touched *touched = &retro->touched[*before / ENDGAME_PITS];
            unsigned pit = *before % ENDGAME_PITS;
            touched->won |= (uint16_t)(news.won << pit);
            touched->lost |= (uint16_t)(news.lost << pit);
        }
    }
    return any;
}

/* Jobs of the rows of one size. */
struct part {
    struct endgame_retro *retro; /* the layer */
    sow_range_fn *body; /* function to call with the layer and numbers of all jobs */
    size_t begin;       /* number of the first job */
};

/* Calls the function for some jobs of a part. The body of a parallel loop. */
static void call_part(void *context, size_t begin, size_t end)
{
    const struct part *part = context;
    part->body(part->retro, part->begin + begin, part->begin + end);
}

/* Calls @p body for the jobs of the rows with @p seeds seeds. Returns false after a stop
   request. */
static bool for_tiles(struct endgame_retro *retro, int seeds, sow_range_fn *body)
{
    struct sow_context with = retro->work->with;
    size_t begin = retro->first_tile[seeds];
    struct part part = {retro, body, begin};
    if ((uint64_t)retro->index->rows[seeds] * retro->index->rows[retro->n - seeds] <
        WORTH_THREADS)
        with.threads = 1;
    return sow_parallel_for(&with, 1, retro->first_tile[seeds + 1] - begin, call_part,
                            &part);
}

/* Calls @p body for all jobs, block by block. Returns false after a stop request. */
static bool for_blocks(struct endgame_retro *retro, sow_range_fn *body)
{
    for (int seeds = 0; seeds <= retro->n; seeds++)
        if (!for_tiles(retro, seeds, body))
            return false;
    return true;
}

/* Returns true if a row of the mover with @p seeds seeds has a move to new settled
   positions. */
static bool is_touched(const struct endgame_retro *retro, int seeds)
{
    const struct endgame_touched *touched = retro->touched + retro->index->first[seeds];
    const struct endgame_touched *end = retro->touched + retro->index->first[seeds + 1];
    while (touched < end && touched->won == 0 && touched->lost == 0)
        touched++;
    return touched < end;
}

/* Settles all positions worth the present margin for either player, in rounds over the
   blocks, which are counted. Blocks that read each other most follow one another. Returns
   false after a stop request. */
static bool settle_margin(struct endgame_retro *retro, int *rounds)
{
    bool any = true;
    for (retro->begins = true; any; retro->begins = false, ++*rounds) {
        any = false;
        for (int i = 0; i <= retro->n; i++) {
            int seeds = i % 2 == 0 ? i / 2 : retro->n - i / 2;
            if (!retro->begins && !is_touched(retro, seeds))
                continue;
            if (!for_tiles(retro, seeds, value_tiles) ||
                !for_tiles(retro, retro->n - seeds, turn_tiles))
                return false;
            any = touch_rows(retro, retro->n - seeds) || any;
        }
    }
    return true;
}

/* --- the layer --- */

/* Lists the jobs. Returns false without memory. */
static bool list_tiles(struct endgame_retro *retro)
{
    for (int seeds = 0; seeds <= retro->n; seeds++)
        retro->first_tile[seeds + 1] =
            retro->first_tile[seeds] + retro->shape.squares[seeds];
    retro->tile = malloc(retro->first_tile[retro->n + 1] * sizeof *retro->tile);
    struct endgame_tile *tile = retro->tile;
    for (int seeds = 0; seeds <= retro->n && tile != NULL; seeds++) {
        uint32_t rows = retro->index->rows[seeds];
        for (uint32_t at = 0; at < rows; at += ENDGAME_WORD)
            *tile++ = (struct endgame_tile){
                seeds, at, rows - at < ENDGAME_WORD ? rows - at : ENDGAME_WORD};
    }
    return retro->tile != NULL;
}

/* Allocates what the settling needs. Returns false without memory. */
static bool allocate(struct endgame_retro *retro)
{
    uint64_t bytes = retro->shape.word[retro->n + 1] * sizeof(uint64_t);
    uint64_t squares = retro->shape.square[retro->n + 1];
    uint32_t rows = retro->index->first[retro->n + 1];
    retro->value = sow_endgame_room(endgame_size(retro->index, retro->n) + 7);
    retro->mover = sow_endgame_zeroed(ENDGAME_SET_WON * bytes);
    retro->other = sow_endgame_zeroed((ENDGAME_SETS - ENDGAME_SET_WON) * bytes);
    retro->settled[0] = calloc(squares, 1);
    retro->settled[1] = calloc(squares, 1);
    retro->news = calloc(rows, sizeof *retro->news);
    retro->touched = calloc(rows, sizeof *retro->touched);
    retro->legal = calloc(retro->index->rows[retro->n], sizeof *retro->legal);
    return list_tiles(retro) && retro->value != NULL && retro->mover != NULL &&
           retro->other != NULL && retro->settled[0] != NULL &&
           retro->settled[1] != NULL && retro->news != NULL && retro->touched != NULL &&
           retro->legal != NULL;
}

/* Frees all but the values and the jobs. */
static void release(struct endgame_retro *retro)
{
    free(retro->mover);
    free(retro->other);
    free(retro->settled[0]);
    free(retro->settled[1]);
    free(retro->news);
    free(retro->touched);
    free(retro->legal);
}

/* Settles all positions, and counts rounds. Returns false after a stop request. */
static bool settle_layer(struct endgame_retro *retro, int *rounds)
{
    if (!for_blocks(retro, sow_endgame_retro_exits))
        return false;
    if (retro->work->step != NULL)
        retro->work->step(retro->work->context, endgame_size(retro->index, retro->n));
    for (retro->margin = retro->n; retro->margin > 0; retro->margin--)
        if (retro->margin == retro->n || retro->present[retro->margin] ||
            retro->present[UINT8_MAX + 1 - retro->margin])
            if (!settle_margin(retro, rounds))
                return false;
    return for_blocks(retro, sow_endgame_retro_draws);
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
                                  .squeezer = sow_endgame_squeezer(),
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
        whole = !ready || for_blocks(&retro, sow_endgame_retro_copy);
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
