/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- text --- */

static int take_number(const char **at, char sign)
{
    char *end;
    long value = strtol(*at, &end, 10);
    if (end == *at || *end != sign)
        ck_abort_msg("malformed at '%s'", *at);
    *at = end + 1;
    return (int)value;
}

void naive_read(const char *text, int pits, struct naive_board *board)
{
    *board = (struct naive_board){.side = SOW_SOUTH};
    for (int number = 1; number <= pits; number++)
        board->row[SOW_SOUTH][number] = take_number(&text, ',');
    board->store[SOW_SOUTH] = take_number(&text, '/');
    for (int number = 1; number <= pits; number++)
        board->row[SOW_NORTH][number] = take_number(&text, ',');
    board->store[SOW_NORTH] = take_number(&text, ':');
    if (strcmp(text, "s") != 0 && strcmp(text, "n") != 0)
        ck_abort_msg("no side to move: '%s'", text);
    board->side = text[0] == 's' ? SOW_SOUTH : SOW_NORTH;
}

void naive_write(const struct naive_board *board, int pits, char *text, size_t size)
{
    size_t length = 0;
    for (int seat = SOW_SOUTH; seat <= SOW_NORTH; seat++) {
        for (int number = 1; number <= pits; number++)
            length += (size_t)snprintf(text + length, size - length, "%d,",
                                       board->row[seat][number]);
        length += (size_t)snprintf(text + length, size - length, "%d%s",
                                   board->store[seat], seat == SOW_SOUTH ? "/" : ":");
    }
    (void)snprintf(text + length, size - length, "%s",
                   board->side == SOW_SOUTH ? "s" : "n");
}

int naive_row(const struct naive_board *board, int seat)
{
    int seeds = 0;
    for (int number = 1; number <= SOW_MAX_PITS; number++)
        seeds += board->row[seat][number];
    return seeds;
}

/* --- path of a sowing --- */

enum { STORE = 0 };

/* A pit, or the mover's store (number STORE). */
struct spot {
    int seat;
    int number;
};

/* The pits and the store that the mover's seeds visit, in order; then the cycle
   repeats. */
struct track {
    int length;
    struct spot spot[2 * SOW_MAX_PITS + 1];
};

static void add_row(struct track *track, const struct sow_rules *rules, int seat)
{
    for (int k = 1; k <= rules->pits; k++) {
        int number = rules->direction == SOW_COUNTER_CLOCKWISE ? k : rules->pits + 1 - k;
        track->spot[track->length++] = (struct spot){seat, number};
    }
}

static struct track track_of(const struct sow_rules *rules, int mover)
{
    struct track track = {.length = 0};
    add_row(&track, rules, mover);
    if (rules->own_store_sown)
        track.spot[track.length++] = (struct spot){mover, STORE};
    add_row(&track, rules, 1 - mover);
    return track;
}

/* A sowing in progress; `at` is an index of the track. */
struct walk {
    const struct sow_rules *rules;
    struct track track;
    struct naive_board *board;
    int mover;
    int at;
};

static struct spot here(const struct walk *walk)
{
    return walk->track.spot[walk->at];
}

static int *seeds_at(struct walk *walk, struct spot spot)
{
    return spot.number == STORE ? &walk->board->store[spot.seat]
                                : &walk->board->row[spot.seat][spot.number];
}

static bool counts(const struct sow_counts *set, int count)
{
    return count > 0 && (set->word[count / 64] >> (count % 64) & 1) != 0;
}

static void bank(struct walk *walk, struct spot spot)
{
    int *seeds = seeds_at(walk, spot);
    walk->board->store[walk->mover] += *seeds;
    *seeds = 0;
}

static void drop_seed(struct walk *walk)
{
    int *seeds = seeds_at(walk, here(walk));
    *seeds += 1;
    bool own_pit = here(walk).number != STORE && here(walk).seat == walk->mover;
    if (own_pit && counts(&walk->rules->en_passant_capture, *seeds))
        bank(walk, here(walk));
}

static void walk_lap(struct walk *walk)
{
    int origin = walk->at;
    int in_hand = *seeds_at(walk, here(walk));
    *seeds_at(walk, here(walk)) = 0;
    while (in_hand > 0) {
        walk->at = walk->at + 1 < walk->track.length ? walk->at + 1 : 0;
        if (walk->at == origin && walk->rules->lap_origin == SOW_ORIGIN_SKIPPED)
            continue;
        drop_seed(walk);
        in_hand--;
    }
}

/* --- captures --- */

