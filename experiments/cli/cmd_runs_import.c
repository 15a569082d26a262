/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs import: from other databases. */
#include "cli_query.h"
#include "cli_run.h"
#include "sow/cli/commands.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

struct import_options {
    char runs[SOW_CLI_PATH_MAX + 1];
};

static const struct sow_param IMPORT_ROWS[] = {
    {"runs", &sow_param_text, offsetof(struct import_options, runs), 0, SOW_CLI_PATH_MAX,
     NULL, "", "numbers of the runs wanted of a database, with commas; empty = all"},
};

static const struct sow_param_table IMPORT_TABLE = {IMPORT_ROWS, 1};

/* An import under way. */
struct intake {
    const struct sow_cli *cli;
    struct sow_store *store;
    const char *path;
    const char *runs; /* as asked for */
    size_t lines;     /* of the report */
    size_t refused;
    struct sow_report *report;
};

/* @p id and @p there 0: unknown; @p reason NULL: none. */
static void add_line(struct intake *intake, int64_t id, int64_t there,
                     const char *verdict, const char *reason)
{
    struct sow_report *report = intake->report;
    intake->lines++;
    if (id != 0)
        sow_report_int(report, NULL, id);
    else
        sow_report_null(report, NULL);
    sow_report_text(report, NULL, intake->path);
    if (there != 0)
        sow_report_int(report, NULL, there);
    else
        sow_report_null(report, NULL);
    sow_report_text(report, NULL, verdict);
    if (reason != NULL)
        sow_report_text(report, NULL, reason);
    else
        sow_report_null(report, NULL);
}

static int compare_ids(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a;
    int64_t second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

/* Numbers with commas between them, in rising order; free ids->id. */
static enum sow_status parse_ids(const char *text, struct sow_cli_ids *ids,
                                 struct sow_err *err)
{
    char copy[SOW_CLI_PATH_MAX + 1];
    char *words[SOW_CLI_PATH_MAX / 2 + 1];
    int count = 0;
    (void)snprintf(copy, sizeof copy, "%s", text);
    char *rest = copy;
    for (char *word; (word = strsep(&rest, ",")) != NULL &&
                     count < (int)(sizeof words / sizeof words[0]);)
        words[count++] = word;
    enum sow_status status = sow_cli_ids_read(count, words, ids, err);
    if (status == SOW_OK)
        qsort(ids->id, ids->count, sizeof ids->id[0], compare_ids);
    return status;
}

static enum sow_status choose_runs(const struct intake *intake, struct sow_store *from,
                                   struct sow_cli_ids *ids, struct sow_err *err)
{
    if (intake->runs[0] == '\0')
        return sow_store_find_runs(from, NULL, NULL, &ids->id, &ids->count, err);
    enum sow_status status = parse_ids(intake->runs, ids, err);
    for (size_t i = 0; i < ids->count && status == SOW_OK; i++)
        status = sow_store_require_run(from, ids->id[i], err);
    return status;
}

/* A run that is refused is a verdict, so that the others get theirs. */
static enum sow_status import_one(struct intake *intake, struct sow_store *from,
                                  int64_t id, struct sow_err *err)
{
    struct sow_copied copied;
    enum sow_status status = sow_store_copy(intake->store, from, id, &copied, err);
    if (status == SOW_BAD_DATA) {
        add_line(intake, 0, id, "refused", err->text);
        intake->refused++;
        return SOW_OK;
    }
    if (status == SOW_OK)
        add_line(intake, copied.id, id, copied.added ? "imported" : "already here", NULL);
    return status;
}

static enum sow_status import_database(struct intake *intake, struct sow_err *err)
{
    struct sow_store *from = NULL;
    struct sow_cli_ids ids = {.id = NULL};
    enum sow_status status = sow_store_open(intake->path, SOW_STORE_GUEST, &from, err);
    if (status == SOW_OK) {
        sow_store_watch(from, intake->cli->stop);
        status = choose_runs(intake, from, &ids, err);
    }
    sow_progress_begin(intake->cli->progress, ids.count, "runs");
    for (size_t i = 0; i < ids.count && status == SOW_OK; i++) {
        status = import_one(intake, from, ids.id[i], err);
        sow_progress_advance(intake->cli->progress, 1, NULL);
    }
    sow_progress_end(intake->cli->progress);
    sow_store_close(from);
    free(ids.id);
    return status;
}

/* --- the command --- */

static enum sow_status import_all(struct intake *intake, int argc, char **argv,
                                  struct sow_err *err)
{
    static const char *const COLUMNS[] = {"run_id", "file", "run_there", "verdict",
                                          "reason"};
    sow_report_table(intake->report, "imported", COLUMNS,
                     sizeof COLUMNS / sizeof COLUMNS[0]);
    enum sow_status status = SOW_OK;
    for (int i = 0; i < argc && status == SOW_OK; i++) {
        intake->path = argv[i];
        status = import_database(intake, err);
    }
    return status;
}

/* What went in before a failure is told too. */
static enum sow_status tell(struct sow_cli *cli, const struct intake *intake,
                            enum sow_status status, struct sow_err *err)
{
    struct sow_err fault;
    if (status != SOW_OK && intake->lines == 0)
        return status;
    enum sow_status printed = sow_cli_print(cli, intake->report, &fault);
    if (status != SOW_OK)
        return status;
    if (printed != SOW_OK)
        return sow_err_set(err, printed, "%s", fault.text);
    return intake->refused == 0
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA, "%zu runs were refused", intake->refused);
}

static enum sow_status run_import(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    const struct import_options *asked = options;
    struct sow_store *store = NULL;
    struct intake intake = {.cli = cli, .runs = asked->runs, .report = sow_report_new()};
    enum sow_status status =
        intake.report != NULL ? sow_cli_store(cli, &store, err) : sow_err_no_memory(err);
    if (status == SOW_OK) {
        sow_store_watch(store, cli->stop);
        intake.store = store;
        status = import_all(&intake, argc, argv, err);
        status = tell(cli, &intake, status, err);
    }
    sow_store_close(store);
    sow_report_free(intake.report);
    return status;
}

const struct sow_command sow_command_runs_import = {
    .section = "Stored runs",
    .name = "runs import",
    .operands = "FILE...",
    .summary = "add runs of another database under new numbers",
    .examples = "sowlab runs import other.db\n"
                "sowlab runs import other.db --runs 3,7",
    .details =
        "A FILE is a database, which is left as it is. Every run's digest is checked: "
        "what is not exactly as it was stored is refused. "
        "Runs of a database come in the order of their numbers; "
        "one whose content is here already is passed over. "
        "A fit needs its data set, here or before it in the same database. "
        "The exit status is 65 if a run is refused; the others, and what came before a failure, "
        "stay.\n",
    .groups = {{.table = &IMPORT_TABLE}},
    .options_size = sizeof(struct import_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_import,
};
