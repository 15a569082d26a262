/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows: struct members to SQL parameters and back, by tables of columns. */
#include "store_private.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/store/tables/all_tables.def"
#include "sow/support/json.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Constraints of the column run_id: in a table with several rows for a run, with one row
   for a run, and in a table that belongs to a fit. */
#define SOW_OF_RUN "NOT NULL REFERENCES runs (id) ON DELETE CASCADE"
#define SOW_ONE_PER_RUN "PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE"
#define SOW_OF_FIT "NOT NULL REFERENCES fits (run_id) ON DELETE CASCADE"

/* clang-format off */

/* A column that is a member of the row's struct. */
#define FIELD(member, TYPE, is_key, is_added, constraints, unit, meaning) \
    {#member, SOW_FIELD_##TYPE, is_key, is_added, offsetof(row_type, member), \
     constraints, unit, meaning},

/* For each table a function that returns its columns. In the function the row has a type
   name, which offsetof needs. */
#define ROW(word) \
    static const struct sow_field *fields_of_##word(void) \
    { \
        typedef struct sow_##word##_row row_type; \
        static const struct sow_field FIELDS[] = {
#define KEY(member, TYPE, constraints, unit, meaning) \
    FIELD(member, TYPE, true, false, constraints, unit, meaning)
#define COLUMN(member, TYPE, constraints, unit, meaning) \
    FIELD(member, TYPE, false, false, constraints, unit, meaning)
#define ADDED(member, TYPE, constraints, unit, meaning) \
    FIELD(member, TYPE, false, true, constraints, unit, meaning)
#define COMPUTED(name, definition, unit, meaning) \
    {#name, SOW_FIELD_COMPUTED, false, false, 0, definition, unit, meaning},
#define MEMBER(type, member, meaning)
#define END(constraints) \
            {NULL, SOW_FIELD_COMPUTED, false, false, 0, constraints, NULL, NULL}}; \
        return FIELDS; \
    }
#include "sow/store/tables/all_tables.def"

const struct sow_table sow_tables[SOW_TABLES_COUNT] = {
#define TABLE(ID, name, word, KIND) [SOW_TABLE_##ID] = {#name, SOW_##KIND, fields_of_##word},
#include "sow/store/tables/tables.def"
};

/* clang-format on */

const char *sow_table_name(enum sow_table_id id)
{
    return sow_tables[id].name;
}

int sow_table_keys(const struct sow_table *table)
{
    int keys = 0;
    for (const struct sow_field *field = table->fields(); field->is_key; field++)
        keys++;
    return keys;
}

/* Result of a binder for a number that is not finite. No code of SQLite is negative. */
enum { NOT_FINITE = -1 };

/* The two functions for a type of column. A binder binds the value at @p member, part of
   a row's struct, and returns SQLite's result code, or NOT_FINITE. Only texts use @p
   sheet, which keeps them. A loader reads a column of the current row into @p member. It
   returns false for a value that sowlab never stores. Only weights use @p room, where
   SOW_WEIGHTS_MAX numbers fit. */
struct field_type {
    int (*bind)(sqlite3_stmt *statement, int parameter, const void *member,
                struct sow_sheet *sheet);
    bool (*load)(sqlite3_stmt *statement, int column, void *member, double *room);
};

/* Binds the number of a run, an int64_t, and returns SQLite's code. 0 becomes NULL, for
   which SQLite chooses a number. */
static int bind_id(sqlite3_stmt *statement, int parameter, const void *member,
                   struct sow_sheet *sheet)
{
    (void)sheet;
    int64_t id = *(const int64_t *)member;
    return id == 0 ? sqlite3_bind_null(statement, parameter)
                   : sqlite3_bind_int64(statement, parameter, id);
}

/* Binds the int at @p member and returns SQLite's code. */
static int bind_int(sqlite3_stmt *statement, int parameter, const void *member,
                    struct sow_sheet *sheet)
{
    (void)sheet;
    return sqlite3_bind_int(statement, parameter, *(const int *)member);
}

/* Binds the int64_t at @p member and returns SQLite's code. */
static int bind_int64(sqlite3_stmt *statement, int parameter, const void *member,
                      struct sow_sheet *sheet)
{
    (void)sheet;
    return sqlite3_bind_int64(statement, parameter, *(const int64_t *)member);
}

/* Binds the double at @p member and returns SQLite's code; NOT_FINITE for NaN and
   infinities. */
static int bind_real(sqlite3_stmt *statement, int parameter, const void *member,
                     struct sow_sheet *sheet)
{
    (void)sheet;
    double value = *(const double *)member;
    return isfinite(value) ? sqlite3_bind_double(statement, parameter, value)
                           : NOT_FINITE;
}

/* Binds the double at @p member and returns SQLite's code. NaN becomes NULL; NOT_FINITE
   for infinities. */
static int bind_real_or_null(sqlite3_stmt *statement, int parameter, const void *member,
                             struct sow_sheet *sheet)
{
    (void)sheet;
    double value = *(const double *)member;
    return isnan(value) ? sqlite3_bind_null(statement, parameter)
                        : bind_real(statement, parameter, member, sheet);
}

/* Binds a copy of the text that @p member points to and returns SQLite's code. A NULL
   pointer becomes NULL. The copy is on the sheet. SQLite makes its own, which takes an
   allocation, only if there is no room. */
static int bind_text(sqlite3_stmt *statement, int parameter, const void *member,
                     struct sow_sheet *sheet)
{
    const char *text = *(const char *const *)member;
    size_t length = text != NULL ? strlen(text) : 0;
    if (text == NULL || length > sizeof sheet->texts - sheet->used)
        return sqlite3_bind_text(statement, parameter, text, -1, SQLITE_TRANSIENT);
    char *copy = memcpy(sheet->texts + sheet->used, text, length);
    sheet->used += length;
    return sqlite3_bind_text(statement, parameter, copy, (int)length, SQLITE_STATIC);
}

/* Binds the struct sow_weights at @p member, 1 to SOW_WEIGHTS_MAX numbers, as the text of
   a JSON array. Returns SQLite's code; NOT_FINITE if a weight is not finite, SQLITE_NOMEM
   without memory. */
static int bind_weights(sqlite3_stmt *statement, int parameter, const void *member,
                        struct sow_sheet *sheet)
{
    (void)sheet;
    const struct sow_weights *weights = member;
    assert(weights->count > 0 && weights->count <= SOW_WEIGHTS_MAX);
    for (int i = 0; i < weights->count; i++)
        if (!isfinite(weights->value[i]))
            return NOT_FINITE;
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return SQLITE_NOMEM;
    for (int i = 0; i < weights->count; i++) {
        (void)fputc(i == 0 ? '[' : ',', out);
        sow_json_write_real(out, weights->value[i]);
    }
    (void)fputc(']', out);
    if (fclose(out) != 0) {
        free(text);
        return SQLITE_NOMEM;
    }
    return sqlite3_bind_text(statement, parameter, text, -1, free);
}

/* Loads a whole number into the int64_t at @p member. Returns false if the column has
   another type. */
static bool load_int64(sqlite3_stmt *statement, int column, void *member, double *room)
{
    (void)room;
    *(int64_t *)member = sqlite3_column_int64(statement, column);
    return sqlite3_column_type(statement, column) == SQLITE_INTEGER;
}

/* Loads a whole number into the int at @p member. Returns false if the column has another
   type or the number does not fit an int. */
static bool load_int(sqlite3_stmt *statement, int column, void *member, double *room)
{
    int64_t value;
    bool integer = load_int64(statement, column, &value, room);
    *(int *)member = (int)value;
    return integer && value >= INT_MIN && value <= INT_MAX;
}

/* Loads a real number into the double at @p member. Returns false if the column has
   another type or is not finite. */
static bool load_real(sqlite3_stmt *statement, int column, void *member, double *room)
{
    (void)room;
    double value = sqlite3_column_double(statement, column);
    *(double *)member = value;
    return sqlite3_column_type(statement, column) == SQLITE_FLOAT && isfinite(value);
}

/* Loads a real number into the double at @p member; NULL becomes NaN. Returns false if
   the column has another type or is not finite. */
static bool load_real_or_null(sqlite3_stmt *statement, int column, void *member,
                              double *room)
{
    if (sqlite3_column_type(statement, column) != SQLITE_NULL)
        return load_real(statement, column, member, room);
    *(double *)member = (double)NAN;
    return true;
}

/* Loads a text, borrowed from @p statement, into the pointer at @p member. Returns false
   if the column has another type or the text contains a NUL byte. */
static bool load_text(sqlite3_stmt *statement, int column, void *member, double *room)
{
    (void)room;
    if (sqlite3_column_type(statement, column) != SQLITE_TEXT)
        return false;
    const char *text = (const char *)sqlite3_column_text(statement, column);
    *(const char **)member = text;
    return text != NULL &&
           strlen(text) == (size_t)sqlite3_column_bytes(statement, column);
}

/* Loads a text, borrowed from @p statement; NULL becomes a NULL pointer. Returns false
   if the column has another type or the text contains a NUL byte. */
static bool load_text_or_null(sqlite3_stmt *statement, int column, void *member,
                              double *room)
{
    *(const char **)member = NULL;
    return sqlite3_column_type(statement, column) == SQLITE_NULL ||
           load_text(statement, column, member, room);
}

/* Reads the number at @p at, up to the next comma or bracket, into @p value. Returns the
   address of that character; NULL if there is no number, or neither comma nor bracket. */
static const char *scan_real(const char *at, double *value)
{
    char number[SOW_REAL_TEXT_MAX];
    size_t length = strcspn(at, ",]");
    if (length >= sizeof number || at[length] == '\0')
        return NULL;
    memcpy(number, at, length);
    number[length] = '\0';
    return sow_text_to_real(number, value) ? at + length : NULL;
}

/* Loads the JSON array that bind_weights wrote: the numbers into @p room, which the
   struct sow_weights at @p member then borrows. Returns false for any other text. A JSON
   library would lose the sign of "-0" and accept texts that no store wrote. */
static bool load_weights(sqlite3_stmt *statement, int column, void *member, double *room)
{
    struct sow_weights *weights = member;
    *weights = (struct sow_weights){.value = room, .count = 0};
    const char *at;
    if (!load_text(statement, column, &at, room) || *at != '[')
        return false;
    do {
        if (weights->count == SOW_WEIGHTS_MAX)
            return false;
        at = scan_real(at + 1, &room[weights->count++]);
    } while (at != NULL && *at == ',');
    return at != NULL && strcmp(at, "]") == 0;
}

/* Binder and loader of each type, by enum sow_field_type. Computed columns have none. */
static const struct field_type TYPES[] = {
    [SOW_FIELD_ID] = {bind_id, load_int64},
    [SOW_FIELD_INT] = {bind_int, load_int},
    [SOW_FIELD_INT64] = {bind_int64, load_int64},
    [SOW_FIELD_RUN] = {bind_int64, load_int64},
    [SOW_FIELD_REAL] = {bind_real, load_real},
    [SOW_FIELD_REAL_OR_NULL] = {bind_real_or_null, load_real_or_null},
    [SOW_FIELD_TEXT] = {bind_text, load_text},
    [SOW_FIELD_TEXT_OR_NULL] = {bind_text, load_text_or_null},
    [SOW_FIELD_DIGEST] = {bind_text, load_text_or_null},
    [SOW_FIELD_WEIGHTS] = {bind_weights, load_weights},
};

enum sow_status sow_row_bind(struct sow_store *store, const struct sow_table *table,
                             const void *row, sqlite3_stmt *statement, int before,
                             struct sow_err *err)
{
    int parameter = before;
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++) {
        const void *member = (const char *)row + field->offset;
        int code = TYPES[field->type].bind(statement, ++parameter, member, &store->sheet);
        if (code == NOT_FINITE)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "column '%s' of table '%s' cannot hold a value that is not a finite number; "
                "nothing was stored of this row",
                field->column, table->name);
        if (code != SQLITE_OK)
            return sow_store_fail(store, code, err);
    }
    return SOW_OK;
}

enum sow_status sow_row_load(struct sow_store *store, const struct sow_table *table,
                             sqlite3_stmt *statement, double room[SOW_WEIGHTS_MAX],
                             void *row, struct sow_err *err)
{
    int column = 0;
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++) {
        void *member = (char *)row + field->offset;
        if (TYPES[field->type].load(statement, column++, member, room))
            continue;
        return sow_err_set(err, SOW_BAD_DATA,
                           "database '%s' is damaged: column '%s' of table '%s', run "
                           "%lld, holds a value that sowlab never stores",
                           store->path, field->column, table->name,
                           (long long)sqlite3_column_int64(statement, 0));
    }
    return SOW_OK;
}

void sow_table_columns(const struct sow_table *table, FILE *out)
{
    const char *before = "";
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++) {
        (void)fprintf(out, "%s%s", before, field->column);
        before = ", ";
    }
}
