/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the commands that make runs, or go on with them, have in common.
 */
#ifndef SOW_EXPERIMENTS_CLI_RUN_H
#define SOW_EXPERIMENTS_CLI_RUN_H

#include "sow/cli/cli.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"

/** Opens the database of --db for writing. */
SOW_MUST_USE enum sow_status sow_cli_store(const struct sow_cli *cli,
                                           struct sow_store **store, struct sow_err *err);

/** Opens the database of --db for writing; it must be there. */
SOW_MUST_USE enum sow_status sow_cli_existing_store(const struct sow_cli *cli,
                                                    struct sow_store **store,
                                                    struct sow_err *err);

/** Says that run @p id was interrupted, or failed, by @p status, and by which command it
 *  goes on; returns @p status. */
enum sow_status sow_cli_unfinished(const struct sow_cli *cli, int64_t id,
                                   enum sow_status status, struct sow_err *err);

/** Prints what run @p id came to. */
SOW_MUST_USE enum sow_status sow_cli_result(const struct sow_cli *cli,
                                            struct sow_store *store, int64_t id,
                                            struct sow_err *err);

/** What the words of a command that records a run ask for. */
struct sow_cli_asked {
    void *options;              /**< of its kind; borrowed */
    struct sow_variant variant; /**< the rules of one game, or those it refers to */
    bool has_game;              /**< false: the options name the games */
    struct sow_report
        *answer; /**< what is to be shown instead of a run, or NULL; free it */
};

/** Takes the options of cli->command and the @p argc words behind it. @p asked must not
 *  move as long as a request is made of it. */
SOW_MUST_USE enum sow_status sow_cli_ask(struct sow_cli *cli, void *options, int argc,
                                         char **argv, struct sow_cli_asked *asked,
                                         struct sow_err *err);

/** Refuses options that say how games begin beside positions of --starts which begin
 *  otherwise (SOW_USAGE). @p game is that of --variant, or NULL. */
SOW_MUST_USE enum sow_status sow_cli_check_starts(const struct sow_cli *cli,
                                                  const void *options,
                                                  const struct sow_variant *game,
                                                  struct sow_err *err);

/** The request for a run in @p store, which borrows from both. */
SOW_MUST_USE enum sow_status sow_cli_request(const struct sow_cli *cli,
                                             struct sow_store *store,
                                             struct sow_cli_asked *asked,
                                             struct sow_run_request *request,
                                             struct sow_err *err);

/** Opens the database of --db for the run of cli->command. */
SOW_MUST_USE enum sow_status sow_cli_run_store(const struct sow_cli *cli,
                                               struct sow_store **store,
                                               struct sow_err *err);

/** Runs the command of a kind of run. */
SOW_MUST_USE enum sow_status sow_cli_run_kind(struct sow_cli *cli, void *options,
                                              int argc, char **argv, struct sow_err *err);

#endif
