/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that every kind of run shares: its record, its end, its replay. The kind of
   these tests counts. Its options request each way to end and to differ. */
#include "run_support.h"
#include "sow/runs/run.h"
#include "sow/runs/run_params.h"
#include "sow/runs/trial.h"
#include "sow/store/tables/generations.def"
#include "sow/store/tables/individuals.def"
#include "sow/store/tables/runs.def"
#include "sow/variants/variant.h"

#include <stdlib.h>

FIXTURE(replay, enter_folder, leave_folder)
FIXTURE(trials, enter_folder, leave_folder)
FIXTURE(record, enter_folder, leave_folder)

enum ending { END_WELL, END_STOPPED, END_FAILED };

struct count_options {
    int generations;
    double factor;
    int ending;
    bool flag;
    char text[64];
    uint64_t big;
    struct {
        int depth;
    } inner;
};

#define AT(field) offsetof(struct count_options, field)

static const char *const ENDINGS[] = {"well", "stopped", "failed", NULL};

static const struct sow_param ROWS[] = {
    {"generations", &sow_param_integer, AT(generations), 1, 1000, NULL, "4", ""},
    {"factor", &sow_param_real, AT(factor), -1e300, 1e300, NULL, "0.1", ""},
    {"ending", &sow_param_choice, AT(ending), 0, 0, ENDINGS, "well", ""},
    {"flag", &sow_param_flag, AT(flag), 0, 0, NULL, "no", ""},
    {"text", &sow_param_text, AT(text), 0, 63, NULL, "", ""},
    {"big", &sow_param_seed, AT(big), 0, 0, NULL, "0", ""},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param INNER_ROWS[] = {
    {"depth", &sow_param_integer, 0, 0, 9, NULL, "2", ""},
};

static const struct sow_param_table INNER_TABLE = {INNER_ROWS, 1};

/* A difference between a run and its replay, made by the test. */
static double slip;

/* Number of generations computed so far. */
static int computed;

static enum sow_status count_prepare(void *options, struct sow_store *source,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct count_options *count = options;
    ck_assert_ptr_nonnull(source);
    ck_assert_int_eq(rules->pits, 6);
    if (strcmp(count->text, "run:1") == 0)
        (void)snprintf(count->text, sizeof count->text, "weights:1,2");
    if (strcmp(count->text, "bad") == 0)
        return sow_err_set(err, SOW_USAGE, "text is bad");
    return SOW_OK;
}

static enum sow_status store_step(const struct sow_run *run, int generation,
                                  const struct count_options *count, struct sow_err *err)
{
    computed++;
    double best = count->factor * generation + (double)(run->seed % 1000) + slip;
    struct sow_generation_row row = {run->id, generation, best, 0,  best - 1,
                                     0.5,     best - 2,   0.1,  10, NULL};
    struct sow_individual_row individual = {run->id, generation, 0, {&best, 1}, best};
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status == SOW_OK)
        status = sow_store_add(run->sink, generation, &row, err);
    if (status == SOW_OK)
        status = sow_store_add(run->sink, individual, &individual, err);
    return sow_store_end(run->sink, status, err);
}

static enum sow_status count_execute(struct sow_run *run, const void *options,
                                     struct sow_err *err)
{
    const struct count_options *count = options;
    for (int g = 0; g < count->generations; g++) {
        if (g >= 2 && sow_run_look(run, err) != SOW_OK) {
            /* The caller ends a transaction that is left open. */
            (void)!sow_store_begin(run->sink, NULL);
            return SOW_INTERRUPTED;
        }
        if (count->ending == END_FAILED && g == 3)
            return sow_err_set(err, SOW_IO, "the dog ate it");
        enum sow_status status = store_step(run, g, count, err);
        if (status != SOW_OK)
            return status;
    }
    run->stop_reason = "counted to the end";
    return SOW_OK;
}

static int followed_up; /* how often count_after was called */

static enum sow_status count_after(struct sow_run *run, const void *options,
                                   struct sow_err *err)
{
    (void)run;
    (void)options;
    (void)err;
    followed_up++;
    return SOW_OK;
}

static const char *const CONTENT[] = {"generations", "individuals", NULL};

static const struct sow_run_kind COUNT_KIND = {
    .name = "count",
    .groups = {{.table = &TABLE}, {.table = &INNER_TABLE, .offset = AT(inner)}},
    .options_size = sizeof(struct count_options),
    .prepare = count_prepare,
    .execute = count_execute,
    .after = count_after,
    .content = CONTENT,
};

const struct sow_run_kind *const sow_run_kinds[] = {&COUNT_KIND, NULL};

/* ---- */

static void defaults(struct count_options *options)
{
    sow_run_kind_defaults(&COUNT_KIND, options);
}

