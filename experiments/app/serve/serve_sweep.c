/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: the runs with one label, compared by the settings in which they differ. */
#include "routes.h"
#include "served_charts.h"

#include "sow/queries/stored_sweep.h"
#include "sow/queries/sweep_drawing.h"
#include "sow/queries/sweep_verdict.h"
#include "sow/reports/html.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A sweep with the measures of its runs. */
struct swept {
    struct sow_stored_sweep sweep;
    struct sow_sweep_measures measures;
    const char *label;   /* label of the runs */
    const char *measure; /* measure that the address names, or "" */
    struct sow_sweep_data data;
};

/* Frees a sweep and its measures. */
static void release(struct swept *swept)
{
    sow_sweep_measures_release(&swept->measures);
    sow_stored_sweep_release(&swept->sweep);
}

/* Reads the sweep of the arguments `label` and `measure`. Release it also after a
   failure. Fails with SOW_USAGE for a missing label or an unknown measure, or as
   sow_stored_sweep_read and the database do. */
static enum sow_status read_swept(const struct sow_request *request, struct swept *swept,
                                  struct sow_err *err)
{
    *swept = (struct swept){.label = sow_request_text(request, "label", ""),
                            .measure = sow_request_text(request, "measure", "")};
    if (swept->label[0] == '\0')
        return sow_err_set(err, SOW_USAGE, "no sweep is named: add label=NAME");
    enum sow_status status =
        sow_stored_sweep_read(request->store, swept->label, &swept->sweep, err);
    if (status == SOW_OK)
        status = sow_sweep_measures_read(&swept->sweep.plan, swept->sweep.places,
                                         swept->measure, request->store, &swept->measures,
                                         err);
    swept->data = (struct sow_sweep_data){&swept->sweep.plan, swept->sweep.places,
                                          &swept->measures, request->store, 0};
    return status;
}

/* ---- Words ---- */

/* Writes the values of a list: all of few ones, else the first and the last. */
static void put_values(const struct sow_sweep_list *list, FILE *out)
{
    enum { FEW = 6 };
    bool few = list->count <= FEW;
    for (size_t i = 0; i < list->count; i += few ? 1 : list->count - 1) {
        (void)fputs(i == 0 ? " " : few ? ", " : " to ", out);
        sow_html_write(out, list->values[i]);
    }
    if (!few)
        (void)fprintf(out, " (%zu values)", list->count);
}

/* Writes what the sweep is: number and kind of its runs, and the lists. */
static void put_about(const struct swept *swept, FILE *out)
{
    const struct sow_stored_sweep *sweep = &swept->sweep;
    (void)fprintf(out, "<p class=\"dim\">%zu %s (", sweep->runs,
                  sweep->runs == 1 ? "run" : "runs");
    sow_html_write(out, sweep->kinds);
    (void)fputs(")", out);
    for (size_t i = 0; i < sweep->plan.list_count; i++) {
        (void)fputs(i == 0 ? ": " : "; ", out);
        sow_html_write(out, sweep->plan.lists[i].name);
        put_values(&sweep->plan.lists[i], out);
    }
    (void)fputs(".", out);
    if (sweep->done < sweep->runs)
        (void)fprintf(out, " %zu runs are not done, %zu of them under way.",
                      sweep->runs - sweep->done, sweep->active);
    if (sweep->twins > 0)
        (void)fprintf(out, " %zu runs repeat the settings of others and are left out.",
                      sweep->twins);
    (void)fputs("</p>\n", out);
    if (sweep->along[0] == '\0')
        return;
    (void)fputs("<details><summary>Caution: other settings differ along with these, so a "
                "difference may be theirs</summary><p>",
                out);
    sow_html_write(out, sweep->along);
    (void)fputs("</p></details>\n", out);
}

/* Verdicts while they are written. */
struct verdicts {
    FILE *out;
    size_t count; /* number of verdicts so far */
};

/* Most verdicts at the top of a page. */
enum { VERDICTS_MOST = 8 };

/* Writes a verdict as an item of a list. @p context is a struct verdicts. Never fails.
   Callback of sow_sweep_verdicts. */
