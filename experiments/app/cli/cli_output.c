/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of commands: reports and files to stdout, notes and faults to stderr. */
#include "sow/cli/cli.h"
#include "sow/support/progress.h"
#include "sow/support/visible.h"

#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Checks that writing failed and that the pipe has no reader. A full disk has no such
   event. */
bool sow_cli_reader_left(const struct sow_cli *cli)
{
    struct pollfd out = {.fd = fileno(cli->out), .events = POLLOUT};
    return ferror(cli->out) != 0 && poll(&out, 1, 0) > 0 &&
           (out.revents & (POLLERR | POLLHUP)) != 0;
}

enum sow_status sow_cli_print(const struct sow_cli *cli, struct sow_report *report,
                              struct sow_err *err)
{
    sow_progress_hide(cli->with.progress);
    if (cli->common.full)
        sow_report_full(report);
    enum sow_status status = sow_report_print(report, cli->format, cli->out, err);
    if (status == SOW_IO && sow_cli_reader_left(cli)) {
        if (err != NULL)
            err->text[0] = '\0';
        return SOW_OK; /* the reader left; the command continues with what it stores */
    }
    return status == SOW_IO ? sow_err_blame(err, status, "output") : status;
}

enum sow_status sow_cli_conclude(const struct sow_cli *cli, struct sow_report *report,
                                 enum sow_status status, struct sow_err *err)
{
    struct sow_err fault;
    enum sow_status printed = sow_cli_print(cli, report, &fault);
    if (status != SOW_OK || printed == SOW_OK)
        return status;
    *err = fault;
    return printed;
}

enum sow_status sow_cli_write(const struct sow_cli *cli, sow_write_fn *write,
                              void *context, struct sow_err *err)
{
    const struct sow_whole_file file = {cli->common.output, cli->common.force,
                                        cli->common.db};
    if (strcmp(file.path, "-") != 0)
        return sow_whole_file_write(&file, write, context, err);
    enum sow_status status = write(context, cli->out, err);
    return status == SOW_IO && ferror(cli->out) != 0
               ? sow_err_blame(err, status, "output")
               : status;
}

/* Writes @p length characters as one line to stderr. Control characters in it are made
   visible. */
static void say_line(const struct sow_cli *cli, const char *line, size_t length)
{
    sow_visible_write(cli->messages, line, length);
    (void)fputc('\n', cli->messages);
}

void sow_cli_note(const struct sow_cli *cli, const char *format, ...)
{
    char *text = NULL;
    if (cli->common.quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    bool whole = vasprintf(&text, format, arguments) >= 0;
    va_end(arguments);
    sow_progress_pause(cli->with.progress);
    say_line(cli, whole ? text : format, strlen(whole ? text : format));
    sow_progress_resume(cli->with.progress);
    if (whole)
        free(text);
}

void sow_cli_complain(const struct sow_cli *cli, const struct sow_err *err)
{
    sow_progress_hide(cli->with.progress);
    for (const char *line = err->text; line != NULL;) {
        size_t length = strcspn(line, "\n");
        (void)fputs("sowlab: ", cli->messages);
        say_line(cli, line, length);
        line = line[length] == '\n' ? line + length + 1 : NULL;
    }
}
