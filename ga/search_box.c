/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_box.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns true if a gene has one value only. */
static bool is_held(const struct sow_genome_spec *spec, int index)
{
    struct sow_genome_range range = sow_genome_range_of(spec, index);
    return range.lower >= range.upper;
}

enum sow_status sow_box_check(const struct sow_genome_spec *spec, int most,
                              const char *name, struct sow_err *err)
{
    int held = 0;
    if (spec->permutation)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_BAD_DATA,
                        "'%s' searches weights, not orders: choose the optimizer 'ga' or "
                        "'random'",
                        name),
            "optimizer");
    if (spec->length > most)
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_BAD_DATA,
                "'%s' searches at most %d genes, not %d: choose another optimizer", name,
                most, spec->length),
            "optimizer");
    for (int i = 0; i < spec->length; i++)
        held += is_held(spec, i);
    return held < spec->length
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA,
                             "all %d genes are held, so there is nothing to search: give "
                             "one of them a lower bound below its upper bound",
                             spec->length);
}

enum sow_status sow_box_init(struct sow_box *box, const struct sow_genome_spec *spec,
                             struct sow_err *err)
{
    *box = (struct sow_box){.spec = spec};
    box->gene = calloc((size_t)spec->length, sizeof *box->gene);
    if (box->gene == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < spec->length; i++)
        if (!is_held(spec, i))
            box->gene[box->size++] = i;
    return SOW_OK;
}

void sow_box_release(struct sow_box *box)
{
    free(box->gene);
    *box = (struct sow_box){.size = 0};
}

struct sow_genome_range sow_box_range(const struct sow_box *box, int index)
{
    return sow_genome_range_of(box->spec, box->gene[index]);
}

void sow_box_genes(const struct sow_box *box, const double *point, double *genes)
{
    for (int i = 0; i < box->spec->length; i++)
        genes[i] = sow_genome_range_of(box->spec, i).lower;
    for (int k = 0; k < box->size; k++) {
        struct sow_genome_range range = sow_box_range(box, k);
        double share = fmin(fmax(point[k], 0.0), 1.0);
        double value = range.lower + share * (range.upper - range.lower);
        genes[box->gene[k]] = sow_genome_snap(box->spec, box->gene[k], value);
    }
}

void sow_box_point(const struct sow_box *box, const double *genes, double *point)
{
    for (int k = 0; k < box->size; k++) {
        struct sow_genome_range range = sow_box_range(box, k);
        point[k] = (genes[box->gene[k]] - range.lower) / (range.upper - range.lower);
    }
}

void sow_box_draw(const struct sow_box *box, struct sow_pcg *rng, double *point)
{
    for (int k = 0; k < box->size; k++)
        point[k] = sow_pcg_unit(rng);
}

int sow_box_best_replaced(const struct sow_generation *told, const double *asked)
{
    const struct sow_population *population = &told->population;
    size_t size = (size_t)population->length * sizeof *asked;
    int best = -1;
    for (int i = 0; i < population->count; i++) {
        const double *genes = sow_population_genome(population, i);
        const double *own = asked + (ptrdiff_t)i * population->length;
        if (memcmp(genes, own, size) != 0 &&
            (best < 0 || told->fitness[i] > told->fitness[best]))
            best = i;
    }
    return best;
}
