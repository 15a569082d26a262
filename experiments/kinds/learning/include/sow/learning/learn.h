/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "learn": weights for a player that looks ahead, by rounds of play, labels
 * and fits.
 *
 * Each round has four parts:
 *
 * 1. Play. The player plays itself with the weights so far, from random openings and with
 *    some random moves.
 * 2. Targets. Some positions of these games get a target for the player to move. It is
 *    the final margin of the game, the margin under perfect play, a value by search with
 *    the weights so far, or a mix of two of them.
 * 3. Fit. A regression (sow/learn/model.h) of the targets on features of the position
 *    gives the next weights, or LSTD(lambda) of the games does (sow/learn/lstd.h). The
 *    features are those of the player to move.
 * 4. Test. The next weights play against those before and against the first.
 *
 * The loop is approximate policy iteration (Lagoudakis and Parr 2003). Samuel (1959) and
 * Buro (1998) fitted results of games. Baxter, Tridgell and Weaver (2000) and Veness et
 * al. (2009) fitted values by search. The weights are in seeds for every method.
 */
#ifndef SOW_EXPERIMENTS_LEARN_H
#define SOW_EXPERIMENTS_LEARN_H

#include "sow/fitting/exact_labels.h"
#include "sow/runs/run.h"
#include "sow/strength/strength_runs.h"

/** Methods of the fit. */
enum sow_learn_method {
    SOW_LEARN_RIDGE,    /**< regression of margins, with a penalty */
    SOW_LEARN_LOGISTIC, /**< logistic regression of results */
    SOW_LEARN_METHODS   /**< number of methods */
};

/** Options of kind "learn". */
struct sow_learn_options {
    char *features;        /**< features of a position, separated by commas; owned */
    char *player;          /**< template of the player (player_template.h); owned */
    char *first;           /**< player whose evaluator gives the first weights; owned */
    char *target;          /**< "outcome", "exact", or "search:" and a template; owned */
    double target_mix;     /**< share of `other_target` in the target, 0 to 1 */
    int rounds;            /**< number of rounds */
    int positions;         /**< positions in a round */
    char random_plies[24]; /**< random moves of an opening, "A..B" or one number */
    double epsilon;        /**< share of random moves after the opening, 0 to 1 */
    double sample;         /**< share of positions that become rows, up to 1 */
    double ridge;          /**< penalty of the fit, as in sow_model_options.penalty */
    int test_games;        /**< games of a test in each seat; 0: no tests */
    char *other_target;    /**< second target, as `target`; owned */
    int method;            /**< enum sow_learn_method */
    char lambda[32];       /**< lambda of LSTD, 0 to 1; "": another fit */
    int budget;            /**< positions of all rounds; 0: `positions` in each */
    struct sow_exact_options exact;       /**< sources of exact targets */
    struct sow_strength_options strength; /**< measurement of the result */
};

/** The kind "learn". */
extern const struct sow_run_kind sow_learn_kind;

#endif
