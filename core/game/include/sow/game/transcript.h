/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games on record: moves as they are made (sow_game_record), and as text.
 *
 * A move is written as the printed number of its pit, counted from its owner's left, or
 * as `swap`; a game as its moves with blanks between.
 *
 * Ownership: a transcript owns its moves; release it. All zeros is an empty one.
 */
#ifndef SOW_GAME_TRANSCRIPT_H
#define SOW_GAME_TRANSCRIPT_H

#include "sow/base/err.h"
#include "sow/game/board.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

/** The move "take over the first player's side" (pie rule). */
enum { SOW_SWAP = SOW_MAX_PITS, SOW_MOVES_MAX = SOW_MAX_PITS + 1 };

/** Room for a move as text, with the final NUL. */
enum { SOW_MOVE_TEXT = 16 };

/** Writes a move of a game by @p rules; returns @p text. */
char *sow_move_format(const struct sow_rules *rules, int move, char text[SOW_MOVE_TEXT]);

/** The move that @p text stands for, legal or not; -1 if it is none. */
int sow_move_parse(const struct sow_rules *rules, const char *text);

/** How a game ended. */
enum sow_ending {
    SOW_NOT_ENDED,
    SOW_ENDED_NORMALLY, /**< as the rules say a game ends */
    SOW_ENDED_BY_CAP,
    SOW_ENDED_BY_REPETITION,
    /* From here on the player whose turn it was has lost it by forfeit. */
    SOW_FORFEIT_CLOCK,   /**< its clock ran out */
    SOW_FORFEIT_ABSENT,  /**< no program is there to play */
    SOW_FORFEIT_GONE,    /**< the program went away */
    SOW_FORFEIT_SILENT,  /**< the program sent no move in time */
    SOW_FORFEIT_ILLEGAL, /**< the program sent a move that is not legal */
    SOW_FORFEIT_GARBAGE, /**< what the program sent is not of the protocol */
    SOW_FORFEIT_RULES,   /**< the program does not play by such rules */
    SOW_ENDINGS
};

/** Their names. */
extern const char *const sow_ending_names[SOW_ENDINGS];

/** What has happened in a game. */
struct sow_transcript {
    const void *game; /**< that it follows; not what copies of that do */
    uint8_t *moves;
    double (*now)(void); /**< the time in seconds; NULL: nobody is timed */
    double seconds[2];   /**< that who moved first, and the other, took, if timed */
    int count;           /**< of the moves */
    int room;            /**< for moves */
    int opening;         /**< moves that nobody chose, at the beginning */
    enum sow_ending ending;
    struct sow_board start;
    bool timed[2]; /**< who moved first, and the other */
    bool lost;     /**< there was no memory for a move: it is worth nothing */
};

/** Begins anew with a position of @p game. */
void sow_transcript_begin(struct sow_transcript *transcript, const void *game,
                          const struct sow_board *start);

/** Takes down a move. */
void sow_transcript_add(struct sow_transcript *transcript, int move);

void sow_transcript_release(struct sow_transcript *transcript);

/** The moves as text on the heap (free it), or NULL without memory. */
char *sow_transcript_text(const struct sow_transcript *transcript,
                          const struct sow_rules *rules);

SOW_C_END

#endif
