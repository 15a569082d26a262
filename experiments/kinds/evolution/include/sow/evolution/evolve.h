/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "evolve": weights of heuristics or of features of positions, or a linear
 * order of heuristics, by a genetic algorithm (Divilly, O'Riordan and Hill 2013, section
 * IV), then an honest estimate of how strong the outcome is.
 *
 * Fitness is the result of games in both seats against the population itself, a panel of
 * fixed opponents, a hall of fame, or a mix of these, by the rules of one variant or of
 * several (evolve_arena.h); on islands, the population is that of the individual's own.
 * The champion is not the luckiest fitness of the last generation: its best individuals
 * are measured again on fresh games, the best of them is chosen, and the chosen one is
 * validated on other fresh games. Only the validation is an unbiased estimate.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_H
#define SOW_EXPERIMENTS_EVOLVE_H

#include "sow/ga/optimizer.h"
#include "sow/players/evolve_genome.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/variants/variant_set.h"

/** Whom individuals meet for their fitness. */
enum sow_evolve_fitness {
    SOW_FITNESS_POPULATION, /**< everyone of the generation, itself included */
    SOW_FITNESS_PANEL,      /**< the opponents of the options */
    SOW_FITNESS_MIXED,      /**< these and a hall of fame, by the shares of the options */
    SOW_FITNESSES
};

/** How results by the rules of several variants are combined into one value. */
enum sow_evolve_objective {
    SOW_OBJECTIVE_MEAN,   /**< mean score (1, 0.5, 0 points a game) */
    SOW_OBJECTIVE_WORST,  /**< least win rate of all variants, opponents and seats; the
                               population counts as one opponent */
    SOW_OBJECTIVE_REGRET, /**< 1 less the greatest shortfall, over the variants, of the
                               score against the panel from the best reference's */
    SOW_OBJECTIVES
};

struct sow_evolve_options {
    struct sow_optimizer_options optimizer; /**< how the genomes are searched */
    struct sow_evolve_reading reading; /**< of the genes */
    int games;                         /**< per seat and opponent, for the fitness */
    int final_games;  /**< the same in the last generation, growing evenly; 0 = `games` */
    bool share_games; /**< a game counts for both its players */
    int fitness;      /**< enum sow_evolve_fitness */
    int objective;    /**< enum sow_evolve_objective */
    double population_share;
    double panel_share;
    double hall_share;
    struct sow_player_list opponents;  /**< the panel */
    struct sow_player_list references; /**< whose scores regret is counted from */
    struct sow_player_list initial;    /**< of the first generation, the first of it */
    struct sow_variant_choice choice;  /**< of variants; "" = the run's own rules */
    int hall_interval;                 /**< generations from one entrant to the next */
    int hall_size;                     /**< members met at most */
    int hall_holdout; /**< every so many-th entrant is met in validation only; 0 = none */
    int candidates;   /**< individuals of the last generation that are replayed */
    int candidate_games;  /**< per seat and opponent, to choose the champion */
    int validation_games; /**< per seat and opponent */
    char *starts;         /**< of all games (openings.h); owned */
    int runs;             /**< typed: so many of them, with the seeds that follow */
};

/** Rows of options, but for those of optimisers (SOW_OPTIMIZER_GROUPS). */
extern const struct sow_param_table sow_evolve_params;
extern const struct sow_param_table sow_evolve_fitness_params;

extern const struct sow_run_kind sow_evolve_kind;

#endif
