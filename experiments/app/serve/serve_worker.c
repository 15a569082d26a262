/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve_worker.h"

#include "routes.h"
#include "served_file.h"
#include "sow/base/stream.h"
#include "sow/support/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Seconds after its time limit in which a worker can still end a request with a
   reason. Then the worker is killed. */
static const double GRACE_SECONDS = 0.5;

/* Head of a reply, before its text. Both ends are the same program, so the struct
   itself is sent. */
struct reply_head {
    char mark; /* SOW_REPLY_WHOLE */
    bool live;
    enum sow_status status;
    double seconds;
    size_t size;
    char type[48];
};

/* ---- The worker ---- */

/* Stop request of the worker; global because a signal handler has no argument for it. */
static struct sow_stop time_is_over;

/* Requests a stop of the request that is being answered. */
static void on_alarm(int signal_number)
{
    (void)signal_number;
    sow_stop_request(&time_is_over);
}

/* Withdraws the last stop request, and requests a stop after @p seconds. With 0 it only
   cancels the alarm. */
static void set_alarm(int seconds)
{
    const struct itimerval time = {.it_value = {.tv_sec = seconds}};
    (void)setitimer(ITIMER_REAL, &time, NULL);
    if (seconds > 0)
        __atomic_store_n(&time_is_over.requested, false, __ATOMIC_RELAXED);
}

/* Reads @p size bytes from @p fd to @p to, and waits for them. Returns false at the end
   of the input or on an error. */
