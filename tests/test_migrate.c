/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Databases of earlier releases: what was stored in them stays what it was, however the
   upgrade is disturbed. */
#include "build_info.h"
#include "run.h"
#include "run_params.h"
#include "scale.h"
#include "sow/variants/variant.h"
#include "store_private.h"
#include "store_support.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* A run of schema1.db, which the first release made: its digest there, and the one it has
   when that release has resumed it (NULL: it was done). Data set 3, of which 4 is a fit.
 */
static const struct {
    const char *status;
    int64_t rows;
    const char *digest;
    const char *resumed;
} OLD[] = {
    {"done", 4 + 16 + 2 + 1 + 8,
     "ba90aaf454fc67453d53d8b2da7cea8dc37355bdba9d8e7f25f5a12be182029d", NULL},
    {"done", 1, "a465d27fe4e14ca738b90e46bf00c244df9bb62b39067d9c93ff4395a0518453", NULL},
    {"done", 156, "2df00e78e0d72e4a525f34954310ec0fe98e651634dd6bd4095d9982c8d35fbb",
     NULL},
    {"done", 12, "0b76d6aacd029efa33f0c0f9f4950e71748f4fbdf8b30d4e05b92a05dc918c79",
     NULL},
    {"interrupted", 8 * 5,
     "6de1feadb7e5f9ed1176cb7d9b76951aa1c745a38f1f90d92c99d3fdfee3ccbc",
     "6769df977b03cbef1af6c1adb99ed30d28633f305c22fcc66086b1a7887c8334"},
    {"running", 6 * 5, "c5568cf42ea7814db089fd439103bd81a4365a457c778acaa5d6e485fc4c936a",
     "2ebf80586fa967e1189d3f99a6dcdf09acedeaf02e44faa2aa1d0d653e774df0"},
    {"interrupted", 0, "c5bb0eb5129c3c6041f656c8c51a89fb9ea0bac08d23967991cb265e4a589c4c",
     "691c73e95858821c232de5ffad72ed35e02d87671237d1754546a5249e78d992"},
};

enum { OLD_RUNS = sizeof OLD / sizeof OLD[0], OLD_SCHEMA = 1 };

/* ---- Files ---- */

/* A whole file on the heap. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fstat(fileno(file), &about), 0);
    *size = (size_t)about.st_size;
    char *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

/* a.db becomes a copy of one of ours. */
static const char *copy_of(const char *data)
{
    static const char *const BESIDE[] = {"a.db-wal", "a.db-shm"};
    size_t size;
    const char *path = test_path("a.db");
    char *bytes = read_file(data, &size);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    free(bytes);
    for (int i = 0; i < 2; i++)
        (void)remove(test_path(BESIDE[i]));
    return path;
}

/* a.db becomes what the first release left. */
static const char *old_file(void)
{
    return copy_of(SOW_DATA_FILE("schema1.db"));
}

/* What any SQLite program does with the file; @p version may be NULL. */
static void alter_file(const char *path, const char *sql, int *version)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    int code = sqlite3_step(statement);
    ck_assert_msg(code == SQLITE_ROW || code == SQLITE_DONE, "%s", sqlite3_errmsg(db));
    if (version != NULL)
        *version = sqlite3_column_int(statement, 0);
    (void)sqlite3_finalize(statement);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static int version_of(const char *path)
{
    int version;
    alter_file(path, "PRAGMA user_version", &version);
    return version;
}

static int newest_version(void)
{
    struct sow_err err;
    int64_t version;
    struct sow_store *store = open_scratch();
    ck_ok(sow_store_integer(store, "PRAGMA user_version", 0, &version, &err));
    sow_store_close(store);
    ck_assert_int_gt(version, OLD_SCHEMA);
    return (int)version;
}

static void is_unharmed(const char *path)
{
    size_t before_size;
    size_t after_size;
    char *before = read_file(SOW_DATA_FILE("schema1.db"), &before_size);
    char *after = read_file(path, &after_size);
    ck_assert_uint_eq(after_size, before_size);
    ck_assert_mem_eq(after, before, before_size);
    free(before);
    free(after);
}

/* ---- What is in them ---- */

