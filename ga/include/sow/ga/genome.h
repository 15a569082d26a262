/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Genomes: vectors of genes that share one grid, and permutations. The genes of a vector
 * share one range, unless each has a range of its own.
 *
 * An evaluator with fixed-point weights distinguishes multiples of its unit only. So
 * every gene is a multiple of the specification's step at all times: the stored gene is
 * the one that was evaluated. No gene is ever minus zero, which a database may not
 * distinguish from zero.
 *
 * A permutation has every whole number from the lower to the upper bound once.
 *
 * Ownership: a specification is plain data and borrows its ranges. Genes are the caller's
 * arrays of `spec->length` doubles. All functions but sow_genome_check expect a
 * specification that it has accepted. The functions are thread-safe, if each thread has
 * its own random stream.
 */
#ifndef SOW_GA_GENOME_H
#define SOW_GA_GENOME_H

#include "sow/base/err.h"
#include "sow/base/pcg.h"

#include <stdbool.h>
#include <stddef.h>

SOW_C_BEGIN

/** Greatest numbers of genes. */
enum {
    SOW_GENOME_LENGTH_MAX = 1000000, /**< genes of a vector */
    SOW_PERMUTATION_LENGTH_MAX = 256 /**< genes of a permutation */
};

/** Greatest size of a bound: squares and sums of genes cannot overflow. */
#define SOW_GENOME_BOUND_MAX 1e100

/** Range of one gene. */
struct sow_genome_range {
    double lower; /**< least value; a multiple of the step */
    double upper; /**< greatest value; a multiple of the step. If it equals the lower one,
                       the gene is held */
};

/** Specification of the genomes of an optimisation. */
struct sow_genome_spec {
    int length;       /**< number of genes, 1..SOW_GENOME_LENGTH_MAX */
    bool permutation; /**< true for permutations: the step is 1, and the range has
                         `length` values, at most SOW_PERMUTATION_LENGTH_MAX */
    double lower;     /**< least value of all genes; a multiple of the step */
    double upper; /**< greatest value of all genes, above lower; a multiple of the step */
    double step;  /**< grid of the genes: a power of two (2^-14, 1, ...) that gives fewer
                     than  2^32 values from lower to upper; 0 = continuous */
    const struct sow_genome_range *
        ranges; /**< range of each gene, within lower and upper; borrowed. NULL: all genes
                     have the range from lower to upper; always NULL for permutations */
};

/**
 * Checks a specification.
 * @param spec the specification
 * @param err receives the reason of a failure; may be NULL
 * @returns SOW_OK, or SOW_BAD_DATA if @p spec contradicts the comments of its fields, or
 *     if the magnitude of a bound is above SOW_GENOME_BOUND_MAX. The ranges of a
 *     permutation are not looked at.
 */
SOW_MUST_USE enum sow_status sow_genome_check(const struct sow_genome_spec *spec,
                                              struct sow_err *err);

/**
 * Returns the range of a gene.
 * @param spec the specification
 * @param index number of the gene, from 0 to length - 1
 * @returns the gene's own range, or that of all genes
 */
static inline struct sow_genome_range
sow_genome_range_of(const struct sow_genome_spec *spec, int index)
{
    struct sow_genome_range all = {spec->lower, spec->upper};
    return spec->ranges != NULL ? spec->ranges[index] : all;
}

/**
 * Moves a value to the nearest allowed value of a gene.
 * @param spec the specification
 * @param index number of the gene, from 0 to length - 1
 * @param value any number but NaN
 * @returns @p value clipped to the bounds, then rounded to the step (ties to even
 * multiples)
 */
double sow_genome_snap(const struct sow_genome_spec *spec, int index, double value);

/**
 * Draws a gene uniformly from its allowed values, both bounds included. Draws from the
 * stream even for a held gene, which has one value.
 * @param spec the specification, not of a permutation
 * @param index number of the gene, from 0 to length - 1
 * @param[in,out] rng random stream
 * @returns the value
 */
double sow_genome_draw(const struct sow_genome_spec *spec, int index,
                       struct sow_pcg *rng);

/**
 * Draws a genome: independent genes, first gene first. All permutations are equally
 * likely.
 * @param spec the specification
 * @param[in,out] rng random stream
 * @param[out] genes receives `spec->length` genes
 */
void sow_genome_random(const struct sow_genome_spec *spec, struct sow_pcg *rng,
                       double *genes);

/**
 * Finds the first gene that is not an allowed value, or that repeats another gene of a
 * permutation.
 * @param spec the specification
 * @param genes `spec->length` genes
 * @returns the number of the gene, from 0; -1 if there is none
 */
int sow_genome_first_invalid(const struct sow_genome_spec *spec, const double *genes);

SOW_C_END

#endif
