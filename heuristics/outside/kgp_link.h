/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Connections by which lines of text come and go, and the sockets they begin at.
 */
#ifndef SOW_KGP_LINK_H
#define SOW_KGP_LINK_H

#include "sow/base/parallel.h"
#include "sow/outside/kgp.h"

enum {
    LINK_LINE_MAX = 16384, /**< of the protocol */
    LINK_NAME_MAX = 63
};

/** What came of waiting for a line. */
enum link_news { LINK_LINE, LINK_LATE, LINK_GONE, LINK_TOO_LONG, LINK_STOPPED };

/** A connection; begin with link_open. */
struct link {
    int fd;
    uint64_t serial;  /**< from 1, of this process */
    uint64_t opened;  /**< when, by sow_link_now */
    unsigned last_id; /**< of what was sent */
    bool ready;       /**< wants to play */
    char name[LINK_NAME_MAX + 1];
    size_t length; /**< of what has come */
    size_t taken;  /**< of these, handed out */
    char room[LINK_LINE_MAX + 1];
};

/** Milliseconds of a clock that only goes forward. */
uint64_t sow_link_now(void);

/** A connection by a connected socket, which it owns; NULL without memory. */
struct link *sow_link_new(int fd);

void sow_link_free(struct link *link);

/** Takes in what has come; LINK_GONE, or LINK_LATE if there may be more to come. */
enum link_news sow_link_fill(struct link *link);

/** The next line without its end, or NULL if it is not complete. */
char *sow_link_take(struct link *link);

/** Waits for the next line until @p deadline. */
enum link_news sow_link_next(struct link *link, uint64_t deadline,
                             const struct sow_stop *stop, char **line);

/** Sends a line, which gets its end here; false if the other side is gone or takes in
 *  nothing. */
bool sow_link_send(struct link *link, const char *format, ...) SOW_PRINTF(2, 3);

/** Sleeps until one of @p count sockets has something to read, or @p deadline, or a
 *  fraction of a second has passed: callers look again. */
struct pollfd;
void sow_link_sleep(struct pollfd *sockets, size_t count, uint64_t deadline);

/** A socket that listens at @p address, or, if @p joins, is connected to it; -1 with
 *  @p err. */
int sow_link_socket(const char *address, bool joins, struct sow_err *err);

/** The next who waits at a listening socket; NULL if there is nobody. */
struct link *sow_link_accept(int listener);

#endif
