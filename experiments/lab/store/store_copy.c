/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs from another database: their numbers become those here. */
#include "store_walk.h"

#include "sow/base/text.h"
#include "sow/store/tables/strengths.def"

#include <string.h>

/* A run that is copied into a store, inside a transaction of that. */
struct copy {
    struct sow_store *store; /* the store that gets the run: "this store", "here" */
    int64_t id;              /* number of the run in this store; 0 before it has one */
    int64_t old_reference;   /* number of the run it was made of, there; 0: none */
    int64_t new_reference;   /* number of that run in this store; 0: none */
};

/* ---- Its record ---- */

/* Finds the finished run in this store with @p digest, the digest of the run that the
   copied run was made of, and puts its number into @p copy. Fails with SOW_BAD_DATA if
   there is none; @p parameter names such a run in the message. */
static enum sow_status find_reference(struct copy *copy, const char *parameter,
                                      const char *digest, struct sow_err *err)
{
    enum sow_status status = sow_store_number(
        copy->store, "SELECT min(id) FROM runs WHERE digest = ?1 AND status = 'done'",
        SOW_VALUES(sow_text(digest)), &copy->new_reference, err);
    if (status == SOW_OK && copy->new_reference == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the run needs a %s that is not in '%s' (run %lld there); "
                           "import that run first",
                           parameter, copy->store->path, (long long)copy->old_reference);
    return status;
}

/* Runs @p sql, a JSON function of SQLite: ?1 is the parameters of @p row, ?2 the
   parameter of @p reference, ?3 the new reference. The result is text for sqlite3_free,
   or NULL. */
static enum sow_status ask_parameters(const struct copy *copy, const char *sql,
                                      const struct sow_run_row *row,
                                      const struct sow_reference *reference, char **text,
                                      struct sow_err *err)
{
    return sow_store_text(copy->store, sql,
                          SOW_VALUES(sow_text(row->parameters),
                                     sow_text(reference->parameter),
                                     sow_integer(copy->new_reference)),
                          text, err);
}

/* Writes the parameters of @p row, with the reference's number in this store, to
   @p parameters, for sqlite3_free. Puts both numbers of the reference into @p copy. Fails
   with SOW_BAD_DATA if the parameters name no run, @p digest is NULL, or this store lacks
   the run. */
static enum sow_status refer(struct copy *copy, const struct sow_run_row *row,
                             const struct sow_reference *reference, const char *digest,
                             char **parameters, struct sow_err *err)
{
    static const char OLD[] = "SELECT json_extract(?1, '$.' || ?2)"
                              " WHERE json_type(?1, '$.' || ?2) = 'integer'";
    static const char NEW[] = "SELECT json_set(?1, '$.' || ?2, ?3)";
    char *old;
    enum sow_status status = ask_parameters(copy, OLD, row, reference, &old, err);
    if (status == SOW_OK &&
        (digest == NULL || old == NULL || !sow_text_to_int(old, &copy->old_reference)))
        status =
            sow_err_set(err, SOW_BAD_DATA, "the run does not say which %s it was made of",
                        reference->parameter);
    sqlite3_free(old);
    if (status == SOW_OK)
        status = find_reference(copy, reference->parameter, digest, err);
    if (status == SOW_OK)
        status = ask_parameters(copy, NEW, row, reference, parameters, err);
    return status == SOW_OK && *parameters == NULL ? sow_err_no_memory(err) : status;
}

/* Removes number and owner of a record. Marks a running run as interrupted at its last
   heartbeat: its process does not work on the copy. */
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

/* Adds the record @p there of the other store to this one, with a new number, which
   @p copy gets, and the status from settle. If its kind has a reference, its parameters
   name the run of this store with @p digest, the digest of the run that it was made of
   (NULL: none). */
static enum sow_status add_record(struct copy *copy, const struct sow_run_row *there,
                                  const char *digest, struct sow_err *err)
{
    char *parameters = NULL;
    const struct sow_reference *reference = sow_reference_of(there->kind);
    enum sow_status status = SOW_OK;
    if (reference != NULL)
        status = refer(copy, there, reference, digest, &parameters, err);
    if (status == SOW_OK) {
        struct sow_run_row added = *there;
        if (parameters != NULL)
            added.parameters = parameters;
        settle(&added);
        status = sow_store_add_run(copy->store, &added, &copy->id, err);
    }
    sqlite3_free(parameters);
    return status;
}

