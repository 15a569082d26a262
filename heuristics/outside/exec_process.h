/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * One process of a program: its start, its answers, its end.
 */
#ifndef SOW_EXEC_PROCESS_H
#define SOW_EXEC_PROCESS_H

#include "outside_link.h"
#include "sow/outside/exec.h"

#include <sys/types.h>

/** A process of a program. Make it with sow_process_start. */
struct process {
    struct sow_program program; /**< the program */
    struct sow_rules rules;     /**< rules that the process was told */
    struct link *link;          /**< connection to its input and output, owned */
    pid_t keeper;               /**< process number of its keeper */
    int control;                /**< socket to the keeper, owned */
    char *line;                 /**< room for the lines to it, owned */
    size_t room;                /**< bytes in `line` */
    struct process *next;       /**< next process in a list */
};

/** Starts a process, tells it the rules and waits until it is ready. Its messages are
 *  added to the file @p log. Returns NULL if it cannot: @p err then has the reason, as
 *  sow_exec_open says. */
struct process *sow_process_start(const struct sow_program *program,
                                  const struct sow_rules *rules, const char *log,
                                  struct sow_err *err);

/** Tells the keeper that a game begins: its processor time is counted from here. */
void sow_process_begin_game(struct process *process);

/** Asks a process for a move, within @p ms milliseconds. Returns an index into @p moves,
 *  or -r to forfeit for reason r (enum sow_ending). */
int sow_process_ask(struct process *process, const struct sow_game *game,
                    const int *moves, int count, int64_t ms);

/** Ends a process with all its children, and frees it. Returns a reason for a forfeit
 *  (enum sow_ending) if it broke a limit, else 0. */
int sow_process_end(struct process *process);

/** Closes the connections of a list of processes, so that all of them begin to end, then
 *  ends each. */
void sow_process_end_list(struct process *list);

#endif
