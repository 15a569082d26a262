/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored runs: the progress of a run, one run, and several runs side by side. */
#include "routes.h"
#include "run_filter.h"
#include "served_charts.h"

#include "sow/base/text.h"
#include "sow/queries/query.h"
#include "sow/queries/query_key.h"
#include "sow/reports/html.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"
#include "sow/support/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Progress of a run ---- */

/* Progress of a run. */
struct live {
    char status[24]; /* status as `runs list` shows it; "" if there is no such run */
    char kind[24];
    double step; /* latest generation or round, or number of matches; NAN without any */
    double best; /* best fitness of that generation, or NAN */
    double measured;   /* latest generation or round with a strength, or NAN */
    double strength;   /* strength of that generation or round, or NAN */
    double low;        /* 95 % interval of the strength; NAN in several variants */
    double high;       /* upper end of that interval */
    char progress[64]; /* progress as the list of runs has it; "": unknown */
    double left; /* seconds left if the rest takes as long as the part before; NAN */
    struct sow_query_key key; /* key result so far */
};

/* Time after which a browser asks for progress again. */
enum { RETRY_MILLISECONDS = 1000 };

/* Stores the row of the answer of read_live in the struct live @p context. Callback of
   sow_store_answer. Never fails. */
static enum sow_status take_live(void *context, const struct sow_cells *cells,
                                 struct sow_err *err)
{
    struct live *live = context;
    (void)err;
    (void)snprintf(live->status, sizeof live->status, "%s", cells->text[0]);
    (void)snprintf(live->kind, sizeof live->kind, "%s", cells->text[1]);
    live->step = cells->number[2];
    live->best = cells->number[3];
    live->measured = cells->number[4];
    live->strength = cells->number[5];
    live->low = cells->number[6];
    live->high = cells->number[7];
    return SOW_OK;
}

/* Reads the progress of a run. If there is no such run, the status is "". Returns an
   error of the database. */
static enum sow_status read_live(struct sow_store *store, int64_t id, struct live *live,
                                 struct sow_err *err)
{
    static const char SQL[] =
        "SELECT sowlab_status(r.status, r.owner, r.heartbeat), r.kind,"
        " coalesce(g.generation, (SELECT max(round) FROM learn_rounds l"
        " WHERE l.run_id = r.id), (SELECT nullif(count(*), 0) FROM matches m"
        " WHERE m.run_id = r.id)), g.best, s.generation, s.score, s.low, s.high"
        " FROM runs r LEFT JOIN generations g ON g.run_id = r.id"
        " LEFT JOIN (SELECT stage AS generation, avg(score) AS score, iif(count(*) = 1, min(low),"
        " NULL) AS low, iif(count(*) = 1, max(high), NULL) AS high FROM stage_strengths"
        " WHERE run_id = ?1 GROUP BY stage ORDER BY stage DESC LIMIT 1) s"
        " WHERE r.id = ?1 ORDER BY g.generation DESC LIMIT 1";
    *live = (struct live){.step = (double)NAN,
                          .best = (double)NAN,
                          .measured = (double)NAN,
                          .strength = (double)NAN,
                          .low = (double)NAN,
                          .high = (double)NAN,
                          .left = (double)NAN};
    return sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id)), take_live, live,
                            err);
}

/* Stores progress and duration in the struct live @p context, and the time left if the
   progress is a number of a number. Callback of sow_query_list_rows. Never fails. */
static enum sow_status take_progress(void *context, const struct sow_answer_row *row,
                                     struct sow_err *err)
{
    struct live *live = context;
    char *end = NULL;
    (void)err;
    if (row->values == NULL || row->values[0].type != SOW_VALUE_TEXT ||
        row->values[1].type != SOW_VALUE_REAL)
        return SOW_OK;
    (void)snprintf(live->progress, sizeof live->progress, "%s", row->values[0].text);
    double done = strtod(live->progress, &end);
    double wanted = *end == '/' ? strtod(end + 1, NULL) : (double)NAN;
    if (done > 0 && wanted > done)
        live->left = row->values[1].real / done * (wanted - done);
    return SOW_OK;
}

/* Reads progress, time left and the key result of a run so far. Returns the failure of
   the database. */
static enum sow_status read_news(struct sow_store *store, int64_t id, struct live *live,
                                 struct sow_err *err)
{
    char where[40];
    (void)snprintf(where, sizeof where, "id = %" PRId64, id);
    const struct sow_query_runs run = {
        .where = where, .columns = "progress,seconds", .plain = true};
    enum sow_status status = sow_query_list_rows(store, &run, take_progress, live, err);
    return status == SOW_OK ? sow_query_key(store, id, live->kind, &live->key, err)
                            : status;
}

