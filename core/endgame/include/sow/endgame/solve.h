/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Whole games solved: the exact value of a position, of its moves, and a best line, by
 * searches with a null window and a large table of what is known of positions.
 *
 * The value of a position is the margin of the side to move at the end of the game, both
 * sides playing for the greatest margin. What is proven does not depend on threads or on
 * the size of the table; how many positions it takes does.
 *
 * It solves games that cannot come back to a position (sow_solve_check): those in which
 * the own store is sown. A solver may be asked by several threads at once, which then
 * share its table. Ownership: a solver is freed by sow_solver_free; it borrows what its
 * options point to.
 */
#ifndef SOW_ENDGAME_SOLVE_H
#define SOW_ENDGAME_SOLVE_H

#include "sow/base/parallel.h"
#include "sow/endgame/database.h"
#include "sow/game/fast_board.h"

SOW_C_BEGIN

/** Most megabytes of a table. */
enum { SOW_SOLVE_MEGABYTES_MAX = 1 << 20 };

/** What a solver works with. */
struct sow_solve_options {
    size_t megabytes; /**< of the table, from 1 to SOW_SOLVE_MEGABYTES_MAX */
    int threads;      /**< of sow_solve_value and sow_solve_moves; 0 = all */
    const struct sow_endgame *endgame; /**< of the same rules, or NULL; borrowed */
    /** Called now and then with the positions looked at so far, by one thread at a time:
     *  false stops all that is under way. NULL: nothing does. */
    bool (*go_on)(void *context, uint64_t nodes);
    void *context;
};

struct sow_solver;

/** SOW_USAGE, naming the rule, if games by these rules cannot be solved as wholes. */
SOW_MUST_USE enum sow_status sow_solve_check(const struct sow_rules *rules,
                                             struct sow_err *err);

/** A solver of positions with at most @p seeds seeds on the board. SOW_USAGE also if the
 *  table is too small for so many. */
SOW_MUST_USE enum sow_status sow_solver_new(struct sow_solver **solver,
                                            const struct sow_rules *rules, int seeds,
                                            const struct sow_solve_options *options,
                                            struct sow_err *err);

/** May be NULL. */
void sow_solver_free(struct sow_solver *solver);

/** Positions looked at since the solver was made. */
uint64_t sow_solver_nodes(const struct sow_solver *solver);

/** Lets a solver that was stopped work again; for when nobody asks it anything. */
void sow_solver_rearm(struct sow_solver *solver);

/** The value of a position lies between these. */
struct sow_solve_bounds {
    int least;
    int most;
};

/** The value of @p board: both bounds. SOW_INTERRUPTED if the solver is stopped, here and
 *  below: then the bounds are what has been proven. */
SOW_MUST_USE enum sow_status sow_solve_value(struct sow_solver *solver,
                                             const struct sow_board *board,
                                             struct sow_solve_bounds *value,
                                             struct sow_err *err);

/** The sign of that value, which takes two questions at most. */
SOW_MUST_USE enum sow_status sow_solve_sign(struct sow_solver *solver,
                                            const struct sow_board *board, int *sign,
                                            struct sow_err *err);

/** A move and the value it leads to, for the side that makes it. */
struct sow_solve_move {
    int pit; /**< sowing-order index */
    int value;
};

/** All legal moves with their values, the pit nearest the own store first. */
SOW_MUST_USE enum sow_status sow_solve_moves(struct sow_solver *solver,
                                             const struct sow_board *board,
                                             struct sow_solve_move moves[SOW_MAX_PITS],
                                             int *count, struct sow_err *err);

/** All legal moves that come to @p value, which is that of @p board, by one thread: a bit
 *  for each pit. Takes less than all values. */
SOW_MUST_USE enum sow_status sow_solve_best(struct sow_solver *solver,
                                            const struct sow_board *board, int value,
                                            sow_pits *best, struct sow_err *err);

/** More moves than a line has. */
enum { SOW_SOLVE_LINE_MAX = 1024 };

/** A best line to the end: of equally good moves always the one from the pit nearest the
 *  own store. @p value is that of @p board. */
SOW_MUST_USE enum sow_status sow_solve_line(struct sow_solver *solver,
                                            const struct sow_board *board, int value,
                                            uint8_t pits[SOW_SOLVE_LINE_MAX], int *count,
                                            struct sow_err *err);

SOW_C_END

#endif
