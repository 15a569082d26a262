/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Programs outside of sowlab as players, however sowlab reaches them: they join at an
 * address (kgp.h), or sowlab starts them (exec.h).
 *
 * Ownership: struct sow_outside is plain data without pointers; copy it freely.
 */
#ifndef SOW_OUTSIDE_OUTSIDE_H
#define SOW_OUTSIDE_OUTSIDE_H

#include "sow/game/game.h"
#include "sow/outside/place.h"
#include "sow/outside/program.h"

SOW_C_BEGIN

/** Ways to reach a program. */
enum sow_outside_way {
    SOW_OUTSIDE_KGP, /**< the program joins at `place` */
    SOW_OUTSIDE_EXEC /**< sowlab starts `program` */
};

/** A program outside of sowlab. */
struct sow_outside {
    enum sow_outside_way way;   /**< way to reach it */
    struct sow_kgp_place place; /**< address where it joins, for SOW_OUTSIDE_KGP */
    struct sow_program program; /**< command of it, for SOW_OUTSIDE_EXEC */
};

/**
 * Prepares games with a program.
 *
 * @param outside the program.
 * @param rules rules of the games.
 * @param now true if games begin now: waits until the program has joined or started.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK; SOW_USAGE if it does not play by these rules; otherwise a status of
 *        sow_kgp_open or sow_exec_open.
 */
SOW_MUST_USE enum sow_status sow_outside_open(const struct sow_outside *outside,
                                              const struct sow_rules *rules, bool now,
                                              struct sow_err *err);

/**
 * Wraps a program as a player. It has a memory for each game.
 *
 * @param outside borrowed; must outlive the player.
 * @returns the player; it may play in several threads at once.
 */
struct sow_player sow_outside_player(const struct sow_outside *outside);

/**
 * Returns the number of games that a program plays at a time.
 *
 * @param outside the program.
 * @returns at least 1.
 */
int sow_outside_games(const struct sow_outside *outside);

SOW_C_END

#endif
