/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Positions of a search tree: as sow/game/game.h plays them, in the form of the fast
 * engine where it covers the rules, and without a list of positions of their own: what a
 * repetition rule asks for is found by going back from node to node.
 */
#ifndef SOW_SEARCH_NODE_H
#define SOW_SEARCH_NODE_H

#include "sow/game/fast_board.h"
#include "sow/game/game.h"
#include "sow/search/search.h"

/** What all nodes of a search share. */
struct ground {
    const struct sow_game *game; /**< at the root */
    const struct sow_rules *rules;
    const struct sow_fast *fast; /**< NULL: moves are made by the plain engine */
    bool keeps_history;
    bool without_swap;    /**< nobody takes over a side */
    bool always_near_cap; /**< lines have no limit of plies, and there is a cap */
};

/** A position. */
struct node {
    union {
        struct sow_fast_board words; /**< with a fast engine */
        struct sow_board board;      /**< without */
        uint64_t word[4];            /**< of either; what is not used is 0 */
    } at;
    const struct node *parent; /**< NULL at the root */
    uint64_t hash;             /**< of the position; 0 in an ended game */
    uint64_t course; /**< with a repetition rule: of the set of positions that may be
                          repeated, this one included */
    int listed;      /**< how many these are */
    int ply;
    uint8_t side;
    bool rooted;    /**< no store has changed since the root */
    bool swap_open; /**< as in struct sow_game */
    bool ended;
    bool extra;   /**< reached by a move that earned an extra turn */
    uint8_t gain; /**< of the move that led here */
};

/** The root; @p extra_costs: extra turns use up depth. Borrows @p game. */
void sow_ground_init(struct ground *ground, const struct sow_game *game,
                     const struct sow_fast *fast, bool extra_costs);
void sow_node_root(const struct ground *ground, struct node *root);

/** As sow_game_moves; never 0 in a game that goes on, but perhaps at the root. */
int sow_node_moves(const struct ground *ground, const struct node *at,
                   int moves[SOW_MOVES_MAX]);

/** Makes a legal move; @p at must outlive @p next. */
void sow_node_make(const struct ground *ground, const struct node *at, int move,
                   struct node *next);

/** The position in plain form. */
void sow_node_board(const struct ground *ground, const struct node *at,
                    struct sow_board *board);

/** True if the oracle tells what a game that goes on there comes to. */
bool sow_node_known(const struct ground *ground, const struct node *at,
                    const struct sow_oracle *oracle);

/** Gives out the seeds on the board as perfect play does; an odd one that nobody gets
 *  makes no difference to the margin. */
void sow_board_give_out(struct sow_board *board, const struct sow_oracle *oracle);

/** A hash of what beside the position can bear upon its value, searched to @p depth. */
uint64_t sow_node_course(const struct ground *ground, const struct node *at, int depth);

#endif
