/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/endgame/database.h"
#include "sow/endgame/solve.h"
#include "sow/game/game.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"
#include "sow/library/sowlab.h"
#include "sow/search/search.h"
#include "sow/variants/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

_Static_assert((int)SOWLAB_POSITION_MAX == (int)SOW_POSITION_MAX &&
                   (int)SOWLAB_MOVES_MAX == (int)SOW_MAX_PITS,
               "the interface has room for positions and moves");

/* Reason of the latest failure in this thread. */
static _Thread_local struct sow_err last;

struct sowlab_rules {
    struct sow_variant variant;
};

struct sowlab_player {
    const struct sow_rules *rules; /* borrowed */
    struct sow_agent agent;
    const char *refusal;        /* reason why it values no positions; NULL: it does */
    struct sow_agent_leaf leaf; /* evaluator, unless there is a refusal */
};

struct sowlab_exact {
    const struct sow_rules *rules; /* borrowed */
    struct sow_endgame *endgame;   /* NULL: no file */
    struct sow_solver *solver;     /* made for the first search; NULL: none yet */
    int seeds;                     /* most seeds on the board for the solver */
    int megabytes;                 /* size of its table */
    double until;                  /* time at which the search ends; 0: no limit */
};

int sowlab_abi(void)
{
    return SOWLAB_ABI;
}

const char *sowlab_version(void)
{
    return SOWLAB_VERSION;
}

const char *sowlab_error(void)
{
    return last.text;
}

const char *sowlab_variant(int index)
{
    return index >= 0 && (size_t)index < sow_variant_count()
               ? sow_variant_name((size_t)index)
               : NULL;
}

/* --- rules --- */

struct sowlab_rules *sowlab_rules_open(const char *variant)
{
    struct sowlab_rules *rules = malloc(sizeof *rules);
    if (rules == NULL) {
        (void)sow_err_no_memory(&last);
    } else if (sow_variant_load(variant, &rules->variant, &last) != SOW_OK) {
        free(rules);
        rules = NULL;
    }
    return rules;
}

void sowlab_rules_close(struct sowlab_rules *rules)
{
    free(rules);
}

int sowlab_rules_pits(const struct sowlab_rules *rules)
{
    return rules->variant.rules.pits;
}

/* Reads a position of a game. Returns SOW_BAD_DATA, with the text, for another one. */
static int read_board(const struct sow_rules *rules, const char *position,
                      struct sow_board *board)
{
    struct sow_err reason;
    if (sow_board_parse(position, rules->pits, (enum sow_direction)rules->direction,
                        board, &reason) == SOW_OK)
        return SOW_OK;
    return (int)sow_err_set(&last, SOW_BAD_DATA, "position '%.127s': %s", position,
                            reason.text);
}

/* Writes a position of a game. */
static void write_board(const struct sow_rules *rules, const struct sow_board *board,
                        char position[SOWLAB_POSITION_MAX])
{
    (void)sow_board_format(board, rules->pits, (enum sow_direction)rules->direction,
                           position);
}

void sowlab_rules_start(const struct sowlab_rules *rules,
                        char position[SOWLAB_POSITION_MAX])
{
    write_board(&rules->variant.rules, &rules->variant.rules.start, position);
}

/* Returns the pit of a row that has a number from 1 on. The numbering, counted from 0, is
   its own reverse. */
static int pit_of(const struct sow_rules *rules, int number)
{
    return sow_pit_number(rules->pits, (enum sow_direction)rules->direction, number - 1) -
           1;
}

/* Lists pits as moves, the least number first. */
static void list_moves(const struct sow_rules *rules, unsigned pits,
                       int moves[SOWLAB_MOVES_MAX], int *count)
{
    *count = 0;
    for (int number = 1; number <= rules->pits; number++)
        if ((pits >> pit_of(rules, number) & 1U) != 0)
            moves[(*count)++] = number;
}

