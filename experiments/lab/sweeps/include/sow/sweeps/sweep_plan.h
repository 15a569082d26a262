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
 * Ownership: a plan owns its texts; release it.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_PLAN_H
#define SOW_EXPERIMENTS_SWEEP_PLAN_H

#include "sow/base/err.h"

#include <stddef.h>

enum {
    SOW_SWEEP_TASKS_MAX = 100000,
    SOW_SWEEP_LISTS_MAX = 32,
    SOW_SWEEP_WORDS_MAX = 128 /**< largest number of operands of a task */
};

/** One list of values. */
struct sow_sweep_list {
    char *name;   /**< name of an option, with underscores, or "operands" */
    int line;     /**< line of the file */
    size_t count; /**< number of values, >= 1 */
    char **values;
};

struct sow_sweep_plan {
    char *path;
    char *command; /**< one word or two */
    char *label;
    int command_line; /**< line of the file that names the command */
    size_t list_count;
    struct sow_sweep_list lists[SOW_SWEEP_LISTS_MAX];
    size_t tasks; /**< combinations: 1 to SOW_SWEEP_TASKS_MAX */
};

/** Reads a plan; release it, also after a failure. SOW_IO if there is no such file.
 *  SOW_BAD_DATA, with the line, if it is not a plan: no command, an empty list, a value
 *  twice, too many tasks. Does not check that the command has these options. */
SOW_MUST_USE enum sow_status
sow_sweep_plan_read(const char *path, struct sow_sweep_plan *plan, struct sow_err *err);

/** Frees the texts of a plan and clears it. */
void sow_sweep_plan_release(struct sow_sweep_plan *plan);

/** Returns the value of list @p list, an index from 0, in task @p task, a number from 1.
 *  The text is borrowed from the plan. */
const char *sow_sweep_plan_value(const struct sow_sweep_plan *plan, size_t task,
                                 size_t list);

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

/** Splits the value of the list "operands" in @p task at blanks into @p words; none if
 *  there is no such list. Release @p words, also after a failure: SOW_NO_MEMORY, or
 *  SOW_BAD_DATA if a word looks like an option or there are too many. */
SOW_MUST_USE enum sow_status sow_sweep_plan_operands(const struct sow_sweep_plan *plan,
                                                     size_t task,
                                                     struct sow_sweep_words *words,
                                                     struct sow_err *err);

/** Frees the words and leaves none. */
void sow_sweep_words_release(struct sow_sweep_words *words);

#endif
