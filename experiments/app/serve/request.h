/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A request, as those see it who answer it: its arguments, a store, and a stop request
 * that comes when it has taken too long. Requests are answered in processes of their own
 * (serve_worker.h), to which they travel as one block of bytes.
 *
 * Ownership: a block is its reader's; texts that come out of it are borrowed.
 */
#ifndef SOW_SERVE_REQUEST_H
#define SOW_SERVE_REQUEST_H

#include "sow/base/parallel.h"
#include "sow/sections/report.h"
#include "sow/store/store.h"

#include <stdio.h>

struct MHD_Connection;

/** A block of at most that many bytes: the head of a request has fewer. */
enum { SOW_REQUEST_BYTES = 64 * 1024 };

/** Request while it is answered. */
struct sow_request {
    const char *block;       /**< path, then names and values, each with a zero byte */
    size_t size;             /**< of the block */
    struct sow_store *store; /**< watches `stop` */
    struct sow_stop *stop;   /**< requested after SOW_REQUEST_SECONDS */
    const char *type;        /**< of the answer: the route's, unless it is changed */
    bool live;               /**< true if the answer is a chart of a run that goes on */
    int teller;              /**< descriptor for sow_request_asked; -1: none */
};

/** Seconds that a request may take; a user's SQL has fewer, and so has a player's
 *  thought. */
enum { SOW_REQUEST_SECONDS = 10 };
extern const struct sow_query_limits sow_request_limits;

/** Writes the block of a request for @p path whose arguments and header Last-Event-ID are
 *  those of @p connection.
 *  @returns its size, or 0 if it has no room in @p block */
size_t sow_request_write(struct MHD_Connection *connection, const char *path,
                         char block[SOW_REQUEST_BYTES]);

/** Returns true if @p block is one that sow_request_write may write. */
bool sow_request_is_whole(const char *block, size_t size);

/** Returns the argument @p name, or @p otherwise. */
const char *sow_request_text(const struct sow_request *request, const char *name,
                             const char *otherwise);

/** Returns the header Last-Event-ID, or NULL. */
const char *sow_request_last_event(const struct sow_request *request);

/** Tells the server that a user's SQL is done, which has less time than the rest. */
void sow_request_asked(const struct sow_request *request);

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
