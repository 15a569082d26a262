/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that is a player in tests: exec_player HABIT [FILE]. It plays the first
   legal move, and has one bad habit. It holds a lock of FILE, as do all its children: who
   gets the lock knows that all of them are gone. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MEAL = 200 << 20 }; /* bytes that `eats` takes */

static char line[1 << 20];

/* Returns the first legal move: its number. */
static int first_pit(void)
{
    const char *at = strchr(line, ' ') + 1; /* milliseconds */
    return (int)strtol(strchr(at, ' '), NULL, 10);
}

static void sleep_on(void)
{
    for (;;)
        (void)poll(NULL, 0, 100000);
}

static void write_often(const char *text, int times)
{
    for (int i = 0; i < times; i++)
        (void)!write(STDOUT_FILENO, text, strlen(text));
}

/* Makes two children that do not end, one of them in a session of its own. */
static void fork_children(void)
{
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            (void)signal(SIGTERM, SIG_IGN);
            if (i == 1)
                (void)setsid();
            sleep_on();
        }
}

static void burn(double seconds)
{
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end)
        continue;
}

/* Makes an orphan that uses processor time and ends, and waits longer than that takes. */
static void burn_in_orphan(void)
{
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0)
            burn(0.3);
        _exit(0);
    }
    (void)waitpid(child, NULL, 0);
    (void)poll(NULL, 0, 500);
}

/* Answers the position in `line` by the habit. */
static void answer(const char *habit)
{
    static volatile char *kept; /* no store to it is left out */
    if (strcmp(habit, "windows") == 0)
        (void)printf("%d\r\n", first_pit());
    else if (strcmp(habit, "echoes") == 0)
        (void)printf("  %d \t%.*s \n", first_pit(), (int)strcspn(line, " "), line);
    else if (strcmp(habit, "other") == 0)
        (void)printf("%d 0,0,0,0,0,0,0/0,0,0,0,0,0,0:s\n", first_pit());
    else if (strcmp(habit, "twice") == 0)
        (void)printf("%d\n%d\n", first_pit(), first_pit());
    else if (strcmp(habit, "illegal") == 0)
        (void)printf("99\n");
    else if (strcmp(habit, "swaps") == 0)
        (void)printf("swap\n");
    else if (strcmp(habit, "garbage") == 0)
        (void)printf("\x01\xff pit 3\n");
    else if (strcmp(habit, "blank") == 0)
        (void)printf("\n");
    else if (strcmp(habit, "megabyte") == 0)
        write_often("0123456789abcdef", 65536);
    else if (strcmp(habit, "floods") == 0)
        write_often("1\n", 1 << 20);
    else if (strcmp(habit, "leaves") == 0)
        exit(3);
    else if (strcmp(habit, "orphans") == 0 || strcmp(habit, "forks") == 0)
        fork_children();
    if (strcmp(habit, "hangs") == 0 || strcmp(habit, "deaf") == 0)
        sleep_on();
    if (strcmp(habit, "orphans") == 0)
        exit(0);
    if (strcmp(habit, "eats") == 0) {
        kept = malloc(MEAL);
        for (size_t i = 0; kept != NULL && i < MEAL; i += 4096)
            kept[i] = 1;
        sleep_on();
    }
    if (strcmp(habit, "burns") == 0)
        burn(1000);
    if (strcmp(habit, "burners") == 0)
        burn_in_orphan();
    if (strcmp(habit, "slow") == 0)
        (void)poll(NULL, 0, 30);
    if (strcmp(habit, "fine") == 0 || strcmp(habit, "forks") == 0 ||
        strcmp(habit, "burners") == 0 || strcmp(habit, "slow") == 0 ||
        strcmp(habit, "complains") == 0)
        (void)printf("%d\n", first_pit());
}

int main(int argc, char **argv)
{
    const char *habit = argc > 1 ? argv[1] : "fine";
    if (argc > 2)
        (void)flock(open(argv[2], O_RDWR | O_CREAT, 0600), LOCK_SH);
    if (strcmp(habit, "ends") == 0)
        return 3;
    if (strcmp(habit, "sleeps") == 0)
        sleep_on();
    if (strcmp(habit, "deaf") == 0)
        (void)signal(SIGTERM, SIG_IGN);
    if (strcmp(habit, "complains") == 0)
        (void)fputs("first\nI complain\n", stderr);
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "\n") != 0)
        if (strcmp(habit, "tells") == 0)
            (void)fputs(line, stderr);
    (void)puts(strcmp(habit, "unready") == 0 || strcmp(habit, "complains") == 0
                   ? "hello"
                   : "ready");
    while (fflush(stdout) == 0 && fgets(line, sizeof line, stdin) != NULL) {
        if (strcmp(habit, "tells") == 0) {
            (void)fputs(line, stderr);
            (void)printf("%d\n", first_pit());
        }
        answer(habit);
    }
    return 0;
}
