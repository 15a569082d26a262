/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A generational genetic algorithm by ask and tell.
 *
 * It asks for the fitness of a whole population at once and knows nothing of what the
 * genomes stand for, so the fitness may be a function of the genome alone or, in a
 * co-evolution, of the population the genome is in. Greater fitness is better.
 *
 * Breeding is that of GAlib's simple genetic algorithm (Wall 1996), which Divilly,
 * O'Riordan and Hill 2013 used: parents are drawn in pairs, a pair is crossed with
 * probability crossover_rate into two complementary children or else copied, and every
 * gene of every child mutates with probability mutation_rate. With an odd number of
 * children the last pair keeps its first child only. Permutations have crossovers and
 * mutations of their own, to which the same rates apply.
 *
 * Generations are numbered from 0, the random first population. Individual i of it is
 * drawn from the stream (SOW_PURPOSE_GENOME, i); generation g >= 1 is bred from the
 * stream (SOW_PURPOSE_BREEDING, g), which gives all parents, then pair by pair the
 * crossing, then child by child and gene by gene the mutations. A generation is thus a
 * function of the run's seed, its number, and the population and fitness before it, and a
 * search can be taken up anywhere with the same outcome to the last bit.
 *
 * With several islands there are as many populations of the same size that breed apart.
 * They are asked for and told at once, as one population in which the individuals of
 * island k are those from k times the options' population on. Individual i of an island
 * is drawn from (SOW_PURPOSE_GENOME, i, k), generation g bred from (SOW_PURPOSE_BREEDING,
 * g, k), so that island 0 begins as a search without others does. Who migrates is said at
 * sow_ga_settle.
 *
 * Populations are arrays of count x length doubles, one genome after the other.
 * Ownership: sow_ga_new gives a search that sow_ga_free releases; populations, fitness
 * and statistics are borrowed from it. Not thread-safe: one search, one thread.
 */
#ifndef SOW_GA_GA_H
#define SOW_GA_GA_H

#include "sow/base/err.h"
#include "sow/base/param.h"
#include "sow/ga/genome.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

SOW_C_BEGIN

/**
 * How parents are drawn. Where individuals are drawn by roulette wheel, their shares are
 * their fitness; if any fitness is negative, their fitness above the worst one; if all
 * of these are 0, equal. The scaling option then changes the shares.
 */
enum sow_ga_selection {
    SOW_SELECT_TOURNAMENT,         /**< best of tournament_size drawn by roulette wheel;
                                        a tie goes to the first drawn (GAlib) */
    SOW_SELECT_TOURNAMENT_UNIFORM, /**< the same, drawn with equal shares */
    SOW_SELECT_ROULETTE,           /**< one drawn by roulette wheel */
    SOW_SELECT_RANK,       /**< shares linear in the rank, the best rank_pressure times
                                the average; equal fitness, equal share (Baker 1985) */
    SOW_SELECT_UNIVERSAL,  /**< stochastic universal sampling: all parents by one turn of
                                the wheel, then paired at random (Baker 1987) */
    SOW_SELECT_TRUNCATION, /**< equal shares for the best truncation_share of the
                                population (rounded, at least one; among equals the
                                first), none for the rest */
    SOW_SELECTIONS
};

/** How the shares of a roulette wheel are scaled. */
enum sow_ga_scaling {
    SOW_SCALING_NONE,
    SOW_SCALING_LINEAR, /**< a x + b with the average kept and the best scaling_multiplier
                             times the average, or, if that made a share negative, the
                             worst 0 (Goldberg 1989; GAlib) */
    SOW_SCALINGS
};

/** How two parents are crossed. */
enum sow_ga_crossover {
    SOW_CROSS_UNIFORM,   /**< every gene is swapped with probability gene_swap_rate */
    SOW_CROSS_ONE_POINT, /**< all genes behind a uniform cut are swapped */
    SOW_CROSS_BLEND,     /**< every gene is drawn uniformly between the parents' (flat
                              crossover, Radcliffe 1991); the other child's is as far from
                              the other parent's */
    SOW_CROSS_NONE,      /**< children are copies */
    SOW_CROSSOVERS
};

/** How one gene mutates. */
enum sow_ga_mutation {
    SOW_MUTATE_GAUSSIAN, /**< a normal deviate of mutation_sigma is added, the sum clipped
                              to the bounds, then rounded to the step */
    SOW_MUTATE_UNIFORM,  /**< a new value is drawn as for the first population */
    SOW_MUTATIONS
};

