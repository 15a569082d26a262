/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Order statistics of numbers that are seen in passes and not kept: of the 64 bits that
 * order doubles, each pass finds SOW_RANKS_BITS more by a histogram of the numbers that
 * agree so far. Private to learn.
 *
 * Use: init; then, until sow_ranks_finished after SOW_RANKS_PASSES passes or fewer, offer
 * all numbers of a pass and call sow_ranks_end_pass. Ownership: the caller's storage
 * between init and release.
 */
#ifndef SOW_LEARN_RANKS_H
#define SOW_LEARN_RANKS_H

#include "sow/base/err.h"

#include <stddef.h>
#include <stdint.h>

enum {
    SOW_RANKS_BITS = 13,
    SOW_RANKS_PASSES = 5, /**< to know all 64 bits */
    SOW_RANKS_MAX = 9,
};

struct sow_ranks {
    size_t count;                   /**< ranks sought */
    int known;                      /**< bits */
    uint64_t prefix[SOW_RANKS_MAX]; /**< the known bits, at the low end */
    int64_t left[SOW_RANKS_MAX];    /**< numbers that agree and are to be passed over */
    int64_t *tally;                 /**< a histogram per rank */
};

/** Seeks the numbers that have ranks[i] numbers before them, 0 <= ranks[i] < all. */
SOW_MUST_USE enum sow_status sow_ranks_init(struct sow_ranks *ranks,
                                            const int64_t *sought, size_t count,
                                            struct sow_err *err);

void sow_ranks_release(struct sow_ranks *ranks);

/** @p value is finite. */
void sow_ranks_offer(struct sow_ranks *ranks, double value);

void sow_ranks_end_pass(struct sow_ranks *ranks);

/** The number of rank @p i, exact after SOW_RANKS_PASSES passes; before, the greatest
 *  that the bits known allow: less than 2^-(13 passes - 12) above it, relatively. */
double sow_ranks_value(const struct sow_ranks *ranks, size_t i);

#endif
