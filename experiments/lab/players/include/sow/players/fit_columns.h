/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The columns of a fit: features of a position (sow/heuristics/state_features.h), or, for
 * preferences, heuristics of a move. The latter are called move_h1 .., several together
 * as in lists of heuristics ("heuristics", "all-heuristics"); move_h6 is the heuristic
 * with its sign turned, so that coefficients are the weights of a `weights:` player as
 * they stand.
 *
 * Ownership: everything is caller storage; columns are not to be copied, their names
 * point into them.
 */
#ifndef SOW_EXPERIMENTS_FIT_COLUMNS_H
#define SOW_EXPERIMENTS_FIT_COLUMNS_H

#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"

enum { SOW_FEATURE_LIST_MAX = 4095 };

/** What the constant term of a fit is called among its coefficients. */
#define SOW_INTERCEPT "intercept"

/** Columns in the order of the list they were read from. */
struct sow_fit_columns {
    bool of_moves; /**< heuristics of a move, else features of a position */
    int count;
    int feature[SOW_AGENT_TERMS_MAX]; /**< enum sow_heuristic, or a state feature */
    const char *names[SOW_AGENT_TERMS_MAX];
    char room[SOW_FEATURE_LIST_MAX + 1];
};

/**
 * Replaces what stands for several features in @p list, a text on the heap, by their
 * names, so that it means the same for ever: groups, and "auto", which is "heuristics"
 * for preferences and the group "default" otherwise. A list of plain names is left as it
 * is. SOW_USAGE: a name is unknown, listed twice, or there are too many; heuristics of a
 * move are not alone, or not for preferences.
 */
SOW_MUST_USE enum sow_status sow_fit_columns_resolve(char **list, bool preference,
                                                     const struct sow_rules *rules,
                                                     struct sow_err *err);

/** Reads a list that was resolved. */
SOW_MUST_USE enum sow_status sow_fit_columns_read(struct sow_fit_columns *columns,
                                                  const char *list, struct sow_err *err);

/** A position and its legal moves. */
struct sow_fit_position {
    const struct sow_game *game;
    const int *moves;
    int count;
};

/** The values of the columns for @p move, one of the legal ones of @p position: its
 *  heuristics, or, by @p state (of the same columns; else not read), the features of the
 *  position it leads to, seen from the mover. */
void sow_fit_columns_of_move(const struct sow_fit_columns *columns,
                             const struct sow_state_columns *state,
                             const struct sow_fit_position *position, int move,
                             int16_t *values);

/** The heuristic that a column called @p name holds, or -1. */
int sow_fit_move_heuristic(const char *name);

#endif
