/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"

static enum sow_status print_and_free(const struct sow_cli *cli,
                                      struct sow_report *report, struct sow_err *err)
{
    enum sow_status status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

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
    for (const struct sow_agent_form *form = sow_agent_forms; form->name != NULL;
         form++) {
        sow_report_text(report, NULL, form->name);
        sow_report_text(report, NULL, form->arguments);
        sow_report_text(report, NULL, form->summary);
    }
    return print_and_free(cli, report, err);
}

static enum sow_status run_features(struct sow_cli *cli, void *options, int argc,
                                    char **argv, struct sow_err *err)
{
    (void)options;
    (void)argc;
    (void)argv;
    static const char *const COLUMNS[] = {"feature", "meaning", "source"};
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    sow_report_table(report, "features", COLUMNS, 3);
    for (int i = 0; i < sow_state_features.count; i++) {
        sow_report_text(report, NULL, sow_state_features.rows[i].name);
        sow_report_text(report, NULL, sow_state_features.rows[i].meaning);
        sow_report_text(report, NULL, sow_state_features.rows[i].source);
    }
    return print_and_free(cli, report, err);
}

const struct sow_command sow_command_players = {
    .section = "Playing",
    .name = "players",
    .operands = "",
    .summary = "what a player can be: the player-spec language",
    .examples = "sowlab players",
    .takes = SOW_TAKES_FORMAT,
    .run = run_players,
};

const struct sow_command sow_command_features = {
    .section = "Fitting",
    .name = "features",
    .operands = "",
    .summary = "features of a position that fits and 'state:' players are made of",
    .examples = "sowlab features --json",
    .takes = SOW_TAKES_FORMAT,
    .run = run_features,
};
