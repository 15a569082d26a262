/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/runs/run.h"

#include "sow/endgame/database.h"
#include "sow/heuristics/batch.h"
#include "sow/runs/run_params.h"
#include "sow/store/store.h"
#include "sow/store/tables/runs.def"
#include "sow/support/build_info.h"
#include "sow/support/owner.h"
#include "sow/variants/variant_set.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

enum { STAMP_MAX = 32 };

/* Returns the kind called @p name, or NULL. */
static const struct sow_run_kind *find_kind(const char *name)
{
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++)
        if (strcmp(sow_run_kinds[i]->name, name) == 0)
            return sow_run_kinds[i];
    return NULL;
}

void sow_run_kind_defaults(const struct sow_run_kind *kind, void *options)
{
    sow_params_init(kind->groups, options, kind->options_size);
}

/* Writes the time now in UTC, as in ISO 8601. */
static void write_stamp(char stamp[STAMP_MAX])
{
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(stamp, STAMP_MAX, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        (void)snprintf(stamp, STAMP_MAX, "1970-01-01T00:00:00Z");
}

/* ---- A new run ---- */

/* A run while it is prepared and executed. */
struct job {
    struct sow_store *store;
    void *options;      /* options as they are recorded */
    const char *kernel; /* kernel of the name in the request */
    char title[256];    /* names of the variants among the options */
    struct sow_run run;
};

static const char *host_name(struct utsname *room)
{
    return uname(room) == 0 ? room->nodename : "unknown";
}

static enum sow_status find_kernel(const char *name, const char **found,
                                   struct sow_err *err)
{
    const struct sow_kernel *kernel = NULL;
    enum sow_status status = sow_kernel_find(name, &kernel, err);
    *found = status == SOW_OK ? kernel->name : NULL;
    return status;
}

static void free_options(const struct sow_run_kind *kind, void *options)
{
    if (options != NULL)
        sow_params_release(kind->groups, options);
    free(options);
}

/* Gives a run that was requested without rules the rules and names of its options. */
static void name_rules(struct job *job)
{
    const struct sow_variant_set *set =
        sow_param_of_type(job->run.kind->groups, &sow_param_variants, job->options);
    if (job->run.rules != NULL)
        return;
    sow_variant_set_title(set, job->title, sizeof job->title);
    job->run.rules = &set->variants[0].rules;
    job->run.variant = job->title;
}

static enum sow_status prepare(struct job *job, const struct sow_run_request *request,
                               struct sow_err *err)
{
    const struct sow_run_kind *kind = job->run.kind;
    job->options = calloc(1, kind->options_size);
    if (job->options == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_params_copy(kind->groups, request->options, job->options,
                                             kind->options_size, err);
    if (status == SOW_OK)
        status = sow_param_refuse_idle(kind->groups, kind->needs, job->options, err);
    if (status == SOW_OK && kind->prepare != NULL)
        status = kind->prepare(job->options, job->store, request->rules, err);
    if (status == SOW_OK)
        name_rules(job);
    return status;
}

/* Row of a run that begins now, with its texts. */
struct record {
    char started[STAMP_MAX];
    char owner[SOW_OWNER_MAX];
    struct utsname host;
    char *rules;
    char *parameters;
    struct sow_run_row row;
};

static enum sow_status record_open(const struct job *job,
                                   const struct sow_run_request *request,
                                   struct record *record, struct sow_err *err)
{
    write_stamp(record->started);
    record->rules = sow_variant_rules_text(job->run.rules);
    record->parameters = sow_run_params_write(job->run.kind->groups, job->options);
    record->row = (struct sow_run_row){
        .kind = job->run.kind->name,
        .label = request->label,
        .variant = job->run.variant,
        .rules = record->rules,
        .parameters = record->parameters,
        .seed = (int64_t)request->seed,
        .status = "running",
        .version = sow_build_version,
        .revision = sow_build_revision,
        .compiler = sow_build_compiler,
        .build_type = sow_build_type,
        .kernel = job->kernel,
        .threads = sow_parallel_threads(request->with.threads),
        .host = host_name(&record->host),
        .started = record->started,
        .owner = sow_owner_token(record->owner),
    };
    return record->rules == NULL || record->parameters == NULL ? sow_err_no_memory(err)
                                                               : SOW_OK;
}

static void record_close(struct record *record)
{
    free(record->rules);
    free(record->parameters);
}

/* Adds the record and claims the run. With @p presence, adds it only if the store has no
   run with the same record; the transaction keeps other processes from adding it at the
   same time. */
static enum sow_status add_record(struct job *job, const struct sow_run_row *row,
                                  enum sow_run_presence *presence, struct sow_err *err)
{
    if (presence == NULL)
        return sow_store_add_run(job->store, row, &job->run.id, err);
    enum sow_status status = sow_store_begin(job->store, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_find_record(job->store, row, &job->run.id, presence, err);
    if (status == SOW_OK && *presence == SOW_RUN_ABSENT)
        status = sow_store_add_run(job->store, row, &job->run.id, err);
    return sow_store_end(job->store, status, err);
}

static enum sow_status record_start(struct job *job,
                                    const struct sow_run_request *request,
                                    enum sow_run_presence *presence, struct sow_err *err)
{
    struct record record;
    enum sow_status status = record_open(job, request, &record, err);
    if (status == SOW_OK)
        status = add_record(job, &record.row, presence, err);
    record_close(&record);
    return status;
}

/* Records how a run ended. @p failure is the reason of a failed run. */
static enum sow_status record_end(const struct job *job, enum sow_status outcome,
                                  const char *failure, struct sow_err *err)
{
    char finished[STAMP_MAX];
    write_stamp(finished);
    const struct sow_run *run = &job->run;
    struct sow_run_row row = {
        .id = run->id,
        .kernel = run->kernel_used != NULL ? run->kernel_used : job->kernel,
        .finished = finished,
    };
    if (outcome == SOW_OK) {
        row.status = "done";
        row.stop_reason = run->stop_reason != NULL ? run->stop_reason : "finished";
    } else if (outcome == SOW_INTERRUPTED) {
        row.status = "interrupted";
        row.stop_reason = "stop requested";
    } else {
        row.status = "failed";
        row.stop_reason = failure;
    }
    return sow_store_finish_run(job->store, &row, err);
}

/* Executes a recorded run and records how it ended. From here on all its results are
   kept. */
static enum sow_status carry_out(struct job *job, struct sow_err *err)
{
    struct sow_err fault = {.status = SOW_OK};
    /* If an endgame file changed during the run, a replay would not repeat its
       results. */
    sow_store_guard(job->store, sow_endgame_check_files);
    enum sow_status outcome = job->run.kind->execute(&job->run, job->options, &fault);
    sow_store_guard(job->store, NULL);
    sow_store_rollback(job->store);
    if (outcome == SOW_OK)
        outcome = sow_endgame_check_files(&fault);
    if (outcome == SOW_OK)
        return record_end(job, outcome, NULL, err);
    /* The run's own failure is reported, even if recording it fails too. */
    (void)record_end(job, outcome, fault.text, NULL);
    return sow_err_set(err, outcome, "%s", fault.text);
}

static struct job job_of(struct sow_store *store, const struct sow_run_request *request)
{
    return (struct job){.store = store,
                        .run = {.kind = request->kind,
                                .source = store,
                                .sink = store,
                                .variant = request->variant,
                                .rules = request->rules,
                                .seed = request->seed,
                                .with = request->with}};
}

static enum sow_status open_job(struct job *job, const struct sow_run_request *request,
                                struct sow_err *err)
{
    assert(request->seed <= INT64_MAX);
    sow_store_watch(job->store, request->with.stop);
    enum sow_status status = find_kernel(request->with.kernel, &job->kernel, err);
    return status == SOW_OK ? prepare(job, request, err) : status;
}

static void close_job(struct job *job)
{
    sow_store_watch(job->store, NULL);
    free_options(job->run.kind, job->options);
}

/* Records and executes a run. With @p presence, only if the store has no run with the
   same record. */
static enum sow_status execute(struct sow_store *store,
                               const struct sow_run_request *request, int64_t *id,
                               enum sow_run_presence *presence, struct sow_err *err)
{
    *id = 0;
    struct job job = job_of(store, request);
    enum sow_status status = open_job(&job, request, err);
    if (status == SOW_OK)
        status = record_start(&job, request, presence, err);
    if (status == SOW_OK) {
        *id = job.run.id;
        if (request->prepared != NULL)
            request->prepared(request, &job.run, job.options);
        if (presence == NULL || *presence == SOW_RUN_ABSENT)
            status = carry_out(&job, err);
    }
    close_job(&job);
    return status;
}

enum sow_status sow_run_execute(struct sow_store *store,
                                const struct sow_run_request *request, int64_t *id,
                                struct sow_err *err)
{
    return execute(store, request, id, NULL, err);
}

enum sow_status sow_run_locate(struct sow_store *store,
                               const struct sow_run_request *request, int64_t *id,
                               enum sow_run_presence *presence, struct sow_err *err)
{
    struct record record;
    struct job job = job_of(store, request);
    *id = 0;
    *presence = SOW_RUN_ABSENT;
    enum sow_status status = open_job(&job, request, err);
    if (status == SOW_OK) {
        status = record_open(&job, request, &record, err);
        if (status == SOW_OK)
            status = sow_store_find_record(store, &record.row, id, presence, err);
        record_close(&record);
    }
    close_job(&job);
    return status;
}

/* ---- A stored record ---- */

/* A run that was read from its record. */
struct revival {
    struct sow_run_row row;
    const struct sow_run_kind *kind;
    struct sow_variant variant;
    void *options;
};

/* Refuses a record that names start positions or variants instead of holding them in
   full. Somebody has changed such a record, and the name may lead to any file. */
static enum sow_status refuse_names(const struct sow_run_kind *kind, const void *options,
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
                               "its record is damaged: it names a file in place of start "
                               "positions or games; go back to a copy of the database")
                 : SOW_OK;
}

static enum sow_status revive_options(struct revival *revival, struct sow_store *store,
                                      struct sow_err *err)
{
    const struct sow_run_kind *kind = revival->kind;
    revival->options = calloc(1, kind->options_size);
    if (revival->options == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_run_params_read(kind->groups, revival->row.parameters, revival->options, err);
    if (status == SOW_OK)
        status = refuse_names(kind, revival->options, err);
    if (status == SOW_OK && kind->prepare != NULL)
        status = kind->prepare(revival->options, store, &revival->variant.rules, err);
    return status;
}

static enum sow_status revive(struct revival *revival, struct sow_store *store,
                              int64_t id, struct sow_err *err)
{
    enum sow_status status = sow_store_read_run(store, id, &revival->row, err);
    if (status != SOW_OK)
        return status;
    revival->kind = find_kind(revival->row.kind);
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

static void revival_release(struct revival *revival)
{
    free_options(revival->kind, revival->options);
    sow_run_row_release(&revival->row);
}

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

/* Refuses to resume a run of another version. Results are equal for all builds of one
   version, but this is not tested across versions. */
static enum sow_status refuse_other_version(const struct sow_run_row *row,
                                            struct sow_err *err)
{
    if (strcmp(row->version, sow_build_version) == 0)
        return SOW_OK;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "run %lld was begun by sowlab %s and would not be the same if sowlab %s went on with it; "
        "use that version, or run it anew",
        (long long)row->id, row->version, sow_build_version);
}

static enum sow_status claim(const struct job *job, const struct revival *revival,
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
        .host = host_name(&host),
    };
    return sow_store_claim_run(job->store, &wish, err);
}

static enum sow_status go_on(struct sow_store *store, struct revival *revival,
                             const struct sow_run_replay *replay, struct sow_err *err)
{
    struct job job = {
        .store = store, .options = revival->options, .run = run_of(revival, replay)};
    job.run.source = store;
    job.run.sink = store;
    enum sow_status status = refuse_other_version(&revival->row, err);
    if (status == SOW_OK)
        status = sow_store_check_run(store, replay->id, NULL, err);
    if (status == SOW_OK)
        status = find_kernel(replay->with.kernel, &job.kernel, err);
    if (status == SOW_OK)
        status = claim(&job, revival, replay, err);
    if (status == SOW_OK && replay->begin != NULL)
        replay->begin(replay);
    return status == SOW_OK ? carry_out(&job, err) : status;
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

/* Executes the run again into a scratch store, which also holds its record, since results
   refer to it. */
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
    if (status == SOW_OK)
        status = sow_store_is_busy(store, replay->id, &running, err);
    verdict->timed = status == SOW_OK && sow_run_params_timed(revival.row.parameters);
    if (status == SOW_OK && !verdict->timed)
        status = replay_and_compare(store, &revival, replay, verdict, err);
    verdict->running = running && !verdict->complete;
    sow_store_watch(store, NULL);
    revival_release(&revival);
    return status;
}

/* ---- A run that is made at most once ---- */

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
    enum sow_status status = execute(store, request, id, presence, err);
    if (status == SOW_OK && *presence == SOW_RUN_DONE)
        return label(store, request, *id, err);
    if (status != SOW_OK || *presence != SOW_RUN_LEFT)
        return status;
    struct sow_run_replay replay = {.id = *id, .with = request->with};
    status = sow_run_resume(store, &replay, err);
    if (status == SOW_OK)
        return label(store, request, *id, err);
    /* Another process was quicker. */
    if (status != SOW_BUSY && status != SOW_NOTHING_LEFT)
        return status;
    *presence = status == SOW_BUSY ? SOW_RUN_BUSY : SOW_RUN_DONE;
    return SOW_OK;
}
