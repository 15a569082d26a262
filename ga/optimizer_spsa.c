/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPSA: one point, which moves along a gradient that pairs of perturbed points estimate.
   All points are in the coordinates of the box. */
#include "search_box.h"
#include "sow/ga/optimizer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- options --- */

/* Offset of a field of the options. */
#define AT(field) offsetof(struct sow_spsa_options, field)

/* Rows of the options, in the order of help. */
static const struct sow_param ROWS[] = {
    {"spsa_perturbation", &sow_param_real, AT(perturbation), 1e-6, 1, NULL, "0.15",
     "first perturbation of each weight (c), as a share of its range"},
    {"spsa_step", &sow_param_real, AT(step), 1e-6, 1, NULL, "0.1",
     "mean size of the first step, as a share of each weight's range; it sets the gain a"},
    {"spsa_alpha", &sow_param_real, AT(alpha), 0, 2, NULL, "0.602",
     "exponent by which the gain falls (Spall 1998: 0.602)"},
    {"spsa_gamma", &sow_param_real, AT(gamma), 0, 2, NULL, "0.101",
     "exponent by which the perturbation falls (Spall 1998: 0.101)"},
    {"spsa_stability", &sow_param_real, AT(stability), 0, 10, NULL, "0.1",
     "stability constant (A), as a share of the generations (Spall 1998: 0.1)"},
};

const struct sow_param_table sow_spsa_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Largest number of genes: points are small beside populations. */
enum { GENES_MAX = 100000 };

/* Returns SOW_BAD_DATA for a population of 1, and for genomes that are no real vectors,
   too long or wholly held (sow_box_check). Callback of struct sow_optimizer. */
static enum sow_status check_spsa(const struct sow_optimizer_options *options,
                                  const struct sow_genome_spec *spec, struct sow_err *err)
{
    enum sow_status status = sow_box_check(spec, GENES_MAX, "spsa", err);
    if (status != SOW_OK || options->population > 1)
        return status;
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_BAD_DATA,
                    "spsa compares pairs of individuals: a population of 1 has none; "
                    "raise it to 2 or more"),
        "population");
}

/* --- state --- */

/* State of a search. */
struct spsa {
    const struct sow_spsa_options *options; /* options of SPSA */
    struct sow_box box;                     /* coordinates of the genes */
    int steps;                              /* steps that were taken (k) */
    double gain;      /* a; 0 before the first gradient that is not 0 */
    double *point;    /* the point */
    double *sum;      /* sum of the points of the second half of the steps */
    int summed;       /* number of points in `sum` */
    double *gradient; /* gradient of this step */
    double *other;    /* working memory: a perturbed point */
    double *asked;    /* genes of generation 0 as asked; not kept later */
};

/* Allocates the state and draws the first point. After SOW_NO_MEMORY, release_spsa frees
   what was allocated. Callback of struct sow_optimizer. */
static enum sow_status init_spsa(void *state, const struct sow_optimizer_task *task,
                                 struct sow_err *err)
{
    struct spsa *spsa = state;
    spsa->options = &task->options->spsa;
    enum sow_status status = sow_box_init(&spsa->box, task->spec, err);
    if (status != SOW_OK)
        return status;
    size_t size = (size_t)spsa->box.size;
    size_t genes = (size_t)task->options->population * (size_t)task->spec->length;
    spsa->point = calloc(size, sizeof *spsa->point);
    spsa->sum = calloc(size, sizeof *spsa->sum);
    spsa->gradient = calloc(size, sizeof *spsa->gradient);
    spsa->other = calloc(size, sizeof *spsa->other);
    spsa->asked = calloc(genes, sizeof *spsa->asked);
    if (spsa->point == NULL || spsa->sum == NULL || spsa->gradient == NULL ||
        spsa->other == NULL || spsa->asked == NULL)
        return sow_err_no_memory(err);
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_GENOME, {0}};
    sow_pcg_derive(&rng, task->seed, &stream);
    sow_box_draw(&spsa->box, &rng, spsa->point);
    return SOW_OK;
}

/* Frees what the state owns, also after a failed init_spsa. Callback of struct
   sow_optimizer. */
static void release_spsa(void *state)
{
    struct spsa *spsa = state;
    free(spsa->asked);
    free(spsa->other);
    free(spsa->gradient);
    free(spsa->sum);
    free(spsa->point);
    sow_box_release(&spsa->box);
}

/* --- asking --- */

/* Returns the perturbation of this step, as a share of the range. */
static double perturbation_of(const struct spsa *spsa)
{
    return spsa->options->perturbation / pow(spsa->steps + 1.0, spsa->options->gamma);
}

/* Fills @p genes with two individuals: the point plus and minus a perturbation of all
   coordinates, each with a random sign. A perturbation that leaves the box is clipped to
   it; the gradient counts the distance that is left. Uses `gradient` and `other` as
   room. */
static void ask_pair(struct spsa *spsa, struct sow_pcg *rng, double *genes)
{
    double size = perturbation_of(spsa);
    int length = spsa->box.spec->length;
    for (int k = 0; k < spsa->box.size; k++)
        spsa->gradient[k] = sow_pcg_below(rng, 2) == 0 ? -size : size;
    for (int k = 0; k < spsa->box.size; k++)
        spsa->other[k] = spsa->point[k] + spsa->gradient[k];
    sow_box_genes(&spsa->box, spsa->other, genes);
    for (int k = 0; k < spsa->box.size; k++)
        spsa->other[k] = spsa->point[k] - spsa->gradient[k];
    sow_box_genes(&spsa->box, spsa->other, genes + length);
}

