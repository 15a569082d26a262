/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Processes (workers) that answer requests, each one at a time. A single step of the
 * database library or of a search may take for ever and ignore a stop request. In a
 * process of its own it can be killed, and the server continues.
 *
 * For a process with a single thread: a worker is a fork of the server. Ownership: the
 * caller owns a worker; sow_worker_end frees what it holds.
 */
#ifndef SOW_SERVE_WORKER_H
#define SOW_SERVE_WORKER_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** First bytes of the messages of a worker: SQL is done, and a whole reply follows. */
enum { SOW_REPLY_ASKED = 'A', SOW_REPLY_WHOLE = 'R' };

/** Answer to a request. */
struct sow_reply {
    enum sow_status status;
    char type[48];  /**< content type of the answer */
    bool live;      /**< true for a chart of an active run */
    double seconds; /**< time that the answer took */
    char *text;     /**< the answer, or the text of the error; the caller frees it */
    size_t size;    /**< bytes of the text, without the zero byte at its end */
};

/** A worker, all zeros for none. */
struct sow_worker {
    pid_t pid; /**< the process, 0 for none */
    int fd;    /**< the server's end of the socket, which does not wait for input */
    /** A pointer of the caller, set while the worker has a request, else NULL. */
    void *asker;
    bool asks_sql;   /**< true while SQL of a user runs */
    double began;    /**< time at which the request began (sow_clock_seconds) */
    double deadline; /**< time after which the caller should end the worker */
    char *bytes;     /**< bytes received so far */
    /** Number of bytes received, and size of `bytes` without a zero byte. */
    size_t used, room;
};

/**
 * Starts a worker.
 * @param[out] worker end it with sow_worker_end; unchanged on failure
 * @param db the path of the database, which the worker opens on its own
 * @param err receives the reason of a failure
 * @returns SOW_IO if no process can be started.
 */
SOW_MUST_USE enum sow_status sow_worker_start(struct sow_worker *worker, const char *db,
                                              struct sow_err *err);

/**
 * Sends a request to an idle worker.
 * @param[in,out] worker the worker
 * @param block the bytes of the request (request.h)
 * @param size the number of bytes
 * @param asks_sql true if the request has SQL of a user
 * @param asker kept in worker->asker, also on failure
 * @returns false if the worker does not take it: end the worker then
 */
bool sow_worker_ask(struct sow_worker *worker, const char *block, size_t size,
                    bool asks_sql, void *asker);

/** Results of sow_worker_hear. */
enum sow_worker_news {
    SOW_WORKER_SILENT,  /**< the reply is not complete yet */
    SOW_WORKER_REPLIED, /**< the reply is complete and the worker is idle */
    SOW_WORKER_GONE     /**< the process has ended or sends nonsense: end the worker */
};

/**
 * Reads the bytes that a worker has sent, without waiting. Without memory the worker
 * counts as gone.
 * @param[in,out] worker the worker; its `asker` is not changed
 * @param[out] reply receives the reply after SOW_WORKER_REPLIED
 */
enum sow_worker_news sow_worker_hear(struct sow_worker *worker, struct sow_reply *reply);

/** Kills the process, waits for its end, and frees the bytes received. The worker is then
 *  all zeros. It may be all zeros before. */
void sow_worker_end(struct sow_worker *worker);

#endif
