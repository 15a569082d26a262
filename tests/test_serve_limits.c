/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of the server: the resources a client may use, and that it cannot shut others
   out. */
#include "serve_support.h"
#include "sow/support/progress.h"

#include <sys/resource.h>

FIXTURE(ANY, begin, end)

TEST(limits, long_heads_are_refused)
{
    static char address[50000];
    (void)err;
    memset(address, 'a', sizeof address - 1);
    address[0] = '/';
    int status = get(address);
    ck_assert_msg(status == 414 || status == 431, "%d", status);
    static char request[60000];
    (void)snprintf(request, sizeof request, "GET / HTTP/1.1\r\n" HOST "X: %s\r\n\r\n",
                   address);
    status = say(request);
    ck_assert_msg(status == 413 || status == 431, "%d", status);
    ck_assert_int_eq(get("/"), 200);
}

/* Clients that send half a request and then nothing do not shut others out. */
TEST(limits, silent_clients_lock_nobody_out)
{
    enum { SILENT = 200 };
    static const char HALF[] = "GET / HTTP/1.1\r\nHo";
    int silent[SILENT];
    (void)err;
    for (int i = 0; i < SILENT; i++) {
        silent[i] = join();
        ck_assert_int_eq(send(silent[i], HALF, strlen(HALF), 0), (int)strlen(HALF));
    }
    double began = sow_clock_seconds();
    ck_assert_int_eq(get("/"), 200);
    ck_assert_double_lt(sow_clock_seconds() - began, 4.0);
    /* The silent clients are soon disconnected. */
    char byte;
    ck_assert_int_le(recv(silent[0], &byte, 1, 0), 0);
    ck_assert_double_lt(sow_clock_seconds() - began, 15.0);
    for (int i = 0; i < SILENT; i++)
        (void)close(silent[i]);
}

/* ---- Questions ---- */

/* A question that takes long, and the status of its answer. */
struct asking {
    const char *address;
    int status;
};

static void *ask_long(void *context)
{
    struct asking *asking = context;
    char asked[400];
    char request[500];
    char said[64] = "";
    char *to = request;
    (void)snprintf(asked, sizeof asked, "GET %s HTTP/1.0\r\nHost: localhost:@\r\n\r\n",
                   asking->address);
    for (const char *from = asked; *from != '\0'; from++)
        if (*from == '@')
            to += snprintf(to, 8, "%d", port);
        else
            *to++ = *from;
    int fd = join();
    (void)send(fd, request, (size_t)(to - request), MSG_NOSIGNAL);
    (void)recv(fd, said, sizeof said - 1, MSG_WAITALL);
    asking->status = said[0] != '\0' ? (int)strtol(said + 9, NULL, 10) : 0;
    (void)close(fd);
    return NULL;
}

static const char ENDLESS[] =
    "/api/sql?q=WITH%20RECURSIVE%20n(i)%20AS%20(SELECT%201%20UNION%20ALL%20SELECT%20"
    "i%2B1%20FROM%20n)%20SELECT%20max(i)%20FROM%20n";
/* Questions that are a single step for SQLite, so that it checks no limit. */
static const char DEAF[] =
    "/api/sql?q=SELECT%20length(printf(%27%25.2147483647c%27,%27x%27))";
static const char DEAF_LIST[] =
    "/api/runs?sort=length(printf(%27%25.2147483647c%27,%27x%27))";

TEST(limits, long_questions_end)
{
    enum { LONG = 2 };
    pthread_t threads[LONG];
    struct asking asking[LONG];
    (void)err;
    double began = sow_clock_seconds();
    for (int i = 0; i < LONG; i++) {
        asking[i] = (struct asking){ENDLESS, 0};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_long, &asking[i]), 0);
    }
    for (int i = 0; i < LONG; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert_int_eq(asking[i].status, 400);
    }
    ck_assert_double_lt(sow_clock_seconds() - began, 15.0);
    ck_assert_int_eq(get("/api/runs"), 200);
}

static const struct timespec MOMENT = {0, 300000000L};

/* Questions that check no limit are ended from outside, and shut nobody out. */
TEST(limits, deaf_questions_end)
{
    enum { DEAF_ONES = 8 };
    pthread_t threads[DEAF_ONES];
    struct asking asking[DEAF_ONES];
    (void)err;
    double began = sow_clock_seconds();
    for (int i = 0; i < DEAF_ONES; i++) {
        asking[i] = (struct asking){i % 2 == 0 ? DEAF : DEAF_LIST, 0};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_long, &asking[i]), 0);
    }
    (void)nanosleep(&MOMENT, NULL);
    for (int i = 0; i < 3; i++) {
        double asked = sow_clock_seconds();
        ck_assert_int_eq(get("/api/runs"), 200);
        ck_assert_int_eq(get("/run?id=1"), 200);
        ck_assert_double_lt(sow_clock_seconds() - asked, 3.0);
    }
    for (int i = 0; i < DEAF_ONES; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert_int_eq(asking[i].status, 400);
    }
    /* Two questions run at a time, 2.5 s each. */
    ck_assert_double_lt(sow_clock_seconds() - began, 14.0);
    ck_assert_int_eq(get(DEAF), 400);
    has("longer than the 2 s allowed");
}

/* The server ends at once, however many questions are running. */
TEST(limits, the_server_ends_at_once)
{
    enum { DEAF_ONES = 8 };
    static struct asking asking[DEAF_ONES];
    pthread_t threads[DEAF_ONES];
    (void)err;
    for (int i = 0; i < DEAF_ONES; i++) {
        asking[i] = (struct asking){DEAF, -1};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_long, &asking[i]), 0);
    }
    (void)nanosleep(&MOMENT, NULL);
    double began = sow_clock_seconds();
    join_server();
    ck_assert_double_lt(sow_clock_seconds() - began, 1.0);
    for (int i = 0; i < DEAF_ONES; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
}

/* Opens as many connections as the server has room for. Each sends a byte of a header now
   and then, and is opened again when the server closes it. */
static void *dribble(void *context)
{
    enum { SLOW = 512, ROUNDS = 16 };
    static int slow[SLOW];
    (void)context;
    for (int i = 0; i < SLOW; i++)
        slow[i] = join();
    for (int round = 0; round < ROUNDS; round++) {
        static const struct timespec PAUSE = {0, 500000000L};
        (void)nanosleep(&PAUSE, NULL);
        for (int i = 0; i < SLOW; i++) {
            char byte;
            if (recv(slow[i], &byte, 1, MSG_DONTWAIT) == 0) {
                (void)close(slow[i]);
                slow[i] = join();
            }
            (void)send(slow[i], "G", 1, MSG_NOSIGNAL);
        }
    }
    for (int i = 0; i < SLOW; i++)
        (void)close(slow[i]);
    return NULL;
}

TEST(limits, slow_clients_lock_nobody_out)
{
    pthread_t dribbling;
    struct rlimit files;
    (void)err;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
    ck_assert_int_eq(pthread_create(&dribbling, NULL, dribble, NULL), 0);
    for (int i = 0; i < 6; i++) {
        static const struct timespec PAUSE = {1, 0};
        (void)nanosleep(&PAUSE, NULL);
        double began = sow_clock_seconds();
        ck_assert_int_eq(get("/"), 200);
        ck_assert_double_lt(sow_clock_seconds() - began, 4.0);
    }
    ck_assert_int_eq(pthread_join(dribbling, NULL), 0);
}
