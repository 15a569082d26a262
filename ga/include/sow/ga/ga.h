/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The genetic algorithm: its options, and migrations between its islands. It is the
 * optimiser `ga` (optimizer.h).
 *
 * Breeding is that of GAlib's simple genetic algorithm (Wall 1996), which Divilly,
 * O'Riordan and Hill 2013 used. Parents are drawn in pairs. A pair is crossed with
 * probability crossover_rate into two complementary children, or else copied. Every gene
 * of every child mutates with probability mutation_rate. With an odd number of children,
 * the last pair keeps its first child only. Permutations have crossovers and mutations of
 * their own; the same rates apply to them.
 *
 * Individual i of generation 0 is drawn from the stream (SOW_PURPOSE_GENOME, i).
 * Generation g >= 1 is bred from the stream (SOW_PURPOSE_BREEDING, g), which draws all
 * parents, then crosses pair by pair, then mutates the children gene by gene. So a
 * generation is a function of the random seed, its number, and the generation before it
 * with its fitness.
 *
 * Islands are populations of the same size that breed apart. They are evaluated together:
 * the individuals of island k are those from k times `population` on. Individual i of
 * island k is drawn from (SOW_PURPOSE_GENOME, i, k); generation g of the island is bred
 * from (SOW_PURPOSE_BREEDING, g, k). So island 0 begins as a search without islands does.
 *
 * Ownership: options are plain data of the caller.
 */
#ifndef SOW_GA_GA_H
#define SOW_GA_GA_H

#include "sow/base/err.h"
#include "sow/base/param.h"
#include "sow/ga/population.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

SOW_C_BEGIN

/**
 * Ways to draw parents. On a roulette wheel, the share of an individual is its fitness.
 * If any fitness is negative, the share is the fitness above the worst one. If all shares
 * are 0, they are equal. The option `scaling` then changes the shares.
 */
enum sow_ga_selection {
    SOW_SELECT_TOURNAMENT, /**< best of tournament_size individuals drawn by roulette
                                wheel; a tie goes to the first drawn (GAlib) */
    SOW_SELECT_TOURNAMENT_UNIFORM, /**< best of tournament_size drawn with equal shares */
    SOW_SELECT_ROULETTE,           /**< one individual drawn by roulette wheel */
    SOW_SELECT_RANK, /**< shares linear in the rank, the best one's rank_pressure times
                          the average; equal fitness, equal share (Baker 1985) */
    SOW_SELECT_UNIVERSAL,  /**< stochastic universal sampling: all parents by one turn of
                                the wheel, then paired at random (Baker 1987) */
    SOW_SELECT_TRUNCATION, /**< equal shares for the best truncation_share of the
                              population (rounded, at least one; among equals the first),
                              none for the rest */
    SOW_SELECTIONS         /**< number of ways */
};

/** Ways to scale the shares of a roulette wheel. */
enum sow_ga_scaling {
    SOW_SCALING_NONE,   /**< unscaled shares */
    SOW_SCALING_LINEAR, /**< a x + b: the average is kept, the best share is
                             scaling_multiplier times the average. If that made a share
                             negative, the worst is 0 instead (Goldberg 1989; GAlib) */
    SOW_SCALINGS        /**< number of ways */
};

/** Ways to cross two parents. */
enum sow_ga_crossover {
    SOW_CROSS_UNIFORM,   /**< every gene is swapped with probability gene_swap_rate */
    SOW_CROSS_ONE_POINT, /**< all genes behind a uniform cut are swapped */
    SOW_CROSS_BLEND, /**< every gene is drawn uniformly between the parents' genes (flat
                          crossover, Radcliffe 1991); the other child's gene is as far
                          from the other parent's */
    SOW_CROSS_NONE,  /**< children are copies */
    SOW_CROSSOVERS   /**< number of ways */
};

/** Ways to mutate a gene. */
enum sow_ga_mutation {
    SOW_MUTATE_GAUSSIAN, /**< a normal deviate of mutation_sigma is added, the sum clipped
                              to the bounds, then rounded to the step */
    SOW_MUTATE_UNIFORM,  /**< a new value is drawn as for the first population */
    SOW_MUTATIONS        /**< number of ways */
};

/** Ways to cross two permutations. Both take a segment between two uniform, different
 *  cuts. */
