/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables as SQL and as documentation. */
#include "store_private.h"

#include "sow/base/stream.h"

#include <stdlib.h>
#include <string.h>

/* What a column of each type is declared as, in SQL and in words. */
static const struct {
    const char *sql;
    const char *words;
} DECLARATIONS[] = {
    [SOW_FIELD_ID] = {"INTEGER", "INTEGER"},
    [SOW_FIELD_INT] = {"INTEGER NOT NULL", "INTEGER"},
    [SOW_FIELD_INT64] = {"INTEGER NOT NULL", "INTEGER"},
    [SOW_FIELD_RUN] = {"INTEGER NOT NULL", "INTEGER"},
    [SOW_FIELD_REAL] = {"REAL NOT NULL", "REAL"},
    [SOW_FIELD_REAL_OR_NULL] = {"REAL", "REAL or NULL"},
    [SOW_FIELD_TEXT] = {"TEXT NOT NULL", "TEXT"},
    [SOW_FIELD_TEXT_OR_NULL] = {"TEXT", "TEXT or NULL"},
    [SOW_FIELD_DIGEST] = {"TEXT", "TEXT"},
    [SOW_FIELD_WEIGHTS] = {"TEXT NOT NULL CHECK (json_valid(weights))", "TEXT (JSON)"},
    [SOW_FIELD_COMPUTED] = {"REAL GENERATED ALWAYS AS", "REAL"},
};

static void write_constraints(const char *before, const char *constraints, FILE *out)
{
    if (constraints[0] != '\0')
        (void)fprintf(out, "%s%s", before, constraints);
}

static void write_key(const struct sow_field *fields, FILE *out)
{
    const char *before = ",\n    PRIMARY KEY (";
    for (const struct sow_field *field = fields; field->is_key; field++) {
        (void)fprintf(out, "%s%s", before, field->column);
        before = ", ";
    }
    (void)fputs(fields->is_key ? ")" : "", out);
}

/* CREATE TABLE: one with a key is stored by it, others by run_id, their row number. */
static void write_table(const struct sow_table *table, FILE *out)
{
    const struct sow_field *fields = table->fields();
    const struct sow_field *field = fields;
    (void)fprintf(out, "CREATE TABLE IF NOT EXISTS %s (", table->name);
    for (; field->column != NULL; field++) {
        (void)fprintf(out, "%s\n    %s %s", field == fields ? "" : ",", field->column,
                      DECLARATIONS[field->type].sql);
        write_constraints(" ", field->constraints, out);
    }
    write_key(fields, out);
    write_constraints(",\n    ", field->constraints, out);
    (void)fprintf(out, "\n) STRICT%s;\n", fields->is_key ? ", WITHOUT ROWID" : "");
}

enum sow_status sow_store_make_tables(struct sow_store *store, struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    for (int id = 0; id < SOW_TABLES_COUNT; id++)
        write_table(&sow_tables[id], out);
    enum sow_status status =
        fclose(out) != 0 ? sow_err_no_memory(err) : sow_store_exec(store, sql, err);
    free(sql);
    return status;
}

void sow_table_describe(enum sow_table_id id, FILE *out)
{
    for (const struct sow_field *field = sow_tables[id].fields(); field->column != NULL;
         field++)
        (void)fprintf(out, "| `%s` | %s | %s | %s%s |\n", field->column,
                      DECLARATIONS[field->type].words, field->unit,
                      field->is_key ? "key; " : "", field->meaning);
}

/* ---- Is it as it was made? ---- */

/* The tables, views and indices of a file that the program has just made, those of keys
   (which have no SQL) among them. */
static const char OURS[] = "SELECT type, name, tbl_name, sql FROM sqlite_schema";
static const char THEIRS[] =
    "SELECT sql FROM sqlite_schema WHERE type = ?1 AND name = ?2 AND tbl_name = ?3";
/* Triggers are not run here, but in every other program. */
static const char TRIGGER[] = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
                              " AND lower(tbl_name) = lower(?2)";
/* SQLite computes these for every row that is written or checked. */
static const char COMPUTED_INDEX[] =
    "SELECT 1 FROM pragma_index_list(?2) l WHERE l.origin = 'c' AND (l.partial = 1 OR"
    " EXISTS (SELECT 1 FROM pragma_index_xinfo(l.name) x WHERE x.cid = -2))";
/* Not a table of the file, whatever that has: SQLite itself answers. */
static const char TABLES[] = "PRAGMA main.table_list";

static enum sow_status refuse_schema(const struct sow_store *store, const char *what,
                                     const char *name, struct sow_err *err)
{
    return sow_err_set(
        err, SOW_BAD_DATA,
        "database '%s' is damaged, or was made by a sowlab before its first release: "
        "%s '%.100s' is not as this one makes it; go back to a copy, or name another file",
        store->path, what, name);
}

/* Whether a question about the object of ours that @p wanted is at has an answer. */
static enum sow_status ask_schema(struct sow_store *store, const char *sql,
                                  sqlite3_stmt *wanted, bool *yes, struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(store, sql, &statement, err);
    if (status != SOW_OK)
        return status;
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++)
        (void)sqlite3_bind_value(statement, i, sqlite3_column_value(wanted, i - 1));
    status = sow_store_step(store, statement, yes, err);
    (void)sqlite3_finalize(statement);
    return status;
}

