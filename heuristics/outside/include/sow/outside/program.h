/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A program that sowlab starts as a player, as plain data (exec.h). Ownership: the struct
 * has no pointer; copy it freely.
 */
#ifndef SOW_OUTSIDE_PROGRAM_H
#define SOW_OUTSIDE_PROGRAM_H

#include "sow/game/clock.h"

enum {
    SOW_EXEC_COMMAND_MAX = 399, /**< largest number of characters in a command */
    SOW_EXEC_NAME_MAX = 31,     /**< largest number of characters in a name */
    SOW_EXEC_DIGEST = 64,       /**< characters of a checksum, SHA-256 */
    SOW_EXEC_MS = 2000          /**< milliseconds for a move if nothing is asked for */
};

/** A program: its command, its identity and its limits. */
struct sow_program {
    char command[SOW_EXEC_COMMAND_MAX + 1]; /**< words with single blanks between them */
    char digest[SOW_EXEC_DIGEST + 1];       /**< checksum of its files, in hexadecimal */
    char name[SOW_EXEC_NAME_MAX + 1];       /**< name for tables, or "" */
    int ms;                 /**< milliseconds for a move; 0: SOW_EXEC_MS, or the rest of
                                 the clock */
    struct sow_clock clock; /**< clock for all moves of a game, or none */
    int start;              /**< seconds from its start to its line `ready` */
    int threads;            /**< games that it plays at a time, each in a process of its
                                 own */
    int cpu;                /**< seconds of processor time for a game; 0: no limit */
    int memory;             /**< megabytes of resident memory; 0: no limit */
};

#endif
