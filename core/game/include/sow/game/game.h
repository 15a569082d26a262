/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A game in progress, players, and playing a game to its end.
 *
 * A struct sow_game is caller storage of some 30 kilobytes with nothing to free. A
 * player is functions with a context that do not change, so one player may play in many
 * threads at once; what it keeps from move to move belongs to the game.
 */
#ifndef SOW_GAME_GAME_H
#define SOW_GAME_GAME_H

#include "sow/base/err.h"
#include "sow/base/pcg.h"
#include "sow/game/moves.h"
#include "sow/game/transcript.h"

SOW_C_BEGIN

/** Positions kept for the repetition rule: those since a store last changed. When the
 *  list is full the game ends as if a position had been repeated. */
enum { SOW_HISTORY_MAX = 1024 };

struct sow_fast;

/** Phases of a game, by the share of all seeds that lies in the rows: more than two
 *  thirds, more than one third, less. */
enum sow_phase { SOW_PHASE_OPENING, SOW_PHASE_MIDDLE, SOW_PHASE_END, SOW_PHASES };

/** How much there was to choose from in a game, by phase. */
struct sow_game_shape {
    uint16_t plies[SOW_PHASES];   /**< positions in which a player chose a move */
    uint32_t choices[SOW_PHASES]; /**< legal moves in them, added up */
};

/** A game in progress. */
struct sow_game {
    const struct sow_rules *rules; /**< borrowed */
    const struct sow_fast *fast;   /**< NULL, or the same rules made ready (fast_board.h),
                                        borrowed: players may look ahead with it */
    struct sow_transcript *transcript; /**< NULL, or where moves are taken down
                                            (transcript.h), borrowed */
    struct sow_game_shape *shape; /**< NULL, or where choices are counted, borrowed */
    struct sow_board board;
    int first;      /**< enum sow_seat: who made the first move */
    int ply;        /**< moves made: sowings and a swap */
    uint64_t line;  /**< a hash of these moves in their order: games from one start that
                         differ in it are different games */
    bool swap_open; /**< the pie rule's offer has not lapsed */
    bool ended;
    enum sow_ending ending;
    void *memory[2]; /**< by seat: what the player keeps of this game, or NULL */
    int history_count;
    struct sow_board history[SOW_HISTORY_MAX]; /**< used only with a repetition rule */
};

/** Starts at @p start (borrowed for the call), or at the rules' start if NULL; `fast`,
 *  `transcript`, `shape` and `memory` are NULL and may be set. */
void sow_game_init(struct sow_game *game, const struct sow_rules *rules,
                   const struct sow_board *start);

/** Has all that happens from now on taken down; NULL: nothing. */
void sow_game_record(struct sow_game *game, struct sow_transcript *transcript);

/** Legal moves, ascending, SOW_SWAP last; returns their number. 0 only in an ended game
 *  or in a handed-in position whose mover is stuck. */
int sow_game_moves(const struct sow_game *game, int moves[SOW_MOVES_MAX]);

/** What `line` becomes with a move. */
static inline uint64_t sow_game_line_after(uint64_t line, int move)
{
    return (line ^ (uint64_t)move) * UINT64_C(1099511628211); /* FNV-1a */
}

/** Makes a legal move. */
void sow_game_play(struct sow_game *game, int move);

/** Where the mover of a handed-in position is stuck: the forced pass, or the end. */
void sow_game_pass(struct sow_game *game);

/** The sowing a move stands for, as a player values it; for SOW_SWAP the board with the
 *  sides exchanged and the difference of the stores as gain. */
void sow_game_preview(const struct sow_game *game, int move, struct sow_sowing *sowing);

/** Gives out the seeds on the board of a game that the ply cap or a repetition ends: each
 *  player keeps the own row, or both get half of it all, an odd seed going to nobody. */
void sow_board_stop(struct sow_board *board, bool split);

/** A player. */
struct sow_player {
    /** Chooses one of the @p count >= 1 legal @p moves; returns its index, or -r to
     *  forfeit the game for reason r (enum sow_ending): all seeds are the opponent's. */
    int (*choose)(const void *context, const struct sow_game *game, const int *moves,
                  int count, struct sow_pcg *rng);
    const void *context;
    /** Makes what `choose` finds, and may change, in the game's `memory` of its seat; may
     *  answer NULL, as without memory. Both are NULL of players that need nothing kept.
     */
    void *(*begin)(const void *context);
    void (*end)(void *memory); /**< frees it */
};

/** The player whose turn it is has lost the game, for a reason that is a forfeit. */
void sow_game_forfeit(struct sow_game *game, enum sow_ending reason);

/** Gives the game what its players keep of it, if it has not been given yet. */
void sow_game_seat(struct sow_game *game, const struct sow_player *const players[2]);

/** Frees that; nothing happens the second time. */
void sow_game_unseat(struct sow_game *game, const struct sow_player *const players[2]);

/** Has the player whose turn it is move, or forfeit, in a game that goes on; a player who
 *  is stuck passes. Once the process has been asked to stop (sow_stopping) no move is
 *  made. Returns the move, or -1. */
int sow_game_turn(struct sow_game *game, const struct sow_player *player,
                  struct sow_pcg *rng);

/** The result of a game. */
struct sow_score {
    uint8_t store[2]; /**< final stores by seat */
    uint16_t plies;
};

/** Win +1, draw 0, loss -1 for @p seat. */
static inline int sow_score_sign(const struct sow_score *score, int seat)
{
    int own = score->store[seat];
    int other = score->store[1 - seat];
    return (own > other) - (own < other);
}

/**
 * Plays @p game to its end; seats the players and unseats them. Once the process has been
 * asked to stop (sow_stopping), the game is left unfinished and its score means nothing.
 * @param players  by seat.
 * @param rng      the game's own stream; both players draw from it in turn.
 */
struct sow_score sow_game_finish(struct sow_game *game,
                                 const struct sow_player *const players[2],
                                 struct sow_pcg *rng);

SOW_C_END

#endif