static enum sow_status put_verdict(void *context, const struct sow_sweep_verdict *verdict,
                                   struct sow_err *err)
{
    struct verdicts *verdicts = context;
    (void)err;
    if (verdicts->count++ >= VERDICTS_MOST)
        return SOW_OK;
    (void)fputs(verdicts->count == 1 ? "<ul class=\"verdicts\">\n" : "", verdicts->out);
    (void)fprintf(verdicts->out, "<li class=\"%s\">",
                  verdict->decided      ? "good"
                  : verdict->equivalent ? "this"
                                        : "open");
    sow_html_write(verdicts->out, verdict->words);
    (void)fputs("</li>\n", verdicts->out);
    return SOW_OK;
}

/* Writes the verdicts, or why there are none. Fails with SOW_NO_MEMORY. */
static enum sow_status put_verdicts(const struct swept *swept, FILE *out,
                                    struct sow_err *err)
{
    struct verdicts verdicts = {.out = out};
    enum sow_status status =
        sow_sweep_verdicts(&swept->sweep.plan, swept->sweep.places, &swept->measures,
                           put_verdict, &verdicts, err);
    if (verdicts.count == 0) {
        (void)fputs(
            swept->measures.name[0] == '\0'
                ? "<p>No verdict: the finished runs have no measure in common.</p>\n"
                : "<p>No verdict: no random seed has a finished run of every setting that "
                  "is compared, or only the random seeds differ.</p>\n",
            out);
        return status;
    }
    (void)fputs("</ul>\n", out);
    if (verdicts.count > VERDICTS_MOST)
        (void)fprintf(out, "<p>%zu more verdicts are in the tables below.</p>\n",
                      verdicts.count - VERDICTS_MOST);
    (void)fputs(
        "<p class=\"dim\">The best value of each setting, compared with each other one. "
        "Differences are taken within random seeds and averaged over the other settings. "
        "Brackets are 95 % intervals. Verdicts are corrected for all differences "
        "(Holm).</p>\n",
        out);
    return status;
}

/* ---- Actions ---- */

/* Writes an address with the label, and the measure unless it is "", escaped for an
   attribute. */
static void put_address(const struct swept *swept, const char *path, const char *measure,
                        FILE *out)
{
    (void)fprintf(out, "%s?label=", path);
    sow_html_write_argument(out, swept->label);
    if (measure[0] != '\0') {
        (void)fputs("&amp;measure=", out);
        sow_html_write_argument(out, measure);
    }
}

/* Writes the actions: the runs one by one, and the numbers. */
static void put_actions(const struct swept *swept, FILE *out)
{
    (void)fputs("<p class=\"actions\"><a class=\"main\" href=\"/?label=", out);
    sow_html_write_argument(out, swept->label);
    (void)fputs("\">Show in the list of runs</a> <a href=\"", out);
    put_address(swept, "/api/sweep", swept->measure, out);
    (void)fputs("\" download>JSON</a> <a href=\"", out);
    put_address(swept, "/api/sweep", swept->measure, out);
    (void)fputs("&amp;format=csv\" download>CSV</a></p>\n", out);
}

/* Writes a chip for each measure of the first run that is done, if it has several. Fails
   as the database does. */
static enum sow_status put_measures(const struct swept *swept, FILE *out,
                                    struct sow_err *err)
{
    const struct sow_sweep_place *place = swept->sweep.places;
    const struct sow_sweep_place *end = place + swept->sweep.plan.tasks;
    struct sow_run_measures measures = {.count = 0};
    while (place < end && place->presence != SOW_RUN_DONE)
        place++;
    enum sow_status status =
        place < end ? sow_run_measures_read(swept->data.store, place->id, &measures, err)
                    : SOW_OK;
    if (status != SOW_OK || measures.count < 2)
        return status;
    (void)fputs("<p class=\"chips\"><span class=\"dim\">measure</span>\n", out);
    for (size_t i = 0; i < measures.count; i++) {
        const char *name = measures.measure[i].name;
        char words[SOW_MEASURE_WORDS_MAX + 1];
        bool chosen = strcmp(name, swept->measures.name) == 0;
        (void)fputs("<a class=\"chip\" href=\"", out);
        put_address(swept, "/sweep", name, out);
        (void)fprintf(out, "\"%s>", chosen ? " aria-current=\"true\"" : "");
        sow_html_write(out, sow_measure_words(name, words));
        (void)fputs("</a>\n", out);
    }
    (void)fputs("</p>\n", out);
    return status;
}

/* ---- Charts ---- */

/* Returns the number of lists that tell runs apart, besides the random seed. */
static size_t count_axes(const struct sow_sweep_plan *plan)
{
    size_t axes = 0;
    for (size_t i = 0; i < plan->list_count; i++)
        axes += plan->lists[i].count > 1 && i != sow_sweep_plan_find(plan, "seed");
    return axes;
}

