/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs from exported documents. */
#include "store_private.h"

#include <assert.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A document on its way into the store. */
struct import {
    struct sow_arrival arrival;
    json_t *document;
    struct sow_digest digest; /* of the content as the document has it */
    double weights[SOW_WEIGHTS_MAX];
};

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
    if (status != SOW_OK)
        return status;
    if (table->is_content)
        sow_digest_add(&import->digest, table, &row);
    return sow_arrival_add(&import->arrival, id, &row, err);
}

static const json_t *rows_of(const struct import *import, enum sow_table_id id)
{
    return json_object_get(import->document, sow_tables[id].name);
}

/* The rows of one table while they go in. */
struct column {
    enum sow_table_id id;
    const json_t *rows;
    size_t next;
};

static bool has_more(const struct column *column)
{
    return column->next < json_array_size(column->rows);
}

static json_int_t first_key(const struct column *column)
{
    const char *name = sow_tables[column->id].fields[1].column;
    return json_integer_value(
        json_object_get(json_array_get(column->rows, column->next), name));
}

/* A table, and the one whose rows go in beside its own (@p other may be 0: none). */
static enum sow_status add_tables(struct import *import, enum sow_table_id id,
                                  enum sow_table_id other, struct sow_err *err)
{
    struct column leader = {id, rows_of(import, id), 0};
    struct column follower = {other, other != 0 ? rows_of(import, other) : NULL, 0};
    enum sow_status status = SOW_OK;
    while (status == SOW_OK && (has_more(&leader) || has_more(&follower))) {
        bool lead = has_more(&leader) &&
                    (!has_more(&follower) || first_key(&leader) <= first_key(&follower));
        struct column *column = lead ? &leader : &follower;
        status = add_row(import, column->id, json_array_get(column->rows, column->next++),
                         err);
    }
    return status;
}

static enum sow_status add_rows(struct import *import, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = SOW_TABLE_RUNS + 1; i < SOW_TABLES_COUNT && status == SOW_OK; i++) {
        enum sow_table_id id = (enum sow_table_id)i;
        if (sow_table_leader(id) == 0 && id != SOW_TABLE_RUN_SEALS)
            status = add_tables(import, id, sow_table_beside(id), err);
    }
    return status;
}

/* ---- The record ---- */

/* The record's texts are the document's own. */
static enum sow_status take_record(struct import *import, struct sow_run_row *row,
                                   struct sow_err *err)
{
    json_t *object = json_array_get(rows_of(import, SOW_TABLE_RUNS), 0);
    const json_t *parameters = json_object_get(object, "parameters");
    if (!json_is_object(parameters))
        return refuse(err, "its parameters are not an object");
    char *text = sow_parameters_text(parameters);
    int failed =
        text == NULL || json_object_set_new(object, "parameters", json_string(text)) != 0;
    free(text);
    return failed ? sow_err_no_memory(err)
                  : take_row(import, &sow_tables[SOW_TABLE_RUNS], object, row, err);
}

static enum sow_status add_record(struct import *import, struct sow_run_row *row,
                                  struct sow_err *err)
{
    enum sow_status status = take_record(import, row, err);
    if (status != SOW_OK)
        return status;
    sow_digest_begin(&import->digest, row);
    const struct sow_reference *reference = sow_reference_of(row->kind);
    const json_t *references = json_object_get(import->document, "references");
    const char *digest =
        reference == NULL
            ? NULL
            : json_string_value(json_object_get(references, reference->parameter));
    return sow_arrival_begin(&import->arrival, row, digest, err);
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
        sow_store_integer(import->arrival.store, "PRAGMA user_version", 0, &version, err);
    if (status == SOW_OK &&
        (json_integer_value(schema) < 1 || json_integer_value(schema) > version))
        return sow_err_set(err, SOW_BAD_DATA,
                           "the document is of schema %lld, the database of schema %lld; "
                           "import it with the version of sowlab that exported it",
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

/* The document's seal, if it has one, is that of the record and the rows as they were. */
static enum sow_status check_seal(struct import *import, const struct sow_run_row *row,
                                  struct sow_err *err)
{
    const json_t *seals = rows_of(import, SOW_TABLE_RUN_SEALS);
    assert(row->status != NULL);
    if (json_array_size(seals) == 0 || strcmp(row->status, "running") == 0)
        return SOW_OK;
    struct sow_run_seal_row wanted;
    enum sow_status status = take_row(import, &sow_tables[SOW_TABLE_RUN_SEALS],
                                      json_array_get(seals, 0), &wanted, err);
    bool same = false;
    if (status == SOW_OK)
        status = sow_seal_matches(import->arrival.store, import->arrival.id,
                                  wanted.digest, &same, err);
    return status == SOW_OK && !same
               ? refuse(err, "its provenance is not what was sealed")
               : status;
}

static enum sow_status add_document(struct import *import, struct sow_err *err)
{
    struct sow_run_row row = {.storage = NULL};
    char text[SOW_DIGEST_TEXT];
    enum sow_status status = check_head(import, err);
    if (status == SOW_OK)
        status = add_record(import, &row, err);
    if (status == SOW_OK)
        status = add_rows(import, err);
    if (status == SOW_OK &&
        (row.digest == NULL ||
         strcmp(row.digest, sow_digest_format(&import->digest, text)) != 0))
        status = refuse(err, "its content has another digest than it says");
    if (status == SOW_OK)
        status = check_seal(import, &row, err);
    return status == SOW_OK ? sow_arrival_end(&import->arrival, err) : status;
}

enum sow_status sow_store_import(struct sow_store *store, FILE *in, int64_t *id,
                                 struct sow_err *err)
{
    *id = 0;
    json_error_t fault;
    struct import import = {.arrival = {.store = store},
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
        *id = import.arrival.id;
    return status;
}
