/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the progress line. */
#include "sow/support/progress.h"

#include "sow/support/terminal.h"
#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Text behind a note that is cut. */
static const char CUT[] = "..";
enum { NOTE_MAX = 160, FIGURES_MAX = 160, CUT_COLUMNS = 2, GAP_COLUMNS = 2 };

/* Seconds before the first drawing, so that short work shows no line, and seconds between
   drawings, so that they cost little time. */
static const double FIRST_SECONDS = 0.5;
static const double REDRAW_SECONDS = 0.25;

/* A progress line, or a part of one. */
struct sow_progress {
    struct sow_progress
        *whole;           /* line that this is a part of; a part uses parts and done */
    int parts;            /* number of parts of the whole */
    pthread_mutex_t lock; /* guards the line; a part uses that of the whole */
    FILE *out;            /* the terminal, borrowed */
    uint64_t total;       /* amount of all work; 0: unknown */
    uint64_t done;        /* amount done */
    const char *unit;     /* unit of the amount, a static text */
    char note[NOTE_MAX];  /* text before the figures; "" for none */
    double begun;         /* time of the begin, in seconds */
    double next_draw;     /* time before which the line is not drawn again */
    int shown;            /* number of columns now on the terminal */
};

double sow_clock_read(clockid_t clock)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double sow_clock_seconds(void)
{
    return sow_clock_read(CLOCK_MONOTONIC);
}

struct sow_progress *sow_progress_new(FILE *out)
{
    if (!isatty(fileno(out)))
        return NULL;
    struct sow_progress *progress = calloc(1, sizeof *progress);
    if (progress == NULL)
        return NULL;
    (void)pthread_mutex_init(&progress->lock, NULL);
    progress->out = out;
    sow_progress_begin(progress, 0, "");
    return progress;
}

struct sow_progress *sow_progress_part(struct sow_progress *whole, int parts)
{
    struct sow_progress *part = whole != NULL ? calloc(1, sizeof *part) : NULL;
    if (part != NULL) {
        (void)pthread_mutex_init(&part->lock, NULL);
        part->whole = whole;
        part->parts = parts;
    }
    return part;
}

void sow_progress_free(struct sow_progress *progress)
{
    if (progress == NULL)
        return;
    sow_progress_hide(progress);
    (void)pthread_mutex_destroy(&progress->lock);
    free(progress);
}

void sow_progress_begin(struct sow_progress *progress, uint64_t total, const char *unit)
{
    if (progress == NULL)
        return;
    if (progress->whole != NULL) {
        progress->done = 0;
        (void)pthread_mutex_lock(&progress->whole->lock);
        progress->whole->total = total * (uint64_t)progress->parts;
        (void)pthread_mutex_unlock(&progress->whole->lock);
        return;
    }
    progress->total = total;
    progress->done = 0;
    progress->unit = unit;
    progress->note[0] = '\0';
    progress->begun = sow_clock_seconds();
    progress->next_draw = progress->begun + FIRST_SECONDS;
}

/* Writes a count of at least 0 with three digits and a unit, for example "1.23M", to @p
   room of @p size bytes. Returns @p room. */
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

/* Writes a time, rounded up to seconds, for example "1:05" or "2:03:59". Returns @p
   room. */
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

/* Writes the figures to @p text: amount done (left out if there is a note), rate and time
   left (if the total is known). The time since the begin is @p elapsed seconds. A text
   longer than @p size is cut. */
static void compose_figures(const struct sow_progress *progress, double elapsed,
                            char *text, size_t size)
{
    char done[32];
    char total[32];
    char rate[32];
    char left[32];
    double speed = elapsed > 0 ? (double)progress->done / elapsed : 0;
    short_count((double)progress->done, done, sizeof done);
    short_count((double)progress->total, total, sizeof total);
    short_count(speed, rate, sizeof rate);
    bool known = progress->total > 0;
    /* A note, if there is one, shows the progress better than a count. */
    int at = progress->note[0] != '\0'
                 ? snprintf(text, size, "%s %s/s", rate, progress->unit)
                 : snprintf(text, size, "%s%s%s %s, %s/s", done, known ? "/" : "",
                            known ? total : "", progress->unit, rate);
    if (progress->total < progress->done || speed <= 0 || (size_t)at >= size)
        return;
    double remaining = (double)(progress->total - progress->done) / speed;
    (void)snprintf(text + at, size - (size_t)at, ", %s left",
                   short_time(remaining, left, sizeof left));
}

