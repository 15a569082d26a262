/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/moves.h"

#include <assert.h>
#include <string.h>

/* Pit of the board. */
struct place {
    int seat; /* row, an enum sow_seat */
    int pit;  /* index in sowing order */
};

/* Sowing in progress. */
struct hand {
    const struct sow_rules *rules; /* rules of the game */
    struct sow_board *board;       /* the position, which the sowing changes */
    int mover;                     /* the player who sows, an enum sow_seat */
    struct place at;               /* pit of the latest seed; undefined if in_store */
    bool in_store; /* true if the latest seed went into the mover's store */
    bool catches;  /* true if there are en-passant captures */
    bool slam;     /* true if the captures were a grand slam, undone or not */
};

/* Returns the address of the number of seeds in a pit, to read or change it. */
static uint8_t *pit_at(const struct hand *hand, struct place place)
{
    return &hand->board->pit[place.seat][place.pit];
}

/* --- sowing --- */

/* Moves the seeds of @p pit to the mover's store if their number is one of the en-passant
   captures. The caller checks that @p pit is an own pit that has just got a seed. */
static void take_in_passing(const struct hand *hand, uint8_t *pit)
{
    if (!sow_counts_has(&hand->rules->en_passant_capture, *pit))
        return;
    uint8_t *store = &hand->board->store[hand->mover];
    *store = (uint8_t)(*store + *pit);
    *pit = 0;
}

/* Sows into a row from @p pit on, up to its end or to the last seed. The pit @p skipped
   gets none; -1 skips none. Makes en-passant captures in the mover's row, and sets `at`
   to the last pit sown. Returns how many of the @p seeds are left. */
static int sow_along(struct hand *hand, int seat, int pit, int skipped, int seeds)
{
    const int pits = hand->rules->pits;
    const bool catches = seat == hand->mover && hand->catches;
    uint8_t *row = hand->board->pit[seat];
    for (; pit < pits && seeds > 0; pit++) {
        if (pit == skipped)
            continue;
        row[pit]++;
        if (catches)
            take_in_passing(hand, &row[pit]);
        hand->at = (struct place){seat, pit};
        seeds--;
    }
    return seeds;
}

/* Sows all seeds of the pit at `at`, round the board if they suffice, and makes
   en-passant captures. `at` becomes the pit of the last seed. `in_store` becomes true if
   that seed fell into the mover's store, else false. */
static void sow_lap(struct hand *hand)
{
    const struct sow_rules *rules = hand->rules;
    const struct place origin = hand->at;
    uint8_t *from = pit_at(hand, origin);
    int seeds = *from;
    int seat = origin.seat;
    int skipped = rules->lap_origin == SOW_ORIGIN_SKIPPED ? origin.pit : -1;
    *from = 0;
    hand->in_store = false;
    seeds = sow_along(hand, seat, origin.pit + 1, skipped, seeds);
    while (seeds > 0) {
        if (seat == hand->mover && rules->own_store_sown) {
            hand->board->store[seat]++;
            hand->in_store = --seeds == 0;
        }
        seat = 1 - seat;
        seeds = sow_along(hand, seat, 0, seat == origin.seat ? skipped : -1, seeds);
    }
}

/* --- captures --- */

/* Returns true if a number capture starts at the last seed. It must lie in a pit of a row
   where such captures start, and the count there must be one of the capture set. */
static bool number_captures(const struct hand *hand)
{
    const struct sow_rules *rules = hand->rules;
    bool own = hand->at.seat == hand->mover;
    bool where = rules->number_where == SOW_WHERE_EITHER ||
                 own == (rules->number_where == SOW_WHERE_OWN);
    return !hand->in_store && where &&
           sow_counts_has(&rules->number_capture, *pit_at(hand, hand->at));
}

/* Returns true if a place capture starts at @p place, which may be any pit. It must be
   the mover's, with a count of the capture set. The opposite pit must have seeds, unless
   the rules take the last seed alone. */
static bool place_captures(const struct hand *hand, struct place place)
{
    const struct sow_rules *rules = hand->rules;
    if (place.seat != hand->mover ||
        !sow_counts_has(&rules->place_capture, *pit_at(hand, place)))
        return false;
    struct place opposite = {1 - place.seat, rules->pits - 1 - place.pit};
    return *pit_at(hand, opposite) > 0 ||
           rules->place_opposite_empty == SOW_EMPTY_TAKES_LAST;
}

