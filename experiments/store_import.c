/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs from exported documents. */
#include "store_private.h"

#include "json.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A document on its way into the store. */
struct import {
    struct sow_store *store;
    json_t *document;
    struct sow_digest digest; /* of the content as the document has it */
    int64_t id;               /* the new run's */
    int64_t old_reference;    /* the run it was made of: there, and here */
    int64_t new_reference;
    double weights[SOW_WEIGHTS_MAX];
};

const struct sow_reference sow_references[] = {{"fit", "dataset"}, {NULL, NULL}};

static enum sow_status refuse(struct sow_err *err, const char *what)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "the document is damaged: %s; export the run again", what);
}

/* ---- Values ---- */

static bool take_integer(const json_t *value, int64_t least, int64_t most, int64_t *out)
{
    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= least && *out <= most;
}

static bool take_weights(struct import *import, const json_t *value,
                         struct sow_weights *weights)
{
    size_t count = json_array_size(value);
    if (count == 0 || count > SOW_WEIGHTS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(value, i);
        if (!json_is_number(item))
            return false;
        import->weights[i] = json_number_value(item);
    }
    *weights = (struct sow_weights){import->weights, (int)count};
    return true;
}

static bool take_text(const json_t *value, const char **text)
{
    *text = json_string_value(value);
    return *text != NULL;
}

static bool take_value(struct import *import, const struct sow_field *field,
                       const json_t *value, void *row)
{
    void *member = (char *)row + field->offset;
    int64_t integer = 0;
    bool right = true;
    switch (field->type) {
    case SOW_FIELD_ID:
    case SOW_FIELD_INT64:
    case SOW_FIELD_RUN:
        right = take_integer(value, INT64_MIN, INT64_MAX, member);
        break;
    case SOW_FIELD_INT:
        right = take_integer(value, INT_MIN, INT_MAX, &integer);
        *(int *)member = (int)integer;
        break;
    case SOW_FIELD_REAL:
    case SOW_FIELD_REAL_OR_NULL:
        right = json_is_number(value) ||
                (field->type == SOW_FIELD_REAL_OR_NULL && json_is_null(value));
        *(double *)member = json_is_null(value) ? (double)NAN : json_number_value(value);
        break;
    case SOW_FIELD_TEXT:
        right = take_text(value, member);
        break;
    case SOW_FIELD_TEXT_OR_NULL:
    case SOW_FIELD_DIGEST:
        right = take_text(value, member) || json_is_null(value);
        break;
    case SOW_FIELD_WEIGHTS:
        right = take_weights(import, value, member);
        break;
    }
    return right;
}

static enum sow_status take_row(struct import *import, const struct sow_table *table,
                                const json_t *object, void *row, struct sow_err *err)
{
    for (int i = 0; table->fields[i].column != NULL; i++) {
        const struct sow_field *field = &table->fields[i];
        const json_t *value = json_object_get(object, field->column);
        if (value != NULL && take_value(import, field, value, row))
            continue;
        char what[128];
        (void)snprintf(what, sizeof what, "a row of '%s' has no right '%s'", table->name,
                       field->column);
        return refuse(err, what);
    }
    return SOW_OK;
}

/* ---- Rows ---- */

static enum sow_status add_row(struct import *import, enum sow_table_id id,
                               const json_t *object, struct sow_err *err)
{
    const struct sow_table *table = &sow_tables[id];
    union sow_any_row row;
    enum sow_status status = take_row(import, table, object, &row, err);
    if (status == SOW_OK)
        status = sow_store_look(import->store, err);
    if (status != SOW_OK)
        return status;
    if (table->is_content)
        sow_digest_add(&import->digest, table, &row);
    for (int i = 0; table->fields[i].column != NULL; i++) {
        int64_t *number = (int64_t *)(void *)((char *)&row + table->fields[i].offset);
        if (table->fields[i].type == SOW_FIELD_ID)
            *number = import->id;
        if (table->fields[i].type != SOW_FIELD_RUN)
            continue;
        if (*number != import->old_reference)
            return refuse(err, "a row refers to a run that the record does not name");
        *number = import->new_reference;
    }
    return sow_store_insert(import->store, id, &row, err);
}

static const json_t *rows_of(const struct import *import, enum sow_table_id id)
{
    return json_object_get(import->document, sow_tables[id].name);
}

