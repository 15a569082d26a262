/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program: signals, the command line, the command, and the report of a failure. */
#include "sow/cli/cli.h"

#include "cli_call.h"
#include "cli_run.h"
#include "cli_watchdog.h"
#include "sow/base/text.h"
#include "sow/cli/cli_help.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/outside/exec.h"
#include "sow/players/run_players.h"
#include "sow/support/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the process: signals, descriptors --- */

/* State that the signal handler uses; a handler can reach only globals. */
static struct sow_stop stop_request;
static atomic_llong stop_time; /* time of the request in milliseconds; 0 = none yet */
static atomic_bool silent;     /* true with --quiet */

/* Time after the first signal in which another one counts as the same request. Tools such
   as timeout(1) send a signal both to a process and to its group. */
enum { SAME_REQUEST_MILLISECONDS = 500 };

/* Writes at once that the program is stopping, since the end may take a moment. Leaves
   the progress line on a terminal above the message. */
static void announce_stop(void)
{
    static const char TEXT[] = "\nsowlab: stopping\n";
    const char *text = isatty(STDERR_FILENO) ? TEXT : TEXT + 1;
    if (!atomic_load(&silent))
        (void)!write(STDERR_FILENO, text, strlen(text));
}

/* Handles a stop signal. The first one requests a stop, also of the watchdog, and
   announces it. Another one within half a second is ignored. A later one ends the
   process. Calls only functions that are safe in a handler, and leaves errno as it
   was. */
static void on_stop_signal(int signal_number)
{
    long long now = (long long)(1000 * sow_clock_seconds());
    long long first = 0;
    int fault = errno;
    if (atomic_compare_exchange_strong(&stop_time, &first, now)) {
        sow_stop_request(&stop_request);
        sow_watchdog_stop();
        announce_stop();
    } else if (now - first > SAME_REQUEST_MILLISECONDS) {
        (void)signal(signal_number, SIG_DFL);
        (void)raise(signal_number);
    }
    errno = fault;
}

/* Installs the handlers. A stop signal interrupts blocking reads (no SA_RESTART). SIGPIPE
   is ignored, so that writing to a closed pipe fails and does not end the process. */
static void catch_signals(void)
{
    static const int STOPPING[] = {SIGINT, SIGTERM, SIGHUP};
    enum { COUNT = sizeof STOPPING / sizeof STOPPING[0] };
    struct sigaction action = {.sa_handler = on_stop_signal};
    (void)sigemptyset(&action.sa_mask);
    for (int i = 0; i < COUNT; i++)
        (void)sigaddset(&action.sa_mask, STOPPING[i]);
    for (int i = 0; i < COUNT; i++) {
        struct sigaction before;
        /* The user may have started the program so that it outlives a hang-up (nohup). */
        bool outlives = STOPPING[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 &&
                        before.sa_handler == SIG_IGN;
        if (!outlives)
            (void)sigaction(STOPPING[i], &action, NULL);
    }
    action = (struct sigaction){.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &action, NULL);
    /* A file at its size limit is reported like a full disk: the write fails. */
    (void)sigaction(SIGXFSZ, &action, NULL);
}

/* Opens /dev/null for standard descriptors that the caller closed. Otherwise a file
   opened later, such as the database, would get their numbers. The access mode is the
   opposite of the usual one, so that using such a descriptor still fails. */
static void fill_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Writes a note if the run has more threads than the machine has processors. Additional
   threads only slow the run down, because threads wait for each other. */
static void note_threads(const struct sow_cli *cli)
{
    int processors = sow_parallel_threads_available();
    if (cli->with.threads > processors)
        sow_cli_note(cli,
                     "%d threads share %d processors, which takes longer; "
                     "'--threads 0' uses one thread for each processor",
                     cli->with.threads, processors);
}

/* --- from words to a command --- */

/* Sets the output format from --json, --csv, --markdown and --latex. Returns SOW_USAGE if
   several are given, or --full with JSON or CSV. */
static enum sow_status choose_format(struct sow_cli *cli, struct sow_err *err)
{
    const struct {
        bool asked;
        enum sow_format format;
        const char *option;
    } formats[] = {{cli->common.json, SOW_FORMAT_JSON, "--json"},
                   {cli->common.csv, SOW_FORMAT_CSV, "--csv"},
                   {cli->common.markdown, SOW_FORMAT_MARKDOWN, "--markdown"},
                   {cli->common.latex, SOW_FORMAT_LATEX, "--latex"}};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (!formats[i].asked)
            continue;
        if (first != NULL)
            return sow_err_set(err, SOW_USAGE, "both '%s' and '%s' are given: choose one",
                               first, formats[i].option);
        first = formats[i].option;
        cli->format = formats[i].format;
    }
    if (cli->common.full && (cli->common.json || cli->common.csv))
        return sow_err_set(err, SOW_USAGE,
                           "'--full' has no effect with '%s', which always shows "
                           "everything: leave it out",
                           first);
    return SOW_OK;
}

