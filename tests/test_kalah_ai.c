/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the player kalah-ai against the plain minimax that its description defines. */
#include "naive.h"
#include "sample.h"
#include "scale.h"
#include "sow/heuristics/agent.h"
#include "suite.h"

enum { PITS = 7, DEPTH = 4 };

static int empty_pits(const struct naive_board *board, int seat)
{
    int empty = 0;
    for (int number = 1; number <= PITS; number++)
        empty += board->row[seat][number] == 0;
    return empty;
}

static int value(const struct naive_board *board, int seat, bool flag)
{
    return 15 * board->row[seat][1] + 15 * naive_row(board, seat) +
           35 * (PITS - empty_pits(board, seat)) + 100 * board->store[seat] + 40 * flag -
           80 * board->store[1 - seat] - 20 * naive_row(board, 1 - seat);
}

/* Returns the value of a position by plain search. Every move costs one ply. The flag
   belongs to the last own move after the root's. */
static int look(const struct sow_rules *rules, const struct naive_result *at, int seat,
                int depth, bool flag)
{
    const struct naive_board *board = &at->board;
    if (at->ended || depth == 0)
        return value(board, seat, flag);
    bool own = board->side == seat;
    bool first = true;
    int best = 0;
    for (int number = PITS; number >= 1; number--) {
        struct naive_result next;
        if (board->row[board->side][number] == 0)
            continue;
        naive_move(rules, board, number, &next);
        int found = look(rules, &next, seat, depth - 1, own ? first : flag);
        if (first || (own ? found > best : found < best))
            best = found;
        first = false;
    }
    return best;
}

/* Returns the lowest pit with the greatest value. */
static int chosen(const struct sow_rules *rules, const struct naive_board *board)
{
    int most = INT32_MIN;
    int best = 0;
    for (int number = 1; number <= PITS; number++) {
        struct naive_result next;
        if (board->row[board->side][number] == 0)
            continue;
        naive_move(rules, board, number, &next);
        int found = look(rules, &next, board->side, DEPTH, false);
        if (found > most) {
            most = found;
            best = number;
        }
    }
    return best;
}

static int choice_of(const char *spec, const struct sow_game *game)
{
    struct sow_agent agent;
    struct sow_pcg rng;
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    if (sow_agent_parse(spec, NULL, &agent, NULL) != SOW_OK)
        ck_abort_msg("'%s' is no player", spec);
    sample_stream(&rng, 1);
    uint64_t before = rng.state;
    struct sow_player player = sow_agent_player(&agent);
    int choice = player.choose(player.context, game, moves, count, &rng);
    ck_assert_msg(rng.state == before, "%s draws", spec);
    return moves[choice];
}

static void plays_like_it(const struct sow_game *game)
{
    char text[SOW_POSITION_MAX];
    struct naive_board board;
    (void)sow_board_format(&game->board, PITS, SOW_COUNTER_CLOCKWISE, text);
    naive_read(text, PITS, &board);
    ck_assert_msg(choice_of("kalah-ai", game) == chosen(game->rules, &board) - 1,
                  "%s: %d is not %d", text, choice_of("kalah-ai", game) + 1,
                  chosen(game->rules, &board));
}

static void play_some(struct sow_game *game, int plies, struct sow_pcg *rng)
{
    for (int i = 0; i < plies && !game->ended; i++) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        sow_game_play(game, moves[sow_pcg_below(rng, (uint32_t)count)]);
    }
}

/* The first move of a game is tested too: the search ignores a swap in reply. */
TEST_LOOP(choice, is_that_of_plain_minimax, 0, 4)
{
    struct sow_pcg rng;
    struct sow_rules rules;
    struct sow_game game;
    sample_variant("kalah-7-7", &rules);
    sample_stream(&rng, 1700 + (uint64_t)_i);
    for (int i = 0; i < sow_scaled(40); i++) {
        sow_game_init(&game, &rules, NULL);
        play_some(&game, i == 0 ? 0 : sample_between(&rng, 2, 60), &rng);
        int moves[SOW_MOVES_MAX];
        bool swap = !game.ended && moves[sow_game_moves(&game, moves) - 1] == SOW_SWAP;
        if (!game.ended && !swap)
            plays_like_it(&game);
    }
}

TEST(choice, takes_over_every_first_move)
{
    struct sow_rules rules;
    struct sow_game game;
    sample_variant("kalah-7-7", &rules);
    for (int pit = 1; pit < PITS; pit++) {
        sow_game_init(&game, &rules, NULL);
        sow_game_play(&game, pit);
        ck_assert_int_eq(choice_of("kalah-ai", &game), SOW_SWAP);
    }
    /* By value alone the player would not always swap. */
    sow_game_init(&game, &rules, NULL);
    sow_game_play(&game, 1);
    ck_assert_int_ne(choice_of("alphabeta:depth=1,ties=lowest,eval=[path:h4=-1]", &game),
                     SOW_SWAP);
}

/* The flag has no effect in a search of one move, because it belongs to a later move. */
TEST(choice, flag_is_of_a_later_move)
{
    struct sow_rules rules;
    struct sow_game game;
    const char *const one =
        "alphabeta:depth=1,extra_costs_depth=yes,ties=lowest,eval=[path:";
    sample_variant("kalah", &rules);
    sow_game_init(&game, &rules, NULL);
    for (int later = 0; later < 2; later++) {
        char spec[120];
        (void)snprintf(spec, sizeof spec, "%s%sright_most=1]", one,
                       later == 0 ? "" : "later_");
        ck_assert_int_eq(choice_of(spec, &game), later == 0 ? 5 : 0);
    }
}

/* All values are equal, because no player has a majority so early. */
TEST(ties, go_to_the_lowest_pit)
{
    struct sow_rules rules;
    struct sow_game game;
    sample_variant("kalah", &rules);
    sow_game_init(&game, &rules, NULL);
    for (int method = 0; method < 2; method++)
        ck_assert_int_eq(
            choice_of(method == 0
                          ? "minimax:depth=1,ties=lowest,eval=[state:majority=1]"
                          : "alphabeta:depth=2,ties=lowest,eval=[state:majority=1]",
                      &game),
            0);
}