/* Moves all seeds of a pit to the mover's store. */
static void take_pit(struct hand *hand, struct place place)
{
    uint8_t *pit = pit_at(hand, place);
    uint8_t *store = &hand->board->store[hand->mover];
    *store = (uint8_t)(*store + *pit);
    *pit = 0;
}

/* Returns the pit before @p place in the order of sowing, without stores. Before the
   first pit of a row is the last pit of the other row. */
static struct place before(struct place place, int pits)
{
    if (place.pit > 0)
        return (struct place){place.seat, place.pit - 1};
    return (struct place){1 - place.seat, pits - 1};
}

/* Captures the pit of the last seed, which must be a number capture, and preceding pits
   as the rules say. */
static void capture_by_number(struct hand *hand)
{
    const struct sow_rules *rules = hand->rules;
    struct place place = hand->at;
    bool goes_on;
    do {
        take_pit(hand, place);
        struct place next = before(place, rules->pits);
        goes_on = rules->number_chain == SOW_CHAIN_ACROSS ||
                  (rules->number_chain == SOW_CHAIN_ROW && next.seat == place.seat);
        place = next;
    } while (goes_on && sow_counts_has(&rules->number_capture, *pit_at(hand, place)));
}

/* Captures the pit of the last seed and its opposite pit, which must be a place capture.
   Then captures preceding pairs as the rules say. */
static void capture_by_place(struct hand *hand)
{
    const struct sow_rules *rules = hand->rules;
    struct place place = hand->at;
    do {
        take_pit(hand, place);
        take_pit(hand, (struct place){1 - place.seat, rules->pits - 1 - place.pit});
        place = before(place, rules->pits);
    } while (rules->place_chain && place_captures(hand, place));
}

/* Captures at the end of the sowing: by number, or else by place, or nothing. Sets `slam`
   if this empties the opponent's row, and undoes such a capture if the grand-slam rule
   says that it captures nothing. */
static void capture(struct hand *hand)
{
    bool by_number = number_captures(hand);
    if (!by_number && (hand->in_store || !place_captures(hand, hand->at)))
        return;
    struct sow_board sown = *hand->board;
    if (by_number)
        capture_by_number(hand);
    else
        capture_by_place(hand);
    int opponent = 1 - hand->mover;
    hand->slam =
        sow_board_row(&sown, opponent) > 0 && sow_board_row(hand->board, opponent) == 0;
    if (hand->slam && hand->rules->grand_slam == SOW_SLAM_CAPTURES_NOTHING)
        *hand->board = sown;
}

/* Returns true if relay sowing continues from the pit of the last seed: if it was
   occupied and the last seed captures nothing there. */
static bool relays(const struct hand *hand)
{
    return !hand->in_store && *pit_at(hand, hand->at) > 1 && !number_captures(hand) &&
           !place_captures(hand, hand->at);
}

void sow_sow(const struct sow_rules *rules, const struct sow_board *board, int pit,
             struct sow_sowing *sowing)
{
    assert(pit >= 0 && pit < rules->pits && board->pit[board->side][pit] > 0);
    sowing->board = *board;
    struct hand hand = {.rules = rules,
                        .board = &sowing->board,
                        .mover = board->side,
                        .catches = !sow_counts_empty(&rules->en_passant_capture),
                        .at = {board->side, pit}};
    sow_lap(&hand);
    /* Without relay sowing, the lap limit is 0 and there is one lap only. */
    for (int lap = 1; lap < rules->lap_limit && relays(&hand); lap++)
        sow_lap(&hand);
    capture(&hand);
    sowing->gain = sowing->board.store[hand.mover] - board->store[hand.mover];
    sowing->again = hand.in_store && rules->extra_turn;
    sowing->slam = hand.slam;
}

/* --- legality --- */

/* Returns the pits of the side to move that hold seeds: bit i for pit i. */
static sow_pits occupied(const struct sow_rules *rules, const struct sow_board *board)
{
    unsigned pits = 0;
    for (int i = 0; i < rules->pits; i++)
        pits |= (unsigned)(board->pit[board->side][i] > 0) << i;
    return (sow_pits)pits;
}

/* Returns those of the pits in @p pits, bit i for pit i, whose sowing passes @p test; all
   of them if none does. */
