/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a data set in memory: reading them from the database, and passes over them. */
#include "sow/fitting/fit_rows.h"

#include "fit_chunk.h"

#include "sow/base/array.h"
#include "sow/base/parallel.h"
#include "sow/fitting/choice_moves.h"
#include "sow/runs/run.h"
#include "sow/store/checked_rows.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/support/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sizes of the work. */
enum {
    BATCH_ROWS = 1 << 14, /* largest number of rows whose values are computed at once */
    LOOK_ROWS = 1 << 12,  /* number of rows between two checks for a request to stop */
    BEAT_CHUNKS = 8,      /* number of chunks between two heartbeats */
};

/* A game of the data set, with its number there. */
struct game {
    int64_t number;
    int64_t units; /* number of positions or choices */
};

/* A position from the database that is to become rows. */
struct item {
    struct sow_board board;
    int64_t game;
    int ply;
    int16_t label;
    double searched;    /* label by search; NaN without one */
    uint8_t own;        /* seat from which the position is seen */
    sow_pits preferred; /* preferred moves of a choice */
    sow_pits legal;     /* legal moves of a choice, found together with the values */
};

struct sow_fit_rows {
    struct sow_run *run;
    struct sow_fit_reading reading;
    struct sow_design_columns names;
    struct fit_chunk *chunks; /* all rows; all chunks but the last are full */
    size_t chunk_count;
    struct game *games; /* games in the order of their numbers */
    size_t game_count;
    uint64_t rows; /* number of all rows */
    int64_t units; /* number of all positions or choices */
    int passes;    /* number of passes begun */
    /* While rows are read: */
    struct sow_state_columns *state;
    struct item *items; /* the batch: positions whose rows are computed together */
    size_t item_count;
    size_t item_rows; /* largest number of rows of an item */
    size_t batch;     /* number of items computed at once */
    int16_t *values;  /* features of the batch, with room for item_rows rows an item */
};

int sow_fit_phase_low(int phase)
{
    return phase == 0 ? 0 : SOW_FIT_PHASE_SEEDS * phase + 1;
}

int sow_fit_phase_high(int phase)
{
    return SOW_FIT_PHASE_SEEDS * (phase + 1);
}

/* Returns the phase of a position with @p seeds seeds on the board: each has
   SOW_FIT_PHASE_SEEDS numbers of seeds, the first one also 0. */
static int phase_of(int seeds)
{
    return seeds == 0 ? 0 : (seeds - 1) / SOW_FIT_PHASE_SEEDS;
}

/* Returns true if the rows are moves of choices, false if they are positions. */
static bool reads_choices(const struct sow_fit_rows *rows)
{
    return rows->reading.target == SOW_TARGET_CHOICE;
}

/* Returns true if targets are mixed with labels by search: the share of the outcome is
   below 1. */
static bool mixes(const struct sow_fit_rows *rows)
{
    return rows->reading.mix < 1;
}

/* Returns the number of features in a row. */
static size_t width_of(const struct sow_fit_rows *rows)
{
    return (size_t)rows->reading.columns->count;
}

/* ---- The values of a batch ---- */

/* Finds the legal moves of an item, and writes the features of each to @p values, one row
   after the other in the order of the pits. The game is working storage. */
static void values_of_choice(const struct sow_fit_rows *rows, struct item *item,
                             struct sow_game *game, int16_t *values)
{
    int moves[SOW_MOVES_MAX];
    sow_game_init(game, rows->run->rules, &item->board);
    struct sow_fit_position position = {game, moves, sow_game_moves(game, moves)};
    item->legal = 0;
    for (int i = 0; i < position.count; i++) {
        item->legal = (sow_pits)(item->legal | 1U << moves[i]);
        sow_fit_columns_of_move(rows->reading.columns, rows->state, &position, moves[i],
                                values + (size_t)i * width_of(rows));
    }
}

/* Computes the features of items @p begin to @p end - 1 of the batch, and the legal moves
   of choices. It is a sow_range_fn; @p context is a struct sow_fit_rows. */
static void compute_values(void *context, size_t begin, size_t end)
{
    struct sow_fit_rows *rows = context;
    size_t room = rows->item_rows * width_of(rows);
    struct sow_game game;
    for (size_t i = begin; i < end; i++) {
        struct item *item = &rows->items[i];
        int16_t *values = rows->values + i * room;
        if (reads_choices(rows))
            values_of_choice(rows, item, &game, values);
        else
            sow_state_columns_values(rows->state, &item->board, item->own, values);
    }
}

