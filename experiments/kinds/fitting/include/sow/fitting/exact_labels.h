/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Labels of perfect play: what a position is worth, and its best moves. Positions with
 * few seeds on the board are looked up in an endgame file, others searched, where the
 * rules allow that (sow_solve_check), as long as a budget lasts.
 *
 * What is solved follows from the rules, the options and the order in which the positions
 * of a game are asked about: a game is asked about by one thread, with a table of its
 * own. Several games may be under way at once.
 */
#ifndef SOW_EXPERIMENTS_EXACT_LABELS_H
#define SOW_EXPERIMENTS_EXACT_LABELS_H

#include "sow/base/parallel.h"
#include "sow/base/param.h"
#include "sow/game/moves.h"

enum { SOW_EXACT_PATH_MAX = 1023 };

struct sow_exact_options {
    char endgame[SOW_EXACT_PATH_MAX + 1]; /**< the file, or "" */
    char endgame_values[32]; /**< seeds on the board and checksum of its values, found
                                when recorded: "18:0123456789abcdef" */
    char nodes[24]; /**< a whole number; recorded as what it stands for if it is "" */
};

/** `endgame` and `nodes`; `endgame_values` of a record. */
extern const struct sow_param_table sow_exact_params;
extern const struct sow_param_table sow_exact_found_params;

/** Completes options before they are recorded; leaves recorded ones as they are.
 *  SOW_USAGE: nothing could be solved by these rules, or the budget is no number; fails
 *  also as sow_endgame_open. */
SOW_MUST_USE enum sow_status sow_exact_prepare(struct sow_exact_options *options,
                                               const struct sow_rules *rules,
                                               struct sow_err *err);

struct sow_exact;

/** Opens what recorded options name; free it with sow_exact_close. SOW_BAD_DATA also if
 *  the file has other values than it had. */
SOW_MUST_USE enum sow_status sow_exact_open(struct sow_exact **exact,
                                            const struct sow_exact_options *options,
                                            const struct sow_rules *rules,
                                            const struct sow_stop *stop,
                                            struct sow_err *err);

/** NULL is allowed. */
void sow_exact_close(struct sow_exact *exact);

/** A game's positions, late ones first, which makes the others easier. */
struct sow_exact_game {
    const struct sow_exact *exact;
    struct sow_solver *solver; /**< private, as is what follows */
    uint64_t limit;
    bool failed; /**< no memory: nothing it said counts */
};

struct sow_exact_game sow_exact_begin(const struct sow_exact *exact);

/** The final margin of the side to move under perfect play, and, unless @p best is NULL,
 *  all moves that lead to it. False if that is not known. */
bool sow_exact_solve(struct sow_exact_game *game, const struct sow_board *board,
                     int *margin, sow_pits *best);

void sow_exact_end(struct sow_exact_game *game);

#endif
