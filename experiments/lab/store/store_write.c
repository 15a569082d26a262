/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds rows to tables, each together with the digest that covers it. */
#include "store_private.h"

#include "sow/base/stream.h"
#include "sow/store/tables/runs.def"
#include "sow/store/tables/strengths.def"

#include <stdlib.h>

/* Number of rows that are inserted by one statement, which costs less than a statement
   for each. */
enum { SHEET_ROWS = 32 };

/* Returns the number of stored columns of a table. */
static int count_columns(const struct sow_table *table)
{
    int count = 0;
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++)
        count++;
    return count;
}

/* Writes the parameters of @p rows rows, such as (?, ?), (?, ?). */
static void write_parameters(FILE *out, int rows, int columns)
{
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            (void)fprintf(out, "%s?%s",
                          column > 0 ? ", "
                          : row > 0  ? ", ("
                                     : "(",
                          column == columns - 1 ? ")" : "");
}

/* Prepares the INSERT of all stored columns of table @p id, for one row or for a sheet of
   up to @p rows rows, whose number is the last parameter. The store keeps it for all
   later rows of the connection. */
static enum sow_status prepare_insert(struct sow_store *store, enum sow_table_id id,
                                      int rows, sqlite3_stmt **statement,
                                      struct sow_err *err)
{
    const struct sow_table *table = &sow_tables[id];
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fprintf(out, "INSERT INTO %s (", table->name);
    sow_table_columns(table, out);
    (void)fprintf(out, rows == 1 ? ") VALUES " : ") SELECT * FROM (VALUES ");
    write_parameters(out, rows, count_columns(table));
    (void)fputs(rows == 1 ? "" : ") LIMIT ?", out);
    enum sow_status status = fclose(out) != 0
                                 ? sow_err_no_memory(err)
                                 : sow_store_prepare(store, sql, statement, err);
    free(sql);
    return status;
}

/* Inserts a row of table @p id at once. */
static enum sow_status insert_alone(struct sow_store *store, enum sow_table_id id,
                                    const void *row, struct sow_err *err)
{
    enum sow_status status = sow_sheet_insert(store, err);
    if (status == SOW_OK && store->inserts[id] == NULL)
        status = prepare_insert(store, id, 1, &store->inserts[id], err);
    if (status == SOW_OK)
        status = sow_row_bind(store, &sow_tables[id], row, store->inserts[id], 0, err);
    return status == SOW_OK ? sow_store_run(store, store->inserts[id], err) : status;
}

/* Puts a row of table @p id on the sheet, and inserts the sheet if it is full. A sheet
   has rows of one table, so rows of another one are inserted first. */
static enum sow_status insert_later(struct sow_store *store, enum sow_table_id id,
                                    const void *row, struct sow_err *err)
{
    struct sow_sheet *sheet = &store->sheet;
    const struct sow_table *table = &sow_tables[id];
    enum sow_status status = sheet->id != id ? sow_sheet_insert(store, err) : SOW_OK;
    if (status == SOW_OK && store->sheets[id] == NULL)
        status = prepare_insert(store, id, SHEET_ROWS, &store->sheets[id], err);
    if (status == SOW_OK)
        status = sow_row_bind(store, table, row, store->sheets[id],
                              sheet->rows * count_columns(table), err);
    if (status != SOW_OK)
        return status;
    sheet->id = id;
    sheet->rows++;
    return sheet->rows == SHEET_ROWS ? sow_sheet_insert(store, err) : SOW_OK;
}

/* Inserts a row in the open transaction. A row of content waits for later ones if it is
   neither @p alone nor one of the first of its table. Others go in at once, because the
   caller may need the number that a run gets. A row of content is also added to the chain
   and counted as one that a replay is expected to have. A row that comes too late is
   SOW_BAD_DATA; the caller then rolls back. */
static enum sow_status insert_row(struct sow_store *store, enum sow_table_id id,
                                  const void *row, bool alone, struct sow_err *err)
{
    bool content = sow_tables[id].kind == SOW_CONTENT;
    bool many = content && !alone && ++store->added[id] > SHEET_ROWS;
    enum sow_status status =
        many ? insert_later(store, id, row, err) : insert_alone(store, id, row, err);
    /* Every row of a content table begins with the number of its run. */
    if (status == SOW_OK && content) {
        status = sow_row_chain_add(store, id, *(const int64_t *)row, row, err);
        store->expected.pending++;
    }
    return status;
}

enum sow_status sow_store_add_row(struct sow_store *store, enum sow_table_id id,
                                  const void *row, struct sow_err *err)
{
    /* The row and the digest that covers it go in together. */
    bool alone = sqlite3_get_autocommit(store->db) != 0;
    enum sow_status status = alone ? sow_store_begin(store, err) : SOW_OK;
    if (status != SOW_OK)
        return status;
    status = insert_row(store, id, row, alone, err);
    return alone ? sow_store_end(store, status, err) : status;
}

