/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New runs: options, record, execution and end. */
#include "sow/runs/run.h"

#include "run_job.h"
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

/* Bytes of a time as text, with its NUL. */
enum { STAMP_MAX = 32 };

const struct sow_run_kind *sow_run_kind_find(const char *name)
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

/* Writes the time now in UTC, as in ISO 8601; 1970-01-01 if the clock cannot be read. */
static void write_stamp(char stamp[STAMP_MAX])
{
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(stamp, STAMP_MAX, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        (void)snprintf(stamp, STAMP_MAX, "1970-01-01T00:00:00Z");
}

bool sow_run_is_done(struct sow_store *store, int64_t id)
{
    struct sow_run_row row;
    if (sow_store_read_run(store, id, &row, NULL) != SOW_OK)
        return false;
    bool done = strcmp(row.status, "done") == 0;
    sow_run_row_release(&row);
    return done;
}

/* ---- A new run ---- */

const char *sow_job_host_name(struct utsname *room)
{
    return uname(room) == 0 ? room->nodename : "unknown";
}

enum sow_status sow_job_find_kernel(const char *name, const char **found,
                                    struct sow_err *err)
{
    const struct sow_kernel *kernel = NULL;
    enum sow_status status = sow_kernel_find(name, &kernel, err);
    *found = status == SOW_OK ? kernel->name : NULL;
    return status;
}

void sow_job_free_options(const struct sow_run_kind *kind, void *options)
{
    if (options != NULL)
        sow_params_release(kind->groups, options);
    free(options);
}

/* ---- Questions that games answer ---- */

/* Returns the address, in @p options, of the option that the kind's question is about.
   NULL if the kind has no question. */
static const int *questioned(const struct sow_run_kind *kind, const void *options)
{
    return kind->question != NULL
               ? sow_param_of_type(kind->groups, kind->question->type, options)
               : NULL;
}

/* Returns true if the kind's question is still open in @p options. */
static bool is_open(const struct sow_run_kind *kind, const void *options)
{
    const int *option = questioned(kind, options);
    return option != NULL && *option == kind->question->open;
}

/* ---- Options of a request ---- */

/* Gives a run that was requested without rules the rules of the first variant among its
   options, and the names of all. Its kind must then have an option of variants. Does
   nothing if the request had rules. */
static void name_rules(struct sow_job *job)
{
    const struct sow_variant_set *set =
        sow_param_of_type(job->run.kind->groups, &sow_param_variants, job->options);
    if (job->run.rules != NULL)
        return;
    sow_variant_set_title(set, job->title, sizeof job->title);
    job->run.rules = &set->variants[0].rules;
    job->run.variant = job->title;
}

/* Copies the options of a request into the job and turns them into those that are
   recorded (`find` and `prepare` of the kind). An open question stays open; @c asked then
   names its option. Fails with SOW_USAGE if a typed option has no effect, else as the
   kind does. The caller frees the options, also after a failure. */
static enum sow_status prepare(struct sow_job *job, const struct sow_run_request *request,
                               struct sow_err *err)
{
    const struct sow_run_kind *kind = job->run.kind;
    job->options = calloc(1, kind->options_size);
    if (job->options == NULL)
        return sow_err_no_memory(err);
    job->asked = is_open(kind, request->options) ? kind->question->option : NULL;
    enum sow_status status = sow_params_copy(kind->groups, request->options, job->options,
                                             kind->options_size, err);
    if (status == SOW_OK)
        status = sow_param_refuse_idle(kind->groups, kind->needs, job->options, err);
    if (status == SOW_OK && kind->find != NULL)
        status =
            kind->find(job->options, job->store, request->rules, &request->with, err);
    if (status == SOW_OK && kind->prepare != NULL)
        status = kind->prepare(job->options, job->store, request->rules, err);
    if (status == SOW_OK)
        name_rules(job);
    return status;
}

enum sow_status sow_job_settle(const struct sow_run_kind *kind, void *options,
                               const struct sow_rules *rules, struct sow_err *err)
{
    return is_open(kind, options) ? kind->question->answer(kind, options, rules, err)
                                  : SOW_OK;
}

/* ---- The record ---- */

/* Row of a run that begins now, with its texts. */
struct record {
    char started[STAMP_MAX];   /* time at which the run begins */
    char owner[SOW_OWNER_MAX]; /* token of this process */
    struct utsname host;       /* room for the name of this machine */
    char *rules;               /* text of the rules; owned */
    char *parameters;          /* options as JSON; owned */
    struct sow_run_row row;    /* borrows the texts above */
};

/* Fills in the row of a run that begins now, with status "running" and a new owner token;
   stores nothing. Call record_close, also after a failure, which can only be
   SOW_NO_MEMORY. */
static enum sow_status record_open(const struct sow_job *job,
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
        .host = sow_job_host_name(&record->host),
        .started = record->started,
        .owner = sow_owner_token(record->owner),
    };
    return record->rules == NULL || record->parameters == NULL ? sow_err_no_memory(err)
                                                               : SOW_OK;
}

