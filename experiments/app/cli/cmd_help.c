/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/commands.h"

/* Row of the command help. cli.c carries it out, since the row cannot see the table of
   commands it belongs to. */
const struct sow_command sow_command_help = {
    .section = "About the program",
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "show all commands, or one of them with examples and options",
    .examples = "sowlab help\n"
                "sowlab help moves\n"
                "sowlab help variants show",
    .max_operands = 2,
};
