/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "evolve". An optimiser searches weights of heuristics or of features of
 * positions, or a linear order of heuristics. The default is the genetic algorithm of
 * Divilly, O'Riordan and Hill 2013, section IV. Then the run estimates how strong the
 * result is.
 *
 * Fitness is the result of games in both seats by the rules of one variant or of several
 * (evolve_arena.h). The opponents are the population itself, a panel of fixed opponents,
 * a hall of fame, or a mix of these. On islands, the population is that of the
 * individual's own island.
 *
 * The champion is not the luckiest individual of the last generation. Its best
 * individuals play new games, and the best of them becomes the champion. The champion
 * then plays other new games: its validation. Only the validation is an unbiased
 * estimate.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_H
#define SOW_EXPERIMENTS_EVOLVE_H

#include "sow/ga/optimizer.h"
#include "sow/players/evolve_genome.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/strength/strength_runs.h"
#include "sow/variants/variant_set.h"

/** Opponents that give individuals their fitness. */
enum sow_evolve_fitness {
    SOW_FITNESS_POPULATION, /**< all individuals of the generation, itself included */
    SOW_FITNESS_PANEL,      /**< the panel: the opponents of the options */
    SOW_FITNESS_MIXED,      /**< population, panel and hall of fame, by their shares */
    SOW_FITNESSES           /**< number of kinds */
};

/** Ways to combine the results by the rules of several variants into one value. */
enum sow_evolve_objective {
    SOW_OBJECTIVE_MEAN,     /**< mean score (1, 0.5, 0 points a game) */
    SOW_OBJECTIVE_WORST,    /**< lowest win rate of all variants, opponents and seats; the
                                 population counts as one opponent */
    SOW_OBJECTIVE_REGRET,   /**< 1 minus the greatest shortfall, over the variants, of the
                                 score against the panel from the best reference's */
    SOW_OBJECTIVE_SOFTMIN,  /**< -t ln of the mean of exp(-x / t), where x is the score
                                 against an opponent by the rules of a variant; the
                                 population counts as one opponent */
    SOW_OBJECTIVE_QUANTILE, /**< quantile of the mean scores in the variants */
    SOW_OBJECTIVES          /**< number of objectives */
};

/** Options of an evolution. */
struct sow_evolve_options {
    struct sow_optimizer_options optimizer; /**< the optimiser and its options */
    struct sow_evolve_reading reading;      /**< meaning of the genes */
    int games;        /**< fitness games in each seat against each opponent */
    int final_games;  /**< `games` of the last generation; the number grows evenly; 0 =
                         `games` */
    bool share_games; /**< true if a game counts for both its players */
    bool distinct;    /**< true if individuals that play alike share their games */
    int fitness;      /**< enum sow_evolve_fitness */
    int objective;    /**< enum sow_evolve_objective */
    double softmin_t; /**< t of the objective softmin, above 0 */
    double quantile_share;            /**< share of variants below the quantile of the
                                         objective quantile, 0 to 1 */
    double population_share;          /**< weight of the population in mixed fitness */
    double panel_share;               /**< weight of the panel in mixed fitness */
    double hall_share;                /**< weight of the hall of fame in mixed fitness */
    struct sow_player_list opponents; /**< the panel */
    struct sow_player_list
        references; /**< players whose best score is the reference of regret */
    struct sow_player_list initial; /**< first individuals of the first generation */
    char *nearest; /**< run that the word `nearest` stands for, and the distance of its
                        variant; "" without that word; owned */
    struct sow_variant_choice choice; /**< the variants; empty = the run's own rules */
    int hall_interval;                /**< generations from one entrant to the next */
    int hall_size;                    /**< members met at most */
    int hall_holdout;     /**< step of entrants that only the champion meets; 0 = none */
    int candidates;       /**< individuals of the last generation that play again */
    int candidate_games;  /**< games in each seat against each opponent, to choose the
                             champion */
    int validation_games; /**< games of the champion in each seat against each opponent */
    char *starts;         /**< start positions of all games (openings.h); owned */
    int runs; /**< number of runs, with consecutive random seeds; typed only */
    struct sow_strength_options strength; /**< measurement of the run; typed only */
};

/** Rows of options, without those of optimisers (SOW_OPTIMIZER_GROUPS) and of fitness. */
extern const struct sow_param_table sow_evolve_params;

/** Rows of the options of fitness. */
extern const struct sow_param_table sow_evolve_fitness_params;

/** Rows of the options of the objective softmin. */
extern const struct sow_param_table sow_evolve_softmin_params;

/** Rows of the options of the objective quantile. */
extern const struct sow_param_table sow_evolve_quantile_params;

/** The kind of run. */
extern const struct sow_run_kind sow_evolve_kind;

#endif