/** How two permutations are crossed. Both work with a segment between two uniform,
 *  different cuts. */
enum sow_ga_order_crossover {
    SOW_CROSS_ORDER,             /**< a child keeps its own parent's segment; the other
                                      places get the remaining genes in the order they
                                      have in the other parent, both from behind the
                                      segment on and round (Davis 1985) */
    SOW_CROSS_PARTIALLY_MATCHED, /**< a child gets the other parent's segment by exchanges
                                      within itself, place by place (Goldberg and Lingle
                                      1985) */
    SOW_ORDER_CROSSOVERS
};

/** How one place of a permutation mutates. */
enum sow_ga_order_mutation {
    SOW_MUTATE_SWAP,      /**< its gene changes places with that of a uniform other one
                               (reciprocal exchange, Banzhaf 1990) */
    SOW_MUTATE_INSERTION, /**< its gene moves to a uniform other place, those between move
                               up (Fogel 1988) */
    SOW_ORDER_MUTATIONS
};

/** Which islands an island sends its migrants to. */
enum sow_ga_topology {
    SOW_TOPOLOGY_RING,     /**< the next one; the last one's is the first */
    SOW_TOPOLOGY_COMPLETE, /**< all others */
    SOW_TOPOLOGIES
};

/** The settings. Choices are ints that hold the enum named beside them. */
struct sow_ga_options {
    int population;  /**< individuals in a generation, of each island */
    int generations; /**< populations to evaluate, the first one included */
    int selection;   /**< enum sow_ga_selection */
    int tournament_size;
    double rank_pressure;    /**< 1..2 */
    double truncation_share; /**< 0..1 */
    int scaling;             /**< enum sow_ga_scaling */
    double scaling_multiplier;
    int crossover;         /**< enum sow_ga_crossover */
    double crossover_rate; /**< probability for a pair */
    double gene_swap_rate; /**< probability for a gene of a crossed pair */
    int mutation;          /**< enum sow_ga_mutation */
    double mutation_rate;  /**< probability for a gene */
    double mutation_sigma; /**< in units of the gene */
    double mutation_decay; /**< 0..1: from the second breeding on, sigma is this times
                              that of the one before */
    int order_crossover;   /**< enum sow_ga_order_crossover, of permutations */
    int order_mutation;    /**< enum sow_ga_order_mutation, of permutations */
    int elitism;  /**< best individuals that enter the next generation unchanged, best
                       first, as its first ones. They are evaluated again like the rest: a
                       kept score would survive for ever in a co-evolution */
    int islands;  /**< populations that breed apart */
    int migrate;  /**< the best of an island that migrate at a time */
    int every;    /**< generations from one migration to the next */
    int topology; /**< enum sow_ga_topology */
};

/** Of all islands. */
enum { SOW_GA_INDIVIDUALS_MAX = 100000 };

/** Individuals of all islands, at most SOW_GA_INDIVIDUALS_MAX in checked options. */
static inline int sow_ga_individuals(const struct sow_ga_options *options)
{
    return options->islands * options->population;
}

/** One row per option; offsets are relative to struct sow_ga_options. */
extern const struct sow_param_table sow_ga_params;

/** SOW_BAD_DATA if a number is outside its row's range or the options contradict each
 *  other. Choices outside their enum are a caller's bug. */
SOW_MUST_USE enum sow_status sow_ga_options_check(const struct sow_ga_options *options,
                                                  struct sow_err *err);

/** A population to evaluate. */
struct sow_ga_population {
    int generation; /**< its number, from 0 */
    int count;
    int length;
    const double *genes; /**< count x length */
};

/** The genome of individual @p index, borrowed. */
static inline const double *sow_ga_genome(const struct sow_ga_population *population,
                                          int index)
{
    return population->genes + (ptrdiff_t)index * population->length;
}

/** The results of a generation. */
struct sow_ga_stats {
    double best;
    int best_index; /**< the first individual with the best fitness */
    double worst;
    double mean;
    double sd;     /**< of the fitness (divisor count) */
    double spread; /**< diversity, in units of the gene: the standard deviation of a gene
                        over the population (divisor count), averaged over the genes */
};

/** An individual in the order of merit. */
struct sow_ga_ranked {
    double fitness;
    int index;
};

/** Ranks @p count individuals: the greatest fitness first, among equals the lower index.
 */
