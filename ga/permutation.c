/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Crossover and mutation of permutations. */
#include "breeding.h"

#include <math.h>
#include <string.h>

/* Places of a permutation from `begin` to `end` - 1. */
struct segment {
    int begin;
    int end;
};

/* Draws two different cuts from the places before, between and behind the genes. */
static struct segment draw_segment(const struct sow_breeding *breeding)
{
    uint32_t length = (uint32_t)breeding->spec->length;
    int first = (int)sow_pcg_below(breeding->rng, length + 1U);
    int second = (int)sow_pcg_below(breeding->rng, length);
    second += second >= first;
    return first < second ? (struct segment){first, second}
                          : (struct segment){second, first};
}

static int place_of(const double *genes, double gene)
{
    int place = 0;
    while (fabs(genes[place] - gene) > 0.0)
        place++;
    return place;
}

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

static void (*const CROSS[SOW_ORDER_CROSSOVERS])(double *child, const double *other,
                                                 int length, struct segment segment) = {
    [SOW_CROSS_ORDER] = fill_in_order,
    [SOW_CROSS_PARTIALLY_MATCHED] = match_partially,
};

void sow_permutation_cross(const struct sow_breeding *breeding, double *one,
                           double *other)
{
    int length = breeding->spec->length;
    double parent[SOW_PERMUTATION_LENGTH_MAX];
    memcpy(parent, one, (size_t)length * sizeof *parent);
    struct segment segment = draw_segment(breeding);
    CROSS[breeding->options->order_crossover](one, other, length, segment);
    CROSS[breeding->options->order_crossover](other, parent, length, segment);
}

static void swap(double *genes, int place, int other)
{
    double gene = genes[place];
    genes[place] = genes[other];
    genes[other] = gene;
}

static void insert(double *genes, int place, int other)
{
    double gene = genes[place];
    int step = place < other ? 1 : -1;
    for (int i = place; i != other; i += step)
        genes[i] = genes[i + step];
    genes[other] = gene;
}

static void (*const MUTATE[SOW_ORDER_MUTATIONS])(double *genes, int place, int other) = {
    [SOW_MUTATE_SWAP] = swap,
    [SOW_MUTATE_INSERTION] = insert,
};

void sow_permutation_mutate(const struct sow_breeding *breeding, double *genes, int place)
{
    uint32_t length = (uint32_t)breeding->spec->length;
    if (length < 2)
        return;
    int other = (int)sow_pcg_below(breeding->rng, length - 1U);
    other += other >= place;
    MUTATE[breeding->options->order_mutation](genes, place, other);
}
