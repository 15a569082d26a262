/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "fit": a linear model of the labels of a data set on features of its
 * positions, or of its choices on heuristics of moves, how far to trust it, and how the
 * player it makes does against others. docs/fitting.md is the user's side of it.
 */
#ifndef SOW_EXPERIMENTS_FIT_H
#define SOW_EXPERIMENTS_FIT_H

#include "sow/fitting/fit_comparison.h"
#include "sow/fitting/fit_content.h"
#include "sow/learn/model.h"
#include "sow/players/fit_columns.h"
#include "sow/runs/run.h"
#include "sow/variants/variant.h"

struct sow_fit_options {
    int dataset;      /**< number of the run that made the data set */
    int champion_run; /**< of the champion among the opponents; found when recorded */
    char *features;   /**< names with commas between them; owned, like all texts here */
    int weight;       /**< enum sow_fit_weight */
    int comparison_games; /**< per seat and opponent; 0: none */
    int random_plies;     /**< that open each of these games */
    char *starts;         /**< where they begin (openings.h) */
    struct sow_player_list opponents;
    char *player; /**< a template (player_template.h) for the fitted weights */
    struct sow_model_options model;
};

extern const struct sow_run_kind sow_fit_kind;

struct sow_store;

/** The rules of the data set a fit asks for; the fault, if it cannot be fitted as asked
 *  (SOW_USAGE): no such data set, not finished, without positions or choices. */
SOW_MUST_USE enum sow_status sow_fit_variant(struct sow_store *store,
                                             const struct sow_fit_options *options,
                                             struct sow_variant *variant,
                                             struct sow_err *err);

#endif
