/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The server: one thread for all connections, which never waits for an answer, and a
   few processes that compute the answers (serve_worker.h). The server watches the time
   and kills a process that takes too long. */
#include "sow/serve/serve.h"

#include "live_charts.h"
#include "request.h"
#include "routes.h"
#include "serve_guard.h"
#include "serve_places.h"
#include "serve_worker.h"
#include "served_file.h"
#include "sow/base/stream.h"
#include "sow/reports/html.h"
#include "sow/support/progress.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Limits of the server. SQL of users may use only some of the processes. */
enum {
    WORKERS = 4,
    SQL_WORKERS = 2,
    /* Memory of a connection, including the whole head of a request. */
    CONNECTION_BYTES = 24 * 1024,
    SILENT_SECONDS = 5,    /* time after which a silent client is dropped */
    WAITING_SECONDS = 30,  /* seconds that a request waits for a process */
    LOOK_MILLISECONDS = 50 /* longest wait between two looks at the clock */
};

/* A request from its head to its answer. */
struct visit {
    struct MHD_Connection *connection;
    struct sow_place *place; /* in the list of connections, or NULL */
    const struct sow_route *route;
    char *block; /* request as bytes (request.h); owned */
    size_t size;
    bool asks_sql;          /* true if it has SQL of a user */
    double since;           /* time at which it began */
    struct sow_reply reply; /* the reply, when there is one */
    struct visit *after;    /* the next in the queue */
};

/* State of the server. */
struct server {
    struct sow_guard guard; /* allowed host names */
    struct sow_worker workers[WORKERS];
    struct visit *first;            /* first request in the queue for a process */
    struct sow_places places;       /* all connections */
    struct sow_live_charts *charts; /* cache; owned */
    struct sow_served_file file;    /* the database's file */
    const struct sow_serve *serve;  /* settings */
};

/* ---- Answers ---- */

/* Queues a response with the headers of all responses, and releases it. @p policy is as
   in sow_guard_headers. Returns MHD_NO for NULL. */
static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
                             const char *type, const char *policy,
                             struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    sow_guard_headers(response, policy);
    (void)MHD_add_response_header(response, "Content-Type", type);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        (void)MHD_add_response_header(response, "Allow", "GET, HEAD");
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

/* Queues a text on the heap, which the HTTP library frees. */
static enum MHD_Result queue_heap(struct MHD_Connection *connection, unsigned status,
                                  const char *type, char *text, size_t size)
{
    return queue(connection, status, type, NULL,
                 MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE));
}

/* Queues a constant text. The library, whose type is not const, does not change it. */
static enum MHD_Result queue_constant(struct MHD_Connection *connection, unsigned status,
                                      const char *type, const char *text)
{
    return queue(connection, status, type, NULL,
                 MHD_create_response_from_buffer_with_free_callback_cls(
                     strlen(text), (void *)(uintptr_t)text, NULL, NULL));
}

/* Queues the reason of a refusal as plain text. Returns MHD_NO without memory. */
static enum MHD_Result refuse_request(struct MHD_Connection *connection,
                                      const struct sow_refusal *refusal)
{
    char text[SOW_ERR_TEXT_MAX + 2];
    int size = snprintf(text, sizeof text, "%s\n", refusal->reason);
    return queue(
        connection, refusal->status, "text/plain; charset=utf-8", NULL,
        MHD_create_response_from_buffer((size_t)size, text, MHD_RESPMEM_MUST_COPY));
}

/* Answers with an error: as a page if a page was requested, else (and without memory) as
   plain text. */
static enum MHD_Result fail(struct MHD_Connection *connection,
                            const struct sow_route *route, enum sow_status status,
                            const char *reason)
{
    struct sow_refusal refusal = {sow_guard_status(status), reason};
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_route_is_page(route) ? sow_stream_open(&text, &size) : NULL;
    if (out == NULL)
        return refuse_request(connection, &refusal);
    sow_page_begin(out, "That did not work", NULL);
    (void)fputs("<p role=\"alert\">", out);
    sow_html_write(out, reason);
    (void)fputs("</p>\n", out);
    sow_html_end(out);
    return fclose(out) == 0
               ? queue_heap(connection, refusal.status, route->type, text, size)
               : refuse_request(connection, &refusal);
}

