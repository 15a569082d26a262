/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored runs: a list of them, one, several side by side. */
#include "routes.h"
#include "sow/base/stream.h"
#include "sow/queries/query.h"
#include "sow/reports/html.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- The list ---- */

enum sow_status sow_page_runs(struct sow_request *request, FILE *out, struct sow_err *err)
{
    (void)request;
    (void)err;
    sow_page_begin(out, "Runs", "runs");
    (void)fputs(sow_serve_file("runs_page"), out);
    sow_html_end(out);
    return SOW_OK;
}

enum sow_status sow_api_runs(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_query_runs runs = {.where = sow_request_text(request, "where", ""),
                                  .sort = sow_request_text(request, "sort", "id DESC"),
                                  .limits = &sow_request_limits};
    struct sow_report *report = sow_report_new();
    enum sow_status status = sow_request_int(request, "limit", 1, sow_request_limits.rows,
                                             sow_request_limits.rows, &runs.limit, err);
    if (status == SOW_OK && report != NULL)
        status = sow_query_list(request->worker->store, &runs, report, err);
    return sow_request_print(request, report, status, out, err);
}

/* ---- One ---- */

/* Pictures, or characters where gnuplot is not installed. */
static enum sow_status put_runs(struct sow_request *request,
                                const struct sow_request_ids *ids, FILE *out,
                                struct sow_err *err)
{
    enum sow_status status = SOW_IO;
    enum sow_html_charts charts = SOW_HTML_PICTURES;
    for (; status == SOW_IO && charts <= SOW_HTML_CHARACTERS; charts++) {
        char *text = NULL;
        size_t size = 0;
        FILE *page = sow_stream_open(&text, &size);
        if (page == NULL)
            return sow_err_no_memory(err);
        status =
            sow_html_runs(request->worker->store, ids->id, ids->count, charts, page, err);
        if (fclose(page) != 0 && status == SOW_OK)
            status = sow_err_no_memory(err);
        if (status == SOW_OK)
            (void)fwrite(text, 1, size, out);
        free(text);
    }
    return status;
}

enum sow_status sow_page_run(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_request_ids ids;
    char title[48];
    enum sow_status status = sow_request_ids(request, 1, &ids, err);
    if (status != SOW_OK)
        return status;
    (void)snprintf(title, sizeof title, "Run %" PRId64, ids.id[0]);
    sow_page_begin(out, title, NULL);
    (void)fprintf(out,
                  "<p class=\"links\"><a href=\"/api/run?id=%" PRId64 "\">JSON</a> "
                  "<a href=\"/api/run?id=%" PRId64 "&amp;format=csv\">CSV</a></p>\n",
                  ids.id[0], ids.id[0]);
    status = put_runs(request, &ids, out, err);
    sow_html_end(out);
    return status;
}

enum sow_status sow_api_run(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_request_ids ids;
    enum sow_status status = sow_request_ids(request, 1, &ids, err);
    struct sow_report *report = sow_report_new();
    if (status == SOW_OK && report != NULL)
        status = sow_query_show(request->worker->store, ids.id[0], report, err);
    return sow_request_print(request, report, status, out, err);
}
