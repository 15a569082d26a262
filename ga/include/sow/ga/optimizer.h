/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Optimisers by ask and tell: each searches for genomes of great fitness. An optimiser is
 * a row (struct sow_optimizer); an optimisation (struct sow_optimization) is one search
 * by it.
 *
 * An optimisation asks for the fitness of a whole population at once. It knows nothing of
 * the meaning of genomes. So the fitness may depend on the genome alone or, in a
 * co-evolution, on the population that holds the genome.
 *
 * Generations are numbered from 0. The population of a generation is a function of the
 * settings, the random seed, and the generations before it with their fitness. So an
 * optimisation is repeated bit for bit by telling it the same generations again (see
 * sow_optimization_replace). Every generation has the same number of individuals, and no
 * optimiser ends before its last generation: all optimisers cost the same evaluations.
 *
 * The best individuals of the last generation are the result. An optimiser that knows a
 * better guess than its samples (a mean, for example) asks for it in the last generation.
 *
 * Ownership: sow_optimization_new gives an optimisation that sow_optimization_free
 * releases; populations, fitness and statistics are borrowed from it. Not thread-safe:
 * one thread at a time uses an optimisation.
 */
#ifndef SOW_GA_OPTIMIZER_H
#define SOW_GA_OPTIMIZER_H

#include "sow/base/err.h"
#include "sow/base/param.h"
#include "sow/ga/cma_es.h"
#include "sow/ga/ga.h"
#include "sow/ga/genome.h"
#include "sow/ga/population.h"
#include "sow/ga/spsa.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

SOW_C_BEGIN

/** Options of an optimisation: those of all optimisers, then those of each one. */
struct sow_optimizer_options {
    int choice;               /**< optimiser: index into sow_optimizers */
    int population;           /**< individuals in a generation, of each island */
    int generations;          /**< populations to evaluate, the first one included */
    struct sow_ga_options ga; /**< options of `ga` alone */
    struct sow_cma_es_options cma_es; /**< options of `cma-es` alone */
    struct sow_spsa_options spsa;     /**< options of `spsa` alone */
};

/** Rows of the options that all optimisers have; offsets are relative to struct
 * sow_optimizer_options. */
extern const struct sow_param_table sow_optimizer_params;

/** Group of the options that the optimiser @p word_ alone has. They are the field @p name
 * of struct sow_optimizer_options, with the rows sow_NAME_params. See
 * SOW_OPTIMIZER_GROUPS. */
#define SOW_OPTIMIZER_GROUP(at, name, word_, heading)                                    \
    {                                                                                    \
        .table = &sow_##name##_params,                                                   \
        .offset = (at) + offsetof(struct sow_optimizer_options, name),                   \
        .title = heading " (--optimizer " word_ ")", .choice = "optimizer",              \
        .word = (word_)                                                                  \
    }

/** Groups of a larger options struct that has a struct sow_optimizer_options at offset
 *  @p at: the common options, then a group for each optimiser with options of its own. */
#define SOW_OPTIMIZER_GROUPS(at)                                                         \
    {.table = &sow_optimizer_params, .offset = (at), .title = "Optimisation"},           \
        SOW_OPTIMIZER_GROUP(at, ga, "ga", "Genetic algorithm"),                          \
        SOW_OPTIMIZER_GROUP(at, cma_es, "cma-es", "CMA-ES"),                             \
        SOW_OPTIMIZER_GROUP(at, spsa, "spsa", "SPSA")

/** A task: the setting of one optimisation, as the functions of an optimiser see it. */
struct sow_optimizer_task {
    const struct sow_genome_spec *spec;          /**< values that genes may have */
    const struct sow_optimizer_options *options; /**< checked options */
    uint64_t seed;                               /**< random seed */
};

/** An optimiser. Function pointers may be NULL where their comment says so. */
struct sow_optimizer {
    const char *name;                     /**< word of the option `optimizer` */
    const struct sow_param_table *params; /**< rows of its own options, or NULL */
    size_t options;    /**< offset of its own options in struct sow_optimizer_options */
    size_t state_size; /**< bytes of its state; 0 = it has none */

    /** Returns the number of islands: populations that are evaluated apart. NULL: one. */
    int (*islands)(const struct sow_optimizer_options *options);

    /** Checks what the ranges of the rows cannot say. Returns SOW_BAD_DATA for options
     *  that contradict each other, and for genomes that it cannot search. NULL: it takes
     *  everything. */
    enum sow_status (*check)(const struct sow_optimizer_options *options,
                             const struct sow_genome_spec *spec, struct sow_err *err);

    /** Fills @p state, which is all zeros, for a checked task. The task outlives the
     *  state. A failure is followed by `release`. NULL: zeros are a good start. */
    enum sow_status (*init)(void *state, const struct sow_optimizer_task *task,
                            struct sow_err *err);

    /** Frees what @p state owns. NULL: it owns nothing. */
    void (*release)(void *state);

    /** Fills @p genes with the population of the next generation, allowed values only.
     * @p before is the generation before, NULL for generation 0. It is called once for
     * each generation. The caller may evaluate another population instead (see
     * sow_optimization_replace). */
    void (*ask)(void *state, const struct sow_optimizer_task *task,
                const struct sow_generation *before, double *genes);

