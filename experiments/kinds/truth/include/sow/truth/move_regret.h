/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "regret". They measure how many seeds players lose by their moves against
 * perfect play, in positions with few seeds on the board, whose exact values are known.
 *
 * The regret of a move is the value of the position less the value of the move. If a
 * player chooses at random between several moves, its regret is the mean over these.
 *
 * A run measures positions with at least two moves, of two kinds. The first are those in
 * which the player is to move in games against opponents. The second are all positions
 * with some number of seeds, or a random sample of them.
 *
 * Positions of one game depend on each other, so the intervals treat a game as one unit.
 */
#ifndef SOW_EXPERIMENTS_MOVE_REGRET_H
#define SOW_EXPERIMENTS_MOVE_REGRET_H

#include "sow/players/player_list.h"
#include "sow/runs/run.h"

/** Options of kind "regret". */
struct sow_regret_options {
    struct sow_player_list players;    /**< players to measure */
    struct sow_player_list opponents;  /**< opponents in games */
    struct sow_endgame_choice endgame; /**< endgame file; without one the values are
                                            computed and not kept */
    int on_board;     /**< largest number of seeds on the board. 0 before the run is
                           prepared: all that the file has, or a default without a file */
    int games;        /**< number of games per player, opponent and seat; 0: none */
    int random_plies; /**< number of random moves that open each game, played by both
                           seats */
    int sample;       /**< number of positions for each number of seeds; 0: all */
};

/** Kind "regret": its options, command, execution and report. A run measures each player
 *  and the player `random`, and stores the figures in table `regrets`. */
extern const struct sow_run_kind sow_regret_kind;

#endif
