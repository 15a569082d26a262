/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A game in progress, players, and playing a game to its end.
 *
 * Ownership: struct sow_game is storage of the caller, of some 30 kilobytes, with nothing
 * to free but what sow_game_unseat() frees. A player consists of functions and a context
 * that do not change. So one player may play in many threads at once. The memory that a
 * player keeps from move to move belongs to the game.
 */
#ifndef SOW_GAME_GAME_H
#define SOW_GAME_GAME_H

#include "sow/base/err.h"
#include "sow/base/pcg.h"
#include "sow/game/moves.h"
#include "sow/game/transcript.h"

SOW_C_BEGIN

/**
 * Largest number of positions kept for the repetition rule. Only positions since the
 * latest change of a store are kept. When the list is full, the game ends as if a
 * position had been repeated.
 */
enum { SOW_HISTORY_MAX = 1024 };

struct sow_fast;

/** Phase of a game, by the share of all seeds that is in the rows. */
enum sow_phase {
    SOW_PHASE_OPENING, /**< more than two thirds */
    SOW_PHASE_MIDDLE,  /**< more than one third */
    SOW_PHASE_END,     /**< one third or less */
    SOW_PHASES         /**< number of phases */
};

/** Counts of positions and legal moves in a game, by phase. */
struct sow_game_shape {
    uint16_t plies[SOW_PHASES];   /**< positions in which a player chose a move */
    uint32_t choices[SOW_PHASES]; /**< legal moves in these positions, in all */
};

/** Game in progress. */
struct sow_game {
    const struct sow_rules *rules;     /**< rules of the game, borrowed */
    const struct sow_fast *fast;       /**< rules prepared for the fast engine, borrowed:
                                          players may use them; may be NULL */
    struct sow_transcript *transcript; /**< transcript that records the moves, borrowed;
                                            NULL for none */
    struct sow_game_shape *shape;      /**< counter of choices, borrowed; NULL for none */
    struct sow_board board;            /**< current position */
    int first;      /**< enum sow_seat of the player who made the first move */
    int ply;        /**< moves made, sowings and a swap */
    uint64_t line;  /**< hash of the move sequence: games from one start are different if
                         their hashes differ */
    bool swap_open; /**< true while the offer of the pie rule is open */
    bool ended;     /**< true after the end of the game */
    enum sow_ending ending; /**< how the game ended */
    void *memory[2]; /**< memory of each player for this game, by seat (enum sow_seat), or
                          NULL */
    int history_count;                         /**< number of positions in `history` */
    struct sow_board history[SOW_HISTORY_MAX]; /**< positions for the repetition rule, if
                                                    there is one */
};

/**
 * Starts a game without moves. The side to move in the first position makes the first
 * move. The fields `fast`, `transcript`, `shape` and `memory` become NULL; the caller may
 * set them afterwards.
 * @param[out] game game to start
 * @param rules rules, borrowed for the whole game
 * @param start first position; NULL for the standard start of @p rules
 */
void sow_game_init(struct sow_game *game, const struct sow_rules *rules,
                   const struct sow_board *start);

/**
 * Records all moves from now on.
 * @param[in,out] game game to record
 * @param transcript transcript to begin anew, borrowed; NULL ends the recording
 */
void sow_game_record(struct sow_game *game, struct sow_transcript *transcript);

/**
 * Lists the legal moves, in ascending order with SOW_SWAP last. The pie rule offers
 * SOW_SWAP to the second player until this player has moved.
 * @param game game in progress
 * @param[out] moves the moves
 * @returns the number of moves; 0 only if the game has ended or the mover's row is empty
 */
int sow_game_moves(const struct sow_game *game, int moves[SOW_MOVES_MAX]);

/**
 * Returns the hash of a move sequence that is longer by one move.
 * @param line hash of the sequence so far
 * @param move move to add
 * @returns the new hash
 */
static inline uint64_t sow_game_line_after(uint64_t line, int move)
{
    return (line ^ (uint64_t)move) * UINT64_C(1099511628211); /* The multiplier of
                                                                 FNV-1a. */
}

/**
 * Makes a legal move. Adds it to the hash of the move sequence, to the ply count, and to
 * the transcript if this game is recorded. Ends the game, with the remaining seeds given
 * out, if the end rule, a repeated position or the ply cap says so. A swap exchanges rows
 * and stores, and the first player is to move again.
 * @param[in,out] game game that has not ended
 * @param move pit or SOW_SWAP
 */
void sow_game_play(struct sow_game *game, int move);

/**
 * Passes, or ends the game, if the player to move has no legal move. Does nothing
 * otherwise. A pass is not a move: it is neither counted nor recorded.
 * @param[in,out] game game in progress
 */
void sow_game_pass(struct sow_game *game);

