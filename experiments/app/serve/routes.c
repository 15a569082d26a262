/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "routes.h"

#include "sow/reports/html.h"

#include <string.h>

#define HTML "text/html; charset=utf-8"
#define JSON "application/json"
#define SCRIPT "text/javascript; charset=utf-8"
#define STYLE "text/css; charset=utf-8"

/* All addresses of the server. */
static const struct sow_route ROUTES[] = {
    {"/", HTML, NULL, sow_page_runs,
     "the runs; kind, variant, status, find, label, where, sort, before, limit", true,
     NULL},
    {"/run", HTML, NULL, sow_page_run, "the report of a run; id", false, NULL},
    {"/report", HTML, NULL, sow_page_report, "the same as a file; id", false,
     SOW_HTML_POLICY "; frame-ancestors 'none'"},
    {"/compare", HTML, NULL, sow_page_compare, "runs side by side; id=1,2", false, NULL},
    {"/sweep", HTML, NULL, sow_page_sweep,
     "runs with one label, compared by their settings; label, measure", false, NULL},
    {"/sql", HTML, NULL, sow_page_sql, "an answer in a table; q", true, NULL},
    {"/play", HTML, NULL, sow_page_play, "a game; variant or game, south, north, moves",
     false, NULL},
    {"/api/runs", JSON, NULL, sow_api_runs,
     "the runs; kind, variant, status, find, label, where, sort, before, limit, format",
     true, NULL},
    {"/api/run", JSON, NULL, sow_api_run, "all about a run; id, format", false, NULL},
    {"/api/compare", JSON, NULL, sow_api_compare, "runs side by side; id, format", false,
     NULL},
    {"/api/sql", JSON, NULL, sow_api_sql, "an answer; q, format", true, NULL},
    {"/api/sweep", JSON, NULL, sow_api_sweep,
     "results and verdicts of a sweep; label, measure, format", false, NULL},
    {"/api/chart", HTML, NULL, sow_api_chart,
     "a chart; id, or label and measure, chart, width, spots", false, NULL},
    {"/api/charts", HTML, NULL, sow_api_charts,
     "all charts of a run, from one state; id, width, spots", false, NULL},
    {"/api/live", "text/event-stream", NULL, sow_api_live,
     "how far a run is, or whether the list of runs has changed; id or list=yes", false,
     NULL},
    {"/api/play", JSON, NULL, sow_api_play,
     "a game after moves; variant or game, south, north, moves, seed, why, adviser, "
     "judge, format",
     false, NULL},
    {"/report.css", STYLE, "report", NULL, "the style of reports", false, NULL},
    {"/chart.css", STYLE, "chart", NULL, "the style of charts", false, NULL},
    {"/serve.css", STYLE, "serve", NULL, "the style that pages add to that of reports",
     false, NULL},
    {"/common.js", SCRIPT, "common", NULL, "elements and questions", false, NULL},
    {"/charts.js", SCRIPT, "charts", NULL, "charts that are read and fitted", false,
     NULL},
    {"/runs.js", SCRIPT, "runs", NULL, "the module of the page of runs", false, NULL},
    {"/run.js", SCRIPT, "run", NULL, "the module of the page of a running run", false,
     NULL},
    {"/sweep.js", SCRIPT, "sweep", NULL, "the module of the page of a sweep", false,
     NULL},
    {"/play.js", SCRIPT, "play", NULL, "that of games", false, NULL},
    {"/board.js", SCRIPT, "board", NULL, "board and course of a game", false, NULL},
    {"/reasons.js", SCRIPT, "reasons", NULL, "tables of what moves are worth", false,
     NULL},
    {"/seeds.js", SCRIPT, "seeds", NULL, "seeds that move", false, NULL},
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
