/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A game between people and players, move by move: what a typed line does. It knows no
 * terminal: who talks to people reads lines, hands them over, and shows what came of it.
 */
#ifndef SOW_EXPERIMENTS_SESSION_H
#define SOW_EXPERIMENTS_SESSION_H

#include "sow/game/replay.h"
#include "sow/heuristics/agent.h"

/** Who plays. */
struct sow_session_player {
    bool person;
    struct sow_agent agent; /**< unless it is a person */
};

/** A game under way. Roles: 0 is the player, 1 the opponent. Not to be copied. */
struct sow_session {
    const struct sow_rules *rules;
    struct sow_session_player players[2]; /**< by role */
    double limit; /**< seconds a person has for a game; 0: no limit */
    double (*now)(void);
    struct sow_game game;
    struct sow_transcript transcript;
    int first; /**< the role that moves first */
    struct sow_pcg rng;
    struct sow_player seats[2]; /**< by seat */
};

/** What a line came to. */
enum sow_session_answer {
    SOW_SESSION_MOVED,
    SOW_SESSION_UNDONE,
    SOW_SESSION_HINT, /**< is asked for, and so on */
    SOW_SESSION_WHY,
    SOW_SESSION_WHY_OPPONENT,
    SOW_SESSION_HELP,
    SOW_SESSION_LEFT,   /**< the game is given up, unfinished */
    SOW_SESSION_NOTHING /**< a blank line */
};

/** Begins game @p number of a run with this @p seed; release it before the next. */
void sow_session_begin(struct sow_session *session, int first, uint64_t seed, int number);
void sow_session_release(struct sow_session *session);

/** The role whose turn it is. */
int sow_session_role(const struct sow_session *session);
int sow_session_seat(const struct sow_session *session, int role);

/** Has the program whose turn it is move. @returns false if it did not, because the
 * process has been asked to stop (sow_stopping). */
bool sow_session_turn(struct sow_session *session);

/** The legal moves as text: "1 3 5 swap". */
void sow_session_moves(const struct sow_session *session, char *text, size_t size);

/** Plays the game again in a copy, and calls @p told before each move of the last turn of
 *  @p role (several moves where a move may earn another).
 *  @returns false if that role has not moved yet. */
bool sow_session_retell(const struct sow_session *session, int role, sow_moved_fn *told,
                        void *context);

/**
 * Obeys what a person whose turn it is typed after @p seconds of thought: a move, or
 * `undo`, `hint`, `why`, `why opponent`, `help` or `quit`; their beginnings will do. When
 * the clock has run out the game is lost.
 * @returns SOW_USAGE, with the legal moves, for any other line; the game goes on.
 */
SOW_MUST_USE enum sow_status sow_session_type(struct sow_session *session,
                                              const char *line, double seconds,
                                              enum sow_session_answer *answer,
                                              struct sow_err *err);

#endif
