/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "play": games in which people may take part. Each game is stored when it
 * ends. If both seats have been played, the games also form a match.
 */
#ifndef SOW_EXPERIMENTS_PLAY_RUN_H
#define SOW_EXPERIMENTS_PLAY_RUN_H

#include "sow/matches/match.h"
#include "sow/play/session.h"

/** Spec of a person among the players of a run. */
extern const char sow_play_person[];

/** Choices of the player that moves first. */
enum { SOW_PLAYER_BEGINS, SOW_OPPONENT_BEGINS, SOW_BEGIN_BY_TURNS };

/** Options of a play run. */
struct sow_play_options {
    struct sow_contestants contestants; /**< specs; a person is sow_play_person */
    int games;    /**< games in each seat; 0: any number, until the person stops */
    int begins;   /**< the choice of the player that moves first, from the enum above */
    double clock; /**< seconds a person has for all moves of a game; 0: no limit */
    /** Plays the games and stores each with sow_play_store. NULL if the games have
     *  been played. */
    enum sow_status (*play)(void *context, const struct sow_run *run,
                            struct sow_err *err);
    void *context; /**< first argument of `play` */
};

/** Rows of the recorded options but for the players. */
extern const struct sow_param_table sow_play_params;

/**
 * Prepares the options, as `prepare` of run.h: replaces players such as `run:2` by their
 * canonical specs. A person stays as it is.
 * @param[in,out] options the options
 * @param source the database in which runs are found
 * @param rules the rules of the games; not used
 * @param err receives the reason of a failure
 * @returns SOW_OK or the errors of sow_player_resolve.
 */
SOW_MUST_USE enum sow_status sow_play_prepare(void *options, struct sow_store *source,
                                              const struct sow_rules *rules,
                                              struct sow_err *err);

/**
 * Executes a run, as `execute` of run.h. Calls options->play, if there is one. Without
 * it, a run that is verified replays the moves of its stored games, and a run that is
 * resumed keeps its stored games. Afterwards stores the match
 * of all pairs of games, unless there is no pair.
 * @param[in,out] run the run
 * @param options the options, prepared
 * @param err receives the reason of a failure
 * @returns an error of options->play or the database, or SOW_BAD_DATA for a damaged game.
 */
SOW_MUST_USE enum sow_status sow_play_execute(struct sow_run *run, const void *options,
                                              struct sow_err *err);

/**
 * Stores a game of the run, ended or unfinished, as a row of table `games` in match 0.
 * The session keeps its transcript.
 * @param run the run
 * @param session the game
 * @param number the number of the game in the run
 * @param err receives the reason of a failure
 * @returns SOW_OK, SOW_NO_MEMORY, also for a transcript that ran out of memory, or an
 * error of the database.
 */
SOW_MUST_USE enum sow_status sow_play_store(const struct sow_run *run,
                                            const struct sow_session *session, int number,
                                            struct sow_err *err);

#endif