/* Finds the pit of a move. Returns SOWLAB_ILLEGAL, with the legal moves, if the move is
   not legal. */
static int find_pit(const struct sow_rules *rules, const struct sow_board *board,
                    int move, int *pit)
{
    unsigned legal = sow_legal(rules, board);
    int moves[SOWLAB_MOVES_MAX];
    int count;
    char text[64] = "";
    size_t length = 0;
    if (move >= 1 && move <= rules->pits) {
        *pit = pit_of(rules, move);
        if ((legal >> *pit & 1U) != 0)
            return SOW_OK;
    }
    list_moves(rules, legal, moves, &count);
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%d",
                                   i > 0 ? ", " : "", moves[i]);
    (void)sow_err_set(&last, SOW_USAGE, "move %d is not legal here: %s%s", move,
                      count > 0 ? "choose one of " : "there is no legal move", text);
    return SOWLAB_ILLEGAL;
}

int sowlab_moves(const struct sowlab_rules *rules, const char *position,
                 int moves[SOWLAB_MOVES_MAX], int *count)
{
    struct sow_board board;
    int status = read_board(&rules->variant.rules, position, &board);
    if (status == SOW_OK)
        list_moves(&rules->variant.rules, sow_legal(&rules->variant.rules, &board), moves,
                   count);
    return status;
}

int sowlab_play(const struct sowlab_rules *rules, const char *position, int move,
                struct sowlab_played *played)
{
    const struct sow_rules *by = &rules->variant.rules;
    struct sow_board board;
    struct sow_sowing sowing;
    struct sow_outcome outcome;
    int pit = 0;
    int status = read_board(by, position, &board);
    if (status == SOW_OK)
        status = find_pit(by, &board, move, &pit);
    if (status != SOW_OK)
        return status;
    sow_sow(by, &board, pit, &sowing);
    sow_finish(by, &sowing, &outcome);
    write_board(by, &outcome.board, played->position);
    played->gain = outcome.gain;
    played->again = sowing.again && !outcome.ended;
    played->ended = outcome.ended;
    return SOW_OK;
}

/* --- features --- */

const char *sowlab_feature(int index)
{
    return index >= 0 && index < sow_state_features.count
               ? sow_state_features.rows[index].name
               : NULL;
}

const char *sowlab_feature_meaning(int index)
{
    return index >= 0 && index < sow_state_features.count
               ? sow_state_features.rows[index].meaning
               : NULL;
}

/* Returns SOW_USAGE for a number that is no seat. */
static int check_seat(int seat)
{
    return seat == SOW_SOUTH || seat == SOW_NORTH
               ? (int)SOW_OK
               : (int)sow_err_set(&last, SOW_USAGE,
                                  "'%d' is not a seat: write 0 for south or 1 for north",
                                  seat);
}

int sowlab_feature_value(const struct sowlab_rules *rules, const char *position,
                         const char *feature, int seat, int *value)
{
    const struct sow_rules *by = &rules->variant.rules;
    struct sow_board board;
    int index = -1;
    int status = read_board(by, position, &board);
    if (status == SOW_OK)
        status = check_seat(seat);
    if (status == SOW_OK)
        status = (int)sow_state_feature_named(feature, &index, &last);
    if (status != SOW_OK)
        return status;
    const char *refusal = sow_state_feature_refusal(index, by);
    if (refusal != NULL)
        return (int)sow_err_set(&last, SOW_USAGE,
                                "feature '%s' makes no sense in this variant: %s",
                                feature, refusal);
    *value = sow_state_feature_value(index, by, &board, seat);
    return SOW_OK;
}

/* --- players --- */

