/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Addresses and what they give, as data.
 */
#ifndef SOW_SERVE_ROUTES_H
#define SOW_SERVE_ROUTES_H

#include "request.h"
#include "webpage.h"

/** Writes an answer; SOW_USAGE and the like become the statuses of HTTP. */
typedef enum sow_status sow_answer_fn(struct sow_request *request, FILE *out,
                                      struct sow_err *err);

struct sow_route {
    const char *path;
    const char *type;
    const char *file;      /**< what it gives: an embedded file, */
    sow_answer_fn *answer; /**< or, if that is NULL, this */
    const char *gives;
    bool sql; /**< true if arguments of it are a user's SQL */
};

/** The route of @p path, or NULL. */
const struct sow_route *sow_route_find(const char *path);

/** Is it a page, for people? */
bool sow_route_is_page(const struct sow_route *route);

/* Pages. */
sow_answer_fn sow_page_runs, sow_page_run, sow_page_compare, sow_page_sql, sow_page_play;
/* Answers for programs, and for pages. */
sow_answer_fn sow_api_runs, sow_api_run, sow_api_compare, sow_api_sql;
sow_answer_fn sow_api_live, sow_api_chart, sow_api_play;

#endif
