/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "looks.h"

#include "sow/matches/openings.h"
#include "sow/runs/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Returns the random stream of a game, as struct sow_duels defines it: by the key of its
   pair, or by round and players if the list has no keys. Asserts that common openings do
   not meet the stream of agent 0 against itself. */
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

/* Returns how many of the @p games of a seat have their shapes counted: at most 100. */
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
                                .shaped = shaped_of(duels->games)};
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

/* Returns the lines (hashes of moves) of the first games in a seat; @p looks owns them.
   The number of a seat is twice the index of its duel, plus 1 if the player moves second.
   */
static uint64_t *lines_of(const struct sow_looks *looks, size_t seat)
{
    return &looks->lines[seat * looks->each];
}

/* Returns the shapes (numbers of legal moves) of the first games in a seat; @p looks owns
   them. Seats are numbered as in lines_of. */
static struct sow_game_shape *shapes_of(const struct sow_looks *looks, size_t seat)
{
    return &looks->shapes[seat * looks->shaped];
}

bool sow_looks_want(const struct sow_looks *looks, const struct sow_bout *first,
                    const struct sow_bout *last)
{
    return first->game < looks->each || first->pair != last->pair;
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

/* Returns the number of games of a duel in a seat: with the player second if @p seat is
   odd. */
static int64_t seat_games(const struct sow_duel *duel, size_t seat)
{
    return sow_tally_games(seat % 2 == 0 ? &duel->first : &duel->second);
}

/* Adds the first @p games games of a seat to a sum: their number, and their plies and
   choices by phase. */
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

/* Estimates the variety of each of the @p count seats in @p seats (numbered as in
   lines_of) from its first @p looked games, and writes it to @p results. Sorts the lines.
   Moves the seats whose effective number is below their number of games to the front of
   @p seats, and returns how many there are. */
static size_t find_repeats(const struct sow_looks *looks, size_t looked, size_t *seats,
                           size_t count, struct sow_duel *results)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct sow_duel *duel = &results[seats[i] / 2];
        int64_t games = seat_games(duel, seats[i]);
        struct sow_variety variety =
            sow_variety_of(lines_of(looks, seats[i]), looked, games);
        duel->variety[seats[i] % 2] = variety;
        if (variety.effective < (double)games)
            seats[kept++] = seats[i];
    }
    return kept;
}

enum sow_status sow_looks_conclude(const struct sow_looks *looks,
                                   struct sow_duel *results, struct sow_err *err)
{
    if (looks->duels->count == 0)
        return SOW_OK;
    size_t *seats = calloc(2 * looks->duels->count, sizeof *seats);
    if (seats == NULL)
        return sow_err_no_memory(err);
    size_t count = 0;
    for (size_t i = 0; i < 2 * looks->duels->count; i++)
        if (seat_games(&results[i / 2], i) > 0)
            seats[count++] = i;
    int64_t games = seat_games(&results[seats[0] / 2], seats[0]);
    for (size_t i = 0; i < count; i++)
        add_shapes(&results[seats[i] / 2].shape, shapes_of(looks, seats[i]),
                   shaped_of(games));
    count = find_repeats(looks, sow_variety_first_look(games), seats, count, results);
    (void)find_repeats(looks, sow_variety_look(games), seats, count, results);
    free(seats);
    return SOW_OK;
}