static bool may_take_number(struct walk *walk, struct spot spot)
{
    if (spot.number == STORE)
        return false;
    bool own = spot.seat == walk->mover;
    if (own && walk->rules->number_where == SOW_WHERE_OPPONENT)
        return false;
    if (!own && walk->rules->number_where == SOW_WHERE_OWN)
        return false;
    return counts(&walk->rules->number_capture, *seeds_at(walk, spot));
}

static struct spot opposite(const struct walk *walk, struct spot spot)
{
    return (struct spot){1 - spot.seat, walk->rules->pits + 1 - spot.number};
}

static bool may_take_place(struct walk *walk, struct spot spot)
{
    if (spot.number == STORE || spot.seat != walk->mover)
        return false;
    if (!counts(&walk->rules->place_capture, *seeds_at(walk, spot)))
        return false;
    return walk->rules->place_opposite_empty == SOW_EMPTY_TAKES_LAST ||
           *seeds_at(walk, opposite(walk, spot)) > 0;
}

/* Returns the pit before the one at *at. The store is skipped. */
static struct spot step_back(const struct walk *walk, int *at)
{
    do
        *at = (*at > 0 ? *at : walk->track.length) - 1;
    while (walk->track.spot[*at].number == STORE);
    return walk->track.spot[*at];
}

static void take_numbers(struct walk *walk)
{
    int row = here(walk).seat;
    int at = walk->at;
    struct spot spot = here(walk);
    for (;;) {
        bank(walk, spot);
        spot = step_back(walk, &at);
        if (walk->rules->number_chain == SOW_CHAIN_NONE ||
            (walk->rules->number_chain == SOW_CHAIN_ROW && spot.seat != row) ||
            !counts(&walk->rules->number_capture, *seeds_at(walk, spot)))
            return;
    }
}

static void take_places(struct walk *walk)
{
    int at = walk->at;
    struct spot spot = here(walk);
    for (;;) {
        bank(walk, spot);
        bank(walk, opposite(walk, spot));
        spot = step_back(walk, &at);
        if (!walk->rules->place_chain || !may_take_place(walk, spot))
            return;
    }
}

static bool take_all(struct walk *walk)
{
    struct naive_board before = *walk->board;
    if (may_take_number(walk, here(walk)))
        take_numbers(walk);
    else if (may_take_place(walk, here(walk)))
        take_places(walk);
    else
        return false;
    int opponent = 1 - walk->mover;
    bool slam = naive_row(&before, opponent) > 0 && naive_row(walk->board, opponent) == 0;
    if (slam && walk->rules->grand_slam == SOW_SLAM_CAPTURES_NOTHING)
        *walk->board = before;
    return slam;
}

static bool goes_on(struct walk *walk)
{
    return here(walk).number != STORE && *seeds_at(walk, here(walk)) > 1 &&
           !may_take_number(walk, here(walk)) && !may_take_place(walk, here(walk));
}

void naive_sow(const struct sow_rules *rules, const struct naive_board *board, int number,
               struct naive_result *result)
{
    *result = (struct naive_result){.board = *board};
    struct walk walk = {.rules = rules,
                        .track = track_of(rules, board->side),
                        .board = &result->board,
                        .mover = board->side};
    while (here(&walk).seat != board->side || here(&walk).number != number)
        walk.at++;
    walk_lap(&walk);
    if (rules->laps == SOW_LAPS_MULTIPLE)
        for (int laps = 1; laps < rules->lap_limit && goes_on(&walk); laps++)
            walk_lap(&walk);
    result->slam = take_all(&walk);
    result->gain = result->board.store[board->side] - board->store[board->side];
    result->again = rules->extra_turn && here(&walk).number == STORE;
}

/* --- legality --- */

/* Keeps only the legal moves that pass, if any move does. */
static void keep(const struct sow_rules *rules, bool legal[SOW_MAX_PITS + 1],
                 const bool passes[SOW_MAX_PITS + 1])
{
    bool any = false;
    for (int number = 1; number <= rules->pits; number++)
        any = any || (legal[number] && passes[number]);
    for (int number = 1; any && number <= rules->pits; number++)
        legal[number] = legal[number] && passes[number];
}

void naive_legal(const struct sow_rules *rules, const struct naive_board *board,
                 bool legal[SOW_MAX_PITS + 1])
{
    bool feeds[SOW_MAX_PITS + 1] = {false};
    bool no_slam[SOW_MAX_PITS + 1] = {false};
    for (int number = 1; number <= rules->pits; number++) {
        legal[number] = board->row[board->side][number] > 0;
        if (!legal[number])
            continue;
        struct naive_result result;
        naive_sow(rules, board, number, &result);
        feeds[number] = naive_row(&result.board, 1 - board->side) > 0;
        no_slam[number] = !result.slam;
    }
    if (rules->feeding == SOW_FEEDING_MUST && naive_row(board, 1 - board->side) == 0)
        keep(rules, legal, feeds);
    if (rules->grand_slam == SOW_SLAM_ILLEGAL)
        keep(rules, legal, no_slam);
}

