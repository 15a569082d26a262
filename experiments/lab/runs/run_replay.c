/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored runs: resuming, replaying and making a run only once. */
#include "run_job.h"
#include "sow/endgame/database.h"
#include "sow/heuristics/batch.h"
#include "sow/runs/run_params.h"
#include "sow/store/tables/runs.def"
#include "sow/support/build_info.h"
#include "sow/support/owner.h"
#include "sow/variants/variant_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- A stored record ---- */

/* A run that was read from its record. */
struct revival {
    struct sow_run_row row;          /* the record; owned */
    const struct sow_run_kind *kind; /* NULL if this version does not know it */
    struct sow_variant variant;      /* rules of the record, with their name */
    void *options;                   /* recorded options; owned; NULL before */
};

enum sow_status sow_run_refuse_names(const struct sow_run_kind *kind, const void *options,
                                     struct sow_err *err)
{
    static const char RANDOM[] = "random:";
    const struct sow_variant_set *games =
        sow_param_of_type(kind->groups, &sow_param_variants, options);
    bool named = games != NULL && games->text != NULL && games->text[0] != '\0' &&
                 (games->text[0] != '[' || strchr(games->text, '\n') == NULL);
    for (const struct sow_param_group *group = kind->groups;
         group->table != NULL && !named; group++) {
        const struct sow_param *row = sow_param_find(group->table, "starts");
        if (row == NULL)
            continue;
        char *text = sow_param_get(row, (const char *)options + group->offset);
        if (text == NULL)
            return sow_err_no_memory(err);
        named = text[0] != '\0' && strchr(text, '\n') == NULL &&
                strncmp(text, RANDOM, strlen(RANDOM)) != 0;
        free(text);
    }
    return named ? sow_err_set(err, SOW_BAD_DATA,
                               "its record is damaged: it names a file instead of start "
                               "positions or variants; go back to a copy of the database")
                 : SOW_OK;
}

/* Reads the options of a record, whose kind and rules are in @p revival, and prepares
   them as for a new run. Typed options that are not recorded get their defaults. An
   option that games decide, if it is still open, is answered by games. Fails with
   SOW_BAD_DATA if this version cannot read the options. The caller frees them, also after
   a failure. */
static enum sow_status revive_options(struct revival *revival, struct sow_store *store,
                                      struct sow_err *err)
{
    const struct sow_run_kind *kind = revival->kind;
    revival->options = calloc(1, kind->options_size);
    if (revival->options == NULL)
        return sow_err_no_memory(err);
    /* Typed options that are not recorded have their defaults. */
    for (const struct sow_param_group *group = kind->groups; group->table != NULL;
         group++)
        if (group->use == SOW_TYPED)
            sow_param_defaults(group->table, (char *)revival->options + group->offset);
    enum sow_status status =
        sow_run_params_read(kind->groups, revival->row.parameters, revival->options, err);
    if (status == SOW_OK)
        status = sow_run_refuse_names(kind, revival->options, err);
    if (status == SOW_OK && kind->prepare != NULL)
        status = kind->prepare(revival->options, store, &revival->variant.rules, err);
    /* Only a record that somebody changed leaves a question open. */
    return status == SOW_OK
               ? sow_job_settle(kind, revival->options, &revival->variant.rules, err)
               : status;
}

/* Reads run @p id into @p revival: record, kind, rules and options. Fails with
   SOW_NOT_FOUND if there is none, with SOW_BAD_DATA if its kind is unknown or this
   version cannot read it; most messages name the run and its version. Call
   revival_release, also after a failure. */
static enum sow_status revive(struct revival *revival, struct sow_store *store,
                              int64_t id, struct sow_err *err)
{
    enum sow_status status = sow_store_read_run(store, id, &revival->row, err);
    if (status != SOW_OK)
        return status;
    revival->kind = sow_run_kind_find(revival->row.kind);
    if (revival->kind == NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "run %lld is of kind '%s', which this version does not know; "
                           "use the version that made it (%s)",
                           (long long)id, revival->row.kind, revival->row.version);
    struct sow_err fault = {.status = SOW_OK};
    status = sow_variant_read_text(revival->row.rules, revival->row.variant,
                                   &revival->variant, &fault);
    if (status == SOW_OK)
        status = revive_options(revival, store, &fault);
    if (status == SOW_OK)
        return SOW_OK;
    return sow_err_set(err, status, "run %lld, made by sowlab %s: %s", (long long)id,
                       revival->row.version, fault.text);
}

/* Frees the options and the row of a revival. */
static void revival_release(struct revival *revival)
{
    sow_job_free_options(revival->kind, revival->options);
    sow_run_row_release(&revival->row);
}

/* Returns the run of a revival, without source and sink. It borrows from both
   arguments. */