/* Writes a chart; nothing if it has no data. A chart that is impossible, such as learning
   curves against several panels, gets a sentence. Fails with SOW_NO_MEMORY, or as the
   database does. */
static enum sow_status put_chart(const struct swept *swept, const struct sow_chart *chart,
                                 const struct sow_html_charts *charts, FILE *out,
                                 struct sow_err *err)
{
    struct sow_html_charts own = *charts;
    struct sow_sweep_drawing drawing;
    own.label = swept->label;
    own.measure = swept->measure;
    enum sow_status status = sow_sweep_draw(&swept->data, chart, &drawing, err);
    if (status == SOW_OK && drawing.frame.count > 0)
        status = sow_html_figure(&drawing.frame, &own, "", out, err);
    else if (status == SOW_NOT_FOUND) {
        (void)fprintf(out, "<p class=\"dim\">No %s: ", chart->name);
        sow_html_write(out, err->text);
        (void)fputs(".</p>\n", out);
        status = SOW_OK;
    }
    sow_sweep_drawing_release(&drawing);
    return status;
}

/* Writes all charts that have data, in the order of the page. */
static enum sow_status put_charts(const struct swept *swept, FILE *out,
                                  struct sow_err *err)
{
    static const char *const ORDER[] = {"differences", "ranks",   "wins",
                                        "learning",    "effects", "distribution",
                                        "parallel",    "profiles"};
    enum sow_status status = SOW_OK;
    (void)fputs("<section><div class=\"charts\">\n", out);
    for (size_t i = 0; i < sizeof ORDER / sizeof ORDER[0] && status == SOW_OK; i++) {
        const struct sow_chart *chart = sow_sweep_chart_find(ORDER[i]);
        if (chart != NULL &&
            (chart->mark != SOW_MARK_PARALLEL || count_axes(&swept->sweep.plan) > 1))
            status = put_chart(swept, chart, &sow_served_charts, out, err);
    }
    (void)fputs("</div></section>\n", out);
    return status;
}

enum sow_status sow_sweep_answer_chart(struct sow_request *request, FILE *out,
                                       struct sow_err *err)
{
    const char *name = sow_request_text(request, "chart", "");
    const struct sow_chart *chart = sow_sweep_chart_find(name);
    struct sow_html_charts charts;
    struct swept swept;
    enum sow_status status = sow_request_drawing(request, &charts, err);
    if (status != SOW_OK)
        return status;
    if (chart == NULL)
        return sow_err_set(err, SOW_NOT_FOUND, "sweeps have no chart '%.60s'", name);
    status = read_swept(request, &swept, err);
    request->live = swept.sweep.active > 0;
    if (status == SOW_OK)
        status = put_chart(&swept, chart, &charts, out, err);
    release(&swept);
    return status;
}

/* ---- Tables ---- */

/* Adds a verdict as a row of the open table. @p context is a struct sow_report. Never
   fails. Callback of sow_sweep_verdicts. */
static enum sow_status add_verdict(void *context, const struct sow_sweep_verdict *verdict,
                                   struct sow_err *err)
{
    struct sow_report *report = context;
    const double numbers[] = {verdict->difference, verdict->low, verdict->high,
                              verdict->p_adjusted};
    (void)err;
    sow_report_text(report, NULL, verdict->list);
    sow_report_text(report, NULL, verdict->best);
    sow_report_text(report, NULL, verdict->other);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sow_report_real(report, NULL, numbers[i], SOW_REPORT_SHORT);
    sow_report_text(report, NULL, verdict->words);
    return SOW_OK;
}

/* Adds the tables of verdicts and comparisons. Fails with SOW_NO_MEMORY. */
static enum sow_status add_comparisons(const struct swept *swept,
                                       struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"list", "best", "other",      "difference",
                                          "low",  "high", "p_adjusted", "verdict"};
    const struct sow_sweep_plan *plan = &swept->sweep.plan;
    const struct sow_sweep_place *places = swept->sweep.places;
    sow_report_table(report, "verdicts", COLUMNS,
                     (int)(sizeof COLUMNS / sizeof COLUMNS[0]));
    enum sow_status status =
        sow_sweep_verdicts(plan, places, &swept->measures, add_verdict, report, err);
    if (status == SOW_OK)
        status = sow_sweep_rank(plan, places, &swept->measures, 1, report, err);
    return status == SOW_OK
               ? sow_sweep_compare(plan, places, &swept->measures, false, report, err)
               : status;
}

