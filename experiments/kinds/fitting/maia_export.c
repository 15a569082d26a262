/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export of data sets in the columns of FairKalah's MAIA data (import_columns.h). */
#include "sow/fitting/choice_moves.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/dataset_export.h"
#include "sow/store/store.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The best moves of a turn. */
struct turn {
    int64_t game;
    int ply;
    sow_pits best;
};

/* State of an export. */
struct exporting {
    struct sow_dataset_facts facts;
    FILE *out;
    struct turn *turns; /* turns by game and ply; owned */
    size_t count;
    size_t next; /* first turn that is not before the current position */
};

/* Keeps the best moves of a row of table `choices` as the next turn. There is room for
   all choices of the data set. @p context is a struct exporting. Always returns
   SOW_OK. */
static enum sow_status take_choice(void *context, const struct sow_choice_row *row,
                                   struct sow_err *err)
{
    (void)err;
    struct exporting *exporting = context;
    exporting->turns[exporting->count++] =
        (struct turn){row->game, row->ply,
                      sow_choice_moves_read(&exporting->facts.variant.rules, row->moves)};
    return SOW_OK;
}

/* Finds the best moves of a position; a single legal move is always the best one. Moves
   `next` on, so call it in the order of the positions. Returns false if the data set has
   no choice for the position; @p best then has all legal moves. */
static bool find_best(struct exporting *exporting, const struct sow_position_row *row,
                      const struct sow_board *board, sow_pits *best)
{
    const struct turn *turn = exporting->turns;
    for (; exporting->next < exporting->count; exporting->next++) {
        turn = &exporting->turns[exporting->next];
        if (turn->game > row->game || (turn->game == row->game && turn->ply >= row->ply))
            break;
    }
    *best = sow_legal(&exporting->facts.variant.rules, board);
    if ((*best & (*best - 1U)) == 0)
        return true;
    bool found = exporting->next < exporting->count && turn->game == row->game &&
                 turn->ply == row->ply;
    *best = found ? turn->best : *best;
    return found;
}

/* Writes the pits of a seat in sowing order and its store, each with a comma behind
   it. */
static void write_seat(const struct exporting *exporting, const struct sow_board *board,
                       int seat)
{
    for (int pit = 0; pit < exporting->facts.variant.rules.pits; pit++)
        (void)fprintf(exporting->out, "%d,", board->pit[seat][pit]);
    (void)fprintf(exporting->out, "%d,", board->store[seat]);
}

/* Writes the line of a row of table `positions`. The stored label is that of the
   viewpoint, and the file has that of the player to move. Fails with SOW_BAD_DATA if the
   position is not valid, and with SOW_USAGE if its best moves are missing. @p context is
   a struct exporting. */
static enum sow_status write_position(void *context, const struct sow_position_row *row,
                                      struct sow_err *err)
{
    struct exporting *exporting = context;
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    struct sow_board board;
    sow_pits best;
    enum sow_status status = sow_board_parse(
        row->position, rules->pits, (enum sow_direction)rules->direction, &board, err);
    if (status != SOW_OK)
        return sow_err_prefix(err, "data set %lld", (long long)exporting->facts.id);
    if (!find_best(exporting, row, &board, &best))
        return sow_err_set(err, SOW_USAGE,
                           "data set %lld has no best moves for game %lld, ply %d: make "
                           "it with --record both and --duplicates keep",
                           (long long)exporting->facts.id, (long long)row->game,
                           row->ply);
    write_seat(exporting, &board, board.side);
    write_seat(exporting, &board, 1 - board.side);
    for (int pit = 0; pit < rules->pits; pit++)
        (void)fprintf(exporting->out, "%d,", best >> pit & 1);
    bool own = (row->viewpoint[0] == 's') == (board.side == SOW_SOUTH);
    (void)fprintf(exporting->out, "%d,%" PRId64 ",%d\n", own ? row->margin : -row->margin,
                  row->game, row->ply);
    return SOW_OK;
}

/* Writes the column names of all pits, the highest number first, each with a comma
   behind it. */
static void write_family(const struct exporting *exporting, const char *prefix,
                         const char *suffix)
{
    for (int number = exporting->facts.variant.rules.pits; number > 0; number--)
        (void)fprintf(exporting->out, "%s%d%s,", prefix, number, suffix);
}

/* Writes the line with the names of all columns, separated by commas, in the order of the
   rows. */
static void write_column_names(const struct exporting *exporting)
{
    write_family(exporting, "pit_", "");
    (void)fputs("score,", exporting->out);
    write_family(exporting, "pit_", "o");
    (void)fputs("score_o,", exporting->out);
    write_family(exporting, "optimal_", "");
    (void)fputs("game_val,game,ply\n", exporting->out);
}

/* Checks that a data set has positions, and that their labels are exact. Fails with
   SOW_USAGE. */
static enum sow_status require_exact(const struct sow_dataset_facts *facts,
                                     struct sow_err *err)
{
    if (facts->label == SOW_LABEL_EXACT && facts->positions > 0)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "data set %lld has no positions with exact labels, which --format "
                       "maia needs: make one with 'dataset make --outcome exact --record "
                       "both'",
                       (long long)facts->id);
}

/* Reads the choices, then writes the column names and all positions. Fails with SOW_IO
   if the stream fails, else as write_position. */
static enum sow_status write_rows(struct exporting *exporting, struct sow_store *store,
                                  struct sow_err *err)
{
    int64_t id = exporting->facts.id;
    enum sow_status status =
        sow_store_each(store, choice, id, take_choice, exporting, err);
    if (status != SOW_OK)
        return status;
    write_column_names(exporting);
    status = sow_store_each(store, position, id, write_position, exporting, err);
    if (status == SOW_OK && (fflush(exporting->out) != 0 || ferror(exporting->out)))
        status = sow_err_set(err, SOW_IO, "cannot write data set %lld: %s", (long long)id,
                             strerror(errno));
    return status;
}

enum sow_status sow_dataset_export_maia(struct sow_store *store, int64_t id, FILE *out,
                                        struct sow_err *err)
{
    struct exporting exporting = {.out = out};
    enum sow_status status = sow_dataset_require(store, id, &exporting.facts, err);
    if (status == SOW_OK)
        status = require_exact(&exporting.facts, err);
    if (status == SOW_OK)
        status = sow_store_check_run(store, id, NULL, err);
    if (status != SOW_OK)
        return status;
    exporting.turns =
        calloc((size_t)exporting.facts.choices + 1, sizeof *exporting.turns);
    status = exporting.turns == NULL ? sow_err_no_memory(err)
                                     : write_rows(&exporting, store, err);
    free(exporting.turns);
    return status;
}
