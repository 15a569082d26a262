/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The terms of an evaluator: weights, and features as expressions of the small form that
 * evaluator.txt has.
 */
#ifndef SOW_EXPERIMENTS_EXPORT_TERMS_H
#define SOW_EXPERIMENTS_EXPORT_TERMS_H

#include "sow/heuristics/agent.h"

/** Most characters of an expression. */
enum { SOW_TERM_TEXT_MAX = 159 };

/** A term: a weight times a feature. */
struct sow_export_term {
    const char *name;    /**< name of the feature, static */
    const char *meaning; /**< phrase that says what it counts, static */
    double weight;       /**< weight, with the sign of a heuristic applied; exact */
    /** expression that counts it; "": the feature is 0 under these rules */
    char text[SOW_TERM_TEXT_MAX + 1];
};

/** All terms of an evaluator. */
struct sow_export_terms {
    bool of_moves; /**< true if heuristics value a move, false if features value a
                        position */
    bool of_mover; /**< true if the features are seen by the player to move */
    int count;     /**< number of terms */
    struct sow_export_term term[SOW_AGENT_TERMS_MAX]; /**< terms with a weight other than
                                                           0 */
};

/** Lists the terms of a player under some rules. @returns NULL, or a phrase (static) with
 *  the reason why it has none, and advice. @p rules may be NULL if only this answer is
 *  wanted; the expressions are then those under any rules. */
const char *sow_export_terms_of(const struct sow_agent *agent,
                                const struct sow_rules *rules,
                                struct sow_export_terms *terms);

#endif
