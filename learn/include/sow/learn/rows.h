/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows to learn from, as a source that can be read again and again. Fits take several
 * passes over it and keep none of the rows, so data need not fit into memory.
 *
 * Ownership: a struct sow_rows is plain caller storage that borrows all it points to. A
 * row and its numbers are only valid while the function that takes it runs.
 */
#ifndef SOW_LEARN_ROWS_H
#define SOW_LEARN_ROWS_H

#include "sow/base/err.h"
#include "sow/learn/design.h"

#include <stdint.h>

SOW_C_BEGIN

enum {
    SOW_STRATA_MAX = 64, /**< strata are 0..SOW_STRATA_MAX - 1 */
    SOW_SET_MAX = 1024,  /**< alternatives of one choice set */
    SOW_NO_STRATUM = -1, /**< the row belongs to no stratum */
};

/** One row. */
struct sow_row {
    const double *x; /**< one finite number per column */
    /** The target. Logistic: in [0, 1], 0.5 a draw. Preference: 1 for an alternative that
     *  is preferred, 0 for one that is not. */
    double y;
    /** How much the row counts, at least 0; 1 in an ordinary fit. Rows of weight 0 are
     *  checked and then left out of everything. The same throughout a choice set. */
    double weight;
    /** What is kept together in folds and clusters of errors: the game. At least 0, and
     *  never falls from one row to the next. */
    int64_t group;
    /** Preference only: the choice set. Rows of a set are consecutive and of one group;
     *  every new set has a higher number than all before it. */
    int64_t set;
    int stratum; /**< for diagnostics by stratum, such as a phase; or SOW_NO_STRATUM */
};

/** Takes one row; any status but SOW_OK ends the pass, which then returns it. */
typedef enum sow_status sow_row_fn(void *taker, const struct sow_row *row,
                                   struct sow_err *err);

/** A source of rows. */
struct sow_rows {
    const struct sow_design_columns *columns;
    /** Hands all rows to @p take, the same rows in the same order at every call. May fail
     *  on its own account: SOW_INTERRUPTED on a request to stop is passed on like any
     *  other status, and this is the place to show progress. */
    enum sow_status (*each)(void *context, sow_row_fn *take, void *taker,
                            struct sow_err *err);
    void *context;
};

/** The fold, of @p folds, that the rows of @p group belong to: (group / 2) mod folds.
 *  Games 2k and 2k + 1, one opening with seats swapped, stay together. */
static inline int sow_fold_of_group(int64_t group, int folds)
{
    return (int)(group / 2 % folds);
}

SOW_C_END

#endif