/* ---- Requests ---- */

/* Frees a visit, which may be NULL, and its texts. */
static void free_visit(struct visit *visit)
{
    if (visit == NULL)
        return;
    free(visit->reply.text);
    free(visit->block);
    free(visit);
}

/* Ends the wait of a request. The library then calls handle_request again, which finds
   the reply. */
static void reply_with(struct visit *visit, const struct sow_reply *reply)
{
    visit->reply = *reply;
    MHD_resume_connection(visit->connection);
}

/* Answers a visit with an error: @p reason, or too little memory. */
static void refuse_with(struct visit *visit, enum sow_status status, const char *reason)
{
    struct sow_reply reply = {.status = status, .text = strdup(reason)};
    reply_with(visit, &reply);
}

/* Queues the reply of a request, or a page or text with its error. Returns as queue. */
static enum MHD_Result answer_visit(struct visit *visit)
{
    struct sow_reply *reply = &visit->reply;
    sow_place_told(visit->place);
    if (reply->status != SOW_OK || reply->text == NULL)
        return fail(visit->connection, visit->route,
                    reply->text != NULL ? reply->status : SOW_NO_MEMORY,
                    reply->status == SOW_INTERRUPTED ? "that takes too long"
                    : reply->text != NULL            ? reply->text
                                                     : "out of memory");
    char *text = reply->text;
    reply->text = NULL;
    return queue(
        visit->connection, MHD_HTTP_OK, reply->type, visit->route->policy,
        MHD_create_response_from_buffer(reply->size, text, MHD_RESPMEM_MUST_FREE));
}

/* Returns true if a request has SQL of a user. The usual list of runs has only a
   column name to sort by, so it does not wait behind such requests. */
static bool has_sql(const struct visit *visit)
{
    const struct sow_request request = {.block = visit->block, .size = visit->size};
    return visit->route->sql &&
           (sow_request_text(&request, "q", "")[0] != '\0' ||
            sow_request_text(&request, "where", "")[0] != '\0' ||
            strchr(sow_request_text(&request, "sort", ""), '(') != NULL);
}

/* Makes a visit with path and arguments of a request as a block, for free_visit. Returns
   NULL without memory, or if they are too long for a block. */
static struct visit *new_visit(struct MHD_Connection *connection,
                               const struct sow_route *route)
{
    static char block[SOW_REQUEST_BYTES];
    struct visit *visit = calloc(1, sizeof *visit);
    size_t size = sow_request_write(connection, route->path, block);
    char *copy = size > 0 ? malloc(size) : NULL;
    if (visit == NULL || copy == NULL) {
        free(visit);
        free(copy);
        return NULL;
    }
    memcpy(copy, block, size);
    *visit = (struct visit){.connection = connection,
                            .route = route,
                            .block = copy,
                            .size = size,
                            .since = sow_clock_seconds()};
    visit->asks_sql = has_sql(visit);
    return visit;
}

/* Appends a request to the queue. Suspends its connection, without a time limit. */
static void wait_in_queue(struct server *server, struct visit *visit)
{
    struct visit **end = &server->first;
    while (*end != NULL)
        end = &(*end)->after;
    *end = visit;
    sow_place_asked(visit->place);
    MHD_suspend_connection(visit->connection);
}

