/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and checking of the records of a file to import. */
#include "sow/fitting/import_rows.h"

#include "sow/base/text.h"
#include "sow/fitting/dataset_seen.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* State while a file is read. */
struct reading {
    const struct sow_import_source *source;
    const struct sow_rules *rules;
    struct sow_csv *csv;
    struct sow_import_columns columns;
    struct sow_import_data *data;
    int64_t total; /* number of seeds in the variant's game */
    bool in_order; /* true if the records so far are sorted */
};

/* ---- Fields ---- */

/* Sets the error that a field of the current record, shown up to 40 bytes, does not
   hold what is @p expected. Returns SOW_BAD_DATA. */
static enum sow_status refuse_field(const struct reading *reading, int column,
                                    const char *expected, struct sow_err *err)
{
    char shown[44];
    (void)snprintf(shown, sizeof shown, "%.40s", sow_csv_field(reading->csv, column));
    for (char *at = shown; *at != '\0'; at++)
        if (!isprint((unsigned char)*at))
            *at = '?';
    return sow_err_set(err, SOW_BAD_DATA, "column '%.60s' holds %s%s%s: expected %s",
                       sow_csv_name(reading->csv, column), shown[0] == '\0' ? "" : "'",
                       shown[0] == '\0' ? "nothing" : shown, shown[0] == '\0' ? "" : "'",
                       expected);
}

/* Reads a whole number. Some programs write it as a real ("4.0"). Returns false for
   any other text; @p value is then unchanged. */
static bool is_integer(const char *text, int64_t *value)
{
    double real;
    if (sow_text_to_int(text, value))
        return true;
    if (!sow_text_to_real(text, &real) || fabs(real) > 0x1p53 || real < floor(real) ||
        real > floor(real))
        return false;
    *value = (int64_t)real;
    return true;
}

/* Reads a field as a whole number from @p least to @p most into @p value. Fails with
   SOW_BAD_DATA. */
static enum sow_status read_integer(const struct reading *reading, int column,
                                    int64_t least, int64_t most, int64_t *value,
                                    struct sow_err *err)
{
    if (is_integer(sow_csv_field(reading->csv, column), value) && *value >= least &&
        *value <= most)
        return SOW_OK;
    char expected[96];
    (void)snprintf(expected, sizeof expected, "a whole number from %lld to %lld",
                   (long long)least, (long long)most);
    return refuse_field(reading, column, expected, err);
}

/* Reads a field as a number of seeds, at most SOW_MAX_SEEDS; 0 on failure. Fails as
   read_integer. */
static enum sow_status read_count(const struct reading *reading, int column,
                                  uint8_t *count, struct sow_err *err)
{
    int64_t value = 0;
    enum sow_status status = read_integer(reading, column, 0, SOW_MAX_SEEDS, &value, err);
    *count = (uint8_t)value;
    return status;
}

/* Reads a field as a seat, s or n. Fails with SOW_BAD_DATA for any other text. */
static enum sow_status read_seat(const struct reading *reading, int column, uint8_t *seat,
                                 struct sow_err *err)
{
    const char *text = sow_csv_field(reading->csv, column);
    *seat = strcmp(text, "n") == 0 ? SOW_NORTH : SOW_SOUTH;
    return strcmp(text, "s") == 0 || strcmp(text, "n") == 0
               ? SOW_OK
               : refuse_field(reading, column, "s or n", err);
}

/* ---- The position ---- */

/* Reads a board from the columns of pits, stores and side. Without a column of sides,
   south is to move. Fails with SOW_BAD_DATA if a field is wrong. */
