/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games in which a repetition rule has no effect.
 */
#ifndef SOW_GAME_REPETITION_H
#define SOW_GAME_REPETITION_H

#include "sow/game/rules.h"

SOW_C_BEGIN

/**
 * Returns true if no position can occur twice in a game, so that a repetition rule has no
 * effect. The own store is sown then, and the list of earlier positions never gets full.
 * @param rules rules of the game
 * @returns true if no position can come back
 */
bool sow_game_never_repeats(const struct sow_rules *rules);

SOW_C_END

#endif
