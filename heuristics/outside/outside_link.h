/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Connections that send and receive lines of text, and the sockets they come from.
 */
#ifndef SOW_OUTSIDE_LINK_H
#define SOW_OUTSIDE_LINK_H

#include "sow/base/parallel.h"
#include "sow/outside/kgp.h"

enum {
    LINK_LINE_MAX = 16384, /**< longest line of the protocol */
    LINK_NAME_MAX = 63     /**< longest name of a client that is kept */
};

/** The result of waiting for a line: a line, none in time, the other side is gone, the
 *  line is too long, or a stop was requested. */
enum link_news { LINK_LINE, LINK_LATE, LINK_GONE, LINK_TOO_LONG, LINK_STOPPED };

/** A connection. Make it with sow_link_new. */
struct link {
    int fd;           /**< socket, owned */
    uint64_t serial;  /**< number within this process, from 1 */
    uint64_t opened;  /**< time of the start, by sow_link_now */
    unsigned last_id; /**< ID of the last command sent */
    unsigned yielded; /**< ID of the position that the client has yielded and is not yet
                           told to stop, or 0 */
    bool ready;       /**< true if the client wants to play */
    bool mute;        /**< true if the client did not answer the last position at all */
    char name[LINK_NAME_MAX + 1]; /**< name that the client gave itself */
    size_t length;                /**< bytes received into `room` */
    size_t taken;                 /**< bytes of these that were read as lines */
    char room[LINK_LINE_MAX + 1]; /**< received text */
};

/** Returns the milliseconds of a monotonic clock, which never goes back. */
uint64_t sow_link_now(void);

/** Makes a connection of a connected socket and owns the socket. Returns NULL, with the
 *  socket closed, without memory or if the socket cannot be set up. */
struct link *sow_link_new(int fd);

/** Closes and frees a connection; NULL is allowed. */
void sow_link_free(struct link *link);

/** Receives all waiting text that has room, without waiting for more. Lines taken before
 *  become invalid. Returns LINK_GONE if the other side left after this text,
 *  LINK_TOO_LONG if a line fills the room, or LINK_LATE if more may come. */
enum link_news sow_link_fill(struct link *link);

/** Returns the next received line without its end, borrowed until sow_link_fill; NULL if
 *  no line is complete. */
char *sow_link_take(struct link *link);

/** Waits for the next line until @p deadline, a time of sow_link_now. With LINK_LINE,
 *  @p line receives the line, borrowed as from sow_link_take. Returns LINK_LATE if none
 *  came in time, and LINK_STOPPED after a request to @p stop, which may be NULL, or to
 *  the process (sow_stopping). Lines that came before the other side left are returned
 *  first. */
enum link_news sow_link_next(struct link *link, uint64_t deadline,
                             const struct sow_stop *stop, char **line);

/** Sends @p size bytes. Returns false if the other side is gone, has not read them until
 *  @p deadline, a time of sow_link_now, or the process is asked to stop. */
bool sow_link_write(struct link *link, const char *text, size_t size, uint64_t deadline);

/** Sends a formatted line and adds its end. Returns false if the other side is gone, has
 *  not read the line after a second, or if the line is longer than 509 characters. */
bool sow_link_send(struct link *link, const char *format, ...) SOW_PRINTF(2, 3);

struct pollfd;

/** Sleeps until one of @p count sockets is ready for its `events`, until @p deadline, or
 *  for a fraction of a second. Callers check again in a loop. */
void sow_link_sleep(struct pollfd *sockets, size_t count, uint64_t deadline);

/** Makes a socket that listens at @p address or, if @p joins, is connected to it. Returns
 *  the socket, which the caller closes, or -1. Then @p err has SOW_USAGE for a wrong
 *  address, else SOW_IO. */
int sow_link_socket(const char *address, bool joins, struct sow_err *err);

/** Accepts the next waiting connection of a listening socket. Returns NULL if there is
 *  none, or as sow_link_new does. */
struct link *sow_link_accept(int listener);

#endif
