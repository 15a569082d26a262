/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command serve: runs and games in a browser. */
#include "sow/cli/commands.h"
#include "sow/serve/serve.h"
#include "sow/support/doc_pages.h"

#include <fcntl.h>
#include <spawn.h>
#include <string.h>

extern char **environ;

/* Options of the command. */
struct serve_options {
    int port;
    bool open;
    char allow_host[SOW_SERVE_HOSTS_MAX + 1];
};

static const struct sow_param ROWS[] = {
    {"port", &sow_param_integer, offsetof(struct serve_options, port), 0, 65535, NULL,
     "8417", "port on this machine; 0 = any free port"},
    {"open", &sow_param_flag, offsetof(struct serve_options, open), 0, 0, NULL, "no",
     "the first page shown in your browser (by xdg-open)"},
    {"allow_host", &sow_param_text, offsetof(struct serve_options, allow_host), 0,
     SOW_SERVE_HOSTS_MAX, NULL, "",
     "for a proxy in front: host names that browsers ask for, separated by commas"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Starts a browser with the page at @p address. It is not awaited, and it does not write
   to the terminal. If it cannot be started, writes a note. */
static void open_browser(const struct sow_cli *cli, const char *address)
{
    static char program[] = "xdg-open";
    char page[80];
    (void)snprintf(page, sizeof page, "%s", address);
    char *const argv[] = {program, page, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0)
        return;
    for (int fd = 0; fd < 3 && code == 0; fd++)
        code = posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    if (code == 0)
        code = posix_spawnp(&child, program, &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    if (code != 0)
        sow_cli_note(cli,
                     "xdg-open cannot open a browser (%s): open the address yourself",
                     strerror(code));
}

/* Writes the address to stdout as a line, and a note. Returns SOW_IO if stdout cannot be
   written. */
static enum sow_status tell(const struct sow_cli *cli, const char *address,
                            struct sow_err *err)
{
    if (fprintf(cli->out, "%s\n", address) < 0 || fflush(cli->out) != 0)
        return sow_err_blame(
            err, sow_err_set(err, SOW_IO, "standard output cannot be written"), "output");
    sow_cli_note(cli, "open this address in a browser on this machine; control-C "
                      "ends the server");
    return SOW_OK;
}

/* Command line, and whether to open a browser; context of listening. */
struct serving {
    const struct sow_cli *cli;
    bool open;
};

/* Tells the address when the server listens, and opens a browser with --open. It is the
   `listening` of the server; @p context is a struct serving. Fails as tell, which ends
   the server. */
static enum sow_status listening(void *context, const char *address, struct sow_err *err)
{
    struct serving *serving = context;
    enum sow_status status = tell(serving->cli, address, err);
    if (status == SOW_OK && serving->open)
        open_browser(serving->cli, address);
    return status;
}

/* Writes a note that the database's file was made, replaced or removed. It is the
   `changed` of the server; @p context is a struct serving. */
static void tell_change(void *context, enum sow_serve_change change)
{
    /* words before and after the name of the database */
    static const char *const NOTES[SOW_SERVE_CHANGES][2] = {
        [SOW_SERVE_GONE] = {"there is no database",
                            ": the pages are empty until a run makes it"},
        [SOW_SERVE_MADE] = {"the database", " was made: the pages show its runs"},
        [SOW_SERVE_REPLACED] = {"another file is the database",
                                " now: the pages show its runs"}};
    const struct serving *serving = context;
    sow_cli_note(serving->cli, "%s '%s'%s", NOTES[change][0], serving->cli->common.db,
                 NOTES[change][1]);
}

/* Carries out `serve`: answers requests until the program is stopped. Fails as
   sow_serve_run. */
static enum sow_status run_serve(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    const struct serve_options *asked = options;
    struct serving serving = {cli, asked->open};
    struct sow_serve serve = {.db = cli->common.db,
                              .port = asked->port,
                              .hosts = asked->allow_host,
                              .with = cli->with,
                              .listening = listening,
                              .changed = tell_change,
                              .context = &serving};
    return sow_serve_run(&serve, err);
}

const struct sow_command sow_command_serve = {
    .section = "Stored runs",
    .name = "serve",
    .operands = "",
    .summary = "show runs and play games in a browser on this machine",
    .examples = "sowlab serve --open\n"
                "sowlab serve --db other.db --port 0",
    .details =
        "The pages show runs with their reports, running evolutions, questions in SQL, "
        "and games to play and to watch (" SOW_DOC_SERVE
        "). The address goes to stdout. Only this machine can ask, the server writes "
        "nothing, and the pages load nothing from elsewhere.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct serve_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_EXEC,
    .run = run_serve,
};
