/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Checks that decide if a request is answered. They look only at the head of a request.
 */
#ifndef SOW_SERVE_GUARD_H
#define SOW_SERVE_GUARD_H

#include "sow/base/err.h"

struct MHD_Connection;

/** Most host names, and most characters of one. */
enum { SOW_GUARD_HOSTS_MAX = 16, SOW_GUARD_HOST_MAX = 127 };

/** Allowed values of the header `Host`, with their ports. */
struct sow_guard {
    char host[SOW_GUARD_HOSTS_MAX][SOW_GUARD_HOST_MAX + 1]; /**< names */
    int count;                                              /**< number of names */
};

/**
 * Allows the names of localhost with a port, and further names. For port 80 the names of
 * localhost are also allowed without the port.
 * @param[out] guard receives the names
 * @param port the port of the server
 * @param more further names, with commas between them; "" for none
 * @param err receives the reason of a failure
 * @returns SOW_USAGE if one of them is not a host name, or for too many names.
 */
SOW_MUST_USE enum sow_status sow_guard_init(struct sow_guard *guard, int port,
                                            const char *more, struct sow_err *err);

/** Refusal of a request: a status of HTTP and the reason. Status 0 means no refusal. */
struct sow_refusal {
    unsigned status;
    const char *reason; /**< reason as a static text; NULL without a refusal */
};

/**
 * Checks the head of a request. The checks are, in this order: the host, the site that
 * sent it, the method, no body, the number of headers and arguments, no zero bytes.
 * Returns the first reason to refuse it, or status 0. The reason is a static text.
 * @param guard the allowed host names
 * @param connection the connection, which has headers and arguments
 * @param method the method of the request, for example "GET"
 * @returns the refusal
 */
struct sow_refusal sow_guard_check(const struct sow_guard *guard,
                                   struct MHD_Connection *connection, const char *method);

struct MHD_Response;

/**
 * Adds the headers of all responses: what a page may load, and that it is not kept.
 * @param response receives the headers
 * @param policy Content-Security-Policy; NULL: only files of the server, and no style in
 *   the page itself
 */
void sow_guard_headers(struct MHD_Response *response, const char *policy);

/** Returns the status of HTTP for the status of an answer. */
unsigned sow_guard_status(enum sow_status status);

#endif
