/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export_terms.h"

#include "sow/heuristics/state_features.h"

#include <stdio.h>
#include <string.h>

/* Expressions of the counts, by enum sow_count. Here `$s` stands for the seat, `$m` for
   the counts of its sowings (`sweep`), and `$p` for the pit of the feature. */
static const char *const COUNTS[SOW_COUNTS] = {
    [SOW_COUNT_PIT] = "b[$s * PITS + $p]",
    [SOW_COUNT_LAST_PIT] = "b[$s * PITS + PITS - 1]",
    [SOW_COUNT_ROW] = "row(b, $s)",
    [SOW_COUNT_OCCUPIED] = "occupied(b, $s)",
    [SOW_COUNT_EMPTY] = "(PITS - occupied(b, $s))",
    [SOW_COUNT_STORE] = "b[STORE + $s]",
    [SOW_COUNT_LAST_PIT_EMPTY] = "flag(b[$s * PITS + PITS - 1] == 0)",
    [SOW_COUNT_TO_MOVE] = "flag(side == $s)",
    [SOW_COUNT_MAJORITY] = "flag(2 * b[STORE + $s] > all_seeds(b))",
    [SOW_COUNT_IN_PLAY] = "(row(b, 0) + row(b, 1))",
    [SOW_COUNT_FULLEST] = "fullest(b, $s)",
    [SOW_COUNT_HEAVY] = "heavy_pits(b, $s)",
    [SOW_COUNT_REACHING_PITS] = "reaching_pits(b, $s)",
    [SOW_COUNT_REACHING_SEEDS] = "reaching_seeds(b, $s)",
    [SOW_COUNT_EXPOSED] = "exposed_seeds(b, $s)",
    [SOW_COUNT_MOVES] = "$m[0]",
    [SOW_COUNT_FREE_MOVES] = "$m[1]",
    [SOW_COUNT_CAPTURING_MOVES] = "$m[2]",
    [SOW_COUNT_BEST_GAIN] = "$m[3]",
    [SOW_COUNT_BEST_CAPTURE] = "$m[4]",
    [SOW_COUNT_TAKEABLE] = "$m[5]",
};

/* Expressions of the heuristics of a move, by enum sow_heuristic, after the move was sown
   in `b`. Before it, `last` is the playable pit nearest the opponent. */
static const char *const HEURISTICS[SOW_HEURISTICS] = {
    [SOW_H1] = "b[side * PITS + PITS - 1]",
    [SOW_H2] = "row(b, side)",
    [SOW_H3] = "occupied(b, side)",
    [SOW_H4] = "b[GAIN]",
    [SOW_H5] = "flag(pit == last)",
    [SOW_H6] = "threat(b, 1 - side)",
    [SOW_H7] = "b[AGAIN]",
};

/* Writes the expression of a count for the player (@p own) or the other one to @p text.
   Returns its length. */
static size_t write_count(const struct sow_state_feature *feature, bool own, char *text,
                          size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (const char *at = COUNTS[feature->count]; *at != '\0'; at++) {
        size_t room = length < size ? size - length : 0;
        char one[16];
        (void)snprintf(one, sizeof one, "%c", *at);
        if (at[0] == '$' && at[1] == 's')
            (void)snprintf(one, sizeof one, "%s", own ? "own" : "other");
        else if (at[0] == '$' && at[1] == 'm')
            (void)snprintf(one, sizeof one, "%s", own ? "own_moves" : "other_moves");
        else if (at[0] == '$')
            (void)snprintf(one, sizeof one, "%d", feature->pit);
        at += at[0] == '$';
        length += (size_t)snprintf(text + length, room, "%s", one);
    }
    return length;
}

/* Writes the expression of a feature of positions. */
static void write_feature(const struct sow_state_feature *feature, char *text,
                          size_t size)
{
    if (feature->side != SOW_DIFFERENCE) {
        (void)write_count(feature, feature->side == SOW_OWN, text, size);
        return;
    }
    char own[SOW_TERM_TEXT_MAX / 2 - 8];
    char other[SOW_TERM_TEXT_MAX / 2 - 8];
    (void)write_count(feature, true, own, sizeof own);
    (void)write_count(feature, false, other, sizeof other);
    (void)snprintf(text, size, "(%s - %s)", own, other);
}

/* Adds the heuristics of a player that weights them. */
static void add_heuristics(const struct sow_agent *agent, struct sow_export_terms *terms)
{
    for (int i = 0; i < agent->count; i++) {
        const struct sow_heuristic_row *row = &sow_heuristic_rows[agent->index[i]];
        struct sow_export_term *term = &terms->term[terms->count];
        if (agent->weight[i] == 0)
            continue;
        *term = (struct sow_export_term){
            row->name, row->meaning,
            row->sign * sow_fixed_to_weight(agent->weight[i], agent->exponent), ""};
        (void)snprintf(term->text, sizeof term->text, "%s", HEURISTICS[agent->index[i]]);
        terms->count++;
    }
}

/* Adds the features of an evaluator of positions. */
static void add_features(const struct sow_agent_leaf *leaf, int exponent,
                         const struct sow_rules *rules, struct sow_export_terms *terms)
{
    for (int i = 0; i < leaf->count; i++) {
        const struct sow_state_feature *row = &sow_state_features.rows[leaf->feature[i]];
        struct sow_export_term *term = &terms->term[terms->count++];
        *term = (struct sow_export_term){
            row->name, row->meaning, sow_fixed_to_weight(leaf->weight[i], exponent), ""};
        if (sow_state_feature_refusal(leaf->feature[i], rules) == NULL)
            write_feature(row, term->text, sizeof term->text);
    }
}

const char *sow_export_terms_of(const struct sow_agent *agent,
                                const struct sow_rules *rules,
                                struct sow_export_terms *terms)
{
    struct sow_agent_leaf leaf;
    *terms = (struct sow_export_terms){.of_moves = agent->kind == SOW_AGENT_WEIGHTED};
    if (terms->of_moves) {
        add_heuristics(agent, terms);
        return NULL;
    }
    if (sow_agent_leaf_of(agent, &leaf) != NULL)
        return "it weighs neither heuristics of a move nor features of a position; export "
               "a player of weights:, state: or a search with eval=";
    if (leaf.of_path)
        return "it also values the line of moves that led to a position; export one with "
               "eval=[state:..]";
    terms->of_mover = leaf.of_mover;
    add_features(&leaf, agent->exponent, rules, terms);
    return NULL;
}
