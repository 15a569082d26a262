/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The words of a command line, read by the option tables of the command they name.
 */
#ifndef SOW_EXPERIMENTS_CLI_CALL_H
#define SOW_EXPERIMENTS_CLI_CALL_H

#include "sow/cli/cli.h"
#include "sow/cli/cli_options.h"

/** Options and operands of one command, with the storage of their values. */
struct sow_cli_call {
    struct sow_option_list list; /**< options of the command, shared ones included */
    void *options;               /**< the command's own options struct */
    char **operands;             /**< operands; the last entry is NULL */
    int count;                   /**< number of operands */
};

/**
 * Reads the words behind a command's name into @p call and cli->common. Only one thread
 * at a time may call it.
 * @param cli its command is the one to read for; its `common` is set
 * @param argc number of words
 * @param argv starts with the last word of the command's name
 * @param[out] call release it with sow_cli_call_release, also after a failure
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for a wrong option or value, or a bad SOWLAB_DB; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_cli_call_scan(struct sow_cli *cli, int argc, char **argv,
                                               struct sow_cli_call *call,
                                               struct sow_err *err);

/** Checks the number of operands. @returns SOW_USAGE if the command takes fewer or
 *  more. */
SOW_MUST_USE enum sow_status sow_cli_call_check(const struct sow_cli *cli,
                                                const struct sow_cli_call *call,
                                                struct sow_err *err);

/** Frees what sow_cli_call_scan put into @p call. */
void sow_cli_call_release(const struct sow_cli *cli, struct sow_cli_call *call);

#endif
