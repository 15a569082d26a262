/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Order statistics of numbers that are read in several passes and not kept. Private to
 * learn.
 *
 * The 64 bits of a double, suitably mapped, order like the double itself. For each rank,
 * a pass counts in a histogram the numbers whose leading bits are those found so far. So
 * it finds SOW_RANKS_BITS more bits of the number with that rank.
 *
 * Use: call sow_ranks_init. In each pass offer all numbers, then call sow_ranks_end_pass.
 * After SOW_RANKS_PASSES passes the values are exact; fewer passes give approximations.
 *
 * Ownership: a struct sow_ranks is the caller's storage. Release it after use.
 */
#ifndef SOW_LEARN_RANKS_H
#define SOW_LEARN_RANKS_H

#include "sow/base/err.h"

#include <stddef.h>
#include <stdint.h>

enum {
    SOW_RANKS_BITS = 13,  /**< bits that one pass finds */
    SOW_RANKS_PASSES = 5, /**< passes that find all 64 bits */
    SOW_RANKS_MAX = 9,    /**< largest number of ranks */
};

/** A search for the numbers of some ranks. */
struct sow_ranks {
    size_t count;                   /**< number of ranks */
    int known;                      /**< number of bits found */
    uint64_t prefix[SOW_RANKS_MAX]; /**< for each rank, the bits found, at the low end */
    int64_t left[SOW_RANKS_MAX];    /**< for each rank, how many of the numbers with this
                                         prefix are before it */
    int64_t *tally;                 /**< a histogram for each rank */
};

/**
 * Starts a search.
 * @param[out] ranks the search.
 * @param sought the ranks: for each, how many of the numbers are before the sought one.
 * At least 0 and less than the count of all numbers.
 * @param count number of ranks, at most SOW_RANKS_MAX.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_ranks_init(struct sow_ranks *ranks,
                                            const int64_t *sought, size_t count,
                                            struct sow_err *err);

/** Frees the memory of a search, which may be zero or released already. */
void sow_ranks_release(struct sow_ranks *ranks);

/** Counts one number of the current pass. @p value must be finite. */
void sow_ranks_offer(struct sow_ranks *ranks, double value);

/** Ends a pass: finds the next bits of each number, and empties the histograms. */
void sow_ranks_end_pass(struct sow_ranks *ranks);

/** Returns the number of rank @p i, counted from 0 in the order given to sow_ranks_init.
 *  It is exact after SOW_RANKS_PASSES passes. Before that it is the largest number with
 *  the bits found so far, too large by a relative error below 2^-(13 passes - 12). */
double sow_ranks_value(const struct sow_ranks *ranks, size_t i);

#endif
