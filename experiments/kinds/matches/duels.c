/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/duels.h"

#include "looks.h"
#include "sow/matches/kept.h"
#include "sow/matches/openings.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"
#include "sow/support/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Sizes of slices, in games. A slice is a sequence of games that one batch plays; after
   each slice the progress and the run's sign of life in the database are renewed.
   SLOW_SLICE is the first size with slow players, FIRST_SLICE with all others. Slices of
   up to LEAST_SLICE games are never halved, and MOST_SLICE bounds the memory. All sizes
   are powers of two, so that a slice holds both games of a pair or neither. */
enum {
    SLOW_SLICE = 1 << 4,
    LEAST_SLICE = 1 << 10,
    FIRST_SLICE = 1 << 15,
    MOST_SLICE = 1 << 18
};

/* Time that a slice should take. The size of slices does not change results. */
static const double SLICE_SECONDS = 0.5;

/* A slice of a list of duels: the games of one batch. */
struct slice {
    const struct sow_duels *duels;
    size_t begin;            /* index of its first game in the whole list (bout_at) */
    bool looked;             /* true if some of its games are checked for repeats */
    struct sow_looks *looks; /* NULL if no games of the list are checked */
    bool over;               /* true if the list of duels ended early */
};

/* Results that the kernel returns for the games of a slice, by their index in it. */
struct played {
    struct sow_game_result *results;
    uint64_t *lines;               /* hashes of the moves, if the slice is looked at */
    struct sow_game_shape *shapes; /* moves to choose from, if it is looked at */
    struct sow_transcript *transcripts; /* NULL if the games are not kept */
};

/* Returns the size of the next slice from the size and the time of the last one. It is
   half if the last one took more than one second and had more than LEAST_SLICE games. It
   is double, up to MOST_SLICE, if the last one took less than SLICE_SECONDS; else the
   same. */
static size_t next_slice(size_t games, double seconds)
{
    if (seconds > 2 * SLICE_SECONDS)
        return games > LEAST_SLICE ? games / 2 : games;
    return seconds < SLICE_SECONDS && games < MOST_SLICE ? 2 * games : games;
}

/* Returns the number of seats in which the player has games: 1 or 2. */
static size_t seats_of(const struct sow_duels *duels)
{
    return duels->seats == SOW_SEATS_BOTH ? 2 : 1;
}

/* Returns duel, seat and number of a game from its index in the whole list. The list goes
   duel by duel. In a duel, game 0 comes with the player first, then game 0 with the
   player second, then game 1, and so on. If the player has one seat alone, all indices
   count games of that seat. */
static struct sow_bout bout_at(const struct sow_duels *duels, size_t index)
{
    size_t seats = seats_of(duels);
    size_t games = seats * (size_t)duels->games;
    return (struct sow_bout){.pair = index / games,
                             .second = seats == 2 ? index % 2 == 1
                                                  : duels->seats == SOW_SEAT_SECOND_ALONE,
                             .game = index % games / seats};
}

/* Returns players and stream of game @p index of a slice (`pairing` of struct sow_batch).
   @p context is a struct slice. */
static struct sow_pairing pairing_at(const void *context, size_t index)
{
    const struct slice *slice = context;
    struct sow_bout bout = bout_at(slice->duels, slice->begin + index);
    return sow_bout_pairing(slice->duels, &bout);
}

/* Returns the player's points in a game, in halves: 0, 1 or 2. @p second is true if the
   player moved second. */
static int half_points(bool second, struct sow_game_result result)
{
    return 1 + (second ? -sow_game_sign(result) : sow_game_sign(result));
}

/* Adds the result of a game to a duel: to the tally of its seat, the margin and the
   plies. */
static void count_game(struct sow_duel *duel, bool second, struct sow_game_result result)
{
    int points = half_points(second, result);
    struct sow_tally *tally = second ? &duel->second : &duel->first;
    tally->wins += points == 2;
    tally->draws += points == 1;
    tally->losses += points == 0;
    int margin = result.first - result.second;
    duel->margin += second ? -margin : margin;
    duel->plies += result.plies;
}