/* Source and condition of SQL for the stored row of the same player and depth. */
#define SAME_STRENGTH                                                                    \
    " FROM strengths WHERE run_id = ?1 AND variant = ?2 AND generation = ?3"             \
    " AND depth = ?4"

/* Marks the deepest row of a player as its main one, and its other rows as not. Does
   nothing unless the run is of kind `learn`, whose weights are made for a search. The
   run, the variant and the generation are in @p key. */
static enum sow_status prefer_deepest(struct sow_store *store,
                                      const struct sow_value *key, struct sow_err *err)
{
    static const char SQL[] =
        "UPDATE strengths SET main = (depth = (SELECT max(s.depth) FROM strengths s"
        " WHERE s.run_id = ?1 AND s.variant = ?2 AND s.generation = ?3))"
        " WHERE run_id = ?1 AND variant = ?2 AND generation = ?3"
        " AND EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND kind = 'learn')";
    return sow_store_change(store, SQL, SOW_VALUES(key[0], key[1], key[2]), err);
}

/* Gives the struct sow_strength_row in @p context the regret of a stored row if that is
   of more seeds on the board. The regret, both ends of its interval and the seeds on the
   board are in @p cells. Callback of sow_store_answer; never fails. */
static enum sow_status take_regret(void *context, const struct sow_cells *cells,
                                   struct sow_err *err)
{
    struct sow_strength_row *row = context;
    (void)err;
    if (cells->number[3] <= row->regret_on_board)
        return SOW_OK;
    row->regret = cells->number[0];
    row->regret_low = cells->number[1];
    row->regret_high = cells->number[2];
    row->regret_on_board = (int)cells->number[3];
    return SOW_OK;
}

/* Gives the stored row of the same player and depth the regret of @p row. Does nothing if
   @p row has none, or one of fewer seeds on the board. The run, the variant, the
   generation and the depth are in @p key. */
static enum sow_status place_regret(struct sow_store *store,
                                    const struct sow_strength_row *row,
                                    const struct sow_value *key, struct sow_err *err)
{
    static const char SQL[] =
        "UPDATE strengths SET regret = ?5, regret_low = ?6, regret_high = ?7,"
        " regret_on_board = ?8 WHERE run_id = ?1 AND variant = ?2 AND generation = ?3"
        " AND depth = ?4 AND regret_on_board <= ?8";
    return row->regret_on_board == 0
               ? SOW_OK
               : sow_store_change(
                     store, SQL,
                     SOW_VALUES(key[0], key[1], key[2], key[3], sow_real(row->regret),
                                sow_real(row->regret_low), sow_real(row->regret_high),
                                sow_integer(row->regret_on_board)),
                     err);
}

enum sow_status sow_strength_place(struct sow_store *store,
                                   const struct sow_strength_row *row, const char *better,
                                   int *kept, struct sow_err *err)
{
    const struct sow_value *key =
        SOW_VALUES(sow_integer(row->run_id), sow_text(row->variant),
                   sow_integer(row->generation), sow_integer(row->depth));
    const struct sow_value *whole = SOW_VALUES(
        key[0], key[1], key[2], key[3], sow_text(row->panel), sow_integer(row->openings));
    char sql[256];
    int64_t openings = 0;
    (void)snprintf(sql, sizeof sql, "SELECT openings" SAME_STRENGTH " AND %s", better);
    enum sow_status status = sow_store_number(store, sql, whole, &openings, err);
    *kept = (int)openings;
    if (status != SOW_OK || openings > 0)
        return status == SOW_OK ? place_regret(store, row, key, err) : status;
    /* Perfect play has no versions: a measurement with none, or with less of it, keeps
       the regret. */
    struct sow_strength_row placed = *row;
    status = sow_store_answer(
        store, "SELECT regret, regret_low, regret_high, regret_on_board" SAME_STRENGTH,
        key, take_regret, &placed, err);
    if (status == SOW_OK)
        status = sow_store_change(store, "DELETE" SAME_STRENGTH, key, err);
    if (status == SOW_OK)
        status = sow_store_add_row(store, SOW_TABLE_STRENGTHS, &placed, err);
    return status == SOW_OK ? prefer_deepest(store, key, err) : status;
}

enum sow_status sow_store_put_strength(struct sow_store *store,
                                       const struct sow_strength_row *row, int *kept,
                                       struct sow_err *err)
{
    *kept = 0;
    enum sow_status status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    if (sow_store_require_run(store, row->run_id, NULL) == SOW_NOT_FOUND)
        status = sow_err_set(err, SOW_NOT_FOUND,
                             "run %lld was deleted during the measurement of its "
                             "strength: no row of it is stored",
                             (long long)row->run_id);
    if (status == SOW_OK)
        status =
            sow_strength_place(store, row, "panel = ?5 AND openings > ?6", kept, err);
    return sow_store_end(store, status, err);
}