/* Writes the part of a note that fits into @p room columns to @p text, with dots behind
   it if it is cut. Returns the number of columns taken; 0, with @p text unchanged, if
   nothing fits. */
static int cut_note(const char *note, int room, char text[NOTE_MAX + sizeof CUT])
{
    int width;
    size_t length = sow_utf8_fit(note, room, &width);
    bool cut = note[length] != '\0';
    if (cut)
        length = sow_utf8_fit(note, room - CUT_COLUMNS, &width);
    if (length == 0)
        return 0;
    (void)snprintf(text, NOTE_MAX + sizeof CUT, "%.*s%s", (int)length, note,
                   cut ? CUT : "");
    return width + (cut ? CUT_COLUMNS : 0);
}

/* Draws the line: the note, as far as it fits, and @p figures. Wipes the rest of the old
   line with blanks, because control sequences differ between terminals. */
static void draw_line(struct sow_progress *progress, const char *figures)
{
    int window = sow_terminal_window(progress->out);
    int columns = (window > 0 ? window : SOW_TERMINAL_USUAL) - 1;
    int shown;
    int length = (int)sow_utf8_fit(figures, columns, &shown);
    char note[NOTE_MAX + sizeof CUT] = "";
    int noted = cut_note(progress->note, columns - shown - GAP_COLUMNS, note);
    if (noted > 0)
        shown += noted + GAP_COLUMNS;
    int blanks = progress->shown > shown ? progress->shown - shown : 0;
    (void)fprintf(progress->out, "\r%s%*s%.*s%*s", note, noted > 0 ? GAP_COLUMNS : 0, "",
                  length, figures, blanks, "");
    (void)fflush(progress->out);
    progress->shown = shown;
}

/* Sets amount and note (NULL: keeps it), and draws the line if the time for it has come.
   The caller holds the lock. */
static void show_progress(struct sow_progress *progress, uint64_t done, const char *note)
{
    progress->done = done;
    if (note != NULL)
        sow_visible_copy(progress->note, sizeof progress->note, note);
    double now = sow_clock_seconds();
    if (now < progress->next_draw)
        return;
    char figures[FIGURES_MAX];
    compose_figures(progress, now - progress->begun, figures, sizeof figures);
    draw_line(progress, figures);
    progress->next_draw = now + REDRAW_SECONDS;
}

void sow_progress_update(struct sow_progress *progress, uint64_t done, const char *note)
{
    if (progress != NULL)
        sow_progress_advance(progress, done - progress->done, note);
}

void sow_progress_advance(struct sow_progress *progress, uint64_t more, const char *note)
{
    if (progress == NULL)
        return;
    struct sow_progress *whole = progress->whole != NULL ? progress->whole : progress;
    (void)pthread_mutex_lock(&whole->lock);
    if (progress != whole)
        progress->done += more;
    show_progress(whole, whole->done + more, progress == whole ? note : NULL);
    (void)pthread_mutex_unlock(&whole->lock);
}

void sow_progress_pause(struct sow_progress *progress)
{
    if (progress == NULL)
        return;
    (void)pthread_mutex_lock(&progress->lock);
    if (progress->shown > 0) {
        (void)fprintf(progress->out, "\r%*s\r", progress->shown, "");
        (void)fflush(progress->out);
        progress->shown = 0;
    }
}

void sow_progress_resume(struct sow_progress *progress)
{
    if (progress != NULL)
        (void)pthread_mutex_unlock(&progress->lock);
}

void sow_progress_hide(struct sow_progress *progress)
{
    sow_progress_pause(progress);
    sow_progress_resume(progress);
}

void sow_progress_end(struct sow_progress *progress)
{
    sow_progress_hide(progress);
}
