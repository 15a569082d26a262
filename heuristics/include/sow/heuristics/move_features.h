/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The heuristics H1-H6 of Divilly, O'Riordan and Hill 2013, section III, as features of a
 * candidate move: raw counts on the board straight after the sowing and its captures,
 * before any left-over rule. Thread-safe.
 */
#ifndef SOW_HEURISTICS_MOVE_FEATURES_H
#define SOW_HEURISTICS_MOVE_FEATURES_H

#include "sow/base/err.h"
#include "sow/game/game.h"

SOW_C_BEGIN

/** Index of a heuristic; its bit in a mask is 1 << index. */
enum sow_heuristic { SOW_H1, SOW_H2, SOW_H3, SOW_H4, SOW_H5, SOW_H6, SOW_HEURISTICS };

/** All six, as a mask. */
enum { SOW_ALL_HEURISTICS = (1 << SOW_HEURISTICS) - 1 };

/** What a heuristic is, for listings. */
struct sow_heuristic_row {
    const char *name; /**< "h1".."h6" */
    int sign;         /**< +1 if more is better, -1 if less is (H6) */
    const char *meaning;
};

/** By enum sow_heuristic. */
extern const struct sow_heuristic_row sow_heuristic_rows[SOW_HEURISTICS];

/**
 * Values of the heuristics in @p mask for one candidate; others are left alone.
 * @param move     the candidate; @p moves and @p count are all legal ones (for H5).
 * @param value    room for SOW_HEURISTICS values, each 0..255 (H4 of a swap may be less
 *                 than 0).
 */
void sow_move_features(const struct sow_game *game, const int *moves, int count, int move,
                       unsigned mask, int *value);

/** The greatest increase of a seat's store by one legal sowing if it were that seat's
 *  turn; 0 if it has none (H6 of the other player). */
int sow_threat(const struct sow_rules *rules, const struct sow_board *board, int seat);

/** Number of non-empty pits in a seat's row (H3). */
int sow_occupied_pits(const struct sow_rules *rules, const struct sow_board *board,
                      int seat);

SOW_C_END

#endif
