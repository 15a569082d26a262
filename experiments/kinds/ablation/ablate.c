/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ablation.h"

#include "sow/queries/query_words.h"
#include "sow/support/doc_pages.h"

#include <stdlib.h>

/* Makes the list of changes, with room for their games. */
static enum sow_status make_changes(struct ablation *ablation, struct sow_err *err)
{
    size_t games = sow_ablation_at(ablation, ablation->variants, 0);
    ablation->changes = calloc(ablation->count, sizeof *ablation->changes);
    if (ablation->changes == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_ablation_changes_list(ablation, ablation->changes, &ablation->count, err);
    for (size_t c = 0; c < ablation->count && status == SOW_OK; c++) {
        ablation->changes[c].signs = malloc(games);
        if (ablation->changes[c].signs == NULL)
            status = sow_err_no_memory(err);
    }
    return status;
}

/* Plays all games and stores the conclusions (`execute` of run.h). A resumed run
   continues after the last stored change. */
static enum sow_status execute_ablate(struct sow_run *run, const void *options,
                                      struct sow_err *err)
{
    struct ablation ablation = {.run = run};
    enum sow_status status =
        sow_ablation_begin(&ablation, options, run->rules, run->variant, err);
    if (status == SOW_OK)
        status = sow_ablation_plan(&ablation, err);
    /* After a stop request the spreads are not those of all games. */
    if (status == SOW_OK)
        status = sow_run_look(run, err);
    if (status == SOW_OK)
        status = make_changes(&ablation, err);
    if (status == SOW_OK)
        status = sow_ablation_play(&ablation, err);
    if (status == SOW_OK)
        status = sow_ablation_judge(&ablation, err);
    sow_ablation_release(&ablation);
    if (run->kernel_used == NULL)
        run->kernel_used = "plain";
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"ablation_games", "ablations", NULL};

static const struct sow_query_words WORDS = {
    {[SOW_WORDS_SUBJECT] = "(r.parameters ->> 'player')"}};

const struct sow_run_kind sow_ablate_kind = {
    .name = "ablate",
    .groups = {{.table = &sow_ablation_recorded_params, .use = SOW_RECORDED},
               {.table = &sow_ablation_params},
               {.table = &sow_ablation_game_params, .title = "Games"}},
    .needs = sow_ablation_needs,
    .options_size = sizeof(struct sow_ablate_options),
    .command =
        {
            .kind = &sow_ablate_kind,
            .section = "Playing",
            .name = "ablate",
            .operands = "PLAYER",
            .summary = "change one weight at a time and measure strength",
            .examples =
                "sowlab ablate divilly2013 --variants five\n"
                "sowlab ablate run:17 --refit cma-es --variant awari\n"
                "sowlab ablate divilly2013 --changes none --curve h5,h2 --grid 13\n"
                "sowlab ablate divilly2013 --opponents paper --variants paper",
            .details =
                "Each weight is set to 0, set to its sign over the spread of its feature, "
                "and moved by a step. With --refit the feature is dropped and the others "
                "are learnt again. Original and changed player meet the same panel from "
                "the same openings, so the table 'changes' has paired differences of "
                "strength. A refit without a feature is compared with the refit of all "
                "features.\n"
                "The column duel has the score against the original itself. Table 'worst' "
                "has the cell (variant, opponent, seat) with the lowest score: it is "
                "chosen in the games of the table, and its score comes from fresh ones.\n"
                "Table 'optimum' has, for each --curve, the values of the weight that are "
                "not worse than the best one. Verdicts are those of 'sweep': better, "
                "worse, equivalent or undecided, after Holm's correction over all "
                "changes (" SOW_DOC_ABLATION ").\n",
            .takes = SOW_TAKES_RUN | SOW_TAKES_RULES,
            .min_operands = 1,
            .max_operands = 1,
        },
    .take = sow_ablation_take,
    .again = "player",
    .prepare = sow_ablation_prepare,
    .execute = execute_ablate,
    .goes_on = true,
    .sections = sow_ablation_sections,
    .charts = sow_ablation_charts,
    .content = CONTENT,
    .words = &WORDS,
};