static enum sow_status execute(struct sow_store *store,
                               const struct count_options *options,
                               const struct sow_stop *stop, int64_t *id,
                               struct sow_err *err)
{
    const struct asked asked = {&COUNT_KIND, "kalah", NULL,   options, "my label",
                                42,          3,       "auto", stop};
    return try_run(store, &asked, id, err);
}

TEST(record, finished_run_is_recorded)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    TYPE(options.text, "run:1");
    int64_t id;
    ck_ok(execute(store, &options, NULL, &id, &err));
    struct sow_run_row row = read_run(store, id);
    ck_assert_str_eq(row.kind, "count");
    ck_assert_str_eq(row.status, "done");
    ck_assert_str_eq(row.stop_reason, "counted to the end");
    ck_assert_str_eq(row.label, "my label");
    ck_assert_int_eq(row.seed, 42);
    ck_assert_int_eq(row.threads, 3);
    ck_assert_str_ne(row.kernel, "auto");
    ck_assert_ptr_nonnull(strstr(row.rules, "pits = 6\n"));
    ck_assert_ptr_nonnull(strstr(row.parameters, "\"text\":\"weights:1,2\""));
    ck_assert_uint_gt(strlen(row.version), 0);
    ck_assert_uint_gt(strlen(row.revision), 0);
    ck_assert_uint_gt(strlen(row.compiler), 0);
    ck_assert_uint_gt(strlen(row.host), 0);
    ck_assert_uint_eq(strlen(row.started), strlen("2026-01-02T03:04:05Z"));
    ck_assert_int_ge(strcmp(row.finished, row.started), 0);
    ck_assert(row.seconds >= 0);
    sow_run_row_release(&row);
    /* The caller's options are unchanged. */
    ck_assert_str_eq(options.text, "run:1");
}

TEST(record, interrupted_run_keeps_what_it_finished)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    struct sow_stop stop = {.requested = true};
    int64_t id;
    ck_fails(execute(store, &options, &stop, &id, &err), SOW_INTERRUPTED, "stopped");
    struct sow_run_row row = read_run(store, id);
    ck_assert_str_eq(row.status, "interrupted");
    ck_assert_str_eq(row.stop_reason, "stop requested");
    ck_assert_ptr_nonnull(row.finished);
    sow_run_row_release(&row);
    int64_t rows;
    ck_ok(sow_store_count(store, "generations", id, &rows, &err));
    ck_assert_int_eq(rows, 2);
}

TEST(record, failed_run_says_why)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    options.ending = END_FAILED;
    int64_t id;
    ck_fails(execute(store, &options, NULL, &id, &err), SOW_IO, "the dog ate it");
    struct sow_run_row row = read_run(store, id);
    ck_assert_str_eq(row.status, "failed");
    ck_assert_str_eq(row.stop_reason, "the dog ate it");
    sow_run_row_release(&row);
}

TEST(record, refused_request_leaves_no_record)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    TYPE(options.text, "bad");
    int64_t id;
    ck_fails(execute(store, &options, NULL, &id, &err), SOW_USAGE, "text is bad");
    ck_assert_int_eq(id, 0);
    size_t count;
    int64_t *ids;
    ck_ok(sow_store_find_runs(store, NULL, NULL, &ids, &count, &err));
    ck_assert_uint_eq(count, 0);
    free(ids);
}

/* ---- Parameters ---- */

TEST_LOOP(params, parameters_come_back_exactly, 0, 7)
{
    struct count_options options;
    defaults(&options);
    options.generations = 1000;
    options.factor = (double[]){0.1, -0.0, 1e-300, 1.0 / 3.0, 3, -1e300, 1e22}[_i];
    options.ending = END_FAILED;
    options.flag = true;
    options.big = INT64_MAX;
    options.inner.depth = 7;
    (void)snprintf(options.text, sizeof options.text, "a\"b\\c\n\xc3\xa9,1e5");
    OWNED(text) char *json = sow_run_params_write(COUNT_KIND.groups, &options);
    ck_assert_ptr_nonnull(json);
    struct count_options back;
    memset(&back, 0, sizeof back);
    ck_ok(sow_run_params_read(COUNT_KIND.groups, json, &back, &err));
    ck_assert_mem_eq(&back.factor, &options.factor, sizeof back.factor);
    ck_assert_int_eq(back.generations, 1000);
    ck_assert_int_eq(back.ending, END_FAILED);
    ck_assert(back.flag);
    ck_assert_uint_eq(back.big, INT64_MAX);
    ck_assert_int_eq(back.inner.depth, 7);
    ck_assert_str_eq(back.text, options.text);
}

