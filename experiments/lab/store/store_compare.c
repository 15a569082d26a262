/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the content of a run in two stores, and counts the rows a replay must have. */
#include "store_private.h"

#include "sow/support/json.h"

#include <stdlib.h>
#include <string.h>

/* Reads the key columns of @p table without run_id as a list with ", " between them, for
   sqlite3_free, in the order of the key. The list is "" if there are no others. */
static enum sow_status read_key(struct sow_store *store, const char *table, char **key,
                                struct sow_err *err)
{
    return sow_store_text(
        store,
        "SELECT coalesce(group_concat(name, ', '), '') FROM (SELECT name FROM"
        " pragma_table_info(?1) WHERE pk > 0 AND name <> 'run_id' ORDER BY pk)",
        SOW_VALUES(sow_text(table)), key, err);
}

/* Returns the 64 bits of a real column of the current row. They distinguish 0 from -0. */
static uint64_t real_bits(sqlite3_stmt *statement, int column)
{
    double value = sqlite3_column_double(statement, column);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Returns true if a column has the same type and value in the current rows of @p a and
   @p b. Reals must agree in every bit, texts in every byte. */
static bool same_value(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    int type = sqlite3_column_type(a, column);
    if (type != sqlite3_column_type(b, column))
        return false;
    if (type == SQLITE_NULL)
        return true;
    if (type == SQLITE_FLOAT)
        return real_bits(a, column) == real_bits(b, column);
    if (type == SQLITE_INTEGER)
        return sqlite3_column_int64(a, column) == sqlite3_column_int64(b, column);
    const void *first = sqlite3_column_blob(a, column);
    const void *second = sqlite3_column_blob(b, column);
    int bytes = sqlite3_column_bytes(a, column);
    return bytes == sqlite3_column_bytes(b, column) &&
           (bytes == 0 || memcmp(first, second, (size_t)bytes) == 0);
}

/* Writes a column of the current row for a message: numbers as they are, reals with all
   digits, NULL as null, texts in single quotes. */
static void write_value(FILE *out, sqlite3_stmt *statement, int column)
{
    int type = sqlite3_column_type(statement, column);
    const char *quote = type == SQLITE_INTEGER ? "" : "'";
    if (type == SQLITE_FLOAT)
        sow_json_write_real(out, sqlite3_column_double(statement, column));
    else if (type == SQLITE_NULL)
        (void)fputs("null", out);
    else
        (void)fprintf(out, "%s%s%s", quote,
                      (const char *)sqlite3_column_text(statement, column), quote);
}

/* Writes the table and the key of the current row, for example "generations, generation
   3". @p key is the list of read_key. */
static void write_place(FILE *out, const char *table, const char *key,
                        sqlite3_stmt *statement)
{
    (void)fputs(table, out);
    while (*key != '\0') {
        size_t length = strcspn(key, ", ");
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *name = sqlite3_column_name(statement, i);
            if (strlen(name) == length && strncmp(name, key, length) == 0)
                (void)fprintf(out, ", %s %s", name,
                              (const char *)sqlite3_column_text(statement, i));
        }
        key += length;
        key += strspn(key, ", ");
    }
}

/* Counts the rows of run @p id in each content table into @c rows of @p expected, and
   adds all of them to @c left, which must be 0 before. */
static enum sow_status count_content(struct sow_store *stored, int64_t id,
                                     struct sow_expectation *expected,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; i < SOW_TABLES_COUNT && status == SOW_OK; i++) {
        if (sow_tables[i].kind != SOW_CONTENT)
            continue;
        status = sow_store_count(stored, sow_tables[i].name, id, &expected->rows[i], err);
        expected->left += expected->rows[i];
    }
    return status;
}

enum sow_status sow_store_expect(struct sow_store *replayed, struct sow_store *stored,
                                 int64_t id, struct sow_err *err)
{
    struct sow_expectation *expected = &replayed->expected;
    *expected = (struct sow_expectation){.active = true};
    /* One view of the database: the run may be growing. */
    enum sow_status status = sow_store_exec(stored, "BEGIN", err);
    if (status == SOW_OK)
        status = count_content(stored, id, expected, err);
    sow_store_rollback(stored);
    return status;
}

bool sow_store_is_filled(const struct sow_store *store)
{
    return store->expected.active && store->expected.left <= 0;
}

/* Returns the largest number of rows of @p table to compare; -1 for all, if @p replayed
   expects no numbers or the table is unknown. */
