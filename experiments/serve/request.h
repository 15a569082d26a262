/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A request, as those see it who answer it: its arguments, a store, and a stop request
 * that comes when it has taken too long.
 */
#ifndef SOW_SERVE_REQUEST_H
#define SOW_SERVE_REQUEST_H

#include "sow/base/parallel.h"
#include "sow/store/store.h"
#include "sow/support/report.h"

#include <stdio.h>

struct MHD_Connection;
struct sow_live_charts;

/** Answers one request at a time. */
struct sow_worker {
    struct sow_store *store; /**< watches `stop` */
    struct sow_stop stop;
    double deadline;                /**< by sow_clock_seconds; 0: it has nothing to do */
    struct sow_live_charts *charts; /**< everybody's */
};

struct sow_request {
    struct MHD_Connection *connection;
    struct sow_worker *worker;
    const char *type; /**< of the answer: the route's, unless it is changed */
};

/** A request has so long; a user's SQL has less, and so has a player's thought. */
enum { SOW_REQUEST_SECONDS = 10 };
extern const struct sow_query_limits sow_request_limits;

/** The argument @p name, or @p otherwise. */
const char *sow_request_text(const struct sow_request *request, const char *name,
                             const char *otherwise);

/** A header's value, or NULL. */
const char *sow_request_header(const struct sow_request *request, const char *name);

/** A whole number that an argument may be, and what it is if it is not there. */
struct sow_request_range {
    int64_t least, most, otherwise;
};

/** Reads the argument @p name. */
SOW_MUST_USE enum sow_status sow_request_int(const struct sow_request *request,
                                             const char *name,
                                             struct sow_request_range range,
                                             int64_t *value, struct sow_err *err);

enum { SOW_REQUEST_IDS_MAX = 12 };

/** Numbers of runs: the argument `id` or `ids`, with commas between. */
struct sow_request_ids {
    int64_t id[SOW_REQUEST_IDS_MAX];
    size_t count;
};

/** Reads at least one and at most @p most. */
SOW_MUST_USE enum sow_status sow_request_ids(const struct sow_request *request,
                                             size_t most, struct sow_request_ids *ids,
                                             struct sow_err *err);

/** Prints and frees @p report, if @p status is SOW_OK, as JSON or, if the argument
 *  `format` says csv, as CSV. */
SOW_MUST_USE enum sow_status sow_request_print(struct sow_request *request,
                                               struct sow_report *report,
                                               enum sow_status status, FILE *out,
                                               struct sow_err *err);

#endif
