/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Features of a position, seen from one player ("own"; the other is "opponent"): what
 * search leaves, fits and `state:` players are made of. One table holds them all; a new
 * feature is one function, its form in bit planes and one row. docs/players.md says what
 * each one means.
 *
 * Every feature has a value in every position under any rules, a whole number of at most
 * 255 in magnitude; where it makes no sense (a pit beyond the board, extra turns in a
 * game without them) it is 0, and a feature list refuses it.
 *
 * Features about sowings look at all legal ones of a side on the board as it stands, as
 * if it were that side's turn, and one sowing deep: an extra turn is not played on.
 *
 * All functions are pure and thread-safe. Ownership: the tables are static; a struct
 * sow_state_columns is caller storage with nothing to free.
 */
#ifndef SOW_HEURISTICS_STATE_FEATURES_H
#define SOW_HEURISTICS_STATE_FEATURES_H

#include "sow/base/err.h"
#include "sow/game/fast_board.h"
#include "sow/heuristics/fixed_point.h"

SOW_C_BEGIN

/** Whose count a feature is. */
enum sow_feature_side {
    SOW_OWN,
    SOW_OPPONENT,
    SOW_DIFFERENCE /**< own minus opponent's */
};

/** What is counted: state_features.c has a function for each, bitslice_state.h a form in
 *  bit planes. */
enum sow_count {
    SOW_COUNT_PIT,
    SOW_COUNT_LAST_PIT,
    SOW_COUNT_ROW,
    SOW_COUNT_OCCUPIED,
    SOW_COUNT_EMPTY,
    SOW_COUNT_STORE,
    SOW_COUNT_LAST_PIT_EMPTY,
    SOW_COUNT_TO_MOVE,
    SOW_COUNT_MAJORITY,
    SOW_COUNT_IN_PLAY,
    SOW_COUNT_FULLEST,
    SOW_COUNT_HEAVY,
    SOW_COUNT_REACHING_PITS,
    SOW_COUNT_REACHING_SEEDS,
    SOW_COUNT_EXPOSED,
    SOW_COUNT_MOVES, /**< from here on about sowings */
    SOW_COUNT_FREE_MOVES,
    SOW_COUNT_CAPTURING_MOVES,
    SOW_COUNT_BEST_GAIN,
    SOW_COUNT_BEST_CAPTURE,
    SOW_COUNT_TAKEABLE,
    SOW_COUNTS
};

/** The range of what is counted; the rules say how many there can be. */
enum sow_feature_range {
    SOW_RANGE_FLAG, /**< 0 or 1 */
    SOW_RANGE_PITS, /**< 0 to the pits of a row */
    SOW_RANGE_SEEDS /**< 0 to all seeds */
};

/** A condition on the rules. */
struct sow_feature_condition {
    /** @p pit: that of the feature it is a condition of. */
    bool (*met)(const struct sow_rules *rules, int pit);
    const char *refusal; /**< why not, if it is not met: "it has no ..." of a game */
};

/** Met where a move can earn another turn. */
extern const struct sow_feature_condition sow_needs_extra_turns;

/** One feature. */
struct sow_state_feature {
    const char *name;
    const char *meaning;
    const char *source;
    unsigned groups; /**< it is in each group that shares a bit with these */
    enum sow_feature_side side;
    enum sow_feature_range range; /**< of a difference: of both counts */
    enum sow_count count;
    int pit; /**< of a feature of one pit: its sowing-order index; else 0 */
    const struct sow_feature_condition *needs; /**< NULL: it makes sense in any game */
    const char *twin; /**< a feature that tells exactly as much, or NULL */
    const struct sow_feature_condition *twin_when; /**< under which rules; NULL: all */
};

/** All features; `count` rows. */
struct sow_state_features {
    const struct sow_state_feature *rows;
    int count;
};

extern const struct sow_state_features sow_state_features;

/** A name for several features in a list. */
struct sow_feature_group {
    const char *name;
    unsigned bits;
    const char *meaning;
};

/** All groups; ends with a NULL name. */
extern const struct sow_feature_group sow_feature_groups[];

/* --- finding --- */

/** Index of the feature called @p name, or of the one it is another name for; else -1. */
int sow_state_feature_find(const char *name);

/** The same for a name that a user gave: SOW_USAGE with a suggestion if it is unknown. */
SOW_MUST_USE enum sow_status sow_state_feature_named(const char *name, int *feature,
                                                     struct sow_err *err);

/** NULL if the feature makes sense under these rules, else why not, in a few words. */
const char *sow_state_feature_refusal(int feature, const struct sow_rules *rules);

/** The feature that tells as much as @p feature under these rules and stands for all
 *  that do; @p feature itself if there is none. */
int sow_state_feature_twin(int feature, const struct sow_rules *rules);

/** The values it can have in a game under these rules; NULL: under any. */
void sow_state_feature_range(int feature, const struct sow_rules *rules, int *least,
                             int *most);

/**
 * Reads a list of features: names and group names with commas between them, `-name` to
 * leave something out of the groups, wherever it stands: "default,-to_move,mobility".
 * The order is that of first mention, in a group that of the table.
 *
 * A group gives the features that make sense under @p rules, each piece of information
 * once: nothing that is listed already or is the twin of something listed or left out. A
 * single name is refused (SOW_USAGE) if it is unknown, makes no sense under the rules, is
 * left out too, or repeats what another one tells; so is `-name` where no group has it.
 * @p rules: NULL for any.
 *
 * @param features  room for SOW_AGENT_TERMS_MAX indices; more are refused.
 * @param count     1 or more on success.
 */
SOW_MUST_USE enum sow_status sow_state_feature_list(const char *text,
                                                    const struct sow_rules *rules,
                                                    int *features, int *count,
                                                    struct sow_err *err);

/* --- computing --- */

/** Number of non-empty pits in a seat's row (H3). */
int sow_occupied_pits(const struct sow_rules *rules, const struct sow_board *board,
                      int seat);

/** The value of one feature for @p seat in a position. For several, or for many
 *  positions, the functions below are faster. */
int sow_state_feature_value(int feature, const struct sow_rules *rules,
                            const struct sow_board *board, int seat);

/** The values of @p count features for @p seat; what they share is computed once. */
void sow_state_features_values(const struct sow_rules *rules,
                               const struct sow_board *board, int seat,
                               const int *features, int count, int16_t *values);

/** A list of features made ready for many positions of one game: moves are made by the
 *  fast engine where it covers the rules. 65 kB: too large for a small stack. */
struct sow_state_columns {
    const struct sow_rules *rules; /**< borrowed */
    int count;
    int feature[SOW_AGENT_TERMS_MAX];
    bool is_fast;
    struct sow_fast fast;
};

/** Makes @p columns ready for @p count <= SOW_AGENT_TERMS_MAX features. */
void sow_state_columns_init(struct sow_state_columns *columns,
                            const struct sow_rules *rules, const int *features,
                            int count);

/** As sow_state_features_values; `columns->count` values. */
void sow_state_columns_values(const struct sow_state_columns *columns,
                              const struct sow_board *board, int seat, int16_t *values);

SOW_C_END

#endif
