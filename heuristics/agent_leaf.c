/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How agents evaluate positions and the lines of play that lead there. */
#include "sow/heuristics/agent.h"

#include "sow/heuristics/state_features.h"
#include "sow/search/search.h"
#include "state_facts.h"

#include <assert.h>
#include <string.h>

/* Adds to @p leaf, for each heuristic with a weight, the feature of positions that has
   the same name. The sign of the heuristic is applied to the weight. Returns NULL, or a
   phrase (static) if a heuristic has no such feature. */
static const char *leaf_of_weights(const struct sow_agent *agent,
                                   struct sow_agent_leaf *leaf)
{
    for (int i = 0; i < agent->count; i++) {
        const struct sow_heuristic_row *row = &sow_heuristic_rows[agent->index[i]];
        if (agent->weight[i] == 0)
            continue;
        leaf->feature[leaf->count] = sow_state_feature_find(row->name);
        leaf->weight[leaf->count] = row->sign * agent->weight[i];
        if (leaf->feature[leaf->count++] < 0)
            return "it has a weight for a heuristic that only a move has";
    }
    return NULL;
}

/* Adds the agent's features of positions to @p leaf, and those of the line of play to its
   path_weight. Skips weights of 0. Always returns NULL. */
static const char *leaf_of_features(const struct sow_agent *agent,
                                    struct sow_agent_leaf *leaf)
{
    for (int i = 0; i < agent->count; i++) {
        if (agent->weight[i] == 0)
            continue;
        if (leaf->of_path && agent->index[i] >= SOW_PATH_INDEX) {
            leaf->path_weight[agent->index[i] - SOW_PATH_INDEX] = agent->weight[i];
            continue;
        }
        leaf->feature[leaf->count] = agent->index[i];
        leaf->weight[leaf->count++] = agent->weight[i];
    }
    return NULL;
}

const char *sow_agent_leaf_of(const struct sow_agent *agent, struct sow_agent_leaf *leaf)
{
    enum sow_agent_kind kind =
        agent->kind == SOW_AGENT_SEARCH ? agent->value_kind : agent->kind;
    *leaf = (struct sow_agent_leaf){.of_path = kind == SOW_AGENT_PATH,
                                    .of_mover = agent->of_mover};
    if (kind == SOW_AGENT_WEIGHTED)
        return leaf_of_weights(agent, leaf);
    if (kind == SOW_AGENT_STATE || kind == SOW_AGENT_PATH)
        return leaf_of_features(agent, leaf);
    return "it says nothing about a position";
}

const char *sow_agent_value_by(struct sow_agent *agent, const struct sow_agent *value)
{
    struct sow_agent_leaf leaf;
    const char *refusal = sow_agent_leaf_of(value, &leaf);
    assert(agent->kind == SOW_AGENT_SEARCH);
    if (refusal != NULL)
        return refusal;
    agent->value_kind = value->kind == SOW_AGENT_SEARCH ? value->value_kind : value->kind;
    agent->count = value->count;
    agent->exponent = value->exponent;
    agent->of_mover = value->of_mover;
    memcpy(agent->index, value->index, sizeof agent->index);
    memcpy(agent->weight, value->weight, sizeof agent->weight);
    return NULL;
}

const char *const sow_path_feature_names[SOW_PATH_FEATURES] = {
    [SOW_PATH_EXTRA_TURNS] = "extra_turns",
    [SOW_PATH_RIGHT_MOST] = "right_most",
    [SOW_PATH_LATER_RIGHT_MOST] = "later_right_most"};

/* Returns true if the step's move was of the playable pit nearest the opponent (H5).
   Returns false for a swap. */
static bool is_right_most(const struct sow_rules *rules, const struct sow_step *step)
{
    return step->move < rules->pits &&
           (unsigned)step->legal >> ((unsigned)step->move + 1U) == 0;
}

/* Returns the weighted sum of the features of the line that led to a leaf (enum
   sow_path_feature). Counts only moves of the player at->seat. Walks from the last move
   back to the root. */
static int32_t value_path(const struct sow_agent_leaf *leaf, const struct sow_leaf *at)
{
    int32_t count[SOW_PATH_FEATURES] = {0};
    const struct sow_board *after = at->board;
    bool last = true;
    for (const struct sow_step *step = at->path; step != NULL; step = step->before) {
        if (step->board.side == at->seat) {
            count[SOW_PATH_EXTRA_TURNS] += after->side == at->seat;
            bool flag = last && is_right_most(at->rules, step);
            count[SOW_PATH_RIGHT_MOST] += flag;
            count[SOW_PATH_LATER_RIGHT_MOST] += flag && step->before != NULL;
            last = false;
        }
        after = &step->board;
    }
    int32_t sum = 0;
    for (int i = 0; i < SOW_PATH_FEATURES; i++)
        sum += leaf->path_weight[i] * count[i];
    return sum;
}

/* Returns the value of a position for the player at->seat: the weighted sum of its
   features, plus that of its line if the leaf is of paths. If the leaf is of the mover,
   the player to move sees the features, and the sum is negated for the other one.
   @p context is a struct sow_agent_leaf. */
static int32_t value_leaf(const void *context, const struct sow_leaf *at)
{
    const struct sow_agent_leaf *leaf = context;
    struct sow_state_facts facts;
    int16_t value[SOW_AGENT_TERMS_MAX];
    sow_state_facts_init(&facts, at->rules, at->board, at->fast);
    int seen_by = leaf->of_mover && !at->ended ? at->board->side : at->seat;
    sow_state_facts_values(&facts, seen_by, leaf->feature, leaf->count, value);
    int32_t sum = 0;
    for (int i = 0; i < leaf->count; i++)
        sum += leaf->weight[i] * value[i];
    if (seen_by != at->seat)
        return -sum;
    return leaf->of_path ? sum + value_path(leaf, at) : sum;
}

struct sow_evaluator sow_agent_evaluator(const struct sow_agent_leaf *leaf)
{
    return (struct sow_evaluator){
        .value = value_leaf, .context = leaf, .of_path = leaf->of_path};
}
