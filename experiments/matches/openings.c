/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "openings.h"

#include <assert.h>

/* A batch and how its games open, for the parallel loop. */
struct work {
    const struct sow_batch *batch;
    const struct sow_openings *openings;
    struct sow_game_result *results;
};

static void play_opening(const struct work *work, uint64_t number, struct sow_game *game)
{
    const struct sow_openings *openings = work->openings;
    struct sow_stream stream = {openings->purpose, {openings->round, 0, 0, number}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, work->batch->seed, &stream);
    sow_game_init(game, work->batch->rules, NULL);
    while (!game->ended && game->ply < openings->random_plies) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return;
        sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

static void play_games(void *context, size_t begin, size_t end)
{
    struct work *work = context;
    struct sow_game game;
    for (size_t i = begin; i < end; i++) {
        struct sow_pairing pairing = work->batch->pairing(work->batch->context, i);
        play_opening(work, pairing.stream.index[3] / 2, &game);
        work->results[i] = sow_batch_finish_one(work->batch, &pairing, &game);
    }
}

bool sow_openings_play(const struct sow_batch *batch, const struct sow_openings *openings,
                       struct sow_game_result *results)
{
    assert(openings->random_plies >= 1);
    struct work work = {batch, openings, results};
    struct sow_parallel shape = {
        .threads = batch->threads, .chunk = 16, .stop = batch->stop};
    return sow_parallel_for(&shape, batch->games, play_games, &work);
}