static sow_pits filter(const struct sow_rules *rules, const struct sow_board *board,
                       sow_pits pits, bool (*test)(const struct sow_sowing *sowing))
{
    unsigned passed = 0;
    for (int i = 0; i < rules->pits; i++) {
        if (((unsigned)pits >> i & 1U) == 0)
            continue;
        struct sow_sowing sowing;
        sow_sow(rules, board, i, &sowing);
        passed |= (unsigned)test(&sowing) << i;
    }
    return passed != 0 ? (sow_pits)passed : pits;
}

/* Returns true if a sowing is not a grand slam. */
static bool is_no_slam(const struct sow_sowing *sowing)
{
    return !sowing->slam;
}

/* Returns true if the opponent has seeds in the row after a sowing. */
static bool feeds(const struct sow_sowing *sowing)
{
    return sow_board_row(&sowing->board, 1 - sowing->board.side) > 0;
}

sow_pits sow_legal(const struct sow_rules *rules, const struct sow_board *board)
{
    sow_pits pits = occupied(rules, board);
    if (rules->grand_slam == SOW_SLAM_ILLEGAL)
        pits = filter(rules, board, pits, is_no_slam);
    if (rules->feeding == SOW_FEEDING_MUST && sow_board_row(board, 1 - board->side) == 0)
        pits = filter(rules, board, pits, feeds);
    return pits;
}

/* --- what a move leads to --- */

/* Marks the game as ended, and gives out the remaining seeds as the rules say. @p stuck
   is the player with no move, or -1. Under SOW_LEFT_OTHER_PLAYER, the opponent of that
   player gets all seeds. */
static void settle(const struct sow_rules *rules, int stuck, struct sow_outcome *outcome)
{
    struct sow_board *board = &outcome->board;
    for (int seat = 0; seat < 2; seat++) {
        int to =
            rules->leftovers == SOW_LEFT_OTHER_PLAYER && stuck >= 0 ? 1 - stuck : seat;
        if (rules->leftovers != SOW_LEFT_NOBODY)
            board->store[to] = (uint8_t)(board->store[to] + sow_board_row(board, seat));
    }
    if (rules->leftovers != SOW_LEFT_NOBODY)
        memset(board->pit, 0, sizeof board->pit);
    outcome->ended = true;
}

/* Applies the end rule to a position whose `side` is already the next player: ends the
   game, or passes the turn back if only a pass is possible. */
static void test_end(const struct sow_rules *rules, struct sow_outcome *outcome)
{
    struct sow_board *board = &outcome->board;
    bool empty[2] = {sow_board_row(board, SOW_SOUTH) == 0,
                     sow_board_row(board, SOW_NORTH) == 0};
    int next = board->side;
    int stuck = empty[next] ? next : empty[1 - next] ? 1 - next : -1;
    switch ((enum sow_end)rules->end) {
    case SOW_END_ROW_EMPTY:
        if (empty[0] || empty[1])
            settle(rules, stuck, outcome);
        break;
    case SOW_END_MOVER_STUCK:
        if (empty[next])
            settle(rules, next, outcome);
        break;
    case SOW_END_ALL_STUCK:
        if (empty[0] && empty[1])
            settle(rules, stuck, outcome);
        else if (empty[next])
            board->side = (uint8_t)(1 - next);
        break;
    }
}

/* Returns true if a store holds more than half of all seeds and the rules end the game
   then. */
static bool decided_early(const struct sow_rules *rules, const struct sow_board *board)
{
    if (!rules->early_end)
        return false;
    int half = sow_board_seeds(board) / 2;
    return board->store[0] > half || board->store[1] > half;
}

void sow_finish(const struct sow_rules *rules, const struct sow_sowing *sowing,
                struct sow_outcome *outcome)
{
    outcome->board = sowing->board;
    outcome->gain = sowing->gain;
    outcome->ended = false;
    int mover = sowing->board.side;
    outcome->board.side = (uint8_t)(sowing->again ? mover : 1 - mover);
    if (decided_early(rules, &outcome->board))
        settle(rules, -1, outcome);
    else
        test_end(rules, outcome);
}

void sow_move(const struct sow_rules *rules, const struct sow_board *board, int pit,
              struct sow_outcome *outcome)
{
    struct sow_sowing sowing;
    sow_sow(rules, board, pit, &sowing);
    sow_finish(rules, &sowing, outcome);
}

void sow_no_move(const struct sow_rules *rules, const struct sow_board *board,
                 struct sow_outcome *outcome)
{
    outcome->board = *board;
    outcome->gain = 0;
    outcome->ended = false;
    test_end(rules, outcome);
}
