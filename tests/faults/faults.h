/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The whole program in a child process in which, on request, the n-th allocation or the
 * n-th change of a database file fails.
 *
 * Counts and records lie in memory that parent and child share. Everything happens in
 * the test's own folder (tests/store_support.h); the program's output goes to the files
 * "out" and "err" there.
 */
#ifndef SOW_TESTS_FAULTS_H
#define SOW_TESTS_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fault_kind {
    FAULT_NONE,
    FAULT_ALLOCATION, /**< malloc, calloc, realloc return NULL, except to SQLite */
    FAULT_SQLITE,     /**< the same, for SQLite alone: most of all allocations */
    FAULT_DISK,       /**< opening, writing, cutting, syncing or mapping a database file
                           fails as on a broken disk */
    FAULT_FULL        /**< writing fails as on a full disk */
};

/** What is to fail. */
struct fault_plan {
    enum fault_kind kind;
    int64_t at;    /**< from 1; 0: nothing fails, what could is counted */
    bool for_ever; /**< all that follow fail too */
};

/** What a child did. */
struct fault_result {
    int status;           /**< exit status, or 256 + signal */
    int64_t count;        /**< of what the plan's kind counts */
    int64_t acknowledged; /**< generations that a commit has confirmed */
};

/** Runs the program with @p words, NULL-terminated, after its name. */
struct fault_result fault_run(const char *const *words, struct fault_plan plan);

/** Commands that fill a database with runs 1 to 4. */
static const char *const EVOLVE[] = {
    "evolve", "--population", "4", "--generations",     "4", "--games",
    "1",      "--candidates", "2", "--candidate-games", "1", "--validation-games",
    "1",      "--threads",    "1", "--quiet",           NULL};
static const char *const DATASET[] = {"dataset",   "make", "random",   "h4",
                                      "--games",   "5",    "--record", "both",
                                      "--threads", "1",    "--quiet",  NULL};
static const char *const MATCH[] = {"match",     "run:1", "h4",      "--games", "4",
                                    "--threads", "1",     "--quiet", NULL};
static const char *const FIT[] = {
    "fit", "2",         "--features", "h4,h6",   "--folds", "2", "--comparison-games",
    "1",   "--threads", "1",          "--quiet", NULL};

/** These are called in the child and count from 0. */
void fault_arm_sqlite(struct fault_plan plan, int64_t *count);
void fault_arm_allocations(struct fault_plan plan, int64_t *count);
void fault_arm_disk(struct fault_plan plan, int64_t *count);

/** From now on nothing fails. */
void fault_disarm_allocations(void);

/** True if an operation is to fail; counts it. */
static inline bool fault_due(const struct fault_plan *plan, int64_t *count)
{
    int64_t now = ++*count;
    return plan->at > 0 && (now == plan->at || (plan->for_ever && now > plan->at));
}

/** NULL if SQLite finds nothing wrong with the database @p path (which need not exist),
 *  else what it finds; static. */
const char *fault_inspect(const char *path);

/** Every value of every table of the database @p path and its schema, a line each, as
 *  SQLite reads them (`table.column type:bytes`); NULL if it cannot be read to the end.
 *  free it. */
char *fault_contents(const char *path);

/** The first column of the first row of @p sql as an integer; -1 without one. */
int64_t fault_query(const char *path, const char *sql);

#endif