TEST(params, parameters_are_a_readable_object)
{
    struct count_options options;
    defaults(&options);
    OWNED(text) char *json = sow_run_params_write(COUNT_KIND.groups, &options);
    ck_assert_str_eq(json,
                     "{\"generations\":4,\"factor\":0.1,\"ending\":\"well\",\"flag\":"
                     "\"no\",\"text\":\"\",\"big\":0,\"depth\":2}");
}

/* Records keep the name that an option had in 0.1.0. Both names can be read. */
TEST(params, renamed_parameter)
{
    static const struct sow_param ROW = {
        "seeds_per_pit", &sow_param_integer, 0, 0, 9, NULL, "4", "renamed"};
    static const struct sow_param_table RENAMED_TABLE = {&ROW, 1};
    static const struct sow_param_group GROUPS[] = {{.table = &RENAMED_TABLE},
                                                    {.table = NULL}};
    int seeds = 3;
    OWNED(text) char *json = sow_run_params_write(GROUPS, &seeds);
    ck_assert_str_eq(json, "{\"seeds\":3}");
    ck_ok(sow_run_params_read(GROUPS, "{\"seeds\":5}", &seeds, &err));
    ck_assert_int_eq(seeds, 5);
    ck_ok(sow_run_params_read(GROUPS, "{\"seeds_per_pit\":6}", &seeds, &err));
    ck_assert_int_eq(seeds, 6);
    ck_fails(
        sow_run_params_read(GROUPS, "{\"seeds\":5,\"seeds_per_pit\":6}", &seeds, &err),
        SOW_BAD_DATA, "has both its old and its new name");
}

#define REST "\"ending\":\"well\",\"flag\":\"no\",\"text\":\"\",\"big\":0,\"depth\":2"

static const struct {
    const char *json;
    const char *words;
} BROKEN[] = {
    {"", "not a JSON object"},
    {"[]", "not a JSON object"},
    {"{\"generations\":4", "not a JSON object"},
    {"{}", "lack 'generations'"},
    {"{\"generations\":4," REST "}", "lack 'factor'"},
    {"{\"generations\":4,\"factor\":1,\"speed\":2," REST "}", "'speed' is unknown"},
    {"{\"generations\":4,\"generations\":4,\"factor\":1," REST "}", "not a JSON object"},
    {"{\"generations\":\"4\",\"factor\":1," REST "}", "wrong type"},
    {"{\"generations\":4.5,\"factor\":1," REST "}", "not a value of 'generations'"},
    {"{\"generations\":1001,\"factor\":1," REST "}", "not a value of 'generations'"},
    {"{\"generations\":4,\"factor\":null," REST "}", "wrong type"},
    {"{\"generations\":4,\"factor\":1e999," REST "}", "not a JSON object"},
};

TEST_EACH(params, broken_parameters_are_refused, BROKEN)
{
    struct count_options options;
    defaults(&options);
    ck_fails(sow_run_params_read(COUNT_KIND.groups, BROKEN[_i].json, &options, &err),
             SOW_BAD_DATA, BROKEN[_i].words);
}

/* ---- Replay ---- */

static struct sow_run_verdict verify(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_run_verdict verdict;
    struct sow_run_replay replay = {.id = id, .with.threads = 1, .with.kernel = "auto"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    return verdict;
}

TEST(replay, replay_is_the_same)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    options.factor = 1.0 / 3.0;
    (void)add_run(store, "other");
    int64_t id;
    ck_ok(execute(store, &options, NULL, &id, &err));
    sow_store_close(store);
    store = open_store(test_path("a.db"), SOW_STORE_READ);
    struct sow_run_verdict verdict = verify(store, id);
    ck_assert_msg(verdict.same, "%s", verdict.difference);
    ck_assert(verdict.complete);
    ck_assert_int_eq(verdict.rows, 8);
    sow_store_close(store);
}

TEST(replay, replay_tells_a_difference)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    int64_t id;
    ck_ok(execute(store, &options, NULL, &id, &err));
    slip = 0.25;
    struct sow_run_verdict verdict = verify(store, id);
    ck_assert(!verdict.same);
    ck_assert_str_eq(verdict.difference,
                     "generations, generation 0: best stored as 42, replayed as 42.25");
}

TEST(replay, replay_of_an_unfinished_run)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    struct sow_stop stop = {.requested = true};
    int64_t id;
    ck_assert_int_eq(execute(store, &options, &stop, &id, &err), SOW_INTERRUPTED);
    computed = 0;
    struct sow_run_verdict verdict = verify(store, id);
    ck_assert_msg(verdict.same, "%s", verdict.difference);
    ck_assert(!verdict.complete);
    ck_assert_int_eq(verdict.rows, 4);
    /* The rows after the first two are not computed. */
    ck_assert_int_eq(computed, 2);
    slip = 0.25;
    ck_assert(!verify(store, id).same);
}