/* Writes the tables: the combinations, and the comparisons, which are folded. */
static enum sow_status put_tables(const struct swept *swept, FILE *out,
                                  struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &swept->sweep.plan;
    struct sow_report *results = sow_report_new();
    struct sow_report *rest = sow_report_new();
    enum sow_status status =
        results != NULL && rest != NULL ? SOW_OK : sow_err_no_memory(err);
    if (status == SOW_OK)
        status =
            sow_sweep_results(plan, swept->sweep.places, &swept->measures, results, err);
    if (status == SOW_OK)
        status = add_comparisons(swept, rest, err);
    (void)fputs("<section id=\"results\"><h2>Combinations</h2>\n", out);
    if (status == SOW_OK)
        status = sow_report_print(results, SOW_FORMAT_HTML, out, err);
    (void)fputs("</section>\n<details><summary>Comparisons, rankings and shares of the "
                "variance</summary>\n",
                out);
    if (status == SOW_OK)
        status = sow_report_print(rest, SOW_FORMAT_HTML, out, err);
    (void)fputs("</details>\n", out);
    sow_report_free(results);
    sow_report_free(rest);
    return status;
}

/* ---- Answers ---- */

/* Writes the page /sweep. Fails as read_swept, or with SOW_NO_MEMORY. */
enum sow_status sow_page_sweep(struct sow_request *request, FILE *out,
                               struct sow_err *err)
{
    struct swept swept;
    enum sow_status status = read_swept(request, &swept, err);
    if (status == SOW_OK) {
        sow_page_begin(out, swept.label, "sweep");
        (void)fprintf(out, "<div id=\"sweep\"%s>\n",
                      swept.sweep.active > 0 ? " data-live=\"yes\"" : "");
        put_about(&swept, out);
        status = put_verdicts(&swept, out, err);
        (void)fputs("</div>\n", out);
        put_actions(&swept, out);
    }
    if (status == SOW_OK)
        status = put_measures(&swept, out, err);
    if (status == SOW_OK && swept.measures.note[0] != '\0') {
        (void)fputs("<p>", out);
        sow_html_write(out, swept.measures.note);
        (void)fputs("</p>\n", out);
    }
    if (status == SOW_OK)
        status = put_charts(&swept, out, err);
    if (status == SOW_OK)
        status = put_tables(&swept, out, err);
    if (status == SOW_OK)
        sow_html_end(out);
    release(&swept);
    return status;
}

/* Answers /api/sweep with the verdicts and tables of a sweep, as JSON or CSV. Fails as
   read_swept. */
enum sow_status sow_api_sweep(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct swept swept;
    struct sow_report *report = sow_report_new();
    enum sow_status status = read_swept(request, &swept, err);
    if (status == SOW_OK && report != NULL)
        status = sow_sweep_results(&swept.sweep.plan, swept.sweep.places, &swept.measures,
                                   report, err);
    if (status == SOW_OK && report != NULL)
        status = add_comparisons(&swept, report, err);
    release(&swept);
    return sow_request_print(request, report, status, out, err);
}

/* A link to a sweep. */
struct link {
    FILE *out;
};

/* Writes a link from a row (label, number of runs) to the stream of the struct link
   @p context. Never fails. Callback of sow_store_answer. */
static enum sow_status take_link(void *context, const struct sow_cells *cells,
                                 struct sow_err *err)
{
    const struct link *link = context;
    (void)err;
    (void)fputs("<p>One of <a href=\"/sweep?label=", link->out);
    sow_html_write_argument(link->out, cells->text[0]);
    (void)fprintf(link->out, "\">%.0f runs of the sweep ", cells->number[1]);
    sow_html_write(link->out, cells->text[0]);
    (void)fputs("</a></p>\n", link->out);
    return SOW_OK;
}

enum sow_status sow_sweep_put_link(struct sow_store *store, int64_t id, FILE *out,
                                   struct sow_err *err)
{
    static const char SQL[] =
        "SELECT label, count(*) FROM runs WHERE label <> ''"
        " AND label = (SELECT label FROM runs WHERE id = ?1) GROUP BY label"
        " HAVING count(*) >= ?2";
    struct link link = {out};
    return sow_store_answer(
        store, SQL, SOW_VALUES(sow_integer(id), sow_integer(SOW_SWEEP_RUNS_LEAST)),
        take_link, &link, err);
}
