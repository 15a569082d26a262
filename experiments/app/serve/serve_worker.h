/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Processes that answer requests, one at a time each. A single step of the database
 * library, of a search or of gnuplot may take for ever and heed no stop request: whatever
 * a request does, its process can be killed, and the server goes on.
 *
 * For one thread, which has no others beside it: a worker is a fork of the server.
 * Ownership: workers are the caller's; sow_worker_end releases what one holds.
 */
#ifndef SOW_SERVE_WORKER_H
#define SOW_SERVE_WORKER_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** Bytes that begin what a worker says. */
enum { SOW_REPLY_ASKED = 'A', SOW_REPLY_WHOLE = 'R' };

/** Answer to a request. */
struct sow_reply {
    enum sow_status status;
    char type[48];  /**< of the answer */
    bool live;      /**< as in struct sow_request */
    double seconds; /**< time that it took */
    char *text;     /**< the answer, or the text of the error; free it */
    size_t size;    /**< of the text, without the zero byte behind it */
};

/** Process that answers. All zero: there is none. */
struct sow_worker {
    pid_t pid;       /**< 0: none */
    int fd;          /**< connection with it */
    void *asker;     /**< the caller's: whose request it has, or NULL */
    bool asks_sql;   /**< true while a user's SQL is under way */
    double began;    /**< by sow_clock_seconds */
    double deadline; /**< after which it is to be ended */
    char *bytes;     /**< what it said so far */
    size_t used, room;
};

/** Starts a process with a connection of its own to the database @p db. SOW_IO if there
 *  can be none. */
SOW_MUST_USE enum sow_status sow_worker_start(struct sow_worker *worker, const char *db,
                                              struct sow_err *err);

/** Sends the block of a request (request.h) to an idle worker.
 *  @param asks_sql true if a user's SQL is in it
 *  @returns false if the process does not take it: end it */
bool sow_worker_ask(struct sow_worker *worker, const char *block, size_t size,
                    bool asks_sql, void *asker);

enum sow_worker_news {
    SOW_WORKER_SILENT,  /**< nothing more yet */
    SOW_WORKER_REPLIED, /**< the reply is whole, and the worker idle */
    SOW_WORKER_GONE     /**< the process has ended, or makes no sense: end it */
};

/** Reads what the process has to say, without waiting. */
enum sow_worker_news sow_worker_hear(struct sow_worker *worker, struct sow_reply *reply);

/** Kills the process, waits for its end, and releases what it had said. */
void sow_worker_end(struct sow_worker *worker);

#endif
