/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers SQL of users as `sowlab sql` does, within a shorter time. */
#include "routes.h"
#include "sow/queries/query.h"
#include "sow/reports/html.h"

/* Writes links to the answer to @p sql as JSON and CSV. */
static void put_links(FILE *out, const char *sql)
{
    static const char *const FORMATS[][2] = {{"JSON", "json"}, {"CSV", "csv"}};
    (void)fputs("<p class=\"links\">", out);
    for (int i = 0; i < 2; i++) {
        (void)fprintf(out, "<a href=\"/api/sql?format=%s&amp;q=", FORMATS[i][1]);
        sow_html_write_argument(out, sql);
        (void)fprintf(out, "\">%s</a> ", FORMATS[i][0]);
    }
    (void)fputs("</p>\n", out);
}

/* Answers @p sql and writes the answer as an HTML table, below links to its other
   formats. An error in the SQL is written to the page instead, so that the user can
   correct it there. Returns other failures. */
static enum sow_status put_answer(struct sow_request *request, const char *sql, FILE *out,
                                  struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_query_sql(request->store, sql, &sow_request_limits, report, err);
    sow_request_asked(request);
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

/* Writes the page /sql: a form with the SQL of the argument `q`, and its answer unless
   `q` is empty. Returns the failures of put_answer. */
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

/* Answers /api/sql with the answer to the SQL of the argument `q`, as JSON or CSV.
   Returns SOW_USAGE for an error in the SQL or the format, or the failure of the
   database. */
enum sow_status sow_api_sql(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    enum sow_status status = SOW_OK;
    if (report != NULL)
        status = sow_query_sql(request->store, sow_request_text(request, "q", ""),
                               &sow_request_limits, report, err);
    sow_request_asked(request);
    return sow_request_print(request, report, status, out, err);
}
