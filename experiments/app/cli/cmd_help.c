/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/commands.h"

/* Run by cli.c, where the table of commands is known, of which this is a row. */
const struct sow_command sow_command_help = {
    .section = "About the program",
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "all commands, or one of them with examples and options",
    .examples = "sowlab help\n"
                "sowlab help moves\n"
                "sowlab help variants show",
    .max_operands = 2,
};
