/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random search: the best individual of a generation is evaluated again in the next one,
   as its individual 0. All others are drawn anew, uniformly within the bounds. */
#include "sow/ga/optimizer.h"

#include <string.h>

/* Returns SOW_BAD_DATA for a population of 1, which would have no individual to draw.
   Callback of struct sow_optimizer. */
static enum sow_status check_random(const struct sow_optimizer_options *options,
                                    const struct sow_genome_spec *spec,
                                    struct sow_err *err)
{
    (void)spec;
    if (options->population > 1)
        return SOW_OK;
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_BAD_DATA,
                    "random search keeps the best individual and draws the others: "
                    "a population of 1 has none to draw; raise it to 2 or more"),
        "population");
}

/* Fills @p genes with the best individual of @p before, if there is one, and random
   genomes. Individual i of generation g has the stream (SOW_PURPOSE_GENOME, i, 0, g), so
   that generation 0 is that of the genetic algorithm. Callback of struct
   sow_optimizer. */
static void ask_random(void *state, const struct sow_optimizer_task *task,
                       const struct sow_generation *before, double *genes)
{
    (void)state;
    size_t length = (size_t)task->spec->length;
    uint64_t generation = 0;
    int kept = 0;
    if (before != NULL) {
        const struct sow_population *population = &before->population;
        memcpy(genes, sow_population_genome(population, before->stats.best_index),
               length * sizeof *genes);
        generation = (uint64_t)population->generation + 1;
        kept = 1;
    }
    for (int i = kept; i < task->options->population; i++) {
        struct sow_pcg rng;
        const struct sow_stream stream = {SOW_PURPOSE_GENOME,
                                          {(uint64_t)i, 0, generation}};
        sow_pcg_derive(&rng, task->seed, &stream);
        sow_genome_random(task->spec, &rng, genes + (size_t)i * length);
    }
}

/* The optimiser `random`. */
const struct sow_optimizer sow_optimizer_random = {
    .name = "random",
    .check = check_random,
    .ask = ask_random,
};