static enum sow_status read_pits(const struct reading *reading, struct sow_board *board,
                                 struct sow_err *err)
{
    const struct sow_import_columns *columns = &reading->columns;
    enum sow_status status = SOW_OK;
    memset(board, 0, sizeof *board);
    for (int seat = 0; seat < 2; seat++) {
        for (int pit = 0; pit < reading->rules->pits && status == SOW_OK; pit++)
            status =
                read_count(reading, columns->pit[seat][pit], &board->pit[seat][pit], err);
        if (status == SOW_OK)
            status = read_count(reading, columns->store[seat], &board->store[seat], err);
    }
    if (status == SOW_OK && columns->side >= 0)
        status = read_seat(reading, columns->side, &board->side, err);
    return status;
}

/* Checks that a position has as many seeds as the variant, or, if any total is
   accepted, at most SOW_MAX_SEEDS. Fails with SOW_BAD_DATA. */
static enum sow_status check_total(const struct reading *reading,
                                   const struct sow_board *board, struct sow_err *err)
{
    int seeds = sow_board_seeds(board);
    if (seeds == reading->total || (reading->source->any_total && seeds <= SOW_MAX_SEEDS))
        return SOW_OK;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "the position has %d seeds and the variant %lld: check the columns, or accept "
        "positions of up to %d seeds with --any-total",
        seeds, (long long)reading->total, SOW_MAX_SEEDS);
}

/* Reads the position of a record, from one column or from those of the pits, and
   checks its seeds. Fails with SOW_BAD_DATA. */
static enum sow_status read_board(const struct reading *reading, struct sow_board *board,
                                  struct sow_err *err)
{
    const struct sow_rules *rules = reading->rules;
    enum sow_status status;
    if (reading->columns.position < 0)
        status = read_pits(reading, board, err);
    else
        status = sow_board_parse(sow_csv_field(reading->csv, reading->columns.position),
                                 rules->pits, (enum sow_direction)rules->direction, board,
                                 err);
    return status == SOW_OK ? check_total(reading, board, err) : status;
}

/* ---- Label and choice ---- */

/* Final margins that are possible in a position. */
struct reach {
    int low;
    int high;
    bool
        alternate; /* true if only every other margin is possible: if all seeds end in the
                      stores, the difference of the stores has the parity of their sum */
};

/* Computes the possible margins of a record, seen from its viewpoint. A store never
   loses a seed, so the seeds in the pits limit the change of the margin. Only a swap
   can reverse the margin. */
static struct reach reach_of(const struct reading *reading,
                             const struct sow_import_row *row)
{
    const struct sow_rules *rules = reading->rules;
    const struct sow_board *board = &row->board;
    int own = row->viewpoint;
    int now = board->store[own] - board->store[1 - own];
    int open = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    int most = abs(now) + open;
    return (struct reach){
        .low = rules->pie_rule ? -most : now - open,
        .high = rules->pie_rule ? most : now + open,
        /* If an odd number of seeds is split, nobody gets the last one. */
        .alternate = rules->leftovers != SOW_LEFT_NOBODY &&
                     rules->cap_leftovers != SOW_CAP_NOBODY &&
                     rules->repetition != SOW_REPEAT_SPLIT,
    };
}

/* Returns true if the position can lead to @p margin. */
static bool has_margin(const struct reach *reach, int64_t margin)
{
    return margin >= reach->low && margin <= reach->high &&
           !(reach->alternate && (margin - reach->low) % 2 != 0);
}

/* Returns true if the position can lead to @p result: 1 for a win, 0 for a draw, -1
   for a loss. */
static bool has_result(const struct reach *reach, int64_t result)
{
    if (result == 0)
        return has_margin(reach, 0);
    return result > 0 ? reach->high > 0 : reach->low < 0;
}

/* Reads the margin of a record, whose board and viewpoint are read. Fails with
   SOW_BAD_DATA if the position cannot lead to it. */
