/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Features of a position, seen from one player ("own"); the other player is "opponent".
 * Search leaves, fits and `state:` players are made of them. One table holds all
 * features. A new feature is one function, its form in bit planes, and one row.
 * docs/reference/players.md says what each feature means.
 *
 * Every feature has a value in every position under any rules: an integer of at most 255
 * in magnitude. Where a feature makes no sense its value is 0, and a feature list refuses
 * it. Examples are a pit beyond the board, and extra turns in a game without them.
 *
 * Features about sowings consider all legal sowings of a side on the present board, as if
 * it were that side's turn. They look one sowing deep: after an extra turn no second
 * sowing is made.
 *
 * All functions are pure and thread-safe. Ownership: the tables are static. A struct
 * sow_state_columns is caller storage with nothing to free.
 */
#ifndef SOW_HEURISTICS_STATE_FEATURES_H
#define SOW_HEURISTICS_STATE_FEATURES_H

#include "sow/base/err.h"
#include "sow/game/fast_board.h"
#include "sow/heuristics/fixed_point.h"

SOW_C_BEGIN

/** The player whose seeds, pits or moves a feature counts. */
enum sow_feature_side {
    SOW_OWN,       /**< the player that the feature is seen from */
    SOW_OPPONENT,  /**< the other player */
    SOW_DIFFERENCE /**< own count minus the opponent's count */
};

/** Counts that features are made of. state_features.c has a function for each count, and
 *  bitslice_state.h has its form in bit planes. */
enum sow_count {
    SOW_COUNT_PIT,            /**< seeds in one pit */
    SOW_COUNT_LAST_PIT,       /**< seeds in the pit nearest the other player */
    SOW_COUNT_ROW,            /**< seeds in the row */
    SOW_COUNT_OCCUPIED,       /**< non-empty pits */
    SOW_COUNT_EMPTY,          /**< empty pits */
    SOW_COUNT_STORE,          /**< seeds in the store */
    SOW_COUNT_LAST_PIT_EMPTY, /**< 1 if the pit nearest the other player is empty */
    SOW_COUNT_TO_MOVE,        /**< 1 if it is this side's turn */
    SOW_COUNT_MAJORITY,       /**< 1 if the store has more than half of all seeds */
    SOW_COUNT_IN_PLAY,        /**< seeds in both rows */
    SOW_COUNT_FULLEST,        /**< seeds in the fullest pit */
    SOW_COUNT_HEAVY,          /**< pits with more seeds than both rows have pits */
    SOW_COUNT_REACHING_PITS,  /**< pits whose sowing reaches the other row */
    SOW_COUNT_REACHING_SEEDS, /**< seeds in the other row if each pit were sown */
    SOW_COUNT_EXPOSED,        /**< seeds opposite an empty pit of the other row */
    SOW_COUNT_MOVES,      /**< legal sowings; this count and the following ones are about
                               sowings */
    SOW_COUNT_FREE_MOVES, /**< legal sowings that earn an extra turn */
    SOW_COUNT_CAPTURING_MOVES, /**< legal sowings that capture */
    SOW_COUNT_BEST_GAIN,       /**< most seeds that one sowing adds to the store */
    SOW_COUNT_BEST_CAPTURE,    /**< most seeds that one sowing captures */
    SOW_COUNT_TAKEABLE,        /**< seeds of the other row that some sowing captures */
    SOW_COUNTS                 /**< number of counts */
};

/** The range of a count. Its upper end depends on the rules (sow_state_feature_range). */
enum sow_feature_range {
    SOW_RANGE_FLAG, /**< 0 or 1 */
    SOW_RANGE_PITS, /**< 0 to the number of pits in a row */
    SOW_RANGE_SEEDS /**< 0 to the number of all seeds */
};

/** A condition on the rules, under which a feature makes sense or has a twin. */
struct sow_feature_condition {
    /** Returns true if the rules meet the condition; @p pit is the pit of the feature. */
    bool (*met)(const struct sow_rules *rules, int pit);
    const char *refusal; /**< a phrase about the game if the condition is not met: "it has
                              no ..." */
};

/** The condition that a move can earn another turn. */
extern const struct sow_feature_condition sow_needs_extra_turns;

/** A feature: one row of the table. */
struct sow_state_feature {
    const char *name;             /**< name in lists and specs */
    const char *meaning;          /**< a phrase that says what is counted */
    const char *source;           /**< publication or program that defines the feature */
    unsigned groups;              /**< bits of its groups (`bits` of struct
                                       sow_feature_group) */
    enum sow_feature_side side;   /**< side that is counted */
    enum sow_feature_range range; /**< range of the count; of a difference, the range of
                                       both counts */
    enum sow_count count;         /**< function that counts */
    int pit;                      /**< index in sowing order for a feature of one pit;
                                       else 0 */
    const struct sow_feature_condition *needs;     /**< condition for the feature to make
                                                        sense; NULL: always */
    const char *twin;                              /**< name of a feature with exactly the
                                                        same information, or NULL */
    const struct sow_feature_condition *twin_when; /**< condition for the twin; NULL:
                                                        under all rules */
};

/** The table of all features. */
struct sow_state_features {
    const struct sow_state_feature *rows; /**< `count` rows, in the order of listings */
    int count;                            /**< number of features */
};

/** All features. */
extern const struct sow_state_features sow_state_features;

/** A group: a name for several features in a list. */
struct sow_feature_group {
    const char *name; /**< name in a list */
    unsigned bits;    /**< a feature belongs to the group if it has one of these bits */
    const char *meaning; /**< a phrase for listings */
};

