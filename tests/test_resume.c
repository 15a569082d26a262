/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run that is killed or stopped at any commit continues to the same results. */
#include "commits.h"
#include "run_support.h"
#include "scale.h"
#include "sow/evolution/evolve.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/fit.h"
#include "sow/matches/match.h"
#include "sow/runs/run.h"
#include "sow/store/tables/generations.def"
#include "sow/store/tables/runs.def"
#include "sow/support/owner.h"
#include "sow/variants/variant.h"
#include "store_private.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

FIXTURE(ANY, enter_folder, leave_folder)
NEEDS_FILE(processes, "/proc/self/stat")

/* ---- Commits ---- */

enum { KILLED = 42 };

static void die(void)
{
    _exit(KILLED);
}

/* ---- A small run of every kind ---- */

static const struct sow_run_kind *const KINDS[] = {&sow_evolve_kind, &sow_dataset_kind,
                                                   &sow_match_kind, &sow_fit_kind};

/* Kinds, and the number of commits of each: of the record, of the results, of the end. */
static const struct {
    int kind;
    int commits;
} CASES[] = {{0, 7}, {1, 4}, {2, 3}, {3, 5}};

enum { CASE_COUNT = 4, MOST_COMMITS = 7 };

/* Options of any kind. */
union any_options {
    struct sow_evolve_options evolve;
    struct sow_dataset_options dataset;
    struct sow_match_options match;
    struct sow_fit_options fit;
};

static void small_options(const struct sow_run_kind *kind, union any_options *options)
{
    sow_run_kind_defaults(kind, options);
    if (kind == &sow_evolve_kind) {
        options->evolve.optimizer.population = 5;
        options->evolve.optimizer.generations = 4;
        options->evolve.games = 2;
        options->evolve.candidates = 2;
        options->evolve.candidate_games = 2;
        options->evolve.validation_games = 3;
    } else if (kind == &sow_dataset_kind) {
        options->dataset.games = 600; /* two slices */
        options->dataset.random_plies = (struct sow_plies){6, 6};
    } else if (kind == &sow_match_kind) {
        options->match.games = 50;
    } else if (kind == &sow_fit_kind) {
        options->fit.comparison_games = 10; /* against two opponents: there is no
                                               champion */
    }
}

static enum sow_status execute(struct sow_store *store, const struct sow_run_kind *kind,
                               int64_t *id, struct sow_err *err)
{
    union any_options options;
    small_options(kind, &options);
    const struct asked asked = {.kind = kind,
                                .rules = "erherhe",
                                .options = &options,
                                .seed = 7,
                                .stop = &commits.stop};
    return try_run(store, &asked, id, err);
}

/* Makes the data set that a fit needs; it is then run 1. */
static void make_ground(struct sow_store *store, const struct sow_run_kind *kind)
{
    struct sow_err err;
    int64_t id;
    if (kind == &sow_fit_kind)
        ck_ok(execute(store, &sow_dataset_kind, &id, &err));
}

static int64_t id_of(const struct sow_run_kind *kind)
{
    return kind == &sow_fit_kind ? 2 : 1;
}

static enum sow_status resume(struct sow_store *store, int64_t id, struct sow_err *err)
{
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "auto"};
    return sow_run_resume(store, &replay, err);
}

/* Checks that the run in the file equals a run without interruption. */
static void is_as_uninterrupted(const struct sow_run_kind *kind)
{
    struct sow_err err;
    int64_t id = id_of(kind);
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    OWNED(store) struct sow_store *plain = open_store(test_path("b.db"), SOW_STORE_WRITE);
    make_ground(plain, kind);
    int64_t made;
    ck_ok(execute(plain, kind, &made, &err));
    ck_assert_int_eq(made, id);
    struct sow_store_comparison comparison = {
        .stored = store, .replayed = plain, .run_id = id};
    for (int i = 0; kind->content[i] != NULL; i++)
        ck_ok(sow_store_compare(&comparison, kind->content[i], &err));
    ck_assert_msg(!comparison.found, "%s", comparison.text);
    ck_assert_int_gt(comparison.rows, 0);
    struct sow_run_row row = read_run(store, id);
    struct sow_run_row wanted = read_run(plain, id);
    ck_assert_str_eq(row.digest, wanted.digest);
    ck_assert_str_eq(row.status, "done");
    ck_assert_str_eq(row.stop_reason, wanted.stop_reason);
    ck_assert_int_eq(row.resumed, 1);
    ck_assert_ptr_null(row.owner);
    int64_t rows;
    ck_ok(sow_store_check_run(store, id, &rows, &err));
    ck_assert_int_eq(rows, comparison.rows);
    sow_run_row_release(&row);
    sow_run_row_release(&wanted);
}

