/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A data set as a source of rows for a model. It is read from the database once and then
 * kept as 16-bit integers for all passes of a method. A million rows of 24 features need
 * 56 MB.
 *
 * For most methods a row is a position, seen from its viewpoint. For preferences a row is
 * a legal move of a position that has at least two. Its columns are heuristics of the
 * move, or features of the position after it, seen from the player that moves.
 *
 * A group is a game. A stratum is a phase of the game, by the seeds on the board (both
 * rows, without the stores). Each phase has SOW_FIT_PHASE_SEEDS numbers of seeds; the
 * first has 0 to 8.
 *
 * Ownership: a struct sow_fit_rows is a heap object of the caller. It borrows the run and
 * the columns.
 */
#ifndef SOW_EXPERIMENTS_FIT_ROWS_H
#define SOW_EXPERIMENTS_FIT_ROWS_H

#include "sow/learn/rows.h"
#include "sow/players/fit_columns.h"

struct sow_run;

/** Rows of a data set in memory. */
struct sow_fit_rows;

enum { SOW_FIT_PHASE_SEEDS = 8 /**< numbers of seeds in a phase */ };

/** Meaning of the target y. */
enum sow_fit_target {
    SOW_TARGET_MARGIN, /**< the label itself */
    SOW_TARGET_RESULT, /**< 1, 0.5 or 0 for a label above, at or below 0 */
    SOW_TARGET_CHOICE, /**< 1 for a preferred move, else 0 */
};

/** Views of the positions. */
enum sow_fit_view {
    SOW_FIT_STORED,  /**< each row is seen from its viewpoint */
    SOW_FIT_TO_MOVE, /**< each row is seen by the player to move */
};

/** Weights of the rows. */
enum sow_fit_weight {
    SOW_WEIGHT_ROWS,  /**< equal weights of all rows (of all choices) */
    SOW_WEIGHT_GAMES, /**< equal sums of weights of all games; the mean weight is 1 */
};

/** Options of reading. */
struct sow_fit_reading {
    int64_t dataset;                       /**< number of the data set, finished */
    const struct sow_fit_columns *columns; /**< columns; borrowed */
    enum sow_fit_target target;            /**< meaning of y */
    enum sow_fit_weight weight;            /**< weights of the rows */
    enum sow_fit_view view;                /**< view of positions */
    double mix; /**< share of the outcome in y, 0 to 1; the rest is the label by search,
                     which every row then has. It is 1 for the other meanings of y */
};

/**
 * Reads a data set by the rules of a run, on the run's threads, and checks its results
 * as sow_store_check_run does.
 * @param[out] rows receives the rows, which the caller frees; unchanged on failure.
 * @param run the run; borrowed.
 * @param reading the options; copied.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, SOW_INTERRUPTED after a request to stop, or
 * SOW_BAD_DATA if the results are damaged, or a position or a preferred move is not
 * possible by these rules. The error then names the data set, game and ply.
 */
SOW_MUST_USE enum sow_status sow_fit_rows_read(struct sow_fit_rows **rows,
                                               struct sow_run *run,
                                               const struct sow_fit_reading *reading,
                                               struct sow_err *err);

/** Frees rows, which may be NULL. */
void sow_fit_rows_free(struct sow_fit_rows *rows);

/** Returns the source for sow_model_fit, which is valid as long as @p rows. Each pass
 * shows progress and renews the run's heartbeat in the database. After a request to stop,
 * a pass ends with SOW_INTERRUPTED. */
struct sow_rows sow_fit_rows_source(struct sow_fit_rows *rows);

/** Returns the smallest number of seeds on the board in a phase, counted from 0. */
int sow_fit_phase_low(int phase);

/** Returns the largest number of seeds on the board in a phase, counted from 0. */
int sow_fit_phase_high(int phase);

#endif
