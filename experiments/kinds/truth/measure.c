/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of a player's moves with exact values. */
#include "measure.h"

#include "sow/game/game.h"

/* --- a choice --- */

/* Number of seeds of the final margin that each legal move loses, in the order of the
   moves. */
struct losses {
    int count;
    int seeds[SOW_MOVES_MAX];
};

/* Computes from the exact values how many seeds each of @p count moves loses against
   the best one. The position has at most as many seeds on the board as the endgame
   file covers. */
static struct losses losses_of(const struct truth *truth, const struct sow_board *board,
                               const int *moves, int count)
{
    struct losses losses = {.count = count};
    int best = -SOW_ENDGAME_SEEDS_MAX;
    for (int i = 0; i < count; i++) {
        losses.seeds[i] = sow_endgame_move(truth->endgame, board, moves[i]);
        best = losses.seeds[i] > best ? losses.seeds[i] : best;
    }
    for (int i = 0; i < count; i++)
        losses.seeds[i] = best - losses.seeds[i];
    return losses;
}

/* Adds means over the moves with the given indices to @p sums: the share of best moves
   at OPTIMAL, the seeds lost at REGRET. NULL means the first @p count moves. */
static void add_mean(const struct losses *losses, const int *indices, int count,
                     double *sums)
{
    int best = 0;
    int lost = 0;
    for (int i = 0; i < count; i++) {
        int seeds = losses->seeds[indices != NULL ? indices[i] : i];
        best += seeds == 0;
        lost += seeds;
    }
    sums[OPTIMAL] += (double)best / count;
    sums[REGRET] += (double)lost / count;
}

/* Counts one choice in @p measure. The figures OPTIMAL and REGRET are means over the @p
   count moves at @p indices, between which the player draws. The figures of a random
   move are means over all moves. */
static void note(const struct losses *losses, const int *indices, int count,
                 struct measure *measure)
{
    measure->choices++;
    add_mean(losses, indices, count, measure->sum);
    add_mean(losses, NULL, losses->count, measure->sum + RANDOM_OPTIMAL);
}

/* Returns the number of seeds on the board if the position is to be measured, else 0. It
   is measured if it has at least two of @p moves (ascending, @p count of them), offers
   no swap, and has at most `on_board` seeds on the board. A swap has no exact value. */
static int seeds_looked_at(const struct truth *truth, const struct sow_board *board,
                           const int *moves, int count)
{
    int seeds = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    return count > 1 && moves[count - 1] != SOW_SWAP && seeds <= truth->on_board ? seeds
                                                                                 : 0;
}

/* --- in games --- */

/* Player whose choices are measured. All pointers are borrowed. `measures` is the array
   of sow_truth_play. */
struct watched {
    const struct truth *truth;
    const struct sow_agent *agent;
    struct sow_player player; /* the agent's own player */
    struct measure *measures;
};

/* Makes the memory of the watched player for a game. It is the `begin` function of a
   player; @p context is a struct watched. */
static void *begin_watched(const void *context)
{
    const struct sow_player *player = &((const struct watched *)context)->player;
    return player->begin(player->context);
}

/* Chooses a move as the watched player does, and counts the choice in the measures if
   the position is to be measured. If the player draws between several moves, one is
   drawn from @p rng. It is the `choose` function of a player; @p context is a struct
   watched. Returns the index of the move, or -r to forfeit for reason r. */
static int choose_and_measure(const void *context, const struct sow_game *game,
                              const int *moves, int count, struct sow_pcg *rng)
{
    const struct watched *watched = context;
    const struct truth *truth = watched->truth;
    int best[SOW_MOVES_MAX];
    int drawn = sow_agent_best(watched->agent, game, moves, count, rng, best);
    if (drawn < 0) {
        watched->measures[0].forfeit = -drawn;
        return drawn;
    }
    int seeds = seeds_looked_at(truth, &game->board, moves, count);
    if (seeds > 0) {
        struct losses losses = losses_of(truth, &game->board, moves, count);
        note(&losses, best, drawn, &watched->measures[0]);
        note(&losses, best, drawn, &watched->measures[seeds]);
    }
    return best[drawn == 1 ? 0 : sow_pcg_below(rng, (uint32_t)drawn)];
}

/* Returns true if an agent is an outside program. */
static bool is_outside(const struct sow_agent *agent)
{
    return agent->kind == SOW_AGENT_OUTSIDE;
}

void sow_truth_play(const struct truth *truth, const struct bout *bout,
                    struct measure *measures)
{
    static const struct sow_agent AT_RANDOM = {.kind = SOW_AGENT_RANDOM};
    struct watched watched = {truth, bout->player, sow_agent_player(bout->player),
                              measures};
    struct sow_player player = watched.player;
    struct sow_player opponent = sow_agent_player(bout->opponent);
    struct sow_player random = sow_agent_player(&AT_RANDOM);
    const struct sow_player *seats[2];
    struct sow_game game;
    struct sow_pcg rng;
    struct sow_transcript transcript = {.count = 0};
    player.choose = choose_and_measure;
    player.context = &watched;
    if (player.begin != NULL)
        player.begin = begin_watched;
    sow_pcg_derive(&rng, truth->seed, &bout->stream);
    sow_game_init(&game, truth->rules, NULL);
    game.fast = truth->fast;
    if (is_outside(bout->player) || is_outside(bout->opponent))
        sow_game_record(&game, &transcript); /* programs hear all moves */
    seats[game.first ^ (int)bout->second] = &player;
    seats[game.first ^ (int)!bout->second] = &opponent;
    while (!game.ended && game.ply < bout->random_plies && !sow_stopping())
        (void)sow_game_turn(&game, &random, &rng);
    (void)sow_game_finish(&game, seats, &rng);
    sow_transcript_release(&transcript);
}

/* --- anywhere --- */

void sow_truth_ask(const struct truth *truth, const struct sow_agent *player, int seeds,
                   uint64_t number, struct measure *measure)
{
    struct sow_stream stream = {SOW_PURPOSE_REGRET, {0, (uint64_t)seeds, number, 2}};
    struct sow_board board;
    struct sow_game game;
    struct sow_pcg rng;
    int moves[SOW_MOVES_MAX];
    int best[SOW_MOVES_MAX];
    int others = sow_board_seeds(&truth->rules->start) - seeds;
    sow_endgame_board(truth->endgame, seeds, number, &board);
    if (others > 0) {
        board.store[SOW_SOUTH] = (uint8_t)(others / 2);
        board.store[SOW_NORTH] = (uint8_t)(others - others / 2);
    }
    sow_game_init(&game, truth->rules, &board);
    game.fast = truth->fast;
    int count = sow_game_moves(&game, moves);
    if (seeds_looked_at(truth, &board, moves, count) == 0)
        return;
    sow_pcg_derive(&rng, truth->seed, &stream);
    int drawn = sow_agent_best(player, &game, moves, count, &rng, best);
    if (drawn < 0) {
        measure->forfeit = -drawn;
        return;
    }
    struct losses losses = losses_of(truth, &board, moves, count);
    note(&losses, best, drawn, measure);
}

/* --- sums --- */

void sow_measured_add(struct measured *measured, const struct measure *measure)
{
    measured->choices += measure->choices;
    for (int i = 0; i < FIGURES; i++)
        sow_clusters_add(&measured->sums[i], measure->choices, measure->sum[i]);
}
