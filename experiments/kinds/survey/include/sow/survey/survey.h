/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "survey": which kind of game is each variant? Fixed players of rising
 * strength play every variant, and measures of their games describe it. The advantage of
 * the first move is measured for named players, in games with themselves.
 */
#ifndef SOW_SURVEY_SURVEY_H
#define SOW_SURVEY_SURVEY_H

#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/variants/variant_set.h"

/** Settings of the games that measure a variant. */
struct sow_survey_games {
    int games;        /**< games in each seat of each pair of players */
    int mirror_games; /**< games of each named player with itself */
    int random_plies; /**< random moves that open each game */
    int ply_limit;    /**< plies after which every game ends */
};

/** Rows of struct sow_survey_games. */
extern const struct sow_param_table sow_survey_game_params;

/** Options of a survey. */
struct sow_survey_options {
    struct sow_variant_choice choice; /**< the variants */
    struct sow_player_list players;   /**< players whose advantage is measured */
    struct sow_survey_games games;    /**< the games */
};

/** The kind of run. */
extern const struct sow_run_kind sow_survey_kind;

/**
 * Measures variants and stores rows of table `surveys`, in a transaction for each
 * variant. Continues behind variants that are stored. The games of a variant depend only
 * on the random seed, its rules and the players.
 * @param[in,out] run the run, whose progress counts the games
 * @param how the settings
 * @param set the variants
 * @param players players whose advantage is measured, resolved
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, SOW_BAD_DATA if the stored rows end
 *     within a variant, or an error of the games or the database.
 */
SOW_MUST_USE enum sow_status sow_survey_measure(struct sow_run *run,
                                                const struct sow_survey_games *how,
                                                const struct sow_variant_set *set,
                                                const struct sow_player_list *players,
                                                struct sow_err *err);

/**
 * Checks that the players can play in all variants. Waits for no outside program.
 * @param set the variants
 * @param players the players, resolved
 * @param err receives the reason of a failure
 * @returns the error of the first player that cannot.
 */
SOW_MUST_USE enum sow_status sow_survey_check(const struct sow_variant_set *set,
                                              const struct sow_player_list *players,
                                              struct sow_err *err);

#endif
