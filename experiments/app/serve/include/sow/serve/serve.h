/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Stored runs, and games, as pages for a browser on this machine. Nothing is written, and
 * nothing is kept between requests: a page follows from its address and the database.
 *
 * Safe by default: it listens on the loopback interface alone, answers GET and HEAD for
 * the fixed addresses of a table, checks whom a request was meant for and who sent it
 * (docs/serve.md), and limits what a request may take.
 */
#ifndef SOW_SERVE_SERVE_H
#define SOW_SERVE_SERVE_H

#include "sow/base/err.h"

struct sow_stop;

enum { SOW_SERVE_HOSTS_MAX = 255 };

struct sow_serve {
    const char *db;              /**< read only */
    int port;                    /**< 0: any that is free */
    const char *hosts;           /**< names besides localhost's, as the header `Host`
                                      has them, with commas between; "": none */
    const struct sow_stop *stop; /**< ends it */
    /** Told once it listens, with the address of the first page. */
    enum sow_status (*listening)(void *context, const char *address, struct sow_err *err);
    void *context;
};

/** Serves until the stop request. SOW_IO if the port is taken or the database cannot be
 *  read, SOW_USAGE for hosts that are none. */
SOW_MUST_USE enum sow_status sow_serve_run(const struct sow_serve *serve,
                                           struct sow_err *err);

#endif
