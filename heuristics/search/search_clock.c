/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock of players that are limited by time. Results that depend on it are marked. */
#include "sow/search/game_clock.h"

#include <time.h>

enum { NS_OF_MS = 1000000 };

uint64_t sow_search_now(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* Returns the remaining nanoseconds of the clock, with the increments earned so far; 0 if
   it has run out. */
static uint64_t left(const struct sow_search_limits *limits,
                     const struct sow_game_clock *clock)
{
    uint64_t given = ((uint64_t)limits->clock.ms +
                      (uint64_t)limits->clock.increment * (uint64_t)clock->moves) *
                     NS_OF_MS;
    return given > clock->used ? given - clock->used : 0;
}

/* Estimates the number of moves that a player still makes if @p share of all seeds is in
   the rows. The curves were fitted to 200 games of self-play, one of them to games with
   extra turns. */
static double moves_to_come(const struct sow_rules *rules, double share)
{
    return rules->extra_turn ? 1.0 + 14.0 * share : 4.0 + 21.0 * share * share;
}

/* Returns the number by which the method of sharing (enum sow_time) divides the time: the
   moves that are expected, times a factor; or 5 for a fixed share. */
static double moves_expected(const struct sow_search_limits *limits,
                             const struct sow_game *game)
{
    const struct sow_board *board = &game->board;
    int rows = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    double share = (double)rows / sow_board_seeds(board);
    int time = limits->time;
    if (time == SOW_TIME_SETTLED && limits->method == SOW_SEARCH_MCTS)
        time = SOW_TIME_EXPECTED;
    /* The factors are below 1 for three reasons. Half of all games are shorter than
       expected. Endgames take almost no time. A search that ends when it is settled uses
       only a part of its slice. */
    static const double PARTS[] = {[SOW_TIME_SETTLED] = 0.33,
                                   [SOW_TIME_EXPECTED] = 0.4,
                                   [SOW_TIME_SHARE] = 5.0,
                                   [SOW_TIME_EQUAL] = 0.65};
    if (time == SOW_TIME_SHARE)
        return PARTS[SOW_TIME_SHARE];
    return PARTS[time] * moves_to_come(game->rules, time == SOW_TIME_EQUAL ? 1.0 : share);
}

uint64_t sow_game_clock_slice(const struct sow_search_limits *limits,
                              const struct sow_game_clock *clock,
                              const struct sow_game *game)
{
    /* A busy machine may take a process off its processor for some 10 milliseconds. */
    const double held_back = 0.05;
    const double pause = 25.0 * NS_OF_MS;
    const double most = 0.4;
    double all = (double)limits->clock.ms * NS_OF_MS;
    double kept = held_back * all + (pause < all / 8 ? pause : all / 8);
    double rest = (double)left(limits, clock) - kept;
    double shared = limits->time == SOW_TIME_EQUAL ? all : rest;
    double slice = shared / moves_expected(limits, game) +
                   (double)limits->clock.increment * NS_OF_MS;
    slice = slice < most * rest ? slice : most * rest;
    return slice > 1.0 ? (uint64_t)slice : 1;
}

bool sow_game_clock_note(const struct sow_search_limits *limits,
                         struct sow_game_clock *clock, uint64_t took)
{
    bool in_time = took <= left(limits, clock);
    clock->used += took;
    clock->moves++;
    return in_time;
}

uint64_t sow_search_deadline(const struct sow_search_limits *limits, uint64_t now)
{
    const double unsettled = 1.8;
    bool stretched =
        limits->time == SOW_TIME_SETTLED && limits->method != SOW_SEARCH_MCTS;
    uint64_t move = (uint64_t)limits->ms * NS_OF_MS;
    uint64_t slice = limits->slice;
    if (stretched)
        slice = (uint64_t)(unsettled * (double)slice);
    if (move == 0 || (slice > 0 && slice < move))
        move = slice;
    return move > 0 ? now + move : 0;
}