struct sow_stratum sow_duel_stratum(const struct sow_duel *duel, int seat)
{
    struct sow_stratum stratum = sow_stratum_of(seat == 0 ? duel->first : duel->second);
    if (duel->variety[seat].distinct > 0)
        stratum.effective = duel->variety[seat].effective;
    return stratum;
}

void sow_duels_add(struct sow_score_sum *sum, const struct sow_duel *duels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sow_stratum first = sow_duel_stratum(&duels[i], 0);
        struct sow_stratum second = sow_duel_stratum(&duels[i], 1);
        if (!duels[i].paired) {
            sow_score_sum_stratum(sum, &first);
            sow_score_sum_stratum(sum, &second);
            continue;
        }
        struct sow_match_score score = sow_score_of_pairs(&duels[i].pairs, sum->level);
        sow_score_sum_add(sum, &score,
                          4.0 / (1.0 / first.effective + 1.0 / second.effective));
    }
}

struct sow_mean_score sow_score_of_duels(const struct sow_duel *duels, size_t count,
                                         double level)
{
    struct sow_score_sum sum = {.level = level};
    sow_duels_add(&sum, duels, count);
    return sow_score_sum_mean(&sum);
}

struct sow_tally sow_duel_thinned(const struct sow_duel *duel)
{
    struct sow_stratum first = sow_duel_stratum(duel, 0);
    struct sow_stratum second = sow_duel_stratum(duel, 1);
    struct sow_tally thinned[] = {sow_tally_thinned(&first.tally, first.effective),
                                  sow_tally_thinned(&second.tally, second.effective)};
    return sow_tally_sum(&thinned[0], &thinned[1]);
}

struct sow_duel sow_duel_mirrored(const struct sow_duel *duel)
{
    const int64_t *count = duel->pairs.count;
    return (struct sow_duel){
        .first = sow_tally_mirrored(&duel->second),
        .second = sow_tally_mirrored(&duel->first),
        .pairs = {{count[4], count[3], count[2], count[1], count[0]}},
        .paired = duel->paired,
        .plies = duel->plies,
        .margin = -duel->margin,
        .variety = {duel->variety[1], duel->variety[0]},
        .shape = duel->shape};
}

/* Returns true if the duel ends early with the pair of games that @p bout completes. The
   ending is asked only after every `interval` pairs. Returns false if the list has no
   ending. */
static bool is_over(const struct sow_duels *duels, const struct sow_bout *bout,
                    const struct sow_pairs *pairs)
{
    const struct sow_duel_ending *ending = duels->ending;
    return ending != NULL && (bout->game + 1) % (uint64_t)ending->interval == 0 &&
           ending->decided(ending->context, pairs);
}

/* Moves the transcript of the game with index @p at in the slice into the list of kept
   games, and empties its place in @p played. Does nothing if the slice has no
   transcripts. Returns SOW_NO_MEMORY; the transcript is then freed. */
static enum sow_status keep_game(const struct slice *slice, const struct sow_bout *bout,
                                 const struct played *played, size_t at,
                                 struct sow_err *err)
{
    if (played->transcripts == NULL)
        return SOW_OK;
    struct sow_kept_game game = {.match = bout->pair,
                                 .game = 2 * bout->game + (uint64_t)bout->second,
                                 .second = bout->second,
                                 .result = played->results[at],
                                 .transcript = played->transcripts[at]};
    played->transcripts[at] = (struct sow_transcript){.game = NULL};
    return sow_kept_add(slice->duels->kept, &game, err);
}

/* Adds the first @p games games of a slice, in their order, to the results of their
   duels. A slice that is looked at also goes into the check for repeats, and transcripts
   go into the kept games. The second game of a pair adds the result of the pair. Sets
   slice->over and stops after the pair that ends the duel. Returns SOW_NO_MEMORY if a
   game cannot be kept. */