/* Reads a player and opens what it needs. */
static int read_player(const struct sow_rules *rules, const char *spec,
                       struct sowlab_player *player)
{
    int status = (int)sow_agent_parse(spec, NULL, &player->agent, &last);
    if (status == SOW_OK && player->agent.kind == SOW_AGENT_OUTSIDE)
        return (int)sow_err_set(
            &last, SOW_USAGE,
            "player '%.100s' is an outside program, which the library does "
            "not wait for; let it play by 'sowlab match'",
            spec);
    if (status == SOW_OK)
        status = (int)sow_agent_open(&player->agent, rules, true, &last);
    player->rules = rules;
    player->refusal = sow_agent_leaf_of(&player->agent, &player->leaf);
    if (player->refusal == NULL && player->leaf.of_path)
        player->refusal = "it also values the line of moves that led to a position";
    return status;
}

struct sowlab_player *sowlab_player_open(const struct sowlab_rules *rules,
                                         const char *spec)
{
    struct sowlab_player *player = calloc(1, sizeof *player);
    if (player == NULL) {
        (void)sow_err_no_memory(&last);
    } else if (read_player(&rules->variant.rules, spec, player) != SOW_OK) {
        free(player);
        player = NULL;
    }
    return player;
}

void sowlab_player_close(struct sowlab_player *player)
{
    free(player);
}

int sowlab_player_best(const struct sowlab_player *player, const char *position,
                       long long seed, int moves[SOWLAB_MOVES_MAX], int *count)
{
    struct sow_game game;
    struct sow_board board;
    struct sow_pcg rng;
    int legal[SOW_MOVES_MAX];
    int best[SOW_MOVES_MAX];
    unsigned pits = 0;
    int status = read_board(player->rules, position, &board);
    if (status != SOW_OK)
        return status;
    sow_game_init(&game, player->rules, &board);
    game.swap_open = false;
    sow_pcg_seed(&rng, (uint64_t)seed, 1);
    int legal_count = sow_game_moves(&game, legal);
    if (legal_count == 0)
        return (int)sow_err_set(&last, SOW_USAGE, "'%.127s' has no legal move", position);
    int chosen = sow_agent_best(&player->agent, &game, legal, legal_count, &rng, best);
    if (chosen < 0)
        return (int)sow_err_set(&last, SOW_USAGE,
                                "the player forfeits: its clock has run out");
    for (int i = 0; i < chosen; i++)
        pits |= 1U << legal[best[i]];
    list_moves(player->rules, pits, moves, count);
    return SOW_OK;
}

int sowlab_player_move_value(const struct sowlab_player *player, const char *position,
                             int move, double *value)
{
    const struct sow_agent *agent = &player->agent;
    struct sow_game game;
    struct sow_board board;
    int moves[SOW_MOVES_MAX];
    int counts[SOW_HEURISTICS];
    int pit = 0;
    int32_t sum = 0;
    if (agent->kind != SOW_AGENT_WEIGHTED)
        return (int)sow_err_set(
            &last, SOW_USAGE,
            "the player has no weights of heuristics: ask for the value of "
            "a position");
    int status = read_board(player->rules, position, &board);
    if (status == SOW_OK)
        status = find_pit(player->rules, &board, move, &pit);
    if (status != SOW_OK)
        return status;
    sow_game_init(&game, player->rules, &board);
    game.swap_open = false;
    int count = sow_game_moves(&game, moves);
    sow_move_features(&game, moves, count, pit, SOW_ALL_HEURISTICS, counts);
    for (int h = 0; h < SOW_HEURISTICS; h++)
        sum += agent->weight[h] * sow_heuristic_rows[h].sign * counts[h];
    *value = sow_fixed_to_weight(sum, agent->exponent);
    return SOW_OK;
}

int sowlab_player_value(const struct sowlab_player *player, const char *position,
                        int seat, double *value)
{
    struct sow_board board;
    int status = read_board(player->rules, position, &board);
    if (status == SOW_OK)
        status = check_seat(seat);
    if (status == SOW_OK && player->refusal != NULL)
        status = (int)sow_err_set(&last, SOW_USAGE, "the player values no positions: %s",
                                  player->refusal);
    if (status != SOW_OK)
        return status;
    struct sow_evaluator evaluator = sow_agent_evaluator(&player->leaf);
    struct sow_leaf at = {.rules = player->rules, .board = &board, .seat = seat};
    *value = sow_fixed_to_weight(evaluator.value(evaluator.context, &at),
                                 player->agent.exponent);
    return SOW_OK;
}