void sow_ga_rank(const double *fitness, int count, struct sow_ga_ranked *order);

/** Do individuals migrate after this generation: after those numbered every - 1, 2 every
 *  - 1, .., if there are several islands and any migrants? */
bool sow_ga_migrates(const struct sow_ga_options *options, int generation);

/**
 * Who breeds in whose place: @p places gets an individual for each place of the islands,
 * all with a @p fitness, which is that of the told generation @p generation. An island
 * breeds from the individuals in its own places. They are its own, but for migrations.
 *
 * In a migration every island is ranked as sow_ga_rank does; its `migrate` first ones go
 * to the islands that the topology says, as copies: they breed at home too. Those who
 * arrive on an island take the places of its last ones: the first to arrive that of the
 * very last, the second that of the last but one, and so on. They arrive in the order of
 * their islands' numbers, those of an island best first. All islands send before any
 * receives. Migrants keep the fitness that they have at home; it decides on parents and
 * elite, and their children are measured where they are.
 *
 * @p order is room for sow_ga_individuals.
 */
void sow_ga_settle(const struct sow_ga_options *options, int generation,
                   const double *fitness, struct sow_ga_ranked *order, int *places);

/** An evaluated population. */
struct sow_ga_generation {
    struct sow_ga_population population;
    const double *fitness; /**< one per individual */
    struct sow_ga_stats stats;
};

/** Sums up a population; its arithmetic is serial in index order. */
void sow_ga_stats_compute(const struct sow_ga_population *population,
                          const double *fitness, struct sow_ga_stats *stats);

/** Greatest size of a fitness: squares and sums of fitness cannot overflow. */
#define SOW_GA_FITNESS_MAX 1e100

struct sow_ga;

/** A search at generation 0. Copies what it is given; checks @p spec and @p options. */
SOW_MUST_USE enum sow_status sow_ga_new(struct sow_ga **ga,
                                        const struct sow_genome_spec *spec,
                                        const struct sow_ga_options *options,
                                        uint64_t seed, struct sow_err *err);
/** @p ga may be NULL. */
void sow_ga_free(struct sow_ga *ga);

/**
 * Goes to generation @p generation with the population @p genes (all individuals x the
 * spec's length), as if the search had come there by itself. To take up a run after its
 * stored generation g, restore g and tell its stored fitness. SOW_BAD_DATA if a gene is
 * not an allowed value or the number is negative or beyond the most a search can have;
 * the search is then where it was.
 */
SOW_MUST_USE enum sow_status sow_ga_restore(struct sow_ga *ga, int generation,
                                            const double *genes, struct sow_err *err);

/** The population to evaluate, borrowed until the next tell or restore. */
struct sow_ga_population sow_ga_ask(const struct sow_ga *ga);

/**
 * Takes the fitness of the asked population's individuals and breeds the next generation.
 * SOW_BAD_DATA if one is not a number of size up to SOW_GA_FITNESS_MAX; the search is
 * then where it was.
 */
SOW_MUST_USE enum sow_status sow_ga_tell(struct sow_ga *ga, const double *fitness,
                                         struct sow_err *err);

/** The generation told last, borrowed until the next tell or restore; NULL before the
 *  first tell and after a restore. */
const struct sow_ga_generation *sow_ga_latest(const struct sow_ga *ga);

/** True once as many generations as the options ask for are told. */
bool sow_ga_finished(const struct sow_ga *ga);

/** What sow_ga_run calls, each function with @p context. */
struct sow_ga_driver {
    /** Fills @p fitness, one slot per individual of @p population, all of them: a slot
     *  left as it came is refused. A failure ends the run with its status. */
    enum sow_status (*evaluate)(void *context, const struct sow_ga_population *population,
                                double *fitness, struct sow_err *err);
    /** Sees each generation once told; may be NULL. Sets @p stop to end the run with
     *  SOW_OK; a failure ends it with its status. */
    enum sow_status (*observe)(void *context, const struct sow_ga_generation *generation,
                               bool *stop, struct sow_err *err);
    void *context;
};

/**
 * Evaluates and tells generation after generation until the search is finished or the
 * driver ends it. A generation whose evaluation failed is not told, so that the run can
 * be called again; one whose observer failed or stopped is.
 */
SOW_MUST_USE enum sow_status
sow_ga_run(struct sow_ga *ga, const struct sow_ga_driver *driver, struct sow_err *err);

SOW_C_END

#endif