static enum sow_status read_margin(const struct reading *reading,
                                   const struct sow_import_row *row, int64_t *margin,
                                   struct sow_err *err)
{
    int column = reading->columns.margin;
    enum sow_status status =
        read_integer(reading, column, -SOW_MAX_SEEDS, SOW_MAX_SEEDS, margin, err);
    struct reach reach = reach_of(reading, row);
    if (status != SOW_OK || has_margin(&reach, *margin))
        return status;
    char expected[160];
    (void)snprintf(expected, sizeof expected,
                   "a final margin that the position can lead to for '%c', from %d to "
                   "%d%s",
                   row->viewpoint == SOW_SOUTH ? 's' : 'n', reach.low, reach.high,
                   !reach.alternate     ? ""
                   : reach.low % 2 == 0 ? " and even, as all seeds end in the stores"
                                        : " and odd, as all seeds end in the stores");
    return refuse_field(reading, column, expected, err);
}

/* Reads the result of a record, whose board and viewpoint are read. Fails with
   SOW_BAD_DATA if it is not 1, 0 or -1, or if the position cannot lead to it. */
static enum sow_status read_result(const struct reading *reading,
                                   const struct sow_import_row *row, int64_t *result,
                                   struct sow_err *err)
{
    int column = reading->columns.result;
    struct reach reach = reach_of(reading, row);
    if (!is_integer(sow_csv_field(reading->csv, column), result) || *result < -1 ||
        *result > 1)
        return refuse_field(
            reading, column,
            "1, 0 or -1 (won, drawn or lost); for the sign of a margin add --columns "
            "margin=COLUMN, or rename a column that is not a label",
            err);
    if (has_result(&reach, *result))
        return SOW_OK;
    char expected[128];
    (void)snprintf(expected, sizeof expected,
                   "a result that the position can lead to for '%c', "
                   "whose final margin is from %d to %d",
                   row->viewpoint == SOW_SOUTH ? 's' : 'n', reach.low, reach.high);
    return refuse_field(reading, column, expected, err);
}

/* Returns 1, 0 or -1, the sign of @p value. */
static int sign_of(int64_t value)
{
    return (value > 0) - (value < 0);
}

/* Largest label by search, far beyond the seeds of any board. */
static const double SEARCHED_MOST = 1e6;

/* Reads the label by search of a record; NaN without such a column. Fails with
   SOW_BAD_DATA if it is not a number. */
static enum sow_status read_searched(const struct reading *reading,
                                     struct sow_import_row *row, struct sow_err *err)
{
    int column = reading->columns.searched;
    row->searched = (double)NAN;
    if (column < 0)
        return SOW_OK;
    return sow_text_to_real(sow_csv_field(reading->csv, column), &row->searched) &&
                   fabs(row->searched) <= SEARCHED_MOST
               ? SOW_OK
               : refuse_field(reading, column, "a number: a label by search, in seeds",
                              err);
}

/* Reads the outcome of a record into its label; 0 if the file has none. If labels are
   results, prefers the column of results to the sign of the margin. Fails with
   SOW_BAD_DATA if a column is wrong or if both contradict each other. */
static enum sow_status read_label(const struct reading *reading,
                                  struct sow_import_row *row, struct sow_err *err)
{
    const struct sow_import_columns *columns = &reading->columns;
    bool both = columns->margin >= 0 && columns->result >= 0;
    int64_t margin = 0;
    int64_t result = 0;
    enum sow_status status = SOW_OK;
    if (columns->margin >= 0)
        status = read_margin(reading, row, &margin, err);
    if (status == SOW_OK && columns->result >= 0)
        status = read_result(reading, row, &result, err);
    if (status != SOW_OK)
        return status;
    if (both && sign_of(margin) != result)
        return refuse_field(
            reading, columns->result,
            "the sign of the margin, which is the other label in this file; "
            "rename or remove the column that is not a label",
            err);
    bool as_result = reading->source->shape.label == SOW_LABEL_RESULT;
    int64_t label = as_result && columns->result >= 0 ? result : margin;
    row->label = (int16_t)(as_result ? sign_of(label) : label);
    return SOW_OK;
}

/* Adds the pits of a list of pit numbers to @p preferred. Commas, semicolons or blanks
   separate the numbers. Fails with SOW_BAD_DATA for other text and for numbers that
   are not on the board. */
