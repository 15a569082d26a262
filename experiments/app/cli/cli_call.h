/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The words of a command line taken apart by the tables of the command they name.
 */
#ifndef SOW_EXPERIMENTS_CLI_CALL_H
#define SOW_EXPERIMENTS_CLI_CALL_H

#include "sow/cli/cli.h"
#include "sow/cli/cli_options.h"

/** A command's options, its operands, and where they are kept. */
struct sow_cli_call {
    struct sow_option_list list;
    void *options;
    char **operands; /**< end with NULL */
    int count;
};

/** Reads the words at @p argv, the last word of the name of cli->command and what comes
 *  behind it, into @p call and cli->common; SOW_USAGE for a wrong option. Release it,
 *  also after a failure. One thread at a time. */
SOW_MUST_USE enum sow_status sow_cli_call_scan(struct sow_cli *cli, int argc, char **argv,
                                               struct sow_cli_call *call,
                                               struct sow_err *err);

/** SOW_USAGE unless there are as many operands as the command takes. */
SOW_MUST_USE enum sow_status sow_cli_call_check(const struct sow_cli *cli,
                                                const struct sow_cli_call *call,
                                                struct sow_err *err);

void sow_cli_call_release(const struct sow_cli *cli, struct sow_cli_call *call);

#endif