static struct sow_run run_of(const struct revival *revival,
                             const struct sow_run_replay *replay)
{
    return (struct sow_run){
        .kind = revival->kind,
        .id = replay->id,
        .variant = revival->row.variant,
        .rules = &revival->variant.rules,
        .seed = (uint64_t)revival->row.seed,
        .with = replay->with,
    };
}

/* ---- Resuming ---- */

/* Fails with SOW_BAD_DATA if a run was begun by another version than this one. Results
   are equal for all builds of one version, but this is not tested across versions. */
static enum sow_status refuse_other_version(const struct sow_run_row *row,
                                            struct sow_err *err)
{
    if (strcmp(row->version, sow_build_version) == 0)
        return SOW_OK;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "run %lld was begun by sowlab %s, and sowlab %s would give other results; use "
        "that version, or start a new run",
        (long long)row->id, row->version, sow_build_version);
}

/* Claims the stored run for this process (sow_store_claim_run), with the digest that was
   in the record when it was read. Results are dropped unless the kind can continue
   (`goes_on`). */
static enum sow_status claim(const struct sow_job *job, const struct revival *revival,
                             const struct sow_run_replay *replay, struct sow_err *err)
{
    char owner[SOW_OWNER_MAX];
    struct utsname host;
    struct sow_run_claim wish = {
        .id = replay->id,
        .owner = sow_owner_token(owner),
        .digest = revival->row.digest,
        .anew = !revival->kind->goes_on,
        .kernel = job->kernel,
        .threads = sow_parallel_threads(replay->with.threads),
        .host = sow_job_host_name(&host),
    };
    return sow_store_claim_run(job->store, &wish, err);
}

/* Gives the options of a run those values of @p from that are no settings and have no
   memory of their own. */
static void take_typed(const struct sow_run_kind *kind, const void *from, void *to)
{
    assert(kind != NULL);
    for (const struct sow_param_group *group = kind->groups; group->table != NULL;
         group++)
        for (size_t i = 0; group->use == SOW_TYPED && i < group->table->count; i++) {
            const struct sow_param *row = &group->table->rows[i];
            size_t at = group->offset + row->offset;
            if (row->type->size > 0 && row->type->release == NULL)
                memcpy((char *)to + at, (const char *)from + at, row->type->size);
        }
}

/* Checks version, stored results and kernel, claims the run, calls the callback `begin`
   and executes the run to its end. Nothing is changed by a failure before the claim. */
static enum sow_status go_on(struct sow_store *store, struct revival *revival,
                             const struct sow_run_replay *replay, struct sow_err *err)
{
    struct sow_job job = {
        .store = store, .options = revival->options, .run = run_of(revival, replay)};
    job.run.source = store;
    job.run.sink = store;
    if (replay->options != NULL)
        take_typed(revival->kind, replay->options, revival->options);
    enum sow_status status = refuse_other_version(&revival->row, err);
    if (status == SOW_OK)
        status = sow_store_check_run(store, replay->id, NULL, err);
    if (status == SOW_OK)
        status = sow_job_find_kernel(replay->with.kernel, &job.kernel, err);
    if (status == SOW_OK)
        status = claim(&job, revival, replay, err);
    if (status == SOW_OK && replay->begin != NULL)
        replay->begin(replay);
    return status == SOW_OK ? sow_job_carry_out(&job, err) : status;
}

enum sow_status sow_run_resume(struct sow_store *store,
                               const struct sow_run_replay *replay, struct sow_err *err)
{
    struct revival revival = {.options = NULL};
    sow_store_watch(store, replay->with.stop);
    enum sow_status status = revive(&revival, store, replay->id, err);
    if (status == SOW_OK)
        status = go_on(store, &revival, replay, err);
    sow_store_watch(store, NULL);
    revival_release(&revival);
    return status;
}

/* ---- A replay ---- */

/* Returns true if the record says that the stored run is done. */
static bool is_done(const struct revival *revival)
{
    return strcmp(revival->row.status, "done") == 0;
}

enum sow_status sow_run_look(const struct sow_run *run, struct sow_err *err)
{
    return sow_stop_requested(run->with.stop) || sow_store_is_filled(run->sink)
               ? sow_err_set(err, SOW_INTERRUPTED, "stopped on request")
               : SOW_OK;
}

/* Executes the run again into the empty scratch store, which also gets its record, since
   results refer to it. An unfinished run ends when it has as many results as are stored;
   that is no failure. Fails if an endgame file changed meanwhile. */
