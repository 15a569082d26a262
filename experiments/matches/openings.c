/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "openings.h"

#include "progress.h"
#include "run.h"
#include "store.h"

#include <assert.h>

/* Games between two looks at progress, requests and signs of life. */
enum { SLICE = 1024 };

/* The round of the validation streams that these games draw from. */
enum { ROUND = 1 };

/* How a game ended, from the player's view. */
struct ending {
    int16_t margin;
    uint16_t plies;
};

struct slice {
    const struct sow_run *run;
    const struct sow_opening_match *match;
    size_t first; /* number of endings[0]; even ones have the player first */
    struct ending endings[SLICE];
};

static void play_opening(const struct slice *slice, uint64_t number,
                         struct sow_game *game)
{
    struct sow_stream stream = {SOW_PURPOSE_VALIDATION, {ROUND, 0, 0, number}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, slice->run->seed, &stream);
    sow_game_init(game, slice->run->rules, NULL);
    while (!game->ended && game->ply < slice->match->random_plies) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return;
        sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

static struct sow_score play_on(const struct slice *slice, uint64_t index,
                                struct sow_game *game, int own)
{
    struct sow_player player = sow_agent_player(slice->match->player);
    struct sow_player opponent = sow_agent_player(slice->match->opponent);
    const struct sow_player *seats[2];
    seats[own] = &player;
    seats[1 - own] = &opponent;
    struct sow_stream stream = {SOW_PURPOSE_VALIDATION,
                                {ROUND, 0, slice->match->number, index}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, slice->run->seed, &stream);
    return sow_game_finish(game, seats, &rng);
}

static void play_games(void *context, size_t begin, size_t end)
{
    struct slice *slice = context;
    struct sow_game game;
    for (size_t i = begin; i < end; i++) {
        uint64_t index = slice->first + i;
        play_opening(slice, index / 2, &game);
        int own = index % 2 == 0 ? game.first : 1 - game.first;
        struct sow_score score = play_on(slice, index, &game, own);
        slice->endings[i] =
            (struct ending){.margin = (int16_t)(score.store[own] - score.store[1 - own]),
                            .plies = score.plies};
    }
}

static void count(struct sow_duel *duel, bool second, struct ending ending)
{
    struct sow_tally *tally = second ? &duel->second : &duel->first;
    tally->wins += ending.margin > 0;
    tally->draws += ending.margin == 0;
    tally->losses += ending.margin < 0;
    duel->margin += ending.margin;
    duel->plies += ending.plies;
}

enum sow_status sow_openings_play(struct sow_run *run,
                                  const struct sow_opening_match *match,
                                  struct sow_duel *result, struct sow_err *err)
{
    assert(match->number >= 1);
    struct sow_parallel shape = {.threads = run->threads, .chunk = 16, .stop = run->stop};
    struct slice slice = {.run = run, .match = match};
    size_t total = 2 * (size_t)match->games;
    enum sow_status status = SOW_OK;
    *result = (struct sow_duel){.margin = 0};
    run->kernel_used = "plain";
    for (; status == SOW_OK && slice.first < total; slice.first += SLICE) {
        size_t games = total - slice.first < SLICE ? total - slice.first : SLICE;
        if (!sow_parallel_for(&shape, games, play_games, &slice))
            return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
        for (size_t i = 0; i < games; i++)
            count(result, i % 2 == 1, slice.endings[i]);
        sow_progress_advance(run->progress, games, NULL);
        status = sow_store_beat(run->sink, err);
    }
    return status;
}
