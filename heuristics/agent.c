/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/agent.h"
#include "sow/heuristics/agent_sum.h"

#include "pekar.h"
#include "sow/endgame/database.h"
#include "sow/game/moves.h"
#include "sow/heuristics/state_features.h"
#include "sow/search/game_clock.h"
#include "sow/search/mcts.h"
#include "sow/search/ponder.h"
#include "sow/search/shallow.h"
#include "state_facts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void sow_agent_weighted(struct sow_agent *agent, const double weights[SOW_HEURISTICS])
{
    *agent = (struct sow_agent){.kind = SOW_AGENT_WEIGHTED, .count = SOW_HEURISTICS};
    for (int i = 0; i < SOW_HEURISTICS; i++)
        agent->index[i] = (uint8_t)i;
    agent->exponent = sow_fixed_from_weights(weights, SOW_HEURISTICS, agent->weight);
}

void sow_agent_state(struct sow_agent *agent, const int *features, const double *weights,
                     int count)
{
    assert(count <= SOW_AGENT_TERMS_MAX);
    *agent = (struct sow_agent){.kind = SOW_AGENT_STATE, .count = count};
    for (int i = 0; i < count; i++)
        agent->index[i] = (uint8_t)features[i];
    agent->exponent = sow_fixed_from_weights(weights, count, agent->weight);
}

/* --- choosing --- */

/* The best moves so far. All have the same value. */
struct best {
    int count; /* number of moves; -r: forfeit for reason r (enum sow_ending) */
    int index[SOW_MOVES_MAX]; /* indices into the list of legal moves, ascending */
    int32_t value;            /* value of each of these moves */
};

/* Adds a move, given by its index in the list of legal moves, if it is as good as the
   best so far. A better move replaces them all. */
static void consider(struct best *best, int index, int32_t value)
{
    if (best->count == 0 || value > best->value) {
        best->count = 0;
        best->value = value;
    }
    if (value == best->value)
        best->index[best->count++] = index;
}

/* A choice to make: the game, its legal moves, and the stream for random decisions. */
struct choosing {
    const struct sow_agent *agent;
    const struct sow_game *game;
    const int *moves; /* all legal moves, ascending */
    int count;        /* number of moves, at least 2 */
    struct sow_pcg *rng;
};

/* A function that finds the best moves for one kind of agent and adds them to @p best,
   which is empty before. To forfeit, it sets `count` to a negative reason. */
typedef void best_fn(const struct choosing *choosing, struct best *best);

/* Makes all legal moves best, as equally good. Draws no random number: the caller draws
   one of them. */
static void best_at_random(const struct choosing *choosing, struct best *best)
{
    for (int i = 0; i < choosing->count; i++)
        consider(best, i, 0);
}

/* Returns the element of @p value for a heuristic (enum sow_heuristic), times the sign of
   the heuristic. The sign is -1 for H6, which counts against a move, else 1. */
static int signed_value(int heuristic, const int *value)
{
    return sow_heuristic_rows[heuristic].sign * value[heuristic];
}

/* Returns a heuristic (enum sow_heuristic) of the position before the move, for its side
   to move, times its sign. It is 0 for a heuristic of moves, such as H4. */
static int present_value(const struct sow_game *game, int heuristic)
{
    return sow_heuristic_rows[heuristic].sign * sow_present_value(game, heuristic);
}

/* Returns a mask in which bit i is set if heuristic i has a weight other than 0. */
static unsigned weighted_mask(const struct sow_agent *agent)
{
    unsigned mask = 0;
    for (int i = 0; i < SOW_HEURISTICS; i++)
        mask |= (unsigned)(agent->weight[i] != 0) << i;
    return mask;
}

/* Finds the moves with the greatest weighted sum of heuristics. Computes only heuristics
   that have a weight. */
