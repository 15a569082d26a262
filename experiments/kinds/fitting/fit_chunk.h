/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows of a fit in memory, many in one piece. Private to fitting.
 *
 * Features are small whole numbers. They take a byte each, unless one of the chunk does
 * not fit.
 *
 * Ownership: a chunk is the caller's storage and owns its arrays.
 */
#ifndef SOW_FITTING_FIT_CHUNK_H
#define SOW_FITTING_FIT_CHUNK_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Number of rows in a full chunk. */
enum { FIT_CHUNK_ROWS = 1 << 15 };

/** Facts about a row other than its features. */
struct fit_mark {
    uint32_t game;      /**< index into the games */
    int16_t label;      /**< margin; for a move 1 if it is preferred, else 0 */
    uint8_t seeds;      /**< number of seeds on the board */
    uint8_t opens_unit; /**< 1 for the first row of a choice, and for each position */
};

/** Up to FIT_CHUNK_ROWS rows. */
struct fit_chunk {
    size_t count;           /**< number of rows */
    size_t width;           /**< number of features in a row */
    struct fit_mark *marks; /**< facts about the rows */
    int8_t *bytes;          /**< features, row after row; NULL if one does not fit */
    int16_t *values;        /**< features, row after row; NULL while all fit a byte */
    double *targets; /**< mixed targets; NULL unless labels by search are mixed in */
};

/** Makes an empty chunk for rows of @p width features, with room for targets if @p mixes
 *  is true. Returns SOW_OK or SOW_NO_MEMORY; after both the chunk may be released. */
SOW_MUST_USE enum sow_status sow_fit_chunk_init(struct fit_chunk *chunk, size_t width,
                                                bool mixes, struct sow_err *err);

/** Frees the arrays of a chunk. */
void sow_fit_chunk_release(struct fit_chunk *chunk);

/** Copies a row behind the others of a chunk that is not full. Returns SOW_OK or
 *  SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_fit_chunk_add(struct fit_chunk *chunk,
                                               struct fit_mark mark,
                                               const int16_t *values,
                                               struct sow_err *err);

/** Writes the features of row @p i to @p x. */
void sow_fit_chunk_read(const struct fit_chunk *chunk, size_t i, double *x);

#endif
