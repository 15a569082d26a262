/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs taken in from other databases.
 */
#ifndef SOW_EXPERIMENTS_CLI_IMPORT_H
#define SOW_EXPERIMENTS_CLI_IMPORT_H

#include "sow/cli/cli.h"
#include "sow/store/store.h"

/** An import under way. */
struct sow_cli_intake {
    const struct sow_cli *cli;
    struct sow_store *store;
    const char *path; /**< of the database at hand */
    const char *runs; /**< numbers with commas between them; "": all */
    /** Many databases nobody looked at before: one that cannot be read is refused like a
     *  run; refusals are told on stderr, and there is no report. Runs that are not done
     *  are left where they are. */
    bool many;
    size_t lines; /**< of the report */
    size_t imported;
    size_t known; /**< were here already */
    size_t refused;
    size_t unfinished;
    struct sow_report *report;
};

/** Begins the table of the report. */
void sow_cli_import_begin(struct sow_cli_intake *intake);

/** Takes in the runs of the database at hand. A run that is refused is a line of the
 *  report, not a failure. */
SOW_MUST_USE enum sow_status sow_cli_import_file(struct sow_cli_intake *intake,
                                                 struct sow_err *err);

#endif
