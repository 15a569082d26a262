/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_query.h"
#include "cli_study.h"
#include "sow/cli/commands.h"
#include "sow/studies/transfer.h"

#include <stdlib.h>

static enum sow_status take_runs(const struct sow_cli *cli,
                                 struct sow_transfer_options *transfer,
                                 const struct sow_cli_ids *ids, struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = sow_transfer_take(transfer, store, ids->id, ids->count, err);
    sow_store_close(store);
    return status;
}

static enum sow_status run_transfer(struct sow_cli *cli, void *options, int argc,
                                    char **argv, struct sow_err *err)
{
    struct sow_transfer_options *transfer = options;
    struct sow_cli_ids ids;
    enum sow_status status = sow_cli_ids_read(argc, argv, &ids, err);
    if (status == SOW_OK)
        status = take_runs(cli, transfer, &ids, err);
    if (status == SOW_OK)
        status =
            sow_cli_study_run(cli, &sow_transfer_kind, transfer, &transfer->choice, err);
    free(ids.id);
    return status;
}

/* As sow_variant_choice_params, but without a fallback: the games of the runs. */
static const struct sow_param ROWS[] = {
    {"variants", &sow_param_text, offsetof(struct sow_transfer_options, choice.variants),
     0, SOW_VARIANT_SET_TEXT_MAX, NULL, "",
     "the games to test in, instead of those the runs were made in: names, "
     "variant files and groups (paper, five, all), with commas between them"},
    {"pits", &sow_param_text, offsetof(struct sow_transfer_options, choice.pits), 0, 31,
     NULL, "", "with --variants: so many pits a row, a number or a range"},
    {"seeds", &sow_param_text, offsetof(struct sow_transfer_options, choice.seeds), 0, 31,
     NULL, "", "with --variants: so many seeds a pit, a number or a range"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

const struct sow_command sow_command_transfer = {
    .section = "Playing",
    .name = "transfer",
    .operands = "ID ID...",
    .summary = "vectors evolved in one game, tested in others: scores, regret, duels",
    .examples = "sowlab transfer 1 2 3 4\n"
                "sowlab transfer 1 2 --variants five --games 5000\n"
                "sowlab transfer 1 2 --variants kalah --pits 4..8 --json",
    .details =
        "ID are runs that made players: evolutions and fits; one that was evolved in "
        "several games is at home in each of them. 'matrix' has every vector's "
        "score against the panel in every variant. In 'transfers', regret is what the "
        "variant's best vector scores more, with an interval and p that allow for the "
        "choice of the best (all pairs of vectors: Bonferroni within the variant for the "
        "interval, Holm over everything for p); duel_score is the score against the best "
        "of the vectors that were evolved in that variant, with p after Holm.\n",
    .groups = {{&sow_transfer_params, 0, NULL}, {&TABLE, 0, "Variants"}},
    .options_size = sizeof(struct sow_transfer_options),
    .takes = SOW_TAKES_RUN,
    .min_operands = 2,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_transfer,
};
