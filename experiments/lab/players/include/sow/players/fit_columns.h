/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The columns of a fit. They are features of a position (sow/heuristics/state_features.h)
 * or, for preferences, heuristics of a move. Heuristics are called move_h1, move_h2 and
 * so on. A list may name several by a group ("heuristics", "all-heuristics"). move_h6 is
 * the heuristic with its sign turned. So coefficients are directly the weights of a
 * `weights:` player.
 *
 * Ownership: everything is caller storage. Columns must not be copied, since their names
 * point into them.
 */
#ifndef SOW_EXPERIMENTS_FIT_COLUMNS_H
#define SOW_EXPERIMENTS_FIT_COLUMNS_H

#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"

/** Longest list of columns in bytes. */
enum { SOW_FEATURE_LIST_MAX = 4095 };

/** Name of the constant term among the coefficients of a fit. */
#define SOW_INTERCEPT "intercept"

/** Columns in the order of the list that they were read from. */
struct sow_fit_columns {
    bool of_moves; /**< true if these are heuristics of a move, else features of a
                      position */
    int count;     /**< number of columns */
    int feature[SOW_AGENT_TERMS_MAX]; /**< enum sow_heuristic, or number of a state
                                         feature */
    /** name of each column; points into `room` */
    const char *names[SOW_AGENT_TERMS_MAX];
    /** copy of the list, with zeros instead of commas */
    char room[SOW_FEATURE_LIST_MAX + 1];
};

/**
 * Replaces groups of features in a list by the names of their features, so that a
 * recorded list keeps its meaning. "auto" means "heuristics" for preferences and the
 * group "default" otherwise. A list of plain names is not changed.
 * @param[in,out] list a text on the heap; may be replaced
 * @param preference true if the fit is of preferences among moves
 * @param rules rules that the features must make sense for
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown or repeated name, for too many names, and for
 *   heuristics of a move that are mixed with features or are not for preferences
 */
SOW_MUST_USE enum sow_status sow_fit_columns_resolve(char **list, bool preference,
                                                     const struct sow_rules *rules,
                                                     struct sow_err *err);

/** Reads a list of plain names, as sow_fit_columns_resolve makes it, into @p columns,
 *  which copies it. @returns SOW_USAGE for an unknown or repeated name, a mixture of
 *  features and heuristics, or too many columns; @p columns is then incomplete. */
SOW_MUST_USE enum sow_status sow_fit_columns_read(struct sow_fit_columns *columns,
                                                  const char *list, struct sow_err *err);

/** A position and its legal moves. */
struct sow_fit_position {
    const struct sow_game *game; /**< game with the position */
    const int *moves;            /**< all legal moves, ascending */
    int count;                   /**< number of legal moves */
};

/**
 * Computes the columns of one move: its heuristics, or the features of the position after
 * it, seen by the player who moved.
 * @param columns the columns
 * @param state the same columns, if they are features; not read for heuristics
 * @param position the position before the move
 * @param move a legal move
 * @param[out] values a value for each column
 */
void sow_fit_columns_of_move(const struct sow_fit_columns *columns,
                             const struct sow_state_columns *state,
                             const struct sow_fit_position *position, int move,
                             int16_t *values);

/**
 * Makes an evaluator for the player to move (`state:view=to-move`) of a fitted function.
 * The constant term becomes the weight of the feature `to_move`, which is 1 in every row.
 * @param[out] agent the evaluator
 * @param feature @p count features of a position; the place of `to_move` is given up
 * @param weight their weights; entries of 0 are left out
 * @param count at most SOW_AGENT_TERMS_MAX; if it is that many, without `to_move`, the
 *   constant term is lost
 * @param constant the constant term
 */
void sow_fit_columns_of_mover(struct sow_agent *agent, const int *feature,
                              const double *weight, int count, double constant);

/** Returns the heuristic of the column called @p name, or -1 if it is not a heuristic. */
int sow_fit_move_heuristic(const char *name);

#endif
