/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The functions of the shared library libsowlab, for other languages: rules, features,
 * players and exact values by plain functions with integers, reals, texts and handles.
 * The module sowlab.py calls them.
 *
 * A position is a text `s1,..,sm,S/n1,..,nm,N:side`, as in docs/reference/rules.md. A
 * move is the number of a pit, from 1 at its owner's left. Repetitions, the ply cap and
 * the pie rule depend on the course of a game, which these functions do not know.
 *
 * A function that can fail returns 0 for success, SOWLAB_ILLEGAL for a move that is not
 * legal, else a status of sow/base/err.h. One that returns a handle returns NULL. The
 * calling thread then finds the reason with sowlab_error(). Handles may be used by
 * several threads at once, but a struct sowlab_exact only by one at a time. Ownership:
 * the caller closes handles, and keeps those that another handle was made from open until
 * then.
 */
#ifndef SOW_LIBRARY_SOWLAB_H
#define SOW_LIBRARY_SOWLAB_H

#include "sow/base/err.h"

SOW_C_BEGIN

/** Visibility of a function that the shared library offers. */
#define SOWLAB_API __attribute__((visibility("default")))

/** SOWLAB_ABI: number of this interface, which changes if a function does.
 *  SOWLAB_POSITION_MAX: bytes for any position. SOWLAB_MOVES_MAX: most moves.
 *  SOWLAB_ILLEGAL: see above. */
enum {
    SOWLAB_ABI = 1,
    SOWLAB_POSITION_MAX = 128,
    SOWLAB_MOVES_MAX = 12,
    SOWLAB_ILLEGAL = 1
};

struct sowlab_rules;
struct sowlab_player;
struct sowlab_exact;

/** Returns SOWLAB_ABI of the library. */
SOWLAB_API int sowlab_abi(void);

/** Returns the version of sowlab, a static text. */
SOWLAB_API const char *sowlab_version(void);

/** Returns the reason of the latest failure in this thread; valid until its next one. */
SOWLAB_API const char *sowlab_error(void);

/** Returns the name of built-in variant number @p index from 0, or NULL. */
SOWLAB_API const char *sowlab_variant(int index);

/** Loads a variant by its built-in name or from a variant file. @returns its rules, or
 *  NULL. */
SOWLAB_API struct sowlab_rules *sowlab_rules_open(const char *variant);

/** Frees rules; NULL is allowed. */
SOWLAB_API void sowlab_rules_close(struct sowlab_rules *rules);

/** Returns the number of pits in a row. */
SOWLAB_API int sowlab_rules_pits(const struct sowlab_rules *rules);

/** Writes the start position. */
SOWLAB_API void sowlab_rules_start(const struct sowlab_rules *rules,
                                   char position[SOWLAB_POSITION_MAX]);

/** Lists the legal moves of a position. @p count receives their number, 0 or more. */
SOWLAB_API int sowlab_moves(const struct sowlab_rules *rules, const char *position,
                            int moves[SOWLAB_MOVES_MAX], int *count);

/** Result of a move. */
struct sowlab_played {
    char position[SOWLAB_POSITION_MAX]; /**< next position; after the end, with the
                                             remaining seeds given out */
    int gain;  /**< increase of the mover's store by the sowing */
    int again; /**< 1 if the last seed gives another turn */
    int ended; /**< 1 if the game has ended */
};

/** Plays a legal move. Fails if it is not legal. */
SOWLAB_API int sowlab_play(const struct sowlab_rules *rules, const char *position,
                           int move, struct sowlab_played *played);

/** Returns the name of feature number @p index from 0, or NULL. */
SOWLAB_API const char *sowlab_feature(int index);

/** Returns a phrase that says what a feature counts, or NULL. */
SOWLAB_API const char *sowlab_feature_meaning(int index);

/** Computes a feature of a position for a seat, 0 for south and 1 for north. Fails for an
 *  unknown name, and for a feature that makes no sense under the rules. */
SOWLAB_API int sowlab_feature_value(const struct sowlab_rules *rules,
                                    const char *position, const char *feature, int seat,
                                    int *value);

/** Makes a player from its spec (docs/reference/players.md), for games by @p rules, which
 * are borrowed. Fails for stored runs and outside programs. @returns the player, or NULL.
 */
SOWLAB_API struct sowlab_player *sowlab_player_open(const struct sowlab_rules *rules,
                                                    const char *spec);

/** Frees a player; NULL is allowed. */
SOWLAB_API void sowlab_player_close(struct sowlab_player *player);

/** Lists the moves between which the player draws lots. @p seed is that of a player that
 *  draws while it decides (mcts). Fails without a legal move. */
SOWLAB_API int sowlab_player_best(const struct sowlab_player *player,
                                  const char *position, long long seed,
                                  int moves[SOWLAB_MOVES_MAX], int *count);

/** Computes the value of a legal move, for a player of weights of heuristics. */
SOWLAB_API int sowlab_player_move_value(const struct sowlab_player *player,
                                        const char *position, int move, double *value);

/** Computes the value of a position for a seat by the evaluator of a player: features
 *  with weights, also those of the leaves of a search. */
SOWLAB_API int sowlab_player_value(const struct sowlab_player *player,
                                   const char *position, int seat, double *value);

/** Opens exact values for games by @p rules, which are borrowed. If @p endgame is not
 *  NULL, it names an endgame file of `sowlab solve`. Other positions are searched with a
 *  table of this many megabytes. @returns the values, or NULL. */
SOWLAB_API struct sowlab_exact *sowlab_exact_open(const struct sowlab_rules *rules,
                                                  const char *endgame, int megabytes);

/** Frees exact values; NULL is allowed. */
SOWLAB_API void sowlab_exact_close(struct sowlab_exact *exact);

/** Computes the exact value of a position: the final margin of the player to move, with
 *  the stores, if both play for the greatest margin. Looks the position up if the file
 *  covers it, else searches for at most @p seconds (0: no limit). Fails if the search
 *  takes longer, and for a variant that can only be looked up. */
SOWLAB_API int sowlab_exact_value(struct sowlab_exact *exact, const char *position,
                                  double seconds, int *value);

SOW_C_END

#endif
