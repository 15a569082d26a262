/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of the server: a server of the test's own, and a simple HTTP
 * client.
 */
#ifndef SOW_TESTS_SERVE_SUPPORT_H
#define SOW_TESTS_SERVE_SUPPORT_H

#include "sow/base/parallel.h"
#include "sow/serve/serve.h"
#include "sow/store/tables/runs.def"
#include "store_support.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <sys/time.h>

static struct sow_stop stop;
static pthread_t thread;
static sem_t ready;
static int port;
static enum sow_status ended;

static inline enum sow_status take_address(void *context, const char *address,
                                           struct sow_err *err)
{
    (void)context;
    (void)err;
    ck_assert_int_eq(strncmp(address, "http://127.0.0.1:", 17), 0);
    port = (int)strtol(address + 17, NULL, 10);
    (void)sem_post(&ready);
    return SOW_OK;
}

/* Number of changes of the database's file of each kind. */
static _Atomic int changes[SOW_SERVE_CHANGES];

static inline void count_change(void *context, enum sow_serve_change change)
{
    (void)context;
    changes[change]++;
}

static inline void *serve(void *context)
{
    struct sow_err err = {.status = SOW_OK};
    char db[PATH_ROOM + 64]; /* paths of test_path are soon overwritten */
    (void)snprintf(db, sizeof db, "%s", test_path("a.db"));
    struct sow_serve asked = {.db = db,
                              .hosts = "lab.example,10.0.0.5:80",
                              .with.stop = &stop,
                              .listening = take_address,
                              .changed = count_change};
    (void)context;
    ended = sow_serve_run(&asked, &err);
    if (ended != SOW_OK)
        (void)sem_post(&ready);
    return NULL;
}

static inline void begin(void)
{
    enter_folder();
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    (void)add_evolution(store);
    struct sow_err err;
    struct sow_run_row row = a_run("evolve");
    int64_t id = 0;
    row.label = "<script>alert(1)</script>";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    sow_store_close(store);
    ck_assert_int_eq(sem_init(&ready, 0, 0), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, serve, NULL), 0);
    ck_assert_int_eq(sem_wait(&ready), 0);
    ck_assert_int_gt(port, 0);
}

static bool joined;

static inline void join_server(void)
{
    sow_stop_request(&stop);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_int_eq(ended, SOW_OK);
    joined = true;
}

static inline void end(void)
{
    if (!joined)
        join_server();
    leave_folder();
}

/* --- a client --- */

static inline int join(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {.tv_sec = 20};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience),
                     0);
    return fd;
}

static char reply[1 << 20];

/* Sends @p text to the server, with each '@' replaced by the port, and keeps the answer
   in `reply`. Returns the HTTP status, or 0 if the server closes the connection without
   an answer. */
static inline int say(const char *text)
{
    char request[70000];
    char *to = request;
    for (const char *from = text; *from != '\0'; from++)
        if (*from == '@')
            to += snprintf(to, 8, "%d", port);
        else
            *to++ = *from;
    int fd = join();
    size_t size = (size_t)(to - request);
    (void)send(fd, request, size, MSG_NOSIGNAL);
    size_t used = 0;
    for (ssize_t got; (got = recv(fd, reply + used, sizeof reply - 1 - used, 0)) > 0;)
        used += (size_t)got;
    reply[used] = '\0';
    ck_assert_int_eq(close(fd), 0);
    return used > 12 ? (int)strtol(reply + 9, NULL, 10) : 0;
}

static inline int get(const char *address)
{
    char request[60000];
    (void)snprintf(request, sizeof request,
                   "GET %s HTTP/1.1\r\nHost: localhost:@\r\n\r\n", address);
    return say(request);
}

static inline void has(const char *words)
{
    ck_assert_msg(strstr(reply, words) != NULL, "'%s' is not in: %.2000s", words, reply);
}

static inline void lacks(const char *words)
{
    ck_assert_msg(strstr(reply, words) == NULL, "'%s' is in the answer", words);
}

#define HOST "Host: 127.0.0.1:@\r\n"

#endif
