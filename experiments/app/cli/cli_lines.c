/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void sow_lines_init(struct sow_lines *lines, const struct sow_cli *cli)
{
    lines->cli = cli;
    lines->number = 0;
    lines->begin = 0;
    lines->end = 0;
    lines->skipping = false;
    lines->ended = false;
}

/* Flushes answers and waits for more input. Appends it to the input not yet used. Sets
   `ended` at the end of input. Returns SOW_IO, or SOW_INTERRUPTED on a stop request. */
static enum sow_status refill(struct sow_lines *lines, struct sow_err *err)
{
    const struct sow_cli *cli = lines->cli;
    memmove(lines->room, lines->room + lines->begin, lines->end - lines->begin);
    lines->end -= lines->begin;
    lines->begin = 0;
    if (fflush(cli->out) != 0 || ferror(cli->out))
        return sow_err_blame(err,
                             sow_err_set(err, SOW_IO,
                                         "standard output cannot be written: %s",
                                         strerror(errno)),
                             "output");
    ssize_t got;
    do {
        if (sow_stop_requested(cli->with.stop))
            return sow_err_set(err, SOW_INTERRUPTED, "interrupted at input line %llu",
                               (unsigned long long)lines->number + 1);
        got =
            read(fileno(cli->in), lines->room + lines->end, SOW_LINES_ROOM - lines->end);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return sow_err_set(err, SOW_IO, "standard input cannot be read: %s",
                           strerror(errno));
    lines->end += (size_t)got;
    lines->ended = got == 0;
    return SOW_OK;
}

/* Makes @p line of the @p length bytes at @p text, which it ends with a NUL. Counts the
   line, removes a CR at its end, or cuts it if it is too long. */
static void hand_over(struct sow_lines *lines, char *text, size_t length,
                      struct sow_line *line)
{
    bool too_long = length > SOW_LINE_LONGEST;
    size_t kept = too_long ? SOW_LINE_LONGEST : length;
    if (!too_long && kept > 0 && text[kept - 1] == '\r')
        kept--;
    text[kept] = '\0';
    *line = (struct sow_line){++lines->number, text, kept, too_long};
}

/* Takes the first line of the unused input if it is complete, too long, or the last of
   an ended input. Returns false if more input is needed, or if an ended input has no
   more. */
static bool take_line(struct sow_lines *lines, struct sow_line *line)
{
    char *text = lines->room + lines->begin;
    size_t there = lines->end - lines->begin;
    char *newline = memchr(text, '\n', there);
    if (newline == NULL && (there == 0 || (!lines->ended && there <= SOW_LINE_LONGEST)))
        return false;
    size_t length = newline != NULL ? (size_t)(newline - text) : there;
    lines->begin += length + (newline != NULL);
    lines->skipping = newline == NULL && !lines->ended;
    hand_over(lines, text, length, line);
    return true;
}

/* Skips the rest of a line that was too long, as far as it has been read. */
static void skip_rest(struct sow_lines *lines)
{
    char *text = lines->room + lines->begin;
    char *newline = memchr(text, '\n', lines->end - lines->begin);
    lines->skipping = newline == NULL;
    lines->begin = newline == NULL ? lines->end : (size_t)(newline + 1 - lines->room);
}

enum sow_status sow_lines_next(struct sow_lines *lines, struct sow_line *line, bool *more,
                               struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    *more = false;
    while (status == SOW_OK) {
        if (lines->skipping)
            skip_rest(lines);
        if (!lines->skipping && take_line(lines, line)) {
            *more = true;
            break;
        }
        if (lines->ended)
            break;
        status = refill(lines, err);
    }
    return status;
}

enum sow_status sow_lines_ask(struct sow_lines *lines, const char *prompt,
                              const char **answer, bool *more, struct sow_err *err)
{
    FILE *out = lines->cli->out;
    struct sow_line typed = {.text = ""};
    if (prompt != NULL)
        (void)fputs(prompt, out);
    enum sow_status status = sow_lines_next(lines, &typed, more, err);
    if (status == SOW_INTERRUPTED) {
        *more = false;
        status = SOW_OK;
    }
    if (!*more && prompt != NULL)
        (void)fputc('\n', out);
    bool whole = strlen(typed.text) == typed.length || !*more;
    *answer = whole ? typed.text : "a line with a zero byte";
    return status;
}
