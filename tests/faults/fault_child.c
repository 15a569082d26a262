/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "faults.h"

#include "sow/cli/cli.h"
#include "sow/store/store.h"
#include "store_support.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { WORDS_MAX = 32, SECONDS_MAX = 600 };

/* Results of the child, in memory that it shares with its parent. */
struct record {
    int64_t count;
    int64_t acknowledged;
};

static struct record *shared;

/* The linker redirects every call of sow_store_end to __wrap_sow_store_end, which notes
   the generations whose commit has succeeded. */
/* NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming) */
enum sow_status __real_sow_store_end(struct sow_store *store, enum sow_status status,
                                     struct sow_err *err);
enum sow_status __wrap_sow_store_end(struct sow_store *store, enum sow_status status,
                                     struct sow_err *err);

enum sow_status __wrap_sow_store_end(struct sow_store *store, enum sow_status status,
                                     struct sow_err *err)
{
    int64_t rows;
    status = __real_sow_store_end(store, status, err);
    if (status == SOW_OK && shared != NULL &&
        sow_store_count(store, "generations", 1, &rows, NULL) == SOW_OK &&
        rows > shared->acknowledged)
        shared->acknowledged = rows;
    return status;
}

/* NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming) */

static void redirect(const char *name, int descriptor)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dup2(file, descriptor) < 0)
        _exit(99);
    (void)close(file);
}

static int play_child(const char *const *words, struct fault_plan plan)
{
    char *argv[WORDS_MAX + 2] = {strdup("sowlab")};
    int argc = 1;
    for (; words[argc - 1] != NULL; argc++)
        argv[argc] = strdup(words[argc - 1]);
    (void)alarm(SECONDS_MAX);
    redirect("out", STDOUT_FILENO);
    redirect("err", STDERR_FILENO);
    if (plan.kind == FAULT_SQLITE)
        fault_arm_sqlite(plan, &shared->count);
    else if (plan.kind == FAULT_ALLOCATION)
        fault_arm_allocations(plan, &shared->count);
    else if (plan.kind != FAULT_NONE)
        fault_arm_disk(plan, &shared->count);
    int status = sow_cli_main(argc, argv, NULL);
    fault_disarm_allocations();
    while (argc-- > 0)
        free(argv[argc]);
    return status;
}

struct fault_result fault_run(const char *const *words, struct fault_plan plan)
{
    if (shared == NULL)
        shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(shared, MAP_FAILED);
    *shared = (struct record){0};
    (void)fflush(NULL);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        exit(play_child(words, plan));
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return (struct fault_result){
        .status = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status),
        .count = shared->count,
        .acknowledged = shared->acknowledged,
    };
}