/* A generation's digest covers its individuals: they go in beside it. */
static enum sow_status add_generations(struct import *import, struct sow_err *err)
{
    const json_t *generations = rows_of(import, SOW_TABLE_GENERATIONS);
    const json_t *individuals = rows_of(import, SOW_TABLE_INDIVIDUALS);
    enum sow_status status = SOW_OK;
    size_t next = 0;
    for (size_t i = 0; i < json_array_size(generations) && status == SOW_OK; i++) {
        const json_t *row = json_array_get(generations, i);
        json_int_t number = json_integer_value(json_object_get(row, "generation"));
        status = add_row(import, SOW_TABLE_GENERATIONS, row, err);
        for (; next < json_array_size(individuals) && status == SOW_OK; next++) {
            row = json_array_get(individuals, next);
            if (json_integer_value(json_object_get(row, "generation")) != number)
                break;
            status = add_row(import, SOW_TABLE_INDIVIDUALS, row, err);
        }
    }
    if (status == SOW_OK && next < json_array_size(individuals))
        return refuse(err, "an individual belongs to no generation");
    return status;
}

static enum sow_status add_rows(struct import *import, struct sow_err *err)
{
    enum sow_status status = add_generations(import, err);
    for (int id = SOW_TABLE_GENERATION_TIMES; id < SOW_TABLES_COUNT; id++) {
        if (id == SOW_TABLE_INDIVIDUALS)
            continue;
        const json_t *rows = rows_of(import, (enum sow_table_id)id);
        for (size_t i = 0; i < json_array_size(rows) && status == SOW_OK; i++)
            status = add_row(import, (enum sow_table_id)id, json_array_get(rows, i), err);
    }
    return status;
}

/* ---- The record ---- */