    /** Takes an evaluated generation into @p state, before `ask` is called for the next
     *  one. NULL: the `before` of ask is all that the optimiser needs. */
    void (*tell)(void *state, const struct sow_optimizer_task *task,
                 const struct sow_generation *told);
};

/** All optimisers, in the order of listings; the last entry is NULL. The first one is the
 *  default. */
extern const struct sow_optimizer *const sow_optimizers[];

/**
 * Returns the number of islands, the populations that are evaluated apart.
 * @param options checked options
 * @returns 1 or more
 */
int sow_optimizer_islands(const struct sow_optimizer_options *options);

/**
 * Returns the number of individuals in a generation, those of all islands together.
 * @param options checked options
 * @returns 1 to SOW_INDIVIDUALS_MAX
 */
int sow_optimizer_individuals(const struct sow_optimizer_options *options);

/**
 * Checks the common options and those of the chosen optimiser. Options of the other
 * optimisers are ignored.
 * @param options the options; a choice outside its enum is a caller's bug
 * @param spec a specification that sow_genome_check accepts
 * @param err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if a number is outside its row's range, if options
 * contradict each other, or if the optimiser cannot search such genomes; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status
sow_optimizer_check(const struct sow_optimizer_options *options,
                    const struct sow_genome_spec *spec, struct sow_err *err);

struct sow_optimization;

/**
 * Makes an optimisation, which asks for generation 0.
 * @param[out] optimization receives it, or NULL on failure; free it with
 * sow_optimization_free
 * @param spec values that genes may have; copied
 * @param options options, with the optimiser; copied
 * @param seed random seed
 * @param err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA as sow_genome_check and sow_optimizer_check do;
 * SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_optimization_new(
    struct sow_optimization **optimization, const struct sow_genome_spec *spec,
    const struct sow_optimizer_options *options, uint64_t seed, struct sow_err *err);

/**
 * Frees an optimisation.
 * @param optimization the optimisation; may be NULL
 */
void sow_optimization_free(struct sow_optimization *optimization);

/**
 * Returns the population to evaluate.
 * @param optimization the optimisation
 * @returns the population; its genes are borrowed until the next tell or replace
 */
struct sow_population sow_optimization_ask(const struct sow_optimization *optimization);

/**
 * Replaces the asked population, as if the optimiser had asked for the given one. Use it
 * to begin with individuals of your own, and to take up a stored search: replace and tell
 * each stored generation, from 0 on. The optimisation is then where the stored one was.
 * In generation 0, `cma-es` and `spsa` begin at the best individual that differs from the
 * asked one.
 * @param optimization the optimisation; unchanged on failure
 * @param genes the genes of all individuals, one genome after the other; copied
 * @param err receives the reason of a failure; may be NULL
 * @returns SOW_OK, or SOW_BAD_DATA if a gene is not an allowed value
 */
SOW_MUST_USE enum sow_status
sow_optimization_replace(struct sow_optimization *optimization, const double *genes,
                         struct sow_err *err);

/**
 * Takes the fitness of the asked population and asks for the next one, also after the
 * last generation. Computes the statistics, and lets the optimiser update its state.
 * @param optimization the optimisation; unchanged on failure
 * @param fitness one value for each individual; copied
 * @param err receives the reason of a failure; may be NULL
 * @returns SOW_OK, or SOW_BAD_DATA if a value is not a number of size up to
 * SOW_FITNESS_SIZE_MAX
 */
SOW_MUST_USE enum sow_status sow_optimization_tell(struct sow_optimization *optimization,
                                                   const double *fitness,
                                                   struct sow_err *err);

/**
 * Returns the generation that was told last.
 * @param optimization the optimisation
 * @returns the generation, borrowed until the next tell; NULL before the first tell
 */
const struct sow_generation *
sow_optimization_latest(const struct sow_optimization *optimization);

/**
 * Returns true if the optimisation is finished.
 * @param optimization the optimisation
 * @returns true if it has the fitness of as many generations as the options ask for
 */
bool sow_optimization_finished(const struct sow_optimization *optimization);

/** Callbacks of sow_optimization_run. */
struct sow_optimization_driver {
    /** Fills @p fitness, one slot for each individual of @p population. A slot that is
     *  left as it came is refused. A failure ends the run with its status. */
    enum sow_status (*evaluate)(void *context, const struct sow_population *population,
                                double *fitness, struct sow_err *err);
    /** Sees each generation after the optimiser; may be NULL. Sets @p stop to end the run
     * with SOW_OK; a failure ends it with its status. */
    enum sow_status (*observe)(void *context, const struct sow_generation *generation,
                               bool *stop, struct sow_err *err);
    void *context; /**< first argument of both functions */
};

/**
 * Evaluates and tells generation after generation until the optimisation is finished or
 * the driver ends it. After a failed evaluation the generation is asked for again by the
 * next call. After a failure or a stop of the observer it is not: the optimisation has
 * its fitness.
 * @param optimization the optimisation
 * @param driver the callbacks
 * @param err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_NO_MEMORY; SOW_BAD_DATA as sow_optimization_tell does; or the
 *   status of a callback that failed
 */
SOW_MUST_USE enum sow_status
sow_optimization_run(struct sow_optimization *optimization,
                     const struct sow_optimization_driver *driver, struct sow_err *err);

SOW_C_END

#endif