/* All that the first release stored is there and sound. */
static void has_all(struct sow_store *store)
{
    struct sow_err err;
    for (int id = 1; id <= OLD_RUNS; id++) {
        struct sow_run_row row;
        int64_t rows;
        bool sealed;
        ck_ok(sow_store_check_run(store, id, &rows, &err));
        ck_assert_int_eq(rows, OLD[id - 1].rows);
        ck_ok(sow_store_check_seal(store, id, &sealed, &err));
        ck_assert(!sealed);
        ck_ok(sow_store_read_run(store, id, &row, &err));
        ck_assert_str_eq(row.digest, OLD[id - 1].digest);
        ck_assert_str_eq(row.status, OLD[id - 1].status);
        sow_run_row_release(&row);
    }
    ck_ok(sow_store_check_file(store, &err));
}

START_TEST(old_runs_are_sound)
{
    static const enum sow_store_mode MODES[] = {SOW_STORE_WRITE, SOW_STORE_READ};
    const char *path = old_file();
    struct sow_store *store = open_store(path, MODES[_i]);
    has_all(store);
    sow_store_close(store);
    ck_assert_int_eq(version_of(path), newest_version());
    store = open_store(path, SOW_STORE_WRITE);
    has_all(store);
    sow_store_close(store);
}
END_TEST

START_TEST(old_runs_are_replayed)
{
    struct sow_err err;
    struct sow_store *store = open_store(old_file(), SOW_STORE_READ);
    struct sow_run_verdict verdict;
    struct sow_run_replay replay = {.id = _i, .threads = 1, .kernel = "auto"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same, "%s", verdict.difference);
    ck_assert_int_eq(verdict.complete, OLD[_i - 1].resumed == NULL);
    ck_assert_int_eq(verdict.rows, OLD[_i - 1].rows);
    sow_store_close(store);
}
END_TEST

START_TEST(old_runs_are_resumed)
{
    struct sow_err err;
    struct sow_store *store = open_store(old_file(), SOW_STORE_WRITE);
    /* Another version's runs are not resumed; the content would be the same. */
    char sql[128];
    (void)snprintf(sql, sizeof sql, "UPDATE runs SET version = '%s'", sow_build_version);
    ck_ok(sow_store_exec(store, sql, &err));
    struct sow_run_replay replay = {.id = _i, .threads = 2, .kernel = "auto"};
    if (OLD[_i - 1].resumed == NULL) {
        ck_fails(sow_run_resume(store, &replay, &err), SOW_USAGE, "is done");
    } else {
        struct sow_run_row row;
        bool sealed;
        ck_ok(sow_run_resume(store, &replay, &err));
        ck_ok(sow_store_read_run(store, _i, &row, &err));
        ck_assert_str_eq(row.digest, OLD[_i - 1].resumed);
        ck_assert_str_eq(row.status, "done");
        sow_run_row_release(&row);
        ck_ok(sow_store_check_run(store, _i, NULL, &err));
        ck_ok(sow_store_check_seal(store, _i, &sealed, &err));
        ck_assert(sealed);
    }
    sow_store_close(store);
}
END_TEST

START_TEST(guest_is_left_alone)
{
    const char *path = old_file();
    struct sow_store *store = open_store(path, SOW_STORE_GUEST);
    has_all(store);
    sow_store_close(store);
    is_unharmed(path);
    ck_assert_int_eq(access(test_path("a.db-wal"), F_OK), -1);
}
END_TEST

START_TEST(newer_database_is_refused_and_kept)
{
    static const enum sow_store_mode MODES[] = {SOW_STORE_WRITE, SOW_STORE_READ,
                                                SOW_STORE_GUEST};
    struct sow_err err;
    char sql[64];
    const char *path = old_file();
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", newest_version() + 1);
    alter_file(path, sql, NULL);
    size_t before_size;
    size_t after_size;
    char *before = read_file(path, &before_size);
    struct sow_store *store;
    ck_fails(sow_store_open(path, MODES[_i], &store, &err), SOW_BAD_DATA,
             "was written by a newer sowlab");
    ck_assert_ptr_nonnull(strstr(err.text, "upgrade sowlab"));
    char *after = read_file(path, &after_size);
    ck_assert_uint_eq(after_size, before_size);
    ck_assert_mem_eq(after, before, before_size);
    free(before);
    free(after);
}
END_TEST

/* ---- Of schema 4 ---- */

