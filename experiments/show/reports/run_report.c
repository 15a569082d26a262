/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of stored runs: charts, then tables, then the commands that verify or resume
   a run. */
#include "sow/reports/html.h"

#include "run_head.h"
#include "sow/base/stream.h"
#include "sow/queries/query.h"
#include "sow/runs/run.h"
#include "sow/store/tables/runs.def"
#include "sow/support/db_option.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the words for the state of a run. */
enum { STATE_BYTES = 48 };

/* Writes a chart of the runs @p ids that has something to draw, if @p status, the result
   of reading its data, is SOW_OK. Releases the data in any case. Returns @p status, or
   the error of sow_html_figure. */
static enum sow_status put_frame(const struct showing *showing, const char *ids,
                                 struct sow_frame *frame, enum sow_status status,
                                 FILE *out, struct sow_err *err)
{
    if (status == SOW_OK && frame->count > 0)
        status = sow_html_figure(frame, showing->charts, ids, out, err);
    sow_frame_release(frame);
    return status;
}

/* Writes a chart as put_frame does, but folded, with its title as the summary. Writes
   nothing if there is nothing to draw. Releases the data. */
static enum sow_status put_folded(const struct showing *showing, const char *ids,
                                  struct sow_frame *frame, FILE *out, struct sow_err *err)
{
    if (frame->count == 0)
        return put_frame(showing, ids, frame, SOW_OK, out, err);
    (void)fputs("<details>\n<summary>", out);
    sow_html_write(out, frame->chart->title);
    (void)fputs("</summary>\n", out);
    enum sow_status status = put_frame(showing, ids, frame, SOW_OK, out, err);
    (void)fputs("</details>\n", out);
    return status;
}

/* Writes the charts of a run that have something to draw. A chart of scope
   SOW_SCOPE_RUN_FOLDED is folded if another one came before it. If the report has several
   runs, charts of several runs are left to its comparison. Returns an error of
   sow_frame_read or sow_html_figure. */
static enum sow_status put_charts(const struct showing *showing,
                                  const struct sow_run_row *row, FILE *out,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    bool drawn = false;
    char id[24];
    (void)snprintf(id, sizeof id, "%" PRId64, row->id);
    for (const struct sow_chart *chart = sow_charts_of(row->kind);
         chart->name != NULL && status == SOW_OK; chart++) {
        struct sow_frame frame = {.count = 0};
        if (chart->scope == SOW_SCOPE_RUNS && showing->count > 1)
            continue;
        status = sow_frame_read(showing->store, chart, row->id, &frame, err);
        bool folded = drawn && chart->scope == SOW_SCOPE_RUN_FOLDED;
        drawn = drawn || frame.count > 0;
        status = folded && status == SOW_OK
                     ? put_folded(showing, id, &frame, out, err)
                     : put_frame(showing, id, &frame, status, out, err);
    }
    return status;
}

/* Writes the state of a run to the text @p context, from a row of put_state. Callback of
   sow_store_answer. Never fails. */
static enum sow_status take_state(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    (void)err;
    if (cells->text[0] != NULL)
        (void)snprintf(context, STATE_BYTES, "at %s", cells->text[0]);
    return SOW_OK;
}

/* Writes all charts of a run in columns. They are from one state of the database, which
   the charts without generations name. Returns an error of put_charts. */