static void best_weighted(const struct choosing *choosing, struct best *best)
{
    const struct sow_agent *agent = choosing->agent;
    unsigned mask = weighted_mask(agent);
    for (int i = 0; i < choosing->count; i++) {
        int value[SOW_HEURISTICS] = {0};
        sow_move_features(choosing->game, choosing->moves, choosing->count,
                          choosing->moves[i], mask, value);
        int32_t f = 0;
        for (int h = 0; h < SOW_HEURISTICS; h++)
            f += agent->weight[h] * signed_value(h, value);
        consider(best, i, f);
    }
}

/* Returns those of the moves in @p kept that have the best value of one heuristic, with
   this value. */
static struct best best_by(const struct choosing *choosing, int heuristic,
                           const struct best *kept)
{
    struct best best = {.count = 0};
    for (int i = 0; i < kept->count; i++) {
        int value[SOW_HEURISTICS] = {0};
        sow_move_features(choosing->game, choosing->moves, choosing->count,
                          choosing->moves[kept->index[i]], 1U << heuristic, value);
        consider(&best, kept->index[i], signed_value(heuristic, value));
    }
    return best;
}

/* Finds the moves that a linear order of heuristics prefers (Jordan and O'Riordan 2011).
   By the reading `filter`, each heuristic in turn keeps only the moves that are best by
   it. By the other reading, the first heuristic that some move improves over the present
   position decides alone; if none does, all legal moves are best. */
static void best_by_order(const struct choosing *choosing, struct best *best)
{
    const struct sow_agent *agent = choosing->agent;
    best_at_random(choosing, best);
    for (int i = 0; i < agent->count && best->count > 1; i++) {
        struct best fewer = best_by(choosing, agent->index[i], best);
        if (agent->reading == SOW_ORDER_FILTER) {
            *best = fewer;
        } else if (fewer.value > present_value(choosing->game, agent->index[i])) {
            *best = fewer;
            break;
        }
    }
}

/* The part of a choice by features of positions that is the same for all moves. */
struct outlook {
    const struct sow_agent *agent;
    const struct sow_game *game;
    int features[SOW_AGENT_TERMS_MAX]; /* state feature, by term of the agent */
    struct sow_fast_board words;       /* the board, if the game has a fast engine */
};

/* Computes the position that a move leads to into @p board. In an ended game the
   remaining seeds are given out. For a swap it is the exchanged board. Uses the fast
   engine if the game has one. Returns true if the move ends the game. */
static bool look_ahead(const struct outlook *outlook, int move, struct sow_board *board)
{
    const struct sow_game *game = outlook->game;
    int mover = game->board.side;
    if (game->fast != NULL && move != SOW_SWAP) {
        struct sow_fast_outcome next = sow_fast_move(game->fast, outlook->words, move);
        int side = next.same_side ? mover : 1 - mover;
        sow_fast_to_board(game->fast, next.board, side, board);
        return next.ended;
    }
    struct sow_sowing sowing;
    sow_game_preview(game, move, &sowing);
    if (move == SOW_SWAP) {
        *board = sowing.board;
        board->side = (uint8_t)game->first;
        return false;
    }
    struct sow_outcome outcome;
    sow_finish(game->rules, &sowing, &outcome);
    *board = outcome.board;
    return outcome.ended;
}

_Static_assert((int64_t)SOW_AGENT_TERMS_MAX *SOW_MAX_SEEDS *SOW_FIXED_MAX < INT32_MAX,
               "the sum of all terms fits");

/* Returns the value of a move for the mover: the weighted sum of the features of the
   position after it. With `view=to-move`, the player to move there sees the features, and
   the sum is negated if that is the opponent. */
static int32_t value_state(const struct outlook *outlook, int move)
{
    const struct sow_agent *agent = outlook->agent;
    const struct sow_game *game = outlook->game;
    struct sow_board board;
    struct sow_state_facts facts;
    int16_t value[SOW_AGENT_TERMS_MAX];
    bool ended = look_ahead(outlook, move, &board);
    sow_state_facts_init(&facts, game->rules, &board, game->fast);
    int seen_by = agent->of_mover && !ended ? board.side : game->board.side;
    sow_state_facts_values(&facts, seen_by, outlook->features, agent->count, value);
    int32_t f = 0;
    for (int i = 0; i < agent->count; i++)
        f += agent->weight[i] * value[i];
    return seen_by == game->board.side ? f : -f;
}