/* ---- Killed ---- */

/* Executes a run in a process of its own, which dies at the given commit. */
static void execute_and_die(const struct sow_run_kind *kind, bool before, int commit)
{
    struct sow_err err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    make_ground(store, kind);
    sow_store_close(store);
    pid_t process = fork();
    ck_assert_int_ge(process, 0);
    if (process == 0) {
        int64_t id;
        store = open_store(test_path("a.db"), SOW_STORE_WRITE);
        commits.countdown = commit;
        commits.before = before ? die : NULL;
        commits.after = die;
        (void)!execute(store, kind, &id, &err);
        _exit(0);
    }
    int status;
    ck_assert_int_eq(waitpid(process, &status, 0), process);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == KILLED,
                  "%s: no commit number %d", kind->name, commit);
}

TEST_LOOP(killed, killed_run_goes_on, 0, CASE_COUNT * 2 * MOST_COMMITS)
{
    int kind_case = _i / (2 * MOST_COMMITS);
    int commit = _i / 2 % MOST_COMMITS + 1;
    const struct sow_run_kind *kind = KINDS[CASES[kind_case].kind];
    int last = CASES[kind_case].commits;
    if (commit > last || (commit == 1 && _i % 2 == 0) || (commit == last && _i % 2 == 1))
        return; /* there is no such commit, or nothing is recorded before it, or the run
                   is complete after it */
    /* A sanitizer makes this slow. A third of the commits of each kind is enough then. */
    if (sow_scaled(100) < 100 && (commit + kind_case) % 3 != 0)
        return;
    execute_and_die(kind, _i % 2 == 0, commit);
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id;
    ck_ok(sow_store_find_resumable(store, &id, &err));
    ck_assert_int_eq(id, id_of(kind));
    ck_ok(resume(store, id, &err));
    ck_ok(sow_store_find_resumable(store, &id, &err));
    ck_assert_int_eq(id, 0);
    sow_store_close(store);
    is_as_uninterrupted(kind);
}

/* The numbers of commits above are those of the kinds. */
TEST_LOOP(killed, cases_have_all_commits, 0, CASE_COUNT)
{
    const struct sow_run_kind *kind = KINDS[CASES[_i].kind];
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    make_ground(store, kind);
    commits.seen = 0;
    int64_t id;
    ck_ok(execute(store, kind, &id, &err));
    ck_assert_int_eq(commits.seen, CASES[_i].commits);
}

/* ---- Stopped ---- */

TEST_LOOP(stopped, stopped_run_goes_on, 0, CASE_COUNT * 5)
{
    const struct sow_run_kind *kind = KINDS[CASES[_i % CASE_COUNT].kind];
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    make_ground(store, kind);
    commits.countdown = _i / CASE_COUNT + 1;
    int64_t id;
    enum sow_status status = execute(store, kind, &id, &err);
    commits.stop.requested = false;
    commits.countdown = 0;
    struct sow_run_row row = read_run(store, id);
    /* A kind that has no work left when the request comes is done. */
    if (status == SOW_OK) {
        ck_assert_str_eq(row.status, "done");
        ck_fails(resume(store, id, &err), SOW_NOTHING_LEFT, "is done");
    } else {
        ck_assert_int_eq(status, SOW_INTERRUPTED);
        ck_assert_str_eq(row.status, "interrupted");
        ck_assert_ptr_null(row.owner);
        double before = row.seconds;
        ck_ok(resume(store, id, &err));
        sow_run_row_release(&row);
        row = read_run(store, id);
        ck_assert(row.seconds >= before);
        is_as_uninterrupted(kind);
    }
    sow_run_row_release(&row);
}