static enum sow_status read_moves(const struct reading *reading, sow_pits *preferred,
                                  struct sow_err *err)
{
    static const char SEPARATORS[] = ",; ";
    const struct sow_rules *rules = reading->rules;
    int column = reading->columns.moves;
    const char *at = sow_csv_field(reading->csv, column);
    for (at += strspn(at, SEPARATORS); *at != '\0'; at += strspn(at, SEPARATORS)) {
        int number = 0;
        while (isdigit((unsigned char)*at) && number <= rules->pits)
            number = 10 * number + (*at++ - '0');
        if (number < 1 || number > rules->pits || strchr(SEPARATORS, *at) == NULL)
            return refuse_field(reading, column, "numbers of pits, as \"3\" or \"2 5\"",
                                err);
        int pit =
            sow_pit_number(rules->pits, (enum sow_direction)rules->direction, number - 1);
        *preferred |= (sow_pits)(1U << (unsigned)(pit - 1));
    }
    return SOW_OK;
}

/* Adds the pits whose columns `optimal` are 1 to @p preferred. Fails with SOW_BAD_DATA
   if a column is neither 0 nor 1. */
static enum sow_status read_flags(const struct reading *reading, sow_pits *preferred,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int pit = 0; pit < reading->rules->pits && status == SOW_OK; pit++) {
        int64_t flag = 0;
        status = read_integer(reading, reading->columns.optimal[pit], 0, 1, &flag, err);
        *preferred |= (sow_pits)((unsigned)flag << (unsigned)pit);
    }
    return status;
}

/* Returns true if there are at least two pits. */
static bool has_two(sow_pits pits)
{
    return (pits & (pits - 1U)) != 0;
}

/* Reads the preferred moves of a record, whose board is read. Fails with SOW_BAD_DATA
   if one is not legal. The record gives no choice if none is preferred, or if there is
   only one legal move. */
static enum sow_status read_choice(const struct reading *reading,
                                   struct sow_import_row *row, struct sow_err *err)
{
    bool moves = reading->columns.moves >= 0;
    enum sow_status status = moves ? read_moves(reading, &row->preferred, err)
                                   : read_flags(reading, &row->preferred, err);
    if (status != SOW_OK)
        return status;
    sow_pits legal = sow_legal(reading->rules, &row->board);
    for (int pit = 0; pit < reading->rules->pits; pit++) {
        unsigned bit = 1U << (unsigned)pit;
        if ((row->preferred & bit) != 0 && (legal & bit) == 0)
            return refuse_field(
                reading, moves ? reading->columns.moves : reading->columns.optimal[pit],
                "legal moves only: the pit is empty, or the rules forbid it", err);
    }
    /* With a single legal move there is no choice. */
    row->is_choice = has_two(legal) && row->preferred != 0;
    return SOW_OK;
}

/* ---- Records ---- */

/* Reads the numbers of line, game and ply into a record. Without a column, each record is
   a game of its own, and the ply is 0 until settle_plies. Fails as read_integer. */
static enum sow_status read_place(const struct reading *reading,
                                  struct sow_import_row *row, struct sow_err *err)
{
    const struct sow_import_columns *columns = &reading->columns;
    int64_t ply = 0;
    enum sow_status status = SOW_OK;
    row->game = (int64_t)reading->data->count;
    row->line = (uint32_t)sow_csv_line(reading->csv);
    if (columns->game >= 0)
        status =
            read_integer(reading, columns->game, 0, INT64_C(1) << 53U, &row->game, err);
    if (status == SOW_OK && columns->ply >= 0)
        status = read_integer(reading, columns->ply, 0, INT_MAX, &ply, err);
    row->ply = (int)ply;
    return status;
}

/* Reads and checks the current record into @p row. Fails with SOW_BAD_DATA, with file and
   line. */