/* Adds a row of table @p id to this store. First replaces the numbers of runs in @p row
   by those here. Fails with SOW_BAD_DATA if it refers to a run that the record does not
   name, with SOW_INTERRUPTED after a stop request. */
static enum sow_status add_row(struct copy *copy, enum sow_table_id id,
                               union sow_any_row *row, struct sow_err *err)
{
    const struct sow_table *table = &sow_tables[id];
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++) {
        int64_t *number = (int64_t *)(void *)((char *)row + field->offset);
        if (field->type == SOW_FIELD_ID)
            *number = copy->id;
        if (field->type != SOW_FIELD_RUN)
            continue;
        if (*number != copy->old_reference)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "a row of '%s' refers to a run that the record does not name",
                table->name);
        *number = copy->new_reference;
    }
    enum sow_status status = sow_store_look(copy->store, err);
    return status == SOW_OK ? sow_store_add_row(copy->store, id, row, err) : status;
}

/* ---- Its rows, and whether it is here already ---- */

/* Finds the first run here with @p digest, except run @p id. @p twin is 0 if there is
   none. */
static enum sow_status find_twin(struct sow_store *store, const char *digest, int64_t id,
                                 int64_t *twin, struct sow_err *err)
{
    return sow_store_number(store,
                            "SELECT min(id) FROM runs WHERE digest = ?1 AND id <> ?2",
                            SOW_VALUES(sow_text(digest), sow_integer(id)), twin, err);
}

/* Copies the content of run @p id of the store @p from, in its order, to the copy's run.
   Returns the first failure; the caller then rolls back. */
static enum sow_status copy_rows(struct copy *copy, struct sow_store *from, int64_t id,
                                 struct sow_err *err)
{
    struct sow_walk walk;
    enum sow_table_id table;
    enum sow_status status = SOW_OK;
    const union sow_any_row *row;
    sow_walk_begin(&walk, from, id);
    while ((row = sow_walk_next(&walk, &table, &status, err)) != NULL) {
        union sow_any_row here = *row;
        status = add_row(copy, table, &here, err);
    }
    sow_walk_end(&walk);
    return status;
}

/* Copies the rows of run @p id of one table from the store @p from to the copy's run.
   Returns the first failure; the caller then rolls back. */
static enum sow_status copy_table(struct copy *copy, struct sow_store *from,
                                  enum sow_table_id table, int64_t id,
                                  struct sow_err *err)
{
    struct sow_reader reader;
    union sow_any_row row;
    enum sow_status status =
        sow_reader_open(&reader, from, table, "run_id = ?1", id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = add_row(copy, table, &row, err);
    sow_reader_close(&reader);
    return status;
}

/* Copies the rows of run @p id that its digest does not cover, and that do not follow
   from its record, from the store @p from. */
static enum sow_status copy_aside(struct copy *copy, struct sow_store *from, int64_t id,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int table = 0; table < SOW_TABLES_COUNT && status == SOW_OK; table++)
        if (sow_tables[table].kind == SOW_PROVENANCE ||
            sow_tables[table].kind == SOW_MEASURED)
            status = copy_table(copy, from, (enum sow_table_id)table, id, err);
    return status;
}

/* Copies the record, the content and the rows beside it (copy_aside) of @p run from the
   store @p from, and writes the provenance digest of the copy. Puts the new number into
   @p copy. After a failure the caller rolls back. */
static enum sow_status copy_run(struct copy *copy, struct sow_store *from,
                                const struct sow_run_row *run, struct sow_err *err)
{
    char *digest;
    const struct sow_reference *reference;
    enum sow_status status =
        sow_store_find_reference(from, run->id, &reference, &digest, err);
    if (status == SOW_OK)
        status = add_record(copy, run, digest, err);
    sqlite3_free(digest);
    if (status == SOW_OK)
        status = copy_rows(copy, from, run->id, err);
    if (status == SOW_OK)
        status = copy_aside(copy, from, run->id, err);
    return status == SOW_OK ? sow_seal_write(copy->store, copy->id, err) : status;
}

/* Adds the strengths of run @p id of the store @p from to run copied->id of this store,
   and counts them in @p copied. A row is added if that run has none of the same variant,
   generation and depth, or one with fewer openings against the same panel. A row against
   another panel stays, as a panel of another version has another scale. */