/* An option that is no setting also holds for the rest of an interrupted run: here that
   the run is not measured. */
TEST(ensured, run_is_resumed_as_it_was_asked_for)
{
    OWNED(store) struct sow_store *store = open_scratch();
    union any_options options;
    struct sow_variant variant;
    int64_t id;
    enum sow_run_presence presence;
    ck_assert_int_eq(unsetenv("SOWLAB_MEASURE"), 0);
    ck_ok(sow_variant_builtin("erherhe", &variant, &err));
    small_options(&sow_evolve_kind, &options);
    options.evolve.strength.measure = false;
    keep_options(&sow_evolve_kind, &options);
    struct sow_run_request request = {
        .kind = &sow_evolve_kind,
        .variant = "erherhe",
        .rules = &variant.rules,
        .options = &options,
        .label = "",
        .seed = 7,
        .with = {.threads = 1, .kernel = "auto", .stop = &commits.stop}};
    commits.countdown = 3;
    ck_fails(sow_run_ensure(store, &request, &id, &presence, &err), SOW_INTERRUPTED, "");
    commits.stop.requested = false;
    ck_ok(sow_run_ensure(store, &request, &id, &presence, &err));
    ck_assert_int_eq(presence, SOW_RUN_LEFT);
    ck_assert(real_of(store, "SELECT count(*) FROM strengths") < 0.5);
}

/* ---- Refused ---- */

static void alter(struct sow_store *store, const char *sql)
{
    struct sow_err err;
    ck_ok(sow_store_exec(store, sql, &err));
}

/* Makes an evolution with two generations that was interrupted. */
static struct sow_store *interrupted_evolution(void)
{
    struct sow_err err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    commits.countdown = 3;
    int64_t id;
    ck_assert_int_eq(execute(store, &sow_evolve_kind, &id, &err), SOW_INTERRUPTED);
    commits.stop.requested = false;
    commits.countdown = 0;
    return store;
}

static const struct {
    const char *sql;
    enum sow_status status;
    const char *words;
} UNFIT[] = {
    {"UPDATE runs SET version = '9.9'", SOW_BAD_DATA, "begun by sowlab 9.9"},
    {"UPDATE runs SET kind = 'brew'", SOW_BAD_DATA, "kind 'brew'"},
    {"UPDATE runs SET seed = 8", SOW_BAD_DATA, "generation 0"},
    {"UPDATE runs SET digest = replace(digest, substr(digest, 1, 1), 'x')", SOW_BAD_DATA,
     "damaged"},
    {"UPDATE individuals SET fitness = 0.5 WHERE generation = 1 AND individual = 2",
     SOW_BAD_DATA, "generation 1"},
    {"DELETE FROM individuals WHERE generation = 1 AND individual = 4", SOW_BAD_DATA,
     "generation 1"},
    {"DELETE FROM generations WHERE generation = 1", SOW_BAD_DATA, "damaged"},
    {"UPDATE individuals SET weights = '[0,0,0,0,0,2]' WHERE generation = 0",
     SOW_BAD_DATA, "generation 0"},
    {"UPDATE runs SET status = 'done'", SOW_NOTHING_LEFT, "is done"},
    {"DELETE FROM runs", SOW_NOT_FOUND, "no run 1"},
};

TEST_EACH(refused, unfit_run_is_refused, UNFIT)
{
    OWNED(store) struct sow_store *store = interrupted_evolution();
    alter(store, UNFIT[_i].sql);
    ck_fails(resume(store, 1, &err), UNFIT[_i].status, UNFIT[_i].words);
    int64_t taken;
    ck_ok(sow_store_integer(store, "SELECT sum(resumed) FROM runs", 0, &taken, &err));
    ck_assert_int_eq(taken, 0);
}

/* ---- Several processes ---- */