/* Writes the mean of the points of the second half of the steps to `other`; the point
   itself before there are any. */
static void find_average(struct spsa *spsa)
{
    for (int k = 0; k < spsa->box.size; k++)
        spsa->other[k] = spsa->summed > 0 ? spsa->sum[k] / spsa->summed : spsa->point[k];
}

/* Fills @p genes with pairs about the point, with the point behind them if one place is
   left. The last generation begins with the point and the mean of points. Callback of
   struct sow_optimizer. */
static void ask_spsa(void *state, const struct sow_optimizer_task *task,
                     const struct sow_generation *before, double *genes)
{
    struct spsa *spsa = state;
    int generation = before == NULL ? 0 : before->population.generation + 1;
    int population = task->options->population;
    ptrdiff_t length = task->spec->length;
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_BREEDING, {(uint64_t)generation}};
    sow_pcg_derive(&rng, task->seed, &stream);
    int place = 0;
    if (generation > 0 && generation == task->options->generations - 1) {
        sow_box_genes(&spsa->box, spsa->point, genes);
        find_average(spsa);
        sow_box_genes(&spsa->box, spsa->other, genes + length);
        place = 2;
    }
    for (; place + 1 < population; place += 2)
        ask_pair(spsa, &rng, genes + place * length);
    if (place < population)
        sow_box_genes(&spsa->box, spsa->point, genes + place * length);
    if (generation == 0)
        memcpy(spsa->asked, genes, (size_t)population * (size_t)length * sizeof *genes);
}

/* --- telling --- */

/* Adds to the gradient the share of the pair of individuals @p first and @p first + 1.
   For each gene this is the difference of fitness over the distance of the two
   individuals, in units of its range, over the number of pairs. Genes without a distance
   get nothing. */
static void add_pair(struct spsa *spsa, const struct sow_generation *told, int first)
{
    const double *plus = sow_population_genome(&told->population, first);
    const double *minus = sow_population_genome(&told->population, first + 1);
    double gained = told->fitness[first] - told->fitness[first + 1];
    int pairs = told->population.count / 2;
    for (int k = 0; k < spsa->box.size; k++) {
        int gene = spsa->box.gene[k];
        struct sow_genome_range range = sow_box_range(&spsa->box, k);
        double distance = (plus[gene] - minus[gene]) / (range.upper - range.lower);
        if (fabs(distance) > 0.0)
            spsa->gradient[k] += gained / distance / pairs;
    }
}

/* Returns the divisor of the gain in this step: (A + k + 1) to the power of alpha. */
static double divisor_of(const struct spsa *spsa, int generations)
{
    double stability = spsa->options->stability * generations;
    return pow(stability + spsa->steps + 1.0, spsa->options->alpha);
}

/* Sets the gain by the first gradient that is not 0, so that the first step moves the
   coordinates by the option `step` on average. */
static void set_gain(struct spsa *spsa, int generations)
{
    double sum = 0.0;
    for (int k = 0; k < spsa->box.size; k++)
        sum += fabs(spsa->gradient[k]);
    if (!(spsa->gain > 0.0) && sum > 0.0)
        spsa->gain =
            spsa->options->step * divisor_of(spsa, generations) / (sum / spsa->box.size);
}

/* Moves the point along the gradient, within the box, by the gain over divisor_of this
   step. Adds the point to the sum in the second half of the steps. */
static void move_point(struct spsa *spsa, int generations)
{
    set_gain(spsa, generations);
    double rate = spsa->gain / divisor_of(spsa, generations);
    for (int k = 0; k < spsa->box.size; k++)
        spsa->point[k] = fmin(fmax(spsa->point[k] + rate * spsa->gradient[k], 0.0), 1.0);
    spsa->steps++;
    if (2 * spsa->steps < generations)
        return;
    spsa->summed++;
    for (int k = 0; k < spsa->box.size; k++)
        spsa->sum[k] += spsa->point[k];
}

/* Takes the fitness of a generation: computes the gradient from its pairs and moves the
   point. If generation 0 holds replacements, the point moves to the best of them instead,
   and the gradient waits for the next generation. Callback of struct sow_optimizer. */
static void tell_spsa(void *state, const struct sow_optimizer_task *task,
                      const struct sow_generation *told)
{
    struct spsa *spsa = state;
    if (told->population.generation == 0) {
        int best = sow_box_best_replaced(told, spsa->asked);
        if (best >= 0) {
            sow_box_point(&spsa->box, sow_population_genome(&told->population, best),
                          spsa->point);
            return;
        }
    }
    memset(spsa->gradient, 0, (size_t)spsa->box.size * sizeof *spsa->gradient);
    for (int i = 0; i + 1 < told->population.count; i += 2)
        add_pair(spsa, told, i);
    move_point(spsa, task->options->generations);
}

/* The optimiser `spsa`. */
const struct sow_optimizer sow_optimizer_spsa = {
    .name = "spsa",
    .params = &sow_spsa_params,
    .options = offsetof(struct sow_optimizer_options, spsa),
    .state_size = sizeof(struct spsa),
    .check = check_spsa,
    .init = init_spsa,
    .release = release_spsa,
    .ask = ask_spsa,
    .tell = tell_spsa,
};
