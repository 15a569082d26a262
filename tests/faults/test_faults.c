/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands in which the n-th allocation fails, or the n-th change of a database file. An
   ordinary run tries a few n for every command. The four faults of a disk each try other
   n. With SOW_TEST_SCALE=40000 in the environment, a run tries every n, but only about
   5,000 of SQLite's allocations, which are many more. With 2000000 it tries all. */
#include "faults.h"

#include "scale.h"
#include "sow/base/stream.h"
#include "store_support.h"

#include <sys/stat.h>

enum { SAMPLES = 12, DISK_SAMPLES = 5, DISK_FAULTS = 4 };

/* Commands for a database that has run 1 of EVOLVE and run 2 of DATASET. */
static const char *const PREFER[] = {
    "fit", "2",         "--method", "preference", "--folds", "2", "--comparison-games",
    "0",   "--threads", "1",        "--quiet",    NULL};
static const char *const IMPORT[] = {"dataset", "import",  "in.csv", "--variant",
                                     "kalah",   "--quiet", NULL};
static const char *const TOURNAMENT[] = {"tournament", "h1", "h4",        "random",
                                         "--games",    "2",  "--threads", "1",
                                         "--quiet",    NULL};
static const char *const SENSITIVITY[] = {"sensitivity",     "h1",
                                          "--variant",       "awari",
                                          "--options",       "end,early_end",
                                          "--opponents",     "random",
                                          "--games",         "2",
                                          "--evolutions",    "1",
                                          "--generations",   "2",
                                          "--population",    "4",
                                          "--fitness-games", "1",
                                          "--threads",       "1",
                                          "--quiet",         NULL};
static const char *const SHOW[] = {"runs", "show", "1", "--json", NULL};
static const char *const LIST[] = {"runs", "list", "--csv", NULL};
static const char *const COMPARE[] = {"runs", "compare", "1", "--with",
                                      "2",    "--json",  NULL};
static const char *const COLUMNS[] = {"dataset",    "export",      "2",
                                      "--features", "h4,mobility", NULL};
static const char *const EXPORT[] = {"runs", "export", "1", NULL};
static const char *const VERIFY[] = {"runs", "verify", "1", "2", "--threads", "1", NULL};
static const char *const DELETE[] = {"runs", "delete", "2", NULL};
static const char *const SQL[] = {"sql", "SELECT * FROM individuals", NULL};
static const char *const CHECK[] = {"variants", "check",
                                    SOW_TEST_DATA "/../fuzz/corpus/variant/kalah", NULL};
static const char *const DIFF[] = {"variants", "diff", "kalah", "awari", NULL};

struct command {
    const char *const *words;
    bool same_output; /* true if the output is always the same, without times */
};

static const struct command COMMANDS[] = {
    {EVOLVE, false}, {DATASET, false}, {MATCH, false},      {FIT, false},
    {PREFER, false}, {IMPORT, false},  {TOURNAMENT, false}, {SENSITIVITY, false},
    {COLUMNS, true}, {SHOW, true},     {LIST, true},        {COMPARE, true},
    {EXPORT, true},  {VERIFY, true},   {DELETE, true},      {SQL, true},
    {CHECK, true},   {DIFF, true},
};

/* Numbers of commands. The writers come first, and those without a database last. */
enum {
    COMMANDS_COUNT = sizeof COMMANDS / sizeof COMMANDS[0],
    WRITERS = 8,
    WITH_DATABASE = COMMANDS_COUNT - 2
};

/* ---- Files ---- */

static void copy_file(const char *from, const char *to)
{
    static char block[1 << 16];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    ck_assert_ptr_nonnull(in);
    ck_assert_ptr_nonnull(out);
    for (size_t size; (size = fread(block, 1, sizeof block, in)) > 0;)
        ck_assert_uint_eq(fwrite(block, 1, size, out), size);
    (void)fclose(in);
    ck_assert_int_eq(fclose(out), 0);
}

