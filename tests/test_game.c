/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of whole games: repetition, ply cap, pie rule, passes, early ends. */
#include "sample.h"
#include "scale.h"
#include "sow/game/game.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { SETTINGS_MAX = 13 };

/* Returns the rules of a variant with some keys changed: key, value, .., NULL. */
static struct sow_rules changed(const char *variant, const char *const *settings)
{
    struct sow_rules rules;
    struct sow_err err;
    sample_variant(variant, &rules);
    for (; *settings != NULL; settings += 2)
        ck_assert_msg(sow_param_set_named(&sow_rules_table, &rules, settings[0],
                                          settings[1], &err) == SOW_OK,
                      "%s", err.text);
    ck_assert_msg(sow_rules_check(&rules, NULL, &err) == SOW_OK, "%s", err.text);
    return rules;
}

/* Returns the move for a character: a printed pit number, or "x" for the swap. */
static int move_of(const struct sow_rules *rules, char sign)
{
    int number = sign - '0';
    if (sign == 'x')
        return SOW_SWAP;
    return rules->direction == SOW_COUNTER_CLOCKWISE ? number - 1 : rules->pits - number;
}

static bool is_legal(const struct sow_game *game, int move)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void play(struct sow_game *game, const char *moves)
{
    for (; *moves != '\0'; moves++) {
        if (*moves == ' ')
            continue;
        int move = move_of(game->rules, *moves);
        ck_assert_msg(is_legal(game, move), "move %c at ply %d", *moves, game->ply);
        sow_game_play(game, move);
    }
}

/* --- games by their moves --- */

struct script {
    const char *variant;
    const char *settings[SETTINGS_MAX];
    const char *start;
    const char *moves;
    bool ended;
    const char *result;
};

