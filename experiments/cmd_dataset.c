/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "commands.h"
#include "dataset.h"

static enum sow_status run_dataset_make(struct sow_cli *cli, void *options, int argc,
                                        char **argv, struct sow_err *err)
{
    struct sow_dataset_options *dataset = options;
    const char *opponent = argc == 2 ? argv[1] : argv[0];
    enum sow_status status =
        sow_contestants_take(&dataset->contestants, argv[0], opponent, err);
    return status == SOW_OK ? sow_cli_single_run(cli, &sow_dataset_kind, dataset, err)
                            : status;
}

const struct sow_command sow_command_dataset_make = {
    .section = "Fitting",
    .name = "dataset make",
    .operands = "PLAYER [OPPONENT]",
    .summary = "positions from games, labelled with the final margin, stored",
    .examples = "sowlab dataset make divilly2013 --variant erherhe --games 2000\n"
                "sowlab dataset make run:17 h4 --variant awari --random-plies 8",
    .details = "Without an opponent the player meets itself. Each position that a move "
               "leads to and in which play goes on is a row, seen from the player who "
               "made the move; its label is that player's final margin. The positions of "
               "one game share a label and are not independent.\n",
    .groups = {{&sow_dataset_params, 0, NULL}},
    .options_size = sizeof(struct sow_dataset_options),
    .takes = (SOW_TAKES_RUN | SOW_TAKES_RULES) & ~SOW_TAKES_KERNEL,
    .min_operands = 1,
    .max_operands = 2,
    .run = run_dataset_make,
};