/* Returns the place of a connection in the list of connections, NULL if it has none. */
static struct sow_place *find_place(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

/* Begins a request whose head has arrived. Answers unknown addresses, embedded files and
   recent charts at once. Others wait in the queue; @p request becomes the visit. */
static enum MHD_Result begin_visit(struct server *server,
                                   struct MHD_Connection *connection, const char *url,
                                   void **request)
{
    static const struct sow_refusal UNKNOWN = {MHD_HTTP_NOT_FOUND,
                                               "there is no such page"};
    const struct sow_route *route = sow_route_find(url);
    if (route == NULL || route->answer == NULL) {
        sow_place_told(find_place(connection));
        return route == NULL ? refuse_request(connection, &UNKNOWN)
                             : queue_constant(connection, MHD_HTTP_OK, route->type,
                                              sow_serve_file(route->file));
    }
    struct visit *visit = new_visit(connection, route);
    if (visit == NULL)
        return MHD_NO;
    visit->place = find_place(connection);
    const char *drawn = sow_live_charts_find(server->charts, visit->block, visit->size);
    if (drawn != NULL) {
        enum MHD_Result queued =
            queue(connection, MHD_HTTP_OK, route->type, NULL,
                  MHD_create_response_from_buffer(strlen(drawn), (void *)(uintptr_t)drawn,
                                                  MHD_RESPMEM_MUST_COPY));
        sow_place_told(visit->place);
        free_visit(visit);
        return queued;
    }
    *request = visit;
    wait_in_queue(server, visit);
    return MHD_YES;
}

static int seen; /* value of *request while only the head has arrived */

/* Handles a request; the HTTP library calls this up to three times: for the head, which
   is checked, to begin the request, and when its reply is there. Returns MHD_NO, which
   closes the connection, if the request has a body. */
/* NOLINTNEXTLINE(readability-function-size): the library sets the parameters. */
static enum MHD_Result handle_request(void *context, struct MHD_Connection *connection,
                                      const char *url, const char *method,
                                      const char *version, const char *data, size_t *size,
                                      void **request)
{
    struct server *server = context;
    (void)version;
    (void)data;
    if (*request == NULL) {
        struct sow_refusal refusal = sow_guard_check(&server->guard, connection, method);
        *request = &seen;
        if (refusal.status == 0)
            return MHD_YES;
        sow_place_told(find_place(connection));
        return refuse_request(connection, &refusal);
    }
    if (*size != 0)
        return MHD_NO;
    return *request == &seen ? begin_visit(server, connection, url, request)
                             : answer_visit(*request);
}

/* Frees the visit, if any, of a request that has ended. The context is not used. */
static void complete(void *context, struct MHD_Connection *connection, void **request,
                     enum MHD_RequestTerminationCode why)
{
    (void)context;
    (void)connection;
    (void)why;
    if (*request != &seen)
        free_visit(*request);
    *request = NULL;
}

/* Adds a new connection to the list of connections, or removes one that has ended. @p
   context is a struct server. */
static void enter_or_leave(void *context, struct MHD_Connection *connection, void **place,
                           enum MHD_ConnectionNotificationCode what)
{
    struct server *server = context;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        *place = sow_places_enter(&server->places, info->connect_fd);
    else
        sow_places_leave(&server->places, *place);
}

/* ---- Processes ---- */

/* Starts the workers that do not run. Returns the first failure. */
static enum sow_status start_workers(struct server *server, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; i < WORKERS && status == SOW_OK; i++)
        if (server->workers[i].pid == 0)
            status = sow_worker_start(&server->workers[i], server->serve->db, err);
    return status;
}

/* Answers the request, if any, of a process with an error: it is @p late, or gone. */
static void excuse(struct sow_worker *worker, bool late)
{
    struct sow_err err;
    struct visit *visit = worker->asker;
    if (visit == NULL)
        return;
    enum sow_status status =
        !late ? sow_err_set(&err, SOW_IO, "the process that answers has ended: ask again")
        : worker->asks_sql ? sow_query_late(&sow_request_limits, &err)
                           : sow_err_set(&err, SOW_INTERRUPTED, "that takes too long");
    refuse_with(visit, status, err.text);
}

/* Passes a complete reply of a worker to its request, and keeps live charts. Ends a
   worker that is late or gone, with an error for its request. */
static void hear(struct server *server, struct sow_worker *worker)
{
    struct sow_reply reply;
    struct visit *visit = worker->asker;
    enum sow_worker_news news = sow_worker_hear(worker, &reply);
    if (news == SOW_WORKER_REPLIED && visit != NULL) {
        if (reply.live && reply.status == SOW_OK)
            sow_live_charts_keep(server->charts, visit->block, visit->size, reply.text,
                                 reply.seconds);
        worker->asker = NULL;
        reply_with(visit, &reply);
        return;
    }
    bool late = visit != NULL && sow_clock_seconds() > worker->deadline;
    if (news != SOW_WORKER_SILENT || late) {
        excuse(worker, late && news == SOW_WORKER_SILENT);
        sow_worker_end(worker);
    }
}