static enum sow_status count_slice(struct slice *slice, size_t games,
                                   const struct played *played, struct sow_duel *results,
                                   struct sow_err *err)
{
    const struct sow_duels *duels = slice->duels;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < games && !slice->over && status == SOW_OK; i++) {
        struct sow_bout bout = bout_at(duels, slice->begin + i);
        const struct sow_game_result *result = &played->results[i];
        status = keep_game(slice, &bout, played, i, err);
        count_game(&results[bout.pair], bout.second, *result);
        if (slice->looked)
            sow_looks_take(slice->looks, &bout, played->lines[i], &played->shapes[i]);
        if (!bout.second || seats_of(duels) == 1)
            continue;
        results[bout.pair].paired = sow_openings_are_any(&duels->openings);
        struct sow_pairs *pairs = &results[bout.pair].pairs;
        pairs->count[half_points(false, result[-1]) + half_points(true, *result)]++;
        slice->over = is_over(duels, &bout, pairs);
    }
    return status;
}

/* Sets the openings of the list in @p batch and plays its games into @p played. Writes
   into the run which kernel plays, and why a faster one does not. Kept games leave a
   kernel that the run already names. Returns false after a stop request. */
static bool play_batch(struct sow_run *run, const struct slice *slice,
                       struct sow_batch *batch, const struct played *played)
{
    const struct sow_duels *duels = slice->duels;
    struct sow_openings openings = sow_duels_openings(duels);
    sow_openings_set(batch, &openings);
    struct sow_kernel_choice choice = sow_kernel_choose(batch);
    /* Only the plain kernel records moves, and usually it plays only the few kept
       games. So the run names the kernel of the other games, if there are any. */
    if (played->transcripts == NULL || run->kernel_used == NULL) {
        run->kernel_used = choice.kernel->name;
        run->kernel_note = choice.reason;
    }
    return sow_batch_play(batch, played->results);
}

/* Plays @p games games of the list, beginning with game slice->begin, into @p played.
   Fills in lines and shapes only if the slice is looked at. Then advances the progress
   and renews the run's sign of life. Returns SOW_INTERRUPTED after a stop request, or an
   error of the database. */
static enum sow_status play_slice(struct sow_run *run, const struct slice *slice,
                                  size_t games, const struct played *played,
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
        .with = run->with,
        .lines = slice->looked ? played->lines : NULL,
        .shapes = slice->looked ? played->shapes : NULL,
        .transcripts = played->transcripts,
        .now = sow_clock_seconds,
    };
    if (!play_batch(run, slice, &batch, played))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    sow_progress_advance(run->with.progress, games, NULL);
    return sow_store_beat(run->sink, err);
}

/* Returns the number of games of the whole list in all seats, if no duel ends early. */
static size_t total_games(const struct sow_duels *duels)
{
    return duels->count * seats_of(duels) * (size_t)duels->games;
}

/* Returns the size of the first slice: SLOW_SLICE if some agent of the list is slow
   (sow_agent_is_slow). Otherwise it is LEAST_SLICE if the duel may end early, because the
   games of a slice after that end are played in vain, and else FIRST_SLICE. */
static size_t first_slice(const struct sow_duels *duels)
{
    for (size_t i = 0; i < duels->agent_count; i++)
        if (sow_agent_is_slow(&duels->agents[i]))
            return SLOW_SLICE;
    return duels->ending != NULL ? LEAST_SLICE : FIRST_SLICE;
}

/* Returns how many of the next games, at most @p most, form one slice. The kept games are
   the first ones of a duel, and a slice holds kept games only or none: @p kept receives
   true for kept games. */
static size_t slice_games(const struct slice *slice, size_t most, bool *kept)
{
    const struct sow_duels *duels = slice->duels;
    size_t whole = seats_of(duels) * (size_t)duels->games;
    size_t first = seats_of(duels) * (size_t)duels->keep;
    size_t at = slice->begin % whole;
    *kept = at < first;
    size_t alike = (*kept ? first : whole) - at;
    return duels->keep > 0 && alike < most ? alike : most;
}

/* Plays the next @p games games from slice->begin, counts them, and frees the transcripts
   that were not moved to the kept games. First decides whether the slice is looked at.
   The errors are those of play_slice and count_slice. */
