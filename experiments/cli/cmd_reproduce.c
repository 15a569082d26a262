/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_study.h"
#include "sow/cli/commands.h"
#include "sow/reproduction/reproduce.h"
#include "sow/reproduction/reproduce_tables.h"

/* The run's options and what only the command line has. */
struct reproduce_command {
    struct sow_reproduce_options reproduce;
    bool quick;
};

enum { QUICK_GAMES = 1000, QUICK_EVOLUTIONS = 5, QUICK_ORDERS = 120 };

static const struct sow_param ROWS[] = {
    {"quick", &sow_param_flag, offsetof(struct reproduce_command, quick), 0, 0, NULL,
     "no",
     "1,000 games in each seat, whatever --games says, and at most 5 evolutions "
     "and 120 orders"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static void limit(int *value, int most)
{
    *value = *value < most ? *value : most;
}

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
    if (command->quick) {
        reproduce->games = QUICK_GAMES;
        limit(&reproduce->evolutions, QUICK_EVOLUTIONS);
        limit(&reproduce->orders, QUICK_ORDERS);
    }
    (void)snprintf(reproduce->choice.variants, sizeof reproduce->choice.variants, "%s",
                   SOW_REPRODUCE_VARIANTS);
    enum sow_status status = sow_reproduce_refuse_idle(reproduce, err);
    if (status == SOW_OK)
        status = sow_param_set(&WORK, reproduce, argv[0], err);
    return status == SOW_OK ? sow_cli_study_run(cli, &sow_reproduce_kind, reproduce,
                                                &reproduce->choice, err)
                            : status;
}

const struct sow_command sow_command_reproduce = {
    .section = "Playing",
    .name = "reproduce",
    .operands = "WORK",
    .summary = "published tables beside our own figures, with a verdict on each",
    .examples = "sowlab reproduce divilly2013\n"
                "sowlab reproduce divilly2013 --quick\n"
                "sowlab reproduce divilly2013 --evolutions 0 --orders 0 --json\n"
                "sowlab reproduce divilly2013 --games 100000 --seed 2",
    .details =
        "WORK is 'divilly2013' (Divilly, O'Riordan and Hill 2013). Figure by figure: "
        "Table II, the printed and our own evolved vectors as two samples, III, the one "
        "chosen among them, and IV to VII, the evolved strategy against each heuristic. "
        "As claims that the paper makes: Table I, and that the strategy wins over 87 % "
        "against the best linear order, that run 4 is the best of the 20 against it, and "
        "that h1 beats h2 in every game. What linear orders are has two readings; the "
        "best order is looked for among all, as is the one hardest for the strategy.\n"
        "A figure agrees unless a test has p < 1 % after Holm over its table: Fisher's "
        "exact test of printed rates (1,000 games) against ours; of weights the rank sum "
        "test, which asks whether one sample lies higher, beside the means. What too few "
        "evolutions of ours could not make differ is undecided. A claim holds or fails "
        "where its own test has p < 1 %, else it is undecided. 'differs as known' is "
        "what no reading of the paper gives; docs/reproduce.md says which. The text "
        "shows the figures that do not agree and the claims that do not hold; --json, "
        "--csv and 'sowlab runs show' all of them.\n",
    .groups = {{&sow_reproduce_params, offsetof(struct reproduce_command, reproduce),
                NULL},
               {&TABLE, 0, NULL}},
    .options_size = sizeof(struct reproduce_command),
    .takes = SOW_TAKES_RUN,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_reproduce,
};