static bool same_files(const char *a, const char *b)
{
    FILE *one = fopen(a, "rb");
    FILE *two = fopen(b, "rb");
    ck_assert_ptr_nonnull(one);
    ck_assert_ptr_nonnull(two);
    int x;
    int y;
    do {
        x = getc(one);
        y = getc(two);
    } while (x == y && x != EOF);
    (void)fclose(one);
    (void)fclose(two);
    return x == y;
}

/* Restores the database for a command, or removes it if it is to be empty. */
static void reset_database(bool empty)
{
    (void)remove("a.db-wal");
    (void)remove("a.db-shm");
    (void)remove("a.db");
    if (!empty)
        copy_file("b.db", "a.db");
}

static void must_succeed(const char *const *words)
{
    struct fault_result result =
        fault_run(words, (struct fault_plan){FAULT_NONE, 0, false});
    ck_assert_msg(result.status == SOW_OK, "%s %s: status %d", words[0], words[1],
                  result.status);
}

static void write_records(const char *path)
{
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    (void)fputs("position,margin,moves,game,ply\n"
                "\"4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\",6,3 6,0,0\n"
                "\"4,4,0,5,5,5,1/4,4,4,4,4,4,0:s\",6,\"2,5\",0,1\n",
                out);
    ck_assert_int_eq(fclose(out), 0);
}

static void set_up(void)
{
    enter_folder();
    ck_assert_int_eq(chdir(test_folder), 0);
    write_records("in.csv");
    ck_assert_int_eq(setenv("SOWLAB_DB", "a.db", 1), 0);
    must_succeed(EVOLVE);
    must_succeed(DATASET);
    ck_assert_int_eq(rename("a.db", "b.db"), 0);
}

