/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Counts all games that a suite plays, whether or not they are reported. The suite
 * is linked with `--wrap=sow_batch_play`, and one of its sources includes this file.
 */
#ifndef SOW_TESTS_BATCH_WATCH_H
#define SOW_TESTS_BATCH_WATCH_H

#include "sow/heuristics/batch.h"

#include <limits.h>

/** Number of games in all batches since the test set it to 0. */
static size_t games_played;

/** Largest number of threads that a batch was given. All available threads (0) count as
 * INT_MAX. */
__attribute__((unused)) static int most_threads;

bool __real_sow_batch_play(const struct sow_batch *batch,
                           struct sow_game_result *results);
bool __wrap_sow_batch_play(const struct sow_batch *batch,
                           struct sow_game_result *results);

bool __wrap_sow_batch_play(const struct sow_batch *batch, struct sow_game_result *results)
{
    int threads = batch->with.threads > 0 ? batch->with.threads : INT_MAX;
    most_threads = threads > most_threads ? threads : most_threads;
    games_played += batch->games;
    return __real_sow_batch_play(batch, results);
}

#endif
