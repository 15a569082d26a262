/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that a player gives to the moves of a position, and their terms. */
#include "sow/play/analysis.h"

#include "sow/endgame/database.h"
#include "sow/heuristics/agent_sum.h"
#include "sow/heuristics/move_features.h"
#include "sow/search/game_clock.h"

enum sow_status sow_analysis_init(struct sow_analysis *analysis,
                                  const struct sow_rules *rules,
                                  const struct sow_agent *agent, const char *spec,
                                  struct sow_err *err)
{
    analysis->rules = rules;
    analysis->agent = *agent;
    analysis->oracle = (struct sow_oracle){.on_board = 0};
    const char *refusal = agent->kind == SOW_AGENT_WEIGHTED
                              ? NULL
                              : sow_agent_leaf_of(agent, &analysis->leaf);
    if (agent->kind == SOW_AGENT_SEARCH && agent->limits.method == SOW_SEARCH_MCTS)
        refusal = "it counts visits";
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "player '%.200s' cannot give values of moves: %s; name a "
                           "search, a state or weights",
                           spec, refusal);
    enum sow_status status = sow_endgame_choice_open(&agent->endgame, rules, err);
    if (status == SOW_OK && agent->endgame.file[0] != '\0') {
        sow_analysis_know(analysis, sow_endgame_choice_opened(&agent->endgame, rules));
        analysis->oracle.on_board = agent->endgame.seeds;
    }
    return status;
}

double sow_analysis_real(const struct sow_analysis *analysis, int32_t value)
{
    return sow_fixed_to_weight(value, analysis->agent.exponent);
}

/* Adds a term at the end of the list, which has room for it: the static name of a feature
   or heuristic, its @p value and its @p weight. */
static void add_term(struct sow_terms *terms, const char *name, int value, int32_t weight)
{
    terms->name[terms->count] = name;
    terms->value[terms->count] = value;
    terms->weight[terms->count++] = weight;
}

/* Adds the terms of a move for a player with weights of heuristics: each heuristic with a
   weight other than 0, its value, and its weight with the heuristic's sign. Reads the
   legal moves from analysis->found. */
static void terms_of_move(const struct sow_analysis *analysis, int move,
                          struct sow_terms *terms)
{
    const struct sow_agent *agent = &analysis->agent;
    const struct sow_search_result *found = &analysis->found;
    int value[SOW_HEURISTICS];
    sow_move_features(&analysis->game, found->move, found->count, move,
                      SOW_ALL_HEURISTICS, value);
    for (int h = 0; h < SOW_HEURISTICS; h++)
        if (agent->weight[h] != 0)
            add_term(terms, sow_heuristic_rows[h].name, value[h],
                     sow_heuristic_rows[h].sign * agent->weight[h]);
}

/* Plays a move in the position, and then the moves that a search expects after it. */
static void play_line(const struct sow_analysis *analysis, int move,
                      struct sow_game *game)
{
    const struct sow_search_result *found = &analysis->found;
    const struct sow_search_lines *lines = &analysis->lines;
    int index = 0;
    while (found->move[index] != move)
        index++;
    *game = analysis->game;
    sow_game_play(game, move);
    if (analysis->agent.kind == SOW_AGENT_SEARCH)
        for (int i = 1; i < lines->count[index]; i++)
            sow_game_play(game, lines->move[index][i]);
}

/* Adds a term for each feature of the position that gives a move its value, as the
   evaluator sees it. This is the end of the expected line. Without a search it is the
   position right after the move. Where it sees the position with the eyes of the other
   player, the weights are negated. So the sum is always the value for the player who
   moved. */
