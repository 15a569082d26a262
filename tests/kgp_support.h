/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Scripted clients of the Kalah Game Protocol, for its suite.
 */
#ifndef SOW_TESTS_KGP_SUPPORT_H
#define SOW_TESTS_KGP_SUPPORT_H

#include "outside_support.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static inline int connected(int port)
{
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)port),
                               .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    for (int tries = 0; tries < 500; tries++) {
        if (connect(fd, (struct sockaddr *)&name, sizeof name) == 0)
            return fd;
        (void)close(fd);
        (void)poll(NULL, 0, 10);
        fd = socket(AF_INET, SOCK_STREAM, 0);
    }
    return -1;
}

/* Returns a port that was free a moment ago. */
static inline int free_port(void)
{
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof name;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&name, size), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&name, &size), 0);
    (void)close(fd);
    return ntohs(name.sin_port);
}

/* Returns the number of the first pit with seeds on a board such as <2,0,0,0,1,2,2>. */
static inline int first_pit(const char *board)
{
    const char *at = strchr(board, '<');
    for (int i = -2; at != NULL; i++) {
        if (i > 0 && strtol(at + 1, NULL, 10) > 0)
            return i;
        at = strchr(at + 1, ',');
    }
    return 0;
}

/* Text that a client sends instead of its third move and later ones. A '#' in it stands
   for the number of the position, and a '~' for a rest of 50 ms. */
struct script {
    const char *name;
    const char *says;
    int ending;   /* ending of the game; SOW_ENDED_NORMALLY if the client behaves */
    bool leaves;  /* true if the client then leaves */
    int repeated; /* how many more times `says` is sent */
};

static const struct script SCRIPTS[] = {
    {"good", NULL, SOW_ENDED_NORMALLY, false, 0},
    {"of unknown words", "7 frobnicate <1> \"x\"\r\n\r\n  \n@# move 99\r\n",
     SOW_FORFEIT_ILLEGAL, false, 0},
    {"illegal", "1@# move 99\r\n1@# yield\r\n", SOW_FORFEIT_ILLEGAL, false, 0},
    {"illegal 0", "move 0\nyield\n", SOW_FORFEIT_ILLEGAL, false, 0},
    {"illegal below", "@# move -1\nyield\n", SOW_FORFEIT_ILLEGAL, false, 0},
    {"of no number", "@# move three\r\n", SOW_FORFEIT_GARBAGE, false, 0},
    {"garbage", "\x01\xff <> {}\r\n", SOW_FORFEIT_GARBAGE, false, 0},
    {"a web page", "GET / HTTP/1.1\r\n@: x\r\n", SOW_FORFEIT_GARBAGE, false, 0},
    {"of long lines", "0123456789abcdef", SOW_FORFEIT_GARBAGE, false, 2000},
    {"silent", "", SOW_FORFEIT_SILENT, false, 0},
    {"at a loss", "@# yield\r\n", SOW_FORFEIT_SILENT, false, 0},
    {"too late", "@1 move 1\r\n", SOW_FORFEIT_SILENT, false, 0},
    {"gone", "", SOW_FORFEIT_GONE, true, 0},
    {"gone in a word", "3@# mov", SOW_FORFEIT_GONE, true, 0},
    {"gone with a last word", "@# move 99\r\n@# yield\r\n~@# yield\r\n",
     SOW_FORFEIT_ILLEGAL, true, 0},
    {"polite", "goodbye\r\n", SOW_FORFEIT_GONE, false, 0},
    {"slow", "@# move 1\r\n@# move 99\r\n", SOW_FORFEIT_ILLEGAL, false, 0},
};

/* Habits of clients, set before they start. */
static bool quotes;    /* puts the names of options in quotes */
static bool hesitates; /* writes each line separately */

static inline void greet(FILE *out)
{
    (void)fprintf(out, "1 set %s \"%s\"\r\n3 mode \"freeplay\"\r\n",
                  quotes ? "\"info:name\"" : "info:name",
                  quotes ? "quoted" : "a \\\"client\\\"");
}

static inline void move(FILE *out, int id, int pit)
{
    (void)fprintf(out, "5@%d move %d\r\n", id, pit);
    if (hesitates)
        (void)fflush(out);
    (void)fprintf(out, "7@%d yield\r\n", id);
}

static inline void say(FILE *out, const char *text, int id)
{
    for (; *text != '\0'; text++) {
        if (*text == '#')
            (void)fprintf(out, "%d", id);
        else if (*text != '~')
            (void)fputc(*text, out);
        else if (fflush(out) == 0)
            (void)poll(NULL, 0, 50);
    }
}

/* Follows the script from its third move on, until the host is gone. */
static inline void act(int port, const struct script *script)
{
    enum { GOOD_MOVES = 2 };
    int fd = connected(port);
    FILE *in = fdopen(fd, "r");
    FILE *out = fdopen(dup(fd), "w");
    char line[400];
    for (int moves = 0; fgets(line, sizeof line, in) != NULL; (void)fflush(out)) {
        char *rest;
        int id = (int)strtol(line, &rest, 10);
        if (strncmp(line, "kgp", 3) == 0)
            greet(out);
        if (strncmp(rest, " state <", 8) != 0)
            continue;
        if (script->says == NULL || moves++ < GOOD_MOVES) {
            move(out, id, first_pit(line));
            continue;
        }
        for (int i = 0; i <= script->repeated; i++)
            say(out, script->says, id);
        if (script->leaves)
            break;
    }
    (void)fflush(out);
    _exit(0);
}

static inline pid_t begin_client(int port, const struct script *script)
{
    pid_t child = fork();
    if (child == 0)
        act(port, script);
    return child;
}

static inline void end_client(pid_t child)
{
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
}

#endif
