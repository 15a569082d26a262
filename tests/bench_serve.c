/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures a running server. Many clients ask at once, each over one connection after
 * another.
 *
 * Usage: `bench_serve PORT SECONDS CLIENTS PAUSE PATH...`.
 *
 * A client asks for the paths in turn and waits PAUSE milliseconds after each answer. The
 * program prints requests per second, failures, and the time of an answer in
 * milliseconds: its median and its 99 % quantile.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS_MAX = 512, ANSWERS_MAX = 200000 };

struct load {
    int port, clients, pause;
    double end;
    char **paths;
    int path_count;
};

struct client {
    const struct load *load;
    pthread_t thread;
    int first; /* index of the first path to ask for */
    int answers, failures;
    float *seconds; /* time to each answer */
};

static double now(void)
{
    struct timespec at;
    (void)clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* Returns true if the server answered with status 200 and the whole content. */
static bool ask(const struct load *load, const char *path)
{
    char text[4096];
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)load->port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {20, 0};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool good = fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
                setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0;
    int size =
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", path,
                 load->port);
    good = good && send(fd, text, (size_t)size, MSG_NOSIGNAL) == size;
    ssize_t got = good ? recv(fd, text, sizeof text, MSG_WAITALL) : 0;
    good = got > 12 && strncmp(text + 9, "200", 3) == 0;
    while (got > 0)
        got = recv(fd, text, sizeof text, 0);
    if (fd >= 0)
        (void)close(fd);
    return good && got == 0;
}

static void *run(void *context)
{
    struct client *client = context;
    const struct load *load = client->load;
    struct timespec pause = {load->pause / 1000, load->pause % 1000 * 1000000L};
    for (int next = client->first; now() < load->end; next++) {
        double began = now();
        bool good = ask(load, load->paths[next % load->path_count]);
        if (good && client->answers < ANSWERS_MAX)
            client->seconds[client->answers++] = (float)(now() - began);
        client->failures += !good;
        (void)nanosleep(&pause, NULL);
    }
    return NULL;
}

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a;
    float y = *(const float *)b;
    return (x > y) - (x < y);
}

static void report(const struct client *clients, int count, double seconds)
{
    size_t answers = 0;
    int failures = 0;
    for (int i = 0; i < count; i++) {
        answers += (size_t)clients[i].answers;
        failures += clients[i].failures;
    }
    float *all = malloc((answers + 1) * sizeof *all);
    if (all == NULL)
        return;
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        memcpy(all + used, clients[i].seconds, (size_t)clients[i].answers * sizeof *all);
        used += (size_t)clients[i].answers;
    }
    qsort(all, answers, sizeof *all, compare);
    (void)printf("%.1f requests/s, %d failures", (double)answers / seconds, failures);
    if (answers > 0)
        (void)printf(", median %.1f ms, 99 %% within %.1f ms",
                     1000 * (double)all[answers / 2],
                     1000 * (double)all[answers - 1 - answers / 100]);
    (void)putchar('\n');
    free(all);
}

int main(int argc, char **argv)
{
    static struct client clients[CLIENTS_MAX];
    if (argc < 6) {
        (void)fprintf(stderr, "bench_serve PORT SECONDS CLIENTS PAUSE PATH...\n");
        return 64;
    }
    double seconds = strtod(argv[2], NULL);
    struct load load = {.port = (int)strtol(argv[1], NULL, 10),
                        .clients = (int)strtol(argv[3], NULL, 10),
                        .pause = (int)strtol(argv[4], NULL, 10),
                        .end = now() + seconds,
                        .paths = argv + 5,
                        .path_count = argc - 5};
    if (load.clients < 1 || load.clients > CLIENTS_MAX)
        return 64;
    for (int i = 0; i < load.clients; i++) {
        clients[i] = (struct client){.load = &load, .first = i};
        clients[i].seconds = malloc(ANSWERS_MAX * sizeof *clients[i].seconds);
        if (clients[i].seconds == NULL ||
            pthread_create(&clients[i].thread, NULL, run, &clients[i]) != 0)
            return 1;
    }
    for (int i = 0; i < load.clients; i++)
        (void)pthread_join(clients[i].thread, NULL);
    report(clients, load.clients, seconds);
    for (int i = 0; i < load.clients; i++)
        free(clients[i].seconds);
    return 0;
}