/* --- exact values --- */

struct sowlab_exact *sowlab_exact_open(const struct sowlab_rules *rules,
                                       const char *endgame, int megabytes)
{
    struct sowlab_exact *exact = calloc(1, sizeof *exact);
    if (exact == NULL) {
        (void)sow_err_no_memory(&last);
        return NULL;
    }
    exact->rules = &rules->variant.rules;
    exact->megabytes = megabytes;
    if (megabytes < 1 || megabytes > SOW_SOLVE_MEGABYTES_MAX)
        (void)sow_err_set(&last, SOW_USAGE,
                          "'%d' is not a number of megabytes from 1 to %d", megabytes,
                          SOW_SOLVE_MEGABYTES_MAX);
    else if (endgame == NULL ||
             sow_endgame_open(endgame, exact->rules, &exact->endgame, &last) == SOW_OK)
        return exact;
    free(exact);
    return NULL;
}

void sowlab_exact_close(struct sowlab_exact *exact)
{
    if (exact == NULL)
        return;
    sow_solver_free(exact->solver);
    sow_endgame_close(exact->endgame);
    free(exact);
}

/* Returns the time of a clock that never goes back, in seconds. */
static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Returns false when the time of a search is over. It is the solver's `go_on`; @p context
   is a struct sowlab_exact. */
static bool go_on(void *context, uint64_t nodes)
{
    const struct sowlab_exact *exact = context;
    (void)nodes;
    return exact->until <= 0 || now() < exact->until;
}

/* Makes a solver for positions with @p seeds on the board, unless there is one. */
static int prepare(struct sowlab_exact *exact, int seeds)
{
    struct sow_solve_options options = {.megabytes = (size_t)exact->megabytes,
                                        .with = {.threads = 1},
                                        .endgame = exact->endgame,
                                        .go_on = go_on,
                                        .context = exact};
    if (exact->solver != NULL && seeds <= exact->seeds) {
        sow_solver_rearm(exact->solver);
        return SOW_OK;
    }
    sow_solver_free(exact->solver);
    exact->solver = NULL;
    exact->seeds = seeds;
    int status = (int)sow_solve_check(exact->rules, &last);
    return status == SOW_OK
               ? (int)sow_solver_new(&exact->solver, exact->rules, seeds, &options, &last)
               : status;
}

int sowlab_exact_value(struct sowlab_exact *exact, const char *position, double seconds,
                       int *value)
{
    struct sow_board board;
    struct sow_solve_bounds bounds;
    int status = read_board(exact->rules, position, &board);
    if (status != SOW_OK)
        return status;
    int seeds = sow_board_row(&board, SOW_SOUTH) + sow_board_row(&board, SOW_NORTH);
    if (sow_legal(exact->rules, &board) == 0)
        return (int)sow_err_set(&last, SOW_USAGE,
                                "'%.127s' has no legal move: there is nothing to solve",
                                position);
    if (exact->endgame != NULL && seeds <= sow_endgame_seeds(exact->endgame)) {
        *value = board.store[board.side] - board.store[1 - board.side] +
                 sow_endgame_value(exact->endgame, &board);
        return SOW_OK;
    }
    exact->until = seconds > 0 ? now() + seconds : 0;
    status = prepare(exact, seeds);
    if (status == SOW_OK)
        status = (int)sow_solve_value(exact->solver, &board, &bounds, &last);
    if (status == SOW_OK)
        *value = bounds.least;
    else if (status == SOW_INTERRUPTED)
        status =
            (int)sow_err_set(&last, SOW_INTERRUPTED,
                             "no value within %g seconds: allow more, or use an endgame "
                             "file of 'sowlab solve'",
                             seconds);
    return status;
}