/* ---- Keeping rows ---- */

/* Adds an empty chunk. Fails with SOW_NO_MEMORY; a chunk without all its arrays may
   then be the last one. */
static enum sow_status add_chunk(struct sow_fit_rows *rows, struct sow_err *err)
{
    struct fit_chunk *chunks =
        sow_array_grow(rows->chunks, rows->chunk_count, sizeof *chunks);
    if (chunks == NULL)
        return sow_err_no_memory(err);
    rows->chunks = chunks;
    return sow_fit_chunk_init(&chunks[rows->chunk_count++], width_of(rows), mixes(rows),
                              err);
}

/* Copies a row behind the others, in a new chunk if the last one is full. Fails with
   SOW_NO_MEMORY. */
static enum sow_status keep_row(struct sow_fit_rows *rows, struct fit_mark mark,
                                const int16_t *values, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (rows->rows % FIT_CHUNK_ROWS == 0)
        status = add_chunk(rows, err);
    if (status == SOW_OK)
        status =
            sow_fit_chunk_add(&rows->chunks[rows->chunk_count - 1], mark, values, err);
    rows->rows += status == SOW_OK;
    return status;
}

/* Counts a unit, which is a position or a choice, for game @p number, and adds the game
   if it is new. Units come in the order of their games. Fails with SOW_NO_MEMORY. */
static enum sow_status note_unit(struct sow_fit_rows *rows, int64_t number,
                                 struct sow_err *err)
{
    size_t last = rows->game_count;
    if (last == 0 || rows->games[last - 1].number != number) {
        struct game *games = sow_array_grow(rows->games, last, sizeof *games);
        if (games == NULL)
            return sow_err_no_memory(err);
        rows->games = games;
        games[rows->game_count++] = (struct game){.number = number};
    }
    rows->games[rows->game_count - 1].units++;
    rows->units++;
    return SOW_OK;
}

/* Returns the number of pits in a set. */
static int count_pits(sow_pits pits)
{
    int count = 0;
    for (unsigned rest = pits; rest != 0; rest &= rest - 1)
        count++;
    return count;
}

/* Returns the mark of an item's first row: its game, label, seeds on the board, and that
   it opens a unit. The game is the one that was added last. */
static struct fit_mark mark_of(const struct sow_fit_rows *rows, const struct item *item)
{
    return (struct fit_mark){.game = (uint32_t)(rows->game_count - 1),
                             .label = item->label,
                             .seeds = (uint8_t)(sow_board_row(&item->board, SOW_SOUTH) +
                                                sow_board_row(&item->board, SOW_NORTH)),
                             .opens_unit = 1};
}

/* Sets the error that a preferred move of an item is not legal, with its game, ply and
   position. Returns SOW_BAD_DATA. */
static enum sow_status refuse_move(const struct sow_fit_rows *rows,
                                   const struct item *item, struct sow_err *err)
{
    char position[SOW_POSITION_MAX];
    const struct sow_rules *rules = rows->run->rules;
    enum sow_direction direction = (enum sow_direction)rules->direction;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "data set %lld, game %lld, ply %d: a preferred move is not legal in '%s'; "
        "make or import it again",
        (long long)rows->reading.dataset, (long long)item->game, item->ply,
        sow_board_format(&item->board, rules->pits, direction, position));
}

/* Keeps a row for each legal move of an item, with the label 1 for a preferred one. Skips
   positions with fewer than two legal moves. Fails with SOW_BAD_DATA if a preferred move
   is not legal, and with SOW_NO_MEMORY. */
static enum sow_status keep_choice(struct sow_fit_rows *rows, const struct item *item,
                                   const int16_t *values, struct sow_err *err)
{
    if ((item->preferred & ~item->legal) != 0)
        return refuse_move(rows, item, err);
    if (count_pits(item->legal) < 2)
        return SOW_OK;
    enum sow_status status = note_unit(rows, item->game, err);
    if (status != SOW_OK)
        return status;
    struct fit_mark mark = mark_of(rows, item);
    for (int pit = 0; pit < rows->run->rules->pits && status == SOW_OK; pit++) {
        if ((item->legal >> pit & 1U) == 0)
            continue;
        mark.label = (int16_t)(item->preferred >> pit & 1U);
        status = keep_row(rows, mark, values, err);
        values += width_of(rows);
        mark.opens_unit = 0;
    }
    return status;
}

