/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A data set as rows to learn from: read from the store once, then kept as 16-bit
 * integers (a million rows of 24 features take 56 MB) for as many passes as a method
 * takes.
 *
 * One row is a position, seen from its viewpoint, or, for preferences, a legal move of a
 * position in which there are at least two: its heuristics, or the features of the
 * position it leads to, seen from the mover. Groups are games. The stratum is the phase
 * of the game: SOW_FIT_PHASE_SEEDS seeds on the board (both rows, without the stores) a
 * phase, 0..8 the first.
 *
 * Ownership: struct sow_fit_rows is a heap object of the caller; it borrows the run, and
 * the columns it was read for.
 */
#ifndef SOW_EXPERIMENTS_FIT_ROWS_H
#define SOW_EXPERIMENTS_FIT_ROWS_H

#include "sow/learn/rows.h"
#include "sow/players/fit_columns.h"

struct sow_run;
struct sow_fit_rows;

enum { SOW_FIT_PHASE_SEEDS = 8 };

/** What y is. */
enum sow_fit_target {
    SOW_TARGET_MARGIN, /**< the label as it stands */
    SOW_TARGET_RESULT, /**< 1, 0.5, 0: the label is above, at, below 0 */
    SOW_TARGET_CHOICE, /**< 1 for a preferred move, else 0 */
};

/** How much a row counts. */
enum sow_fit_weight {
    SOW_WEIGHT_ROWS,  /**< every row (every choice) alike */
    SOW_WEIGHT_GAMES, /**< every game alike; the mean weight is 1 */
};

/** What is read. */
struct sow_fit_reading {
    int64_t dataset; /**< of finished and sound content */
    const struct sow_fit_columns *columns;
    enum sow_fit_target target;
    enum sow_fit_weight weight;
};

/** Reads a data set by the rules of the run, on its threads. SOW_BAD_DATA: a position, or
 *  a preferred move, that is none under these rules, with its place. SOW_INTERRUPTED
 *  after a stop request. */
SOW_MUST_USE enum sow_status sow_fit_rows_read(struct sow_fit_rows **rows,
                                               struct sow_run *run,
                                               const struct sow_fit_reading *reading,
                                               struct sow_err *err);

/** @p rows may be NULL. */
void sow_fit_rows_free(struct sow_fit_rows *rows);

/** The rows for sow_model_fit, as long as @p rows lives. Each pass beats the run's heart,
 *  shows progress and ends with SOW_INTERRUPTED after a stop request. */
struct sow_rows sow_fit_rows_source(struct sow_fit_rows *rows);

/** The least and greatest number of seeds on the board in a phase. */
int sow_fit_phase_low(int phase);
int sow_fit_phase_high(int phase);

#endif