/* Copies SQL with one blank for many, and with none beside brackets and commas: a column
   that was added later stands in a line with the one before. Quoted text stays as it is.
   NULL if there is no memory. */
static char *squeeze(const char *sql)
{
    static const char BLANKS[] = " \t\r\n";
    char *text = malloc(strlen(sql) + 1);
    size_t used = 0;
    char quote = '\0';
    for (; text != NULL && *sql != '\0'; sql++) {
        size_t blanks = quote == '\0' ? strspn(sql, BLANKS) : 0;
        if (blanks > 0) {
            sql += blanks - 1;
            if (used > 0 && strchr("(),", text[used - 1]) == NULL &&
                strchr("(),", sql[1]) == NULL)
                text[used++] = ' ';
            continue;
        }
        text[used++] = *sql;
        if (quote == *sql)
            quote = '\0';
        else if (quote == '\0' && *sql == '[')
            quote = ']';
        else if (quote == '\0' && strchr("'\"`", *sql) != NULL)
            quote = *sql;
    }
    if (text != NULL)
        text[used] = '\0';
    return text;
}

/* Keys of tables have an index without SQL. */
static enum sow_status compare_sql(const char *ours, const char *theirs, bool *same,
                                   struct sow_err *err)
{
    *same = ours == NULL && theirs == NULL;
    if (ours == NULL || theirs == NULL)
        return SOW_OK;
    char *a = squeeze(ours);
    char *b = squeeze(theirs);
    *same = a != NULL && b != NULL && strcmp(a, b) == 0;
    enum sow_status status = a != NULL && b != NULL ? SOW_OK : sow_err_no_memory(err);
    free(a);
    free(b);
    return status;
}

static enum sow_status is_as_made(struct sow_store *store, sqlite3_stmt *wanted,
                                  bool *same, struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool found = false;
    *same = false;
    enum sow_status status = sow_store_prepare(store, THEIRS, &statement, err);
    if (status != SOW_OK)
        return status;
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++)
        (void)sqlite3_bind_value(statement, i, sqlite3_column_value(wanted, i - 1));
    status = sow_store_step(store, statement, &found, err);
    if (status == SOW_OK && found)
        status = compare_sql((const char *)sqlite3_column_text(wanted, 3),
                             (const char *)sqlite3_column_text(statement, 0), same, err);
    (void)sqlite3_finalize(statement);
    return status;
}

static enum sow_status compare_object(struct sow_store *store, sqlite3_stmt *wanted,
                                      struct sow_err *err)
{
    const char *type = (const char *)sqlite3_column_text(wanted, 0);
    const char *name = (const char *)sqlite3_column_text(wanted, 1);
    bool same;
    bool triggered = false;
    bool computed = false;
    enum sow_status status = is_as_made(store, wanted, &same, err);
    if (status == SOW_OK && !same)
        return refuse_schema(store, type, name, err);
    if (status == SOW_OK)
        status = ask_schema(store, TRIGGER, wanted, &triggered, err);
    if (status == SOW_OK && triggered)
        return refuse_schema(store, "a trigger of", name, err);
    if (status == SOW_OK && strcmp(type, "table") == 0)
        status = ask_schema(store, COMPUTED_INDEX, wanted, &computed, err);
    return status == SOW_OK && computed
               ? refuse_schema(store, "a computed index of", name, err)
               : status;
}

/* Refuses tables that SQL of ours would take for functions of SQLite, and tables that are
   programs of their own. */
static enum sow_status refuse_impostors(struct sow_store *store, struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool more = false;
    enum sow_status status = sow_store_prepare(store, TABLES, &statement, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_step(store, statement, &more, err);
    while (status == SOW_OK && more) {
        const char *name = (const char *)sqlite3_column_text(statement, 1);
        const char *type = (const char *)sqlite3_column_text(statement, 2);
        if (strcmp(type, "virtual") == 0 || sqlite3_strnicmp(name, "json_", 5) == 0 ||
            sqlite3_strnicmp(name, "pragma_", 7) == 0)
            status = refuse_schema(store, strcmp(type, "view") == 0 ? "view" : "table",
                                   name, err);
        else
            status = sow_store_step(store, statement, &more, err);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_compare_schema(struct sow_store *store, struct sow_store *fresh,
                                         struct sow_err *err)
{
    sqlite3_stmt *wanted = NULL;
    bool more = false;
    enum sow_status status = refuse_impostors(store, err);
    if (status == SOW_OK)
        status = sow_store_prepare(fresh, OURS, &wanted, err);
    if (status == SOW_OK)
        status = sow_store_step(fresh, wanted, &more, err);
    while (status == SOW_OK && more) {
        status = compare_object(store, wanted, err);
        if (status == SOW_OK)
            status = sow_store_step(fresh, wanted, &more, err);
    }
    (void)sqlite3_finalize(wanted);
    return status;
}
