/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "outside_link.h"

#include "sow/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

uint64_t sow_link_now(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000U + (uint64_t)now.tv_nsec / 1000000U;
}

/* --- addresses --- */

/* An address, cut in two: `HOST:PORT`. The host of `PORT` is this machine. */
struct parts {
    char room[SOW_KGP_ADDRESS_MAX + 1]; /* copy of the address, cut at the colon */
    const char *host; /* name or number; points into `room` or to a constant */
    const char *port; /* digits, in `room` */
};

/* Cuts an address into @p parts, which must not be copied. With @p fixed, port 0 is
   refused. Returns SOW_USAGE, with a message, if it is not an address. */
static enum sow_status cut_address(const char *address, bool fixed, struct parts *parts,
                                   struct sow_err *err)
{
    (void)snprintf(parts->room, sizeof parts->room, "%s", address);
    char *colon = strrchr(parts->room, ':');
    parts->host = colon != NULL ? parts->room : "127.0.0.1";
    parts->port = colon != NULL ? colon + 1 : parts->room;
    if (colon != NULL)
        *colon = '\0';
    int64_t port = -1;
    if (strlen(address) <= SOW_KGP_ADDRESS_MAX && parts->host[0] != '\0' &&
        sow_text_to_int(parts->port, &port) && port >= fixed && port <= 65535)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "'%.80s' is not an address: write PORT or HOST:PORT, for "
                       "example 2671 or 127.0.0.1:2671",
                       address);
}

enum sow_status sow_kgp_address_check(const char *address, bool fixed,
                                      struct sow_err *err)
{
    struct parts parts;
    return cut_address(address, fixed, &parts, err);
}

/* Connects a socket to the address @p info if @p joins; else makes it listen there
   without blocking. Returns false, with errno set, if it cannot. */
static bool set_up_socket(int fd, const struct addrinfo *info, bool joins)
{
    static const int YES = 1;
    if (joins)
        return connect(fd, info->ai_addr, info->ai_addrlen) == 0;
    return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &YES, sizeof YES) == 0 &&
           bind(fd, info->ai_addr, info->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0 &&
           fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

int sow_link_socket(const char *address, bool joins, struct sow_err *err)
{
    static const struct addrinfo HINTS = {.ai_family = AF_INET,
                                          .ai_socktype = SOCK_STREAM};
    struct parts parts;
    struct addrinfo *info = NULL;
    if (cut_address(address, joins, &parts, err) != SOW_OK)
        return -1;
    /* The name of the loopback interface works even without a hosts file. */
    const char *host = sow_text_same(parts.host, "localhost") ? "127.0.0.1" : parts.host;
    int fault = getaddrinfo(host, parts.port, &HINTS, &info);
    int fd = fault == 0 ? socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    bool done = fd >= 0 && set_up_socket(fd, info, joins);
    const char *reason = fault != 0 ? gai_strerror(fault) : strerror(errno);
    if (!done)
        (void)sow_err_set(err, SOW_IO, "cannot %s '%.80s': %s; %s",
                          joins ? "join" : "listen at", address, reason,
                          joins ? "is the host running?" : "choose another port");
    if (!done && fd >= 0)
        (void)close(fd);
    if (info != NULL)
        freeaddrinfo(info);
    return done ? fd : -1;
}

/* --- connections --- */

struct link *sow_link_new(int fd)
{
    static uint64_t serials;
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL || fcntl(fd, F_SETFL, O_NONBLOCK) != 0) {
        (void)close(fd);
        free(link);
        return NULL;
    }
    static const int YES = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &YES, sizeof YES);
    link->fd = fd;
    link->serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED);
    link->opened = sow_link_now();
    return link;
}

void sow_link_free(struct link *link)
{
    if (link != NULL)
        (void)close(link->fd);
    free(link);
}

struct link *sow_link_accept(int listener)
{
    int fd = accept(listener, NULL, NULL);
    return fd >= 0 ? sow_link_new(fd) : NULL;
}

/* Acknowledges received text at once. A client sends a move and then `yield`. Its second
   line is held back (Nagle's algorithm) until the first is acknowledged, and the
   acknowledgement would wait 40 ms for an answer to travel with. Linux resets the option
   after a while. */
static void acknowledge_at_once(const struct link *link)
{
#ifdef TCP_QUICKACK
    static const int YES = 1;
    (void)setsockopt(link->fd, IPPROTO_TCP, TCP_QUICKACK, &YES, sizeof YES);
#else
    (void)link;
#endif
}

enum link_news sow_link_fill(struct link *link)
{
    memmove(link->room, link->room + link->taken, link->length - link->taken);
    link->length -= link->taken;
    link->taken = 0;
    bool full = link->length == LINK_LINE_MAX;
    ssize_t got = 1;
    while (got > 0 && link->length < LINK_LINE_MAX) {
        got = recv(link->fd, link->room + link->length, LINK_LINE_MAX - link->length,
                   MSG_DONTWAIT);
        link->length += got > 0 ? (size_t)got : 0;
    }
    if (got > 0)
        return full ? LINK_TOO_LONG : LINK_LATE;
    bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (later)
        acknowledge_at_once(link);
    return later ? LINK_LATE : LINK_GONE;
}

char *sow_link_take(struct link *link)
{
    char *line = link->room + link->taken;
    char *end = memchr(line, '\n', link->length - link->taken);
    if (end == NULL)
        return NULL;
    link->taken += (size_t)(end - line) + 1;
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

void sow_link_sleep(struct pollfd *sockets, size_t count, uint64_t deadline)
{
    enum { LOOK_EVERY = 200 };
    uint64_t now = sow_link_now();
    uint64_t left = deadline > now ? deadline - now : 0;
    (void)poll(sockets, (nfds_t)count, left < LOOK_EVERY ? (int)left : LOOK_EVERY);
}

enum link_news sow_link_next(struct link *link, uint64_t deadline,
                             const struct sow_stop *stop, char **line)
{
    enum link_news news = LINK_LATE;
    while (!sow_stop_requested(stop) && !sow_stopping()) {
        *line = sow_link_take(link);
        if (*line != NULL)
            return LINK_LINE;
        /* Lines sent before the other side left are read first. */
        if (news != LINK_LATE || sow_link_now() >= deadline)
            return news;
        struct pollfd socket = {.fd = link->fd, .events = POLLIN};
        sow_link_sleep(&socket, 1, deadline);
        news = sow_link_fill(link);
    }
    return LINK_STOPPED;
}

bool sow_link_write(struct link *link, const char *text, size_t size, uint64_t deadline)
{
    size_t sent = 0;
    while (sent < size) {
        ssize_t put = send(link->fd, text + sent, size - sent, MSG_NOSIGNAL);
        if (put > 0) {
            sent += (size_t)put;
            continue;
        }
        if (put < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
            return false;
        if (sow_link_now() >= deadline || sow_stopping())
            return false;
        struct pollfd socket = {.fd = link->fd, .events = POLLOUT};
        sow_link_sleep(&socket, 1, deadline);
    }
    return true;
}

bool sow_link_send(struct link *link, const char *format, ...)
{
    enum { ROOM = 512, PATIENCE = 1000 };
    char text[ROOM];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, ROOM - 2, format, values);
    va_end(values);
    if (length < 0 || length >= ROOM - 2)
        return false;
    memcpy(text + length, "\r\n", 3);
    return sow_link_write(link, text, (size_t)length + 2, sow_link_now() + PATIENCE);
}
