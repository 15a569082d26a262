/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/cli_help.h"
#include "sow/cli/commands.h"

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

const struct sow_command sow_command_help = {
    .section = "About the program",
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "all commands, or one of them with examples and options",
    .examples = "sowlab help\n"
                "sowlab help moves\n"
                "sowlab help variants show",
    .max_operands = 2,
    .run = run_help,
};
