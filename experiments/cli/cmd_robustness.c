/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_study.h"
#include "sow/cli/commands.h"
#include "sow/studies/robustness.h"

static enum sow_status run_robustness(struct sow_cli *cli, void *options, int argc,
                                      char **argv, struct sow_err *err)
{
    struct sow_robustness_options *robustness = options;
    enum sow_status status = sow_player_list_take(&robustness->players, argc, argv, err);
    return status == SOW_OK ? sow_cli_study_run(cli, &sow_robustness_kind, robustness,
                                                &robustness->choice, err)
                            : status;
}

const struct sow_command sow_command_robustness = {
    .section = "Playing",
    .name = "robustness",
    .operands = "PLAYER...",
    .summary = "is a player good, or only good here? every variant, opponent and seat",
    .examples = "sowlab robustness divilly2013\n"
                "sowlab robustness run:17 divilly2013 --variants paper --games 10000\n"
                "sowlab robustness h4 --variants awari,mygame.ini --opponents h1,random\n"
                "sowlab robustness divilly2013 --variants kalah --pits 4..8 --seeds 3..6",
    .details =
        "The table 'cells' has the player's rates with Wilson's 95 % intervals (Tables "
        "IV "
        "to VII of Divilly, O'Riordan and Hill 2013, for any player and any games). "
        "'robustness' has a line per variant and one for all: the mean over opponents "
        "and "
        "seats, and the worst cell. The worst of many cells is also the unluckiest: its "
        "own interval (worst_low, worst_high) is right only for a cell chosen "
        "beforehand. "
        "The least true win rate of all cells lies between floor_low and floor_high "
        "(95 %, Bonferroni). The worst cells are played again in games that had no part "
        "in choosing them ('replays'): replayed_rate is the lowest of these rates.\n",
    .groups = {{&sow_robustness_params, 0, NULL},
               {&sow_variant_choice_params,
                offsetof(struct sow_robustness_options, choice), "Variants"}},
    .options_size = sizeof(struct sow_robustness_options),
    .takes = SOW_TAKES_RUN,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_robustness,
};
