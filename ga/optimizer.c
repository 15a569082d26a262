/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/optimizer.h"

#include "optimizer_rows.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the table --- */

/* Parts that SOW_OPTIMIZER_ROWS of the generated optimizer_rows.h makes of each
   optimiser: declaration, address, word of the option, and text for help. */
#define DECLARATION(name, word, summary)                                                 \
    extern const struct sow_optimizer sow_optimizer_##name;
#define ADDRESS(name, word, summary) &sow_optimizer_##name,
#define WORD(name, word, summary) word,
#define MEANING(name, word, summary) word " = " summary "; "

SOW_OPTIMIZER_ROWS(DECLARATION)

const struct sow_optimizer *const sow_optimizers[] = {SOW_OPTIMIZER_ROWS(ADDRESS) NULL};

static const char *const WORDS[] = {SOW_OPTIMIZER_ROWS(WORD) NULL};

/* Number of optimisers. */
enum { OPTIMIZERS = sizeof WORDS / sizeof WORDS[0] - 1 };

/* Returns the optimiser that the options choose; never NULL. A choice that does not exist
   is a caller's bug. */
static const struct sow_optimizer *chosen(const struct sow_optimizer_options *options)
{
    assert(options->choice >= 0 && options->choice < OPTIMIZERS);
    return sow_optimizers[options->choice];
}

/* --- options --- */

/* Offset of a field of the options. */
#define AT(field) offsetof(struct sow_optimizer_options, field)

/* Rows of the options, in the order of help. */
static const struct sow_param ROWS[] = {
    {"optimizer", &sow_param_added_choice, AT(choice), 0, 0, WORDS, "ga",
     "optimiser: " SOW_OPTIMIZER_ROWS(
         MEANING) "options of its own are listed under its name"},
    {"population", &sow_param_integer, AT(population), 1, SOW_INDIVIDUALS_MAX, NULL, "50",
     "individuals in a generation of each island, 2 or more (Divilly et al. 2013: 50)"},
    {"generations", &sow_param_integer, AT(generations), 1, 1000000, NULL, "250",
     "populations to evaluate, the random first one included (Divilly et al. 2013: 250)"},
};

const struct sow_param_table sow_optimizer_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

int sow_optimizer_islands(const struct sow_optimizer_options *options)
{
    const struct sow_optimizer *optimizer = chosen(options);
    return optimizer->islands != NULL ? optimizer->islands(options) : 1;
}

int sow_optimizer_individuals(const struct sow_optimizer_options *options)
{
    return sow_optimizer_islands(options) * options->population;
}

/* Checks the number of row @p param in @p options against the row's range. Writes it as
   text and reads that back, which gives the row's message. Returns SOW_OK, SOW_BAD_DATA
   if it is out of range, or SOW_NO_MEMORY. */
static enum sow_status check_range(const struct sow_param *param, const void *options,
                                   struct sow_err *err)
{
    char *text = sow_param_get(param, options);
    if (text == NULL)
        return sow_err_no_memory(err);
    struct sow_optimizer_options scratch;
    enum sow_status status = sow_param_set(param, &scratch, text, err);
    free(text);
    return status;
}

/* Checks the numbers in the options struct @p options of a table against their ranges.
   Returns the status of the first that is out of range. */
static enum sow_status check_ranges(const struct sow_param_table *table,
                                    const void *options, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < table->count && status == SOW_OK; i++)
        if (table->rows[i].type->is_number)
            status = check_range(&table->rows[i], options, err);
    return status;
}

enum sow_status sow_optimizer_check(const struct sow_optimizer_options *options,
                                    const struct sow_genome_spec *spec,
                                    struct sow_err *err)
{
    const struct sow_optimizer *optimizer = chosen(options);
    enum sow_status status = check_ranges(&sow_optimizer_params, options, err);
    if (status == SOW_OK && optimizer->params != NULL)
        status = check_ranges(optimizer->params,
                              (const char *)options + optimizer->options, err);
    if (status == SOW_OK && optimizer->check != NULL)
        status = optimizer->check(options, spec, err);
    return status;
}

/* --- an optimisation --- */

