/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Plans of sweeps: a command, and lists of values for its options. Every combination of
 * one value from each list is a task.
 *
 *     [sweep]
 *     command  = evolve
 *     label    = how large?        ; of every run; without it the name of the file
 *     [options]
 *     variant    = awari kalah
 *     population = 25 50 100
 *     seed       = 1..20           ; whole numbers; 10..50/10 goes in steps
 *
 * Blanks separate values. A value with blanks is written in quotes: 'h4 h1'. An indented
 * line continues the list above it. `operands` in [sweep] is a list, too: each value
 * holds all operands of the command. Tasks are numbered from 1 on. The last list of the
 * file changes fastest.
 *
 * A section [way NAME] is another way to make the tasks: with a command or options of its
 * own. Its options have one value each. The names are the values of the list `way`, which
 * is the first one.
 *
 *     [way plain]
 *     [way random]
 *     optimizer = random
 *
 * Ownership: a plan owns its texts; release it.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_PLAN_H
#define SOW_EXPERIMENTS_SWEEP_PLAN_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SOW_SWEEP_TASKS_MAX = 100000,
    SOW_SWEEP_LISTS_MAX = 32,
    SOW_SWEEP_WAYS_MAX = 32,
    SOW_SWEEP_WORDS_MAX = 128 /**< largest number of operands of a task */
};

/** One list of values. */
struct sow_sweep_list {
    char *name;   /**< name of an option, with underscores; "operands"; "way" */
    int line;     /**< line of the file */
    size_t count; /**< number of values, >= 1 */
    char **values;
};

/** Section [way NAME]. */
struct sow_sweep_way {
    char *name;
    int line;         /**< line of the section */
    char *command;    /**< NULL: the command of [sweep] */
    int command_line; /**< line that names the command */
    size_t set_count; /**< number of options with a value */
    struct sow_sweep_list sets[SOW_SWEEP_LISTS_MAX]; /**< lists of one value each */
};

struct sow_sweep_plan {
    char *path;
    char *command; /**< one word or two; NULL: each way has its own */
    char *label;
    int command_line; /**< line of the file that names the command */
    size_t way_count; /**< number of ways; 0: there is no list of them */
    struct sow_sweep_way *ways;
    size_t list_count;
    struct sow_sweep_list lists[SOW_SWEEP_LISTS_MAX];
    size_t tasks; /**< combinations: 1 to SOW_SWEEP_TASKS_MAX */
};

/** Reads a plan; release it, also after a failure. Fails with SOW_IO if there is no such
 * file. Fails with SOW_BAD_DATA, with the line, if it is not a plan: no command, an empty
 * list, a value twice, too many tasks. Does not check that the command has these
 * options. */
SOW_MUST_USE enum sow_status
sow_sweep_plan_read(const char *path, struct sow_sweep_plan *plan, struct sow_err *err);

/** Frees the texts of a plan and clears it. */
void sow_sweep_plan_release(struct sow_sweep_plan *plan);

/** Returns the index of the list called @p name, with underscores; the number of lists if
 *  there is none. */
size_t sow_sweep_plan_find(const struct sow_sweep_plan *plan, const char *name);

/** Returns the value of list @p list, an index from 0, in task @p task, a number from 1.
 *  The text is borrowed from the plan. */
const char *sow_sweep_plan_value(const struct sow_sweep_plan *plan, size_t task,
                                 size_t list);

/** Returns the index of the way of a task, a number from 1; 0 if the plan has no ways. */
size_t sow_sweep_plan_way(const struct sow_sweep_plan *plan, size_t task);

/** Returns true if the values of list @p list, an index from 0, are values of an
 *  option. */
bool sow_sweep_plan_is_option(const struct sow_sweep_plan *plan, size_t list);

/** Returns the number of the first task with value @p value of list @p list; both are
 *  indices from 0. */
size_t sow_sweep_plan_task(const struct sow_sweep_plan *plan, size_t list, size_t value);

/** Returns the number of the first task after @p task at which list @p list, an index
 *  from 0, moves to its next value or starts again. It may be beyond the last task. */
size_t sow_sweep_plan_next(const struct sow_sweep_plan *plan, size_t task, size_t list);

/** The operands of a task. */
struct sow_sweep_words {
    int count;
    char *word[SOW_SWEEP_WORDS_MAX + 1]; /**< ends with NULL */
};

/** Splits the operands of @p task at blanks into @p words: those of its way, else the
 *  value of the list "operands"; none if there is neither. Release @p words, also after a
 * failure: SOW_NO_MEMORY, or SOW_BAD_DATA if a word looks like an option or there are too
 * many. */
SOW_MUST_USE enum sow_status sow_sweep_plan_operands(const struct sow_sweep_plan *plan,
                                                     size_t task,
                                                     struct sow_sweep_words *words,
                                                     struct sow_err *err);

/** Frees the words and leaves none. */
void sow_sweep_words_release(struct sow_sweep_words *words);

#endif
