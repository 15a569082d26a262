/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "evolve": weights of H1-H6 by co-evolution (Divilly, O'Riordan and Hill
 * 2013, section IV), then an honest estimate of how strong the outcome is.
 *
 * Fitness is the score over games against every member of the population in both seats.
 * The champion is not the luckiest fitness of the last generation: its best individuals
 * are replayed against that population on fresh games, the one with the best score is
 * chosen, and the chosen one is validated on other fresh games against opponents that had
 * no part in the evolution. Only the validation is an unbiased estimate.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_H
#define SOW_EXPERIMENTS_EVOLVE_H

#include "run.h"
#include "sow/ga/ga.h"

struct sow_evolve_options {
    struct sow_ga_options ga;
    double weight_min;
    double weight_max;
    int games;            /**< per seat and opponent, for the fitness */
    bool share_games;     /**< a game counts for both its players */
    int candidates;       /**< individuals of the last generation that are replayed */
    int candidate_games;  /**< per seat and opponent, to choose the champion */
    int validation_games; /**< per seat and opponent */
};

/** Rows for all but the genetic algorithm's own options (sow_ga_params). */
extern const struct sow_param_table sow_evolve_params;

extern const struct sow_run_kind sow_evolve_kind;

#endif