static const struct script SCRIPTS[] = {
    /* Two seeds go round the board. After six moves of each player the first position is
       back. */
    {"awari",
     {"end", "mover-stuck", "repetition", "own-rows", "ply_cap", "0"},
     "1,0,0,0,0,0,3/1,0,0,0,0,0,4:s",
     "11 22 33 44 55 6",
     false,
     "0,0,0,0,0,0,3/1,0,0,0,0,1,4:n"},
    {"awari",
     {"end", "mover-stuck", "repetition", "own-rows", "ply_cap", "0"},
     "1,0,0,0,0,0,3/1,0,0,0,0,0,4:s",
     "11 22 33 44 55 66",
     true,
     "0,0,0,0,0,0,4/0,0,0,0,0,0,5:s"},
    {"awari",
     {"end", "mover-stuck"},
     "1,0,0,0,0,0,3/1,0,0,0,0,0,4:s",
     "11 22 33 44 55 66",
     false,
     "1,0,0,0,0,0,3/1,0,0,0,0,0,4:s"},
    /* Three seeds go to and fro. In a split one of them goes to nobody. */
    {"awari",
     {"end", "mover-stuck", "repetition", "own-rows", "pits", "1", "number_capture",
      "none"},
     "3,9/0,8:s",
     "11",
     true,
     "0,12/0,8:s"},
    {"awari",
     {"end", "mover-stuck", "repetition", "split", "pits", "1", "number_capture", "none"},
     "3,9/0,8:s",
     "1",
     false,
     "0,9/3,8:n"},
    {"awari",
     {"end", "mover-stuck", "repetition", "split", "pits", "1", "number_capture", "none"},
     "3,9/0,8:s",
     "11",
     true,
     "0,10/0,9:s"},
    /* The end rule comes before the repetition rule, and that before the ply cap. */
    {"awari",
     {"end", "mover-stuck", "repetition", "split", "pits", "1", "ply_cap", "2",
      "number_capture", "none"},
     "3,9/0,8:s",
     "11",
     true,
     "0,10/0,9:s"},
    {"awari",
     {"ply_cap", "1", "leftovers", "nobody"},
     "0,0,0,0,0,1,0/4,0,0,0,0,0,0:s",
     "6",
     true,
     "0,0,0,0,0,0,0/5,0,0,0,0,0,0:n"},
    /* At the ply cap each player keeps the own row, whatever the rule for remaining
       seeds. */
    {"awari",
     {"ply_cap", "3", "leftovers", "nobody"},
     "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",
     "16",
     false,
     "1,6,6,6,5,4,0/4,4,4,4,4,0,0:s"},
    {"awari",
     {"ply_cap", "3", "leftovers", "nobody"},
     "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",
     "161",
     true,
     "0,0,0,0,0,0,28/0,0,0,0,0,0,20:n"},
    /* Or nobody gets them. */
    {"awari",
     {"ply_cap", "3", "cap_leftovers", "nobody"},
     "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",
     "161",
     true,
     "0,7,6,6,5,4,0/4,4,4,4,4,0,0:n"},
    /* A swap: North takes South's side, and South continues with North's. */
    {"kalah",
     {"pie_rule", "yes"},
     "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",
     "31x",
     false,
     "4,4,4,4,4,4,0/0,5,1,6,6,5,1:s"},
    {"kalah",
     {"pie_rule", "yes"},
     "4,4,4,4,4,4,0/4,4,4,4,4,4,0:n",
     "1x",
     false,
     "0,5,5,5,5,4,0/4,4,4,4,4,4,0:n"},
    /* A swap counts as a ply. */
    {"kalah",
     {"pie_rule", "yes", "ply_cap", "2"},
     "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",
     "1x",
     true,
     "0,0,0,0,0,0,24/0,0,0,0,0,0,24:s"},
    /* At an early end the remaining seeds still go to the owners of the rows, or to
       nobody. */
    {"kalah",
     {"early_end", "yes"},
     "4,4,4,4,0,1,24/1,1,1,1,3,0,0:s",
     "6",
     true,
     "0,0,0,0,0,0,41/0,0,0,0,0,0,7:s"},
    {"kalah",
     {"early_end", "yes"},
     "4,4,4,4,0,1,23/1,1,1,1,4,0,0:s",
     "6",
     false,
     "4,4,4,4,0,0,24/1,1,1,1,4,0,0:s"},
    {"awari",
     {"early_end", "yes", "leftovers", "nobody"},
     "1,0,0,0,0,1,9/3,1,1,1,1,1,0:s",
     "6",
     false,
     "1,0,0,0,0,0,9/4,1,1,1,1,1,0:n"},
    {"awari",
     {"early_end", "yes", "leftovers", "other-player"},
     "1,0,0,0,0,1,8/2,1,1,1,1,1,0:s",
     "6",
     true,
     "0,0,0,0,0,0,12/0,0,0,0,0,0,5:n"},
    /* A player without seeds passes until the opponent feeds it, or both rows are
       empty. */
    {"awari",
     {"end", "all-stuck", "number_capture", "1"},
     "0,0,0,0,0,2,0/0,0,0,0,0,0,0:s",
     "6",
     true,
     "0,0,0,0,0,0,2/0,0,0,0,0,0,0:n"},
    {"awari",
     {"end", "all-stuck"},
     "0,0,0,0,1,1,0/0,0,0,0,0,0,0:s",
     "56",
     false,
     "0,0,0,0,0,0,0/1,1,0,0,0,0,0:n"},
};

TEST_EACH(scripts, scripts, SCRIPTS)
{
    const struct script *script = &SCRIPTS[_i];
    struct sow_rules rules = changed(script->variant, script->settings);
    struct sow_board board = sample_position(&rules, script->start);
    struct sow_game game;
    sow_game_init(&game, &rules, &board);
    play(&game, script->moves);
    sample_expect(&rules, &board, &game.board, script->result);
    ck_assert_int_eq(game.ended, script->ended);
    int moves[SOW_MOVES_MAX];
    ck_assert_int_eq(sow_game_moves(&game, moves) == 0, script->ended);
}

/* --- the offer of the pie rule --- */

TEST(pie_rule, offer)
{
    struct sow_rules rules = changed("kalah", (const char *[]){"pie_rule", "yes", NULL});
    struct sow_game game;
    sow_game_init(&game, &rules, NULL);
    ck_assert(!is_legal(&game, SOW_SWAP));
    play(&game, "3");
    ck_assert_int_eq(game.board.side, SOW_SOUTH);
    ck_assert(!is_legal(&game, SOW_SWAP));
    play(&game, "1");
    int moves[SOW_MOVES_MAX];
    ck_assert_int_eq(sow_game_moves(&game, moves), 7);
    ck_assert_int_eq(moves[6], SOW_SWAP);
    struct sow_sowing swap;
    sow_game_preview(&game, SOW_SWAP, &swap);
    sample_expect(&rules, &game.board, &swap.board, "4,4,4,4,4,4,0/0,5,1,6,6,5,1:n");
    ck_assert_int_eq(swap.gain, 1);
    ck_assert(!swap.again && !swap.slam);
    struct sow_game other = game;
    /* The offer ends with the second player's first move, whichever it is. */
    play(&game, "x");
    ck_assert(!is_legal(&game, SOW_SWAP));
    play(&game, "2");
    ck_assert_int_eq(game.board.side, SOW_NORTH);
    ck_assert(!is_legal(&game, SOW_SWAP));
    play(&other, "3");
    ck_assert_int_eq(other.board.side, SOW_NORTH);
    ck_assert(!is_legal(&other, SOW_SWAP));
}

