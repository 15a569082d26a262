/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Differences between the values of lists over blocks (block_compare.h), and means of
 * values. Tables and charts of comparisons are made of them.
 *
 * Ownership: everything is borrowed for the call; `of` and `is_compared` of differences
 * belong to the caller.
 */
#ifndef SOW_EXPERIMENTS_BLOCK_CONTRAST_H
#define SOW_EXPERIMENTS_BLOCK_CONTRAST_H

#include "block_compare.h"
#include "sow/statistics/statistics_blocks.h"

/** Longest verdict, in bytes with the end. */
enum { SOW_VERDICT_MAX = 48 };

/** Difference of two values of a list. */
struct sow_contrast {
    size_t list; /**< index of the list */
    size_t a;    /**< index of the first value */
    size_t b;    /**< index of the second value */
    struct sow_paired paired;
    double p_adjusted; /**< p value, corrected for all differences (Holm) */
};

/** All differences of a comparison, in the order of their lists, first and second value.
 *  Release them by sow_contrasts_release. */
struct sow_contrasts {
    size_t count;
    struct sow_contrast *of; /**< owned */
    bool *is_compared;       /**< for each list: true if its values are compared; owned */
};

/** Returns the number of cells of a block. */
size_t sow_compared_cells(const struct sow_compared *compared);

/** Fills mean[value * blocks + block] for the values of list @p list: the mean over those
 *  cells of a block that have the value. */
void sow_compared_average(const struct sow_compared *compared, size_t list, double *mean);

/** Writes the mean over the blocks, and the bounds of its interval, to @p numbers. The
 *  interval is Student's, from the squares inside the variants over blocks minus
 *  variants, and stays within 0 and 1 for a score. Without two blocks of a variant its
 *  bounds are NaN. @p mean has a value for each block, and @p room a place for two
 *  numbers of each variant. */
void sow_compared_mean(const struct sow_compared *compared, const double *mean,
                       double *room, double numbers[3]);

/**
 * Makes all differences.
 * @param compared the blocks; lists that are not compared are noted as omissions
 * @param[out] all receives the differences; release them also after a failure
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_contrast_all(const struct sow_compared *compared,
                                              struct sow_contrasts *all,
                                              struct sow_err *err);

/** Frees what belongs to differences; does nothing if all is zero. */
void sow_contrasts_release(struct sow_contrasts *all);

/** Returns the verdict on a difference: a static word or, for an equivalence, a text in
 *  @p room that also gives its margin. */
const char *sow_contrast_verdict(const struct sow_compared *compared,
                                 const struct sow_contrast *contrast,
                                 char room[SOW_VERDICT_MAX]);

/** Swaps the two values of a difference. */
void sow_contrast_swap(struct sow_contrast *contrast);

/** Returns the index of the value of a list with the best mean. Returns the number of
 *  values if the list is not compared. */
size_t sow_contrast_best(const struct sow_compared *compared,
                         const struct sow_contrasts *all, size_t list);

#endif
