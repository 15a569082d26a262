/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "cli_study.h"
#include "sow/cli/commands.h"
#include "sow/studies/tournament.h"

#include <string.h>

/* The run's options and what only the command line has. */
struct tournament_command {
    struct sow_tournament_options tournament;
    char variant[SOW_CLI_PATH_MAX + 1];
};

static const struct sow_param ROWS[] = {
    {"variant", &sow_param_text, offsetof(struct tournament_command, variant), 0,
     SOW_CLI_PATH_MAX, NULL, "erherhe", "the game, if it is one"},
    {"variants", &sow_param_text,
     offsetof(struct tournament_command, tournament.choice.variants), 0,
     SOW_VARIANT_SET_TEXT_MAX, NULL, "",
     "the games, if they are several: names, variant files and groups (paper = erherhe, "
     "oware, awari, vai-lung-thlan; five = these and kalah; all)"},
    {"pits", &sow_param_text, offsetof(struct tournament_command, tournament.choice.pits),
     0, 31, NULL, "", "every game with so many pits a row: a number, or a range"},
    {"seeds", &sow_param_text,
     offsetof(struct tournament_command, tournament.choice.seeds), 0, 31, NULL, "",
     "every game with so many seeds a pit: a number, or a range"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static enum sow_status run_tournament(struct sow_cli *cli, void *options, int argc,
                                      char **argv, struct sow_err *err)
{
    struct tournament_command *command = options;
    struct sow_variant_choice *choice = &command->tournament.choice;
    if (choice->variants[0] != '\0' && strcmp(command->variant, ROWS[0].fallback) != 0)
        return sow_err_set(err, SOW_USAGE,
                           "both '--variant' and '--variants' are given: choose one");
    if (choice->variants[0] == '\0')
        memcpy(choice->variants, command->variant, strlen(command->variant) + 1);
    enum sow_status status =
        sow_player_list_take(&command->tournament.players, argc, argv, err);
    if (status != SOW_OK)
        return status;
    /* One game, of which the players may know nothing; several are to be compared. */
    struct sow_variant one;
    if (sow_variant_load(choice->variants, &one, NULL) == SOW_OK)
        sow_cli_note_homes(cli, argc, argv, &one);
    return sow_cli_study_run(cli, &sow_tournament_kind, &command->tournament, choice,
                             err);
}

const struct sow_command sow_command_tournament = {
    .section = "Playing",
    .name = "tournament",
    .operands = "PLAYER...",
    .summary = "everyone meets everyone: cross-table, ratings, cycles",
    .examples = "sowlab tournament heuristics random divilly2013\n"
                "sowlab tournament run:17 run:18 divilly2013 --variant kalah\n"
                "sowlab tournament heuristics random --variants five --games 5000",
    .details =
        "A player is a spec or one of the groups 'heuristics' (h1 to h6) and 'paper' "
        "(these and random). 'crosstable' has the score of the row's player against the "
        "column's, both seats together; on the diagonal the score of whoever moves first "
        "in games against itself. 'ratings' are of the model of Bradley and Terry on the "
        "Elo scale with mean 0 and 95 % intervals. 'cycles' are three players of which "
        "each beats the next: sign tests of wins against losses, 5 % after Holm over all "
        "pairs of the variant.\n",
    .groups = {{&sow_tournament_params, offsetof(struct tournament_command, tournament),
                NULL},
               {&TABLE, 0, "Variants"}},
    .options_size = sizeof(struct tournament_command),
    .takes = SOW_TAKES_RUN,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_tournament,
};
