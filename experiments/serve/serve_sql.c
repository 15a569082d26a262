/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions of whoever looks: as 'sowlab sql' answers them, in less time. */
#include "routes.h"
#include "sow/base/stream.h"
#include "sow/queries/query.h"
#include "sow/reports/html.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

/* Text as a part of an address. */
static void put_encoded(FILE *out, const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++)
        (void)fprintf(out, *at < 128 && isalnum(*at) ? "%c" : "%%%02X", *at);
}

static void put_links(FILE *out, const char *sql)
{
    static const char *const FORMATS[][2] = {{"JSON", "json"}, {"CSV", "csv"}};
    (void)fputs("<p class=\"links\">", out);
    for (int i = 0; i < 2; i++) {
        (void)fprintf(out, "<a href=\"/api/sql?format=%s&amp;q=", FORMATS[i][1]);
        put_encoded(out, sql);
        (void)fprintf(out, "\">%s</a> ", FORMATS[i][0]);
    }
    (void)fputs("</p>\n", out);
}

/* The answer, or what is wrong with the question: it is there to be mended. */
static enum sow_status put_answer(struct sow_request *request, const char *sql, FILE *out,
                                  struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_query_sql(request->worker->store, sql, &sow_request_limits, report, err);
    if (status == SOW_OK) {
        put_links(out, sql);
        status = sow_report_print(report, SOW_FORMAT_HTML, out, err);
    } else if (status == SOW_USAGE) {
        (void)fputs("<p role=\"alert\">", out);
        sow_html_write(out, err->text);
        (void)fputs("</p>\n", out);
        status = SOW_OK;
    }
    sow_report_free(report);
    return status;
}

enum sow_status sow_page_sql(struct sow_request *request, FILE *out, struct sow_err *err)
{
    const char *sql = sow_request_text(request, "q", "");
    enum sow_status status = SOW_OK;
    sow_page_begin(out, "Ask", NULL);
    (void)fputs("<form action=\"/sql\">\n<textarea name=\"q\" rows=\"6\" "
                "aria-label=\"SQL\" spellcheck=\"false\" autocapitalize=\"none\">\n",
                out);
    sow_html_write(out, sql);
    (void)fputs(sow_serve_file("sql_page"), out);
    if (sql[0] != '\0')
        status = put_answer(request, sql, out, err);
    sow_html_end(out);
    return status;
}

enum sow_status sow_api_sql(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    enum sow_status status = SOW_OK;
    if (report != NULL)
        status = sow_query_sql(request->worker->store, sow_request_text(request, "q", ""),
                               &sow_request_limits, report, err);
    return sow_request_print(request, report, status, out, err);
}

/* ---- Sparklines ---- */

enum { TREND_POINTS = 24 };

static void put_trends_sql(FILE *out, const struct sow_request_ids *ids)
{
    (void)fputs("WITH RECURSIVE steps (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM steps"
                " WHERE i < ",
                out);
    (void)fprintf(out, "%d), shown (id) AS (VALUES ", TREND_POINTS - 1);
    for (size_t i = 0; i < ids->count; i++)
        (void)fprintf(out, "%s(%" PRId64 ")", i > 0 ? ", " : "", ids->id[i]);
    (void)fprintf(
        out,
        "), last (id, n) AS (SELECT id, (SELECT max(generation) FROM generations"
        " WHERE run_id = id) FROM shown)"
        " SELECT run_id, json_group_array(best) AS best FROM (SELECT run_id, best"
        " FROM last JOIN steps CROSS JOIN generations ON run_id = id AND"
        " generation = n * i / %d ORDER BY run_id, i) GROUP BY run_id",
        TREND_POINTS - 1);
}

/* The best of some of their generations, the first and the last among them. */
enum sow_status sow_api_trends(struct sow_request *request, FILE *out,
                               struct sow_err *err)
{
    struct sow_request_ids ids;
    char *sql = NULL;
    size_t size = 0;
    struct sow_report *report = sow_report_new();
    enum sow_status status = sow_request_ids(request, SOW_REQUEST_IDS_MAX, &ids, err);
    FILE *written = status == SOW_OK ? sow_stream_open(&sql, &size) : NULL;
    if (written != NULL) {
        put_trends_sql(written, &ids);
        status = fclose(written) == 0 ? SOW_OK : sow_err_no_memory(err);
    } else if (status == SOW_OK) {
        status = sow_err_no_memory(err);
    }
    if (status == SOW_OK && report != NULL)
        status =
            sow_query_sql(request->worker->store, sql, &sow_request_limits, report, err);
    free(sql);
    return sow_request_print(request, report, status, out, err);
}
