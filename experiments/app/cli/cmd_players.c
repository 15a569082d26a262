/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command players: the forms of player specs. */
#include "sow/cli/commands.h"
#include "sow/heuristics/agent.h"

/* Carries out `players`: prints the forms of player specs with their arguments and
   meanings. Returns SOW_NO_MEMORY or the failure of printing. */
static enum sow_status run_players(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    (void)options;
    (void)argc;
    (void)argv;
    static const char *const COLUMNS[] = {"player", "arguments", "meaning"};
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    sow_report_table(report, "players", COLUMNS, 3);
    struct sow_agent_form form;
    for (int i = 0; sow_agent_form_at(i, &form); i++) {
        sow_report_text(report, NULL, form.name);
        sow_report_text(report, NULL, form.arguments);
        sow_report_text(report, NULL, form.summary);
    }
    enum sow_status status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

const struct sow_command sow_command_players = {
    .section = "Playing",
    .name = "players",
    .operands = "",
    .summary = "list the forms of players: the player-spec language",
    .examples = "sowlab players",
    .takes = SOW_TAKES_FORMAT,
    .run = run_players,
};
