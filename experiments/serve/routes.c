/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "routes.h"

#include "sow/base/embedded.h"
#include "sow/reports/html.h"

#include <assert.h>
#include <string.h>

extern const struct sow_embedded sow_serve_files[];

#define HTML "text/html; charset=utf-8"
#define JSON "application/json"
#define SCRIPT "text/javascript; charset=utf-8"
#define STYLE "text/css; charset=utf-8"

static const struct sow_route ROUTES[] = {
    {"/", HTML, NULL, sow_page_runs, "the runs; where, sort, limit"},
    {"/run", HTML, NULL, sow_page_run, "the report of a run; id"},
    {"/api/runs", JSON, NULL, sow_api_runs, "the runs; where, sort, limit, format"},
    {"/api/run", JSON, NULL, sow_api_run, "all about a run; id, format"},
    {"/report.css", STYLE, "report", NULL, "the style of reports"},
    {"/serve.css", STYLE, "serve", NULL, "what pages add to it"},
    {"/common.js", SCRIPT, "common", NULL, "elements and questions"},
    {"/runs.js", SCRIPT, "runs", NULL, "the module of the page of runs"},
};

const struct sow_route *sow_route_find(const char *path)
{
    for (size_t i = 0; i < sizeof ROUTES / sizeof ROUTES[0]; i++)
        if (strcmp(ROUTES[i].path, path) == 0)
            return &ROUTES[i];
    return NULL;
}

bool sow_route_is_page(const struct sow_route *route)
{
    return strcmp(route->type, HTML) == 0;
}

const char *sow_serve_file(const char *name)
{
    if (strcmp(name, "report") == 0)
        return sow_html_style();
    const struct sow_embedded *file = sow_serve_files;
    while (file->name != NULL && strcmp(file->name, name) != 0)
        file++;
    assert(file->name != NULL);
    return file->text;
}

void sow_page_begin(FILE *out, const char *title, const char *module)
{
    char head[512];
    int length = snprintf(head, sizeof head,
                          "<link rel=\"icon\" href=\"data:,\">\n"
                          "<link rel=\"stylesheet\" href=\"/report.css\">\n"
                          "<link rel=\"stylesheet\" href=\"/serve.css\">\n");
    if (module != NULL)
        (void)snprintf(head + length, sizeof head - (size_t)length,
                       "<script type=\"module\" src=\"/%s.js\"></script>\n", module);
    sow_html_begin(out, &(struct sow_html_page){.title = title, .head = head});
    (void)fputs(sow_serve_file("navigation"), out);
    (void)fputs("<h1>", out);
    sow_html_write(out, title);
    (void)fputs("</h1>\n", out);
}