/* An optimisation: one search by an optimiser. */
struct sow_optimization {
    const struct sow_optimizer *optimizer; /* the optimiser */
    struct sow_genome_spec spec;           /* values that genes may have */
    struct sow_genome_range *ranges;       /* ranges of the spec, owned; or NULL */
    struct sow_optimizer_options options;  /* options, a copy */
    struct sow_optimizer_task task;        /* spec, options and random seed */
    void *state;                           /* state of the optimiser, or NULL */
    int individuals;                       /* number of individuals, of all islands */
    int generation;                        /* number of the asked generation */
    double *asked;                         /* genes of the asked population, owned */
    double *told;                          /* genes of the generation before, owned */
    double *fitness;                       /* fitness of the generation before, owned */
    bool has_latest;                       /* true if a generation was told */
    struct sow_generation latest;          /* the generation before */
};

/* Replaces the borrowed ranges of the specification by a copy; does nothing without
 * ranges. Returns SOW_OK or SOW_NO_MEMORY. */
static enum sow_status copy_ranges(struct sow_optimization *optimization,
                                   struct sow_err *err)
{
    struct sow_genome_spec *spec = &optimization->spec;
    if (spec->ranges == NULL)
        return SOW_OK;
    size_t size = (size_t)spec->length * sizeof *optimization->ranges;
    optimization->ranges = malloc(size);
    if (optimization->ranges == NULL)
        return sow_err_no_memory(err);
    memcpy(optimization->ranges, spec->ranges, size);
    spec->ranges = optimization->ranges;
    return SOW_OK;
}

/* Allocates the arrays, the state and the copy of the ranges. After SOW_NO_MEMORY,
 * sow_optimization_free frees what was allocated. */
static enum sow_status allocate(struct sow_optimization *optimization,
                                struct sow_err *err)
{
    size_t count = (size_t)optimization->individuals;
    size_t length = (size_t)optimization->spec.length;
    size_t state_size = optimization->optimizer->state_size;
    optimization->asked = calloc(count, length * sizeof *optimization->asked);
    optimization->told = calloc(count, length * sizeof *optimization->told);
    optimization->fitness = calloc(count, sizeof *optimization->fitness);
    if (optimization->asked == NULL || optimization->told == NULL ||
        optimization->fitness == NULL)
        return sow_err_no_memory(err);
    if (state_size > 0 && (optimization->state = calloc(1, state_size)) == NULL)
        return sow_err_no_memory(err);
    return copy_ranges(optimization, err);
}

/* Allocates an optimisation, starts its state and asks for generation 0. On failure, the
 * caller frees the optimisation. */
static enum sow_status start(struct sow_optimization *optimization, struct sow_err *err)
{
    const struct sow_optimizer *optimizer = optimization->optimizer;
    enum sow_status status = allocate(optimization, err);
    if (status == SOW_OK && optimizer->init != NULL)
        status = optimizer->init(optimization->state, &optimization->task, err);
    if (status == SOW_OK)
        optimizer->ask(optimization->state, &optimization->task, NULL,
                       optimization->asked);
    return status;
}

enum sow_status sow_optimization_new(struct sow_optimization **optimization,
                                     const struct sow_genome_spec *spec,
                                     const struct sow_optimizer_options *options,
                                     uint64_t seed, struct sow_err *err)
{
    *optimization = NULL;
    enum sow_status status = sow_genome_check(spec, err);
    if (status == SOW_OK)
        status = sow_optimizer_check(options, spec, err);
    if (status != SOW_OK)
        return status;
    struct sow_optimization *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return sow_err_no_memory(err);
    fresh->optimizer = chosen(options);
    fresh->spec = *spec;
    fresh->options = *options;
    fresh->task = (struct sow_optimizer_task){&fresh->spec, &fresh->options, seed};
    fresh->individuals = sow_optimizer_individuals(options);
    status = start(fresh, err);
    if (status != SOW_OK) {
        sow_optimization_free(fresh);
        return status;
    }
    *optimization = fresh;
    return SOW_OK;
}

void sow_optimization_free(struct sow_optimization *optimization)
{
    if (optimization == NULL)
        return;
    if (optimization->state != NULL && optimization->optimizer->release != NULL)
        optimization->optimizer->release(optimization->state);
    free(optimization->state);
    free(optimization->fitness);
    free(optimization->told);
    free(optimization->asked);
    free(optimization->ranges);
    free(optimization);
}

struct sow_population sow_optimization_ask(const struct sow_optimization *optimization)
{
    return (struct sow_population){.generation = optimization->generation,
                                   .count = optimization->individuals,
                                   .length = optimization->spec.length,
                                   .genes = optimization->asked};
}

/* Reports that gene @p index of an individual, with the value @p gene, is not an allowed
   value. Always returns SOW_BAD_DATA. */
