/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Passes over a source of rows. A pass checks the rows and divides them into
 * observations: single rows, or for methods with choice sets whole sets. Private to
 * learn.
 *
 * Each pass checks the source anew. A source that gives other rows the second time
 * therefore causes wrong figures, but no other harm.
 */
#ifndef SOW_LEARN_OBSERVE_H
#define SOW_LEARN_OBSERVE_H

#include "sow/learn/model.h"

#include <stddef.h>

/** One row or choice set of weight above 0. All pointers are borrowed, and valid until
 * the callback that receives the observation returns. */
struct sow_observation {
    size_t count;      /**< number of rows: 1, or the alternatives of a set */
    const double *x;   /**< numbers, row after row. In a set they are differences from its
                            first row, so that a number equal in all rows is exactly 0 */
    const double *raw; /**< numbers as in x, but unchanged in sets too */
    const double *y;   /**< target of each row */
    double weight;     /**< weight of the observation */
    int64_t group;     /**< group of the rows */
    int stratum;       /**< stratum of the row, or of the first row of a set */
};

/** Counts of the choice sets in a pass, all of weight above 0. */
struct sow_census {
    int64_t sets;          /**< informative sets */
    int64_t single;        /**< sets of one alternative */
    int64_t all_preferred; /**< larger sets in which every alternative is preferred */
    int64_t several; /**< informative sets with more than one preferred alternative */
};

/**
 * A callback that receives one observation.
 * @param taker the caller's own data.
 * @param seen the observation; valid until the callback returns.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK to continue; any other status ends the pass.
 */
typedef enum sow_status
sow_observation_fn(void *taker, const struct sow_observation *seen, struct sow_err *err);

/**
 * Reads all rows once and gives every informative observation to a callback.
 * @param rows the source.
 * @param method the method, which determines the checks and whether there are sets.
 * @param take the callback.
 * @param taker first argument of each call of @p take.
 * @param[out] census receives the counts of the choice sets, on failure those so far.
 * NULL in a later pass over the same rows, which does not check numbers, targets, groups
 * and strata again.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, a status of the source or of @p take, or SOW_BAD_DATA
 * if a row or set is invalid, as for sow_model_fit.
 */
SOW_MUST_USE enum sow_status sow_observe(const struct sow_rows *rows,
                                         const struct sow_method *method,
                                         sow_observation_fn *take, void *taker,
                                         struct sow_census *census, struct sow_err *err);

#endif
