/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trends in the list of runs: the strength of a run's generations or rounds. */
#include "run_filter.h"

#include "sow/base/array.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/queries/query_sections.h"
#include "sow/reports/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Trends that are being read. */
struct reading {
    struct sow_list *list;
    struct sow_line *line; /* line of the latest point, or NULL */
};

/* Returns the line of a run, or NULL. */
static struct sow_line *find_line(const struct reading *reading, int64_t id)
{
    const struct sow_list *list = reading->list;
    if (reading->line != NULL && reading->line->id == id)
        return reading->line;
    for (size_t i = 0; i < list->count; i++)
        if (list->lines[i].id == id && list->lines[i].runs == 0)
            return &list->lines[i];
    return NULL;
}

/* Adds a point from a row (run, stage, score) to the line of its run. Callback of
   sow_store_answer. Returns SOW_NO_MEMORY. */
static enum sow_status take_point(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct reading *reading = context;
    struct sow_line *line = find_line(reading, (int64_t)cells->number[0]);
    reading->line = line;
    if (line == NULL || isnan(cells->number[2]))
        return SOW_OK;
    struct sow_trend *trend = &line->trend;
    struct sow_trend_point *grown =
        sow_array_grow(trend->points, trend->count, sizeof *grown);
    if (grown == NULL)
        return sow_err_no_memory(err);
    trend->points = grown;
    trend->points[trend->count++] =
        (struct sow_trend_point){(int64_t)cells->number[1], cells->number[2]};
    return SOW_OK;
}

/* Returns the runs of a page as a JSON array, without its sweeps. The caller frees it.
   Returns NULL without memory. */
static char *write_runs(const struct sow_list *list)
{
    char *text = NULL;
    size_t size = 0;
    bool some = false;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    (void)fputc('[', out);
    for (size_t i = 0; i < list->count; i++)
        if (list->lines[i].runs == 0) {
            (void)fprintf(out, "%s%" PRId64, some ? "," : "", list->lines[i].id);
            some = true;
        }
    (void)fputc(']', out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

enum sow_status sow_list_trends(struct sow_store *store, struct sow_list *list,
                                struct sow_err *err)
{
    static const char SQL[] =
        "SELECT run_id, stage, coalesce(max(score) FILTER (WHERE champion), avg(score))"
        " FROM " SOW_SQL_PROGRESS(
            "IN (SELECT value FROM json_each(?1))") " GROUP BY run_id, stage";
    struct reading reading = {.list = list};
    char *runs = write_runs(list);
    if (runs == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_store_answer(store, SQL, SOW_VALUES(sow_text(runs)),
                                              take_point, &reading, err);
    free(runs);
    return status;
}

/* ---- As a picture ---- */

/* Places in the picture of a trend: margins and lengths in pixels. */
enum { LEFT = 4, TOP = 3, ACROSS = 64, DOWN = 12 };

/* Returns the place of a stage from left to right. */
static double place_across(const struct sow_trend *trend, int64_t stage)
{
    int64_t first = trend->points[0].stage;
    int64_t last = trend->points[trend->count - 1].stage;
    return last > first ? LEFT + ACROSS * (double)(stage - first) / (double)(last - first)
                        : LEFT + ACROSS / 2.0;
}

/* Returns the place of a score from top to bottom, which shows 1 to 0. */
static double place_down(double score)
{
    return TOP + DOWN * (1 - fmin(fmax(score, 0), 1));
}

/* Writes the line through the points. Points less than a pixel apart are left out, except
   the last. */
static void put_path(const struct sow_trend *trend, FILE *out)
{
    double latest = -1;
    (void)fputs("<path class=\"line\" d=\"", out);
    for (size_t i = 0; i < trend->count; i++) {
        double x = place_across(trend, trend->points[i].stage);
        if (i > 0 && i + 1 < trend->count && x < latest + 1)
            continue;
        (void)fprintf(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', x,
                      place_down(trend->points[i].score));
        latest = x;
    }
    (void)fputs("\"/>", out);
}

const char *sow_list_score(double score, char text[SOW_SCORE_TEXT_MAX])
{
    enum { DECIMALS = 3 };
    sow_text_from_fixed(score, DECIMALS, text, SOW_SCORE_TEXT_MAX);
    return text;
}

void sow_list_put_trend(const struct sow_line *line, FILE *out)
{
    const struct sow_trend *trend = &line->trend;
    char score[SOW_SCORE_TEXT_MAX];
    (void)fputs("<td class=\"trend\">", out);
    if (trend->count > 0) {
        const struct sow_trend_point *first = &trend->points[0];
        const struct sow_trend_point *last = &trend->points[trend->count - 1];
        bool learns = strcmp(line->text[SOW_LINE_KIND], "learn") == 0;
        (void)fprintf(
            out,
            "<svg class=\"bar\" width=\"72\" height=\"18\" viewBox=\"0 0 72 18\" "
            "role=\"img\" aria-label=\"strength %s at %s %" PRId64,
            sow_list_score(first->score, score), learns ? "round" : "generation",
            first->stage);
        if (last > first)
            (void)fprintf(out, ", %s at %" PRId64, sow_list_score(last->score, score),
                          last->stage);
        (void)fprintf(out, "\"><path class=\"rail\" d=\"M%d %.1fh%d\"/>", LEFT,
                      place_down(0.5), ACROSS);
        put_path(trend, out);
        (void)fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/></svg>",
                      place_across(trend, last->stage), place_down(last->score));
    }
    (void)fputs("</td>", out);
}