/* A number of an event. */
struct number {
    const char *name;
    double value;
};

/* Writes numbers as members of a JSON object, up to one without a name. */
static void put_numbers(FILE *out, const struct number *numbers)
{
    for (; numbers->name != NULL; numbers++) {
        (void)fprintf(out, ", \"%s\": ", numbers->name);
        sow_json_write_real(out, numbers->value);
    }
}

/* Writes progress as an event of a text/event-stream. Its number is the step, or -1
   without any; its data is JSON with all fields, where NaN is null. */
static void put_event(FILE *out, const struct live *live)
{
    (void)fprintf(out,
                  "id: %.0f\ndata: {\"status\": ", isnan(live->step) ? -1 : live->step);
    sow_json_write_text(out, live->status);
    (void)fputs(", \"kind\": ", out);
    sow_json_write_text(out, live->kind);
    put_numbers(out,
                (const struct number[]){{"step", live->step}, {"best", live->best}, {0}});
    (void)fputs(", \"progress\": ", out);
    sow_json_write_text(out, live->progress);
    (void)fputs(", \"words\": ", out);
    sow_json_write_text(out, live->key.words);
    put_numbers(out, (const struct number[]){{"left", live->left},
                                             {"value", live->key.value},
                                             {"value_low", live->key.low},
                                             {"value_high", live->key.high},
                                             {"measured", live->measured},
                                             {"strength", live->strength},
                                             {"low", live->low},
                                             {"high", live->high},
                                             {0}});
    (void)fputs("}\n", out);
}

/* Writes the progress of the run in the argument `id`, as an event if something has
   changed since step @p seen (INT64_MIN: none) or the run is not active. Returns
   SOW_USAGE for a bad argument, or SOW_NOT_FOUND for a missing run. */
static enum sow_status put_run_event(struct sow_request *request, int64_t seen, FILE *out,
                                     struct sow_err *err)
{
    struct sow_request_ids ids;
    struct live live;
    enum sow_status status = sow_request_ids(request, 1, &ids, err);
    if (status == SOW_OK)
        status = sow_store_require_run(request->store, ids.id[0], err);
    if (status == SOW_OK)
        status = read_live(request->store, ids.id[0], &live, err);
    if (status != SOW_OK)
        return status;
    if (seen != INT64_MIN && !(live.step > (double)seen) &&
        strcmp(live.status, "running") == 0)
        return SOW_OK;
    status = read_news(request->store, ids.id[0], &live, err);
    if (status == SOW_OK)
        put_event(out, &live);
    return status;
}

/* Answers /api/live with an event if something has changed since the browser last asked
   (header Last-Event-ID): the progress of a run, or with `list=yes` the list of runs. The
   answer ends at once and the browser asks again a second later. So no page keeps a
   connection open. Fails as put_run_event, or with SOW_USAGE for a bad header. */
enum sow_status sow_api_live(struct sow_request *request, FILE *out, struct sow_err *err)
{
    int64_t seen = INT64_MIN;
    const char *last = sow_request_last_event(request);
    if (last != NULL && !sow_text_to_int(last, &seen))
        return sow_err_set(err, SOW_USAGE, "Last-Event-ID is not a number");
    (void)fprintf(out, "retry: %d\n", (int)RETRY_MILLISECONDS);
    enum sow_status status = strcmp(sow_request_text(request, "list", ""), "yes") == 0
                                 ? sow_list_live(request, seen, out, err)
                                 : put_run_event(request, seen, out, err);
    (void)fputc('\n', out);
    return status;
}

/* ---- Pages with charts ---- */

/* Content of a picture: all charts of some runs, or one chart of the first of them. */
struct picture {
    struct sow_store *store;
    struct sow_request_ids ids;
    const struct sow_chart *chart; /* the chart, or NULL for all */
    struct sow_html_charts charts;
};

/* Writes a chart of several runs as HTML; nothing if it has no data. Returns the failure
   of the database. */
static enum sow_status put_overlay(const struct picture *picture, FILE *out,
                                   struct sow_err *err)
{
    enum { DIGITS = 21 };
    char ids[DIGITS * SOW_REQUEST_IDS_MAX + 2];
    int length = 0;
    for (size_t i = 0; i < picture->ids.count; i++)
        length += snprintf(ids + length, sizeof ids - (size_t)length, "%c%" PRId64,
                           i == 0 ? '[' : ',', picture->ids.id[i]);
    (void)snprintf(ids + length, sizeof ids - (size_t)length, "]");
    struct sow_frame frame;
    enum sow_status status =
        sow_frame_read_runs(picture->store, picture->chart, ids, &frame, err);
    if (status == SOW_OK && frame.count > 0)
        status = sow_html_figure(&frame, &picture->charts, ids, out, err);
    sow_frame_release(&frame);
    return status;
}