static struct sow_run_claim a_claim(const struct sow_run_row *row, const char *owner)
{
    return (struct sow_run_claim){.id = row->id,
                                  .owner = owner,
                                  .digest = row->digest,
                                  .kernel = "plain",
                                  .threads = 1,
                                  .host = "there"};
}

TEST(processes, only_one_process_takes_a_run)
{
    sow_store_close(interrupted_evolution());
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t process = fork();
    ck_assert_int_ge(process, 0);
    if (process == 0) {
        struct sow_store *own = open_store(test_path("a.db"), SOW_STORE_WRITE);
        struct sow_run_row row = read_run(own, 1);
        char token[SOW_OWNER_MAX];
        struct sow_run_claim claim = a_claim(&row, sow_owner_token(token));
        bool right = sow_store_claim_run(own, &claim, &err) == SOW_OK;
        (void)!write(ends[1], right ? "y" : "n", 1);
        (void)pause();
        _exit(0);
    }
    char answer = 'n';
    ck_assert_int_eq(read(ends[0], &answer, 1), 1);
    ck_assert_int_eq(answer, 'y');
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id;
    ck_ok(sow_store_find_resumable(store, &id, &err));
    ck_assert_int_eq(id, 0);
    ck_fails(resume(store, 1, &err), SOW_BUSY, "at work on run 1");
    char number[32];
    (void)snprintf(number, sizeof number, "process %d ", (int)process);
    ck_assert_ptr_nonnull(strstr(err.text, number));
    ck_fails(sow_store_delete_run(store, 1, &err), SOW_BUSY, "at work");
    ck_assert_int_eq(kill(process, SIGKILL), 0);
    ck_assert_int_eq(waitpid(process, NULL, 0), process);
    ck_ok(sow_store_find_resumable(store, &id, &err));
    ck_assert_int_eq(id, 1);
    ck_ok(resume(store, 1, &err));
}

TEST(processes, failed_runs_are_taken_last)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row end = {.kernel = "plain",
                              .finished = "2026-01-02T03:04:06Z",
                              .status = "interrupted",
                              .stop_reason = "stop requested",
                              .seconds = 1};
    end.id = add_run(store, "evolve");
    ck_ok(sow_store_finish_run(store, &end, &err));
    int64_t interrupted = end.id;
    end.id = add_run(store, "fit");
    end.status = "failed";
    ck_ok(sow_store_finish_run(store, &end, &err));
    int64_t id;
    ck_ok(sow_store_find_resumable(store, &id, &err));
    ck_assert_int_eq(id, interrupted);
    ck_ok(sow_store_delete_run(store, interrupted, &err));
    ck_ok(sow_store_find_resumable(store, &id, &err));
    ck_assert_int_eq(id, end.id);
}

TEST(processes, dispossessed_process_writes_nothing)
{
    OWNED(store) struct sow_store *first = interrupted_evolution();
    OWNED(store)
    struct sow_store *second = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row row = read_run(first, 1);
    char token[SOW_OWNER_MAX];
    struct sow_run_claim claim = a_claim(&row, sow_owner_token(token));
    ck_ok(sow_store_claim_run(first, &claim, &err));
    ck_fails(sow_store_claim_run(second, &claim, &err), SOW_BUSY, "at work");
    /* The first process looks as if it had been silent for long on another machine. */
    alter(second, "UPDATE runs SET owner = 'there/1/1/1', heartbeat = '2020-01-01'");
    ck_ok(sow_store_claim_run(second, &claim, &err));
    /* The other process has stored the rows that the first one now wants to add. */
    add_generation(second, 1, 2, 1);
    alter(second, "UPDATE runs SET owner = 'there/1/1/2'");
    struct sow_generation_row generation = {1, 2, 0.6, 0, 0.5, 0.1, 0.4, 0.25, 9, NULL};
    ck_fails(sow_store_add(first, generation, &generation, &err), SOW_IO,
             "another process has taken over run");
    int64_t rows;
    ck_ok(sow_store_count(first, "generations", 1, &rows, &err));
    ck_assert_int_eq(rows, 3);
    struct sow_run_row end = {.id = 1,
                              .status = "done",
                              .stop_reason = "x",
                              .kernel = "x",
                              .finished = row.started};
    ck_fails(sow_store_finish_run(first, &end, &err), SOW_IO,
             "another process has taken over run");
    sow_run_row_release(&row);
}

