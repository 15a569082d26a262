/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "regret": how much players lose by their moves against perfect play, where
 * few enough seeds are on the board that exact values are known.
 *
 * The regret of a move is the value of the position less that of the move; of a player
 * who draws between several moves, the mean over them. Looked at are positions with two
 * moves or more, of two kinds: those in which the player is to move in games against
 * opponents, and all positions with so many seeds, or a sample of them, whether a game
 * gets there or not. Positions of one game are not independent: games are what intervals
 * count.
 */
#ifndef SOW_EXPERIMENTS_MOVE_REGRET_H
#define SOW_EXPERIMENTS_MOVE_REGRET_H

#include "sow/players/player_list.h"
#include "sow/runs/run.h"

struct sow_regret_options {
    struct sow_player_list players;
    struct sow_player_list opponents;
    struct sow_endgame_choice endgame; /**< none: values are found and forgotten */
    int on_board;     /**< most seeds on the board; 0 until prepared: all in the file */
    int games;        /**< of each player with each opponent, in each seat */
    int random_plies; /**< that open each game */
    int sample;       /**< positions of each number of seeds; 0: all */
};

extern const struct sow_run_kind sow_regret_kind;

#endif
