/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A game between people and programs, move by move, by lines of text. A session knows no
 * terminal: its caller reads the lines, passes them on and shows the result.
 *
 * Ownership: a session is the caller's; sow_session_release frees what it owns.
 */
#ifndef SOW_EXPERIMENTS_SESSION_H
#define SOW_EXPERIMENTS_SESSION_H

#include "sow/game/replay.h"
#include "sow/heuristics/agent.h"

/** A player of a game. */
struct sow_session_player {
    bool person;            /**< true for a person, whose moves are lines */
    struct sow_agent agent; /**< the program, unless the player is a person */
};

/** A game in progress. Roles: 0 is the player, 1 the opponent. Must not be copied. */
struct sow_session {
    const struct sow_rules *rules;        /**< rules of the game, borrowed */
    struct sow_session_player players[2]; /**< the players by role */
    const struct sow_board *start; /**< first position, borrowed; NULL: the standard start
                                        of the rules */
    double limit; /**< seconds a person has for all moves of a game; 0: no limit */
    /** The time in seconds, for players with a time limit. */
    double (*now)(void);
    struct sow_game game; /**< the game as far as it has been played */
    /** Moves of the game, and the seconds that the players used. */
    struct sow_transcript transcript;
    int first;                  /**< the role that moves first */
    struct sow_pcg rng;         /**< random numbers for the programs */
    struct sow_player seats[2]; /**< the programs by seat */
};

/** Effects of a line. */
enum sow_session_answer {
    SOW_SESSION_MOVED,  /**< a move was made, or the time is over and the game lost */
    SOW_SESSION_UNDONE, /**< moves were taken back */
    SOW_SESSION_HINT,   /**< request for the best moves */
    SOW_SESSION_WHY,    /**< request to explain the values of all moves */
    SOW_SESSION_WHY_OPPONENT, /**< request to explain the opponent's last turn */
    SOW_SESSION_HELP,         /**< request for the list of commands */
    SOW_SESSION_LEFT,         /**< the game is left unfinished */
    SOW_SESSION_NOTHING       /**< the line was blank */
};

/**
 * Begins a game. Call sow_session_release before the next game.
 * @param[in,out] session the caller has set rules, start, players, limit and now
 * @param first the role that moves first
 * @param seed the random seed of the run
 * @param number the number of the game in the run
 */
void sow_session_begin(struct sow_session *session, int first, uint64_t seed, int number);
/** Frees the memories of the programs and the transcript. */
void sow_session_release(struct sow_session *session);

/** Returns the role whose turn it is: 0 is the player, 1 the opponent. */
int sow_session_role(const struct sow_session *session);
/** Returns the seat (enum sow_seat) that a role has in this game. */
int sow_session_seat(const struct sow_session *session, int role);

/**
 * Makes the program whose turn it is make one move, or forfeit the game.
 * @param[in,out] session a game that has not ended
 * @returns false if the process was asked to stop (sow_stopping); the move may then be
 *     missing.
 */
bool sow_session_turn(struct sow_session *session);

/**
 * Writes the legal moves as text, by ascending pit number, for example "1 3 5 swap".
 * @param session the game
 * @param[out] text receives the text, "" if there is no legal move
 * @param size bytes of @p text, enough for all moves
 */
void sow_session_moves(const struct sow_session *session, char *text, size_t size);

/**
 * Replays the game in a copy and reports the last turn of a role: several moves, if a
 * move earned another.
 * @param session the game
 * @param role the role
 * @param told called before each move of that turn
 * @param context first argument of @p told
 * @returns false if the role has not moved yet.
 */
bool sow_session_retell(const struct sow_session *session, int role, sow_moved_fn *told,
                        void *context);

/**
 * Obeys a line that the person whose turn it is typed: a move, or `undo`, `hint`, `why`,
 * `why opponent`, `help` or `quit`. The beginning of a word is enough. If the person's
 * time is over, the game is lost.
 * @param[in,out] session the game
 * @param line the line
 * @param seconds the time that the person took
 * @param[out] answer the effect of the line: SOW_SESSION_MOVED also if the time is over.
 *     It has no meaning on failure.
 * @param err receives the reason of a failure
 * @returns SOW_OK, or SOW_USAGE for any other line, with the legal moves, and for `undo`
 *     before a move of the person. The position is then unchanged, but the seconds count.
 */
SOW_MUST_USE enum sow_status sow_session_type(struct sow_session *session,
                                              const char *line, double seconds,
                                              enum sow_session_answer *answer,
                                              struct sow_err *err);

#endif
