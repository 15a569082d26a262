/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "looks.h"

#include "sow/matches/openings.h"
#include "sow/runs/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct sow_stream stream_of(const struct sow_duels *duels,
                                   const struct sow_bout *bout)
{
    struct sow_duel_pair pair = duels->pairs[bout->pair];
    uint64_t game = 2 * bout->game + (uint64_t)bout->second;
    if (duels->keys != NULL)
        return (struct sow_stream){duels->purpose, {duels->keys[bout->pair], 0, 1, game}};
    assert(!sow_openings_are_any(&duels->openings) || duels->openings.apart ||
           pair.player != 0 || pair.opponent != 0);
    return (struct sow_stream){duels->purpose,
                               {duels->round, pair.player, pair.opponent, game}};
}

struct sow_openings sow_duels_openings(const struct sow_duels *duels)
{
    struct sow_openings openings = duels->openings;
    openings.purpose = duels->purpose;
    openings.drawn = openings.drawn || openings.starts.count != (size_t)duels->games;
    return openings;
}

struct sow_pairing sow_bout_pairing(const struct sow_duels *duels,
                                    const struct sow_bout *bout)
{
    struct sow_duel_pair pair = duels->pairs[bout->pair];
    return (struct sow_pairing){
        .first = bout->second ? pair.opponent : pair.player,
        .second = bout->second ? pair.player : pair.opponent,
        .stream = stream_of(duels, bout),
    };
}

/* Games to be played again: of each of these seats from one number on. A seat is twice
   its pair's index, or one more. */
struct replay {
    const struct sow_duels *duels;
    const size_t *seats;
    size_t from;
    size_t games; /* of each seat */
};

static struct sow_bout bout_at(const struct replay *replay, size_t index)
{
    size_t seat = replay->seats[index / replay->games];
    return (struct sow_bout){.pair = seat / 2,
                             .second = seat % 2 == 1,
                             .game = replay->from + index % replay->games};
}

static struct sow_pairing pairing_at(const void *context, size_t index)
{
    const struct replay *replay = context;
    struct sow_bout bout = bout_at(replay, index);
    return sow_bout_pairing(replay->duels, &bout);
}

/* Games of a seat whose shapes are looked at. */
static size_t shaped_of(int64_t games)
{
    enum { MOST = 100 };
    return games < MOST ? (size_t)games : MOST;
}

enum sow_status sow_looks_init(struct sow_looks *looks, const struct sow_duels *duels,
                               struct sow_err *err)
{
    *looks = (struct sow_looks){.duels = duels,
                                .each = sow_variety_look(duels->games),
                                .shaped = shaped_of(duels->games),
                                .told = true};
    looks->lines = calloc(2 * duels->count * looks->each + 1, sizeof *looks->lines);
    looks->shapes = calloc(2 * duels->count * looks->shaped + 1, sizeof *looks->shapes);
    if (looks->lines != NULL && looks->shapes != NULL)
        return SOW_OK;
    sow_looks_release(looks);
    return sow_err_no_memory(err);
}

void sow_looks_release(struct sow_looks *looks)
{
    free(looks->lines);
    free(looks->shapes);
    *looks = (struct sow_looks){.lines = NULL};
}

static uint64_t *lines_of(const struct sow_looks *looks, size_t seat)
{
    return &looks->lines[seat * looks->each];
}

static struct sow_game_shape *shapes_of(const struct sow_looks *looks, size_t seat)
{
    return &looks->shapes[seat * looks->shaped];
}

void sow_looks_take(struct sow_looks *looks, const struct sow_bout *bout, uint64_t line,
                    const struct sow_game_shape *shape)
{
    size_t seat = 2 * bout->pair + bout->second;
    if (bout->game < looks->each)
        lines_of(looks, seat)[bout->game] = line;
    if (bout->game < looks->shaped)
        shapes_of(looks, seat)[bout->game] = *shape;
}

/* Takes down the games of a replay. */
static void take_again(struct sow_looks *looks, const struct replay *replay, size_t total,
                       const uint64_t *lines, const struct sow_game_shape *shapes)
{
    for (size_t i = 0; i < total; i++) {
        struct sow_bout bout = bout_at(replay, i);
        sow_looks_take(looks, &bout, lines[i], &shapes[i]);
    }
}