/* A replay with fewer rows in one table and more in another differs from one that is just
   as far as the run. */
TEST(replay, replay_of_an_unfinished_run_tells_missing_rows)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    struct sow_stop stop = {.requested = true};
    int64_t id;
    ck_assert_int_eq(execute(store, &options, &stop, &id, &err), SOW_INTERRUPTED);
    double weight = 1;
    struct sow_individual_row more = {id, 1, 1, {&weight, 1}, 1};
    ck_ok(sow_store_add(store, individual, &more, &err));
    struct sow_run_verdict verdict = verify(store, id);
    ck_assert(!verdict.same);
    ck_assert_ptr_nonnull(strstr(verdict.difference, "generation 1"));
}

TEST(replay, nothing_stored_is_nothing_to_replay)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    int64_t id;
    ck_ok(execute(store, &options, NULL, &id, &err));
    struct sow_run_row row;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    row.id = 0;
    row.status = "interrupted";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    sow_run_row_release(&row);
    computed = 0;
    struct sow_run_verdict verdict = verify(store, id);
    ck_assert(verdict.same);
    ck_assert_int_eq(verdict.rows, 0);
    ck_assert_int_eq(computed, 0);
}

/* Records that cannot be replayed. */
static const struct {
    const char *kind;
    const char *rules;
    const char *parameters;
    const char *words;
} STRANGE[] = {
    {"brew", "pits = 6\n", "{}", "kind 'brew'"},
    {"count", "pits = 6\nflavour = sweet\n", "{}", "flavour"},
    {"count", "pits = 6\nply_cap = 100\n", "{\"generations\":4}", "lack 'factor'"},
};

TEST_EACH(replay, strange_records_are_refused, STRANGE)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_row row = a_run(STRANGE[_i].kind);
    row.rules = STRANGE[_i].rules;
    row.parameters = STRANGE[_i].parameters;
    int64_t id;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    struct sow_run_verdict verdict;
    struct sow_run_replay replay = {.id = id, .with.kernel = "auto"};
    ck_fails(sow_run_verify(store, &replay, &verdict, &err), SOW_BAD_DATA,
             STRANGE[_i].words);
    ck_assert_ptr_nonnull(strstr(err.text, "0.1.0"));
    replay.id = 99;
    ck_fails(sow_run_verify(store, &replay, &verdict, &err), SOW_NOT_FOUND, "no run 99");
}

/* ---- Runs within a run ---- */

/* Executes a trial whose parent stores into @p claimant. Returns its status and its
   store. */
static enum sow_status try_out(struct sow_store *claimant, const struct sow_stop *stop,
                               struct sow_store **trials, int64_t *id,
                               struct sow_err *fault)
{
    struct sow_err err;
    struct sow_variant variant;
    ck_ok(sow_variant_builtin("kalah", &variant, &err));
    struct count_options options;
    defaults(&options);
    struct sow_run parent = {.source = claimant,
                             .sink = claimant,
                             .with.threads = 1,
                             .with.kernel = "auto",
                             .with.stop = stop};
    struct sow_trial trial = {.kind = &COUNT_KIND,
                              .variant = "kalah",
                              .rules = &variant.rules,
                              .options = &options,
                              .seed = 42,
                              .with = parent.with};
    ck_ok(sow_trial_store(&parent, trials, &err));
    return sow_trial_execute(*trials, &trial, id, fault);
}

TEST(trials, trial_is_a_run_like_any_other)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct count_options options;
    defaults(&options);
    struct sow_store *trials;
    int64_t id;
    followed_up = 0;
    ck_ok(try_out(store, NULL, &trials, &id, &err));
    /* Nobody could read what a kind measures after a trial. */
    ck_assert_int_eq(followed_up, 0);
    int64_t beside;
    ck_ok(execute(store, &options, NULL, &beside, &err));
    ck_assert_int_eq(followed_up, 1);
    struct sow_store_comparison comparison = {
        .stored = store, .replayed = trials, .run_id = beside};
    /* The run is the first of its store: the trial left no run there. */
    ck_assert_int_eq(id, beside);
    ck_assert_int_eq(beside, 1);
    for (size_t i = 0; CONTENT[i] != NULL; i++)
        ck_ok(sow_store_compare(&comparison, CONTENT[i], &err));
    ck_assert_int_eq(comparison.rows, 8);
    ck_assert(!comparison.found);
    sow_store_close(trials);
    struct sow_stop stop = {.requested = true};
    ck_fails(try_out(store, &stop, &trials, &id, &err), SOW_INTERRUPTED, "stopped");
    sow_store_close(trials);
}
