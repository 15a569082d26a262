/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Moves and games as text, and the recording of games as they are played
 * (sow_game_record()).
 *
 * A move is written as the printed number of its pit, counted from its owner's left, or
 * as `swap`. A game is written as its moves with blanks between them.
 *
 * Ownership: a transcript owns its moves; release it. All zeros is an empty transcript.
 */
#ifndef SOW_GAME_TRANSCRIPT_H
#define SOW_GAME_TRANSCRIPT_H

#include "sow/base/err.h"
#include "sow/game/board.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

/** Moves that are not pits, and the size of a list of moves. */
enum {
    SOW_SWAP = SOW_MAX_PITS,         /**< the move "take over the first player's side" */
    SOW_MOVES_MAX = SOW_MAX_PITS + 1 /**< largest number of legal moves */
};

/** Bytes for a move as text, with the NUL. */
enum { SOW_MOVE_TEXT = 16 };

/**
 * Writes a move as text.
 * @param rules rules of the game
 * @param move pit in sowing order, or SOW_SWAP
 * @param[out] text the text
 * @returns @p text
 */
char *sow_move_format(const struct sow_rules *rules, int move, char text[SOW_MOVE_TEXT]);

/**
 * Reads a move from text. The move need not be legal.
 * @param rules rules of the game
 * @param text text to read
 * @returns the move, or -1 if @p text is not one
 */
int sow_move_parse(const struct sow_rules *rules, const char *text);

/** Ways in which a game can end. In every forfeit, the player whose turn it was loses. */
enum sow_ending {
    SOW_NOT_ENDED,           /**< the game is not finished */
    SOW_ENDED_NORMALLY,      /**< by the end rule */
    SOW_ENDED_BY_CAP,        /**< by the ply cap */
    SOW_ENDED_BY_REPETITION, /**< by a repeated position */
    SOW_FORFEIT_CLOCK,       /**< forfeit: the player's clock ran out */
    SOW_FORFEIT_ABSENT,      /**< forfeit: no program has joined to play */
    SOW_FORFEIT_GONE,        /**< forfeit: the program went away */
    SOW_FORFEIT_SILENT,      /**< forfeit: the program sent no move in time */
    SOW_FORFEIT_ILLEGAL,     /**< forfeit: the program sent an illegal move */
    SOW_FORFEIT_GARBAGE,     /**< forfeit: the program broke the protocol */
    SOW_FORFEIT_RULES,       /**< forfeit: the program does not play by these rules */
    SOW_FORFEIT_MEMORY,      /**< forfeit: the program had too much memory */
    SOW_FORFEIT_CPU,         /**< forfeit: the program used too much processor time */
    SOW_ENDINGS              /**< number of values */
};

/** Names of the values of enum sow_ending, in its order. */
extern const char *const sow_ending_names[SOW_ENDINGS];

/** Record of a game. */
struct sow_transcript {
    const void *game;    /**< address of the recorded game; moves in copies of it are not
                              recorded */
    uint8_t *moves;      /**< moves made, owned */
    double (*now)(void); /**< returns the time in seconds; NULL if no player is timed */
    double seconds[2];   /**< time used by the player who moved first and by the other, if
                              timed */
    int count;           /**< number of moves */
    int room;            /**< number of moves that `moves` has room for */
    int opening;         /**< number of moves at the beginning that no player chose */
    int drawn[2];        /**< number of moves drawn at random for a silent program, of the
                              player who moved first and of the other */
    enum sow_ending ending; /**< how the game ended */
    struct sow_board start; /**< first position */
    bool timed[2]; /**< true if the player who moved first, or the other, is timed */
    bool lost;     /**< true if memory ran out for a move: the record is incomplete */
};

/**
 * Begins a new record without moves in a transcript, and keeps its memory for moves. All
 * other fields become 0, so nobody is timed until the caller sets `now` and `timed`.
 * @param[in,out] transcript transcript to use
 * @param game address of the game to record
 * @param start current position of the game
 */
void sow_transcript_begin(struct sow_transcript *transcript, const void *game,
                          const struct sow_board *start);

/**
 * Adds a move. Without memory it sets `lost` instead.
 * @param[in,out] transcript transcript to extend
 * @param move pit or SOW_SWAP
 */
void sow_transcript_add(struct sow_transcript *transcript, int move);

/**
 * Frees the moves and makes the transcript empty.
 * @param[in,out] transcript transcript to release
 */
void sow_transcript_release(struct sow_transcript *transcript);

/**
 * Returns the moves as text, "" without moves.
 * @param transcript transcript to write; `lost` means that it is incomplete
 * @param rules rules of the game
 * @returns a text on the heap, which the caller frees; NULL without memory or if the
 *   record is incomplete
 */
char *sow_transcript_text(const struct sow_transcript *transcript,
                          const struct sow_rules *rules);

SOW_C_END

#endif
