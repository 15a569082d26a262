/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Web server that shows stored runs and games in a browser on this machine. It writes
 * nothing to the database and keeps nothing between requests: a page depends only on its
 * address and the database.
 *
 * The server is safe by default. It listens on the loopback interface only and answers
 * GET and HEAD for the addresses of a fixed table. It checks for which host a request is
 * and which site sent it (docs/reference/serve.md), and limits the time and memory of a
 * request.
 */
#ifndef SOW_SERVE_SERVE_H
#define SOW_SERVE_SERVE_H

#include "sow/base/err.h"
#include "sow/base/parallel.h"

/** Most characters of `hosts`. */
enum { SOW_SERVE_HOSTS_MAX = 255 };

/** Changes of the database's file. */
enum sow_serve_change {
    SOW_SERVE_GONE,     /**< there is no file */
    SOW_SERVE_MADE,     /**< a file was made where there was none */
    SOW_SERVE_REPLACED, /**< another file has the name */
    SOW_SERVE_CHANGES   /**< number of changes */
};

/** Settings of a server. */
struct sow_serve {
    const char *db; /**< path of the database, which is only read; it may come later */
    int port;       /**< port to listen on; 0: any free port */
    /** Allowed values of the header `Host` besides localhost, with commas between
     *  them; "" for none. */
    const char *hosts;
    struct sow_context with; /**< context; its stop request ends the server */
    /** Called when the server listens, with the address of the first page. A failure
     *  ends the server. */
    enum sow_status (*listening)(void *context, const char *address, struct sow_err *err);
    /** Called when the database's file was made, replaced or removed, and at the start if
     *  there is none. May be NULL. */
    void (*changed)(void *context, enum sow_serve_change change);
    /** First argument of `listening` and `changed`. */
    void *context;
};

/**
 * Runs the server until the stop request. Answers come from processes that are forks of
 * this one, so it must have a single thread.
 * @param serve settings of the server
 * @param err receives the reason of a failure
 * @returns SOW_OK after the stop request; SOW_IO if the port is in use, a process cannot
 *   be started or the database cannot be read; SOW_USAGE if `hosts` has something that
 *   is not a host name; the failure of `listening`; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_serve_run(const struct sow_serve *serve,
                                           struct sow_err *err);

#endif
