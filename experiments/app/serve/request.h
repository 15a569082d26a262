/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A request as the functions that answer it see it: its arguments, a database, and a stop
 * request that comes when its time is over. Processes of their own answer requests
 * (serve_worker.h). A request travels to them as one block of bytes.
 *
 * Ownership: the reader owns a block and lends the texts in it.
 */
#ifndef SOW_SERVE_REQUEST_H
#define SOW_SERVE_REQUEST_H

#include "sow/base/parallel.h"
#include "sow/sections/report.h"
#include "sow/store/store.h"

#include <stdio.h>

struct MHD_Connection;

/** Most bytes of a block; the head of a request is shorter. */
enum { SOW_REQUEST_BYTES = 64 * 1024 };

/** A request that is being answered. */
struct sow_request {
    /** The path, then names and values, each ended by a zero byte. The name of an
     *  argument has a mark before it (request.c). */
    const char *block;
    size_t size; /**< bytes of the block */
    /** The database, whose queries end after the stop request. */
    struct sow_store *store;
    const char *db;        /**< name of the database's file */
    bool absent;           /**< true if there is no such file: the database is empty */
    struct sow_stop *stop; /**< stop request, made after SOW_REQUEST_SECONDS */
    const char *type;      /**< content type of the answer, at first the route's */
    bool live;             /**< true if the answer is a chart of an active run */
    int teller;            /**< descriptor for sow_request_asked, or -1 */
};

/** Seconds that a request may take. SQL of users and moves of players have less time. */
enum { SOW_REQUEST_SECONDS = 10 };
/** Limits of SQL of users: 10,000 rows, 2 seconds, 128 megabytes. */
extern const struct sow_query_limits sow_request_limits;

/**
 * Writes the block of a request: the path, the header Last-Event-ID and the arguments.
 * Arguments without a value are left out.
 * @param connection the connection, which has arguments and headers
 * @param path the path of the request
 * @param[out] block receives the bytes
 * @returns the number of bytes, or 0 if there is not enough room
 */
size_t sow_request_write(struct MHD_Connection *connection, const char *path,
                         char block[SOW_REQUEST_BYTES]);

/** Returns true if @p block has the form that sow_request_write gives it. */
bool sow_request_is_whole(const char *block, size_t size);

/** Returns the value of the first argument called @p name, or @p otherwise if it is
 *  missing. The text belongs to the request. */
const char *sow_request_text(const struct sow_request *request, const char *name,
                             const char *otherwise);

/** Returns the value of the header Last-Event-ID, or NULL. The text belongs to the
 *  request. */
const char *sow_request_last_event(const struct sow_request *request);

/**
 * Tells the server that the SQL of a user is done, so that the request may take
 * SOW_REQUEST_SECONDS in all. Does nothing without `teller`. Failures are ignored: the
 * server then ends the worker.
 */
void sow_request_asked(const struct sow_request *request);

/** Limits of a whole number, and its value if the argument is missing. */
struct sow_request_range {
    int64_t least, most, otherwise; /**< limits; value of a missing argument */
};

/**
 * Reads a whole number from an argument.
 * @param request the request
 * @param name the name of the argument
 * @param range its limits and default
 * @param[out] value receives the number, or the default if the argument is missing or
 *     empty; not to be used after a failure
 * @param err receives the reason of a failure
 * @returns SOW_USAGE if the argument is not a number in the range.
 */
SOW_MUST_USE enum sow_status sow_request_int(const struct sow_request *request,
                                             const char *name,
                                             struct sow_request_range range,
                                             int64_t *value, struct sow_err *err);

/** Most runs that a request can name. */
enum { SOW_REQUEST_IDS_MAX = 12 };

/** Numbers of runs in the argument `id`, with commas between them. */
struct sow_request_ids {
    int64_t id[SOW_REQUEST_IDS_MAX]; /**< numbers in the order of the text */
    size_t count;                    /**< how many there are */
};

/**
 * Reads the argument `id`.
 * @param request the request
 * @param most the largest allowed number of runs, at most SOW_REQUEST_IDS_MAX
 * @param[out] ids receives at least one number
 * @param err receives the reason of a failure
 * @returns SOW_USAGE for no run, too many runs, or a text that is not a number.
 */
SOW_MUST_USE enum sow_status sow_request_ids(const struct sow_request *request,
                                             size_t most, struct sow_request_ids *ids,
                                             struct sow_err *err);

/**
 * Prints a report as JSON, or as CSV if the argument `format` is csv, and frees it.
 * @param[in,out] request the request; its type becomes that of the text
 * @param report owned by this call; NULL means no memory
 * @param status the result so far: prints only after SOW_OK
 * @param out receives the text
 * @param err receives the reason of a failure
 * @returns @p status if it is an error; SOW_USAGE for an unknown format; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_request_print(struct sow_request *request,
                                               struct sow_report *report,
                                               enum sow_status status, FILE *out,
                                               struct sow_err *err);

#endif