static enum sow_status add_strengths(struct sow_store *store, struct sow_store *from,
                                     int64_t id, struct sow_copied *copied,
                                     struct sow_err *err)
{
    static const char STAYS[] = "NOT (panel = ?5 AND openings < ?6)";
    struct sow_reader reader;
    struct sow_strength_row row;
    enum sow_status status =
        sow_reader_open(&reader, from, SOW_TABLE_STRENGTHS, "run_id = ?1", id, err);
    while (sow_reader_next(&reader, &row, &status, err)) {
        int kept;
        row.run_id = copied->id;
        status = sow_strength_place(store, &row, STAYS, &kept, err);
        copied->strengths += status == SOW_OK && kept == 0;
    }
    sow_reader_close(&reader);
    return status;
}

/* Adds strengths of run @p id of the store @p from to its twin in this store, copied->id,
   by add_strengths. Works in one transaction, which is dropped if there is nothing to
   add. On failure none is added. */
static enum sow_status complete_twin(struct sow_store *store, struct sow_store *from,
                                     int64_t id, struct sow_copied *copied,
                                     struct sow_err *err)
{
    enum sow_status status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_require_run(store, copied->id, err);
    if (status == SOW_OK)
        status = add_strengths(store, from, id, copied, err);
    if (status == SOW_OK && copied->strengths == 0) {
        sow_store_rollback(store);
        return SOW_OK;
    }
    return sow_store_end(store, status, err);
}

/* Looks for another run here with the digest of the copied run, whose digest is first
   written. Sets copied->id to that run, or else to the copied one, which is then marked
   as added. A fit has another digest if its data set has another number, so it is copied
   before it can be compared. */
static enum sow_status keep_unless_twin(struct copy *copy, struct sow_copied *copied,
                                        struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_row_chain_seal(copy->store, err);
    if (status == SOW_OK)
        status = sow_store_read_run(copy->store, copy->id, &run, err);
    if (status != SOW_OK)
        return status;
    status = find_twin(copy->store, run.digest, copy->id, &copied->id, err);
    sow_run_row_release(&run);
    if (status != SOW_OK || copied->id != 0)
        return status;
    copied->id = copy->id;
    copied->added = true;
    return SOW_OK;
}

/* Copies @p run in one transaction, which is dropped if this store has a run with the
   same content. That run then gets the strengths that it lacks. Adds nothing after a
   failure. */
static enum sow_status add_copy(struct sow_store *store, struct sow_store *from,
                                const struct sow_run_row *run, struct sow_copied *copied,
                                struct sow_err *err)
{
    struct copy copy = {.store = store};
    enum sow_status status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    if (sow_reference_of(run->kind) == NULL)
        status = find_twin(store, run->digest, 0, &copied->id, err);
    if (status == SOW_OK && copied->id == 0) {
        status = copy_run(&copy, from, run, err);
        if (status == SOW_OK)
            status = keep_unless_twin(&copy, copied, err);
    }
    if (copied->added)
        return sow_store_end(store, status, err);
    sow_store_rollback(store);
    return status == SOW_OK ? complete_twin(store, from, run->id, copied, err) : status;
}

/* Checks content and provenance of run @p id of @p from by their digests, then copies the
   run by add_copy. Fails with SOW_BAD_DATA if it is damaged. */
static enum sow_status copy_checked(struct sow_store *store, struct sow_store *from,
                                    int64_t id, struct sow_copied *copied,
                                    struct sow_err *err)
{
    struct sow_run_row run;
    bool sealed;
    enum sow_status status = sow_store_check_run(from, id, NULL, err);
    if (status == SOW_OK)
        status = sow_store_check_seal(from, id, &sealed, err);
    if (status == SOW_OK)
        status = sow_store_read_run(from, id, &run, err);
    if (status != SOW_OK)
        return status;
    status = add_copy(store, from, &run, copied, err);
    sow_run_row_release(&run);
    return status;
}

enum sow_status sow_store_copy(struct sow_store *store, struct sow_store *from,
                               int64_t id, struct sow_copied *copied, struct sow_err *err)
{
    *copied = (struct sow_copied){.id = 0};
    /* In one transaction the checked run is the copied one, even if another process
       writes. */
    enum sow_status status = sow_store_exec(from, "BEGIN", err);
    if (status != SOW_OK)
        return status;
    status = copy_checked(store, from, id, copied, err);
    sow_store_rollback(from);
    if (status != SOW_OK)
        *copied = (struct sow_copied){.id = 0};
    return status;
}
