/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Features of a position, seen from one player: what search leaves and regressions are
 * made of. H1-H6 in this form are those of Pekar et al. 2020, section 3.2. A new feature
 * is one function and one row.
 */
#ifndef SOW_HEURISTICS_STATE_FEATURES_H
#define SOW_HEURISTICS_STATE_FEATURES_H

#include "sow/game/moves.h"

/** One feature. */
struct sow_state_feature {
    const char *name;
    const char *meaning;
    const char *source;
    /** Its value, -255..255, for @p seat in a position of these rules. */
    int (*value)(const struct sow_rules *rules, const struct sow_board *board, int seat);
};

/** All features; `count` rows. */
struct sow_state_features {
    const struct sow_state_feature *rows;
    int count;
};

extern const struct sow_state_features sow_state_features;

/** Index of the feature called @p name, or -1. */
int sow_state_feature_find(const char *name);

/** The same for a name that a user gave: SOW_USAGE with a suggestion if it is unknown. */
SOW_MUST_USE enum sow_status sow_state_feature_named(const char *name, int *feature,
                                                     struct sow_err *err);

#endif
