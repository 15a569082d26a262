/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Commands of programs: their words and their executables.
 */
#ifndef SOW_EXEC_COMMAND_H
#define SOW_EXEC_COMMAND_H

#include "sow/outside/exec.h"

enum {
    EXEC_WORDS_MAX = 64,  /**< largest number of words in a command */
    EXEC_PATH_MAX = 4095, /**< largest number of characters in a path */
};

/** A command that is cut into words. It must not be copied. */
struct exec_words {
    char room[SOW_EXEC_COMMAND_MAX + 1]; /**< the words, without backslashes */
    int count;                           /**< number of words, at least 1 */
    char *word[EXEC_WORDS_MAX + 1];      /**< starts of the words; then NULL */
    char path[EXEC_PATH_MAX + 1];        /**< path of the executable */
};

/** Cuts the command of a program into words and finds its executable. The first word is
 *  its path or, without a slash, its name in a folder of PATH. Returns SOW_USAGE if there
 *  is none. */
enum sow_status sow_exec_cut(const struct sow_program *program, struct exec_words *words,
                             struct sow_err *err);

#endif
