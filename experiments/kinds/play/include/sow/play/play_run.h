/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "play": games in which people may take part, kept as they end. Once both
 * seats have been played they are a match.
 */
#ifndef SOW_EXPERIMENTS_PLAY_RUN_H
#define SOW_EXPERIMENTS_PLAY_RUN_H

#include "sow/matches/match.h"
#include "sow/play/session.h"

/** The spec of a person, among the contestants. */
extern const char sow_play_person[];

/** Who moves first. */
enum { SOW_PLAYER_BEGINS, SOW_OPPONENT_BEGINS, SOW_BEGIN_BY_TURNS };

struct sow_play_options {
    struct sow_contestants contestants;
    int games;    /**< a series of so many in each seat; 0: as many as are wanted */
    int begins;   /**< who moves first, of these */
    double clock; /**< seconds a person has for a game; 0: no limit */
    /** Plays, and stores each game by sow_play_store; NULL: they have been played. */
    enum sow_status (*play)(void *context, const struct sow_run *run,
                            struct sow_err *err);
    void *context; /**< for it */
};

/** Rows for what is recorded: the contestants, and the rest. */
extern const struct sow_param_table sow_play_params;

SOW_MUST_USE enum sow_status sow_play_prepare(void *options, struct sow_store *source,
                                              const struct sow_rules *rules,
                                              struct sow_err *err);

/** Executes a run (run.h). A replay, and going on, take the games that are stored and
 *  play their moves again. */
SOW_MUST_USE enum sow_status sow_play_execute(struct sow_run *run, const void *options,
                                              struct sow_err *err);

/** Stores game @p number of the run, ended or left. */
SOW_MUST_USE enum sow_status sow_play_store(const struct sow_run *run,
                                            const struct sow_session *session, int number,
                                            struct sow_err *err);

#endif