/* Finds the moves to positions with the greatest weighted sum of features. */
static void best_by_state(const struct choosing *choosing, struct best *best)
{
    const struct sow_agent *agent = choosing->agent;
    const struct sow_game *game = choosing->game;
    struct outlook outlook; /* not cleared: clearing would take as long as a move */
    outlook.agent = agent;
    outlook.game = game;
    for (int i = 0; i < agent->count; i++)
        outlook.features[i] = agent->index[i];
    outlook.words = game->fast != NULL ? sow_fast_from_board(game->fast, &game->board)
                                       : (struct sow_fast_board){.own = 0};
    for (int i = 0; i < choosing->count; i++)
        consider(best, i, value_state(&outlook, choosing->moves[i]));
}

/* --- looking ahead --- */

bool sow_agent_is_timed(const struct sow_agent *agent)
{
    return agent->kind == SOW_AGENT_OUTSIDE ||
           (agent->kind == SOW_AGENT_SEARCH &&
            (agent->limits.ms > 0 || agent->limits.clock.ms > 0));
}

bool sow_agent_is_slow(const struct sow_agent *agent)
{
    return agent->kind == SOW_AGENT_SEARCH || agent->kind == SOW_AGENT_OUTSIDE;
}

/* Memory of a search agent for the length of a game. */
struct search_memory {
    struct sow_game_clock clock;       /* time used so far */
    struct sow_mcts_tree tree;         /* kept tree; empty without `keep=yes` */
    struct sow_agent_leaf leaf;        /* how the agent evaluates positions */
    struct sow_ponder *ponder;         /* NULL: the agent thinks only in its own time */
    bool summed;                       /* true if `sum` is set up */
    struct sow_agent_sum sum;          /* evaluator of the same leaves, as a sum */
    struct sow_shallow_memory shallow; /* positions of shallow searches */
};

/* Allocates the memory that a search agent keeps during a game, all zeros, with pondering
   if the agent ponders. Returns NULL without memory. Starts no thread. @p context is a
   struct sow_agent. */
static void *begin_search(const void *context)
{
    const struct sow_agent *agent = context;
    struct search_memory *memory = calloc(1, sizeof *memory);
    if (memory != NULL && agent->limits.ponder)
        memory->ponder = sow_ponder_new();
    return memory;
}

/* Stops pondering and frees the memory of begin_search, which must not be NULL. */
static void end_search(void *memory)
{
    struct search_memory *kept = memory;
    sow_ponder_free(kept->ponder);
    sow_mcts_tree_release(&kept->tree);
    free(kept);
}

/* Returns true if the agent needs memory between its moves: for a clock or a kept tree,
   or for an evaluator that is set up once for a game. */
static bool keeps_something(const struct sow_agent *agent)
{
    return agent->kind == SOW_AGENT_SEARCH &&
           (agent->limits.clock.ms > 0 || agent->limits.keep ||
            agent->limits.method != SOW_SEARCH_MCTS);
}

/* Returns the exact final margin of a position, in seeds for the side to move, from the
   endgame file @p context, which must cover it. */
static int margin_of(const void *context, const struct sow_board *board)
{
    return sow_endgame_value(context, board);
}

/* Makes the oracle of exact values from the agent's endgame file. The oracle knows
   nothing if the file is of other rules: a host outside may ask about boards of other
   sizes. */
static struct sow_oracle oracle_of(const struct sow_agent *agent,
                                   const struct sow_rules *rules)
{
    const struct sow_endgame *endgame =
        agent->endgame.file[0] != '\0' ? sow_endgame_choice_opened(&agent->endgame, rules)
                                       : NULL;
    return (struct sow_oracle){.on_board = endgame != NULL ? agent->endgame.seeds : 0,
                               .margin = margin_of,
                               .context = endgame};
}