/* --- the end --- */

/* Returns the seat whose empty row ends the game, or -1. The next player's row comes
   first. */
static int ended_by(const struct sow_rules *rules, const struct naive_board *board)
{
    int next = board->side;
    bool next_empty = naive_row(board, next) == 0;
    bool other_empty = naive_row(board, 1 - next) == 0;
    if (rules->end == SOW_END_ROW_EMPTY)
        return next_empty ? next : other_empty ? 1 - next : -1;
    if (rules->end == SOW_END_MOVER_STUCK)
        return next_empty ? next : -1;
    return next_empty && other_empty ? next : -1;
}

/* Ends the game. The remaining seeds go to the owners of the rows, or all to one player,
   or stay. */
static void end_game(const struct sow_rules *rules, int stuck,
                     struct naive_result *result)
{
    struct naive_board *board = &result->board;
    result->ended = true;
    if (rules->leftovers == SOW_LEFT_NOBODY)
        return;
    int rows[2] = {naive_row(board, SOW_SOUTH), naive_row(board, SOW_NORTH)};
    memset(board->row, 0, sizeof board->row);
    if (rules->leftovers == SOW_LEFT_OTHER_PLAYER && stuck >= 0) {
        board->store[1 - stuck] += rows[SOW_SOUTH] + rows[SOW_NORTH];
        return;
    }
    board->store[SOW_SOUTH] += rows[SOW_SOUTH];
    board->store[SOW_NORTH] += rows[SOW_NORTH];
}

static bool has_majority(const struct naive_board *board, int seat)
{
    int all = board->store[SOW_SOUTH] + board->store[SOW_NORTH] +
              naive_row(board, SOW_SOUTH) + naive_row(board, SOW_NORTH);
    return 2 * board->store[seat] > all;
}

void naive_move(const struct sow_rules *rules, const struct naive_board *board,
                int number, struct naive_result *result)
{
    naive_sow(rules, board, number, result);
    struct naive_board *next = &result->board;
    next->side = result->again ? board->side : 1 - board->side;
    if (rules->early_end &&
        (has_majority(next, SOW_SOUTH) || has_majority(next, SOW_NORTH))) {
        end_game(rules, -1, result);
        return;
    }
    int stuck = ended_by(rules, next);
    if (stuck >= 0)
        end_game(rules, stuck, result);
    else if (naive_row(next, next->side) == 0 && rules->end == SOW_END_ALL_STUCK)
        next->side = 1 - next->side;
}

/* --- heuristics --- */

/* Returns the qualifying own pit nearest the opponent, or 0 if none qualifies. */
static int nearest(const struct sow_rules *rules, const bool qualifies[SOW_MAX_PITS + 1])
{
    int found = 0;
    for (int number = 1; number <= rules->pits; number++)
        if (qualifies[number] &&
            (rules->direction == SOW_COUNTER_CLOCKWISE || found == 0))
            found = number;
    return found;
}

static int best_gain(const struct sow_rules *rules, const struct naive_board *board)
{
    bool legal[SOW_MAX_PITS + 1];
    naive_legal(rules, board, legal);
    int best = 0;
    for (int number = 1; number <= rules->pits; number++) {
        if (!legal[number])
            continue;
        struct naive_result reply;
        naive_sow(rules, board, number, &reply);
        best = reply.gain > best ? reply.gain : best;
    }
    return best;
}

void naive_heuristics(const struct sow_rules *rules, const struct naive_board *board,
                      int number, int *value)
{
    int own = board->side;
    struct naive_result result;
    naive_sow(rules, board, number, &result);
    int nearest_pit = rules->direction == SOW_COUNTER_CLOCKWISE ? rules->pits : 1;
    value[0] = result.board.row[own][nearest_pit];
    value[1] = naive_row(&result.board, own);
    value[2] = 0;
    for (int k = 1; k <= rules->pits; k++)
        value[2] += result.board.row[own][k] > 0 ? 1 : 0;
    value[3] = result.board.store[own] - board->store[own];
    bool legal[SOW_MAX_PITS + 1];
    naive_legal(rules, board, legal);
    value[4] = number == nearest(rules, legal) ? 1 : 0;
    struct naive_board reply = result.board;
    reply.side = 1 - own;
    value[5] = best_gain(rules, &reply);
    value[6] = result.again ? 1 : 0;
}
