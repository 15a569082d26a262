/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "breeding.h"

#include <math.h>
#include <string.h>

/* Draws a number from the stream and returns true with probability @p probability, from 0
   to 1. */
static bool chance(struct sow_pcg *rng, double probability)
{
    return sow_pcg_unit(rng) < probability;
}

/* --- vectors --- */

/* Exchanges two genes. */
static void swap(double *one, double *other)
{
    double gene = *one;
    *one = *other;
    *other = gene;
}

/* Swaps each gene of two children with probability gene_swap_rate. Callback of a
   crossover; the children begin as copies of their parents. */
static void cross_uniform(const struct sow_breeding *breeding, double *one, double *other)
{
    for (int i = 0; i < breeding->spec->length; i++)
        if (chance(breeding->rng, breeding->options->gene_swap_rate))
            swap(&one[i], &other[i]);
}

/* Swaps all genes behind a cut between two genes, so that each child has genes of both
   parents. Children of one gene stay as they are, and nothing is drawn. */
static void cross_one_point(const struct sow_breeding *breeding, double *one,
                            double *other)
{
    int length = breeding->spec->length;
    if (length < 2)
        return;
    int cut = 1 + (int)sow_pcg_below(breeding->rng, (uint32_t)length - 1U);
    for (int i = cut; i < length; i++)
        swap(&one[i], &other[i]);
}

/* Replaces both genes by values between them: one by a random share of the way, the other
   by the same share from its side. Draws once for each gene, so that the children's
   average is that of the parents. */
static void cross_blend(const struct sow_breeding *breeding, double *one, double *other)
{
    for (int i = 0; i < breeding->spec->length; i++) {
        double change = sow_pcg_unit(breeding->rng) * (other[i] - one[i]);
        one[i] = sow_genome_snap(breeding->spec, i, one[i] + change);
        other[i] = sow_genome_snap(breeding->spec, i, other[i] - change);
    }
}

/* Leaves the children as copies of their parents. Callback of a crossover. */
static void cross_none(const struct sow_breeding *breeding, double *one, double *other)
{
    (void)breeding;
    (void)one;
    (void)other;
}

/* Crossover of each enum sow_ga_crossover. */
static void (*const CROSS[SOW_CROSSOVERS])(const struct sow_breeding *breeding,
                                           double *one, double *other) = {
    [SOW_CROSS_UNIFORM] = cross_uniform,
    [SOW_CROSS_ONE_POINT] = cross_one_point,
    [SOW_CROSS_BLEND] = cross_blend,
    [SOW_CROSS_NONE] = cross_none,
};

/* Returns @p gene plus a normal deviate of standard deviation breeding->sigma, clipped
   and rounded to an allowed value of gene @p index. */
static double mutate_gaussian(const struct sow_breeding *breeding, int index, double gene)
{
    double change = breeding->sigma * sow_pcg_normal(breeding->rng);
    return sow_genome_snap(breeding->spec, index, gene + change);
}

/* Returns a new random value of gene @p index, counted from 0, in its range. Ignores the
   value before. */
static double mutate_uniform(const struct sow_breeding *breeding, int index, double gene)
{
    (void)gene;
    return sow_genome_draw(breeding->spec, index, breeding->rng);
}

/* Mutation of each enum sow_ga_mutation. */
static double (*const MUTATE[SOW_MUTATIONS])(const struct sow_breeding *breeding,
                                             int index, double gene) = {
    [SOW_MUTATE_GAUSSIAN] = mutate_gaussian,
    [SOW_MUTATE_UNIFORM] = mutate_uniform,
};

/* --- permutations --- */

/* Places of a permutation from `begin` to `end` - 1. */
struct segment {
    int begin; /* first place */
    int end;   /* place behind the last one */
};

/* Draws two different cuts from the length + 1 places before, between and behind the
   genes. Returns the segment between them, which has at least one gene. */
static struct segment draw_segment(const struct sow_breeding *breeding)
{
    uint32_t length = (uint32_t)breeding->spec->length;
    int first = (int)sow_pcg_below(breeding->rng, length + 1U);
    int second = (int)sow_pcg_below(breeding->rng, length);
    second += second >= first;
    return first < second ? (struct segment){first, second}
                          : (struct segment){second, first};
}

/* Returns the place, counted from 0, of a gene in a permutation, which must have it. */
static int place_of(const double *genes, double gene)
{
    int place = 0;
    while (fabs(genes[place] - gene) > 0.0)
        place++;
    return place;
}

