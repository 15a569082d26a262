/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Labels of perfect play: the value of a position, and its best moves.
 *
 * An endgame file gives the values of positions with few seeds on the board. A search
 * solves other positions, if the rules allow it (sow_solve_check), within a budget.
 *
 * The rules, the options and the order of the positions of a game determine which of them
 * are solved. Therefore one thread asks about all positions of a game, with a table of
 * its own. Several threads may each work on a game.
 */
#ifndef SOW_EXPERIMENTS_EXACT_LABELS_H
#define SOW_EXPERIMENTS_EXACT_LABELS_H

#include "sow/base/parallel.h"
#include "sow/base/param.h"
#include "sow/game/moves.h"

enum { SOW_EXACT_PATH_MAX = 1023 /**< greatest length of a file name */ };

/** Options of exact labels. */
struct sow_exact_options {
    char endgame[SOW_EXACT_PATH_MAX + 1]; /**< name of the endgame file, or "" */
    char endgame_values[32]; /**< largest number of seeds on the board and checksum of the
                                  file's values, for example "18:0123456789abcdef"; ""
                                  until sow_exact_prepare */
    char nodes[24]; /**< budget of a search in positions, a whole number; "" = default,
                         until sow_exact_prepare */
};

/** Table of the options `endgame` and `nodes`. */
extern const struct sow_param_table sow_exact_params;
/** Table of the setting `endgame_values`, which is not an option. */
extern const struct sow_param_table sow_exact_found_params;

/**
 * Completes options before they are stored. Options read from a stored run are complete
 * and stay as they are.
 * @param[in,out] options the options; after a failure, `nodes` may be complete already.
 * @param rules the rules.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_USAGE if no position could be solved with these rules or if the
 * budget is not a number, or a status of sow_endgame_open.
 */
SOW_MUST_USE enum sow_status sow_exact_prepare(struct sow_exact_options *options,
                                               const struct sow_rules *rules,
                                               struct sow_err *err);

/** A source of exact labels. */
struct sow_exact;

/**
 * Opens a source of exact labels.
 * @param[out] exact receives the source, which the caller closes; NULL on failure.
 * @param options complete options.
 * @param rules the rules; borrowed.
 * @param with context, whose stop request ends searches; what it points to is borrowed.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, SOW_BAD_DATA if the endgame file has other values than
 * the options say, or a status of sow_endgame_open or sow_solver_new.
 */
SOW_MUST_USE enum sow_status sow_exact_open(struct sow_exact **exact,
                                            const struct sow_exact_options *options,
                                            const struct sow_rules *rules,
                                            const struct sow_context *with,
                                            struct sow_err *err);

/** Closes the endgame file and frees a source, which may be NULL. */
void sow_exact_close(struct sow_exact *exact);

/** Work on the positions of one game. Ask about late positions first, because their
 * values make earlier ones easier. */
struct sow_exact_game {
    const struct sow_exact *exact; /**< source of the labels; private */
    struct sow_solver *solver;     /**< solver with its table, or NULL; private */
    uint64_t limit;                /**< number of nodes at which a search ends; private */
    bool failed; /**< true if memory ran out; all answers are then to be discarded */
};

/** Returns the work on a new game, which borrows @p exact. The solver is made when a
 *  search first needs it. Call sow_exact_end at the end. */
struct sow_exact_game sow_exact_begin(const struct sow_exact *exact);

/**
 * Solves a position.
 * @param[in,out] game the game.
 * @param board the position.
 * @param[out] margin receives the final margin of the side to move under perfect play.
 * @param[out] best receives all moves that lead to that margin; may be NULL.
 * @returns true if the position is solved; else the outputs have no meaning. A position
 *   without a legal move is not solved, unless the endgame file covers it.
 */
bool sow_exact_solve(struct sow_exact_game *game, const struct sow_board *board,
                     int *margin, sow_pits *best);

/** Frees the solver of the work on a game. */
void sow_exact_end(struct sow_exact_game *game);

#endif
