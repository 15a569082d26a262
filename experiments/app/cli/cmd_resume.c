/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command resume: continues a run that has not ended. */
#include "cli_query.h"
#include "cli_run.h"
#include "sow/cli/commands.h"

/* Sets @p id to the run to resume: the one named, or the latest that can be resumed.
   Fails with SOW_NOTHING_LEFT if there is none, and with SOW_USAGE for a word that is not
   a number. */
static enum sow_status choose_run(struct sow_store *store, int argc, char **argv,
                                  int64_t *id, struct sow_err *err)
{
    if (argc > 0)
        return sow_word_integer(argv[0], "ID", 1, id, err);
    enum sow_status status = sow_store_find_resumable(store, id, err);
    if (status == SOW_OK && *id == 0)
        status = sow_err_set(
            err, SOW_NOTHING_LEFT,
            "no run in '%s' can be resumed: all are done, or a process is at work on "
            "them",
            sow_store_path(store));
    return status;
}

/* Writes a note that the run continues. It is the `begin` of a replay, whose context is
   the struct sow_cli. */
static void tell(const struct sow_run_replay *replay)
{
    sow_cli_note(replay->context, "continuing run %lld", (long long)replay->id);
}

/* Continues run @p id and prints its result. A limit of the user that ends the run is
   noted and is not a failure. Fails as sow_run_resume, with a hint how to continue after
   an interruption. */
static enum sow_status resume(const struct sow_cli *cli, struct sow_store *store,
                              int64_t id, struct sow_err *err)
{
    struct sow_run_replay replay = {
        .id = id, .with = cli->with, .begin = tell, .context = cli};
    enum sow_status status = sow_run_resume(store, &replay, err);
    if (status == SOW_INTERRUPTED)
        status = sow_cli_unfinished(cli, store, id, status, err);
    /* Reaching a limit of the user, such as --seconds, is not a failure. */
    if (status == SOW_INTERRUPTED && !sow_stop_requested(cli->with.stop)) {
        sow_cli_note(cli, "%s", err->text);
        status = SOW_OK;
    }
    return status == SOW_OK ? sow_cli_result(cli, store, id, err) : status;
}

/* Carries out `resume`: continues the run of the operand, or the latest that can be
   resumed. A missing database is an error. */
static enum sow_status run_resume(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)options;
    struct sow_store *store = NULL;
    int64_t id = 0;
    enum sow_status status = sow_cli_existing_store(cli, &store, err);
    if (status == SOW_OK)
        status = choose_run(store, argc, argv, &id, err);
    if (status == SOW_OK)
        status = resume(cli, store, id, err);
    sow_store_close(store);
    return status;
}

const struct sow_command sow_command_resume = {
    .section = "Stored runs",
    .name = "resume",
    .operands = "[ID]",
    .summary = "continue a run that was interrupted, failed or was killed",
    .examples = "sowlab resume\n"
                "sowlab resume 17 --threads 4",
    .details =
        "Without an ID the command takes the latest run that was interrupted or killed, "
        "or else the latest that failed. It checks the stored rows of the run and keeps "
        "them. The results are the same, bit for bit, as without the interruption.\n"
        "A run is refused while a process is at work on it. 'sowlab runs list' shows a "
        "run as stale if its process is gone.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_THREADS | SOW_TAKES_KERNEL | SOW_TAKES_FORMAT |
             SOW_TAKES_EXEC,
    .min_operands = 0,
    .max_operands = 1,
    .run = run_resume,
};
