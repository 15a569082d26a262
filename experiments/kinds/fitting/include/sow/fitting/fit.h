/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "fit". A fit is a linear model of the labels of a data set on features of
 * its positions, or of its choices on heuristics of moves. The run also stores how far to
 * trust the model, and matches of the player that it gives. docs/howto/fit.md is
 * for users.
 */
#ifndef SOW_EXPERIMENTS_FIT_H
#define SOW_EXPERIMENTS_FIT_H

#include "sow/fitting/fit_comparison.h"
#include "sow/fitting/fit_content.h"
#include "sow/learn/model.h"
#include "sow/players/fit_columns.h"
#include "sow/runs/run.h"
#include "sow/strength/strength_runs.h"
#include "sow/variants/variant.h"

/** Options of kind "fit". All texts are owned. */
struct sow_fit_options {
    int dataset;      /**< number of the run that made the data set */
    int champion_run; /**< run of the champion among the opponents, or one of the values
                           in fit_comparison.h; found before the run is stored */
    char *features;   /**< list of features, separated by commas */
    int weight;       /**< enum sow_fit_weight */
    int comparison_games; /**< number of games per seat and opponent; 0: none */
    int random_plies;     /**< number of random moves that open each of these games */
    char *starts;         /**< start positions of these games (openings.h) */
    struct sow_player_list opponents; /**< opponents in these games */
    int view;                         /**< enum sow_fit_view */
    double target_mix; /**< share of the outcome in the target, 0 to 1, or SOW_MIX_AUTO */
    char *player; /**< template (player_template.h) that receives the fitted weights */
    struct sow_model_options model;       /**< options of the model */
    struct sow_strength_options strength; /**< measurement of the player; typed only */
};

/** The kind "fit". */
extern const struct sow_run_kind sow_fit_kind;

struct sow_store;

/**
 * Finds the rules of a fit: those of its data set.
 * @param store the database.
 * @param options the options of the fit.
 * @param[out] variant receives the rules; unchanged on failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or another status of sow_dataset_describe.
 */
SOW_MUST_USE enum sow_status sow_fit_variant(struct sow_store *store,
                                             const struct sow_fit_options *options,
                                             struct sow_variant *variant,
                                             struct sow_err *err);

#endif
