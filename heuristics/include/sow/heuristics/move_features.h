/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The heuristics of a candidate move: H1-H6 of Divilly, O'Riordan and Hill 2013, section
 * III, and those added since. All are counts on the board straight after the sowing and
 * its captures, before any left-over rule. What there is stands in one table, and
 * everything else (specs, genomes, fits, listings) walks it. Thread-safe.
 */
#ifndef SOW_HEURISTICS_MOVE_FEATURES_H
#define SOW_HEURISTICS_MOVE_FEATURES_H

#include "sow/game/game.h"
#include "sow/game/moves.h"
#include "sow/heuristics/state_features.h"

SOW_C_BEGIN

/** Index of a heuristic; its bit in a mask is 1 << index. A new one goes to the end, so
 *  that vectors keep their meaning. */
enum sow_heuristic {
    SOW_H1,
    SOW_H2,
    SOW_H3,
    SOW_H4,
    SOW_H5,
    SOW_H6,
    SOW_H7,
    SOW_HEURISTICS,
    SOW_PAPER_HEURISTICS = SOW_H6 + 1 /**< the first of them, those of the paper */
};

/** All of them as a mask. */
enum { SOW_ALL_HEURISTICS = (1 << SOW_HEURISTICS) - 1 };

/** A candidate move. */
struct sow_candidate {
    const struct sow_game *game;
    const int *moves; /**< all legal ones, ascending */
    int count;
    int move;
    struct sow_sowing sowing; /**< what it does */
};

/** A heuristic: one of `of_board` and `of_move` says what it counts. */
struct sow_heuristic_row {
    const char *name; /**< "h1".. */
    int sign;         /**< +1 if more is better, -1 if less is (H6) */
    const char *meaning;
    const char *alone; /**< how the player that has no other decides */
    /** Of the board after the move, for the seat that made it; of the present board, what
     *  a move has to improve on. */
    int (*of_board)(const struct sow_rules *rules, const struct sow_board *board,
                    int seat);
    /** Of the move itself; a move improves on 0. */
    int (*of_move)(const struct sow_candidate *candidate);
    const struct sow_feature_condition *needs; /**< NULL: it makes sense in any game */
};

/** By enum sow_heuristic. */
extern const struct sow_heuristic_row sow_heuristic_rows[SOW_HEURISTICS];

/** A name for the first heuristics of the table: in lists of heuristics, of players and
 * of what to fit. */
struct sow_heuristic_group {
    const char *name;
    int count;
    const char *meaning;
};

/** All groups, that of the paper first; ends with a NULL name. */
extern const struct sow_heuristic_group sow_heuristic_groups[];

/** Index of the heuristic called @p name, or -1. */
int sow_heuristic_find(const char *name);

/** The same for a name that a user gave: SOW_USAGE with a suggestion if it is unknown. */
SOW_MUST_USE enum sow_status sow_heuristic_named(const char *name, int *heuristic,
                                                 struct sow_err *err);

/**
 * Reads a list of names and groups with commas between them, in small letters or
 * capitals. A group gives what makes
 * sense under @p rules and is not listed yet; a name is refused (SOW_USAGE) if it is
 * unknown, listed already, or makes no sense under them. @p rules: NULL for any.
 * @param heuristics  room for SOW_HEURISTICS indices.
 * @param count       1 or more on success.
 */
SOW_MUST_USE enum sow_status sow_heuristic_list(const char *text,
                                                const struct sow_rules *rules,
                                                int *heuristics, int *count,
                                                struct sow_err *err);

/** NULL if the heuristic makes sense under these rules, else why not, in a few words. */
const char *sow_heuristic_refusal(int heuristic, const struct sow_rules *rules);

/**
 * Values of the heuristics in @p mask for one candidate; others are left alone.
 * @param move     the candidate; @p moves and @p count are all legal ones (for H5).
 * @param value    room for SOW_HEURISTICS values, each 0..255 (H4 of a swap may be less
 *                 than 0); signs are not applied.
 */
void sow_move_features(const struct sow_game *game, const int *moves, int count, int move,
                       unsigned mask, int *value);

/** The value of the position as it stands for its side to move, from which a move may
 *  improve. */
int sow_present_value(const struct sow_game *game, int heuristic);

/** The greatest increase of a seat's store by one legal sowing if it were that seat's
 *  turn; 0 if it has none (H6 of the other player). */
int sow_threat(const struct sow_rules *rules, const struct sow_board *board, int seat);

SOW_C_END

#endif