static enum sow_status read_row(const struct reading *reading, struct sow_import_row *row,
                                struct sow_err *err)
{
    const struct sow_import_columns *columns = &reading->columns;
    *row = (struct sow_import_row){.is_position = columns->has_label};
    enum sow_status status = read_place(reading, row, err);
    if (status == SOW_OK)
        status = read_board(reading, &row->board, err);
    row->viewpoint = row->board.side;
    if (status == SOW_OK && columns->viewpoint >= 0)
        status = read_seat(reading, columns->viewpoint, &row->viewpoint, err);
    if (status == SOW_OK && columns->has_label)
        status = read_label(reading, row, err);
    if (status == SOW_OK)
        status = read_searched(reading, row, err);
    if (status == SOW_OK && columns->has_choices)
        status = read_choice(reading, row, err);
    return status == SOW_OK ? SOW_OK : sow_csv_blame(reading->csv, err);
}

/* Makes room for one more record. Fails with SOW_BAD_DATA if the file has more than
   SOW_IMPORT_ROWS_MAX records, and with SOW_NO_MEMORY. */
static enum sow_status grow_rows(const struct reading *reading, struct sow_err *err)
{
    struct sow_import_data *data = reading->data;
    if (data->count == SOW_IMPORT_ROWS_MAX)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "%s: more than %d records; split the file and import each part",
            reading->source->path, SOW_IMPORT_ROWS_MAX);
    if (data->count < data->room)
        return SOW_OK;
    size_t room = data->room == 0 ? 1024 : data->room + data->room / 2;
    struct sow_import_row *rows = realloc(data->rows, room * sizeof *rows);
    if (rows == NULL)
        return sow_err_no_memory(err);
    data->rows = rows;
    data->room = room;
    return SOW_OK;
}

/* Compares records by game, ply and line, for qsort. */
static int compare_rows(const void *a, const void *b)
{
    const struct sow_import_row *x = a;
    const struct sow_import_row *y = b;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Adds all records to the end of the file to the data, and notes whether they are sorted.
   Fails with SOW_INTERRUPTED after a stop request, else as sow_csv_next, grow_rows and
   read_row. */
static enum sow_status read_rows(struct reading *reading, struct sow_err *err)
{
    struct sow_import_data *data = reading->data;
    for (;;) {
        bool more;
        enum sow_status status = sow_csv_next(reading->csv, &more, err);
        if (status != SOW_OK || !more)
            return status;
        if (reading->source->with != NULL &&
            sow_stop_requested(reading->source->with->stop))
            return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
        status = grow_rows(reading, err);
        struct sow_import_row *row = data->rows + data->count;
        if (status == SOW_OK)
            status = read_row(reading, row, err);
        if (status != SOW_OK)
            return status;
        if (data->count > 0 && compare_rows(row - 1, row) > 0)
            reading->in_order = false;
        data->undecided += data->has_choices && !row->is_choice;
        data->count++;
    }
}

/* ---- The file as a whole ---- */

/* Checks that no two records of a game have the same ply; fails with SOW_BAD_DATA.
   Without a column of plies, numbers the records of each game from 0 instead. */
static enum sow_status settle_plies(const struct reading *reading, struct sow_err *err)
{
    struct sow_import_row *rows = reading->data->rows;
    for (size_t i = 1; i < reading->data->count; i++) {
        if (rows[i].game != rows[i - 1].game)
            continue;
        if (reading->columns.ply < 0)
            rows[i].ply = rows[i - 1].ply + 1;
        else if (rows[i].ply == rows[i - 1].ply)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "%s:%lu: game %lld has a record for ply %d in line %lu already",
                reading->source->path, (unsigned long)rows[i].line,
                (long long)rows[i].game, rows[i].ply, (unsigned long)rows[i - 1].line);
    }
    return SOW_OK;
}

/* Adds the position of a row to a set, unless @p wanted is false. If the set has it
   already, sets @p wanted to false and counts it in @p repeated. Fails as
   sow_seen_add. */