/* Makes the search of an agent that evaluates leaves: @p limits, its leaf function and
   the exact values of its endgame file, if any. The leaf function is stored in @p memory,
   which has to outlive the search. */
static struct sow_search search_of(const struct sow_agent *agent,
                                   const struct sow_rules *rules,
                                   const struct sow_search_limits *limits,
                                   struct search_memory *memory)
{
    const char *refusal = sow_agent_leaf_of(agent, &memory->leaf);
    assert(refusal == NULL);
    (void)refusal;
    return (struct sow_search){.limits = *limits,
                               .evaluator = sow_agent_evaluator(&memory->leaf),
                               .oracle = oracle_of(agent, rules)};
}

/* Returns the evaluator of a search as a sum, or NULL if it has none. Sets up the sum in
   @p memory at the first search with it. */
static const struct sow_leaf_sum *sum_of(const struct sow_game *game,
                                         struct search_memory *memory)
{
    if (!memory->summed)
        memory->summed = sow_agent_sum_init(&memory->sum, &memory->leaf, game);
    return memory->summed ? &memory->sum.sum : NULL;
}

/* Searches by minimax or alpha-beta and sets at least found->best. Stops pondering first,
   and continues from the results of the pondering thread. Without pondering, a shallow
   search is used if it covers the search. */
static void run_search(const struct sow_agent *agent, const struct sow_game *game,
                       const struct sow_search_limits *limits,
                       struct search_memory *memory, struct sow_search_result *found)
{
    if (memory->ponder != NULL)
        sow_ponder_stop(memory->ponder); /* the pondering thread reads leaf and sum */
    struct sow_search search = search_of(agent, game->rules, limits, memory);
    search.evaluator.sum = sum_of(game, memory);
    if (memory->ponder != NULL)
        sow_ponder_search(memory->ponder, &search, game, found);
    else if (sow_shallow_covers(&search, game))
        (void)sow_shallow_run(&search, &memory->shallow, game, found->best);
    else
        sow_search_run(&search, game, found);
}

/* Makes a Monte Carlo tree search with the agent's evaluator, if it has one, and its
   endgame file. The leaf function is stored in @p memory. An evaluator's value gets the
   reward 3/4 if it is that of eight seeds by the largest weight. */
static struct sow_mcts mcts_of(const struct sow_agent *agent,
                               const struct sow_rules *rules,
                               const struct sow_search_limits *limits,
                               struct search_memory *memory)
{
    enum { SEEDS = 8 };
    struct sow_mcts mcts = {.limits = *limits,
                            .scale = SEEDS * (double)SOW_FIXED_MAX,
                            .oracle = oracle_of(agent, rules)};
    if (sow_agent_leaf_of(agent, &memory->leaf) == NULL)
        mcts.evaluator = sow_agent_evaluator(&memory->leaf);
    return mcts;
}

/* Searches by Monte Carlo tree search, which draws from @p rng. Stops pondering first.
   With `keep=yes`, the tree in @p memory is used and kept if the game has a memory. */
static void run_mcts(const struct sow_agent *agent, const struct sow_game *game,
                     const struct sow_search_limits *limits, struct search_memory *memory,
                     struct sow_pcg *rng, struct sow_search_result *found)
{
    if (memory->ponder != NULL)
        sow_ponder_stop(memory->ponder); /* the thread reads the leaf, grows the tree */
    struct sow_mcts mcts = mcts_of(agent, game->rules, limits, memory);
    bool kept = limits->keep && game->memory[game->board.side] != NULL;
    sow_mcts_run(&mcts, game, kept ? &memory->tree : NULL, rng, found);
}

/* Adds the move of a pit, counted from 0, to the best moves. Adds nothing if the move is
   not legal. */
static void take_pit(const struct choosing *choosing, int pit, struct best *best)
{
    for (int i = 0; i < choosing->count; i++)
        if (choosing->moves[i] == pit)
            consider(best, i, 0);
}

