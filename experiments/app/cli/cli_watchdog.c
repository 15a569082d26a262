/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_watchdog.h"

#include "sow/store/store.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Time to end normally, with the database closed. */
static const double GRACE_SECONDS = 0.25;

/* State that the signal handler uses; a handler can reach only globals. */
static atomic_bool watching;
static atomic_bool stopping;
/* Message for the time limit; the handler cannot format text. */
static char late_text[SOW_ERR_TEXT_MAX + 16];

/* Prints the reason and ends the process at once, as SOW_INTERRUPTED after a stop
   request, else as SOW_USAGE. */
static void on_alarm(int signal_number)
{
    static const char STOPPED[] = "sowlab: the question was stopped\n";
    (void)signal_number;
    bool stopped = atomic_load(&stopping);
    const char *text = stopped ? STOPPED : late_text;
    (void)!write(STDERR_FILENO, text, strlen(text));
    _exit(stopped ? SOW_INTERRUPTED : SOW_USAGE);
}

/* Sets the alarm; 0 means none. This is safe in a signal handler, because it is only a
   system call. */
static void set_alarm(double seconds)
{
    const struct itimerval time = {
        .it_value = {.tv_sec = (time_t)seconds,
                     .tv_usec = (suseconds_t)(1e6 * (seconds - floor(seconds)))}};
    (void)setitimer(ITIMER_REAL, &time, NULL);
}

void sow_watchdog_begin(const struct sow_query_limits *limits)
{
    struct sow_err late;
    struct sigaction action = {.sa_handler = on_alarm};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGALRM, &action, NULL);
    set_alarm(0);
    if (limits != NULL) {
        (void)sow_query_late(limits, &late);
        (void)snprintf(late_text, sizeof late_text, "sowlab: %s\n", late.text);
        set_alarm(limits->seconds + GRACE_SECONDS);
    }
    atomic_store(&watching, true);
    if (atomic_load(&stopping))
        set_alarm(GRACE_SECONDS);
}

void sow_watchdog_end(void)
{
    atomic_store(&watching, false);
    set_alarm(0);
}

void sow_watchdog_stop(void)
{
    atomic_store(&stopping, true);
    if (atomic_load(&watching))
        set_alarm(GRACE_SECONDS);
}
