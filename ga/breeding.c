/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "breeding.h"

static bool chance(struct sow_pcg *rng, double probability)
{
    return sow_pcg_unit(rng) < probability;
}

static void swap(double *one, double *other)
{
    double gene = *one;
    *one = *other;
    *other = gene;
}

static void cross_uniform(const struct sow_breeding *breeding, double *one, double *other)
{
    for (int i = 0; i < breeding->spec->length; i++)
        if (chance(breeding->rng, breeding->options->gene_swap_rate))
            swap(&one[i], &other[i]);
}

/* Swaps all genes behind a cut between two genes, so that each child has genes of both
   parents. */
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

/* Draws once for each gene, so that the children's average is that of the parents. */
static void cross_blend(const struct sow_breeding *breeding, double *one, double *other)
{
    for (int i = 0; i < breeding->spec->length; i++) {
        double change = sow_pcg_unit(breeding->rng) * (other[i] - one[i]);
        one[i] = sow_genome_snap(breeding->spec, i, one[i] + change);
        other[i] = sow_genome_snap(breeding->spec, i, other[i] - change);
    }
}

static void cross_none(const struct sow_breeding *breeding, double *one, double *other)
{
    (void)breeding;
    (void)one;
    (void)other;
}

static void (*const CROSS[SOW_CROSSOVERS])(const struct sow_breeding *breeding,
                                           double *one, double *other) = {
    [SOW_CROSS_UNIFORM] = cross_uniform,
    [SOW_CROSS_ONE_POINT] = cross_one_point,
    [SOW_CROSS_BLEND] = cross_blend,
    [SOW_CROSS_NONE] = cross_none,
};

static double mutate_gaussian(const struct sow_breeding *breeding, int index, double gene)
{
    double change = breeding->sigma * sow_pcg_normal(breeding->rng);
    return sow_genome_snap(breeding->spec, index, gene + change);
}

static double mutate_uniform(const struct sow_breeding *breeding, int index, double gene)
{
    (void)gene;
    return sow_genome_draw(breeding->spec, index, breeding->rng);
}

static double (*const MUTATE[SOW_MUTATIONS])(const struct sow_breeding *breeding,
                                             int index, double gene) = {
    [SOW_MUTATE_GAUSSIAN] = mutate_gaussian,
    [SOW_MUTATE_UNIFORM] = mutate_uniform,
};

void sow_breeding_cross(const struct sow_breeding *breeding, double *one, double *other)
{
    if (!chance(breeding->rng, breeding->options->crossover_rate))
        return;
    if (breeding->spec->permutation)
        sow_permutation_cross(breeding, one, other);
    else
        CROSS[breeding->options->crossover](breeding, one, other);
}

void sow_breeding_mutate(const struct sow_breeding *breeding, double *genes)
{
    for (int i = 0; i < breeding->spec->length; i++) {
        if (!chance(breeding->rng, breeding->options->mutation_rate))
            continue;
        if (breeding->spec->permutation)
            sow_permutation_mutate(breeding, genes, i);
        else
            genes[i] = MUTATE[breeding->options->mutation](breeding, i, genes[i]);
    }
}