/* The runs of schema4.db, all of them done. */
static const struct {
    const char *kind;
    int64_t rows;
    const char *digest;
} LATER[] = {
    {"evolve", 21, "70a88aabbebe5425b271a2604d792ce268447f9fcdb925226a9f8fbca21ac9c0"},
    {"evolve", 44, "fc3cab47cdf9cffbf16aeab02d6656a56daa77e053ee17e4d008a927c3650071"},
    {"tournament", 33,
     "80dc48adfa5fad9bfaecd35da563be8d14a92b508678f3e625ab3b3980c59172"},
    {"robustness", 30,
     "65e546716910486c04997fcdf02fdaa648b4cadd3a68a485551df815a7a6fd66"},
    {"match", 3, "e27acce1302a43cb33d09790951d0d014aa419e156b3664236aa8132c36a4450"},
    {"transfer", 24, "452044332d2157a89f91396bf94dbbcae49024540e2361a653f88978be6041bd"},
    {"dataset", 580, "43cf59a56e0935943f5f8ba058ba3de76d9b4f8f160098fb5eb823d75cea00d6"},
    {"fit", 64, "88993f6af9001e098cd6e4766061852e14ae9b5a72c08cbaad908c8701f1c125"},
};

enum { LATER_RUNS = sizeof LATER / sizeof LATER[0] };

/* Their content, their record and their provenance are what was sealed. */
START_TEST(later_runs_are_sound)
{
    struct sow_err err;
    const char *path = copy_of(SOW_DATA_FILE("schema4.db"));
    ck_assert_int_eq(version_of(path), 4);
    struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    for (int id = 1; id <= LATER_RUNS; id++) {
        struct sow_run_row row;
        int64_t rows;
        bool sealed;
        ck_ok(sow_store_check_run(store, id, &rows, &err));
        ck_assert_int_eq(rows, LATER[id - 1].rows);
        ck_ok(sow_store_check_seal(store, id, &sealed, &err));
        ck_assert(sealed);
        ck_ok(sow_store_read_run(store, id, &row, &err));
        ck_assert_str_eq(row.kind, LATER[id - 1].kind);
        ck_assert_str_eq(row.digest, LATER[id - 1].digest);
        sow_run_row_release(&row);
    }
    ck_ok(sow_store_check_file(store, &err));
    sow_store_close(store);
    ck_assert_int_eq(version_of(path), newest_version());
}
END_TEST

START_TEST(later_runs_are_replayed)
{
    static const char *const KERNELS[] = {"auto", "plain"};
    struct sow_err err;
    struct sow_run_verdict verdict;
    struct sow_store *store =
        open_store(copy_of(SOW_DATA_FILE("schema4.db")), SOW_STORE_READ);
    for (int i = 0; i < 2; i++) {
        struct sow_run_replay replay = {.id = _i, .threads = 1 + i, .kernel = KERNELS[i]};
        ck_ok(sow_run_verify(store, &replay, &verdict, &err));
        ck_assert_msg(verdict.same, "%s", verdict.difference);
        ck_assert(verdict.complete);
        ck_assert_int_eq(verdict.rows, LATER[_i - 1].rows);
    }
    sow_store_close(store);
}
END_TEST

/* What was asked for then, asked for now, has the same record and the same content:
   options that came later are not in it. */
START_TEST(later_runs_are_made_again)
{
    struct sow_err err;
    struct sow_run_row row;
    struct sow_run_row again;
    struct sow_variant variant;
    struct sow_store *store =
        open_store(copy_of(SOW_DATA_FILE("schema4.db")), SOW_STORE_WRITE);
    ck_ok(sow_store_read_run(store, _i, &row, &err));
    const struct sow_run_kind *kind = sow_run_kind_find(row.kind);
    void *options = calloc(1, kind->options_size);
    ck_assert_ptr_nonnull(options);
    ck_ok(sow_run_params_read(kind->groups, kind->legacy, row.parameters, options, &err));
    ck_ok(sow_variant_read_text(row.rules, row.variant, &variant, &err));
    struct sow_run_request request = {.kind = kind,
                                      .variant = row.variant,
                                      .rules = &variant.rules,
                                      .options = options,
                                      .label = "",
                                      .seed = (uint64_t)row.seed,
                                      .threads = 2,
                                      .kernel = "auto"};
    int64_t id;
    ck_ok(sow_run_execute(store, &request, &id, &err));
    ck_ok(sow_store_read_run(store, id, &again, &err));
    ck_assert_str_eq(again.parameters, row.parameters);
    ck_assert_str_eq(again.digest, row.digest);
    sow_run_row_release(&row);
    sow_run_row_release(&again);
    free(options);
    sow_store_close(store);
}
END_TEST

/* ---- Disturbed ---- */