/* Sets the error that a position has no label by search. Returns SOW_BAD_DATA. */
static enum sow_status refuse_label(const struct sow_fit_rows *rows,
                                    const struct item *item, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "data set %lld, game %lld, ply %d has no label by search; make or "
                       "import it again",
                       (long long)rows->reading.dataset, (long long)item->game,
                       item->ply);
}

/* Keeps the mixed target of the position whose row was kept last: its outcome and its
   label by search, in the shares of the options. Fails with SOW_BAD_DATA if it has no
   label by search. */
static enum sow_status keep_target(struct sow_fit_rows *rows, const struct item *item,
                                   struct sow_err *err)
{
    struct fit_chunk *chunk = &rows->chunks[rows->chunk_count - 1];
    double mix = rows->reading.mix;
    if (!isfinite(item->searched))
        return refuse_label(rows, item, err);
    chunk->targets[chunk->count - 1] = mix * item->label + (1 - mix) * item->searched;
    return SOW_OK;
}

/* Keeps the single row of a position, and its mixed target if targets are mixed. Fails as
   keep_row and keep_target. */
static enum sow_status keep_position(struct sow_fit_rows *rows, const struct item *item,
                                     const int16_t *values, struct sow_err *err)
{
    enum sow_status status = note_unit(rows, item->game, err);
    if (status == SOW_OK)
        status = keep_row(rows, mark_of(rows, item), values, err);
    return status == SOW_OK && mixes(rows) ? keep_target(rows, item, err) : status;
}

/* Computes the rows of all items of the batch on several threads, and keeps them; the
   batch is then empty. Advances the progress. Fails with SOW_INTERRUPTED after a stop
   request, else as keep_choice and keep_position. */
static enum sow_status keep_batch(struct sow_fit_rows *rows, struct sow_err *err)
{
    if (!sow_parallel_for(&rows->run->with, 32, rows->item_count, compute_values, rows))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    size_t room = rows->item_rows * width_of(rows);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < rows->item_count && status == SOW_OK; i++) {
        const int16_t *values = rows->values + i * room;
        status = reads_choices(rows) ? keep_choice(rows, &rows->items[i], values, err)
                                     : keep_position(rows, &rows->items[i], values, err);
    }
    sow_progress_advance(rows->run->with.progress, rows->item_count, NULL);
    rows->item_count = 0;
    return status;
}

/* ---- Positions from the database ---- */

/* Lets the player to move see a position: turns outcome and label if the other player saw
   it. */
static void turn_to_mover(struct item *item)
{
    if (item->own == item->board.side)
        return;
    item->own = item->board.side;
    item->label = (int16_t)-item->label;
    item->searched = -item->searched;
}

/* Parses the position of an item and puts it into the batch. Keeps the batch if it is
   then full. Fails with SOW_BAD_DATA, with game and ply, if the position is not valid. */
static enum sow_status take_item(struct sow_fit_rows *rows, const struct item *item,
                                 const char *position, struct sow_err *err)
{
    const struct sow_rules *rules = rows->run->rules;
    struct item *kept = &rows->items[rows->item_count];
    *kept = *item;
    enum sow_status status = sow_board_parse(
        position, rules->pits, (enum sow_direction)rules->direction, &kept->board, err);
    if (status != SOW_OK)
        return err == NULL ? status
                           : sow_err_prefix(err, "data set %lld, game %lld, ply %d",
                                            (long long)rows->reading.dataset,
                                            (long long)item->game, item->ply);
    if (rows->reading.view == SOW_FIT_TO_MOVE)
        turn_to_mover(kept);
    rows->item_count++;
    return rows->item_count == rows->batch ? keep_batch(rows, err) : SOW_OK;
}

/* Takes a row of table `positions` as an item. @p context is a struct sow_fit_rows.
   Fails as take_item. */
