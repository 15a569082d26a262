/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rankings of a sweep: over all variants, and in each of them. */
#include "block_contrast.h"
#include "sow/queries/sweep_table.h"
#include "sow/sections/report.h"

#include <stdlib.h>
#include <string.h>

/* A table of rankings while it is made. */
struct ranking {
    struct sow_report *report;
    bool by_variant; /* true: a ranking for each variant */
    bool begun;
};

/* Begins the table, if it has not begun. */
static void begin_ranking(struct ranking *ranking)
{
    if (ranking->begun)
        return;
    sow_report_table(ranking->report,
                     ranking->by_variant ? "ranking_by_variant" : "ranking",
                     sow_compared_rank_columns, SOW_RANK_COLUMNS);
    if (!ranking->by_variant)
        sow_report_main(ranking->report);
    ranking->begun = true;
}

/* Ranks the values in the blocks of a variant, which follow each other. @p strata has a
   0 for each block. */
static enum sow_status rank_variant(const struct sow_compared *compared, size_t stratum,
                                    const size_t *strata, struct ranking *ranking,
                                    struct sow_err *err)
{
    size_t first = 0;
    struct sow_compared own = *compared;
    while (compared->strata[first] != stratum)
        first++;
    own.blocks = 0;
    while (first + own.blocks < compared->blocks &&
           compared->strata[first + own.blocks] == stratum)
        own.blocks++;
    own.values += first * sow_compared_cells(compared);
    own.strata = strata;
    own.stratum_count = 1;
    own.stratum_names = &compared->stratum_names[stratum];
    return sow_compared_rank(&own, own.stratum_names[0], ranking->report, err);
}

/* Adds the rankings of complete blocks. @p context is a struct ranking. */
static enum sow_status rank_blocks(void *context, const struct sow_compared *compared,
                                   struct sow_err *err)
{
    struct ranking *ranking = context;
    enum sow_status status = SOW_OK;
    if (compared->blocks == 0 || (ranking->by_variant && compared->stratum_count < 2))
        return SOW_OK;
    begin_ranking(ranking);
    if (!ranking->by_variant)
        return sow_compared_rank(
            compared, compared->stratum_count > 1 ? "all" : compared->stratum_names[0],
            ranking->report, err);
    size_t *strata = calloc(compared->blocks, sizeof *strata);
    if (strata == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < compared->stratum_count && status == SOW_OK; i++)
        status = rank_variant(compared, i, strata, ranking, err);
    free(strata);
    return status;
}

/* Adds what is left out of the rankings by a measure. @p context is a struct ranking. */
static enum sow_status omit_blocks(void *context, const struct sow_compared *compared,
                                   struct sow_err *err)
{
    struct ranking *ranking = context;
    struct sow_contrasts all = {.count = 0};
    /* Lists that are not compared are left out, too. */
    enum sow_status status =
        compared->blocks > 0 ? sow_contrast_all(compared, &all, err) : SOW_OK;
    sow_contrasts_release(&all);
    if (status != SOW_OK)
        return status;
    sow_omissions_report(compared->omissions, compared->measure, !ranking->begun,
                         ranking->report);
    ranking->begun = ranking->begun || compared->omissions->count > 0;
    return SOW_OK;
}

enum sow_status sow_sweep_rank(const struct sow_sweep_plan *plan,
                               const struct sow_sweep_place *places,
                               const struct sow_sweep_measures *measures, size_t count,
                               struct sow_report *report, struct sow_err *err)
{
    /* The tables: over all variants, in each variant, and what is left out. */
    sow_sweep_blocks_fn *const adders[] = {rank_blocks, rank_blocks, omit_blocks};
    enum sow_status status = SOW_OK;
    for (int table = 0; table < 3; table++) {
        struct ranking ranking = {.report = report, .by_variant = table == 1};
        for (size_t i = 0; i < count && status == SOW_OK; i++)
            if (measures[i].name[0] != '\0')
                status = sow_sweep_blocks(plan, places, &measures[i], adders[table],
                                          &ranking, err);
    }
    return status;
}