/* An upgrade in a process of its own. */
static pid_t start_upgrade(const char *path)
{
    pid_t process = fork();
    ck_assert_int_ge(process, 0);
    if (process != 0)
        return process;
    struct sow_err err;
    struct sow_store *store;
    enum sow_status status = sow_store_open(path, SOW_STORE_WRITE, &store, &err);
    if (status == SOW_OK)
        status = sow_store_check_run(store, 1, NULL, &err);
    sow_store_close(store);
    _exit((int)status);
}

static int outcome_of(pid_t process)
{
    int status;
    ck_assert_int_eq(waitpid(process, &status, 0), process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Whatever came between: one schema or the other, whole, and the next upgrade goes well.
 */
static void recovers(const char *path)
{
    int version = version_of(path);
    ck_assert_msg(version == OLD_SCHEMA || version == newest_version(), "schema %d",
                  version);
    struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    has_all(store);
    sow_store_close(store);
}

START_TEST(killed_upgrade_is_whole_or_nothing)
{
    enum { TIMES = 60, STEP_MICROSECONDS = 250 };
    int killed = 0;
    int times = sow_scaled(TIMES);
    for (int i = 0; i < times; i++) {
        const char *path = old_file();
        pid_t process = start_upgrade(path);
        (void)usleep((useconds_t)(i % TIMES * STEP_MICROSECONDS));
        (void)kill(process, SIGKILL);
        killed += outcome_of(process) == -1;
        recovers(path);
    }
    ck_assert_int_gt(killed, 0);
}
END_TEST

/* The log cannot grow beyond a page more than the last time, until it need not. */
START_TEST(upgrade_without_room_changes_nothing)
{
    enum { PAGE = 4096, MOST = 400 };
    int failed = 0;
    int outcome = -1;
    for (int i = 0; i < MOST && outcome != 0; i++) {
        const char *path = old_file();
        pid_t process = fork();
        ck_assert_int_ge(process, 0);
        if (process == 0) {
            rlim_t most = (rlim_t)i * PAGE;
            struct rlimit limit = {most, most};
            (void)signal(SIGXFSZ, SIG_IGN);
            (void)setrlimit(RLIMIT_FSIZE, &limit);
            _exit(outcome_of(start_upgrade(path)));
        }
        outcome = outcome_of(process);
        ck_assert_msg(outcome == SOW_IO || outcome == SOW_OK, "outcome %d", outcome);
        failed += outcome != 0;
        recovers(path);
    }
    ck_assert_int_eq(outcome, 0);
    ck_assert_int_gt(failed, 5);
}
END_TEST

START_TEST(eight_processes_upgrade_at_once)
{
    enum { PROCESSES = 8 };
    pid_t process[PROCESSES];
    const char *path = old_file();
    for (int i = 0; i < PROCESSES; i++)
        process[i] = start_upgrade(path);
    for (int i = 0; i < PROCESSES; i++)
        ck_assert_int_eq(outcome_of(process[i]), SOW_OK);
    ck_assert_int_eq(version_of(path), newest_version());
    recovers(path);
}
END_TEST

static TCase *with_folder(TCase *tcase)
{
    tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
    tcase_set_timeout(tcase, 900);
    return tcase;
}

int main(void)
{
    Suite *suite = suite_create("migrate");

    TCase *content = with_folder(tcase_create("content"));
    tcase_add_loop_test(content, old_runs_are_sound, 0, 2);
    tcase_add_loop_test(content, old_runs_are_replayed, 1, OLD_RUNS + 1);
    tcase_add_loop_test(content, old_runs_are_resumed, 1, OLD_RUNS + 1);
    suite_add_tcase(suite, content);

    TCase *kept = with_folder(tcase_create("kept"));
    tcase_add_test(kept, guest_is_left_alone);
    tcase_add_loop_test(kept, newer_database_is_refused_and_kept, 0, 3);
    suite_add_tcase(suite, kept);

    TCase *later = with_folder(tcase_create("schema4"));
    tcase_add_test(later, later_runs_are_sound);
    tcase_add_loop_test(later, later_runs_are_replayed, 1, LATER_RUNS + 1);
    tcase_add_loop_test(later, later_runs_are_made_again, 1, LATER_RUNS + 1);
    suite_add_tcase(suite, later);

    TCase *disturbed = with_folder(tcase_create("disturbed"));
    tcase_add_test(disturbed, killed_upgrade_is_whole_or_nothing);
    tcase_add_test(disturbed, upgrade_without_room_changes_nothing);
    tcase_add_loop_test(disturbed, eight_processes_upgrade_at_once, 0, 5);
    suite_add_tcase(suite, disturbed);

    return sow_suite_run(suite);
}
