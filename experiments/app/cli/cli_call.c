/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_call.h"

#include <stdlib.h>
#include <string.h>

/* Sets --db to the environment variable SOWLAB_DB. Does nothing if that is missing or
   empty, or the command has no database. Returns SOW_USAGE for a bad value. */
static enum sow_status set_database_default(const struct sow_option_list *list,
                                            struct sow_err *err)
{
    const char *path = getenv("SOWLAB_DB");
    for (size_t i = 0; path != NULL && path[0] != '\0' && i < list->count; i++) {
        if (strcmp(list->row[i].name, "--db") != 0)
            continue;
        struct sow_param typed = *list->row[i].param;
        typed.name = "SOWLAB_DB";
        if (sow_param_set(&typed, list->row[i].base, path, err) != SOW_OK)
            return SOW_USAGE;
    }
    return SOW_OK;
}

enum sow_status sow_cli_call_scan(struct sow_cli *cli, int argc, char **argv,
                                  struct sow_cli_call *call, struct sow_err *err)
{
    *call = (struct sow_cli_call){.options = sow_options_new(cli->command),
                                  .operands = calloc((size_t)argc, sizeof(char *))};
    if (call->options == NULL || call->operands == NULL)
        return sow_err_no_memory(err);
    sow_options_list(cli->command, call->options, &cli->common, &call->list);
    sow_options_defaults(&call->list, &cli->common);
    cli->options = &call->list;
    enum sow_status status = set_database_default(&call->list, err);
    return status == SOW_OK ? sow_options_scan(&call->list, argc, argv, call->operands,
                                               &call->count, err)
                            : status;
}

enum sow_status sow_cli_call_check(const struct sow_cli *cli,
                                   const struct sow_cli_call *call, struct sow_err *err)
{
    const struct sow_command *command = cli->command;
    bool few = call->count < command->min_operands;
    bool many =
        command->max_operands != SOW_ANY_OPERANDS && call->count > command->max_operands;
    if (many)
        return sow_err_set(err, SOW_USAGE, "unexpected word '%s' after 'sowlab %s%s%s'",
                           call->operands[command->max_operands], command->name,
                           command->operands[0] == '\0' ? "" : " ", command->operands);
    if (few)
        return sow_err_set(err, SOW_USAGE, "missing word: write 'sowlab %s %s'",
                           command->name, command->operands);
    return SOW_OK;
}

void sow_cli_call_release(const struct sow_cli *cli, struct sow_cli_call *call)
{
    sow_options_free(cli->command, call->options);
    free(call->operands);
}
