/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "duels.h"

#include "openings.h"
#include "progress.h"
#include "run.h"
#include "store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Games between two looks at progress and signs of life; the most bounds the memory. All
   are powers of two, so that a slice holds both games of a pair or neither. */
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
        return games > LEAST_SLICE ? games / 2 : games;
    return seconds < SLICE_SECONDS && games < MOST_SLICE ? 2 * games : games;
}

static struct bout bout_at(const struct sow_duels *duels, size_t index)
{
    size_t games = 2 * (size_t)duels->games;
    return (struct bout){
        .pair = index / games, .second = index % 2 == 1, .game = index % games / 2};
}

static struct sow_stream stream_of(const struct sow_duels *duels, const struct bout *bout)
{
    struct sow_duel_pair pair = duels->pairs[bout->pair];
    uint64_t game = 2 * bout->game + (uint64_t)bout->second;
    if (duels->keys != NULL)
        return (struct sow_stream){duels->purpose, {duels->keys[bout->pair], 0, 1, game}};
    assert(duels->random_plies == 0 || pair.player != 0 || pair.opponent != 0);
    return (struct sow_stream){duels->purpose,
                               {duels->round, pair.player, pair.opponent, game}};
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
        .stream = stream_of(duels, &bout),
    };
}

/* The player's points in a game, in halves. */
static int half_points(bool second, struct sow_game_result result)
{
    return 1 + (second ? -sow_game_sign(result) : sow_game_sign(result));
}

static bool same_end(struct sow_game_result a, struct sow_game_result b)
{
    return a.first == b.first && a.second == b.second && a.plies == b.plies;
}

static void count(struct sow_duel *duel, bool second, struct sow_game_result result)
{
    int points = half_points(second, result);
    struct sow_tally *tally = second ? &duel->second : &duel->first;
    if (sow_tally_games(tally) == 0)
        duel->game[second] = result;
    else if (!same_end(duel->game[second], result))
        duel->varied[second] = true;
    tally->wins += points == 2;
    tally->draws += points == 1;
    tally->losses += points == 0;
    int margin = result.first - result.second;
    duel->margin += second ? -margin : margin;
    duel->plies += result.plies;
}

bool sow_duel_repeats(const struct sow_duel *duel, int seat)
{
    const struct sow_tally *tally = seat == 0 ? &duel->first : &duel->second;
    return sow_tally_games(tally) >= 2 && !duel->varied[seat];
}

/* Is the duel over with the pair of games that @p bout completes? */
static bool is_over(const struct sow_duels *duels, const struct bout *bout)
{
    const struct sow_duel_ending *ending = duels->ending;
    return ending != NULL && (bout->game + 1) % (uint64_t)ending->interval == 0 &&
           ending->decided(ending->context, duels->scores);
}

/* Counts a slice's games in their order; true if the list is over before its end. */
static bool count_slice(const struct slice *slice, size_t games,
                        const struct sow_game_result *played, struct sow_duel *results)
{
    const struct sow_duels *duels = slice->duels;
    for (size_t i = 0; i < games; i++) {
        struct bout bout = bout_at(duels, slice->begin + i);
        count(&results[bout.pair], bout.second, played[i]);
        if (duels->scores == NULL || !bout.second)
            continue;
        int points = half_points(false, played[i - 1]) + half_points(true, played[i]);
        duels->scores[bout.pair].count[points]++;
        if (is_over(duels, &bout))
            return true;
    }
    return false;
}

/* False after a stop request. */
static bool play_batch(struct sow_run *run, const struct sow_duels *duels,
                       const struct sow_batch *batch, struct sow_game_result *played)
{
    if (duels->random_plies > 0) {
        struct sow_openings openings = {duels->random_plies, duels->purpose,
                                        duels->round};
        run->kernel_used = sow_kernels[0].name;
        run->kernel_note = "games open at random";
        return sow_openings_play(batch, &openings, played);
    }
    struct sow_kernel_choice choice = sow_kernel_choose(batch);
    run->kernel_used = choice.kernel->name;
    run->kernel_note = choice.reason;
    return sow_batch_play(batch, played);
}

/* Plays @p games of the list from `begin` on. */
static enum sow_status play_slice(struct sow_run *run, const struct slice *slice,
                                  size_t games, struct sow_game_result *played,
                                  struct sow_err *err)
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
    if (!play_batch(run, duels, &batch, played))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    sow_progress_advance(run->progress, games, NULL);
    return sow_store_beat(run->sink, err);
}

/* Games that turn out to come after the end of a duel are played for nothing. */
static size_t first_slice(const struct sow_duels *duels)
{
    return duels->ending != NULL ? LEAST_SLICE : FIRST_SLICE;
}

enum sow_status sow_duels_play(struct sow_run *run, const struct sow_duels *duels,
                               struct sow_duel *results, struct sow_err *err)
{
    assert(duels->ending == NULL || (duels->count == 1 && duels->scores != NULL));
    size_t total = duels->count * 2 * (size_t)duels->games;
    struct sow_game_result *played =
        calloc(total < MOST_SLICE ? total : MOST_SLICE, sizeof *played);
    if (played == NULL)
        return sow_err_no_memory(err);
    memset(results, 0, duels->count * sizeof *results);
    if (duels->scores != NULL)
        memset(duels->scores, 0, duels->count * sizeof *duels->scores);
    enum sow_status status = SOW_OK;
    size_t size = first_slice(duels);
    bool over = false;
    for (size_t begin = 0; begin < total && status == SOW_OK && !over;) {
        struct slice slice = {.duels = duels, .begin = begin};
        size_t games = total - begin < size ? total - begin : size;
        double began = sow_clock_seconds();
        status = play_slice(run, &slice, games, played, err);
        if (status == SOW_OK)
            over = count_slice(&slice, games, played, results);
        begin += games;
        size = next_slice(size, sow_clock_seconds() - began);
    }
    free(played);
    return status;
}
