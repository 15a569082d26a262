/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Input lines for commands that answer line by line. Any number of lines of any
 * length is read in bounded memory. Answers are flushed before the program waits for
 * input. So a program that writes a line and reads the answer never waits in vain, and
 * bulk input is fast.
 *
 * Ownership: a struct sow_lines is caller storage; a line is borrowed until the next.
 */
#ifndef SOW_EXPERIMENTS_CLI_LINES_H
#define SOW_EXPERIMENTS_CLI_LINES_H

#include "sow/cli/cli.h"

/** Size of the input buffer, and of the longest line, in bytes. */
enum { SOW_LINES_ROOM = 65536, SOW_LINE_LONGEST = 4096 };

/** One line without its line end (LF, CR LF, or none at the end of input). */
struct sow_line {
    uint64_t number;  /**< number of the line, from 1 */
    const char *text; /**< text, terminated by NUL; a NUL byte in the line also ends it */
    size_t length;    /**< length in bytes, those behind a NUL byte included */
    bool too_long; /**< true if the line has more than SOW_LINE_LONGEST bytes; its text is
                      cut there */
};

/** Input that is read line by line. */
struct sow_lines {
    const struct sow_cli *cli; /**< command line with input and output; borrowed */
    uint64_t number;           /**< lines so far */
    size_t begin;              /**< first byte of room that is not used yet */
    size_t end;                /**< end of the input in room */
    bool skipping; /**< true while the rest of a line that was too long is skipped */
    bool ended;    /**< true at the end of input */
    char room[SOW_LINES_ROOM + 1];
};

/** Starts reading lines from cli->in. */
void sow_lines_init(struct sow_lines *lines, const struct sow_cli *cli);

/**
 * Reads the next line.
 * @param[in,out] lines input
 * @param[out] line valid until the next call
 * @param[out] more false at the end of input; @p line is then not set
 * @param[out] err reason of a failure
 * @returns SOW_IO if input cannot be read or answers cannot be written, SOW_INTERRUPTED
 *   on a stop request.
 */
SOW_MUST_USE enum sow_status sow_lines_next(struct sow_lines *lines,
                                            struct sow_line *line, bool *more,
                                            struct sow_err *err);

/**
 * Prints a prompt and reads the line that answers it.
 * @param[in,out] lines input
 * @param prompt printed first; NULL: none
 * @param[out] answer text of the line, borrowed until the next call; "" at the end of
 *   input. For a line with a NUL byte it is a text that is no valid answer.
 * @param[out] more false at the end of input, or on a stop request
 * @param[out] err reason of a failure
 * @returns SOW_IO if input cannot be read or the prompt cannot be written
 */
SOW_MUST_USE enum sow_status sow_lines_ask(struct sow_lines *lines, const char *prompt,
                                           const char **answer, bool *more,
                                           struct sow_err *err);

#endif