/* Keeps only one of the best moves, of which there is at least one: the last if @p ties
   is SOW_TIES_HIGHEST, else the first. */
static void take_end(struct best *best, int ties)
{
    if (ties == SOW_TIES_HIGHEST)
        best->index[0] = best->index[best->count - 1];
    best->count = 1;
}

/* Finds the best moves by a search. Adds the time used to the clock in @p memory, and
   forfeits if the clock has run out. Unless ties are random, only one move is left. */
static void search_with(const struct choosing *choosing, struct search_memory *memory,
                        struct best *best)
{
    const struct sow_agent *agent = choosing->agent;
    const struct sow_game *game = choosing->game;
    struct sow_search_limits limits = agent->limits;
    struct sow_search_result found;
    uint64_t began = limits.clock.ms > 0 ? sow_search_now() : 0;
    if (limits.clock.ms > 0)
        limits.slice = sow_game_clock_slice(&limits, &memory->clock, game);
    if (limits.method == SOW_SEARCH_MCTS)
        run_mcts(agent, game, &limits, memory, choosing->rng, &found);
    else
        run_search(agent, game, &limits, memory, &found);
    for (int i = 0; i < choosing->count; i++)
        if (found.best[i])
            consider(best, i, 0);
    if (limits.clock.ms > 0 &&
        !sow_game_clock_note(&limits, &memory->clock, sow_search_now() - began))
        best->count = -SOW_FORFEIT_CLOCK;
    else if (limits.ties != SOW_TIES_RANDOM)
        take_end(best, limits.ties);
}

/* Finds the best moves by a search that has no memory of the game, because a single move
   is asked for. The clock starts with this move. */
static void search_once(const struct choosing *choosing, struct best *best)
{
    struct search_memory none = {.summed = false};
    search_with(choosing, &none, best);
}

/* Finds the best moves of a player that looks ahead. A swap that is always made and a
   greedy pit need no search. */
static void best_by_search(const struct choosing *choosing, struct best *best)
{
    const struct sow_search_limits *limits = &choosing->agent->limits;
    const struct sow_game *game = choosing->game;
    struct search_memory *memory = game->memory[game->board.side];
    if (limits->swap == SOW_SWAP_ALWAYS &&
        choosing->moves[choosing->count - 1] == SOW_SWAP) {
        consider(best, choosing->count - 1, 0);
        return;
    }
    int greedy =
        limits->greedy ? sow_pekar_greedy_pit(&game->board, game->rules->pits) : -1;
    if (greedy >= 0) {
        take_pit(choosing, greedy, best);
        return;
    }
    if (memory != NULL)
        search_with(choosing, memory, best);
    else
        search_once(choosing, best);
}

/* Finds the pit of Algorithm 1 of Pekar et al. 2020. It is the only best move. */
static void best_of_pekar(const struct choosing *choosing, struct best *best)
{
    const struct sow_game *game = choosing->game;
    take_pit(choosing, sow_pekar_pit(&game->board, game->rules->pits), best);
}

/* Returns true if the agent uses rules of Pekar et al. 2020, which are for Kalah only. */
static bool is_of_pekar(const struct sow_agent *agent)
{
    return agent->kind == SOW_AGENT_PEKAR ||
           (agent->kind == SOW_AGENT_SEARCH && agent->limits.greedy);
}

enum sow_status sow_agent_open(const struct sow_agent *agent,
                               const struct sow_rules *rules, bool now,
                               struct sow_err *err)
{
    const char *refusal = is_of_pekar(agent) ? sow_pekar_refusal(rules) : NULL;
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "player '%s': %s; choose --variant kalah or "
                           "kalah-no-empty-capture",
                           agent->kind == SOW_AGENT_PEKAR ? "pekar:1" : "greedy=yes",
                           refusal);
    if (agent->kind != SOW_AGENT_OUTSIDE)
        return sow_endgame_choice_open(&agent->endgame, rules, err);
    return sow_outside_open(&agent->outside, rules, now, err);
}

