/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Solving whole games: the exact value of a position and of its moves, and a best line of
 * play. The method is a search with a null window. It keeps results for positions in a
 * large table, and in one of half a megabyte for positions near the endgame database.
 *
 * The value of a position is the margin of the side to move at the end of the game, if
 * both sides play for the greatest margin. The results do not depend on the number of
 * threads or on the size of the large table. The number of positions searched does.
 *
 * A solver solves games in which a position cannot occur twice, which are those that sow
 * the own store (sow_solve_check()). Several threads may use one solver at once and then
 * share its tables. Ownership: a solver is freed by sow_solver_free(). It borrows what
 * its options point to.
 */
#ifndef SOW_ENDGAME_SOLVE_H
#define SOW_ENDGAME_SOLVE_H

#include "sow/base/parallel.h"
#include "sow/endgame/database.h"
#include "sow/game/fast_board.h"

SOW_C_BEGIN

/** Largest size of the large table in megabytes. */
enum { SOW_SOLVE_MEGABYTES_MAX = 1 << 20 };

/** Options of a solver. */
struct sow_solve_options {
    size_t megabytes;        /**< size of the large table, 1 to
                                  SOW_SOLVE_MEGABYTES_MAX */
    struct sow_context with; /**< threads of sow_solve_value() and sow_solve_moves(); a
                                  stop request stops all searches of the solver */
    const struct sow_endgame *endgame; /**< endgame database for the same rules, borrowed;
                                            may be NULL */
    /**
     * Callback now and then, by one thread at a time, with the number of positions
     * searched so far. Returns false to stop all searches of the solver. May be NULL.
     */
    bool (*go_on)(void *context, uint64_t nodes);
    void *context; /**< value passed to `go_on` */
};

/** A solver: rules, options, and the tables. */
struct sow_solver;

/**
 * Checks that whole games can be solved under some rules.
 * @param rules rules of the game
 * @param[out] err receives the rule that prevents it; may be NULL
 * @returns SOW_OK; SOW_USAGE if the games cannot be solved
 */
SOW_MUST_USE enum sow_status sow_solve_check(const struct sow_rules *rules,
                                             struct sow_err *err);

/**
 * Makes a solver.
 * @param[out] solver the solver, owned by the caller; NULL on failure
 * @param rules rules of the game, not used after the call
 * @param seeds largest number of seeds on the board
 * @param options options, not used after the call; the objects that they point to are
 *   borrowed
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE if these games cannot be solved, or the table is too small
 *   for so many seeds; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_solver_new(struct sow_solver **solver,
                                            const struct sow_rules *rules, int seeds,
                                            const struct sow_solve_options *options,
                                            struct sow_err *err);

/**
 * Frees a solver.
 * @param solver solver to free; may be NULL
 */
void sow_solver_free(struct sow_solver *solver);

/**
 * Returns the number of positions searched since the solver was made. Thread-safe.
 * @param solver solver
 * @returns the number of positions
 */
uint64_t sow_solver_nodes(const struct sow_solver *solver);

/**
 * Lets a solver that `go_on` or a stop request has stopped work again. The table keeps
 * its results. No other thread may use the solver during the call.
 * @param[in,out] solver solver
 */
void sow_solver_rearm(struct sow_solver *solver);

/** Bounds of the value of a position. */
struct sow_solve_bounds {
    int least; /**< the value is at least this */
    int most;  /**< the value is at most this */
};

/**
 * Computes the value of a position. All threads search the same position in different
 * orders, and the first to finish gives the result.
 * @param[in,out] solver solver
 * @param board position
 * @param[out] value the value as both bounds; the proven bounds if the solver was stopped
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_INTERRUPTED if the solver was stopped
 */
SOW_MUST_USE enum sow_status sow_solve_value(struct sow_solver *solver,
                                             const struct sow_board *board,
                                             struct sow_solve_bounds *value,
                                             struct sow_err *err);

/**
 * Computes the sign of the value of a position, with at most two searches.
 * @param[in,out] solver solver
 * @param board position
 * @param[out] sign 1, 0 or -1; without meaning on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_INTERRUPTED if the solver was stopped
 */
SOW_MUST_USE enum sow_status sow_solve_sign(struct sow_solver *solver,
                                            const struct sow_board *board, int *sign,
                                            struct sow_err *err);

/** Move and its value. */
struct sow_solve_move {
    int pit;   /**< index of the pit in sowing order */
    int value; /**< value of the move for the side that makes it */
};

/**
 * Computes the values of all legal moves. The pit nearest to the own store comes first.
 * @param[in,out] solver solver
 * @param board position
 * @param[out] moves the moves; on failure their values have no meaning
 * @param[out] count number of moves, 0 if there is no legal one
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_INTERRUPTED if the solver was stopped
 */
SOW_MUST_USE enum sow_status sow_solve_moves(struct sow_solver *solver,
                                             const struct sow_board *board,
                                             struct sow_solve_move moves[SOW_MAX_PITS],
                                             int *count, struct sow_err *err);

/**
 * Finds all legal moves that keep the value of a position, with one thread. This takes
 * less work than sow_solve_moves().
 * @param[in,out] solver solver
 * @param board position
 * @param value value of @p board
 * @param[out] best set of the best pits; without meaning on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_INTERRUPTED if the solver was stopped
 */
SOW_MUST_USE enum sow_status sow_solve_best(struct sow_solver *solver,
                                            const struct sow_board *board, int value,
                                            sow_pits *best, struct sow_err *err);

/** Limit of the number of moves in a line of play. */
enum { SOW_SOLVE_LINE_MAX = 1024 };

/**
 * Finds a best line of play to the end of the game, or its first SOW_SOLVE_LINE_MAX
 * moves. If moves are equally good, it takes the one from the pit nearest to the own
 * store.
 * @param[in,out] solver solver
 * @param board position
 * @param value value of @p board
 * @param[out] pits the pits of the moves; on failure the last one need not be a best move
 * @param[out] count number of moves
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_INTERRUPTED if the solver was stopped
 */
SOW_MUST_USE enum sow_status sow_solve_line(struct sow_solver *solver,
                                            const struct sow_board *board, int value,
                                            uint8_t pits[SOW_SOLVE_LINE_MAX], int *count,
                                            struct sow_err *err);

SOW_C_END

#endif