/** All groups; ends with a NULL name. */
extern const struct sow_feature_group sow_feature_groups[];

/* --- finding --- */

/**
 * Finds a feature by its name or by another name for it.
 *
 * @param name the name, in any case.
 * @returns the feature's index in the table, or -1.
 */
int sow_state_feature_find(const char *name);

/**
 * Finds a feature by a name that a user gave.
 *
 * @param name the name, in any case.
 * @param[out] feature receives its index in the table, or -1.
 * @param err receives the reason of a failure, with a suggestion; may be NULL.
 * @returns SOW_OK, or SOW_USAGE if no feature has this name.
 */
SOW_MUST_USE enum sow_status sow_state_feature_named(const char *name, int *feature,
                                                     struct sow_err *err);

/**
 * Explains why a feature makes no sense under certain rules.
 *
 * @param feature index of the feature.
 * @param rules rules of the game; NULL for any.
 * @returns NULL if it makes sense, else a phrase (static) that says why it does not.
 */
const char *sow_state_feature_refusal(int feature, const struct sow_rules *rules);

/**
 * Finds the twin of a feature: the feature that stands for all those with the same
 * information under these rules.
 *
 * @param feature index of the feature.
 * @param rules rules of the game; NULL for any (then only twins under all rules count).
 * @returns the index of the twin, or @p feature itself if there is none.
 */
int sow_state_feature_twin(int feature, const struct sow_rules *rules);

/**
 * Computes the range of a feature's values.
 *
 * @param feature index of the feature.
 * @param rules rules of the game; NULL for the range under any rules.
 * @param[out] least receives the smallest possible value.
 * @param[out] most receives the largest possible value.
 */
void sow_state_feature_range(int feature, const struct sow_rules *rules, int *least,
                             int *most);

/**
 * Reads a list of features: names and groups with commas between them. `-name` leaves a
 * feature or group out of the groups of the list, wherever it is:
 * "default,-to_move,mobility". The order is that of first mention; the features of a
 * group have the order of the table.
 *
 * A group adds the features that make sense under @p rules, and each piece of information
 * only once. It skips a feature that is listed or left out, and a twin of such a feature.
 *
 * @param text the list.
 * @param rules rules of the games; NULL to accept features for any rules.
 * @param[out] features room for SOW_AGENT_TERMS_MAX indices.
 * @param[out] count receives their number, 1 or more on success.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or SOW_USAGE. A single name is refused if it is unknown, makes no
 * sense under the rules, is also left out, was named before, or has the same information
 * as a different feature of the list. A name that a group has already added is accepted
 * and changes nothing. `-name` is refused if no group of the list has that feature. A
 * list is refused if it is empty or has more than SOW_AGENT_TERMS_MAX features. On
 * failure,
 * @p features and @p count are unchanged.
 */
SOW_MUST_USE enum sow_status sow_state_feature_list(const char *text,
                                                    const struct sow_rules *rules,
                                                    int *features, int *count,
                                                    struct sow_err *err);

/* --- computing --- */

/**
 * Counts the non-empty pits in a seat's row (H3 of Divilly et al. 2013).
 *
 * @param rules rules of the game.
 * @param board the position.
 * @param seat enum sow_seat.
 * @returns 0 to the number of pits in a row.
 */
int sow_occupied_pits(const struct sow_rules *rules, const struct sow_board *board,
                      int seat);

/**
 * Computes one feature. For several features or many positions, the functions below are
 * faster.
 *
 * @param feature index of the feature.
 * @param rules rules of the game.
 * @param board the position.
 * @param seat enum sow_seat: the own player.
 * @returns the value, at most 255 in magnitude.
 */
int sow_state_feature_value(int feature, const struct sow_rules *rules,
                            const struct sow_board *board, int seat);

/**
 * Computes several features of a position. Counts that features share are made once.
 *
 * @param rules rules of the game.
 * @param board the position.
 * @param seat enum sow_seat: the own player.
 * @param features @p count indices of features.
 * @param count number of features.
 * @param[out] values receives @p count values.
 */
void sow_state_features_values(const struct sow_rules *rules,
                               const struct sow_board *board, int seat,
                               const int *features, int count, int16_t *values);

/** A list of features, prepared for many positions of one game. The fast engine makes the
 *  moves if it covers the rules. The struct has 65 kB, too large for a small stack. */
struct sow_state_columns {
    const struct sow_rules *rules;    /**< rules of the game, borrowed */
    int count;                        /**< number of features */
    int feature[SOW_AGENT_TERMS_MAX]; /**< indices of the features */
    bool is_fast;                     /**< true if `fast` is used */
    struct sow_fast fast;             /**< the rules prepared for the fast engine */
};

/**
 * Prepares columns of features for a game.
 *
 * @param[out] columns caller storage; nothing to free.
 * @param rules rules of the game, borrowed: they must outlive @p columns.
 * @param features @p count indices of features.
 * @param count number of features, 0 to SOW_AGENT_TERMS_MAX.
 */
void sow_state_columns_init(struct sow_state_columns *columns,
                            const struct sow_rules *rules, const int *features,
                            int count);

/**
 * Computes the prepared features of a position, as sow_state_features_values does.
 *
 * @param columns prepared columns.
 * @param board a position of their game.
 * @param seat enum sow_seat: the own player.
 * @param[out] values receives `columns->count` values.
 */
void sow_state_columns_values(const struct sow_state_columns *columns,
                              const struct sow_board *board, int seat, int16_t *values);

SOW_C_END

#endif
