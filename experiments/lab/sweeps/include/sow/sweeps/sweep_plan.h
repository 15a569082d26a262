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

/** Reads a plan. SOW_IO if there is no such file; SOW_BAD_DATA with the line for what is
 *  not a plan: no command, an empty list, a value twice, too many tasks. Whether the
 *  command has these options is not known here. */
SOW_MUST_USE enum sow_status
sow_sweep_plan_read(const char *path, struct sow_sweep_plan *plan, struct sow_err *err);

void sow_sweep_plan_release(struct sow_sweep_plan *plan);

/** The value of list @p list in @p task, from 1 on; borrowed from the plan. */
const char *sow_sweep_plan_value(const struct sow_sweep_plan *plan, size_t task,
                                 size_t list);

/** The first task with value @p value, from 0 on, of list @p list. */
size_t sow_sweep_plan_task(const struct sow_sweep_plan *plan, size_t list, size_t value);

/** The first task after @p task at which list @p list goes on to its next value, or
 *  starts again; may be beyond the last. */
size_t sow_sweep_plan_next(const struct sow_sweep_plan *plan, size_t task, size_t list);

/** The operands of a task. */
struct sow_sweep_words {
    int count;
    char *word[SOW_SWEEP_WORDS_MAX + 1]; /**< ends with NULL */
};

/** Writes the operands of @p task, the words between blanks of its value of "operands".
 *  Release @p words, also after a failure (SOW_NO_MEMORY, or SOW_BAD_DATA if a word looks
 *  like an option or there are too many words). */
SOW_MUST_USE enum sow_status sow_sweep_plan_operands(const struct sow_sweep_plan *plan,
                                                     size_t task,
                                                     struct sow_sweep_words *words,
                                                     struct sow_err *err);

void sow_sweep_words_release(struct sow_sweep_words *words);

#endif
