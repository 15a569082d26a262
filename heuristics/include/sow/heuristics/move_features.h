/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Heuristics of a candidate move: H1 to H6 of Divilly, O'Riordan and Hill 2013, section
 * III, and further ones. All are counts on the board directly after the sowing and its
 * captures, before the remaining seeds of an ended game are given out.
 *
 *     H1  Seeds in the own pit nearest the opponent.
 *     H2  Seeds in the own row.
 *     H3  Number of own non-empty pits.
 *     H4  Increase of the own store by this sowing.
 *     H5  1 for the playable pit nearest the opponent, else 0.
 *     H6  Greatest increase of the opponent's store by one sowing in reply.
 *         Counts against the move.
 *     H7  1 if the move earns another turn, else 0 (Pekar et al. 2020, Algorithm 1).
 *
 * One table holds all heuristics. Specs, genomes, fits and listings loop over it.
 *
 * Ownership: the tables are static; the caller owns all outputs. All functions are
 * thread-safe.
 */
#ifndef SOW_HEURISTICS_MOVE_FEATURES_H
#define SOW_HEURISTICS_MOVE_FEATURES_H

#include "sow/game/fast_board.h"
#include "sow/game/game.h"
#include "sow/game/moves.h"
#include "sow/heuristics/state_features.h"

SOW_C_BEGIN

/** Index of a heuristic; its bit in a mask is 1 << index. Add a new one at the end, so
 *  that vectors keep their meaning. */
enum sow_heuristic {
    SOW_H1,                           /**< seeds in the own pit nearest the opponent */
    SOW_H2,                           /**< seeds in the own row */
    SOW_H3,                           /**< own non-empty pits */
    SOW_H4,                           /**< increase of the own store */
    SOW_H5,                           /**< 1 for the playable pit nearest the opponent */
    SOW_H6,                           /**< greatest gain of the opponent's reply */
    SOW_H7,                           /**< 1 if the move earns another turn */
    SOW_HEURISTICS,                   /**< number of heuristics */
    SOW_PAPER_HEURISTICS = SOW_H6 + 1 /**< number of the paper's heuristics, which come
                                           first */
};

/** All heuristics as a mask. */
enum { SOW_ALL_HEURISTICS = (1 << SOW_HEURISTICS) - 1 };

/** A candidate move. */
struct sow_candidate {
    const struct sow_game *game; /**< game in which it is a candidate */
    const int *moves;            /**< all legal moves, ascending */
    int count;                   /**< number of legal moves */
    int move;                    /**< the candidate itself */
    struct sow_sowing sowing; /**< result of its sowing; without a board if the game has
                                   a fast engine */
};

/** A heuristic. Exactly one of `of_board` and `of_move` is set, and `of_fast` is set with
 *  `of_board`. */
struct sow_heuristic_row {
    const char *name;    /**< "h1" and so on */
    int sign;            /**< +1 if more is better, -1 if less is better (H6) */
    const char *meaning; /**< a phrase that says what is counted */
    const char *alone;   /**< a phrase for the player that uses only this heuristic */
    /** Counts on the board after the move, for the seat that moved. A move improves on
     *  the count on the present board. */
    int (*of_board)(const struct sow_game *game, const struct sow_board *board, int seat);
    /** Counts as `of_board` on the fast board, seen from the seat that moved. */
    int (*of_fast)(const struct sow_fast *fast, struct sow_fast_board board);
    /** Counts for the move itself, without the board of its sowing. A move improves on
     *  0. */
    int (*of_move)(const struct sow_candidate *candidate);
    const struct sow_feature_condition *needs; /**< condition on the rules; NULL: makes
                                                    sense in every game */
};

/** All heuristics, by enum sow_heuristic. */
extern const struct sow_heuristic_row sow_heuristic_rows[SOW_HEURISTICS];

/** A group: a name for the first heuristics of the table, in lists of heuristics and
 *  players and of what to fit. */
struct sow_heuristic_group {
    const char *name;    /**< name in a list */
    int count;           /**< number of heuristics in the group */
    const char *meaning; /**< a phrase for listings */
};

/** All groups, beginning with the group of the paper's heuristics; ends with a NULL
 *  name. */
extern const struct sow_heuristic_group sow_heuristic_groups[];

/**
 * Finds a heuristic by its name.
 *
 * @param name name in lower case, such as "h4".
 * @returns its index (enum sow_heuristic), or -1.
 */
int sow_heuristic_find(const char *name);

/**
 * Finds a heuristic by a name that a user gave.
 *
 * @param name name in lower case, such as "h4".
 * @param[out] heuristic receives its index, or -1.
 * @param err receives the reason of a failure, with a suggestion; may be NULL.
 * @returns SOW_OK, or SOW_USAGE if no heuristic has this name.
 */
SOW_MUST_USE enum sow_status sow_heuristic_named(const char *name, int *heuristic,
                                                 struct sow_err *err);

/**
 * Reads a list of heuristics: names and groups with commas between them, in lower or
 * upper case. A group adds those of its heuristics that make sense under @p rules and are
 * not listed yet.
 *
 * @param text the list, such as "h4,h6" or "heuristics,h7".
 * @param rules rules of the games; NULL to accept heuristics for any rules.
 * @param[out] heuristics room for SOW_HEURISTICS indices.
 * @param[out] count receives their number, 1 or more on success. On failure it is the
 *        number of those read before the fault.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or SOW_USAGE if a name is unknown, is listed already, or makes no
 *        sense under the rules.
 */
SOW_MUST_USE enum sow_status sow_heuristic_list(const char *text,
                                                const struct sow_rules *rules,
                                                int *heuristics, int *count,
                                                struct sow_err *err);

/**
 * Explains why a heuristic makes no sense under certain rules.
 *
 * @param heuristic enum sow_heuristic.
 * @param rules rules of the game; not NULL.
 * @returns NULL if it makes sense, else a phrase (static) that says why it does not.
 */
const char *sow_heuristic_refusal(int heuristic, const struct sow_rules *rules);

/**
 * Computes heuristics of one candidate move. The move is one sowing: if it earns another
 * turn, the player decides again afterwards.
 *
 * @param game game in progress; its fast engine is used if it has one.
 * @param moves all legal moves, ascending (H5 needs them).
 * @param count number of @p moves, at least 1.
 * @param move the candidate, one of @p moves.
 * @param mask heuristics to compute, by bit.
 * @param[out] value room for SOW_HEURISTICS values; only those in @p mask are set. Each
 *        is 0 to 255, but H4 of a swap may be negative. The sign of H6 is not applied.
 */
void sow_move_features(const struct sow_game *game, const int *moves, int count, int move,
                       unsigned mask, int *value);

/**
 * Computes a heuristic of the position as it is, for its side to move. A move improves on
 * this value (linear orders, Jordan and O'Riordan 2011).
 *
 * @param game game in progress.
 * @param heuristic enum sow_heuristic.
 * @returns the count on the present board, or 0 for a heuristic of the move itself.
 */
int sow_present_value(const struct sow_game *game, int heuristic);

/**
 * Finds the greatest increase of a seat's store by one legal sowing, as if it were that
 * seat's turn. H6 is this increase for the opponent, after the
 * move (Divilly et al. 2013, section III).
 *
 * @param rules rules of the game.
 * @param board the position; its side to move is ignored.
 * @param seat enum sow_seat: the player that sows.
 * @returns the increase in seeds, or 0 if the seat has no legal sowing.
 */
int sow_threat(const struct sow_rules *rules, const struct sow_board *board, int seat);

SOW_C_END

#endif
