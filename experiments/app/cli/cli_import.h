/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Import of runs from other databases.
 *
 * Ownership: the caller owns all that a struct sow_cli_intake points to.
 */
#ifndef SOW_EXPERIMENTS_CLI_IMPORT_H
#define SOW_EXPERIMENTS_CLI_IMPORT_H

#include "sow/cli/cli.h"
#include "sow/store/store.h"

/** An import in progress. All counts are 0 at first. */
struct sow_cli_intake {
    const struct sow_cli *cli;
    struct sow_store *store; /**< database that receives the runs */
    const char *path;        /**< database that is being imported */
    const char *runs;        /**< run numbers separated by commas; "": all */
    /** True if all databases of a folder are imported. Refusals, also of an unreadable
     *  database, then go to stderr instead of a report. Runs that are not done are not
     *  imported. */
    bool many;
    size_t lines;     /**< number of lines in the report */
    size_t imported;  /**< number of runs that are new in the store */
    size_t known;     /**< number of runs that the store already had */
    size_t strengths; /**< number of rows of strength that runs have received */
    /** Number of refused runs and databases. */
    size_t refused;
    size_t unfinished;         /**< number of runs that were left because they are not
                                    done */
    struct sow_report *report; /**< report that receives a line for each run; NULL with
                                    `many` */
};

/** Begins the table `imported` of the report. */
void sow_cli_import_begin(struct sow_cli_intake *intake);

/**
 * Imports the runs of the database @p intake->path. A run that is refused is a line of
 * the report, not a failure.
 * @param[in,out] intake counts and report are updated
 * @param[out] err reason of a failure
 * @returns SOW_OK, also for a database that is refused (`many`); else the failure of a
 *   database, which ends the import, or SOW_USAGE for a bad number in `runs`
 */
SOW_MUST_USE enum sow_status sow_cli_import_file(struct sow_cli_intake *intake,
                                                 struct sow_err *err);

/**
 * Imports the databases (*.db) of a folder in the order of their names, except the target
 * itself.
 * @param[in,out] intake as for sow_cli_import_file; `path` is set
 * @param folder path of the folder
 * @param[in,out] files increased by the number of databases
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if there are none; SOW_IO if the folder cannot be read; else as
 *   sow_cli_import_file
 */
SOW_MUST_USE enum sow_status sow_cli_import_folder(struct sow_cli_intake *intake,
                                                   const char *folder, size_t *files,
                                                   struct sow_err *err);

#endif