static int choose_first(const void *context, const struct sow_game *game,
                        const int *moves, int count, struct sow_pcg *rng)
{
    (void)context;
    (void)game;
    (void)rng;
    ck_assert_int_ge(count, 1);
    ck_assert_int_ne(moves[0], SOW_SWAP);
    return 0;
}

static int choose_any(const void *context, const struct sow_game *game, const int *moves,
                      int count, struct sow_pcg *rng)
{
    (void)context;
    (void)game;
    (void)moves;
    return (int)sow_pcg_below(rng, (uint32_t)count);
}

static const struct sow_player FIRST = {.choose = choose_first};
static const struct sow_player ANY = {.choose = choose_any};

static struct sow_score finish(struct sow_game *game, const struct sow_player *player,
                               struct sow_pcg *rng)
{
    return sow_game_finish(game, (const struct sow_player *const[]){player, player}, rng);
}

/* --- forfeits, and memories of players --- */

/* Number of memories in use, of a player that forfeits its third move. Its memory counts
   its moves. */
static int seats_left;

static void *begin_counting(const void *context)
{
    seats_left++;
    (void)context;
    return calloc(1, sizeof(int));
}

static void end_counting(void *memory)
{
    seats_left--;
    free(memory);
}

static int choose_thrice(const void *context, const struct sow_game *game,
                         const int *moves, int count, struct sow_pcg *rng)
{
    int *made = game->memory[game->board.side];
    (void)context;
    (void)moves;
    (void)count;
    (void)rng;
    return ++*made == 3 ? -SOW_FORFEIT_ILLEGAL : 0;
}

TEST(forfeit, goes_to_the_opponent)
{
    static const struct sow_player QUITTER = {
        .choose = choose_thrice, .begin = begin_counting, .end = end_counting};
    struct sow_rules rules = changed("awari", (const char *[]){NULL});
    for (int seat = 0; seat < 2; seat++) {
        const struct sow_player *players[2] = {&FIRST, &FIRST};
        struct sow_pcg rng;
        struct sow_game game;
        players[seat] = &QUITTER;
        sow_pcg_seed(&rng, 1, 1);
        sow_game_init(&game, &rules, NULL);
        struct sow_score score = sow_game_finish(&game, players, &rng);
        ck_assert_int_eq(game.ending, SOW_FORFEIT_ILLEGAL);
        ck_assert_int_eq(score.store[seat], 0);
        ck_assert_int_eq(score.store[1 - seat], 48);
        ck_assert_int_eq(sow_board_seeds(&game.board), 48);
        ck_assert_int_eq(score.plies, 4 + seat);
        ck_assert_int_eq(seats_left, 0);
    }
}

/* Position whose mover is stuck at the start. A pass is not a move of the first player,
   so no side can be taken over yet. */
TEST(pie_rule, handed_in)
{
    struct sow_rules rules =
        changed("awari", (const char *[]){"pie_rule", "yes", "end", "all-stuck", NULL});
    struct sow_board board = sample_position(&rules, "0,0,0,0,0,0,3/0,0,0,0,1,1,4:s");
    struct sow_game game;
    sow_game_init(&game, &rules, &board);
    int moves[SOW_MOVES_MAX];
    ck_assert_int_eq(sow_game_moves(&game, moves), 0);
    ck_assert(!game.ended);
    struct sow_pcg rng;
    sample_stream(&rng, 400);
    struct sow_score score = finish(&game, &FIRST, &rng);
    ck_assert(game.ended);
    ck_assert_int_eq(score.store[SOW_SOUTH] + score.store[SOW_NORTH], 9);
    ck_assert_int_eq(score.plies, game.ply);
    /* By other rules, a stuck mover ends the game. */
    rules = changed("awari-solved", (const char *[]){NULL});
    sow_game_init(&game, &rules, &board);
    score = finish(&game, &FIRST, &rng);
    ck_assert_int_eq(score.plies, 0);
    ck_assert_int_eq(score.store[SOW_SOUTH], 3);
    ck_assert_int_eq(score.store[SOW_NORTH], 6);
    ck_assert_int_eq(sow_score_sign(&score, SOW_NORTH), 1);
    ck_assert_int_eq(sow_score_sign(&score, SOW_SOUTH), -1);
    score.store[SOW_SOUTH] = 6;
    ck_assert_int_eq(sow_score_sign(&score, SOW_SOUTH), 0);
}