static enum sow_status take_slice(struct sow_run *run, struct slice *slice, size_t games,
                                  const struct played *played, struct sow_duel *results,
                                  struct sow_err *err)
{
    struct sow_bout first = bout_at(slice->duels, slice->begin);
    struct sow_bout last = bout_at(slice->duels, slice->begin + games - 1);
    slice->looked = slice->looks != NULL && sow_looks_want(slice->looks, &first, &last);
    enum sow_status status = play_slice(run, slice, games, played, err);
    if (status == SOW_OK)
        status = count_slice(slice, games, played, results, err);
    for (size_t i = 0; i < games && played->transcripts != NULL; i++)
        sow_transcript_release(&played->transcripts[i]);
    return status;
}

/* Plays and counts slice after slice, moving slice->begin on, until all games are played,
   the duel ends early or a slice fails. The size of a slice follows from the time that
   the last one took. Returns the error of the slice that failed. */
static enum sow_status play_slices(struct sow_run *run, struct slice *slice,
                                   const struct played *played, struct sow_duel *results,
                                   struct sow_err *err)
{
    size_t total = total_games(slice->duels);
    size_t size = first_slice(slice->duels);
    enum sow_status status = SOW_OK;
    while (slice->begin < total && status == SOW_OK && !slice->over) {
        bool kept;
        struct played some = *played;
        size_t left = total - slice->begin;
        size_t games = slice_games(slice, left < size ? left : size, &kept);
        double began = sow_clock_seconds();
        if (!kept)
            some.transcripts = NULL;
        status = take_slice(run, slice, games, &some, results, err);
        slice->begin += games;
        size = next_slice(size, sow_clock_seconds() - began);
    }
    return status;
}

/* Plays all games into @p results, which it clears first. If the list asks for it, checks
   games for repeats and writes variety and shape to the results. @p played has room for
   MOST_SLICE games or all. Returns SOW_NO_MEMORY or an error of play_slices. */
static enum sow_status play_all(struct sow_run *run, const struct sow_duels *duels,
                                const struct played *played, struct sow_duel *results,
                                struct sow_err *err)
{
    struct sow_looks looks = {.lines = NULL};
    struct slice slice = {.duels = duels, .looks = duels->look ? &looks : NULL};
    enum sow_status status = duels->look ? sow_looks_init(&looks, duels, err) : SOW_OK;
    memset(results, 0, duels->count * sizeof *results);
    if (status == SOW_OK)
        status = play_slices(run, &slice, played, results, err);
    if (status == SOW_OK && duels->look)
        status = sow_looks_conclude(&looks, results, err);
    sow_looks_release(&looks);
    return status;
}

enum sow_status sow_duels_play_by(struct sow_run *run, const struct sow_rules *rules,
                                  const struct sow_duels *duels, struct sow_duel *results,
                                  struct sow_err *err)
{
    struct sow_run played = *run;
    played.rules = rules;
    played.kernel_used = NULL;
    enum sow_status status = sow_duels_play(&played, duels, results, err);
    if (played.kernel_used == NULL)
        return status;
    bool first = run->kernel_used == NULL;
    bool same = !first && strcmp(run->kernel_used, played.kernel_used) == 0;
    run->kernel_used = first || same ? played.kernel_used : "mixed";
    run->kernel_note = played.kernel_note;
    return status;
}

enum sow_status sow_duels_play(struct sow_run *run, const struct sow_duels *duels,
                               struct sow_duel *results, struct sow_err *err)
{
    assert(duels->ending == NULL || duels->count == 1);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < duels->agent_count && status == SOW_OK; i++)
        status = sow_agent_open(&duels->agents[i], run->rules, true, err);
    if (status != SOW_OK)
        return status;
    size_t total = total_games(duels);
    size_t room = total < MOST_SLICE ? total : MOST_SLICE;
    struct played played = {.results = calloc(room, sizeof *played.results),
                            .lines = calloc(room, sizeof *played.lines),
                            .shapes = calloc(room, sizeof *played.shapes)};
    if (duels->keep > 0)
        played.transcripts = calloc(room, sizeof *played.transcripts);
    bool enough = played.results != NULL && played.lines != NULL &&
                  played.shapes != NULL &&
                  (duels->keep == 0 || played.transcripts != NULL);
    status =
        enough ? play_all(run, duels, &played, results, err) : sow_err_no_memory(err);
    free(played.results);
    free(played.lines);
    free(played.shapes);
    free(played.transcripts);
    return status;
}
