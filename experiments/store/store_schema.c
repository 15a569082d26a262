/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables as SQL and as documentation. */
#include "store_private.h"

#include "sow/base/stream.h"

#include <stdlib.h>

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