static enum sow_status foreign_gene(const struct sow_optimization *optimization,
                                    int individual, int index, double gene,
                                    struct sow_err *err)
{
    struct sow_genome_range range = sow_genome_range_of(&optimization->spec, index);
    return sow_err_set(
        err, SOW_BAD_DATA,
        "gene '%.17g' (individual %d, gene %d, generation %d) is not an allowed value "
        "(%g to %g, step %g); the population is damaged or belongs to another run",
        gene, individual, index, optimization->generation, range.lower, range.upper,
        optimization->spec.step);
}

enum sow_status sow_optimization_replace(struct sow_optimization *optimization,
                                         const double *genes, struct sow_err *err)
{
    size_t length = (size_t)optimization->spec.length;
    size_t count = (size_t)optimization->individuals;
    for (int i = 0; i < optimization->individuals; i++) {
        const double *genome = genes + (size_t)i * length;
        int bad = sow_genome_first_invalid(&optimization->spec, genome);
        if (bad >= 0)
            return foreign_gene(optimization, i, bad, genome[bad], err);
    }
    memmove(optimization->asked, genes, count * length * sizeof *genes);
    return SOW_OK;
}

/* Returns SOW_BAD_DATA with the first fitness that is NaN or too large in size, else
 * SOW_OK. */
static enum sow_status check_fitness(const struct sow_optimization *optimization,
                                     const double *fitness, struct sow_err *err)
{
    for (int i = 0; i < optimization->individuals; i++)
        if (!(fabs(fitness[i]) <= SOW_FITNESS_SIZE_MAX))
            return sow_err_set(
                err, SOW_BAD_DATA,
                "fitness '%g' (individual %d, generation %d) is not a number of size up to %g; "
                "correct its evaluation",
                fitness[i], i, optimization->generation, SOW_FITNESS_SIZE_MAX);
    return SOW_OK;
}

enum sow_status sow_optimization_tell(struct sow_optimization *optimization,
                                      const double *fitness, struct sow_err *err)
{
    enum sow_status status = check_fitness(optimization, fitness, err);
    if (status != SOW_OK)
        return status;
    const struct sow_optimizer *optimizer = optimization->optimizer;
    struct sow_generation *latest = &optimization->latest;
    latest->population = sow_optimization_ask(optimization);
    latest->fitness = optimization->fitness;
    memmove(optimization->fitness, fitness,
            (size_t)optimization->individuals * sizeof *fitness);
    sow_generation_stats_compute(&latest->population, optimization->fitness,
                                 &latest->stats);
    optimization->has_latest = true;
    double *spare = optimization->told;
    optimization->told = optimization->asked;
    optimization->asked = spare;
    optimization->generation++;
    if (optimizer->tell != NULL)
        optimizer->tell(optimization->state, &optimization->task, latest);
    optimizer->ask(optimization->state, &optimization->task, latest, optimization->asked);
    return SOW_OK;
}

const struct sow_generation *
sow_optimization_latest(const struct sow_optimization *optimization)
{
    return optimization->has_latest ? &optimization->latest : NULL;
}

bool sow_optimization_finished(const struct sow_optimization *optimization)
{
    return optimization->generation >= optimization->options.generations;
}

/* --- the loop --- */

/* Evaluates the asked generation, tells its fitness to the optimisation, and shows it to
   the observer. Sets @p stop if the observer asks for it. The array @p fitness is room
   for all individuals. It holds NaN before the evaluation, so that a missing value is
   refused. Returns the status of the first step that fails. */
static enum sow_status run_generation(struct sow_optimization *optimization,
                                      const struct sow_optimization_driver *driver,
                                      double *fitness, bool *stop, struct sow_err *err)
{
    struct sow_population population = sow_optimization_ask(optimization);
    for (int i = 0; i < population.count; i++)
        fitness[i] = (double)NAN;
    enum sow_status status = driver->evaluate(driver->context, &population, fitness, err);
    if (status == SOW_OK)
        status = sow_optimization_tell(optimization, fitness, err);
    if (status == SOW_OK && driver->observe != NULL)
        status = driver->observe(driver->context, &optimization->latest, stop, err);
    return status;
}

enum sow_status sow_optimization_run(struct sow_optimization *optimization,
                                     const struct sow_optimization_driver *driver,
                                     struct sow_err *err)
{
    double *fitness = calloc((size_t)optimization->individuals, sizeof *fitness);
    if (fitness == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    bool stop = false;
    while (status == SOW_OK && !stop && !sow_optimization_finished(optimization))
        status = run_generation(optimization, driver, fitness, &stop, err);
    free(fitness);
    return status;
}