static bool read_all(int fd, void *to, size_t size)
{
    char *at = to;
    while (size > 0) {
        ssize_t got = read(fd, at, size);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        at += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* Writes @p size bytes from @p from to @p fd. Returns false on an error, also if a
   descriptor that does not wait has no room. */
static bool write_all(int fd, const void *from, size_t size)
{
    const char *at = from;
    while (size > 0) {
        ssize_t put = write(fd, at, size);
        if (put < 0 && errno != EINTR)
            return false;
        at += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

/* Opens the database of the request for reading when it is first needed; it stays open
   for later requests, until another file has its name. Without a file the request has an
   empty database in memory. Its queries end after the stop request. Tries again at each
   request if that fails. */
static enum sow_status open_store(struct sow_request *request, struct sow_err *err)
{
    static struct sow_served_file file;
    if (sow_served_file_look(&file, request->db)) {
        sow_store_close(request->store);
        request->store = NULL;
    }
    request->absent = !file.there;
    if (request->store != NULL)
        return SOW_OK;
    enum sow_status status =
        sow_store_open(request->db, file.there ? SOW_STORE_READ : SOW_STORE_SCRATCH,
                       &request->store, err);
    if (status == SOW_OK)
        sow_store_watch(request->store, request->stop);
    return status;
}

/* Answers a request and sends the reply: its head, then the answer or the reason of a
   failure. Returns false if no reply can be sent: for an address without a function,
   without memory, or if the server is gone. */
static bool reply_to(struct sow_request *request)
{
    struct sow_err err = {.status = SOW_OK};
    const struct sow_route *route = sow_route_find(request->block);
    double began = sow_clock_seconds();
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL || route == NULL || route->answer == NULL)
        return false;
    request->type = route->type;
    request->live = false;
    enum sow_status status = open_store(request, &err);
    if (status == SOW_OK)
        status = route->answer(request, out, &err);
    if (request->absent && status == SOW_NOT_FOUND)
        status = sow_err_set(&err, SOW_NOT_FOUND,
                             "there is no database '%s' yet: a first run makes it",
                             request->db);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(&err);
    struct reply_head head = {.mark = SOW_REPLY_WHOLE,
                              .live = request->live,
                              .status = status,
                              .seconds = sow_clock_seconds() - began,
                              .size = status == SOW_OK ? size : strlen(err.text)};
    (void)snprintf(head.type, sizeof head.type, "%s", request->type);
    bool told = write_all(request->teller, &head, sizeof head) &&
                write_all(request->teller, status == SOW_OK ? text : err.text, head.size);
    free(text);
    return told;
}

/* Makes SIGALRM request a stop, and ignores the signals of the terminal, which are for
   the server. On Linux the end of the server ends the worker; if it has ended already,
   ends the process. */
static void heed_server_only(pid_t server)
{
    static const int OTHERS[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_alarm};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGALRM, &action, NULL);
    action.sa_handler = SIG_IGN;
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        (void)sigaction(OTHERS[i], &action, NULL);
    (void)sigaction(SIGPIPE, &action, NULL);
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server)
        _exit(0);
#else
    (void)server;
#endif
}

/* Carries out a worker: reads requests from @p fd and answers them, until the server
   closes the connection or sends nonsense. Then ends the process. */
static void work(const char *db, pid_t server, int fd)
{
    static char block[SOW_REQUEST_BYTES];
    uint32_t size;
    struct sow_request request = {
        .block = block, .db = db, .stop = &time_is_over, .teller = fd};
    heed_server_only(server);
    while (read_all(fd, &size, sizeof size) && size <= sizeof block &&
           read_all(fd, block, size) && sow_request_is_whole(block, size)) {
        request.size = size;
        set_alarm(SOW_REQUEST_SECONDS);
        bool told = reply_to(&request);
        set_alarm(0);
        if (!told)
            break;
    }
    _exit(0);
}

/* Closes all descriptors but standard ones and @p fd, which is moved after them.
   Otherwise a worker would keep connections of clients open. Returns the new number of @p
   fd. */
static int keep_only(int fd)
{
    int kept = fcntl(fd, F_DUPFD, STDERR_FILENO + 1);
    if (kept != STDERR_FILENO + 1) {
        (void)dup2(fd, STDERR_FILENO + 1);
        kept = STDERR_FILENO + 1;
    }
    closefrom(kept + 1);
    return kept;
}

/* ---- The server's side ---- */

enum sow_status sow_worker_start(struct sow_worker *worker, const char *db,
                                 struct sow_err *err)
{
    int ends[2];
    pid_t server = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return sow_err_set(err, SOW_IO, "no connection for a process: %s",
                           strerror(errno));
    pid_t pid = fork();
    if (pid == 0)
        work(db, server, keep_only(ends[1]));
    int code = errno;
    (void)close(ends[1]);
    if (pid < 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        (void)close(ends[0]);
        return sow_err_set(err, SOW_IO, "no process for requests: %s", strerror(code));
    }
    *worker = (struct sow_worker){.pid = pid, .fd = ends[0]};
    return SOW_OK;
}

bool sow_worker_ask(struct sow_worker *worker, const char *block, size_t size,
                    bool asks_sql, void *asker)
{
    uint32_t length = (uint32_t)size;
    worker->asker = asker;
    worker->asks_sql = asks_sql;
    worker->began = sow_clock_seconds();
    worker->deadline =
        worker->began + GRACE_SECONDS +
        (asks_sql ? sow_request_limits.seconds : (double)SOW_REQUEST_SECONDS);
    worker->used = 0;
    /* The socket of an idle worker is empty and has room for the whole request. */
    return write_all(worker->fd, &length, sizeof length) &&
           write_all(worker->fd, block, size);
}

/* Removes the marks "SQL is done" from the beginning of the received bytes. After a mark
   the longer time limit of other requests applies. */
static void take_marks(struct sow_worker *worker)
{
    while (worker->used > 0 && worker->bytes[0] == SOW_REPLY_ASKED) {
        memmove(worker->bytes, worker->bytes + 1, --worker->used);
        worker->asks_sql = false;
        worker->deadline = worker->began + GRACE_SECONDS + SOW_REQUEST_SECONDS;
    }
}

/* Takes a reply from the received bytes. Returns SOW_WORKER_SILENT if it is not
   complete, SOW_WORKER_GONE if the bytes are not a reply. After SOW_WORKER_REPLIED the
   text of @p reply is the memory of the received bytes. */
static enum sow_worker_news take_reply(struct sow_worker *worker, struct sow_reply *reply)
{
    struct reply_head head;
    take_marks(worker);
    if (worker->used < sizeof head)
        return SOW_WORKER_SILENT;
    memcpy(&head, worker->bytes, sizeof head);
    if (head.mark != SOW_REPLY_WHOLE || head.size > SIZE_MAX / 2)
        return SOW_WORKER_GONE;
    if (worker->used < sizeof head + head.size)
        return SOW_WORKER_SILENT;
    memmove(worker->bytes, worker->bytes + sizeof head, head.size);
    worker->bytes[head.size] = '\0';
    *reply = (struct sow_reply){.status = head.status,
                                .live = head.live,
                                .seconds = head.seconds,
                                .text = worker->bytes,
                                .size = head.size};
    memcpy(reply->type, head.type, sizeof reply->type);
    worker->bytes = NULL;
    worker->room = 0;
    worker->used = 0;
    return SOW_WORKER_REPLIED;
}

enum sow_worker_news sow_worker_hear(struct sow_worker *worker, struct sow_reply *reply)
{
    enum { LEAST = 16 * 1024 };
    for (;;) {
        if (worker->room - worker->used < LEAST) {
            size_t room = 2 * worker->room + LEAST;
            char *grown = realloc(worker->bytes, room + 1);
            if (grown == NULL)
                return SOW_WORKER_GONE;
            worker->bytes = grown;
            worker->room = room;
        }
        ssize_t got =
            read(worker->fd, worker->bytes + worker->used, worker->room - worker->used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return SOW_WORKER_SILENT;
        if (got <= 0)
            return SOW_WORKER_GONE;
        worker->used += (size_t)got;
        enum sow_worker_news news = take_reply(worker, reply);
        if (news != SOW_WORKER_SILENT)
            return news;
    }
}

void sow_worker_end(struct sow_worker *worker)
{
    if (worker->pid > 0) {
        (void)kill(worker->pid, SIGKILL);
        while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
            ;
        (void)close(worker->fd);
    }
    free(worker->bytes);
    *worker = (struct sow_worker){.pid = 0};
}