static enum sow_status drop_if_seen(struct sow_seen *seen,
                                    const struct sow_import_row *row, int viewpoint,
                                    bool *wanted, size_t *repeated, struct sow_err *err)
{
    if (!*wanted)
        return SOW_OK;
    enum sow_status status = sow_seen_add(seen, &row->board, viewpoint, wanted, err);
    *repeated += !*wanted;
    return status;
}

/* Marks repeated positions and choices as not wanted; only the first of each stays.
   Fails with SOW_NO_MEMORY. */
static enum sow_status drop_duplicates(const struct reading *reading, struct sow_err *err)
{
    struct sow_import_data *data = reading->data;
    struct sow_seen positions;
    struct sow_seen choices;
    sow_seen_init(&positions, reading->rules->pits);
    sow_seen_init(&choices, reading->rules->pits);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < data->count && status == SOW_OK; i++) {
        struct sow_import_row *row = &data->rows[i];
        status = drop_if_seen(&positions, row, row->viewpoint, &row->is_position,
                              &data->repeated_positions, err);
        if (status == SOW_OK)
            status = drop_if_seen(&choices, row, row->board.side, &row->is_choice,
                                  &data->repeated_choices, err);
    }
    sow_seen_release(&positions);
    sow_seen_release(&choices);
    return status;
}

/* Counts the positions and choices that all records give. */
static void count_rows(struct sow_import_data *data)
{
    for (size_t i = 0; i < data->count; i++) {
        data->positions += data->rows[i].is_position;
        data->choices += data->rows[i].is_choice;
    }
}

/* Sorts all records, settles their plies, drops duplicates if that is wanted, and
   counts what is left. Fails with SOW_BAD_DATA if there is no record. */
static enum sow_status settle_rows(const struct reading *reading, struct sow_err *err)
{
    struct sow_import_data *data = reading->data;
    if (data->count == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s: the file has no line after the names of the columns",
                           reading->source->path);
    if (!reading->in_order)
        qsort(data->rows, data->count, sizeof *data->rows, compare_rows);
    enum sow_status status = settle_plies(reading, err);
    if (status == SOW_OK && reading->source->duplicates == SOW_DUPLICATES_DROP)
        status = drop_duplicates(reading, err);
    count_rows(data);
    return status;
}

/* Finds the columns of the open file, and reads all its records. Fails as
   sow_import_read. */
static enum sow_status read_file(struct reading *reading, struct sow_err *err)
{
    struct sow_import_data *data = reading->data;
    enum sow_status status = sow_import_columns_find(
        &reading->source->shape, reading->csv, &reading->columns, err);
    if (status != SOW_OK)
        return status;
    data->has_choices = reading->columns.has_choices;
    data->idle = sow_import_columns_idle(&reading->columns, reading->csv,
                                         data->idle_names, sizeof data->idle_names);
    status = read_rows(reading, err);
    if (status == SOW_OK)
        status = settle_rows(reading, err);
    if (status == SOW_OK)
        (void)snprintf(data->sha256, sizeof data->sha256, "%s",
                       sow_csv_sha256(reading->csv));
    return status;
}

enum sow_status sow_import_read(const struct sow_import_source *source,
                                struct sow_import_data *data, struct sow_err *err)
{
    *data = (struct sow_import_data){.count = 0};
    struct reading reading = {.source = source,
                              .rules = source->shape.rules,
                              .data = data,
                              .total = sow_board_seeds(&source->shape.rules->start),
                              .in_order = true};
    enum sow_status status = sow_csv_open(&reading.csv, source->path, err);
    if (status == SOW_OK)
        status = read_file(&reading, err);
    sow_csv_close(reading.csv);
    if (status != SOW_OK)
        sow_import_data_release(data);
    return status;
}

void sow_import_data_release(struct sow_import_data *data)
{
    free(data->rows);
    data->rows = NULL;
    data->count = 0;
}