static int64_t rows_expected(const struct sow_store *replayed, const char *table)
{
    for (int i = 0; i < SOW_TABLES_COUNT; i++)
        if (replayed->expected.active && strcmp(sow_tables[i].name, table) == 0)
            return replayed->expected.rows[i];
    return -1;
}

/* A table in both stores while it is walked in step. */
struct walk {
    struct sow_store_comparison *comparison; /* run, stores and outputs; borrowed */
    const char *table;                       /* name of the table */
    char *key;                               /* list of read_key; owned */
    sqlite3_stmt *stored;                    /* rows in the store of the run */
    sqlite3_stmt *replayed;                  /* rows in the store of the replay */
};

/* Prepares a SELECT of the compared table's rows of the run in @p store, in the order of
   the key, and not more rows than the replay expects. The caller finalizes
   @p statement. */
static enum sow_status open_rows(struct sow_store *store, const struct walk *walk,
                                 sqlite3_stmt **statement, struct sow_err *err)
{
    enum sow_status status = sow_store_prepare_format(
        store, statement, err, "SELECT * FROM \"%w\" WHERE run_id = ?1%s%s LIMIT ?2",
        walk->table, walk->key[0] != '\0' ? " ORDER BY " : "", walk->key);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(*statement, 1, walk->comparison->run_id);
    (void)sqlite3_bind_int64(*statement, 2,
                             rows_expected(walk->comparison->replayed, walk->table));
    return SOW_OK;
}

/* Marks a difference as found and describes it in the comparison's text, which is cut if
   too long. If @p column is not below 0, it is the column that differs. Otherwise only
   one store has the row: the stored one if @p is_stored, else the replay. Without memory
   the text stays as it was. */
static void note_difference(struct walk *walk, bool is_stored, int column)
{
    struct sow_store_comparison *comparison = walk->comparison;
    comparison->found = true;
    FILE *out = fmemopen(comparison->text, sizeof comparison->text, "w");
    if (out == NULL)
        return;
    write_place(out, walk->table, walk->key, is_stored ? walk->stored : walk->replayed);
    if (column < 0) {
        (void)fprintf(out, ": %s",
                      is_stored ? "stored, but the replay has no such row"
                                : "replayed, but not stored");
    } else {
        (void)fprintf(out, ": %s stored as ", sqlite3_column_name(walk->stored, column));
        write_value(out, walk->stored, column);
        (void)fputs(", replayed as ", out);
        write_value(out, walk->replayed, column);
    }
    (void)fclose(out);
    comparison->text[sizeof comparison->text - 1] = '\0';
}

/* Counts a row of the run and its replay, and notes the first column that differs. Both
   statements stand on that row. */
static void compare_rows(struct walk *walk)
{
    walk->comparison->rows++;
    for (int i = 0; i < sqlite3_column_count(walk->stored); i++) {
        if (!same_value(walk->stored, walk->replayed, i)) {
            note_difference(walk, true, i);
            return;
        }
    }
}

/* Reads both tables row by row until a difference or the end of one, and compares rows by
   compare_rows. A row that only one table has is a difference. But a replay may have more
   rows if the comparison is a prefix. A difference is no failure. */
static enum sow_status walk_rows(struct walk *walk, struct sow_err *err)
{
    struct sow_store_comparison *comparison = walk->comparison;
    while (!comparison->found) {
        bool stored;
        bool replayed;
        enum sow_status status =
            sow_store_step(comparison->stored, walk->stored, &stored, err);
        if (status == SOW_OK)
            status = sow_store_step(comparison->replayed, walk->replayed, &replayed, err);
        if (status == SOW_OK)
            status = sow_store_look(comparison->stored, err);
        if (status != SOW_OK)
            return status;
        if (stored && replayed)
            compare_rows(walk);
        else if (stored || (replayed && !comparison->prefix))
            note_difference(walk, stored, -1);
        else
            break;
    }
    return SOW_OK;
}

enum sow_status sow_store_compare(struct sow_store_comparison *comparison,
                                  const char *table, struct sow_err *err)
{
    struct walk walk = {.comparison = comparison, .table = table};
    enum sow_status status = read_key(comparison->stored, table, &walk.key, err);
    if (status == SOW_OK)
        status = open_rows(comparison->stored, &walk, &walk.stored, err);
    if (status == SOW_OK)
        status = open_rows(comparison->replayed, &walk, &walk.replayed, err);
    if (status == SOW_OK)
        status = walk_rows(&walk, err);
    (void)sqlite3_finalize(walk.stored);
    (void)sqlite3_finalize(walk.replayed);
    sqlite3_free(walk.key);
    return status;
}