static void tear_down(void)
{
    static const char *const NAMES[] = {"out", "err", "expected", "in.csv"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        (void)remove(NAMES[i]);
    leave_folder();
}

/* ---- What must hold after a fault ---- */

static void must_be_sound(const char *const *words, int64_t n)
{
    const char *finding = fault_inspect("a.db");
    ck_assert_msg(finding == NULL, "%s %s, n = %lld: %s", words[0], words[1],
                  (long long)n, finding);
}

/* Returns the first line that is not empty of the program's stderr; "" without one. */
static const char *explanation(void)
{
    static char line[256];
    FILE *in = fopen("err", "r");
    ck_assert_ptr_nonnull(in);
    line[0] = '\0';
    do
        if (fgets(line, sizeof line, in) == NULL)
            line[0] = '\0';
    while (line[0] == '\n');
    (void)fclose(in);
    return line;
}

struct tally {
    int64_t total, tried, reported, survived, wrong;
};

static void print_tally(const char *what, const char *const *words,
                        const struct tally *tally)
{
    enum { WORDS_SHOWN = 4 };
    (void)fprintf(stderr, "%s,", what);
    for (int i = 0; i < WORDS_SHOWN && words[i] != NULL; i++)
        (void)fprintf(stderr, " %s", words[i]);
    (void)fprintf(stderr, ": %lld, %lld tried, %lld reported, %lld survived\n",
                  (long long)tally->total, (long long)tally->tried,
                  (long long)tally->reported, (long long)tally->survived);
}

/* Returns the distance of the n that are tried, @p usual of them in an ordinary
   run. */
static int64_t step_of(int64_t count, int usual)
{
    int64_t samples = sow_scaled(usual);
    return count <= samples ? 1 : count / samples;
}

/* ---- The n-th allocation ---- */

/* Returns the fault of an outcome, or NULL. The status need not be SOW_NO_MEMORY. A
   library without memory may report that it cannot read, and SQLite that a text is not
   JSON. */
static const char *judge(const struct command *command, int status)
{
    if (status == SOW_OK)
        return command->same_output && !same_files("out", "expected") ? "another answer"
                                                                      : NULL;
    /* The library of OpenMP ends the program itself. */
    if (status == EXIT_FAILURE && strstr(explanation(), "libgomp: ") != NULL)
        return NULL;
    if (status != SOW_NO_MEMORY && status != SOW_IO && status != SOW_BAD_DATA &&
        status != SOW_USAGE)
        return "no exit status of ours";
    return explanation()[0] == '\0' ? "no message" : NULL;
}

/* Replays the new run, if there is one. Despite the failed allocation, its stored results
   must be right. */
static void must_replay(void)
{
    static const char *const NEW[] = {"runs", "verify", "3", "--threads", "1", NULL};
    if (fault_query("a.db", "SELECT count(*) FROM runs WHERE id = 3") == 1)
        must_succeed(NEW);
}

static bool is_untouched(void)
{
    return access("a.db-wal", F_OK) != 0 && same_files("a.db", "b.db");
}

static void fail_allocation(const struct command *command, struct fault_plan plan,
                            struct tally *tally)
{
    const char *const *words = command->words;
    reset_database(false);
    struct fault_result result = fault_run(words, plan);
    const char *fault = judge(command, result.status);
    tally->tried++;
    tally->survived += result.status == SOW_OK;
    tally->reported += result.status != SOW_OK;
    tally->wrong += fault != NULL;
    if (fault != NULL)
        (void)fprintf(stderr, "%s %s, allocation %lld: %s: %d, %s\n", words[0], words[1],
                      (long long)plan.at, fault, result.status, explanation());
    if (is_untouched())
        return;
    must_be_sound(words, plan.at);
    must_replay();
}

static void fail_every_allocation(const char *what, const struct command *command,
                                  struct fault_plan plan)
{
    struct tally tally = {0};
    set_up();
    reset_database(false);
    struct fault_result result = fault_run(command->words, plan);
    ck_assert_int_eq(result.status, SOW_OK);
    ck_assert_int_gt(result.count, 0);
    tally.total = result.count;
    copy_file("out", "expected");
    for (plan.at = 1; plan.at <= result.count; plan.at += step_of(result.count, SAMPLES))
        fail_allocation(command, plan, &tally);
    print_tally(what, command->words, &tally);
    ck_assert_int_eq(tally.wrong, 0);
    tear_down();
}

TEST_LOOP(allocation, an_allocation_fails, 0, COMMANDS_COUNT)
{
    fail_every_allocation("allocations", &COMMANDS[_i],
                          (struct fault_plan){FAULT_ALLOCATION, 0, false});
}

TEST_LOOP(sqlite, sqlite_lacks_memory, 0, WITH_DATABASE)
{
    fail_every_allocation("SQLite's allocations", &COMMANDS[_i],
                          (struct fault_plan){FAULT_SQLITE, 0, false});
}

/* A stream in memory must give the whole text, or report that it failed. */
TEST(allocation, a_stream_tells)
{
    enum { WORDS = 2000 };
    int64_t count = 0;
    for (int64_t n = 1;; n++) {
        char *text = NULL;
        size_t size = 0;
        int64_t seen = 0;
        fault_arm_allocations((struct fault_plan){FAULT_ALLOCATION, n, false}, &seen);
        FILE *out = sow_stream_open(&text, &size);
        for (int i = 0; out != NULL && i < WORDS; i++)
            (void)fputs("word ", out);
        int closed = out == NULL ? EOF : fclose(out);
        fault_disarm_allocations();
        if (closed == 0)
            ck_assert_uint_eq(strlen(text), 5 * (size_t)WORDS);
        else
            ck_assert_ptr_null(text);
        free(text);
        count += closed != 0;
        if (seen < n)
            break;
    }
    ck_assert_int_gt(count, 3);
}

/* ---- The n-th change of a file ---- */

/* Resumes and replays the new run @p id, if it was begun. Both must succeed. */
static void must_go_on(const char *id, const char *stored, const char *open)
{
    const char *const resume[] = {"resume", id, "--threads", "1", "--quiet", NULL};
    const char *const verify[] = {"runs", "verify", id, "--threads", "1", NULL};
    if (fault_query("a.db", stored) != 1)
        return;
    if (fault_query("a.db", open) == 1)
        must_succeed(resume);
    ck_assert_int_eq(fault_query("a.db", open), 0);
    must_succeed(verify);
}

/* Checks that the database has every generation whose commit has succeeded, and that the
   new run can be resumed to the right results. */
static void must_keep_promise(const char *const *words, const struct fault_result *result)
{
    static const char *const LIST_AGAIN[] = {"runs", "list", NULL};
    static const char *const CHECK_AGAIN[] = {"runs", "check", NULL};
    if (fault_query("a.db", "SELECT count(*) FROM runs") < 1) {
        ck_assert_int_eq(result->acknowledged, 0);
        return;
    }
    must_succeed(LIST_AGAIN);
    must_succeed(CHECK_AGAIN);
    int64_t stored =
        fault_query("a.db", "SELECT count(*) FROM generations WHERE run_id = 1");
    ck_assert_msg(stored >= result->acknowledged, "%lld generations of %lld",
                  (long long)stored, (long long)result->acknowledged);
    if (words == EVOLVE)
        must_go_on("1", "SELECT count(*) FROM runs WHERE id = 1",
                   "SELECT count(*) FROM runs WHERE id = 1 AND status <> 'done'");
    else
        must_go_on("3", "SELECT count(*) FROM runs WHERE id = 3",
                   "SELECT count(*) FROM runs WHERE id = 3 AND status <> 'done'");
}

static void fail_disk(const struct command *command, struct fault_plan plan,
                      struct tally *tally)
{
    const char *const *words = command->words;
    reset_database(words == EVOLVE);
    struct fault_result result = fault_run(words, plan);
    tally->tried++;
    ck_assert_msg(result.status == SOW_OK || result.status == SOW_IO ||
                      result.status == SOW_BAD_DATA,
                  "%s %s, n = %lld: status %d, %s", words[0], words[1],
                  (long long)plan.at, result.status, explanation());
    if (result.status == SOW_OK)
        tally->survived++;
    else
        tally->reported++;
    ck_assert_msg(result.status == SOW_OK || explanation()[0] != '\0',
                  "%s %s, n = %lld: no message", words[0], words[1], (long long)plan.at);
    must_be_sound(words, plan.at);
    must_keep_promise(words, &result);
}

/* Lets changes of database files fail. @p fault is the number of the fault among those of
   a disk. It determines the first change that fails. */
static void fail_every_change(const char *what, const struct command *command, int fault,
                              struct fault_plan plan)
{
    struct tally tally = {0};
    set_up();
    reset_database(command->words == EVOLVE);
    plan.at = 0;
    struct fault_result result = fault_run(command->words, plan);
    ck_assert_int_eq(result.status, SOW_OK);
    tally.total = result.count;
    int64_t step = step_of(result.count, DISK_SAMPLES);
    for (plan.at = 1 + fault * step / DISK_FAULTS; plan.at <= result.count;
         plan.at += step)
        fail_disk(command, plan, &tally);
    print_tally(what, command->words, &tally);
    tear_down();
}

TEST_LOOP(disk, the_disk_fails_once, 0, WRITERS)
{
    fail_every_change("disk fails once", &COMMANDS[_i], 0,
                      (struct fault_plan){FAULT_DISK, 0, false});
}

TEST_LOOP(disk, the_disk_fails_for_ever, 0, WRITERS)
{
    fail_every_change("disk fails for ever", &COMMANDS[_i], 1,
                      (struct fault_plan){FAULT_DISK, 0, true});
}

TEST_LOOP(full, the_disk_is_full_once, 0, WRITERS)
{
    fail_every_change("disk full once", &COMMANDS[_i], 2,
                      (struct fault_plan){FAULT_FULL, 0, false});
}

TEST_LOOP(full, the_disk_is_full_for_ever, 0, WRITERS)
{
    fail_every_change("disk full for ever", &COMMANDS[_i], 3,
                      (struct fault_plan){FAULT_FULL, 0, true});
}