/* Writes the charts of a picture as HTML. A single chart without data writes nothing.
   Returns the failure of the database. */
static enum sow_status put_picture(const struct picture *picture, FILE *out,
                                   struct sow_err *err)
{
    struct sow_frame frame;
    char id[24];
    const struct sow_request_ids *ids = &picture->ids;
    if (picture->chart == NULL)
        return sow_html_runs(picture->store, ids->id, ids->count, &picture->charts, out,
                             err);
    if (ids->count > 1)
        return put_overlay(picture, out, err);
    (void)snprintf(id, sizeof id, "%" PRId64, ids->id[0]);
    enum sow_status status =
        sow_frame_read(picture->store, picture->chart, ids->id[0], &frame, err);
    if (status == SOW_OK && frame.count > 0)
        status = sow_html_figure(&frame, &picture->charts, id, out, err);
    sow_frame_release(&frame);
    return status;
}

/* Writes links to the same data as JSON and CSV, at the address @p path with the
   argument `id` of @p ids. */
static void put_links(FILE *out, const char *path, const char *ids)
{
    (void)fprintf(out, "<p class=\"links\"><a href=\"%s?id=", path);
    sow_html_write(out, ids);
    (void)fprintf(out, "\">JSON</a> <a href=\"%s?id=", path);
    sow_html_write(out, ids);
    (void)fputs("&amp;format=csv\">CSV</a></p>\n", out);
}

/* Writes the page /run: the report of a run, and a place for its progress while it is
   active. Returns SOW_USAGE for a bad `id`, SOW_NOT_FOUND for a missing run. */
enum sow_status sow_page_run(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct picture picture = {.store = request->store, .charts = sow_served_charts};
    struct live live;
    char title[48];
    enum sow_status status = sow_request_ids(request, 1, &picture.ids, err);
    if (status == SOW_OK)
        status = read_live(picture.store, picture.ids.id[0], &live, err);
    if (status != SOW_OK)
        return status;
    bool runs = strcmp(live.status, "running") == 0;
    (void)snprintf(title, sizeof title, "Run %" PRId64, picture.ids.id[0]);
    sow_page_open(out, title, runs ? "run" : "charts");
    if (runs)
        (void)fprintf(out,
                      "<div id=\"live\" data-run=\"%" PRId64 "\">"
                      "<p id=\"say\" role=\"status\">Under way</p></div>\n",
                      picture.ids.id[0]);
    status = sow_sweep_put_link(picture.store, picture.ids.id[0], out, err);
    if (status == SOW_OK)
        status = put_picture(&picture, out, err);
    sow_html_end(out);
    return status;
}

/* Returns the chart of a kind by its name. Without a name it is the first chart of a
   single run that has data, or the first one of the kind if none has. Returns NULL if the
   kind has no such chart. */
static const struct sow_chart *choose_chart(struct sow_store *store, const char *kind,
                                            int64_t id, const char *name)
{
    const struct sow_chart *chart = sow_charts_of(kind);
    struct sow_err err;
    if (name[0] != '\0' || chart->name == NULL)
        return sow_chart_find(kind, name);
    for (const struct sow_chart *tried = chart; tried->name != NULL; tried++) {
        struct sow_frame frame = {.count = 0};
        bool found = tried->scope != SOW_SCOPE_RUNS &&
                     sow_frame_read(store, tried, id, &frame, &err) == SOW_OK &&
                     frame.count > 0;
        sow_frame_release(&frame);
        if (found)
            return tried;
    }
    return chart;
}

/* Returns the chart of several runs that is called @p name, of any kind; NULL if there is
   none. */
static const struct sow_chart *find_overlay(const char *name)
{
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++) {
        const struct sow_chart *chart = sow_chart_find(sow_run_kinds[i]->name, name);
        if (chart != NULL && chart->scope == SOW_SCOPE_RUNS)
            return chart;
    }
    return NULL;
}

/* Answers /api/chart with a chart of a run as HTML, and sets `live` if the run is
   active. The argument `chart` names it; without one it is the first that has data.
   Several runs need a chart of several runs. With `label` it is a chart of a sweep.
   Returns SOW_USAGE for a bad argument, SOW_NOT_FOUND if there is no such run or chart.
 */
