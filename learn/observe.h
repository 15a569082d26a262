/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Passes over a source of rows, checked and cut into observations: a row, or for methods
 * with choice sets a set. Private to learn; a source is checked anew in every pass, so
 * that one that changes does no harm beyond wrong figures.
 */
#ifndef SOW_LEARN_OBSERVE_H
#define SOW_LEARN_OBSERVE_H

#include "sow/learn/model.h"

#include <stddef.h>

/** What counts at once, weight above 0. Borrowed for the time of the call. */
struct sow_observation {
    size_t count;      /**< rows: 1, or the alternatives of a set */
    const double *x;   /**< row after row; of a set less its first row, so that what is
                            equal within the set is exactly 0 */
    const double *raw; /**< as x, unchanged */
    const double *y;
    double weight;
    int64_t group;
    int stratum; /**< of the (first) row */
};

/** The choice sets that a pass met, of weight above 0. */
struct sow_census {
    int64_t sets;   /**< that tell something */
    int64_t single; /**< sets of one alternative */
    int64_t all_preferred;
    int64_t several; /**< of sets: with more than one preferred alternative */
};

/** Takes one observation; any status but SOW_OK ends the pass. */
typedef enum sow_status
sow_observation_fn(void *taker, const struct sow_observation *seen, struct sow_err *err);

/** Hands all observations of @p rows that tell something to @p take; @p census may be
 *  NULL. Errors: those of the data in sow_model_fit. */
SOW_MUST_USE enum sow_status sow_observe(const struct sow_rows *rows,
                                         const struct sow_method *method,
                                         sow_observation_fn *take, void *taker,
                                         struct sow_census *census, struct sow_err *err);

#endif