/* Returns the number of workers that run SQL of users. */
static int sql_under_way(const struct server *server)
{
    int count = 0;
    for (int i = 0; i < WORKERS; i++)
        count += server->workers[i].asker != NULL && server->workers[i].asks_sql;
    return count;
}

/* Takes the first request out of the queue that may have a process. Skips SQL of users
   while SQL_WORKERS processes run such SQL. Returns NULL if there is none. */
static struct visit *next_visit(struct server *server)
{
    struct visit **link = &server->first;
    bool no_sql = sql_under_way(server) >= SQL_WORKERS;
    while (*link != NULL && (*link)->asks_sql && no_sql)
        link = &(*link)->after;
    struct visit *visit = *link;
    if (visit != NULL)
        *link = visit->after;
    return visit;
}

/* Sends waiting requests to idle workers. Ends a worker that does not take its one. */
static void give_work(struct server *server)
{
    for (int i = 0; i < WORKERS; i++) {
        struct sow_worker *worker = &server->workers[i];
        struct visit *visit =
            worker->pid > 0 && worker->asker == NULL ? next_visit(server) : NULL;
        if (visit != NULL &&
            !sow_worker_ask(worker, visit->block, visit->size, visit->asks_sql, visit)) {
            excuse(worker, false);
            sow_worker_end(worker);
        }
    }
}

/* Refuses, as busy, the requests that have waited longer than WAITING_SECONDS. */
static void refuse_waiting(struct server *server)
{
    double now = sow_clock_seconds();
    while (server->first != NULL && now - server->first->since > WAITING_SECONDS) {
        struct visit *visit = server->first;
        server->first = visit->after;
        refuse_with(visit, SOW_BUSY, "the server is busy: ask again later");
    }
}

/* Ends all processes and answers all waiting requests. The library needs its
   connections back before it stops. */
static void end_workers(struct server *server)
{
    for (int i = 0; i < WORKERS; i++) {
        excuse(&server->workers[i], false);
        sow_worker_end(&server->workers[i]);
    }
    for (struct visit *visit = server->first; visit != NULL; visit = visit->after)
        refuse_with(visit, SOW_BUSY, "the server ends");
    server->first = NULL;
}

/* ---- The daemon ---- */

/* Opens a socket on the loopback interface. @p listening receives its descriptor, which
   the caller closes, and @p found its port: port 0 is any free one. Fails with SOW_IO,
   and then leaves nothing open. */
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
                 bind(fd, address, size) == 0 && listen(fd, SOW_PLACES) == 0 &&
                 getsockname(fd, address, &size) == 0;
    *listening = fd;
    *found = ntohs(at.sin_port);
    if (bound)
        return SOW_OK;
    int code = errno;
    if (fd >= 0)
        (void)close(fd);
    return sow_err_set(err, SOW_IO,
                       "cannot listen at port %d: %s; '--port 0' takes any free port",
                       port, strerror(code));
}

/* Ignores the library's log: errors of clients are not reported. */
static void say_nothing(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

/* Starts the HTTP library at a socket that listens. Returns NULL on failure. */
static struct MHD_Daemon *start_daemon(struct server *server, int listening)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        handle_request, server, MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL,
        MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)SOW_PLACES, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_SECONDS,
        MHD_OPTION_NOTIFY_CONNECTION, enter_or_leave, server, MHD_OPTION_NOTIFY_COMPLETED,
        complete, server, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
}

