/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command suite make: the file of the suite. */
#include "sow/cli/cli.h"
#include "sow/cli/commands.h"
#include "sow/suite/suite_file.h"
#include "sow/support/doc_pages.h"

#include <stdio.h>

/* Options of the command. */
struct make_options {
    bool quick;
};

static const struct sow_param ROWS[] = {
    {"quick", &sow_param_flag, offsetof(struct make_options, quick), 0, 0, NULL, "no",
     "small edition of the suite, for tests"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Carries out `suite make`: makes the file, and reports its path, edition and digest.
   Returns the failure of sow_suite_path or sow_suite_make. */
static enum sow_status run_make(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    const struct make_options *asked = options;
    const struct sow_suite_edition *edition = sow_suite_edition(asked->quick);
    char path[SOW_SUITE_PATH_MAX + 1];
    enum sow_status status = argc == 0 ? sow_suite_path(edition, path, err) : SOW_OK;
    if (argc > 0)
        (void)snprintf(path, sizeof path, "%s", argv[0]);
    if (status == SOW_OK)
        status = sow_suite_make(edition, argc > 0 ? argv[0] : "", &cli->with, err);
    if (status != SOW_OK)
        return status;
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    sow_report_record(report, "suite");
    sow_report_text(report, "file", path);
    sow_report_text(report, "edition", edition->name);
    sow_report_text(report, "digest", edition->digest);
    status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

const struct sow_command sow_command_suite_make = {
    .section = "Playing",
    .name = "suite make",
    .operands = "[FILE]",
    .summary = "make the file of the frozen suite, always with the same bytes",
    .examples = "sowlab suite make\n"
                "sowlab suite make suite.txt && sowlab suite h4 --file suite.txt",
    .details =
        "The file has the rule sets, the openings, and the positions with the exact "
        "value of every move (" SOW_DOC_SUITE "). Without FILE it is sowlab/suite-1.txt "
        "in $XDG_CACHE_HOME, or in .cache of the home folder. A file of the suite that "
        "is there is replaced, another file is not.\n"
        "The program knows the SHA-256 of the file. The file is written when it is "
        "complete, or not at all.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct make_options),
    .takes = SOW_TAKES_THREADS | SOW_TAKES_FORMAT,
    .min_operands = 0,
    .max_operands = 1,
    .run = run_make,
};
