/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of stored runs: pictures first, then tables, then how to get them again. */
#include "sow/reports/html.h"

#include "sow/queries/query.h"

#include <inttypes.h>
#include <string.h>

static void put_element(FILE *out, const char *tag, const char *text)
{
    (void)fprintf(out, "<%s>", tag);
    sow_html_write(out, text);
    (void)fprintf(out, "</%s>\n", tag);
}

static enum sow_status put_chart(struct sow_store *store, const struct sow_chart *chart,
                                 int64_t id, enum sow_html_charts charts, FILE *out,
                                 struct sow_err *err)
{
    struct sow_frame frame;
    enum sow_status status = sow_frame_read(store, chart, id, &frame, err);
    if (status == SOW_OK && frame.count > 0)
        status = sow_html_figure(&frame, charts, out, err);
    sow_frame_release(&frame);
    return status;
}

static enum sow_status put_charts(struct sow_store *store, const struct sow_run_row *row,
                                  enum sow_html_charts charts, FILE *out,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (const struct sow_chart *chart = sow_charts;
         chart->name != NULL && status == SOW_OK; chart++)
        if (strcmp(chart->kind, row->kind) == 0)
            status = put_chart(store, chart, row->id, charts, out, err);
    return status;
}

/* What @p ask answers about @p count runs, as tables. */
typedef enum sow_status ask_fn(struct sow_store *store, const int64_t *ids, size_t count,
                               struct sow_report *report, struct sow_err *err);

static enum sow_status put_answer(struct sow_store *store, ask_fn *ask,
                                  const int64_t *ids, size_t count, FILE *out,
                                  struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = ask(store, ids, count, report, err);
    if (status == SOW_OK)
        status = sow_report_print(report, SOW_FORMAT_HTML, out, err);
    sow_report_free(report);
    return status;
}

static enum sow_status ask_show(struct sow_store *store, const int64_t *ids, size_t count,
                                struct sow_report *report, struct sow_err *err)
{
    (void)count;
    return sow_query_show(store, ids[0], report, err);
}

static enum sow_status put_run(struct sow_store *store, int64_t id,
                               enum sow_html_charts charts, FILE *out,
                               struct sow_err *err)
{
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    (void)fprintf(out, "<section id=\"run-%" PRId64 "\">\n<h2>Run %" PRId64 ": ", id, id);
    sow_html_write(out, row.kind);
    (void)fputs(", ", out);
    sow_html_write(out, row.variant);
    (void)fputs("</h2>\n", out);
    if (row.label != NULL && row.label[0] != '\0')
        put_element(out, "p", row.label);
    status = put_charts(store, &row, charts, out, err);
    sow_run_row_release(&row);
    if (status == SOW_OK)
        status = put_answer(store, ask_show, &id, 1, out, err);
    (void)fputs("</section>\n", out);
    return status;
}

static enum sow_status put_comparison(struct sow_store *store, const int64_t *ids,
                                      size_t count, FILE *out, struct sow_err *err)
{
    (void)fputs("<section id=\"compared\">\n<h2>Side by side</h2>\n", out);
    enum sow_status status = put_answer(store, sow_query_compare, ids, count, out, err);
    (void)fputs("</section>\n", out);
    return status;
}

enum sow_status sow_html_runs(struct sow_store *store, const int64_t *ids, size_t count,
                              enum sow_html_charts charts, FILE *out, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (count > 1)
        status = put_comparison(store, ids, count, out, err);
    for (size_t i = 0; i < count && status == SOW_OK; i++)
        status = put_run(store, ids[i], charts, out, err);
    return status;
}
