/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The keeper of a program: a child process that starts it, watches its limits and ends it
 * with all its children.
 */
#ifndef SOW_EXEC_KEEPER_H
#define SOW_EXEC_KEEPER_H

/** Verdicts of a keeper: its exit status. */
enum keeper_verdict {
    KEEPER_FINE,   /**< the program kept its limits */
    KEEPER_MEMORY, /**< the program had too much resident memory */
    KEEPER_CPU,    /**< the program used too much processor time */
};

/** Bytes for the control socket of a keeper. The end of that socket ends the program. */
enum { KEEPER_GAME = 'g' /**< a game begins: the processor time is counted anew */ };

/** The work of a keeper. It owns the descriptors. */
struct keeper_task {
    const char *path;  /**< path of the executable */
    char *const *argv; /**< words of the command; then NULL */
    int talk;          /**< socket for the program's input and output */
    int control;       /**< socket to the process that is served */
    int report;      /**< pipe that receives the error number if it cannot be executed */
    const char *log; /**< path of the file for the program's standard error, made with
                          the first message; "": none */
    int cpu;         /**< seconds of processor time for a game; 0: no limit */
    int memory;      /**< megabytes of resident memory; 0: no limit */
};

/** Does the work of a keeper and ends this process, a child without threads. Calls only
 *  functions that are allowed after fork() in a process with threads. */
_Noreturn void sow_keeper_run(const struct keeper_task *task);

#endif