static enum sow_status put_columns(const struct showing *showing,
                                   const struct sow_run_row *row, FILE *out,
                                   struct sow_err *err)
{
    static const char STATE[] =
        "SELECT coalesce((SELECT 'generation ' || max(generation) FROM generations WHERE"
        " run_id = ?1), (SELECT 'round ' || max(round) FROM learn_rounds WHERE"
        " run_id = ?1), (SELECT count(*) || ' matches' FROM matches WHERE run_id = ?1))";
    char state[STATE_BYTES] = "";
    struct sow_html_charts charts = *showing->charts;
    struct showing stated = *showing;
    stated.charts = &charts;
    (void)fputs("<div class=\"charts\">\n", out);
    enum sow_status status = sow_store_begin_reading(showing->store, err);
    if (status == SOW_OK && strcmp(row->status, "running") == 0)
        status = sow_store_answer(showing->store, STATE, SOW_VALUES(sow_integer(row->id)),
                                  take_state, state, err);
    charts.state = state[0] != '\0' ? state : NULL;
    if (status == SOW_OK)
        status = put_charts(&stated, row, out, err);
    sow_store_rollback(showing->store);
    (void)fputs("</div>\n", out);
    return status;
}

enum sow_status sow_html_charts(struct sow_store *store, int64_t id,
                                const struct sow_html_charts *charts, FILE *out,
                                struct sow_err *err)
{
    struct sow_run_row row;
    struct showing showing = {store, &id, 1, charts};
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    status = put_columns(&showing, &row, out, err);
    sow_run_row_release(&row);
    return status;
}

/* Writes the charts of a kind that show several runs, whose ids are the JSON array @p
   ids. Returns an error of sow_frame_read_runs or sow_html_figure. */
static enum sow_status put_overlays_of(const struct showing *showing,
                                       const struct sow_run_kind *kind, const char *ids,
                                       FILE *out, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (const struct sow_chart *chart = sow_charts_of(kind->name);
         chart->name != NULL && status == SOW_OK; chart++) {
        struct sow_frame frame = {.count = 0};
        if (chart->scope != SOW_SCOPE_RUNS)
            continue;
        status = sow_frame_read_runs(showing->store, chart, ids, &frame, err);
        status = put_frame(showing, ids, &frame, status, out, err);
    }
    return status;
}

/* Writes, for every kind of run, the charts that show several runs, with all runs of the
   report. Returns SOW_NO_MEMORY or an error of sow_frame_read_runs or sow_html_figure. */
static enum sow_status put_overlays(const struct showing *showing, FILE *out,
                                    struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    char *text = NULL;
    size_t size = 0;
    FILE *ids = sow_stream_open(&text, &size);
    if (ids == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < showing->count; i++)
        (void)fprintf(ids, "%c%" PRId64, i == 0 ? '[' : ',', showing->ids[i]);
    (void)fputc(']', ids);
    if (fclose(ids) != 0)
        status = sow_err_no_memory(err);
    for (size_t i = 0; sow_run_kinds[i] != NULL && status == SOW_OK; i++)
        status = put_overlays_of(showing, sow_run_kinds[i], text, out, err);
    free(text);
    return status;
}

/* A function that adds tables about the runs of a page to a report. @p row is the run
   that they are about, or NULL for all. */
typedef enum sow_status ask_fn(const struct showing *showing,
                               const struct sow_run_row *row, struct sow_report *report,
                               struct sow_err *err);

/* Writes the tables that @p ask adds. Returns SOW_NO_MEMORY or an error of @p ask or
   sow_report_print. */
static enum sow_status put_answer(const struct showing *showing,
                                  const struct sow_run_row *row, ask_fn *ask, FILE *out,
                                  struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = ask(showing, row, report, err);
    if (status == SOW_OK)
        status = sow_report_print(report, SOW_FORMAT_HTML, out, err);
    sow_report_free(report);
    return status;
}

/* Adds all that is known about a run, as sow_query_page does. An ask_fn. */
static enum sow_status ask_page(const struct showing *showing,
                                const struct sow_run_row *row, struct sow_report *report,
                                struct sow_err *err)
{
    return sow_query_page(showing->store, row->id, row->kind, report, err);
}

/* Adds the result of a run in words, as sow_query_head does. An ask_fn. */
static enum sow_status ask_head(const struct showing *showing,
                                const struct sow_run_row *row, struct sow_report *report,
                                struct sow_err *err)
{
    return sow_query_head(showing->store, row->id, report, err);
}