static enum sow_status take_position(void *context, const struct sow_position_row *row,
                                     struct sow_err *err)
{
    struct item item = {.game = row->game,
                        .ply = row->ply,
                        .label = (int16_t)row->margin,
                        .searched = row->label,
                        .own = row->viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH};
    return take_item(context, &item, row->position, err);
}

/* Takes a row of table `choices` as an item. @p context is a struct sow_fit_rows.
   Fails as take_item. */
static enum sow_status take_choice(void *context, const struct sow_choice_row *row,
                                   struct sow_err *err)
{
    struct sow_fit_rows *rows = context;
    struct item item = {.game = row->game,
                        .ply = row->ply,
                        .preferred = sow_choice_moves_read(rows->run->rules, row->moves)};
    return take_item(rows, &item, row->position, err);
}

/* Reads all positions or choices of the data set from the database, batch by batch, and
   keeps their rows. Checks the data set meanwhile. Counts it first if the progress is
   shown. Fails as sow_store_check_run and take_item. */
static enum sow_status read_all(struct sow_fit_rows *rows, struct sow_err *err)
{
    struct sow_run *run = rows->run;
    int64_t dataset = rows->reading.dataset;
    const char *table = reads_choices(rows) ? "choices" : "positions";
    int64_t total = 0;
    enum sow_status status = SOW_OK;
    if (run->with.progress != NULL)
        status = sow_store_count(run->source, table, dataset, &total, err);
    if (status != SOW_OK)
        return status;
    sow_progress_begin(run->with.progress, (uint64_t)total, "positions");
    if (reads_choices(rows))
        status =
            sow_store_check_each(run->source, choice, dataset, take_choice, rows, err);
    else
        status = sow_store_check_each(run->source, position, dataset, take_position, rows,
                                      err);
    if (status == SOW_OK)
        status = keep_batch(rows, err);
    sow_progress_end(run->with.progress);
    return status;
}

/* Frees the working storage of prepare_reading, but not the rows. */
static void release_reading(struct sow_fit_rows *rows)
{
    free(rows->state);
    free(rows->items);
    free(rows->values);
    rows->state = NULL;
    rows->items = NULL;
    rows->values = NULL;
}

/* Allocates working storage for one batch and prepares the columns. Fails with
   SOW_NO_MEMORY; release_reading frees what there is. */
static enum sow_status prepare_reading(struct sow_fit_rows *rows, struct sow_err *err)
{
    const struct sow_fit_columns *columns = rows->reading.columns;
    rows->item_rows = reads_choices(rows) ? SOW_MAX_PITS : 1;
    rows->batch = BATCH_ROWS / rows->item_rows;
    rows->state = malloc(sizeof *rows->state);
    rows->items = malloc(rows->batch * sizeof *rows->items);
    rows->values =
        calloc(rows->batch * rows->item_rows * width_of(rows), sizeof *rows->values);
    if (rows->state == NULL || rows->items == NULL || rows->values == NULL)
        return sow_err_no_memory(err);
    if (!columns->of_moves)
        sow_state_columns_init(rows->state, rows->run->rules, columns->feature,
                               columns->count);
    return SOW_OK;
}

enum sow_status sow_fit_rows_read(struct sow_fit_rows **rows, struct sow_run *run,
                                  const struct sow_fit_reading *reading,
                                  struct sow_err *err)
{
    static const char *const TARGETS[] = {"margin", "result", "choice"};
    struct sow_fit_rows *made = calloc(1, sizeof *made);
    if (made == NULL)
        return sow_err_no_memory(err);
    made->run = run;
    made->reading = *reading;
    made->names = (struct sow_design_columns){
        .count = reading->columns->count,
        .names = reading->columns->names,
        .target = mixes(made) ? "label" : TARGETS[reading->target]};
    enum sow_status status = prepare_reading(made, err);
    if (status == SOW_OK)
        status = read_all(made, err);
    release_reading(made);
    if (status == SOW_OK)
        *rows = made;
    else
        sow_fit_rows_free(made);
    return status;
}

void sow_fit_rows_free(struct sow_fit_rows *rows)
{
    if (rows == NULL)
        return;
    release_reading(rows);
    for (size_t i = 0; i < rows->chunk_count; i++)
        sow_fit_chunk_release(&rows->chunks[i]);
    free(rows->chunks);
    free(rows->games);
    free(rows);
}

/* ---- Passes ---- */