/* Waits until there is something to read, or until it is time to look at the clock. */
static void wait_for_news(const struct server *server, struct MHD_Daemon *daemon)
{
    struct pollfd fds[1 + WORKERS];
    MHD_UNSIGNED_LONG_LONG left;
    int timeout = LOOK_MILLISECONDS;
    if (MHD_get_timeout(daemon, &left) == MHD_YES && left < LOOK_MILLISECONDS)
        timeout = (int)left;
    fds[0] = (struct pollfd){
        .fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
        .events = POLLIN};
    for (int i = 0; i < WORKERS; i++)
        fds[1 + i] =
            (struct pollfd){.fd = server->workers[i].pid > 0 ? server->workers[i].fd : -1,
                            .events = POLLIN};
    (void)poll(fds, 1 + WORKERS, timeout);
}

/* Tells the caller if the database's file was made, replaced or removed, and forgets the
   charts of the old one. The processes look for themselves before each answer. */
static void watch_file(struct server *server)
{
    const struct sow_serve *serve = server->serve;
    struct sow_live_charts *charts = NULL;
    bool was_there = server->file.there;
    if (!sow_served_file_look(&server->file, serve->db))
        return;
    charts = sow_live_charts_new();
    if (charts != NULL) {
        sow_live_charts_free(server->charts);
        server->charts = charts;
    }
    if (serve->changed != NULL)
        serve->changed(serve->context, !server->file.there ? SOW_SERVE_GONE
                                       : was_there         ? SOW_SERVE_REPLACED
                                                           : SOW_SERVE_MADE);
}

/* Answers requests until a stop is requested. Replaces workers that have ended. Hears
   replies before MHD_run, which sends them. */
static void serve_until(struct server *server, struct MHD_Daemon *daemon,
                        const struct sow_stop *stop)
{
    struct sow_err err;
    while (!sow_stop_requested(stop)) {
        wait_for_news(server, daemon);
        watch_file(server);
        for (int i = 0; i < WORKERS; i++)
            if (server->workers[i].pid > 0)
                hear(server, &server->workers[i]);
        (void)MHD_run(daemon);
        (void)!start_workers(server, &err); /* after a failure the next round tries */
        give_work(server);
        refuse_waiting(server);
        sow_places_expire(&server->places);
    }
}

/* Runs the server at a socket, which is closed at the end, also after a failure. */
static enum sow_status serve_at(const struct sow_serve *serve, struct server *server,
                                int listening, int port, struct sow_err *err)
{
    char address[64];
    enum sow_status status = sow_guard_init(&server->guard, port, serve->hosts, err);
    struct MHD_Daemon *daemon = status == SOW_OK ? start_daemon(server, listening) : NULL;
    if (daemon == NULL) {
        (void)close(listening);
        return status != SOW_OK ? status
                                : sow_err_set(err, SOW_IO, "the server does not start");
    }
    (void)snprintf(address, sizeof address, "http://127.0.0.1:%d/", port);
    status = serve->listening(serve->context, address, err);
    if (status == SOW_OK && !server->file.there && serve->changed != NULL)
        serve->changed(serve->context, SOW_SERVE_GONE);
    if (status == SOW_OK)
        serve_until(server, daemon, serve->with.stop);
    end_workers(server);
    MHD_stop_daemon(daemon);
    return status;
}

/* Opens the database once, if there is one, so that an unreadable one is reported at the
   start and not at the first request. */
static enum sow_status try_store(struct server *server, struct sow_err *err)
{
    struct sow_store *store = NULL;
    (void)sow_served_file_look(&server->file, server->serve->db);
    if (!server->file.there)
        return SOW_OK;
    enum sow_status status =
        sow_store_open(server->serve->db, SOW_STORE_READ, &store, err);
    sow_store_close(store);
    return status;
}

enum sow_status sow_serve_run(const struct sow_serve *serve, struct sow_err *err)
{
    int listening;
    int port;
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL)
        return sow_err_no_memory(err);
    server->serve = serve;
    server->charts = sow_live_charts_new();
    enum sow_status status =
        server->charts == NULL ? sow_err_no_memory(err) : try_store(server, err);
    if (status == SOW_OK)
        status = start_workers(server, err);
    if (status == SOW_OK)
        status = listen_at(serve->port, &listening, &port, err);
    if (status == SOW_OK)
        status = serve_at(serve, server, listening, port, err);
    end_workers(server);
    sow_live_charts_free(server->charts);
    free(server);
    return status;
}
