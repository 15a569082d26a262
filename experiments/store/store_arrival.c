/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs from elsewhere: what is done with them wherever they come from. */
#include "store_private.h"

#include "json.h"
#include "sow/base/stream.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const struct sow_reference sow_references[] = {{"fit", "dataset"}, {NULL, NULL}};

const struct sow_reference *sow_reference_of(const char *kind)
{
    for (int i = 0; sow_references[i].kind != NULL; i++)
        if (strcmp(sow_references[i].kind, kind) == 0)
            return &sow_references[i];
    return NULL;
}

/* jansson writes reals with other digits than the store. */
char *sow_parameters_text(const struct json_t *object)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
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
    return fclose(out) == 0 ? text : NULL;
}

/* The run here that has the digest of the one there. */
static enum sow_status find_reference(struct sow_arrival *arrival, const char *parameter,
                                      const char *digest, struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(
        arrival->store, "SELECT min(id) FROM runs WHERE digest = ?1 AND status = 'done'",
        &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, digest, -1, SQLITE_STATIC);
    bool row;
    status = sow_store_step(arrival->store, statement, &row, err);
    arrival->new_reference =
        status == SOW_OK && row ? sqlite3_column_int64(statement, 0) : 0;
    (void)sqlite3_finalize(statement);
    if (status == SOW_OK && arrival->new_reference == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the run was made of a %s that is not in '%s' (there: run "
                           "%lld); import that one first",
                           parameter, arrival->store->path,
                           (long long)arrival->old_reference);
    return status;
}

/* The parameters with the reference's number here; free them. */
static enum sow_status refer(struct sow_arrival *arrival, const struct sow_run_row *row,
                             const struct sow_reference *reference, const char *digest,
                             char **parameters, struct sow_err *err)
{
    json_t *object = json_loads(row->parameters, 0, NULL);
    const json_t *old = json_object_get(object, reference->parameter);
    enum sow_status status = SOW_OK;
    if (digest == NULL || !json_is_integer(old)) {
        status = sow_err_set(err, SOW_BAD_DATA,
                             "the run does not say which %s it was made of; export it "
                             "again",
                             reference->parameter);
        goto done;
    }
    arrival->old_reference = json_integer_value(old);
    status = find_reference(arrival, reference->parameter, digest, err);
    if (status != SOW_OK)
        goto done;
    if (json_object_set_new(object, reference->parameter,
                            json_integer(arrival->new_reference)) == 0)
        *parameters = sow_parameters_text(object);
    if (*parameters == NULL)
        status = sow_err_no_memory(err);
done:
    json_decref(object);
    return status;
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

enum sow_status sow_arrival_begin(struct sow_arrival *arrival,
                                  const struct sow_run_row *there, const char *digest,
                                  struct sow_err *err)
{
    char *parameters = NULL;
    const struct sow_reference *reference = sow_reference_of(there->kind);
    enum sow_status status = SOW_OK;
    if (reference != NULL)
        status = refer(arrival, there, reference, digest, &parameters, err);
    if (status == SOW_OK) {
        struct sow_run_row added = *there;
        if (parameters != NULL)
            added.parameters = parameters;
        settle(&added);
        status = sow_store_add_run(arrival->store, &added, &arrival->id, err);
    }
    free(parameters);
    return status;
}

enum sow_status sow_arrival_add(struct sow_arrival *arrival, enum sow_table_id id,
                                union sow_any_row *row, struct sow_err *err)
{
    const struct sow_table *table = &sow_tables[id];
    for (int i = 0; table->fields[i].column != NULL; i++) {
        int64_t *number = (int64_t *)(void *)((char *)row + table->fields[i].offset);
        if (table->fields[i].type == SOW_FIELD_ID)
            *number = arrival->id;
        if (table->fields[i].type != SOW_FIELD_RUN)
            continue;
        if (*number != arrival->old_reference)
            return sow_err_set(err, SOW_BAD_DATA,
                               "a row of '%s' refers to a run that the record does not "
                               "name; export the run again",
                               table->name);
        *number = arrival->new_reference;
    }
    enum sow_status status = sow_store_look(arrival->store, err);
    return status == SOW_OK ? sow_store_insert(arrival->store, id, row, err) : status;
}

enum sow_status sow_arrival_end(struct sow_arrival *arrival, struct sow_err *err)
{
    return sow_seal_write(arrival->store, arrival->id, err);
}
