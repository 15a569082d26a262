/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/reproduce_orders.h"

#include "sow/base/pcg.h"
#include "sow/matches/duels.h"
#include "sow/support/progress.h"

#include <assert.h>
#include <stdlib.h>

/* A round of the search. The two divisors give numbers of orders: the number of all
   orders that take part divided by the divisor, rounded up. */
struct round {
    int divisor;       /* divisor for the orders that are still in the search */
    int field_divisor; /* divisor for the opponents of each of these */
    int games;         /* games in each seat against each opponent */
    int player_games;  /* games in each seat, if a player is the only opponent */
};

static const struct round ROUNDS[] = {{1, 45, 1, 8}, {8, 8, 1, 64}, {60, 1, 2, 512}};

/* Factor of the games of every round, by reading. No fast kernel plays
   `first-improving`. */
static const int REPEATS[SOW_ORDER_READINGS] = {
    [SOW_ORDER_FILTER] = 16, [SOW_ORDER_FIRST_IMPROVING] = 1};

enum { ROUND_COUNT = sizeof ROUNDS / sizeof ROUNDS[0] };

/* Number of the stream from which orders are drawn; rounds of games have numbers from 1
   on. Behind it is the number of searches for each reading: against orders and against a
   player. */
enum { DRAW = 0, SEARCHES = 2 };

/* An order that is still in the search. */
struct contender {
    uint32_t agent; /* number among all orders, so that games do not depend on the draw */
    int64_t points; /* points in the last round, in halves */
};

/* State of a search. Run and search are borrowed, both arrays are owned. */
struct contest {
    struct sow_run *run;
    const struct sow_order_search *search;
    struct sow_agent *agents; /* all 720 orders, then the player that they are to beat,
                                 if there is one */
    /* Orders that are still in the search, the best first after a round. */
    struct contender *contenders;
    uint32_t field[SOW_ORDERS_MAX]; /* numbers of all orders that take part, in the order
                                       of drawing */
    size_t count;                   /* number of contenders that are left */
};

/* --- all orders --- */

/* Returns an agent with order number @p number, 0 to SOW_ORDERS_MAX - 1. The numbers
   follow the lexicographic order of the permutations of the paper's heuristics. */
static struct sow_agent order_at(int number, enum sow_order_reading reading)
{
    struct sow_agent agent = {
        .kind = SOW_AGENT_ORDER, .count = SOW_PAPER_HEURISTICS, .reading = reading};
    uint8_t left[SOW_PAPER_HEURISTICS];
    int ways = SOW_ORDERS_MAX;
    for (int i = 0; i < agent.count; i++)
        left[i] = (uint8_t)i;
    for (int place = 0; place < agent.count; place++) {
        int rest = agent.count - place;
        ways /= rest;
        int taken = number / ways;
        number %= ways;
        agent.index[place] = left[taken];
        for (int i = taken; i + 1 < rest; i++)
            left[i] = left[i + 1];
    }
    return agent;
}

/* Writes all orders to `agents`, then a copy of the player that they are to beat, if
   there is one. */
static void list_agents(struct contest *contest)
{
    for (int number = 0; number < SOW_ORDERS_MAX; number++)
        contest->agents[number] = order_at(number, contest->search->reading);
    if (contest->search->against != NULL)
        contest->agents[SOW_ORDERS_MAX] = *contest->search->against;
}

/* Draws the orders that take part, without replacement, from a random stream of the
   run's seed. Sets `count`, and writes them to `field` and to `contenders` in the order
   of drawing. */
static void draw(struct contest *contest)
{
    struct sow_stream stream = {SOW_PURPOSE_ORDERS, {DRAW}};
    struct sow_pcg rng;
    uint32_t all[SOW_ORDERS_MAX];
    sow_pcg_derive(&rng, contest->run->seed, &stream);
    for (uint32_t i = 0; i < SOW_ORDERS_MAX; i++)
        all[i] = i;
    contest->count = (size_t)contest->search->orders;
    for (uint32_t i = 0; i < contest->count; i++) {
        uint32_t taken = i + sow_pcg_below(&rng, SOW_ORDERS_MAX - i);
        contest->field[i] = all[taken];
        all[taken] = all[i];
        contest->contenders[i] = (struct contender){.agent = contest->field[i]};
    }
}

/* --- rounds --- */

/* Returns the number of orders that take part divided by @p divisor, rounded up. */
static size_t share(const struct contest *contest, int divisor)
{
    return ((size_t)contest->search->orders + (size_t)divisor - 1) / (size_t)divisor;
}

/* Returns the number of opponents of each contender in a round: 1 for a search against a
   player, else a share of the field. */
static size_t opponents_in(const struct contest *contest, const struct round *round)
{
    return contest->search->against != NULL ? 1 : share(contest, round->field_divisor);
}

/* Returns the number of games of a pair in each seat in a round. */
static int games_in(const struct contest *contest, const struct round *round)
{
    int games = contest->search->against != NULL ? round->player_games : round->games;
    return games * REPEATS[contest->search->reading];
}

/* Returns true if a round has several contenders. One alone cannot be compared, so such
   a round is left out. */
