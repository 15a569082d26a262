/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that come from another database: their numbers become those here. */
#include "store_private.h"

#include "sow/base/text.h"

#include <string.h>

const struct sow_reference sow_references[] = {{"fit", "dataset"}, {NULL, NULL}};

const struct sow_reference *sow_reference_of(const char *kind)
{
    for (int i = 0; sow_references[i].kind != NULL; i++)
        if (strcmp(sow_references[i].kind, kind) == 0)
            return &sow_references[i];
    return NULL;
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

/* What SQLite's JSON functions make of the parameters of @p row: text for sqlite3_free,
   or NULL. */
static enum sow_status ask_parameters(const struct sow_arrival *arrival, const char *sql,
                                      const struct sow_run_row *row,
                                      const struct sow_reference *reference, char **text,
                                      struct sow_err *err)
{
    sqlite3_stmt *statement;
    *text = NULL;
    enum sow_status status = sow_store_prepare(arrival->store, sql, &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, row->parameters, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(statement, 2, reference->parameter, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(statement, 3, arrival->new_reference);
    bool found;
    status = sow_store_step(arrival->store, statement, &found, err);
    if (status == SOW_OK && found && sqlite3_column_type(statement, 0) != SQLITE_NULL)
        *text = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    (void)sqlite3_finalize(statement);
    return status;
}

/* The parameters with the reference's number here; sqlite3_free them. */
static enum sow_status refer(struct sow_arrival *arrival, const struct sow_run_row *row,
                             const struct sow_reference *reference, const char *digest,
                             char **parameters, struct sow_err *err)
{
    static const char OLD[] = "SELECT json_extract(?1, '$.' || ?2)"
                              " WHERE json_type(?1, '$.' || ?2) = 'integer'";
    static const char NEW[] = "SELECT json_set(?1, '$.' || ?2, ?3)";
    char *old;
    enum sow_status status = ask_parameters(arrival, OLD, row, reference, &old, err);
    if (status == SOW_OK &&
        (digest == NULL || old == NULL || !sow_text_to_int(old, &arrival->old_reference)))
        status =
            sow_err_set(err, SOW_BAD_DATA, "the run does not say which %s it was made of",
                        reference->parameter);
    sqlite3_free(old);
    if (status == SOW_OK)
        status = find_reference(arrival, reference->parameter, digest, err);
    if (status == SOW_OK)
        status = ask_parameters(arrival, NEW, row, reference, parameters, err);
    return status == SOW_OK && *parameters == NULL ? sow_err_no_memory(err) : status;
}

/* A process that was at work on it is not at work on it here. */
static void settle(struct sow_run_row *row)
{
    row->id = 0;
    row->owner = NULL;
    if (strcmp(row->status, "running") == 0) {
        row->status = "interrupted";
        row->stop_reason = "copied while it ran";
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
    sqlite3_free(parameters);
    return status;
}

enum sow_status sow_arrival_add(struct sow_arrival *arrival, enum sow_table_id id,
                                union sow_any_row *row, struct sow_err *err)
{
    const struct sow_table *table = &sow_tables[id];
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++) {
        int64_t *number = (int64_t *)(void *)((char *)row + field->offset);
        if (field->type == SOW_FIELD_ID)
            *number = arrival->id;
        if (field->type != SOW_FIELD_RUN)
            continue;
        if (*number != arrival->old_reference)
            return sow_err_set(err, SOW_BAD_DATA,
                               "a row of '%s' refers to a run that the record does not "
                               "name",
                               table->name);
        *number = arrival->new_reference;
    }
    enum sow_status status = sow_store_look(arrival->store, err);
    return status == SOW_OK ? sow_store_add_row(arrival->store, id, row, err) : status;
}

enum sow_status sow_arrival_end(struct sow_arrival *arrival, struct sow_err *err)
{
    return sow_seal_write(arrival->store, arrival->id, err);
}
