/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/batch.h"

#include "sow/base/text.h"

#include <assert.h>
#include <string.h>

static void play_plain(const struct sow_batch *batch, size_t begin, size_t end,
                       struct sow_game_result *results)
{
    for (size_t i = begin; i < end; i++) {
        struct sow_pairing pairing = batch->pairing(batch->context, i);
        struct sow_pcg rng;
        sow_pcg_derive(&rng, batch->seed, &pairing.stream);
        struct sow_game game;
        sow_game_init(&game, batch->rules, NULL);
        struct sow_player first = sow_agent_player(&batch->agents[pairing.first]);
        struct sow_player second = sow_agent_player(&batch->agents[pairing.second]);
        const struct sow_player *players[2];
        players[game.first] = &first;
        players[1 - game.first] = &second;
        struct sow_score score = sow_game_finish(&game, players, &rng);
        results[i] = (struct sow_game_result){.first = score.store[game.first],
                                              .second = score.store[1 - game.first],
                                              .plies = score.plies};
    }
}

const struct sow_kernel sow_kernels[] = {
    {"plain", "the rules engine, one game at a time: any rules, any agents", play_plain},
    {NULL, NULL, NULL},
};

enum sow_status sow_kernel_find(const char *name, const struct sow_kernel **kernel,
                                struct sow_err *err)
{
    *kernel = &sow_kernels[0];
    if (strcmp(name, "auto") == 0)
        return SOW_OK;
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (; (*kernel)->name != NULL; (*kernel)++) {
        if (strcmp((*kernel)->name, name) == 0)
            return SOW_OK;
        sow_nearest_offer(&nearest, (*kernel)->name);
    }
    char hint[128];
    return sow_err_set(err, SOW_USAGE, "unknown kernel '%.100s'%s", name,
                       sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* A batch and where its results go, for the parallel loop. */
struct work {
    const struct sow_batch *batch;
    const struct sow_kernel *kernel;
    struct sow_game_result *results;
};

static void play_range(void *context, size_t begin, size_t end)
{
    const struct work *work = context;
    work->kernel->play(work->batch, begin, end, work->results);
}

bool sow_batch_play(const struct sow_batch *batch, struct sow_game_result *results)
{
    enum { GAMES_A_JOB = 64 };
    struct work work = {.batch = batch, .results = results};
    enum sow_status status = sow_kernel_find(batch->kernel, &work.kernel, NULL);
    assert(status == SOW_OK);
    (void)status;
    struct sow_parallel shape = {
        .threads = batch->threads, .chunk = GAMES_A_JOB, .stop = batch->stop};
    return sow_parallel_for(&shape, batch->games, play_range, &work);
}
