/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The server: a socket, some threads with a store each, and an eye on the clock. */
#include "sow/serve/serve.h"

#include "live_charts.h"
#include "request.h"
#include "routes.h"
#include "serve_guard.h"
#include "sow/base/stream.h"
#include "sow/reports/html.h"
#include "sow/support/progress.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Connections that say nothing hold a place for SILENT_SECONDS: there are places enough
   that it takes hundreds of them to keep others out, and then not for long. */
enum {
    THREADS = 4,
    CONNECTIONS = 512,
    CONNECTION_BYTES = 24 * 1024, /* among them the whole head of a request */
    SILENT_SECONDS = 5,
    LOOK_MILLISECONDS = 50
};

struct server {
    struct sow_guard guard;
    struct sow_worker workers[THREADS];
    struct sow_live_charts *charts;
};

/* ---- Workers ---- */

/* There is one for each thread of the daemon's, which answers a request at a time. */
static struct sow_worker *take_worker(struct server *server)
{
    double deadline = sow_clock_seconds() + SOW_REQUEST_SECONDS;
    for (int i = 0;; i = (i + 1) % THREADS) {
        double idle = 0.0;
        if (__atomic_compare_exchange(&server->workers[i].deadline, &idle, &deadline,
                                      false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return &server->workers[i];
    }
}

static void give_back(struct sow_worker *worker)
{
    double idle = 0.0;
    __atomic_store_n(&worker->stop.requested, false, __ATOMIC_RELAXED);
    __atomic_store(&worker->deadline, &idle, __ATOMIC_RELEASE);
}

/* Stops those who have been at it for too long; @p all: everybody. */
static void stop_late(struct server *server, bool all)
{
    double now = sow_clock_seconds();
    for (int i = 0; i < THREADS; i++) {
        double deadline;
        __atomic_load(&server->workers[i].deadline, &deadline, __ATOMIC_RELAXED);
        if (all || (deadline > 0.0 && now > deadline))
            sow_stop_request(&server->workers[i].stop);
    }
}

/* ---- Answers ---- */

static const char *const HEADERS[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
     "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Frame-Options", "DENY"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
    /* The next request may go to a thread that is less busy. */
    {"Connection", "close"},
};

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
                             const char *type, struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    for (size_t i = 0; i < sizeof HEADERS / sizeof HEADERS[0]; i++)
        (void)MHD_add_response_header(response, HEADERS[i][0], HEADERS[i][1]);
    (void)MHD_add_response_header(response, "Content-Type", type);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        (void)MHD_add_response_header(response, "Allow", "GET, HEAD");
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result queue_heap(struct MHD_Connection *connection, unsigned status,
                                  const char *type, char *text, size_t size)
{
    return queue(connection, status, type,
                 MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE));
}

/* The constant text stays as it is, which the library's type does not say. */
static enum MHD_Result queue_constant(struct MHD_Connection *connection, unsigned status,
                                      const char *type, const char *text)
{
    return queue(connection, status, type,
                 MHD_create_response_from_buffer_with_free_callback_cls(
                     strlen(text), (void *)(uintptr_t)text, NULL, NULL));
}

static enum MHD_Result refuse(struct MHD_Connection *connection,
                              const struct sow_refusal *refusal)
{
    char text[SOW_ERR_TEXT_MAX + 2];
    int size = snprintf(text, sizeof text, "%s\n", refusal->reason);
    return queue(
        connection, refusal->status, "text/plain; charset=utf-8",
        MHD_create_response_from_buffer((size_t)size, text, MHD_RESPMEM_MUST_COPY));
}

static unsigned http_status(enum sow_status status)
{
    switch (status) {
    case SOW_OK:
        return MHD_HTTP_OK;
    case SOW_USAGE:
    case SOW_BAD_DATA:
    case SOW_NOTHING_LEFT:
        return MHD_HTTP_BAD_REQUEST;
    case SOW_NOT_FOUND:
        return MHD_HTTP_NOT_FOUND;
    case SOW_BUSY:
    case SOW_INTERRUPTED:
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    case SOW_NO_MEMORY:
    case SOW_IO:
        break;
    }
    return MHD_HTTP_INTERNAL_SERVER_ERROR;
}

/* A fault, as a page where a page was asked for. */
static enum MHD_Result fail(struct sow_request *request, const struct sow_route *route,
                            enum sow_status status, const char *reason)
{
    struct sow_refusal refusal = {http_status(status), reason};
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_route_is_page(route) ? sow_stream_open(&text, &size) : NULL;
    if (out == NULL)
        return refuse(request->connection, &refusal);
    sow_page_begin(out, "That did not work", NULL);
    (void)fputs("<p role=\"alert\">", out);
    sow_html_write(out, reason);
    (void)fputs("</p>\n", out);
    sow_html_end(out);
    return fclose(out) == 0
               ? queue_heap(request->connection, refusal.status, route->type, text, size)
               : refuse(request->connection, &refusal);
}

static enum MHD_Result answer(struct sow_request *request, const struct sow_route *route)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return MHD_NO;
    enum sow_status status = route->answer(request, out, &err);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(&err);
    if (status == SOW_OK)
        return queue_heap(request->connection, MHD_HTTP_OK, request->type, text, size);
    free(text);
    return fail(request, route, status,
                status == SOW_INTERRUPTED ? "that takes too long" : err.text);
}

