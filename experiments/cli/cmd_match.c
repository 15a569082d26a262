/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "sow/cli/commands.h"
#include "sow/matches/match.h"

static enum sow_status run_match(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    struct sow_match_options *match = options;
    enum sow_status status =
        sow_contestants_take(&match->contestants, argv[0], argv[1], err);
    struct sow_variant variant;
    if (status == SOW_OK)
        status = sow_cli_variant(cli, &variant, err);
    if (status != SOW_OK)
        return status;
    sow_cli_note_homes(cli, argc, argv, &variant);
    return sow_cli_single_run(cli, &sow_match_kind, match, err);
}

const struct sow_command sow_command_match = {
    .section = "Playing",
    .name = "match",
    .operands = "PLAYER OPPONENT",
    .summary =
        "two players meet in both seats; score and Elo with 95 % intervals, stored",
    .examples = "sowlab match divilly2013 h4 --variant erherhe --games 2000\n"
                "sowlab match run:17 divilly2013 --sprt elo0=0,elo1=10\n"
                "sowlab match run:17 divilly2013 --variant awari --random-plies 4\n"
                "sowlab match weights:0.2,0.19,0.37,1,0.42,0.57 order:h4,h6,h1",
    .details =
        "'sowlab players' lists what a player can be. Elo and its interval are taken "
        "from "
        "pairs of games with the seats exchanged; superiority is the probability that "
        "the "
        "better score is no accident. With --sprt the match ends when its log likelihood "
        "ratio (llr) reaches a bound: h1 is accepted at the upper one, h0 at the lower. "
        "docs/statistics.md says how each figure is computed.\n",
    .groups = {{&sow_match_params, 0, NULL}},
    .options_size = sizeof(struct sow_match_options),
    .takes = SOW_TAKES_RUN | SOW_TAKES_RULES,
    .min_operands = 2,
    .max_operands = 2,
    .run = run_match,
};
