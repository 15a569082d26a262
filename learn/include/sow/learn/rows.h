/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows to fit a model to, from a source that can be read again and again. Fits take
 * several passes over the source and keep none of the rows, so data need not fit into
 * memory.
 *
 * Ownership: a struct sow_rows is plain caller storage that borrows everything to which
 * it points. A row and its numbers are only valid until the callback that receives them
 * returns.
 */
#ifndef SOW_LEARN_ROWS_H
#define SOW_LEARN_ROWS_H

#include "sow/base/err.h"
#include "sow/learn/design.h"

#include <stdint.h>

SOW_C_BEGIN

/** Limits of the numbers in a row. */
enum {
    SOW_STRATA_MAX = 64, /**< number of strata, which are 0 to SOW_STRATA_MAX - 1 */
    SOW_SET_MAX = 1024,  /**< largest number of alternatives in one choice set */
    SOW_NO_STRATUM = -1, /**< stratum of a row that belongs to none */
};

/** One row. */
struct sow_row {
    const double *x; /**< one finite number for each column; borrowed */
    /** Target of the fit, finite. Logistic: 0 to 1, and 0.5 is a draw. Preference: 1 for
     * a preferred alternative, 0 for any other. */
    double y;
    /** Weight of the row, at least 0; 1 in an ordinary fit. Rows of weight 0 are checked
     *  and then left out of everything. All rows of a choice set have the same weight. */
    double weight;
    /** Number of the row's group, for example its game. Rows of a group depend on each
     *  other: they stay in one fold, and clustered errors treat them as one unit. At
     * least 0, and never smaller than in the row before. */
    int64_t group;
    /** Number of the row's choice set; read by the method preference only. Rows of a set
     *  are consecutive and of one group. A new set has a higher number than all before
     *  it. */
    int64_t set;
    int stratum; /**< class of rows for diagnostics, such as a phase of the game, or
                      SOW_NO_STRATUM */
};

/**
 * A callback that receives one row.
 * @param taker the caller's own data, as given to the source.
 * @param row the row; valid until the callback returns.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK to continue; any other status ends the pass, which then returns it.
 */
typedef enum sow_status sow_row_fn(void *taker, const struct sow_row *row,
                                   struct sow_err *err);

/** A source of rows. */
struct sow_rows {
    const struct sow_design_columns *columns; /**< columns of each row; borrowed */
    /** Function that gives every row to @p take, one after the other. It gives the same
     *  rows in the same order at every call. It may fail with a status of its own, for
     *  example SOW_INTERRUPTED after a request to stop; the fit then returns that status.
     *  It is also the place to show progress. */
    enum sow_status (*each)(void *context, sow_row_fn *take, void *taker,
                            struct sow_err *err);
    void *context; /**< first argument of each call of @p each */
};

/**
 * Returns the fold of a group: (group / 2) mod folds. Groups 2k and 2k + 1 have the same
 * fold, because games 2k and 2k + 1 are one opening played in both seats.
 * @param group number of the group, at least 0.
 * @param folds number of folds, at least 1.
 * @returns the fold, 0 to @p folds - 1.
 */
static inline int sow_fold_of_group(int64_t group, int folds)
{
    return (int)(group / 2 % folds);
}

SOW_C_END

#endif
