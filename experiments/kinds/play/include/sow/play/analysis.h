/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Analysis of a position by a player: the value of each move, and the terms of the sum
 * that gives the value.
 *
 * Ownership: an analysis is the caller's and borrows rules and endgame.
 */
#ifndef SOW_EXPERIMENTS_ANALYSIS_H
#define SOW_EXPERIMENTS_ANALYSIS_H

#include "sow/heuristics/agent.h"
#include "sow/search/search.h"

/** A player that values moves, and the values of the latest position. */
struct sow_analysis {
    const struct sow_rules *rules; /**< rules of the position, borrowed */
    struct sow_agent agent;        /**< the player */
    /** Evaluator of positions; unused for a player with weights of heuristics. */
    struct sow_agent_leaf leaf;
    /** Exact values, only for players that search (sow_analysis_know). */
    struct sow_oracle oracle;
    struct sow_game game; /**< the position, set by the caller */
    /** Values of the moves, at the last depth of a search. */
    struct sow_search_result found;
    /** Expected moves after each move; only for players that search. */
    struct sow_search_lines lines;
};

/**
 * Prepares an analysis. Opens the player's endgame file, if it has one.
 * @param[out] analysis the caller sets its position afterwards
 * @param rules the rules, borrowed
 * @param agent the player, copied
 * @param spec the spec of the player, for messages
 * @param err receives the reason of a failure
 * @returns SOW_OK, SOW_USAGE for a player that gives moves no values, or a status of
 *     sow_endgame_choice_open.
 */
SOW_MUST_USE enum sow_status sow_analysis_init(struct sow_analysis *analysis,
                                               const struct sow_rules *rules,
                                               const struct sow_agent *agent,
                                               const char *spec, struct sow_err *err);

struct sow_endgame;

/**
 * Gives a player that searches the exact values of @p endgame. Call it after
 * sow_analysis_init.
 * @param[in,out] analysis the analysis
 * @param endgame borrowed, of the same rules
 */
void sow_analysis_know(struct sow_analysis *analysis, const struct sow_endgame *endgame);

/**
 * Values all moves of analysis->game, in which there is a legal move. A search ends early
 * after a stop request.
 * @param[in,out] analysis receives the values in `found`
 * @param stop the stop request, or NULL
 * @param told called after each depth of a player that searches; may be NULL
 * @param context first argument of @p told
 */
void sow_analysis_run(struct sow_analysis *analysis, const struct sow_stop *stop,
                      void (*told)(void *context, const struct sow_search_result *found),
                      void *context);

/** Converts an integer value or weight of an analysis, such as found.value of a move.
 * @param analysis the analysis
 * @param value the integer
 * @returns the value in the unit of the player's weights
 */
double sow_analysis_real(const struct sow_analysis *analysis, int32_t value);

/**
 * Terms of a value: the sum of value x weight. For a player that searches they are the
 * terms of the position at the end of the expected line.
 */
struct sow_terms {
    int count; /**< number of terms */
    /** Names of the features or heuristics; static. */
    const char *name[SOW_AGENT_TERMS_MAX];
    int value[SOW_AGENT_TERMS_MAX]; /**< values of the features or heuristics */
    /** Weights, which sow_analysis_real converts. */
    int32_t weight[SOW_AGENT_TERMS_MAX];
};

/**
 * Computes the terms of a legal move. Their sum is the value of the move. There are none
 * if the value is no such sum: an exact value of an endgame file.
 * @param analysis the analysis of a position, after sow_analysis_run
 * @param move the move
 * @param[out] terms receives the terms
 */
void sow_analysis_terms(const struct sow_analysis *analysis, int move,
                        struct sow_terms *terms);

#endif