enum sow_status sow_api_chart(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct picture picture = {.store = request->store};
    const char *name = sow_request_text(request, "chart", "");
    struct live live;
    if (sow_request_text(request, "label", "")[0] != '\0')
        return sow_sweep_answer_chart(request, out, err);
    enum sow_status status =
        sow_request_ids(request, SOW_REQUEST_IDS_MAX, &picture.ids, err);
    if (status == SOW_OK)
        status = sow_request_drawing(request, &picture.charts, err);
    if (status == SOW_OK)
        status = sow_store_require_run(picture.store, picture.ids.id[0], err);
    if (status == SOW_OK)
        status = read_live(picture.store, picture.ids.id[0], &live, err);
    if (status != SOW_OK)
        return status;
    picture.chart = picture.ids.count > 1
                        ? find_overlay(name)
                        : choose_chart(picture.store, live.kind, picture.ids.id[0], name);
    if (picture.chart == NULL)
        return sow_err_set(err, SOW_NOT_FOUND,
                           "runs of the kind '%s' have no chart '%.60s'", live.kind,
                           name);
    request->live = strcmp(live.status, "running") == 0;
    return put_picture(&picture, out, err);
}

/* Answers /api/charts with all charts of a run as HTML, from one state of the database,
   and sets `live` if the run is active. Returns SOW_USAGE for a bad argument,
   SOW_NOT_FOUND if there is no such run. */
enum sow_status sow_api_charts(struct sow_request *request, FILE *out,
                               struct sow_err *err)
{
    struct picture picture = {.store = request->store};
    struct live live;
    enum sow_status status = sow_request_ids(request, 1, &picture.ids, err);
    if (status == SOW_OK)
        status = sow_request_drawing(request, &picture.charts, err);
    if (status == SOW_OK)
        status = read_live(picture.store, picture.ids.id[0], &live, err);
    if (status != SOW_OK)
        return status;
    picture.charts.columns = true;
    request->live = strcmp(live.status, "running") == 0;
    return sow_html_charts(picture.store, picture.ids.id[0], &picture.charts, out, err);
}

/* Writes /report: the report of a run as one file, which needs no server. Returns
   SOW_USAGE for a bad `id`, SOW_NOT_FOUND for a missing run. */
enum sow_status sow_page_report(struct sow_request *request, FILE *out,
                                struct sow_err *err)
{
    static const struct sow_html_charts FILED = {.width = SOW_SVG_COLUMN,
                                                 .columns = true};
    struct sow_request_ids ids;
    char title[48];
    enum sow_status status = sow_request_ids(request, 1, &ids, err);
    if (status == SOW_OK)
        status = sow_store_require_run(request->store, ids.id[0], err);
    if (status != SOW_OK)
        return status;
    (void)snprintf(title, sizeof title, "Run %" PRId64, ids.id[0]);
    sow_html_begin(out, &(struct sow_html_page){.title = title});
    status = sow_html_runs(request->store, ids.id, 1, &FILED, out, err);
    sow_html_end(out);
    return status;
}

/* ---- Several runs ---- */

/* Writes the page /compare: reports of several runs side by side, with their charts.
   Returns SOW_USAGE for a bad `id`, SOW_NOT_FOUND for a missing run. */
enum sow_status sow_page_compare(struct sow_request *request, FILE *out,
                                 struct sow_err *err)
{
    struct picture picture = {.store = request->store, .charts = sow_served_charts};
    enum sow_status status =
        sow_request_ids(request, SOW_REQUEST_IDS_MAX, &picture.ids, err);
    if (status != SOW_OK)
        return status;
    sow_page_begin(out, "Side by side", "charts");
    put_links(out, "/api/compare", sow_request_text(request, "id", ""));
    status = put_picture(&picture, out, err);
    sow_html_end(out);
    return status;
}

/* Answers /api/compare with the differences of two runs or more, as JSON or CSV. Returns
   SOW_USAGE for fewer runs or a bad argument, or the failure of the database. */
enum sow_status sow_api_compare(struct sow_request *request, FILE *out,
                                struct sow_err *err)
{
    struct sow_request_ids ids;
    enum sow_status status = sow_request_ids(request, SOW_REQUEST_IDS_MAX, &ids, err);
    struct sow_report *report = sow_report_new();
    if (status == SOW_OK && ids.count < 2)
        status = sow_err_set(err, SOW_USAGE,
                             "one run cannot be compared: name two "
                             "runs or more");
    if (status == SOW_OK && report != NULL)
        status = sow_query_compare(request->store, ids.id, ids.count, report, err);
    return sow_request_print(request, report, status, out, err);
}

/* ---- A run as data ---- */

/* Answers /api/run with all that `sowlab runs show` reports about a run, as JSON or CSV.
   Returns SOW_USAGE for a bad `id`, or SOW_NOT_FOUND for a missing run. */
enum sow_status sow_api_run(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_request_ids ids;
    enum sow_status status = sow_request_ids(request, 1, &ids, err);
    struct sow_report *report = sow_report_new();
    if (status == SOW_OK && report != NULL)
        status = sow_query_show(request->store, ids.id[0], report, err);
    return sow_request_print(request, report, status, out, err);
}