/* Frees the texts of a record. */
static void record_close(struct record *record)
{
    free(record->rules);
    free(record->parameters);
}

/* Adds the record and claims the run, in one transaction, which keeps other processes
   from adding it at the same time. If @p presence is not NULL, first looks for a run with
   the same record: adds nothing then, and the job gets its number. Notes in either case
   that games decided an option of the run, if they did. */
static enum sow_status add_record(struct sow_job *job, const struct sow_run_row *row,
                                  enum sow_run_presence *presence, struct sow_err *err)
{
    bool add = true;
    enum sow_status status = sow_store_begin(job->store, err);
    if (status != SOW_OK)
        return status;
    if (presence != NULL) {
        status = sow_store_find_record(job->store, row, &job->run.id, presence, err);
        add = *presence == SOW_RUN_ABSENT;
    }
    if (status == SOW_OK && add)
        status = sow_store_add_run(job->store, row, &job->run.id, err);
    if (status == SOW_OK && job->asked != NULL)
        status = sow_store_note_answer(job->store, job->run.id, job->asked, err);
    return sow_store_end(job->store, status, err);
}

/* Fills in the record of a run that begins now and adds it by add_record, whose failures
   it returns; else SOW_NO_MEMORY. */
static enum sow_status record_start(struct sow_job *job,
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

/* Records how a run ended: done for @p outcome SOW_OK, interrupted for SOW_INTERRUPTED,
   else failed. For a failed run @p failure is the reason that is stored. Returns the
   failure of the database. */
static enum sow_status record_end(const struct sow_job *job, enum sow_status outcome,
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

/* Does what the kind does after a run (`after`), if anything. The run stays done whatever
   this returns. */
static enum sow_status follow_up(struct sow_job *job, struct sow_err *err)
{
    const struct sow_run_kind *kind = job->run.kind;
    return kind->after != NULL ? kind->after(&job->run, job->options, err) : SOW_OK;
}

enum sow_status sow_job_carry_out(struct sow_job *job, struct sow_err *err)
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
    if (outcome == SOW_OK) {
        outcome = record_end(job, outcome, NULL, err);
        return outcome == SOW_OK ? follow_up(job, err) : outcome;
    }
    /* The run's own failure is reported, even if recording it fails too. */
    (void)record_end(job, outcome, fault.text, NULL);
    return sow_err_set(err, outcome, "%s", fault.text);
}

/* Returns the job of a request, without options or kernel. Source and sink of its run are
   both @p store. It borrows from both arguments. */
static struct sow_job job_of(struct sow_store *store,
                             const struct sow_run_request *request)
{
    return (struct sow_job){.store = store,
                            .run = {.kind = request->kind,
                                    .source = store,
                                    .sink = store,
                                    .variant = request->variant,
                                    .rules = request->rules,
                                    .seed = request->seed,
                                    .with = request->with}};
}

/* Finds kernel and options of a job, and lets its store obey the request's stop flag.
   Call close_job, also after a failure. The seed must be at most INT64_MAX. */
static enum sow_status
open_job(struct sow_job *job, const struct sow_run_request *request, struct sow_err *err)
{
    assert(request->seed <= INT64_MAX);
    sow_store_watch(job->store, request->with.stop);
    enum sow_status status = sow_job_find_kernel(request->with.kernel, &job->kernel, err);
    return status == SOW_OK ? prepare(job, request, err) : status;
}

/* Frees the options of a job and takes the stop flag from its store. */
static void close_job(struct sow_job *job)
{
    sow_store_watch(job->store, NULL);
    sow_job_free_options(job->run.kind, job->options);
}

enum sow_status sow_job_execute(struct sow_store *store,
                                const struct sow_run_request *request, int64_t *id,
                                enum sow_run_presence *presence, struct sow_err *err)
{
    *id = 0;
    struct sow_job job = job_of(store, request);
    enum sow_status status = open_job(&job, request, err);
    if (status == SOW_OK)
        status = sow_job_settle(job.run.kind, job.options, request->rules, err);
    if (status == SOW_OK)
        status = record_start(&job, request, presence, err);
    if (status == SOW_OK) {
        *id = job.run.id;
        if (request->prepared != NULL)
            request->prepared(request, &job.run, job.options);
        if (presence == NULL || *presence == SOW_RUN_ABSENT)
            status = sow_job_carry_out(&job, err);
    }
    close_job(&job);
    return status;
}

enum sow_status sow_run_execute(struct sow_store *store,
                                const struct sow_run_request *request, int64_t *id,
                                struct sow_err *err)
{
    return sow_job_execute(store, request, id, NULL, err);
}

/* Looks for a run with the job's record in its store. Sets @p id to 0 and @p presence to
   SOW_RUN_ABSENT if there is none (sow_store_find_record). */
static enum sow_status find_run(const struct sow_job *job,
                                const struct sow_run_request *request, int64_t *id,
                                enum sow_run_presence *presence, struct sow_err *err)
{
    struct record record;
    enum sow_status status = record_open(job, request, &record, err);
    if (status == SOW_OK)
        status = sow_store_find_record(job->store, &record.row, id, presence, err);
    record_close(&record);
    return status;
}

/* Looks for a run with each possible answer to the open question, which stays open. Sets
   @p id and @p presence to the first of them whose answer was decided by games: games
   would give the same answer again. Without one sets @p id to 0. Sets @p stored to true
   if there is any run with an answer; if not, nobody needs the answer. Plays no games. */
static enum sow_status find_answered(struct sow_job *job,
                                     const struct sow_run_request *request, int64_t *id,
                                     enum sow_run_presence *presence, bool *stored,
                                     struct sow_err *err)
{
    const struct sow_run_question *question = job->run.kind->question;
    const void *options = job->options;
    size_t at = (size_t)((const char *)questioned(job->run.kind, options) -
                         (const char *)options);
    int *option = (int *)((char *)job->options + at);
    enum sow_status status = SOW_OK;
    bool noted = false;
    *stored = false;
    for (size_t i = 0; i < question->count && status == SOW_OK && !noted; i++) {
        *option = question->answers[i];
        status = find_run(job, request, id, presence, err);
        *stored = *stored || *id != 0;
        if (status == SOW_OK && *id != 0)
            status = sow_store_has_answer(job->store, *id, &noted, err);
    }
    *option = question->open;
    if (!noted) {
        *id = 0;
        *presence = SOW_RUN_ABSENT;
    }
    return status;
}

enum sow_status sow_run_locate(struct sow_store *store,
                               const struct sow_run_request *request, int64_t *id,
                               enum sow_run_presence *presence, struct sow_err *err)
{
    struct sow_job job = job_of(store, request);
    bool stored = true;
    *id = 0;
    *presence = SOW_RUN_ABSENT;
    enum sow_status status = open_job(&job, request, err);
    if (status == SOW_OK && is_open(job.run.kind, job.options))
        status = find_answered(&job, request, id, presence, &stored, err);
    if (status == SOW_OK && stored && *id == 0)
        status = sow_job_settle(job.run.kind, job.options, request->rules, err);
    if (status == SOW_OK && stored && *id == 0)
        status = find_run(&job, request, id, presence, err);
    close_job(&job);
    return status;
}
