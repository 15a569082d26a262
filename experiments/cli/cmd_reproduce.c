/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_panel.h"
#include "commands.h"
#include "reproduce.h"
#include "reproduce_tables.h"

/* The run's options and what only the command line has. */
struct reproduce_command {
    struct sow_reproduce_options reproduce;
    bool quick;
};

enum { QUICK_GAMES = 1000 };

static const struct sow_param ROWS[] = {
    {"quick", &sow_param_flag, offsetof(struct reproduce_command, quick), 0, 0, NULL,
     "no", "1,000 games in each seat, whatever --games says"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static enum sow_status run_reproduce(struct sow_cli *cli, void *options, int argc,
                                     char **argv, struct sow_err *err)
{
    (void)argc;
    struct reproduce_command *command = options;
    struct sow_reproduce_options *reproduce = &command->reproduce;
    static const struct sow_param WORK = {"WORK",
                                          &sow_param_text,
                                          offsetof(struct sow_reproduce_options, work),
                                          0,
                                          SOW_WORK_MAX,
                                          NULL,
                                          NULL,
                                          NULL};
    if (command->quick)
        reproduce->games = QUICK_GAMES;
    (void)snprintf(reproduce->choice.variants, sizeof reproduce->choice.variants, "%s",
                   SOW_REPRODUCE_VARIANTS);
    enum sow_status status = sow_param_set(&WORK, reproduce, argv[0], err);
    return status == SOW_OK ? sow_cli_panel_run(cli, &sow_reproduce_kind, reproduce,
                                                &reproduce->choice, err)
                            : SOW_USAGE;
}

const struct sow_command sow_command_reproduce = {
    .section = "Playing",
    .name = "reproduce",
    .operands = "WORK",
    .summary = "published tables beside our own figures, with a verdict on each",
    .examples = "sowlab reproduce divilly2013\n"
                "sowlab reproduce divilly2013 --quick --json\n"
                "sowlab reproduce divilly2013 --games 100000 --seed 2",
    .details =
        "WORK is 'divilly2013' (Divilly, O'Riordan and Hill 2013): Table I as the claims "
        "that the paper makes of it, Tables IV to VII figure by figure. A figure agrees "
        "unless Fisher's exact test of the printed rate (1,000 games) against ours has p "
        "< 1 % after Holm over its table. A claim holds or fails where its own test has "
        "p < 1 %, else it is undecided. 'differs as known' are cells that no reading of "
        "the paper's rules reproduces; docs/reproduce.md says which.\n",
    .groups = {{&sow_reproduce_params, offsetof(struct reproduce_command, reproduce),
                NULL},
               {&TABLE, 0, NULL}},
    .options_size = sizeof(struct reproduce_command),
    .takes = SOW_TAKES_RUN,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_reproduce,
};