static bool is_needed(const struct contest *contest, const struct round *round)
{
    return share(contest, round->divisor) > 1;
}

/* Returns the number of all games of a round, in both seats; 0 if the round is not
   needed. */
static uint64_t games_of(const struct contest *contest, const struct round *round)
{
    return is_needed(contest, round)
               ? 2 * (uint64_t)games_in(contest, round) * share(contest, round->divisor) *
                     opponents_in(contest, round)
               : 0;
}

/* Writes to @p pairs the pairs of each contender with its @p opponents opponents,
   contender by contender. The opponent is the player to beat, or else the first orders
   of the field, which may be the contender itself. */
static void pair_up(const struct contest *contest, size_t opponents,
                    struct sow_duel_pair *pairs)
{
    for (size_t i = 0; i < contest->count; i++)
        for (size_t k = 0; k < opponents; k++)
            pairs[i * opponents + k] = (struct sow_duel_pair){
                contest->contenders[i].agent,
                contest->search->against != NULL ? SOW_ORDERS_MAX : contest->field[k]};
}

/* Returns the points of the player in a duel, both seats together, in halves. */
static int64_t points_of(const struct sow_duel *duel)
{
    struct sow_tally sum = sow_tally_sum(&duel->first, &duel->second);
    return 2 * sum.wins + sum.draws;
}

/* Compares contenders for qsort: more points come first, then the lower number. */
static int by_points(const void *a, const void *b)
{
    const struct contender *one = a;
    const struct contender *other = b;
    int more = (other->points > one->points) - (other->points < one->points);
    return more != 0 ? more : (one->agent > other->agent) - (one->agent < other->agent);
}

/* Sets the points of all contenders from @p results, which are in the order of pair_up,
   and sorts the contenders, the best first. */
static void count_up(struct contest *contest, const struct sow_duel *results,
                     size_t opponents)
{
    for (size_t i = 0; i < contest->count; i++) {
        contest->contenders[i].points = 0;
        for (size_t k = 0; k < opponents; k++)
            contest->contenders[i].points += points_of(&results[i * opponents + k]);
    }
    qsort(contest->contenders, contest->count, sizeof *contest->contenders, by_points);
}

/* Plays round @p number among the best contenders of the round before, and sorts them by
   its points. The games of a round have random streams of their own. Returns
   SOW_NO_MEMORY or an error of sow_duels_play. */
static enum sow_status play_round(struct contest *contest, int number,
                                  struct sow_err *err)
{
    const struct round *round = &ROUNDS[number];
    size_t opponents = opponents_in(contest, round);
    contest->count = share(contest, round->divisor);
    struct sow_duel_pair *pairs = calloc(contest->count * opponents, sizeof *pairs);
    struct sow_duel *results = calloc(contest->count * opponents, sizeof *results);
    enum sow_status status = SOW_NO_MEMORY;
    if (pairs == NULL || results == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    pair_up(contest, opponents, pairs);
    int search =
        SEARCHES * (int)contest->search->reading + (contest->search->against != NULL);
    struct sow_run played = *contest->run;
    played.rules = contest->search->rules;
    struct sow_duels duels = {.agents = contest->agents,
                              .pairs = pairs,
                              .count = contest->count * opponents,
                              .games = games_in(contest, round),
                              .purpose = SOW_PURPOSE_ORDERS,
                              .round = (uint64_t)(1 + search * ROUND_COUNT + number)};
    status = sow_duels_play(&played, &duels, results, err);
    if (status == SOW_OK)
        count_up(contest, results, opponents);
done:
    free(pairs);
    free(results);
    return status;
}

/* Plays all rounds that are needed, with progress. The best order is then the first
   contender. Returns an error of play_round. */
static enum sow_status play(struct contest *contest, struct sow_err *err)
{
    uint64_t games = 0;
    for (int i = 0; i < ROUND_COUNT; i++)
        games += games_of(contest, &ROUNDS[i]);
    struct sow_progress *progress = contest->run->with.progress;
    sow_progress_begin(progress, games, "games");
    sow_progress_advance(progress, 0, "the best linear order");
    enum sow_status status = SOW_OK;
    for (int i = 0; i < ROUND_COUNT && status == SOW_OK; i++)
        if (is_needed(contest, &ROUNDS[i]))
            status = play_round(contest, i, err);
    sow_progress_end(progress);
    return status;
}

enum sow_status sow_order_find(struct sow_run *run, const struct sow_order_search *search,
                               struct sow_agent *best, struct sow_err *err)
{
    assert(search->orders >= 1 && search->orders <= SOW_ORDERS_MAX);
    struct contest contest = {
        .run = run,
        .search = search,
        .agents = calloc(SOW_ORDERS_MAX + 1, sizeof *contest.agents),
        .contenders = calloc(SOW_ORDERS_MAX, sizeof *contest.contenders)};
    enum sow_status status = SOW_NO_MEMORY;
    if (contest.agents == NULL || contest.contenders == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    list_agents(&contest);
    draw(&contest);
    status = play(&contest, err);
    if (status == SOW_OK)
        *best = contest.agents[contest.contenders[0].agent];
done:
    free(contest.agents);
    free(contest.contenders);
    return status;
}