static enum sow_status replay_into(struct sow_store *scratch, struct sow_store *store,
                                   const struct revival *revival,
                                   const struct sow_run_replay *replay,
                                   struct sow_err *err)
{
    struct sow_run run = run_of(revival, replay);
    run.source = store;
    run.sink = scratch;
    /* No process executes the copy. */
    struct sow_run_row row = revival->row;
    row.owner = NULL;
    const struct sow_kernel *kernel;
    int64_t id;
    enum sow_status status = sow_kernel_find(replay->with.kernel, &kernel, err);
    if (status == SOW_OK)
        status = sow_store_add_run(scratch, &row, &id, err);
    /* Only the results stored so far are computed, if the run is unfinished. */
    if (status == SOW_OK && !is_done(revival))
        status = sow_store_expect(scratch, store, replay->id, err);
    if (status != SOW_OK || sow_store_is_filled(scratch))
        return status;
    status = revival->kind->execute(&run, revival->options, err);
    if (status == SOW_INTERRUPTED && sow_store_is_filled(scratch))
        status = SOW_OK;
    return status == SOW_OK ? sow_endgame_check_files(err) : status;
}

/* Compares all tables of results of the kind in both stores, up to the first difference,
   and fills in @p verdict (also after a failure). A difference is no failure. The
   comparison of an unfinished run ignores further rows of the replay. */
static enum sow_status compare_content(struct sow_store *scratch, struct sow_store *store,
                                       const struct revival *revival,
                                       struct sow_run_verdict *verdict,
                                       struct sow_err *err)
{
    struct sow_store_comparison comparison = {
        .stored = store,
        .replayed = scratch,
        .run_id = revival->row.id,
        .prefix = !is_done(revival),
    };
    enum sow_status status = SOW_OK;
    const char *const *tables = revival->kind->content;
    for (size_t i = 0; tables[i] != NULL && status == SOW_OK; i++)
        status = sow_store_compare(&comparison, tables[i], err);
    *verdict = (struct sow_run_verdict){.same = !comparison.found,
                                        .complete = !comparison.prefix,
                                        .rows = comparison.rows};
    memcpy(verdict->difference, comparison.text, sizeof verdict->difference);
    return status;
}

/* Replays a run in a scratch store, which is closed again, and compares the results by
   compare_content. After a failure of the replay @p verdict is unchanged. */
static enum sow_status replay_and_compare(struct sow_store *store,
                                          const struct revival *revival,
                                          const struct sow_run_replay *replay,
                                          struct sow_run_verdict *verdict,
                                          struct sow_err *err)
{
    struct sow_store *scratch = NULL;
    enum sow_status status = sow_store_open("", SOW_STORE_SCRATCH, &scratch, err);
    if (status == SOW_OK)
        status = replay_into(scratch, store, revival, replay, err);
    if (status == SOW_OK)
        status = compare_content(scratch, store, revival, verdict, err);
    sow_store_close(scratch);
    return status;
}

enum sow_status sow_run_verify(struct sow_store *store,
                               const struct sow_run_replay *replay,
                               struct sow_run_verdict *verdict, struct sow_err *err)
{
    *verdict = (struct sow_run_verdict){.same = false};
    struct revival revival = {.options = NULL};
    sow_store_watch(store, replay->with.stop);
    bool running = false;
    enum sow_status status = revive(&revival, store, replay->id, err);
    bool timed =
        revival.row.parameters != NULL && sow_run_params_timed(revival.row.parameters);
    /* A program that may not be started here is not needed for a run without replay. */
    if (status == SOW_USAGE && timed)
        status = SOW_OK;
    if (status == SOW_OK)
        status = sow_store_is_busy(store, replay->id, &running, err);
    verdict->timed = status == SOW_OK && timed;
    if (status == SOW_OK && !verdict->timed)
        status = replay_and_compare(store, &revival, replay, verdict, err);
    verdict->running = running && !verdict->complete;
    sow_store_watch(store, NULL);
    revival_release(&revival);
    return status;
}

/* ---- A run that is made at most once ---- */

/* Gives a finished run the label of the request. Does nothing if that is empty or
   NULL. */
static enum sow_status label(struct sow_store *store,
                             const struct sow_run_request *request, int64_t id,
                             struct sow_err *err)
{
    bool named = request->label != NULL && request->label[0] != '\0';
    return named ? sow_store_label_run(store, id, request->label, err) : SOW_OK;
}

enum sow_status sow_run_ensure(struct sow_store *store,
                               const struct sow_run_request *request, int64_t *id,
                               enum sow_run_presence *presence, struct sow_err *err)
{
    enum sow_status status = sow_job_execute(store, request, id, presence, err);
    if (status == SOW_OK && *presence == SOW_RUN_DONE)
        return label(store, request, *id, err);
    if (status != SOW_OK || *presence != SOW_RUN_LEFT)
        return status;
    struct sow_run_replay replay = {
        .id = *id, .with = request->with, .options = request->options};
    status = sow_run_resume(store, &replay, err);
    if (status == SOW_OK)
        return label(store, request, *id, err);
    /* Another process was quicker. */
    if (status != SOW_BUSY && status != SOW_NOTHING_LEFT)
        return status;
    *presence = status == SOW_BUSY ? SOW_RUN_BUSY : SOW_RUN_DONE;
    return SOW_OK;
}
