/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "progress.h"

#include "terminal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NOTE_MAX = 160, LINE_MAX_COLUMNS = SOW_TERMINAL_MOST };

/* What is over sooner is not worth a line; redrawing more often is not worth the time. */
static const double FIRST_SECONDS = 0.5;
static const double REDRAW_SECONDS = 0.25;

struct sow_progress {
    FILE *out;
    uint64_t total;
    uint64_t done;
    const char *unit;
    char note[NOTE_MAX];
    double begun;
    double next_draw;
    int shown; /* columns now on the terminal */
};

double sow_clock_seconds(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct sow_progress *sow_progress_new(FILE *out)
{
    if (!isatty(fileno(out)))
        return NULL;
    struct sow_progress *progress = calloc(1, sizeof *progress);
    if (progress == NULL)
        return NULL;
    progress->out = out;
    sow_progress_begin(progress, 0, "");
    return progress;
}

void sow_progress_free(struct sow_progress *progress)
{
    sow_progress_hide(progress);
    free(progress);
}

void sow_progress_begin(struct sow_progress *progress, uint64_t total, const char *unit)
{
    if (progress == NULL)
        return;
    progress->total = total;
    progress->done = 0;
    progress->unit = unit;
    progress->note[0] = '\0';
    progress->begun = sow_clock_seconds();
    progress->next_draw = progress->begun + FIRST_SECONDS;
}

/* Three digits and a unit: "1.23M". */
static const char *short_count(double count, char *room, size_t size)
{
    static const char UNITS[] = "\0kMGT";
    size_t unit = 0;
    while (count >= 999.5 && unit + 2 < sizeof UNITS) {
        count /= 1000;
        unit++;
    }
    int digits = unit == 0 || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
    (void)snprintf(room, size, "%.*f%.1s", digits, count, UNITS + unit);
    return room;
}

/* "1:05" or "2:03:59" */
static const char *short_time(double seconds, char *room, size_t size)
{
    double whole = ceil(seconds);
    double hours = floor(whole / 3600);
    int rest = (int)(whole - hours * 3600);
    if (hours > 0)
        (void)snprintf(room, size, "%.0f:%02d:%02d", hours, rest / 60, rest % 60);
    else
        (void)snprintf(room, size, "%d:%02d", rest / 60, rest % 60);
    return room;
}

static void compose(const struct sow_progress *progress, double elapsed, char *line,
                    size_t size)
{
    char done[32];
    char total[32];
    char rate[32];
    char left[32];
    double speed = elapsed > 0 ? (double)progress->done / elapsed : 0;
    short_count((double)progress->done, done, sizeof done);
    short_count((double)progress->total, total, sizeof total);
    short_count(speed, rate, sizeof rate);
    /* A note says how far things are better than a count. */
    int at =
        progress->note[0] != '\0'
            ? snprintf(line, size, "%s  %s %s/s", progress->note, rate, progress->unit)
            : snprintf(line, size, "%s%s%s %s, %s/s", done,
                       progress->total > 0 ? "/" : "", progress->total > 0 ? total : "",
                       progress->unit, rate);
    if (progress->total < progress->done || speed <= 0 || (size_t)at >= size)
        return;
    double remaining = (double)(progress->total - progress->done) / speed;
    (void)snprintf(line + at, size - (size_t)at, ", %s left",
                   short_time(remaining, left, sizeof left));
}

/* Blanks instead of control sequences: right on any terminal. */
static void draw(struct sow_progress *progress, const char *line)
{
    int window = sow_terminal_window(progress->out);
    int columns = (window > 0 ? window : SOW_TERMINAL_USUAL) - 1;
    int length = (int)strlen(line);
    length = length < columns ? length : columns;
    int blanks = progress->shown > length ? progress->shown - length : 0;
    (void)fprintf(progress->out, "\r%.*s%*s", length, line, blanks, "");
    (void)fflush(progress->out);
    progress->shown = length;
}

void sow_progress_update(struct sow_progress *progress, uint64_t done, const char *note)
{
    if (progress == NULL)
        return;
    progress->done = done;
    if (note != NULL)
        (void)snprintf(progress->note, sizeof progress->note, "%s", note);
    double now = sow_clock_seconds();
    if (now < progress->next_draw)
        return;
    char line[LINE_MAX_COLUMNS + 1];
    compose(progress, now - progress->begun, line, sizeof line);
    draw(progress, line);
    progress->next_draw = now + REDRAW_SECONDS;
}

void sow_progress_advance(struct sow_progress *progress, uint64_t more, const char *note)
{
    if (progress != NULL)
        sow_progress_update(progress, progress->done + more, note);
}

void sow_progress_hide(struct sow_progress *progress)
{
    if (progress == NULL || progress->shown == 0)
        return;
    (void)fprintf(progress->out, "\r%*s\r", progress->shown, "");
    (void)fflush(progress->out);
    progress->shown = 0;
}

void sow_progress_end(struct sow_progress *progress)
{
    sow_progress_hide(progress);
}
