/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Positions of a search tree. They follow the rules as sow/game/game.h plays them. Where
 * the fast engine covers the rules, positions have its form. A node has no list of
 * earlier positions: for a repetition rule the search goes back from node to parent.
 */
#ifndef SOW_SEARCH_NODE_H
#define SOW_SEARCH_NODE_H

#include "fast_kernel.h"
#include "sow/game/game.h"
#include "sow/search/search.h"

/** Data that all nodes of a search share. */
struct ground {
    const struct sow_game *game;   /**< the game at the root */
    const struct sow_rules *rules; /**< rules of that game */
    const struct sow_fast *fast;   /**< prepared rules; NULL: the plain engine makes the
                                        moves */
    int apply_from;       /**< ply from which on sow_node_apply has to be called */
    bool keeps_history;   /**< true if there is a repetition rule */
    bool without_swap;    /**< true if the search leaves swaps out */
    bool always_near_cap; /**< true if there is a ply cap and lines have no limit
                               of plies */
};

/** A position in the tree. */
struct node {
    union {
        struct sow_fast_board words; /**< form with a fast engine */
        struct sow_board board;      /**< form without one */
        uint64_t word[4];            /**< either form as words; unused bytes are 0 */
    } at;
    const struct node *parent; /**< previous position; NULL at the root */
    /* Only with a repetition rule, while the game goes on: */
    uint64_t hash;   /**< hash of the position */
    uint64_t course; /**< hash of the set of positions that may be repeated, with this
                          one */
    int listed;      /**< number of positions in that set */
    bool rooted;     /**< true if no store has changed since the root */
    /* Always: */
    int ply;        /**< moves since the start of the game */
    uint8_t side;   /**< seat to move */
    bool swap_open; /**< as in struct sow_game */
    bool ended;     /**< true if the game has ended */
    bool extra;     /**< true if the move to it earned an extra turn */
    uint8_t gain;   /**< seeds that the move to it gained */
};

/** Sets up the shared data of a search of @p game, which it borrows like @p fast (may be
 *  NULL). The search makes swaps, until `without_swap` is set. @p extra_costs: true if
 *  extra turns cost depth. */
void sow_ground_init(struct ground *ground, const struct sow_game *game,
                     const struct sow_fast *fast, bool extra_costs);
/** Sets @p root to the present position of the game. */
void sow_node_root(const struct ground *ground, struct node *root);

/** Lists the moves, as sow_game_moves does, and returns their number. Leaves out the swap
 *  if ground->without_swap. Only the root may have none in a running game. */
int sow_node_moves(const struct ground *ground, const struct node *at,
                   int moves[SOW_MOVES_MAX]);

/** Returns true if a move is legal at a node. */
bool sow_node_is_legal(const struct ground *ground, const struct node *at, int move);

/** Fills @p next with the node that a legal move leads to, with the ply cap and
 * repetition rule applied. @p at must outlive @p next. */
void sow_node_make(const struct ground *ground, const struct node *at, int move,
                   struct node *next);

/** Moves of a node, and the nodes that they lead to. */
struct plays {
    int count;                       /**< number of moves */
    int move[SOW_MOVES_MAX];         /**< the moves, from the last pit to the first */
    struct node next[SOW_MOVES_MAX]; /**< by index of the move; each is unfinished until
                                          sow_node_finish */
};

/** Plays all moves of a node except @p done (-1: all). Sets position, side, `ended`,
 *  `extra` and `gain` of the next nodes, before the ply cap and the repetition rule. */
void sow_node_play_all(const struct ground *ground, const struct node *at, int done,
                       struct plays *plays);

/** Applies the ply cap and the repetition rule at a node in which the game goes on. All
 *  its fields but those of the repetition rule are set. */
void sow_node_apply(const struct ground *ground, const struct node *at,
                    struct node *next);

/** Finishes a node of sow_node_play_all: sets its other fields, and applies the ply cap
 *  and the repetition rule. @p at must outlive @p next. */
static inline void sow_node_finish(const struct ground *ground, const struct node *at,
                                   struct node *next)
{
    next->parent = at;
    next->ply = at->ply + 1;
    next->swap_open = at->swap_open && at->side == ground->game->first;
    if (!next->ended && next->ply >= ground->apply_from)
        sow_node_apply(ground, at, next);
}

/** Sets position, side, `ended`, `extra` and `gain` of @p next, to which a move made by
 * the fast engine leads. */
static inline void sow_node_set(const struct ground *ground, const struct node *at,
                                const struct sow_fast_next *made, struct node *next)
{
    next->at.words =
        made->ended ? sow_fast_settled(ground->fast, made->board) : made->board;
    next->side = made->same_side ? at->side : (uint8_t)(1 - at->side);
    next->ended = made->ended;
    next->extra = made->again;
    next->gain = (uint8_t)(made->store - (at->at.words.own >> SOW_FAST_STORE_SHIFT));
}

/** Returns the hash of a position in which the game goes on, with the pie rule's open
 *  offer. */
uint64_t sow_node_hash(const struct ground *ground, const struct node *at);

/** Converts the position to its plain form. */
void sow_node_board(const struct ground *ground, const struct node *at,
                    struct sow_board *board);

/** Returns true if the oracle knows the value of this position. Returns false in an ended
 *  game, and while the offer of the pie rule is open. */
bool sow_node_known(const struct ground *ground, const struct node *at,
                    const struct sow_oracle *oracle);

/** Gives out the seeds on the board to the stores as perfect play does, and empties the
 *  pits. The oracle must know the board. An odd seed may go to nobody; that does not
 *  change the margin. */
void sow_board_give_out(struct sow_board *board, const struct sow_oracle *oracle);

/** Returns a hash of everything besides the position that may affect its value at
 *  @p depth: earlier positions, and the ply near the cap. Returns 0 if nothing may. */
uint64_t sow_node_course(const struct ground *ground, const struct node *at, int depth);

#endif