/* Carries out `help`: prints all commands, the help of a command, or the commands of a
   group. Returns SOW_USAGE if there is no such command. */
static enum sow_status run_help(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)options;
    if (argc == 0) {
        sow_help_overview(cli->out);
        return SOW_OK;
    }
    int used;
    const struct sow_command *command = sow_command_find(argc, argv, &used);
    if (command != NULL && used == argc)
        sow_help_command(command, cli->out);
    else if (argc == 1 && sow_command_is_group(argv[0]))
        sow_help_group(argv[0], cli->out);
    else
        return sow_command_unknown(argc, argv, err);
    return SOW_OK;
}

/* Carries out a command whose words are read, or prints its help with --help. Checks
   operands and format, lets the host prepare the command, sets the context, and runs the
   command with a progress line. Returns its status. */
static enum sow_status perform(struct sow_cli *cli, struct sow_cli_call *call,
                               struct sow_err *err)
{
    if (cli->common.help) {
        sow_help_command(cli->command, cli->out);
        return SOW_OK;
    }
    enum sow_status status = sow_cli_call_check(cli, call, err);
    if (status == SOW_OK)
        status = choose_format(cli, err);
    if (status != SOW_OK)
        return status;
    cli->running = true;
    cli->operands = call->operands;
    if (cli->host != NULL)
        status = cli->host->begin(cli, err);
    if (status != SOW_OK)
        return status;
    cli->with.threads = cli->common.threads;
    cli->with.kernel = cli->common.kernel;
    atomic_store(&silent, cli->common.quiet);
    if (!cli->common.quiet)
        cli->with.progress = sow_progress_new(cli->messages);
    note_threads(cli);
    enum sow_status (*run)(struct sow_cli *, void *, int, char **, struct sow_err *) =
        cli->command->run != NULL    ? cli->command->run
        : cli->command->kind != NULL ? sow_cli_run_kind
                                     : run_help;
    status = run(cli, call->options, call->count, call->operands, err);
    sow_progress_free(cli->with.progress);
    cli->with.progress = NULL;
    return status;
}

/* Reads the words of a command line and carries out the command. @p argv starts with the
   last word of the command's name, and has @p argc words. Returns the first failure. */
static enum sow_status call_command(struct sow_cli *cli, int argc, char **argv,
                                    struct sow_err *err)
{
    struct sow_cli_call call;
    enum sow_status status = sow_cli_call_scan(cli, argc, argv, &call, err);
    if (status == SOW_OK)
        status = perform(cli, &call, err);
    sow_cli_call_release(cli, &call);
    return status;
}

/* Replaces a flag that stands where a command belongs by the command: --help and -h by
   "help", --version and -V by "version". Leaves other words unchanged. */
static void translate_flag(char **word)
{
    static struct {
        const char *flag;
        char command[8];
    } flags[] = {
        {"--help", "help"}, {"-h", "help"}, {"--version", "version"}, {"-V", "version"}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(*word, flags[i].flag) == 0)
            *word = flags[i].command;
}