/**
 * Computes the sowing of a move without making it, for a player that values moves. For
 * SOW_SWAP the result is the position with exchanged sides, and the gain is the change of
 * the mover's store.
 * @param game game in progress
 * @param move a legal move
 * @param[out] sowing the result
 */
void sow_game_preview(const struct sow_game *game, int move, struct sow_sowing *sowing);

/** Receiver of the seeds in pits when the ply cap or a repetition ends a game. */
enum sow_share {
    SOW_SHARE_ROWS,  /**< each player gets the own row */
    SOW_SHARE_SPLIT, /**< each player gets half of all seeds in pits, and nobody an odd
                        one */
    SOW_SHARE_NOBODY /**< nobody: the seeds stay in the pits */
};

/**
 * Returns the receiver of the seeds in pits when a repetition ends a game.
 * @param rules rules of the game
 * @returns SOW_SHARE_ROWS or SOW_SHARE_SPLIT
 */
enum sow_share sow_share_at_repetition(const struct sow_rules *rules);

/**
 * Returns the receiver of the seeds in pits when the ply cap ends a game.
 * @param rules rules of the game
 * @returns SOW_SHARE_ROWS or SOW_SHARE_NOBODY
 */
enum sow_share sow_share_at_cap(const struct sow_rules *rules);

/**
 * Gives out the seeds in pits when the ply cap or a repetition ends a game. All pits are
 * empty afterwards, except with SOW_SHARE_NOBODY.
 * @param[in,out] board last position of the game
 * @param share receiver of these seeds
 */
void sow_board_stop(struct sow_board *board, enum sow_share share);

/**
 * Player: functions and a context. Ownership: the context is borrowed and must outlive
 * all games of the player.
 */
struct sow_player {
    /**
     * Chooses one of the @p count legal @p moves, at least 1. Returns its index, or -r to
     * forfeit the game for reason r (enum sow_ending).
     */
    int (*choose)(const void *context, const struct sow_game *game, const int *moves,
                  int count, struct sow_pcg *rng);
    const void *context; /**< value passed to `choose` and `begin` */
    /**
     * Makes the memory that `choose` uses and changes during a game (`memory` of struct
     * sow_game). May return NULL, for example without memory. A player that keeps nothing
     * has NULL for both `begin` and `end`.
     */
    void *(*begin)(const void *context);
    /** Frees the memory of a game. */
    void (*end)(void *memory);
};

/**
 * Ends the game with a loss of the player whose turn it is. All seeds of the board go to
 * the opponent's store, also those in the loser's store.
 * @param[in,out] game game in progress
 * @param reason one of the SOW_FORFEIT values
 */
void sow_game_forfeit(struct sow_game *game, enum sow_ending reason);

/**
 * Makes the memories of both players for a game, unless it has them. Without memory they
 * stay NULL, and the players play without.
 * @param[in,out] game game in progress
 * @param players players by seat (enum sow_seat)
 */
void sow_game_seat(struct sow_game *game, const struct sow_player *const players[2]);

/**
 * Frees the memories of both players. A second call does nothing.
 * @param[in,out] game game in progress or ended
 * @param players players by seat (enum sow_seat)
 */
void sow_game_unseat(struct sow_game *game, const struct sow_player *const players[2]);

/**
 * Lets the player whose turn it is move or forfeit. A player without a legal move passes
 * (sow_game_pass()). Counts the legal moves in `shape`, and adds the time of the choice
 * to the transcript if it times this player. A choice made after a stop request
 * (sow_stopping()) is not played.
 * @param[in,out] game game that has not ended
 * @param player player whose turn it is
 * @param[in,out] rng random numbers for the choice
 * @returns the move, or -1 if none was made
 */
int sow_game_turn(struct sow_game *game, const struct sow_player *player,
                  struct sow_pcg *rng);

/** Result of a game. */
struct sow_score {
    uint8_t store[2]; /**< seeds in the stores at the end, by seat (enum sow_seat) */
    uint16_t plies;   /**< moves made */
};

/**
 * Returns the result for one player.
 * @param score result of the game
 * @param seat enum sow_seat of the player
 * @returns 1 for a win, 0 for a draw, -1 for a loss
 */
static inline int sow_score_sign(const struct sow_score *score, int seat)
{
    int own = score->store[seat];
    int other = score->store[1 - seat];
    return (own > other) - (own < other);
}

/**
 * Plays a game to its end. Makes the memories of the players first and frees them last.
 * After a stop request (sow_stopping()) the game stays unfinished and its score has no
 * meaning.
 * @param[in,out] game game in progress
 * @param players players by seat (enum sow_seat)
 * @param[in,out] rng random numbers of this game, used by both players in turn
 * @returns the final score
 */
struct sow_score sow_game_finish(struct sow_game *game,
                                 const struct sow_player *const players[2],
                                 struct sow_pcg *rng);

SOW_C_END

#endif
