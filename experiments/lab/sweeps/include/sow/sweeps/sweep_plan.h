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
 *     generations by variant = 40 60
 *
 * `by LIST` gives an option of a way a value for each value of a list of the plan, in
 * the same order.
 *
 * [sweep] may say how the players of all runs are judged: `depths = 1 2 4` and
 * `openings = 50`. A sweep measures what is missing, also of runs that it did not make.
 *
 * Ownership: a plan owns its texts; release it.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_PLAN_H
#define SOW_EXPERIMENTS_SWEEP_PLAN_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>

/** Limits of a plan. */
enum {
    SOW_SWEEP_TASKS_MAX = 100000, /**< most tasks, and most values of a list */
    SOW_SWEEP_LISTS_MAX = 32,     /**< most lists; also most options of a way */
    SOW_SWEEP_WAYS_MAX = 32,      /**< most ways */
    SOW_SWEEP_WORDS_MAX = 128     /**< largest number of operands of a task */
};

/** One list of values. */
struct sow_sweep_list {
    char *name; /**< name of an option, with underscores; "operands"; "way" */
    char *by;   /**< list of the plan that chooses the value of a way's option, or NULL */
    int line;   /**< line of the file where the list begins */
    size_t count;  /**< number of values, >= 1 */
    char **values; /**< the values as texts; the list owns them and the array */
};

/** Section [way NAME]. */
struct sow_sweep_way {
    char *name;       /**< NAME; also its value in the list `way` */
    int line;         /**< line of the section */
    char *command;    /**< NULL: the command of [sweep] */
    int command_line; /**< line that names the command */
    size_t set_count; /**< number of options with a value */
    /** lists of one value each, or of a value for each value of the list `by` */
    struct sow_sweep_list sets[SOW_SWEEP_LISTS_MAX];
};

/** Setting of a plan that is no option of its command. */
struct sow_sweep_setting {
    char *text; /**< the value as written; NULL: the default */
    int line;   /**< line of the file that has it */
};

/** A plan, as its file gives it. */
struct sow_sweep_plan {
    char *path;       /**< name of the file, for messages */
    char *command;    /**< one word or two; NULL: each way has its own */
    char *label;      /**< label of every run; the name of the file if it gives none */
    int command_line; /**< line of the file that names the command */
    struct sow_sweep_setting depths;   /**< depths at which players are judged; by default
                                            they are not */
    struct sow_sweep_setting openings; /**< openings of each judgement */
    struct sow_sweep_setting curve;    /**< stages of each run that are judged */
    size_t way_count;                  /**< number of ways; 0: there is no list of them */
    struct sow_sweep_way *ways;        /**< the ways; NULL if there are none */
    size_t list_count;                 /**< number of lists */
    /** Lists in the order of the file; the list `way` is the first if there are ways. */
    struct sow_sweep_list lists[SOW_SWEEP_LISTS_MAX];
    size_t tasks; /**< combinations: 1 to SOW_SWEEP_TASKS_MAX */
};

/** Reads a plan from a file; release it, also after a failure. Fails with SOW_IO if the
 *  file cannot be read. Fails with SOW_BAD_DATA, with the line, if it is not a plan: no
 *  command, an empty list, a value twice, too many tasks. Fails with SOW_INTERRUPTED
 *  after a stop request of the program. Does not check that the command has these
 *  options. */
SOW_MUST_USE enum sow_status
sow_sweep_plan_read(const char *path, struct sow_sweep_plan *plan, struct sow_err *err);

/** Frees the texts of a plan and clears it. */
void sow_sweep_plan_release(struct sow_sweep_plan *plan);

/** Returns the index of the list called @p name, written with underscores; the number of
 *  lists (`list_count`) if there is none. */
size_t sow_sweep_plan_find(const struct sow_sweep_plan *plan, const char *name);

/** Returns the value of list @p list, an index from 0, in task @p task, a number from 1.
 *  The text is borrowed from the plan. */
const char *sow_sweep_plan_value(const struct sow_sweep_plan *plan, size_t task,
                                 size_t list);

/** Returns the index of the way of a task, a number from 1; 0 if the plan has no ways. */
size_t sow_sweep_plan_way(const struct sow_sweep_plan *plan, size_t task);

/** Returns the value that an option of a way has in task @p task, a number from 1. The
 *  text is borrowed from the plan. */
const char *sow_sweep_plan_set(const struct sow_sweep_plan *plan, size_t task,
                               const struct sow_sweep_list *set);

/** Returns true if list @p list, an index from 0, has the values of an option: false for
 *  the lists "way" and "operands". */
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

/** Splits the operands of task @p task, a number from 1, at blanks into @p words. They
 *  are those of the task's way, or else its value of the list "operands"; without either
 *  there are none. Release @p words, also after a failure. Fails with SOW_BAD_DATA if a
 *  word begins with '-' or there are too many words, else with SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_sweep_plan_operands(const struct sow_sweep_plan *plan,
                                                     size_t task,
                                                     struct sow_sweep_words *words,
                                                     struct sow_err *err);

/** Frees the words and leaves none. */
void sow_sweep_words_release(struct sow_sweep_words *words);

#endif