static void terms_of_position(const struct sow_analysis *analysis, int move,
                              struct sow_terms *terms)
{
    const struct sow_agent_leaf *leaf = &analysis->leaf;
    struct sow_game next;
    int16_t value[SOW_AGENT_TERMS_MAX];
    play_line(analysis, move, &next);
    int mover = analysis->game.board.side;
    int seen_by = leaf->of_mover && !next.ended ? next.board.side : mover;
    sow_state_features_values(analysis->rules, &next.board, seen_by, leaf->feature,
                              leaf->count, value);
    for (int i = 0; i < leaf->count; i++)
        add_term(terms, sow_state_features.rows[leaf->feature[i]].name, value[i],
                 seen_by == mover ? leaf->weight[i] : -leaf->weight[i]);
}

/* Returns the sum of value x weight over all terms, in the integer units of weights. */
static int32_t sum_of(const struct sow_terms *terms)
{
    int32_t sum = 0;
    for (int i = 0; i < terms->count; i++)
        sum += terms->value[i] * terms->weight[i];
    return sum;
}

/* Returns true if the evaluator, and no oracle, gave the end of the line of a move its
   value. */
static bool is_sum(const struct sow_analysis *analysis, int move,
                   const struct sow_terms *terms)
{
    const struct sow_search_result *found = &analysis->found;
    for (int i = 0; i < found->count; i++)
        if (found->move[i] == move)
            return found->value[i] == sum_of(terms);
    return false;
}

void sow_analysis_terms(const struct sow_analysis *analysis, int move,
                        struct sow_terms *terms)
{
    terms->count = 0;
    if (analysis->agent.kind == SOW_AGENT_WEIGHTED)
        terms_of_move(analysis, move, terms);
    else
        terms_of_position(analysis, move, terms);
    if (analysis->agent.kind == SOW_AGENT_SEARCH && !is_sum(analysis, move, terms))
        terms->count = 0;
}

/* Values all legal moves for a player that does not search: each value is the sum of the
   terms of the move. Replaces the moves, values and count of `found`, and marks the moves
   with the greatest value as best. */
static void value_moves(struct sow_analysis *analysis)
{
    struct sow_search_result *found = &analysis->found;
    int32_t best = INT32_MIN;
    found->count = sow_game_moves(&analysis->game, found->move);
    for (int i = 0; i < found->count; i++) {
        struct sow_terms terms;
        sow_analysis_terms(analysis, found->move[i], &terms);
        found->value[i] = sum_of(&terms);
        best = found->value[i] > best ? found->value[i] : best;
    }
    for (int i = 0; i < found->count; i++)
        found->best[i] = found->value[i] == best;
}

/* Returns the exact value of a position for the player to move, in seeds (`margin` of
   struct sow_oracle). @p context is a struct sow_endgame. */
static int margin_of(const void *context, const struct sow_board *board)
{
    return sow_endgame_value(context, board);
}

void sow_analysis_know(struct sow_analysis *analysis, const struct sow_endgame *endgame)
{
    analysis->oracle = (struct sow_oracle){
        .on_board = sow_endgame_seeds(endgame), .margin = margin_of, .context = endgame};
}

void sow_analysis_run(struct sow_analysis *analysis, const struct sow_stop *stop,
                      void (*told)(void *context, const struct sow_search_result *found),
                      void *context)
{
    if (analysis->agent.kind != SOW_AGENT_SEARCH) {
        value_moves(analysis);
        return;
    }
    struct sow_agent_sum sum;
    struct sow_search search = {.limits = analysis->agent.limits,
                                .evaluator = sow_agent_evaluator(&analysis->leaf),
                                .oracle = analysis->oracle,
                                .values_all = true,
                                .lines = &analysis->lines,
                                .stop = stop,
                                .told = told,
                                .context = context};
    if (sow_agent_sum_init(&sum, &analysis->leaf, &analysis->game))
        search.evaluator.sum = &sum.sum;
    /* The time for a move of a player that has used none of its game time yet. */
    if (search.limits.clock.ms > 0)
        search.limits.slice = sow_game_clock_slice(
            &search.limits, &(struct sow_game_clock){.used = 0}, &analysis->game);
    sow_search_run(&search, &analysis->game, &analysis->found);
}
