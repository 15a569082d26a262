/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Products of blocks of rows. Private to learn.
 *
 * Every number is summed in the order of the rows or columns. So the bits of a product
 * depend neither on the processor nor on the number of lanes that add at once.
 *
 * Ownership: all memory is the caller's.
 */
#ifndef SOW_LEARN_PRODUCT_H
#define SOW_LEARN_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>

/** Two groups of columns of a block of rows: A, and B. */
struct sow_block_pair {
    const double *a;     /**< first number of A; borrowed */
    double *b;           /**< first number of B; borrowed */
    size_t stride;       /**< distance from a row to the next, for both */
    size_t rows;         /**< number of rows */
    size_t a_count;      /**< number of columns of A */
    size_t b_count;      /**< number of columns of B */
    double *small;       /**< matrix of a_count x b_count numbers; borrowed */
    size_t small_stride; /**< distance from a row of @p small to the next */
};

/** Code for one set of instructions. All give the same bits. */
struct sow_product {
    const char *name;        /**< name of the instructions */
    size_t lanes;            /**< number of columns that are added at once */
    bool (*available)(void); /**< function that returns true if this processor has them */
    /** Function that does what sow_product_gather() does, for at least `lanes` columns of
     *  B. */
    void (*gather)(const struct sow_block_pair *pair);
    /** Function that does what sow_product_subtract() does, for at least `lanes` columns.
     */
    void (*subtract)(const struct sow_block_pair *pair);
};

/** All sets of instructions of this build, from the narrowest to the widest. The entry
 *  after the last one has no name. */
extern const struct sow_product sow_products[];

/** Returns the widest product that this processor can compute. */
const struct sow_product *sow_product_best(void);

/** Adds A'B to the small matrix, the first row of A and B first.
 *  @param product code to use, which must be available.
 *  @param[in,out] pair the blocks, and the small matrix that receives the sums. */
void sow_product_gather(const struct sow_product *product,
                        const struct sow_block_pair *pair);

/** Subtracts A times the small matrix from B, the first column of A first.
 *  @param product code to use, which must be available.
 *  @param[in,out] pair the blocks, of which B receives the rest, and the small matrix. */
void sow_product_subtract(const struct sow_product *product,
                          const struct sow_block_pair *pair);

/** Entries of sow_products. */
void sow_product_gather_portable(const struct sow_block_pair *pair);
void sow_product_subtract_portable(const struct sow_block_pair *pair);
void sow_product_gather_avx2(const struct sow_block_pair *pair);
void sow_product_subtract_avx2(const struct sow_block_pair *pair);

#endif