/* NOLINTNEXTLINE(readability-function-size): a callback of the library has so many. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection,
                              const char *url, const char *method, const char *version,
                              const char *data, size_t *size, void **request)
{
    static int seen;
    static const struct sow_refusal UNKNOWN = {MHD_HTTP_NOT_FOUND,
                                               "there is no such page"};
    struct server *server = context;
    (void)version;
    (void)data;
    if (*request == NULL) { /* only its head is here */
        struct sow_refusal refusal = sow_guard_check(&server->guard, connection, method);
        *request = &seen;
        return refusal.status != 0 ? refuse(connection, &refusal) : MHD_YES;
    }
    if (*size != 0)
        return MHD_NO;
    const struct sow_route *route = sow_route_find(url);
    if (route == NULL)
        return refuse(connection, &UNKNOWN);
    if (route->answer == NULL)
        return queue_constant(connection, MHD_HTTP_OK, route->type,
                              sow_serve_file(route->file));
    struct sow_request asked = {connection, take_worker(server), route->type};
    enum MHD_Result result = answer(&asked, route);
    give_back(asked.worker);
    return result;
}

/* ---- The daemon ---- */

static enum sow_status listen_at(int port, int *listening, int *found,
                                 struct sow_err *err)
{
    int yes = 1;
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr *address = (struct sockaddr *)&at;
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool bound = fd >= 0 &&
                 setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                 bind(fd, address, size) == 0 && listen(fd, CONNECTIONS) == 0 &&
                 getsockname(fd, address, &size) == 0;
    *listening = fd;
    *found = ntohs(at.sin_port);
    if (bound)
        return SOW_OK;
    int code = errno;
    if (fd >= 0)
        (void)close(fd);
    return sow_err_set(err, SOW_IO,
                       "port %d cannot be listened at: %s; '--port 0' takes any that is "
                       "free",
                       port, strerror(code));
}

static enum sow_status open_stores(struct server *server, const char *db,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; i < THREADS && status == SOW_OK; i++) {
        struct sow_worker *worker = &server->workers[i];
        status = sow_store_open(db, SOW_STORE_READ, &worker->store, err);
        if (status == SOW_OK)
            sow_store_watch(worker->store, &worker->stop);
        worker->charts = server->charts;
    }
    return status;
}

static void close_stores(struct server *server)
{
    for (int i = 0; i < THREADS; i++)
        sow_store_close(server->workers[i].store);
}

/* Faults of clients are theirs: nothing is said of them. */
static void say_nothing(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

static struct MHD_Daemon *start(struct server *server, int listening)
{
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        handle, server, MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL,
        MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)THREADS, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_SECONDS,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
}

/* Watches the clock until the stop request. */
static void watch(struct server *server, const struct sow_stop *stop)
{
    static const struct timespec PAUSE = {0, LOOK_MILLISECONDS * 1000000L};
    while (!sow_stop_requested(stop)) {
        (void)nanosleep(&PAUSE, NULL);
        stop_late(server, false);
    }
    stop_late(server, true);
}

static enum sow_status serve_at(const struct sow_serve *serve, struct server *server,
                                int listening, int port, struct sow_err *err)
{
    char address[64];
    enum sow_status status = sow_guard_init(&server->guard, port, serve->hosts, err);
    struct MHD_Daemon *daemon = status == SOW_OK ? start(server, listening) : NULL;
    if (daemon == NULL) {
        (void)close(listening);
        return status != SOW_OK ? status
                                : sow_err_set(err, SOW_IO, "the server does not start");
    }
    (void)snprintf(address, sizeof address, "http://127.0.0.1:%d/", port);
    status = serve->listening(serve->context, address, err);
    if (status == SOW_OK)
        watch(server, serve->stop);
    MHD_stop_daemon(daemon);
    return status;
}

enum sow_status sow_serve_run(const struct sow_serve *serve, struct sow_err *err)
{
    int listening;
    int port;
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL)
        return sow_err_no_memory(err);
    server->charts = sow_live_charts_new();
    enum sow_status status = server->charts == NULL ? sow_err_no_memory(err)
                                                    : open_stores(server, serve->db, err);
    if (status == SOW_OK)
        status = listen_at(serve->port, &listening, &port, err);
    if (status == SOW_OK)
        status = serve_at(serve, server, listening, port, err);
    close_stores(server);
    sow_live_charts_free(server->charts);
    free(server);
    return status;
}