/* Asks an outside program, which answers with one move. If it forfeits, `count` becomes
   the negative reason. */
static void best_outside(const struct choosing *choosing, struct best *best)
{
    struct sow_player player = sow_outside_player(&choosing->agent->outside);
    int move = player.choose(player.context, choosing->game, choosing->moves,
                             choosing->count, choosing->rng);
    if (move < 0)
        best->count = move;
    else
        consider(best, move, 0);
}

/* Finds the best moves by the method of the agent's kind. `count` is at least 1, or
   negative for a forfeit. */
static void best_of(const struct choosing *choosing, struct best *best)
{
    static best_fn *const BEST[] = {
        [SOW_AGENT_RANDOM] = best_at_random, [SOW_AGENT_WEIGHTED] = best_weighted,
        [SOW_AGENT_ORDER] = best_by_order,   [SOW_AGENT_STATE] = best_by_state,
        [SOW_AGENT_SEARCH] = best_by_search, [SOW_AGENT_OUTSIDE] = best_outside,
        [SOW_AGENT_PEKAR] = best_of_pekar,
    };
    best->count = 0;
    BEST[choosing->agent->kind](choosing, best);
}

int sow_agent_best(const struct sow_agent *agent, const struct sow_game *game,
                   const int *moves, int count, struct sow_pcg *rng,
                   int indices[SOW_MOVES_MAX])
{
    struct choosing choosing = {agent, game, moves, count, rng};
    struct best best;
    indices[0] = 0;
    if (count == 1 && agent->kind != SOW_AGENT_OUTSIDE)
        return 1;
    best_of(&choosing, &best);
    for (int i = 0; i < best.count; i++)
        indices[i] = best.index[i];
    return best.count;
}

/* Chooses a move, as `choose` of struct sow_player does; @p context is the agent. A
   single legal move is chosen without a decision. Draws from the stream if several moves
   are equally good; mcts draws also while it searches. Returns an index into @p moves, or
   -r to forfeit for reason r. */
static int choose_best(const void *context, const struct sow_game *game, const int *moves,
                       int count, struct sow_pcg *rng)
{
    struct choosing choosing = {context, game, moves, count, rng};
    struct best best;
    if (count == 1)
        return 0;
    best_of(&choosing, &best);
    if (best.count < 0)
        return best.count;
    return best.index[best.count == 1 ? 0 : sow_pcg_below(rng, (uint32_t)best.count)];
}

/* Chooses a move as choose_best does, then starts to think on during the opponent's turn.
   Does not ponder after a forfeit or without memory. Returns what choose_best returns. @p
   context is a struct sow_agent. */
static int choose_and_ponder(const void *context, const struct sow_game *game,
                             const int *moves, int count, struct sow_pcg *rng)
{
    const struct sow_agent *agent = context;
    struct search_memory *memory = game->memory[game->board.side];
    int choice = choose_best(context, game, moves, count, rng);
    if (choice < 0 || memory == NULL || memory->ponder == NULL)
        return choice;
    sow_ponder_stop(memory->ponder);
    if (agent->limits.method == SOW_SEARCH_MCTS) {
        struct sow_mcts mcts = mcts_of(agent, game->rules, &agent->limits, memory);
        sow_ponder_begin_mcts(memory->ponder, &mcts, &memory->tree, rng, game,
                              moves[choice]);
    } else {
        struct sow_search search = search_of(agent, game->rules, &agent->limits, memory);
        search.evaluator.sum = sum_of(game, memory);
        sow_ponder_begin(memory->ponder, &search, game, moves[choice]);
    }
    return choice;
}

struct sow_player sow_agent_player(const struct sow_agent *agent)
{
    struct sow_player player = {.choose = choose_best, .context = agent};
    if (agent->kind == SOW_AGENT_OUTSIDE)
        return sow_outside_player(&agent->outside);
    if (keeps_something(agent)) {
        if (agent->limits.ponder)
            player.choose = choose_and_ponder;
        player.begin = begin_search;
        player.end = end_search;
    }
    return player;
}