/* Finds the command of the words and carries it out. For the first word of a group and
   --help, lists the group. Without words, prints the overview to stderr and returns
   SOW_USAGE. Also returns SOW_USAGE for an unknown command or an option before it. */
static enum sow_status dispatch(struct sow_cli *cli, int argc, char **argv,
                                struct sow_err *err)
{
    int used;
    if (argc < 2) {
        sow_help_overview(cli->messages);
        return sow_err_set(err, SOW_USAGE, "no command given");
    }
    translate_flag(&argv[1]);
    if (argv[1][0] == '-')
        return sow_err_set(err, SOW_USAGE,
                           "option '%s' is before the command: write 'sowlab COMMAND %s "
                           "...'",
                           argv[1], argv[1]);
    cli->command = sow_command_find(argc - 1, argv + 1, &used);
    if (cli->command != NULL)
        return call_command(cli, argc - used, argv + used, err);
    bool asks =
        argc == 3 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0);
    if (!asks || !sow_command_is_group(argv[1]))
        return sow_command_unknown(argc - 1, argv + 1, err);
    sow_help_group(argv[1], cli->out);
    return SOW_OK;
}

/* --- the end --- */

/* Flushes standard output. Returns SOW_IO, with the option "output" at fault, if any of
   the output was lost, else @p status. */
static enum sow_status close_output(FILE *out, enum sow_status status,
                                    struct sow_err *err)
{
    bool failed = ferror(out) != 0;
    errno = 0;
    failed = fflush(out) != 0 || failed;
    if (!failed || status == SOW_IO)
        return status;
    return sow_err_blame(err,
                         sow_err_set(err, SOW_IO, "standard output cannot be written%s%s",
                                     errno != 0 ? ": " : "",
                                     errno != 0 ? strerror(errno) : ""),
                         "output");
}

/* Prints the reason of a failure to stderr, or a general one if @p err has none. For a
   wrong command line adds the command that prints help. */
static void explain_failure(const struct sow_cli *cli, enum sow_status status,
                            struct sow_err *err)
{
    if (err->text[0] == '\0')
        (void)sow_err_set(err, status, "%s",
                          status == SOW_INTERRUPTED
                              ? "interrupted; everything finished is kept"
                              : "the command failed without a reason");
    sow_cli_complain(cli, err);
    if (status != SOW_USAGE || (cli->running && strcmp(cli->command->name, "help") != 0))
        return;
    if (cli->command != NULL && !cli->running)
        (void)fprintf(cli->messages, "'sowlab %s --help' shows how it is used\n",
                      cli->command->name);
    else
        (void)fputs("'sowlab help' lists the commands\n", cli->messages);
}

int sow_cli_main(int argc, char **argv, const struct sow_cli_host *host)
{
    struct sow_err err = {.status = SOW_OK};
    struct sow_cli cli = {.host = host,
                          .format = SOW_FORMAT_TEXT,
                          .with = {.stop = &stop_request},
                          .in = stdin,
                          .out = stdout,
                          .messages = stderr};
    fill_descriptors();
    catch_signals();
    sow_store_read_players_by(sow_run_players_read);
    sow_stop_heed(&stop_request);
    /* Only words of this command line allow programs to be started. */
    bool allowed = true;
    for (int i = 1; i < argc; i++)
        allowed = sow_exec_allow(argv[i]) && allowed;
    enum sow_status status =
        allowed ? dispatch(&cli, argc, argv, &err) : sow_err_no_memory(&err);
    status = close_output(cli.out, status, &err);
    /* A reader that closes the pipe early has seen enough: this is not a failure. */
    if (status == SOW_IO && sow_cli_reader_left(&cli) &&
        strcmp(err.option, "output") == 0)
        status = SOW_OK;
    /* Opening or reading a file, for example a pipe without a writer, can block until the
       stop request interrupts it. */
    if (status == SOW_IO && sow_stopping()) {
        status = SOW_INTERRUPTED;
        (void)sow_err_prefix(&err, "interrupted");
    }
    if (status != SOW_OK)
        explain_failure(&cli, status, &err);
    return (int)status;
}