/* Adds the settings in which the runs differ. An ask_fn. */
static enum sow_status ask_compare_settings(const struct showing *showing,
                                            const struct sow_run_row *row,
                                            struct sow_report *report,
                                            struct sow_err *err)
{
    (void)row;
    return sow_query_compare_settings(showing->store, showing->ids, showing->count,
                                      report, err);
}

/* Adds the results of all runs side by side. An ask_fn. */
static enum sow_status ask_compare_results(const struct showing *showing,
                                           const struct sow_run_row *row,
                                           struct sow_report *report, struct sow_err *err)
{
    (void)row;
    return sow_query_compare_results(showing->store, showing->ids, showing->count, report,
                                     err);
}

/* ---- A run ---- */

/* Writes a paragraph with the command that verifies a run and, for a run that is not
   done, the one that resumes it. A second paragraph has the citation of the program that
   made the run. */
static void put_commands(struct sow_store *store, const struct sow_run_row *row,
                         FILE *out)
{
    char option[SOW_DB_OPTION_MAX];
    bool is_done = strcmp(row->status, "done") == 0;
    (void)sow_db_option(sow_store_path(store), option, sizeof option);
    (void)fprintf(out, "<p>Again: <code>sowlab runs verify %" PRId64, row->id);
    sow_html_write(out, option);
    (void)fprintf(out,
                  "</code> computes the run again from its settings and compares "
                  "every row%s",
                  is_done ? ".</p>\n" : "; ");
    if (!is_done) {
        (void)fprintf(out, "<code>sowlab resume %" PRId64, row->id);
        sow_html_write(out, option);
        (void)fputs("</code> continues it, if no process is at work on it.</p>\n", out);
    }
    (void)fputs("<p>Cite: The sowlab developers, sowlab ", out);
    sow_html_write(out, row->version);
    (void)fputs(", revision ", out);
    sow_html_write(out, row->revision);
    (void)fputs("; <code>sowlab version --cite</code> prints the BibTeX of the program "
                "at hand.</p>\n",
                out);
}

/* Writes kind and variant of a run as a heading: that of the page if it has no other run.
   Else the heading links to the page of the run, if a server has it. */
static void put_heading(const struct showing *showing, const struct sow_run_row *row,
                        FILE *out)
{
    const char *tag = showing->count == 1 ? "h1" : "h2";
    bool linked = showing->count > 1 && showing->charts->served;
    (void)fprintf(out, "<%s>", tag);
    if (linked)
        (void)fprintf(out, "<a href=\"/run?id=%" PRId64 "\">", row->id);
    (void)fprintf(out, "Run %" PRId64 ": ", row->id);
    sow_html_write(out, row->kind);
    (void)fputs(", ", out);
    sow_html_write(out, row->variant);
    (void)fprintf(out, "%s</%s>\n", linked ? "</a>" : "", tag);
}

/* Writes what follows the result of a run in words: settings, actions, links, charts,
   tables and commands. Returns an error of its charts or tables. */
static enum sow_status put_rest(const struct showing *showing,
                                const struct sow_run_row *row, FILE *out,
                                struct sow_err *err)
{
    enum sow_status status = sow_run_head_put(showing, row, out, err);
    if (status == SOW_OK)
        status = put_columns(showing, row, out, err);
    if (status == SOW_OK)
        status = put_answer(showing, row, ask_page, out, err);
    put_commands(showing->store, row, out);
    return status;
}

/* Writes the section of a run: heading, result in words, and the rest. The rest is folded
   on a page of several runs, as a file has to be readable on paper. Returns
   SOW_NOT_FOUND, with nothing written, or an error of put_rest; the section is then
   incomplete. */
