/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What a player makes of a position: the value of each move, and the terms it comes from.
 */
#ifndef SOW_EXPERIMENTS_ANALYSIS_H
#define SOW_EXPERIMENTS_ANALYSIS_H

#include "sow/heuristics/agent.h"
#include "sow/search/search.h"

/** Who values positions, and what was found at the latest one. */
struct sow_analysis {
    const struct sow_rules *rules;
    struct sow_agent agent;
    struct sow_agent_leaf leaf;     /**< unless it has weights of heuristics */
    struct sow_oracle oracle;       /**< of one who looks ahead (sow_analysis_know) */
    struct sow_game game;           /**< the position */
    struct sow_search_result found; /**< of the last depth, or of the moves alone */
};

/** SOW_USAGE for an agent, named by @p spec, that cannot tell what a move is worth. */
SOW_MUST_USE enum sow_status sow_analysis_init(struct sow_analysis *analysis,
                                               const struct sow_rules *rules,
                                               const struct sow_agent *agent,
                                               const char *spec, struct sow_err *err);

struct sow_endgame;

/** Has the agent know the positions of @p endgame, which is borrowed and of the same
 *  rules: after sow_analysis_init. */
void sow_analysis_know(struct sow_analysis *analysis, const struct sow_endgame *endgame);

/** Values the moves of `game`, which has some. @p told is called with @p context for each
 *  depth of a player that looks ahead; may be NULL. Ends early at a stop request. */
void sow_analysis_run(struct sow_analysis *analysis, const struct sow_stop *stop,
                      void (*told)(void *context, const struct sow_search_result *found),
                      void *context);

/** The value of a move, in the unit of the player's weights. */
double sow_analysis_real(const struct sow_analysis *analysis, int32_t value);

/** What a move's value is the sum of, or, of a player that looks ahead, that of the
 *  position straight after it. */
struct sow_terms {
    int count;
    const char *name[SOW_AGENT_TERMS_MAX];
    int value[SOW_AGENT_TERMS_MAX];
    int32_t weight[SOW_AGENT_TERMS_MAX];
};

void sow_analysis_terms(const struct sow_analysis *analysis, int move,
                        struct sow_terms *terms);

#endif
