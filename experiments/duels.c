/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "duels.h"

#include "progress.h"
#include "run.h"
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* Games between two looks at progress and signs of life; the most bounds the memory. */
enum { LEAST_SLICE = 1 << 10, FIRST_SLICE = 1 << 15, MOST_SLICE = 1 << 18 };

/* Seconds a slice should take. Its size is no part of what is played. */
static const double SLICE_SECONDS = 0.5;

/* One game of a list of duels. */
struct bout {
    size_t pair;
    bool second; /* the player moves second */
    uint64_t game;
};

/* A slice of a list of duels, for the batch. */
struct slice {
    const struct sow_duels *duels;
    size_t begin;
};

/* The size of the slice after one of @p games that took @p seconds. */
static size_t next_slice(size_t games, double seconds)
{
    if (seconds > 2 * SLICE_SECONDS)
        return games / 2 < LEAST_SLICE ? LEAST_SLICE : games / 2;
    return seconds < SLICE_SECONDS && games < MOST_SLICE ? 2 * games : games;
}

static struct bout bout_at(const struct sow_duels *duels, size_t index)
{
    size_t games = (size_t)duels->games;
    return (struct bout){.pair = index / (2 * games),
                         .second = index / games % 2 == 1,
                         .game = index % games};
}

static struct sow_pairing pairing_at(const void *context, size_t index)
{
    const struct slice *slice = context;
    const struct sow_duels *duels = slice->duels;
    struct bout bout = bout_at(duels, slice->begin + index);
    struct sow_duel_pair pair = duels->pairs[bout.pair];
    return (struct sow_pairing){
        .first = bout.second ? pair.opponent : pair.player,
        .second = bout.second ? pair.player : pair.opponent,
        .stream = {duels->purpose,
                   {duels->round, pair.player, pair.opponent,
                    2 * bout.game + (uint64_t)bout.second}},
    };
}

static void count(struct sow_duel *duel, bool second, struct sow_game_result result)
{
    int sign = second ? -sow_game_sign(result) : sow_game_sign(result);
    struct sow_tally *tally = second ? &duel->second : &duel->first;
    tally->wins += sign > 0;
    tally->draws += sign == 0;
    tally->losses += sign < 0;
    int margin = result.first - result.second;
    duel->margin += second ? -margin : margin;
    duel->plies += result.plies;
}

/* Plays @p games of the list from `begin` on and counts them. */
static enum sow_status play_slice(struct sow_run *run, const struct slice *slice,
                                  size_t games, struct sow_game_result *played,
                                  struct sow_duel *results, struct sow_err *err)
{
    const struct sow_duels *duels = slice->duels;
    struct sow_batch batch = {
        .rules = run->rules,
        .agents = duels->agents,
        .agent_count = duels->agent_count,
        .seed = run->seed,
        .games = games,
        .pairing = pairing_at,
        .context = slice,
        .threads = run->threads,
        .kernel = run->kernel,
        .stop = run->stop,
    };
    struct sow_kernel_choice choice = sow_kernel_choose(&batch);
    run->kernel_used = choice.kernel->name;
    run->kernel_note = choice.reason;
    if (!sow_batch_play(&batch, played))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    for (size_t i = 0; i < games; i++) {
        struct bout bout = bout_at(duels, slice->begin + i);
        count(&results[bout.pair], bout.second, played[i]);
    }
    sow_progress_advance(run->progress, games, NULL);
    return sow_store_beat(run->sink, err);
}

enum sow_status sow_duels_play(struct sow_run *run, const struct sow_duels *duels,
                               struct sow_duel *results, struct sow_err *err)
{
    size_t total = duels->count * 2 * (size_t)duels->games;
    struct sow_game_result *played =
        calloc(total < MOST_SLICE ? total : MOST_SLICE, sizeof *played);
    if (played == NULL)
        return sow_err_no_memory(err);
    memset(results, 0, duels->count * sizeof *results);
    enum sow_status status = SOW_OK;
    size_t size = FIRST_SLICE;
    for (size_t begin = 0; begin < total && status == SOW_OK;) {
        struct slice slice = {.duels = duels, .begin = begin};
        size_t games = total - begin < size ? total - begin : size;
        double began = sow_clock_seconds();
        status = play_slice(run, &slice, games, played, results, err);
        begin += games;
        size = next_slice(size, sow_clock_seconds() - began);
    }
    free(played);
    return status;
}
