/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Table of the addresses of the server and of their answers.
 */
#ifndef SOW_SERVE_ROUTES_H
#define SOW_SERVE_ROUTES_H

#include "request.h"
#include "webpage.h"

/**
 * A function that writes the answer to a request to @p out. It may change the request's
 * type. An error status becomes a status of HTTP.
 */
typedef enum sow_status sow_answer_fn(struct sow_request *request, FILE *out,
                                      struct sow_err *err);

/** An address of the server. */
struct sow_route {
    /** Path of the address, such as "/run". */
    const char *path;
    /** Content type of the answer. */
    const char *type;
    const char *file;      /**< name of an embedded file; used if `answer` is NULL */
    sow_answer_fn *answer; /**< function that answers, or NULL */
    /** Description of the answer and its arguments. */
    const char *gives;
    bool sql; /**< true if arguments can hold SQL of a user */
    /** Content-Security-Policy of the answer; NULL: as sow_guard_headers has it. */
    const char *policy;
};

/** Returns the route whose path is exactly @p path, or NULL. */
const struct sow_route *sow_route_find(const char *path);

/** Returns true if the answer is an HTML page. */
bool sow_route_is_page(const struct sow_route *route);

/* Functions that answer with pages. */
sow_answer_fn sow_page_runs, sow_page_run, sow_page_report, sow_page_compare;
sow_answer_fn sow_page_sql, sow_page_play, sow_page_sweep;
/* Functions that answer programs and the scripts of pages. */
sow_answer_fn sow_api_runs, sow_api_run, sow_api_compare, sow_api_sql;
sow_answer_fn sow_api_live, sow_api_chart, sow_api_charts, sow_api_play, sow_api_sweep;

#endif