enum sow_ga_order_crossover {
    SOW_CROSS_ORDER, /**< a child keeps its own parent's segment. The remaining
                          genes fill the other places in their order in the other
                          parent. Both are read round, from behind the segment on
                          (Davis 1985) */
    SOW_CROSS_PARTIALLY_MATCHED, /**< a child gets the other parent's segment by exchanges
                                      within itself, place by place (Goldberg and Lingle
                                      1985) */
    SOW_ORDER_CROSSOVERS         /**< number of ways */
};

/** Ways to mutate one place of a permutation. */
enum sow_ga_order_mutation {
    SOW_MUTATE_SWAP,      /**< the gene changes places with that of a uniform other place
                               (reciprocal exchange, Banzhaf 1990) */
    SOW_MUTATE_INSERTION, /**< the gene moves to a uniform other place, the genes between
                               move up (Fogel 1988) */
    SOW_ORDER_MUTATIONS   /**< number of ways */
};

/** Islands to which an island sends its migrants. */
enum sow_ga_topology {
    SOW_TOPOLOGY_RING,     /**< the next island; the last island sends to the first */
    SOW_TOPOLOGY_COMPLETE, /**< all other islands */
    SOW_TOPOLOGIES         /**< number of topologies */
};

/** Options of the genetic algorithm. Choices are ints that hold the enum named beside
 *  them. */
struct sow_ga_options {
    int selection;             /**< enum sow_ga_selection */
    int tournament_size;       /**< individuals in a tournament, 1..1000 */
    double rank_pressure;      /**< share of the best individual by rank, 1..2 */
    double truncation_share;   /**< share of the population that may breed, 0..1 */
    int scaling;               /**< enum sow_ga_scaling */
    double scaling_multiplier; /**< share of the best individual, 1..100 */
    int crossover;             /**< enum sow_ga_crossover */
    double crossover_rate;     /**< probability that a pair is crossed */
    double gene_swap_rate; /**< probability that a gene of a crossed pair is swapped */
    int mutation;          /**< enum sow_ga_mutation */
    double mutation_rate;  /**< probability that a gene mutates */
    double mutation_sigma; /**< standard deviation of a mutation, in units of the gene */
    double mutation_decay; /**< factor of mutation_sigma from one breeding to the next,
                              0..1 */
    int order_crossover;   /**< enum sow_ga_order_crossover, of permutations */
    int order_mutation;    /**< enum sow_ga_order_mutation, of permutations */
    int elitism; /**< number of best individuals that enter the next generation unchanged,
                      best first, as its first individuals. They are evaluated again: a
                    kept score would survive for ever in a co-evolution */
    int islands; /**< populations that breed apart */
    int migrate; /**< best individuals of an island that migrate at a time */
    int every;   /**< generations from one migration to the next */
    int topology; /**< enum sow_ga_topology */
};

/** Rows of the options; offsets are relative to struct sow_ga_options. */
extern const struct sow_param_table sow_ga_params;

/**
 * Returns true if individuals migrate after a generation.
 * @param options checked options
 * @param generation number of the generation, from 0
 * @returns true for generations every - 1, 2 every - 1, .., if there are several islands
 *   and `migrate` is not 0
 */
bool sow_ga_migrates(const struct sow_ga_options *options, int generation);

/**
 * Finds the individual that breeds in each place of the islands. An island breeds from
 * the individuals in its own places. Without a migration these are its own individuals.
 *
 * In a migration every island is ranked (sow_rank). Its `migrate` first individuals go to
 * the islands of the topology as copies: they breed at home too. The first to arrive on
 * an island takes the place of its last individual, the second that of the last but one,
 * and so on. Migrants arrive in the order of their islands' numbers, those of one island
 * best first. All islands send before any receives. Migrants keep the fitness that they
 * have at home, which decides on parents and elite. Their children are evaluated where
 * they are.
 *
 * @param options checked options
 * @param population individuals of each island
 * @param generation number of the generation that was told, from 0
 * @param fitness fitness of all individuals in that generation
 * @param[out] order working memory for all individuals
 * @param[out] places receives an individual for each place of the islands: place i of
 *   island k is element k x @p population + i. Individuals count over all islands
 */
void sow_ga_settle(const struct sow_ga_options *options, int population, int generation,
                   const double *fitness, struct sow_ranked *order, int *places);

SOW_C_END

#endif
