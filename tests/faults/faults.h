/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tests that run the whole program in a child process. On request, the n-th allocation
 * fails there, or the n-th change of a database file.
 *
 * Counts and results are in memory that parent and child share. All files are in the
 * test's own folder (tests/store_support.h). The program's output goes to the files "out"
 * and "err" in that folder.
 */
#ifndef SOW_TESTS_FAULTS_H
#define SOW_TESTS_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Kinds of faults. */
enum fault_kind {
    FAULT_NONE,       /**< no fault */
    FAULT_ALLOCATION, /**< malloc, calloc or realloc returns NULL, except to SQLite */
    FAULT_SQLITE,     /**< an allocation of SQLite fails; most allocations are SQLite's */
    FAULT_DISK, /**< opening, writing, truncating, syncing or mapping a database file
                     fails as on a broken disk */
    FAULT_FULL  /**< writing fails as on a full disk */
};

/** Plan of a fault. */
struct fault_plan {
    enum fault_kind kind; /**< kind of the fault */
    int64_t at;    /**< number of the operation that fails, from 1; 0: none fails, but all
                        operations of the kind are counted */
    bool for_ever; /**< true if all later operations fail, too */
};

/** Result of a child. */
struct fault_result {
    int status;           /**< exit status, or 256 + signal */
    int64_t count;        /**< number of operations of the plan's kind */
    int64_t acknowledged; /**< number of generations whose commit has succeeded */
};

/** Runs the program in a child. @p words are the arguments after the program's name,
 *  NULL-terminated. */
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

/** Arms a fault of SQLite's allocations in the child. @p count is the counter, which must
 *  be 0. */
void fault_arm_sqlite(struct fault_plan plan, int64_t *count);
/** Arms a fault of all other allocations in the child, in the same way. */
void fault_arm_allocations(struct fault_plan plan, int64_t *count);
/** Arms a fault of changes of database files in the child, in the same way. */
void fault_arm_disk(struct fault_plan plan, int64_t *count);

/** Disarms faults of allocations. No allocation fails from now on. */
void fault_disarm_allocations(void);

/** Counts an operation. Returns true if it is to fail. */
static inline bool fault_due(const struct fault_plan *plan, int64_t *count)
{
    int64_t now = ++*count;
    return plan->at > 0 && (now == plan->at || (plan->for_ever && now > plan->at));
}

/** Checks the integrity of the database @p path, which need not exist. Returns NULL if
 *  SQLite finds no fault, else a static text that describes the fault. */
const char *fault_inspect(const char *path);

/** Reads every value of every table of the database @p path, and its schema. Returns them
 *  as lines `table.column type:bytes`, which the caller frees. Returns NULL if the
 * database cannot be read to the end. */
char *fault_contents(const char *path);

/** Returns the first column of the first row of @p sql as an integer, or else -1. */
int64_t fault_query(const char *path, const char *sql);

#endif
