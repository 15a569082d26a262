/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "comparison.h"

#include "statistics_multiple.h"
#include "statistics_panels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Holm's adjusted p below which a figure differs, or a claim is decided. */
static const double BOUND = 0.01;

struct sow_reproduced_row *sow_comparison_add(struct sow_comparison_list *list,
                                              const char *table, const char *variant,
                                              struct sow_err *err)
{
    struct sow_reproduced_row *rows =
        realloc(list->rows, (list->count + 1) * sizeof *rows);
    if (rows == NULL) {
        (void)sow_err_no_memory(err);
        return NULL;
    }
    list->rows = rows;
    rows += list->count++;
    *rows = (struct sow_reproduced_row){.table_name = table,
                                        .variant = variant,
                                        .published = (double)NAN,
                                        .ours = (double)NAN,
                                        .low = (double)NAN,
                                        .high = (double)NAN,
                                        .p = (double)NAN,
                                        .p_adjusted = (double)NAN,
                                        .verdict = "undecided"};
    return rows;
}

void sow_comparison_fill_rate(struct sow_reproduced_row *row, double published,
                              int64_t trials, const struct sow_rate *ours)
{
    struct sow_rate theirs = {llround(published / 100.0 * (double)trials), trials};
    struct sow_interval interval = sow_rate_wilson(ours, SOW_LEVEL);
    row->published = published;
    row->published_games = trials;
    row->ours = sow_settled(100.0 * sow_rate_value(ours));
    row->ours_games = ours->trials;
    row->low = sow_settled(100.0 * interval.low);
    row->high = sow_settled(100.0 * interval.high);
    row->p = sow_settled(sow_rates_fisher(&theirs, ours));
}

void sow_comparison_fill_score(struct sow_reproduced_row *row,
                               const struct sow_tally *tally)
{
    struct sow_mean_score score = sow_score_of_strata(tally, 1, SOW_LEVEL);
    row->ours = sow_settled(100.0 * score.mean);
    row->ours_games = score.games;
    row->low = sow_settled(100.0 * score.interval.low);
    row->high = sow_settled(100.0 * score.interval.high);
    row->p = sow_settled(sow_tally_sign_test(tally));
}

/* The verdict on a row that its test leaves open. */
static const char *open_verdict(const struct sow_reproduced_row *row)
{
    bool figure = strncmp(row->verdict, "differs", strlen("differs")) == 0;
    return figure ? "agrees" : "undecided";
}

enum sow_status sow_comparison_judge(struct sow_comparison_list *list, size_t begin,
                                     struct sow_err *err)
{
    size_t count = list->count - begin;
    struct sow_reproduced_row *rows = &list->rows[begin];
    double *p = calloc(count + 1, sizeof *p);
    if (p == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < count; i++)
        p[i] = rows[i].p;
    enum sow_status status = sow_holm_adjust(p, count, p, err);
    for (size_t i = 0; i < count && status == SOW_OK; i++) {
        rows[i].p_adjusted = sow_settled(p[i]);
        if (!(rows[i].p_adjusted < BOUND))
            rows[i].verdict = open_verdict(&rows[i]);
    }
    free(p);
    return status;
}