/* Plays games `from` to @p end of so many seats by the kernel that tells their lines. */
static enum sow_status play_again(struct sow_looks *looks, const struct sow_run *run,
                                  struct replay *replay, size_t seats, size_t end,
                                  struct sow_err *err)
{
    size_t total = seats * (end - replay->from);
    if (total == 0)
        return SOW_OK;
    replay->games = end - replay->from;
    uint64_t *lines = calloc(total, sizeof *lines);
    struct sow_game_shape *shapes = calloc(total, sizeof *shapes);
    struct sow_game_result *results = calloc(total, sizeof *results);
    enum sow_status status = SOW_OK;
    struct sow_batch batch = {
        .rules = run->rules,
        .agents = looks->duels->agents,
        .agent_count = looks->duels->agent_count,
        .seed = run->seed,
        .games = total,
        .pairing = pairing_at,
        .context = replay,
        .threads = run->threads,
        .kernel = sow_kernels[0].name,
        .stop = run->stop,
        .lines = lines,
        .shapes = shapes,
    };
    struct sow_openings openings = sow_duels_openings(looks->duels);
    sow_openings_set(&batch, &openings);
    if (lines == NULL || shapes == NULL || results == NULL)
        status = sow_err_no_memory(err);
    else if (!sow_batch_play(&batch, results))
        status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    else
        take_again(looks, replay, total, lines, shapes);
    free(lines);
    free(shapes);
    free(results);
    return status;
}

static int64_t games_of(const struct sow_duel *duel, size_t seat)
{
    return sow_tally_games(seat % 2 == 0 ? &duel->first : &duel->second);
}

static void add_shapes(struct sow_duel_shape *sum, const struct sow_game_shape *shapes,
                       size_t games)
{
    sum->games += (int64_t)games;
    for (size_t i = 0; i < games; i++)
        for (int phase = 0; phase < SOW_PHASES; phase++) {
            sum->plies[phase] += shapes[i].plies[phase];
            sum->choices[phase] += shapes[i].choices[phase];
        }
}

/* What so many games tell of these seats; those that do not count for all their games
   stay in the list. */
static size_t judge(const struct sow_looks *looks, size_t looked, size_t *seats,
                    size_t count, struct sow_duel *results)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct sow_duel *duel = &results[seats[i] / 2];
        int64_t games = games_of(duel, seats[i]);
        struct sow_variety variety =
            sow_variety_of(lines_of(looks, seats[i]), looked, games);
        duel->variety[seats[i] % 2] = variety;
        if (variety.effective < (double)games)
            seats[kept++] = seats[i];
    }
    return kept;
}

static enum sow_status look(struct sow_looks *looks, const struct sow_run *run,
                            size_t *seats, size_t count, struct sow_duel *results,
                            struct sow_err *err)
{
    int64_t games = games_of(&results[0], seats[0]);
    size_t first = sow_variety_first_look(games);
    size_t shaped = shaped_of(games);
    size_t last = sow_variety_look(games);
    size_t played = first > shaped ? first : shaped;
    struct replay replay = {.duels = looks->duels, .seats = seats};
    enum sow_status status = SOW_OK;
    if (!looks->told)
        status = play_again(looks, run, &replay, count, played, err);
    if (status != SOW_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        add_shapes(&results[seats[i] / 2].shape, shapes_of(looks, seats[i]), shaped);
    count = judge(looks, first, seats, count, results);
    replay.from = played;
    if (!looks->told)
        status = play_again(looks, run, &replay, count, last, err);
    if (status == SOW_OK)
        (void)judge(looks, last, seats, count, results);
    return status;
}

enum sow_status sow_looks_conclude(struct sow_looks *looks, const struct sow_run *run,
                                   struct sow_duel *results, struct sow_err *err)
{
    if (looks->duels->count == 0)
        return SOW_OK;
    size_t *seats = calloc(2 * looks->duels->count, sizeof *seats);
    if (seats == NULL)
        return sow_err_no_memory(err);
    size_t count = 0;
    for (size_t i = 0; i < 2 * looks->duels->count; i++)
        if (games_of(&results[i / 2], i) > 0)
            seats[count++] = i;
    enum sow_status status = look(looks, run, seats, count, results, err);
    free(seats);
    return status;
}
