/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Programs that sowlab starts as players (docs/reference/exec.md).
 *
 * A program reads the rules once, then a line for each position, and answers each with a
 * line that has its move. It runs without a shell, in a process group of its own. A
 * *keeper*, a child of this process, starts it and ends it with all its children, also
 * if this process is killed.
 *
 * Only a command that was allowed is ever started (sow_exec_allow). The command line
 * allows those that it names; records and files allow none.
 *
 * Ownership: structs borrow everything they point to. All functions are thread-safe.
 */
#ifndef SOW_OUTSIDE_EXEC_H
#define SOW_OUTSIDE_EXEC_H

#include "sow/base/err.h"
#include "sow/game/game.h"
#include "sow/outside/program.h"

SOW_C_BEGIN

/**
 * Reads the command of a program, with single blanks between its words.
 *
 * @param text words separated by blanks. A backslash makes the character behind it part
 *        of a word.
 * @param[in,out] program receives the command; unchanged on failure.
 * @returns NULL, or a phrase (static) that says why @p text is no command.
 */
const char *sow_exec_command(const char *text, struct sow_program *program);

/**
 * Finds the executable of a program and sets its checksum. The checksum is the SHA-256 of
 * the executable, followed by the files that further words of the command name.
 *
 * @param[in,out] program the program; its digest is set.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK; SOW_USAGE if there is no such program or it is not executable; SOW_IO
 *        if a file cannot be read.
 */
SOW_MUST_USE enum sow_status sow_exec_identify(struct sow_program *program,
                                               struct sow_err *err);

/**
 * Allows this process to start the commands that a text names as `exec:[COMMAND]`, in any
 * case of the letters of `exec`.
 *
 * @param text any text, such as a word of the command line.
 * @returns false if there is no memory for one of them.
 */
bool sow_exec_allow(const char *text);

/**
 * Counts the commands that a text names as `exec:[COMMAND]`.
 *
 * @param text any text.
 * @param[out] refused receives the number of those that this process may not start.
 * @returns the number of commands.
 */
int sow_exec_named(const char *text, int *refused);

/**
 * Returns true if this process may start the program.
 *
 * @param program any program.
 * @returns true if sow_exec_allow has allowed its command.
 */
bool sow_exec_allowed(const struct sow_program *program);

/**
 * Checks that a program may be started and is the one that its checksum names.
 *
 * @param program the program.
 * @param rules rules of the games.
 * @param now true to start one process and to wait until it is ready.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK; SOW_USAGE if the command is not allowed or there is no such program;
 *        SOW_BAD_DATA if it is another program; SOW_IO if it does not become ready;
 *        SOW_INTERRUPTED if the process is asked to stop (sow_stopping).
 */
SOW_MUST_USE enum sow_status sow_exec_open(const struct sow_program *program,
                                           const struct sow_rules *rules, bool now,
                                           struct sow_err *err);

/**
 * Asks a program for a move, as `choose` of struct sow_player does. Starts a process if
 * necessary. After a forfeit the process is ended, and the next game has another one.
 * Without a memory of the game the clock begins with this move.
 *
 * @param program the program.
 * @param game the game in progress. Its transcript has the moves that the program is
 *        told.
 * @param moves all legal moves, ascending.
 * @param count number of @p moves, at least 1.
 * @returns an index into @p moves, or -r to forfeit for reason r (enum sow_ending).
 */
int sow_exec_choose(const struct sow_program *program, const struct sow_game *game,
                    const int *moves, int count);

/**
 * Makes the memory of a game for a program, as `begin` of struct sow_player does.
 *
 * @param program the program, borrowed until the end of the game.
 * @returns memory on the heap, or NULL without memory.
 */
void *sow_exec_begin(const struct sow_program *program);

/**
 * Ends a game, as `end` of struct sow_player does: the process is free for others.
 *
 * @param memory memory of sow_exec_begin, which is freed.
 */
void sow_exec_end(void *memory);

/**
 * Finds the file that keeps the messages of a program, its standard error. It is made
 * with the first message.
 *
 * @param program the program.
 * @returns its path, borrowed until the end of the process; "" if there can be no such
 *          file.
 */
const char *sow_exec_log(const struct sow_program *program);

SOW_C_END

#endif
