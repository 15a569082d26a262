/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Which requests are answered at all. Decided before anything of one is looked at but its
 * head.
 */
#ifndef SOW_SERVE_GUARD_H
#define SOW_SERVE_GUARD_H

#include "sow/base/err.h"

struct MHD_Connection;

enum { SOW_GUARD_HOSTS_MAX = 16, SOW_GUARD_HOST_MAX = 127 };

/** Names that a request may be meant for. */
struct sow_guard {
    char host[SOW_GUARD_HOSTS_MAX][SOW_GUARD_HOST_MAX + 1];
    int count;
};

/** Localhost's names at @p port, and @p more, with commas between. SOW_USAGE if one of
 *  them is no name of a host. */
SOW_MUST_USE enum sow_status sow_guard_init(struct sow_guard *guard, int port,
                                            const char *more, struct sow_err *err);

/** A refusal: a status of HTTP, and why; 0: there is none. */
struct sow_refusal {
    unsigned status;
    const char *reason;
};

struct sow_refusal sow_guard_check(const struct sow_guard *guard,
                                   struct MHD_Connection *connection, const char *method);

#endif
