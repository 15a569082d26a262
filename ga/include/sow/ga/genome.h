/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Genomes: vectors of genes that share one grid and, unless each has a range of its own,
 * one range, and permutations.
 *
 * An evaluator that plays fixed-point weights only distinguishes multiples of its unit.
 * Every gene is therefore a multiple of the specification's step at all times, so that
 * the stored gene is the one that was evaluated. No gene is ever minus zero, which a
 * database may not keep apart from zero.
 *
 * A permutation has every whole number from the lower to the upper bound once.
 *
 * Ownership: a specification is plain data and borrows its ranges; genes are the caller's
 * arrays of `spec->length` doubles. Functions other than sow_genome_check expect a
 * specification that it has accepted.
 */
#ifndef SOW_GA_GENOME_H
#define SOW_GA_GENOME_H

#include "sow/base/err.h"
#include "sow/base/pcg.h"

#include <stdbool.h>
#include <stddef.h>

SOW_C_BEGIN

enum { SOW_GENOME_LENGTH_MAX = 1000000, SOW_PERMUTATION_LENGTH_MAX = 256 };

/** Greatest size of a bound: squares and sums of genes cannot overflow. */
#define SOW_GENOME_BOUND_MAX 1e100

/** The values of one gene. */
struct sow_genome_range {
    double lower; /**< a multiple of the step, like the upper one */
    double upper; /**< not less; if equal, the gene is held */
};

/** What a genome may be. */
struct sow_genome_spec {
    int length;       /**< genes, 1..SOW_GENOME_LENGTH_MAX */
    bool permutation; /**< the step is 1, the range has `length` values, at most
                           SOW_PERMUTATION_LENGTH_MAX */
    double lower;     /**< least value of a gene; a multiple of the step */
    double upper;     /**< greatest value, above lower; a multiple of the step */
    double step; /**< a power of two (2^-14, 1, ...) that gives fewer than 2^32 values
                      from lower to upper; 0 = continuous */
    const struct sow_genome_range
        *ranges; /**< of each gene, within lower and upper; NULL:
                      all have these. None of a permutation */
};

/** SOW_BAD_DATA if @p spec contradicts what its fields say. */
SOW_MUST_USE enum sow_status sow_genome_check(const struct sow_genome_spec *spec,
                                              struct sow_err *err);

/** What the gene @p index may be. */
static inline struct sow_genome_range
sow_genome_range_of(const struct sow_genome_spec *spec, int index)
{
    struct sow_genome_range all = {spec->lower, spec->upper};
    return spec->ranges != NULL ? spec->ranges[index] : all;
}

/** The allowed value of gene @p index nearest to @p value, which is not NaN: clipped to
 *  the bounds, then rounded to the step (ties to even multiples). */
double sow_genome_snap(const struct sow_genome_spec *spec, int index, double value);

/** Gene @p index drawn uniformly from its allowed values, both bounds included; no gene
 * of a permutation. */
double sow_genome_draw(const struct sow_genome_spec *spec, int index,
                       struct sow_pcg *rng);

/** Fills @p genes with independent draws, first gene first; or with a permutation, all
 *  of them equally likely. */
void sow_genome_random(const struct sow_genome_spec *spec, struct sow_pcg *rng,
                       double *genes);

/** The index of the first gene that is not an allowed value, or in a permutation repeats
 *  another; or -1. */
int sow_genome_first_invalid(const struct sow_genome_spec *spec, const double *genes);

SOW_C_END

#endif
