/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The progress line, and the clock that measures times.
 *
 * On a terminal, the line shows a note, the amount done, the rate and the time left. It
 * is redrawn a few times per second and wiped at the end. If the terminal is too narrow,
 * the note is cut and not the figures.
 *
 * If the output is not a terminal, there is no line: sow_progress_new returns NULL. All
 * functions accept NULL and then do nothing.
 *
 * Results of a run must not depend on anything in this file. Several threads may use one
 * line, each through a part of its own.
 */
#ifndef SOW_EXPERIMENTS_PROGRESS_H
#define SOW_EXPERIMENTS_PROGRESS_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

/** A progress line, or a part of one. */
struct sow_progress;

/** Makes a progress line on @p out, which is borrowed. Returns NULL if @p out is not a
 *  terminal, or if there is no memory. */
struct sow_progress *sow_progress_new(FILE *out);

/** Wipes and frees a progress line; frees a part. */
void sow_progress_free(struct sow_progress *progress);

/**
 * Starts to count from 0.
 * @param progress the line, or a part.
 * @param total the amount of all work; 0 = unknown.
 * @param unit the unit of the amount, for example "games"; a static text.
 */
void sow_progress_begin(struct sow_progress *progress, uint64_t total, const char *unit);

/**
 * Sets the amount of work done. Each call reads the clock, so do not call it too often.
 * @param progress the line, or a part.
 * @param done the amount done so far.
 * @param note a text to show before the figures; copied. NULL keeps the last note.
 */
void sow_progress_update(struct sow_progress *progress, uint64_t done, const char *note);

/** Adds @p more to the amount done; otherwise like sow_progress_update. */
void sow_progress_advance(struct sow_progress *progress, uint64_t more, const char *note);

/** Wipes the line; another begin may follow. */
void sow_progress_end(struct sow_progress *progress);

/** Wipes the line until the next update draws it again. */
void sow_progress_hide(struct sow_progress *progress);

/** Wipes the line, so that a message can be printed. Holds a lock until
 *  sow_progress_resume, so that no thread draws the line; threads that update it wait. */
void sow_progress_pause(struct sow_progress *progress);

/** Releases the lock of sow_progress_pause: threads may draw the line again. */
void sow_progress_resume(struct sow_progress *progress);

/**
 * Makes a part of a line, for one of several equal jobs that run at the same time. Work
 * done in the part counts in the whole line. The note of the line is that of the whole.
 * @param whole the line; may be NULL.
 * @param parts number of jobs.
 * @returns the part, to be freed before the whole; NULL if @p whole is NULL, or if there
 * is no memory.
 */
struct sow_progress *sow_progress_part(struct sow_progress *whole, int parts);

/** Returns the seconds of one of the system's clocks, for example
 *  CLOCK_THREAD_CPUTIME_ID: the processor time of the calling thread. */
double sow_clock_read(clockid_t clock);

/** Returns the seconds of a clock that never goes back. Only differences have a
 *  meaning. */
double sow_clock_seconds(void);

#endif
