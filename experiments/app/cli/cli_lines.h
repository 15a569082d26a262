/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Lines of input of any number and any length in bounded memory, for commands that
 * answer line by line. Answers are flushed whenever input has to be waited for, so a
 * program at the other end of two pipes gets each answer, and bulk input is fast.
 *
 * Ownership: a struct sow_lines is caller storage; a line is borrowed until the next.
 */
#ifndef SOW_EXPERIMENTS_CLI_LINES_H
#define SOW_EXPERIMENTS_CLI_LINES_H

#include "sow/cli/cli.h"

enum { SOW_LINES_ROOM = 65536, SOW_LINE_LONGEST = 4096 };

/** One line without its line end (LF or CR LF; the last one may have none). */
struct sow_line {
    uint64_t number;  /**< from 1 */
    const char *text; /**< NUL-terminated; a NUL byte inside it ends it too */
    size_t length;    /**< bytes, also those behind a NUL byte */
    bool too_long;    /**< more than SOW_LINE_LONGEST bytes: the text is cut there */
};

struct sow_lines {
    const struct sow_cli *cli;
    uint64_t number;
    size_t begin;
    size_t end;
    bool skipping; /**< inside the rest of a line that was too long */
    bool ended;
    char room[SOW_LINES_ROOM + 1];
};

/** Starts at the command's input. */
void sow_lines_init(struct sow_lines *lines, const struct sow_cli *cli);

/**
 * The next line; @p more is false at the end of input.
 * @returns SOW_IO if input cannot be read or answers cannot be written, SOW_INTERRUPTED
 * on a stop request.
 */
SOW_MUST_USE enum sow_status sow_lines_next(struct sow_lines *lines,
                                            struct sow_line *line, bool *more,
                                            struct sow_err *err);

/**
 * Prints @p prompt (NULL: none), and takes the line that answers it.
 * @param answer the line, borrowed until the next one
 * @param more   false at the end of input, or on a stop request
 */
SOW_MUST_USE enum sow_status sow_lines_ask(struct sow_lines *lines, const char *prompt,
                                           const char **answer, bool *more,
                                           struct sow_err *err);

#endif
