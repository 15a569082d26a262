/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores of a player over the variants of a test of robustness. */
#include "query_spread.h"

#include "sow/base/array.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics_samples.h"

#include <stdlib.h>
#include <string.h>

/* Fewest variants whose spread is shown. */
enum { VARIANTS_LEAST = 5 };

/* Scores of one player, and the report that receives its row. */
struct spread {
    struct sow_report *report;
    bool begun;     /* true once the table is in the report */
    char *player;   /* spec of the player whose scores are collected, owned */
    char *name;     /* name of that player, owned */
    char *worst;    /* variant with the lowest score, owned */
    double *scores; /* a score for each variant so far, owned */
    size_t count;   /* number of scores */
    double least;   /* lowest score */
    size_t below;   /* number of scores below one half */
};

/* Adds the bounds of an interval to the last section. A bound beyond 0 or 1, such as one
   that is not known, becomes 0 or 1: scores are between these. */
static void add_limits(struct sow_report *report, struct sow_interval limits)
{
    sow_report_real(report, NULL, limits.low < 0.0 ? 0.0 : limits.low, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, limits.high > 1.0 ? 1.0 : limits.high,
                    SOW_REPORT_SHORT);
}

/* Adds a quantile of the scores, which are sorted, and its interval to the last
   section. */
static void add_quantile(struct sow_report *report, const struct sow_sample *sorted,
                         double level)
{
    sow_report_real(report, NULL, sow_sample_quantile(sorted, level), SOW_REPORT_SHORT);
    add_limits(report, sow_sample_quantile_limits(sorted, level, SOW_LEVEL));
}

/* Adds the row of the player whose scores are complete, and begins the table with the
   first row. The player must have scores; they are sorted here. */
static void add_row(struct spread *spread)
{
    static const char *const COLUMNS[] = {"name",
                                          "variants",
                                          "mean",
                                          "low",
                                          "high",
                                          "below_half",
                                          "below_low",
                                          "below_high",
                                          "quantile_10",
                                          "quantile_10_low",
                                          "quantile_10_high",
                                          "median",
                                          "median_low",
                                          "median_high",
                                          "worst",
                                          "worst_variant"};
    struct sow_report *report = spread->report;
    struct sow_sample sample = {spread->scores, spread->count};
    struct sow_interval limits;
    if (!spread->begun)
        sow_report_table(report, "spread", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    spread->begun = true;
    qsort(spread->scores, spread->count, sizeof *spread->scores, sow_compare_reals);
    double mean = sow_sample_mean(&sample, SOW_LEVEL, &limits);
    double share = (double)spread->below / (double)spread->count;
    sow_report_text(report, NULL, spread->name);
    sow_report_int(report, NULL, (int64_t)spread->count);
    sow_report_real(report, NULL, mean, SOW_REPORT_SHORT);
    add_limits(report, limits);
    sow_report_real(report, NULL, share, SOW_REPORT_SHORT);
    add_limits(report, sow_interval_score(share, (double)spread->count, SOW_LEVEL));
    add_quantile(report, &sample, 0.1);
    add_quantile(report, &sample, 0.5);
    sow_report_real(report, NULL, spread->least, SOW_REPORT_SHORT);
    sow_report_text(report, NULL, spread->worst);
}

/* Adds the row of the player whose scores are complete, unless there are fewer than
   VARIANTS_LEAST variants. Then begins with no scores. */
static void end_player(struct spread *spread)
{
    if (spread->count >= VARIANTS_LEAST)
        add_row(spread);
    spread->count = 0;
    spread->below = 0;
}

/* Replaces an owned text by a copy of @p text. Returns SOW_NO_MEMORY. */
static enum sow_status keep(char **owned, const char *text, struct sow_err *err)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return sow_err_no_memory(err);
    free(*owned);
    *owned = copy;
    return SOW_OK;
}

/* Takes the score of a player in a variant: player spec, name, variant, score. Rows of a
   player are consecutive. @p context is a struct spread. Fails with SOW_NO_MEMORY. */
static enum sow_status take_score(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct spread *spread = context;
    enum sow_status status = SOW_OK;
    if (spread->player == NULL || strcmp(spread->player, cells->text[0]) != 0) {
        end_player(spread);
        status = keep(&spread->player, cells->text[0], err);
        if (status == SOW_OK)
            status = keep(&spread->name, cells->text[1], err);
    }
    double *scores = sow_array_grow(spread->scores, spread->count, sizeof *scores);
    if (scores == NULL)
        return sow_err_no_memory(err);
    spread->scores = scores;
    double score = cells->number[3];
    if (status == SOW_OK && (spread->count == 0 || score < spread->least)) {
        spread->least = score;
        status = keep(&spread->worst, cells->text[2], err);
    }
    spread->below += score < 0.5;
    spread->scores[spread->count++] = score;
    return status;
}

enum sow_status sow_query_spread(struct sow_store *store, int64_t id,
                                 struct sow_report *report, struct sow_err *err)
{
    static const char SQL[] = "SELECT player, name, variant, score FROM robustness"
                              " WHERE run_id = ?1 AND variant IS NOT NULL ORDER BY line";
    struct spread spread = {.report = report};
    enum sow_status status = sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id)),
                                              take_score, &spread, err);
    if (status == SOW_OK)
        end_player(&spread);
    free(spread.player);
    free(spread.name);
    free(spread.worst);
    free(spread.scores);
    return status;
}