/* The parameters as they are stored: jansson writes reals with other digits. */
static char *parameters_text(const json_t *object)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    const char *key;
    json_t *value;
    char before = '{';
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        (void)fputc(before, out);
        before = ',';
        sow_json_write_text(out, key);
        (void)fputc(':', out);
        if (json_is_string(value))
            sow_json_write_text(out, json_string_value(value));
        else if (json_is_integer(value))
            (void)fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        else if (json_is_real(value))
            sow_json_write_real(out, json_real_value(value));
        else
            (void)fputs("null", out);
    }
    (void)fputs(before == '{' ? "{}" : "}", out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* A process that was at work on it is not at work on it here. */
static void settle(struct sow_run_row *row)
{
    row->id = 0;
    row->owner = NULL;
    if (strcmp(row->status, "running") == 0) {
        row->status = "interrupted";
        row->stop_reason = "exported while it ran";
        row->finished = row->heartbeat != NULL ? row->heartbeat : row->started;
        row->seconds = row->seconds >= 0 ? row->seconds : 0.0;
    }
}

/* Which run here is the one that the imported run was made of there. */
static enum sow_status find_reference(struct import *import, const char *parameter,
                                      json_t *parameters, struct sow_err *err)
{
    const json_t *references = json_object_get(import->document, "references");
    const char *digest = json_string_value(json_object_get(references, parameter));
    const json_t *old = json_object_get(parameters, parameter);
    if (digest == NULL || !json_is_integer(old))
        return refuse(err, "it does not say which run it was made of");
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(
        import->store, "SELECT min(id) FROM runs WHERE digest = ?1 AND status = 'done'",
        &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, digest, -1, SQLITE_STATIC);
    bool row;
    status = sow_store_step(import->store, statement, &row, err);
    import->old_reference = json_integer_value(old);
    import->new_reference =
        status == SOW_OK && row ? sqlite3_column_int64(statement, 0) : 0;
    (void)sqlite3_finalize(statement);
    if (status == SOW_OK && import->new_reference == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the run was made of a %s that is not in '%s' (there: run "
                           "%lld); import that one first",
                           parameter, import->store->path,
                           (long long)import->old_reference);
    if (status == SOW_OK && json_object_set_new(parameters, parameter,
                                                json_integer(import->new_reference)) != 0)
        status = sow_err_no_memory(err);
    return status;
}

static enum sow_status refer(struct import *import, const struct sow_run_row *row,
                             json_t *parameters, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; sow_references[i].kind != NULL && status == SOW_OK; i++)
        if (strcmp(sow_references[i].kind, row->kind) == 0)
            status = find_reference(import, sow_references[i].parameter, parameters, err);
    return status;
}

/* Adds the record; the digest begins with it as the document has it. */
static enum sow_status add_record(struct import *import, json_t *object,
                                  struct sow_run_row *row, struct sow_err *err)
{
    json_t *parameters = json_object_get(object, "parameters");
    char *there = parameters_text(parameters);
    char *here = NULL;
    enum sow_status status = SOW_OK;
    if (!json_is_object(parameters)) {
        status = refuse(err, "its parameters are not an object");
        goto done;
    }
    if (there == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    json_t *kept = json_incref(parameters);
    if (json_object_set_new(object, "parameters", json_string(there)) != 0)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = take_row(import, &sow_tables[SOW_TABLE_RUNS], object, row, err);
    if (status == SOW_OK) {
        sow_digest_begin(&import->digest, row);
        status = refer(import, row, kept, err);
    }
    if (status == SOW_OK && (here = parameters_text(kept)) == NULL)
        status = sow_err_no_memory(err);
    if (status == SOW_OK) {
        struct sow_run_row added = *row;
        added.parameters = here;
        settle(&added);
        status = sow_store_add_run(import->store, &added, &import->id, err);
    }
    json_decref(kept);
done:
    free(there);
    free(here);
    return status;
}

/* ---- The document ---- */

static bool is_known(const char *key)
{
    static const char *const OTHERS[] = {"format", "schema", "references"};
    bool known = false;
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        known = known || strcmp(OTHERS[i], key) == 0;
    for (int id = 0; id < SOW_TABLES_COUNT; id++)
        known = known || strcmp(sow_tables[id].name, key) == 0;
    return known;
}

static enum sow_status check_head(const struct import *import, struct sow_err *err)
{
    const char *format = json_string_value(json_object_get(import->document, "format"));
    const json_t *schema = json_object_get(import->document, "schema");
    if (format == NULL || strcmp(format, "sowlab run") != 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "not a run that 'sowlab runs export' has written");
    int64_t version;
    enum sow_status status =
        sow_store_integer(import->store, "PRAGMA user_version", 0, &version, err);
    if (status == SOW_OK && json_integer_value(schema) != version)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the document is of schema %lld, the database of schema %lld; "
                           "export the run with the same version of sowlab",
                           (long long)json_integer_value(schema), (long long)version);
    const char *key;
    json_t *value;
    json_object_foreach(import->document, key, value)
    {
        char what[80];
        (void)snprintf(what, sizeof what, "nothing is known about its '%.40s'", key);
        if (!is_known(key))
            return refuse(err, what);
    }
    if (status == SOW_OK && json_array_size(rows_of(import, SOW_TABLE_RUNS)) != 1)
        return refuse(err, "it does not have one record");
    return status;
}

static enum sow_status add_document(struct import *import, struct sow_err *err)
{
    struct sow_run_row row = {.storage = NULL};
    enum sow_status status = check_head(import, err);
    if (status == SOW_OK)
        status = add_record(import, json_array_get(rows_of(import, SOW_TABLE_RUNS), 0),
                            &row, err);
    if (status == SOW_OK)
        status = add_rows(import, err);
    char text[SOW_DIGEST_TEXT];
    if (status == SOW_OK &&
        (row.digest == NULL ||
         strcmp(row.digest, sow_digest_format(&import->digest, text)) != 0))
        status = refuse(err, "its content has another digest than it says");
    return status;
}

enum sow_status sow_store_import(struct sow_store *store, FILE *in, int64_t *id,
                                 struct sow_err *err)
{
    *id = 0;
    json_error_t fault;
    struct import import = {.store = store,
                            .document = json_loadf(in, JSON_REJECT_DUPLICATES, &fault)};
    if (import.document == NULL)
        return sow_err_set(err, SOW_BAD_DATA, "line %d is not JSON: %s", fault.line,
                           fault.text);
    enum sow_status status = sow_store_begin(store, err);
    if (status == SOW_OK)
        status = add_document(&import, err);
    if (status == SOW_OK)
        status = sow_store_commit(store, err);
    sow_store_rollback(store);
    json_decref(import.document);
    if (status == SOW_OK)
        *id = import.id;
    return status;
}