/* Returns the target y of a label: 1, 0.5 or 0 by its sign if results are fitted, else
   the label itself. */
static double target_of(enum sow_fit_target target, int label)
{
    if (target == SOW_TARGET_RESULT)
        return label > 0 ? 1.0 : label < 0 ? 0.0 : 0.5;
    return label;
}

/* Returns the weight of a row of a game: 1 if all rows have equal weights. Else it is the
   mean number of positions or choices of all games, divided by that of this game; all
   games then have the same sum. */
static double weight_of(const struct sow_fit_rows *rows, const struct game *game)
{
    if (rows->reading.weight == SOW_WEIGHT_ROWS)
        return 1.0;
    return (double)rows->units / (double)rows->game_count / (double)game->units;
}

/* Shows the progress of a pass after @p done rows, with the number of the pass, and
   renews the run's sign of life in the database every BEAT_CHUNKS chunks. Fails with
   SOW_INTERRUPTED after a stop request, or as sow_store_beat. */
static enum sow_status look_up(const struct sow_fit_rows *rows, uint64_t done,
                               struct sow_err *err)
{
    char note[32];
    if (sow_stop_requested(rows->run->with.stop))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    (void)snprintf(note, sizeof note, "fitting, pass %d", rows->passes);
    sow_progress_update(rows->run->with.progress, done, note);
    bool beats = done % ((uint64_t)BEAT_CHUNKS * FIT_CHUNK_ROWS) == 0;
    return beats ? sow_store_beat(rows->run->sink, err) : SOW_OK;
}

/* State of one pass. */
struct pass {
    struct sow_fit_rows *rows;
    sow_row_fn *take; /* receives the rows */
    void *taker;      /* first argument of `take` */
    uint64_t done;    /* number of rows passed so far */
    int64_t set;      /* number of the latest choice */
};

/* Returns the target y of row @p i of a chunk: the mixed target, or that of its label. */
static double y_of(const struct sow_fit_rows *rows, const struct fit_chunk *chunk,
                   size_t i)
{
    return chunk->targets != NULL
               ? chunk->targets[i]
               : target_of(rows->reading.target, chunk->marks[i].label);
}

/* Hands row @p i of a chunk to `take`, with its target, weight, group, set and stratum.
   Returns the status of `take`. */
static enum sow_status pass_row(struct pass *pass, const struct fit_chunk *chunk,
                                size_t i, struct sow_err *err)
{
    const struct sow_fit_rows *rows = pass->rows;
    const struct fit_mark *mark = &chunk->marks[i];
    double x[SOW_AGENT_TERMS_MAX];
    sow_fit_chunk_read(chunk, i, x);
    const struct game *game = &rows->games[mark->game];
    pass->set += mark->opens_unit;
    struct sow_row row = {.x = x,
                          .y = y_of(rows, chunk, i),
                          .weight = weight_of(rows, game),
                          .group = game->number,
                          .set = pass->set,
                          .stratum = phase_of(mark->seeds)};
    return pass->take(pass->taker, &row, err);
}

/* Hands all rows of a chunk to `take`, until one fails. Fails as look_up and `take`. */
static enum sow_status pass_chunk(struct pass *pass, const struct fit_chunk *chunk,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < chunk->count && status == SOW_OK; i++) {
        if (pass->done++ % LOOK_ROWS == 0)
            status = look_up(pass->rows, pass->done - 1, err);
        if (status == SOW_OK)
            status = pass_row(pass, chunk, i, err);
    }
    return status;
}

/* Hands all rows to @p take in one pass. It is the `each` of a struct sow_rows; @p
   context is a struct sow_fit_rows. Fails as pass_chunk. */
static enum sow_status each_row(void *context, sow_row_fn *take, void *taker,
                                struct sow_err *err)
{
    struct sow_fit_rows *rows = context;
    struct pass pass = {.rows = rows, .take = take, .taker = taker, .set = -1};
    rows->passes++;
    sow_progress_begin(rows->run->with.progress, rows->rows, "rows");
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < rows->chunk_count && status == SOW_OK; i++)
        status = pass_chunk(&pass, &rows->chunks[i], err);
    return status;
}

struct sow_rows sow_fit_rows_source(struct sow_fit_rows *rows)
{
    return (struct sow_rows){.columns = &rows->names, .each = each_row, .context = rows};
}
