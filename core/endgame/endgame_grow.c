/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_layer.h"
#include "endgame_retro.h"

#include <assert.h>
#include <stdlib.h>

/* Method of solving layers. All give the same values. */
enum method {
    PLAIN,  /* rounds by the plain rules engine: the definition */
    ROUNDS, /* rounds by tables of rows: some hundred times as fast */
    RETRO,  /* moves backwards by tables of rows: faster where positions repeat */
};

/* Growth of a database. */
struct growth {
    struct sow_endgame *endgame;         /* the database */
    const struct sow_endgame_work *work; /* options of the caller */
    enum method method;                  /* method of all layers */
    struct endgame_rows rows;            /* tables of moves; empty by method PLAIN */
    struct endgame_unmoves unmoves; /* tables of moves backwards; empty but by RETRO */
};

/* Returns the method for layers of up to @p seeds seeds. Moves backwards pay where moves
   within a layer form cycles, so that many rounds are needed. A game whose own store is
   sown has none. */
static enum method method_of(const struct sow_endgame *endgame,
                             const struct sow_endgame_work *work, int seeds)
{
    if (work->plain || !sow_endgame_rows_cover(&endgame->rules, &endgame->index, seeds))
        return PLAIN;
    return endgame->rules.own_store_sown ? ROUNDS : RETRO;
}

/* Makes the tables of the method for up to @p seeds seeds. Returns false without memory,
   and after a stop request. */
static bool make_tables(struct growth *growth, int seeds)
{
    const struct sow_endgame *endgame = growth->endgame;
    const struct endgame_index *index = &endgame->index;
    if (growth->method != PLAIN &&
        !sow_endgame_rows_init(&growth->rows, &endgame->rules, index, seeds,
                               &growth->work->with))
        return false;
    return growth->method != RETRO ||
           sow_endgame_unmoves_init(&growth->unmoves, &growth->rows, index);
}

/* Finds the values of a layer. Fails as the method does. */
static enum sow_status solve_layer(struct growth *growth, struct endgame_solved *solved,
                                   struct sow_err *err)
{
    if (growth->method == RETRO)
        return sow_endgame_retro_solve(growth->endgame, growth->work, &growth->unmoves,
                                       solved, err);
    return sow_endgame_rounds_solve(growth->endgame, growth->work,
                                    growth->method == PLAIN ? NULL : &growth->rows,
                                    solved, err);
}

/* Solves the next layer, adds it to the database and its file, and reports it. On failure
   the database has the layers that it had. Fails as solve_layer and sow_endgame_keep do.
   */
static enum sow_status add_layer(struct growth *growth, struct sow_err *err)
{
    struct endgame_solved solved = {.n = growth->endgame->seeds + 1};
    struct sow_endgame_layer facts;
    enum sow_status status = solve_layer(growth, &solved, err);
    if (status == SOW_OK)
        status = sow_endgame_keep(growth->endgame, solved.values, err);
    if (status != SOW_OK || growth->work->told == NULL)
        return status;
    sow_endgame_count(growth->endgame, solved.n, &facts);
    facts.rounds = solved.rounds;
    growth->work->told(growth->work->context, &facts);
    return SOW_OK;
}

enum sow_status sow_endgame_grow(struct sow_endgame *endgame,
                                 const struct sow_endgame_work *work, int on_board,
                                 struct sow_err *err)
{
    assert(on_board <= endgame->index.most);
    if (endgame->seeds >= on_board)
        return SOW_OK;
    struct growth growth = {
        .endgame = endgame, .work = work, .method = method_of(endgame, work, on_board)};
    enum sow_status status = SOW_OK;
    if (!make_tables(&growth, on_board))
        status = sow_stop_requested(work->with.stop)
                     ? sow_endgame_layer_stopped(endgame->seeds + 1, err)
                     : sow_err_no_memory(err);
    while (status == SOW_OK && endgame->seeds < on_board)
        status = add_layer(&growth, err);
    sow_endgame_unmoves_release(&growth.unmoves);
    sow_endgame_rows_release(&growth.rows);
    return status;
}