/* Clocks differ, even between a machine and its containers. */
TEST(processes, sign_of_life_from_another_clock)
{
    static const struct {
        const char *shift;
        enum sow_status status;
    } CLOCKS[] = {{"+10 seconds", SOW_BUSY}, {"+50 seconds", SOW_BUSY},
                  {"-50 seconds", SOW_BUSY}, {"-70 seconds", SOW_OK},
                  {"+70 seconds", SOW_OK},   {"+1 day", SOW_OK}};
    OWNED(store) struct sow_store *store = interrupted_evolution();
    struct sow_run_row row = read_run(store, 1);
    char token[SOW_OWNER_MAX];
    char sql[256];
    struct sow_run_claim claim = a_claim(&row, sow_owner_token(token));
    for (size_t i = 0; i < sizeof CLOCKS / sizeof CLOCKS[0]; i++) {
        (void)snprintf(sql, sizeof sql,
                       "UPDATE runs SET status = 'running', finished = NULL,"
                       " stop_reason = NULL, owner = 'there/1/1/1',"
                       " heartbeat = strftime('%%Y-%%m-%%dT%%H:%%M:%%SZ', 'now', '%s')",
                       CLOCKS[i].shift);
        alter(store, sql);
        struct sow_store *other = open_store(test_path("a.db"), SOW_STORE_WRITE);
        enum sow_status status = sow_store_claim_run(other, &claim, &err);
        sow_store_close(other);
        ck_assert_msg(status == CLOCKS[i].status, "%s: %d", CLOCKS[i].shift, (int)status);
    }
    sow_run_row_release(&row);
}

/* ---- Owners ---- */

TEST(processes, owners_are_told_apart)
{
    char token[SOW_OWNER_MAX];
    char again[SOW_OWNER_MAX];
    ck_assert_int_eq(sow_owner_state(sow_owner_token(token)), SOW_OWNER_ALIVE);
    ck_assert_str_ne(sow_owner_token(again), token);
    ck_assert_int_eq(sow_owner_process(token), getpid());
    static const char *const STRANGE[] = {
        "", "/", "a/1/2", "a/1/2/3", "a/1/2/3/4", "////", "a/99999999999999999999/1/1"};
    for (size_t i = 0; i < sizeof STRANGE / sizeof STRANGE[0]; i++)
        ck_assert_int_eq(sow_owner_state(STRANGE[i]), SOW_OWNER_ELSEWHERE);
    /* The process number now belongs to another process. */
    char *start = strchr(strchr(token, '/') + 1, '/') + 1;
    *start = *start == '1' ? '2' : '1';
    ck_assert_int_eq(sow_owner_state(token), SOW_OWNER_DEAD);
}

TEST(processes, dead_owner_is_dead_before_it_is_reaped)
{
    int ends[2];
    char token[SOW_OWNER_MAX] = "";
    ck_assert_int_eq(pipe(ends), 0);
    pid_t process = fork();
    ck_assert_int_ge(process, 0);
    if (process == 0) {
        sow_owner_token(token);
        (void)!write(ends[1], token, sizeof token);
        (void)pause();
        _exit(0);
    }
    ck_assert_int_eq(read(ends[0], token, sizeof token), sizeof token);
    ck_assert_int_eq(sow_owner_state(token), SOW_OWNER_ALIVE);
    ck_assert_int_eq(kill(process, SIGKILL), 0);
    siginfo_t info;
    ck_assert_int_eq(waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT), 0);
    ck_assert_int_eq(sow_owner_state(token), SOW_OWNER_DEAD);
    ck_assert_int_eq(waitpid(process, NULL, 0), process);
    ck_assert_int_eq(sow_owner_state(token), SOW_OWNER_DEAD);
}