/* Returns true if the segment @p segment of a permutation has the gene. */
static bool holds(const double *genes, struct segment segment, double gene)
{
    for (int i = segment.begin; i < segment.end; i++)
        if (fabs(genes[i] - gene) <= 0.0)
            return true;
    return false;
}

/* Fills the places of @p child outside the segment with the remaining genes, in their
   order in @p other. Child and parent are read round, from behind the segment on. */
static void fill_in_order(double *child, const double *other, int length,
                          struct segment segment)
{
    double own[SOW_PERMUTATION_LENGTH_MAX];
    memcpy(own, child, (size_t)length * sizeof *own);
    int place = segment.end % length;
    for (int i = 0; i < length; i++) {
        double gene = other[(segment.end + i) % length];
        if (holds(own, segment, gene))
            continue;
        child[place] = gene;
        place = (place + 1) % length;
    }
}

/* Gives @p child the segment of @p other. Each gene of the segment changes places with
 * the one that it replaces. */
static void match_partially(double *child, const double *other, int length,
                            struct segment segment)
{
    (void)length;
    for (int i = segment.begin; i < segment.end; i++) {
        int place = place_of(child, other[i]);
        child[place] = child[i];
        child[i] = other[i];
    }
}

/* Crossover of each enum sow_ga_order_crossover: changes @p child by the genes of the
   other parent. */
static void (*const CROSS_ORDERS[SOW_ORDER_CROSSOVERS])(double *child,
                                                        const double *other, int length,
                                                        struct segment segment) = {
    [SOW_CROSS_ORDER] = fill_in_order,
    [SOW_CROSS_PARTIALLY_MATCHED] = match_partially,
};

/* Crosses two permutations in place, by the same segment, with the crossover of the
 * options. */
static void cross_permutations(const struct sow_breeding *breeding, double *one,
                               double *other)
{
    int length = breeding->spec->length;
    double parent[SOW_PERMUTATION_LENGTH_MAX];
    memcpy(parent, one, (size_t)length * sizeof *parent);
    struct segment segment = draw_segment(breeding);
    CROSS_ORDERS[breeding->options->order_crossover](one, other, length, segment);
    CROSS_ORDERS[breeding->options->order_crossover](other, parent, length, segment);
}

/* Exchanges the genes at two places. */
static void swap_places(double *genes, int place, int other)
{
    swap(&genes[place], &genes[other]);
}

/* Moves the gene at @p place to @p other; those between move one place towards its old
 * one. */
static void move_place(double *genes, int place, int other)
{
    double gene = genes[place];
    int step = place < other ? 1 : -1;
    for (int i = place; i != other; i += step)
        genes[i] = genes[i + step];
    genes[other] = gene;
}

/* Mutation of each enum sow_ga_order_mutation, for two different places. */
static void (*const MUTATE_ORDERS[SOW_ORDER_MUTATIONS])(double *genes, int place,
                                                        int other) = {
    [SOW_MUTATE_SWAP] = swap_places,
    [SOW_MUTATE_INSERTION] = move_place,
};

/* Mutates one place of a permutation, with a second place drawn from all others. A
 * permutation of one gene stays as it is, and nothing is drawn. */
static void mutate_permutation(const struct sow_breeding *breeding, double *genes,
                               int place)
{
    uint32_t length = (uint32_t)breeding->spec->length;
    if (length < 2)
        return;
    int other = (int)sow_pcg_below(breeding->rng, length - 1U);
    other += other >= place;
    MUTATE_ORDERS[breeding->options->order_mutation](genes, place, other);
}

/* --- children --- */

void sow_breeding_cross(const struct sow_breeding *breeding, double *one, double *other)
{
    if (!chance(breeding->rng, breeding->options->crossover_rate))
        return;
    if (breeding->spec->permutation)
        cross_permutations(breeding, one, other);
    else
        CROSS[breeding->options->crossover](breeding, one, other);
}

void sow_breeding_mutate(const struct sow_breeding *breeding, double *genes)
{
    for (int i = 0; i < breeding->spec->length; i++) {
        if (!chance(breeding->rng, breeding->options->mutation_rate))
            continue;
        if (breeding->spec->permutation)
            mutate_permutation(breeding, genes, i);
        else
            genes[i] = MUTATE[breeding->options->mutation](breeding, i, genes[i]);
    }
}