static enum sow_status put_run(const struct showing *showing, int64_t id, FILE *out,
                               struct sow_err *err)
{
    struct sow_run_row row;
    bool folded = showing->count > 1 && showing->charts->served;
    enum sow_status status = sow_store_read_run(showing->store, id, &row, err);
    if (status != SOW_OK)
        return status;
    (void)fprintf(out, "<section id=\"run-%" PRId64 "\">\n", id);
    put_heading(showing, &row, out);
    (void)fputs("<div class=\"head\">\n", out);
    status = put_answer(showing, &row, ask_head, out, err);
    (void)fputs("</div>\n", out);
    if (folded)
        (void)fprintf(out,
                      "<details><summary>Settings, charts and tables of run %" PRId64
                      "</summary>\n",
                      id);
    if (status == SOW_OK)
        status = put_rest(showing, &row, out, err);
    sow_run_row_release(&row);
    (void)fprintf(out, "%s</section>\n", folded ? "</details>\n" : "");
    return status;
}

/* ---- Several runs ---- */

/* A list of verdicts that is being written. */
struct judging {
    FILE *out;
    size_t count; /* verdicts so far */
};

/* Writes a verdict as an item of the list @p context. Never fails. It is a
   sow_query_verdict_fn. */
static enum sow_status put_verdict(void *context, const struct sow_query_verdict *verdict,
                                   struct sow_err *err)
{
    static const char *const CLASSES[] = {" class=\"bad\"", "", " class=\"good\""};
    struct judging *judging = context;
    (void)err;
    (void)fprintf(judging->out, "%s<li%s>",
                  judging->count++ == 0 ? "<ul class=\"verdicts\">\n" : "",
                  CLASSES[verdict->side + 1]);
    sow_html_write(judging->out, verdict->words);
    (void)fputs(".</li>\n", judging->out);
    return SOW_OK;
}

/* Writes the verdicts on all runs, or why there are none. Fails as sow_query_verdicts. */
static enum sow_status put_verdicts(const struct showing *showing, FILE *out,
                                    struct sow_err *err)
{
    struct judging judging = {.out = out};
    enum sow_status status = sow_query_verdicts(
        showing->store, showing->ids, showing->count, put_verdict, &judging, err);
    (void)fputs(judging.count > 0
                    ? "</ul>\n<p class=\"settings\">Each run is compared with the first "
                      "one. Verdicts allow for the number of comparisons (Holm); an "
                      "interval holds for its comparison alone.</p>\n"
                    : "<p class=\"settings\">No verdict: the first run has no strength "
                      "against the same panel, and no validation against the same "
                      "opponents, as another one. Or games were repeated, so that there "
                      "is no interval.</p>\n",
                out);
    return status;
}

/* Writes the section "Side by side" that compares the runs: verdicts, settings that
   differ, charts of several runs, then the other tables, folded on a page. The errors are
   those of its parts. */
static enum sow_status put_comparison(const struct showing *showing, FILE *out,
                                      struct sow_err *err)
{
    bool folded = showing->charts->served;
    (void)fputs("<section id=\"compared\">\n<h2>Side by side</h2>\n", out);
    enum sow_status status = put_verdicts(showing, out, err);
    if (status == SOW_OK)
        status = put_answer(showing, NULL, ask_compare_settings, out, err);
    (void)fputs("<div class=\"charts\">\n", out);
    if (status == SOW_OK)
        status = put_overlays(showing, out, err);
    (void)fputs(folded ? "</div>\n<details><summary>All results as tables</summary>\n"
                       : "</div>\n",
                out);
    if (status == SOW_OK)
        status = put_answer(showing, NULL, ask_compare_results, out, err);
    (void)fputs(folded ? "</details>\n</section>\n" : "</section>\n", out);
    return status;
}

enum sow_status sow_html_runs(struct sow_store *store, const int64_t *ids, size_t count,
                              const struct sow_html_charts *charts, FILE *out,
                              struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    struct showing showing = {store, ids, count, charts};
    if (count > 1)
        status = put_comparison(&showing, out, err);
    for (size_t i = 0; i < count && status == SOW_OK; i++)
        status = put_run(&showing, ids[i], out, err);
    return status;
}