/* --- any game by any rules --- */

/* Returns true if the end of a game is correct. A split may lose one seed, and remaining
   seeds that go to nobody stay on the board. */
static bool ended_well(const struct sow_game *game, int seeds,
                       const struct sow_score *score)
{
    const struct sow_rules *rules = game->rules;
    const struct sow_board *board = &game->board;
    int left = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    int missing = seeds - sow_board_seeds(board);
    bool can_lose = rules->repetition == SOW_REPEAT_SPLIT;
    return missing >= 0 && missing <= can_lose &&
           (left == 0 || rules->leftovers == SOW_LEFT_NOBODY ||
            rules->cap_leftovers == SOW_CAP_NOBODY) &&
           (rules->ply_cap == 0 || game->ply <= rules->ply_cap) &&
           score->plies == game->ply && score->store[0] == board->store[0] &&
           score->store[1] == board->store[1];
}

TEST(ends, random_games)
{
    struct sow_pcg rng;
    sample_stream(&rng, 401);
    for (int i = 0; i < sow_scaled(3000); i++) {
        struct sow_rules rules;
        sample_rules(&rng, &rules);
        rules.ply_cap = i % 4 == 0 && rules.own_store_sown ? 0 : rules.ply_cap;
        struct sow_board board;
        sample_board(&rng, rules.pits, &board);
        struct sow_game game;
        sow_game_init(&game, &rules, &board);
        struct sow_score score = finish(&game, &ANY, &rng);
        if (!ended_well(&game, sow_board_seeds(&board), &score))
            ck_abort_msg("game %d from %s", i, sample_scene(&rules, &board));
    }
}

/* If the own store is sown, a game ends without a ply cap, as sow_rules_check()
   assumes. */
TEST(ends, always_ends)
{
    struct sow_rules rules =
        changed("kalah", (const char *[]){"place_capture", "none", "end", "all-stuck",
                                          "pits", "12", "seeds", "10", NULL});
    struct sow_pcg rng;
    sample_stream(&rng, 402);
    for (int i = 0; i < sow_scaled(100); i++) {
        struct sow_game game;
        sow_game_init(&game, &rules, NULL);
        struct sow_score score = finish(&game, &ANY, &rng);
        ck_assert_int_eq(score.store[SOW_SOUTH] + score.store[SOW_NORTH], 240);
    }
}

/* An early end changes scores but never the winner. */
TEST(ends, early_end)
{
    struct sow_rules rules = changed("kalah", (const char *[]){"early_end", "yes", NULL});
    struct sow_rules whole = changed("kalah", (const char *[]){NULL});
    struct sow_pcg rng;
    sample_stream(&rng, 403);
    int shorter = 0;
    for (int i = 0; i < sow_scaled(2000); i++) {
        struct sow_game game;
        struct sow_pcg twin = rng;
        sow_game_init(&game, &rules, NULL);
        struct sow_score early = finish(&game, &ANY, &rng);
        sow_game_init(&game, &whole, NULL);
        struct sow_score late = finish(&game, &ANY, &twin);
        ck_assert_int_eq(sow_score_sign(&early, SOW_SOUTH),
                         sow_score_sign(&late, SOW_SOUTH));
        shorter += early.plies < late.plies;
        rng = twin;
    }
    ck_assert_int_gt(shorter, 0);
}

/* A full list of positions counts as a repetition. */
TEST(ends, full_history)
{
    struct sow_rules rules = changed(
        "awari", (const char *[]){"number_capture", "none", "repetition", "own-rows",
                                  "ply_cap", "0", "pits", "12", "seeds", "10", NULL});
    struct sow_pcg rng;
    sample_stream(&rng, 404);
    struct sow_game game;
    sow_game_init(&game, &rules, NULL);
    struct sow_score score = finish(&game, &ANY, &rng);
    ck_assert_int_eq(score.plies, SOW_HISTORY_MAX);
    ck_assert_int_eq(score.store[SOW_SOUTH] + score.store[SOW_NORTH], 240);
}
