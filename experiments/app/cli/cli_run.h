/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Common parts of the commands that make or resume runs.
 */
#ifndef SOW_EXPERIMENTS_CLI_RUN_H
#define SOW_EXPERIMENTS_CLI_RUN_H

#include "sow/cli/cli.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"

struct sow_agent;

/** Opens the database of --db for writing; the caller closes it. A missing file is
 *  created. Fails as sow_store_open. */
SOW_MUST_USE enum sow_status sow_cli_store(const struct sow_cli *cli,
                                           struct sow_store **store, struct sow_err *err);

/** Opens the database of --db for writing; the caller closes it. Fails as sow_store_open
 *  for reading, which needs the file. */
SOW_MUST_USE enum sow_status sow_cli_existing_store(const struct sow_cli *cli,
                                                    struct sow_store **store,
                                                    struct sow_err *err);

/**
 * Explains that a run was interrupted or failed, and which command resumes it. If only
 * the measurement of a run that is done was, explains which command measures it.
 * @param cli the command line
 * @param store database with the run
 * @param id the run
 * @param status why the run ended
 * @param[out] err the explanation
 * @returns @p status
 */
enum sow_status sow_cli_unfinished(const struct sow_cli *cli, struct sow_store *store,
                                   int64_t id, enum sow_status status,
                                   struct sow_err *err);

/** Prints the result of run @p id. In text it is a part of the result, or all with
 *  --full; in other formats it is all. With --plot, draws below the first chart of its
 *  kind that has data. Returns the failure of the database or of printing. */
SOW_MUST_USE enum sow_status sow_cli_result(const struct sow_cli *cli,
                                            struct sow_store *store, int64_t id,
                                            struct sow_err *err);

/** Run that a command line asks for. */
struct sow_cli_asked {
    void *options; /**< options of the kind; borrowed */
    /** the variant, or the one that changed rules refer to */
    struct sow_variant variant;
    bool has_game;             /**< false if the options of the kind name the variants */
    struct sow_report *answer; /**< report to print instead of a run, or NULL; free it */
};

/**
 * Finds out which options name the variant of a run.
 * @param cli the command line
 * @param options options of the kind
 * @param[out] game true if --variant and the options on rules name it (sow_cli_variant);
 *   false if options of the kind do, or if the command has no variant
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if both name variants
 */
SOW_MUST_USE enum sow_status sow_cli_asks_game(const struct sow_cli *cli,
                                               const void *options, bool *game,
                                               struct sow_err *err);

/**
 * Turns options and operands of cli->command into those that a run records.
 * @param cli the command line
 * @param options options of the kind
 * @param[in,out] words the operands, and the variant of --variant or NULL; the other
 *   fields are set
 * @param[out] asked all but its `variant` is set. It must not move while a request that
 *   sow_cli_request made of it is used.
 * @param[out] err reason of a failure
 * @returns SOW_USAGE or SOW_BAD_DATA if the run is not possible
 */
SOW_MUST_USE enum sow_status sow_cli_take(const struct sow_cli *cli, void *options,
                                          struct sow_words *words,
                                          struct sow_cli_asked *asked,
                                          struct sow_err *err);

/**
 * Refuses options on how games begin if the positions of --starts begin otherwise.
 * @param cli the command line
 * @param options options of the kind
 * @param game variant of --variant, or NULL
 * @param[out] err reason of a refusal
 * @returns SOW_USAGE for such options
 */
SOW_MUST_USE enum sow_status sow_cli_check_starts(const struct sow_cli *cli,
                                                  const void *options,
                                                  const struct sow_variant *game,
                                                  struct sow_err *err);

/**
 * Makes the request for a run.
 * @param cli the command line; borrowed by the request
 * @param store database that receives the run; borrowed by the request
 * @param asked what sow_cli_take read; borrowed by the request
 * @param[out] request the request
 * @param[out] err reason of a failure
 * @returns SOW_OK, or the failure of preparing the run
 */
SOW_MUST_USE enum sow_status sow_cli_request(const struct sow_cli *cli,
                                             struct sow_store *store,
                                             struct sow_cli_asked *asked,
                                             struct sow_run_request *request,
                                             struct sow_err *err);

/**
 * Notes that a player searches with weights of a stored run that were made for another
 * depth and are not measured at its depth. Writes nothing for other players.
 * @param cli the command line
 * @param store database with the run
 * @param spec spec of the player as the user typed it
 * @param agent the player of this spec
 */
void sow_cli_note_leaves(const struct sow_cli *cli, struct sow_store *store,
                         const char *spec, const struct sow_agent *agent);

/** Opens the database of --db for writing a run of cli->command. A missing file is an
 *  error if runs of this kind refer to other runs; else it is created. */
SOW_MUST_USE enum sow_status sow_cli_run_store(const struct sow_cli *cli,
                                               struct sow_store **store,
                                               struct sow_err *err);

/**
 * Carries out the command of a kind of run: makes the run or runs and prints the result,
 * or prints an answer that needs no run.
 * @param cli the command line
 * @param options options of the kind
 * @param argc number of operands
 * @param argv operands
 * @param[out] err reason of a failure
 * @returns status of the command
 */
SOW_MUST_USE enum sow_status sow_cli_run_kind(struct sow_cli *cli, void *options,
                                              int argc, char **argv, struct sow_err *err);

#endif
