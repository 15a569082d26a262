/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The progress line, and the only clock that results may be timed with.
 *
 * On a terminal: one line on stderr with a note, how much is done, the rate and the
 * time left, redrawn a few times a second and wiped at the end. Where the terminal is
 * too narrow the note is cut, not the figures. Elsewhere there is no line:
 * sow_progress_new returns NULL, and every function takes NULL for "silent".
 *
 * Nothing a run stores as content may depend on what is in here. Several threads may use
 * one line, through parts of their own.
 */
#ifndef SOW_EXPERIMENTS_PROGRESS_H
#define SOW_EXPERIMENTS_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

struct sow_progress;

/** A line on @p out (borrowed), or NULL if that is not a terminal (or without memory). */
struct sow_progress *sow_progress_new(FILE *out);
void sow_progress_free(struct sow_progress *progress);

/** Starts counting from 0 to @p total (0 = unknown) in @p unit ("games"; static text). */
void sow_progress_begin(struct sow_progress *progress, uint64_t total, const char *unit);

/** @p done of the total are done, not more often than is cheap to call: each call reads
 *  the clock. @p note is copied and stands before the figures; NULL keeps the last. */
void sow_progress_update(struct sow_progress *progress, uint64_t done, const char *note);

/** As sow_progress_update with @p more done than before. */
void sow_progress_advance(struct sow_progress *progress, uint64_t more, const char *note);

/** Wipes the line; another begin may follow. */
void sow_progress_end(struct sow_progress *progress);

/** Wipes the line until the next update. */
void sow_progress_hide(struct sow_progress *progress);

/** Wipes the line and keeps other threads from drawing it, so that a message can be
 *  printed, until sow_progress_resume. */
void sow_progress_pause(struct sow_progress *progress);
void sow_progress_resume(struct sow_progress *progress);

/**
 * A share of @p whole for one of @p parts equal jobs that are done side by side: what it
 * begins and does counts in the whole, whose line has a note of its own. NULL if @p whole
 * is (or without memory). Free it before the whole.
 */
struct sow_progress *sow_progress_part(struct sow_progress *whole, int parts);

/** Seconds on a clock that never goes back; only differences mean anything. */
double sow_clock_seconds(void);

#endif
