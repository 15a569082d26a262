/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fast_kernel.h"

#include <assert.h>
#include <string.h>

/* Returns the byte of a pit, or the pit of a byte, both counted from 0. The pit next to
   the store is byte 0. The map is its own inverse. */
static unsigned byte_of(const struct sow_fast *fast, int pit)
{
    return (unsigned)(fast->pits - 1 - pit);
}

/* --- preparing --- */

/* Turns a set of counts into ranges, in ascending order. Returns false if it has more
   than SOW_FAST_MAX_RANGES ranges or a member above SOW_FAST_MAX_MEMBER; @p set is then
   incomplete. */
static bool make_set(const struct sow_counts *counts, struct sow_fast_set *set)
{
    memset(set, 0, sizeof *set);
    for (unsigned count = 1; count <= SOW_MAX_SEEDS; count++) {
        if (!sow_counts_has(counts, count))
            continue;
        if (count > SOW_FAST_MAX_MEMBER)
            return false;
        bool opens = !sow_counts_has(counts, count - 1);
        if (opens && set->ranges == SOW_FAST_MAX_RANGES)
            return false;
        if (opens)
            set->range[set->ranges++].first = SOW_FAST_BYTES(count);
        set->range[set->ranges - 1].beyond = SOW_FAST_BYTES(count + 1);
    }
    return true;
}

bool sow_fast_covers(const struct sow_rules *rules)
{
    struct sow_fast_set set;
    return rules->pits <= SOW_FAST_MAX_PITS &&
           make_set(&rules->en_passant_capture, &set) &&
           make_set(&rules->number_capture, &set) &&
           make_set(&rules->place_capture, &set);
}

/* Places that a sowing visits, in its order: the own pits from index 0, the own store if
   it is sown, the opponent's pits. */
struct ring {
    struct sow_fast_entry place[2 * SOW_FAST_MAX_PITS + 1]; /* marks of the places, in the
                                                               last_ fields */
    int length;                                             /* number of places */
};

/* Lists the places of the board in the order of sowing: the mover's row, the mover's
   store if @p with_store, the opponent's row. */
static void make_ring(const struct sow_fast *fast, bool with_store, struct ring *ring)
{
    memset(ring, 0, sizeof *ring);
    for (int pit = 0; pit < fast->pits; pit++)
        ring->place[ring->length++].last_own = UINT64_C(1) << (8 * byte_of(fast, pit));
    if (with_store)
        ring->place[ring->length++].last_own = UINT64_C(1) << SOW_FAST_STORE_SHIFT;
    for (int pit = 0; pit < fast->pits; pit++)
        ring->place[ring->length++].last_other = UINT64_C(1) << (8 * byte_of(fast, pit));
}

/* Returns the lowest bit of the last seed's byte in the mover's word, and the highest bit
   of the word if that seed is the opponent's. */
static unsigned last_bit_of(const struct sow_fast_entry *entry)
{
    enum { TOP_BIT = 63 };
    return entry->last_own != 0 ? 8 * sow_fast_first(entry->last_own) : TOP_BIT;
}

/* Notes that a pit earns another turn with a number of seeds. Smaller numbers of the
   pit come first. */
static void note_again(struct sow_fast *fast, int seeds, unsigned byte)
{
    fast->again_from[seeds] |= (uint8_t)(1U << byte);
    if ((fast->home >> (8 * byte) & 0xffU) == 0)
        fast->home |= (uint64_t)seeds << (8 * byte);
}

/* Fills the tables of sowing effects for one pit and every number of seeds from 1. The
   entry for a number of seeds extends the one for a seed less. The pit -1 has no seeds
   and lies before the first one. */
static void make_entries(struct sow_fast *fast, const struct ring *ring, int pit)
{
    unsigned byte = byte_of(fast, pit);
    uint64_t origin = pit < 0 ? 0 : ring->place[pit].last_own;
    struct sow_fast_entry entry = {0};
    int at = pit;
    for (int seeds = 1; seeds <= SOW_MAX_SEEDS; seeds++) {
        at = (at + 1) % ring->length;
        if (at == pit && fast->skip_origin)
            at = (at + 1) % ring->length;
        entry.last_own = ring->place[at].last_own;
        entry.last_other = ring->place[at].last_other;
        entry.add_own += entry.last_own - origin;
        entry.add_other += entry.last_other;
        fast->entry[seeds][byte] = entry;
        fast->last_bit[seeds][byte] = (uint8_t)last_bit_of(&entry);
        if (pit >= 0 && (entry.last_own & fast->again) != 0)
            note_again(fast, seeds, byte);
    }
}

/* Prepares the capture rules, and chooses the code that captures. The rules must be
   covered (sow_fast_covers). */
static void make_captures(struct sow_fast *fast, const struct sow_rules *rules)
{
    bool fits = make_set(&rules->number_capture, &fast->number) &&
                make_set(&rules->place_capture, &fast->place) &&
                make_set(&rules->en_passant_capture, &fast->passing);
    assert(fits);
    (void)fits;
    if (rules->number_where != SOW_WHERE_OPPONENT)
        fast->number_own = SOW_FAST_PITS(0xff);
    if (rules->number_where != SOW_WHERE_OWN)
        fast->number_other = SOW_FAST_PITS(0xff);
    fast->number_chain = rules->number_chain == SOW_CHAIN_NONE ? 0 : UINT64_MAX;
    fast->across = rules->number_chain == SOW_CHAIN_ACROSS ? 1 : 0;
    fast->place_chain = rules->place_chain ? UINT64_MAX : 0;
    if (rules->place_opposite_empty == SOW_EMPTY_TAKES_LAST)
        fast->place_over_empty = SOW_FAST_PITS(0x80);
    for (unsigned count = 0; count <= SOW_MAX_SEEDS; count++) {
        fast->may_number[count] = sow_counts_has(&rules->number_capture, count);
        fast->may_place[count] = sow_counts_has(&rules->place_capture, count);
    }
    if (fast->place.ranges == 0 && fast->number.ranges <= SOW_FAST_INLINE_RANGES &&
        fast->number_own == 0 && fast->across == 0)
        fast->captures = SOW_FAST_BY_NUMBER;
    else if (fast->number.ranges == 0 && fast->place.ranges <= SOW_FAST_INLINE_RANGES)
        fast->captures = SOW_FAST_BY_PLACE;
    else
        fast->captures = SOW_FAST_BY_ANY;
}

void sow_fast_prepare(struct sow_fast *fast, const struct sow_rules *rules)
{
    assert(sow_fast_covers(rules));
    memset(fast, 0, sizeof *fast);
    fast->pits = rules->pits;
    if (rules->extra_turn)
        fast->again = UINT64_C(1) << SOW_FAST_STORE_SHIFT;
    fast->lap = SOW_FAST_PITS(2 * rules->pits);
    fast->early_end = rules->early_end;
    fast->must_feed = rules->feeding == SOW_FEEDING_MUST;
    fast->filters = fast->must_feed || rules->grand_slam == SOW_SLAM_ILLEGAL;
    fast->grand_slam = rules->grand_slam;
    fast->end = rules->end;
    fast->leftovers = rules->leftovers;
    fast->lap_limit = rules->lap_limit;
    fast->store_sown = rules->own_store_sown;
    fast->skip_origin = rules->lap_origin == SOW_ORIGIN_SKIPPED;
    make_captures(fast, rules);
    fast->by_laps = fast->lap_limit > 0 || fast->passing.ranges > 0;
    struct ring ring;
    make_ring(fast, fast->store_sown, &ring);
    for (int pit = -1; pit < fast->pits; pit++)
        make_entries(fast, &ring, pit);
}

/* --- conversion --- */

/* Returns the word of one player: a byte for each pit of the row, and the store. */
static uint64_t word_of(const struct sow_fast *fast, const struct sow_board *board,
                        int seat)
{
    uint64_t word = (uint64_t)board->store[seat] << SOW_FAST_STORE_SHIFT;
    for (int pit = 0; pit < fast->pits; pit++)
        word |= (uint64_t)board->pit[seat][pit] << (8 * byte_of(fast, pit));
    return word;
}

struct sow_fast_board sow_fast_from_board(const struct sow_fast *fast,
                                          const struct sow_board *board)
{
    return (struct sow_fast_board){word_of(fast, board, board->side),
                                   word_of(fast, board, 1 - board->side)};
}

void sow_fast_to_board(const struct sow_fast *fast, struct sow_fast_board board, int side,
                       struct sow_board *plain)
{
    uint64_t words[2];
    words[side] = board.own;
    words[1 - side] = board.other;
    memset(plain, 0, sizeof *plain);
    plain->side = (uint8_t)side;
    for (int seat = 0; seat < 2; seat++) {
        plain->store[seat] = (uint8_t)(words[seat] >> SOW_FAST_STORE_SHIFT);
        for (int pit = 0; pit < fast->pits; pit++)
            plain->pit[seat][pit] = (uint8_t)(words[seat] >> (8 * byte_of(fast, pit)));
    }
}

/* --- captures --- */

/* Returns the flags (the top bit of each byte) of the pits whose counts are in @p set,
   for any number of ranges. */
static uint64_t all_members(const struct sow_fast_set *set, uint64_t word)
{
    uint64_t flags = sow_fast_members(set, word);
    for (int i = SOW_FAST_INLINE_RANGES; i < set->ranges; i++)
        flags |= sow_fast_in_range(&set->range[i], word);
    return flags;
}

/* Returns true if a number capture starts at the last seed, whose pit @p entry marks. */
static bool number_captures(const struct sow_fast *fast, struct sow_fast_entry entry,
                            struct sow_fast_board board)
{
    uint64_t own = all_members(&fast->number, board.own) & entry.last_own << 7U;
    uint64_t other = all_members(&fast->number, board.other) & entry.last_other << 7U;
    return (own | other) != 0;
}

/* Returns the board after the number capture that starts at the last seed, whose pit @p
   entry marks. Within a row, the captured pits are one run. Across rows, they are a run
   in each row in turn: a carry out of one row enters the other. A chain that goes round
   the whole board stops at the pits that it has emptied. */
static struct sow_fast_board capture_by_number(const struct sow_fast *fast,
                                               struct sow_fast_entry entry,
                                               struct sow_fast_board board)
{
    unsigned beyond = (unsigned)(8 * fast->pits + 7);
    do {
        uint64_t own = all_members(&fast->number, board.own);
        uint64_t other = all_members(&fast->number, board.other);
        board =
            sow_fast_take(board, sow_fast_run(own, entry.last_own, fast->number_chain),
                          sow_fast_run(other, entry.last_other, fast->number_chain));
        uint64_t own_sum = sow_fast_run_sum(own, entry.last_own);
        uint64_t other_sum = sow_fast_run_sum(other, entry.last_other);
        entry.last_own = other_sum >> beyond & fast->across;
        entry.last_other = own_sum >> beyond & fast->across;
    } while ((entry.last_own | entry.last_other) != 0);
    return board;
}

/* Makes the place capture that starts at the last seed, and returns the board after it.
   Returns the same board if there is none. */
static struct sow_fast_board capture_by_place(const struct sow_fast *fast,
                                              const struct sow_fast_entry *entry,
                                              struct sow_fast_board board)
{
    uint64_t opposite = sow_fast_occupied(sow_fast_opposite(fast, board.other));
    uint64_t able =
        all_members(&fast->place, board.own) & (opposite | fast->place_over_empty);
    uint64_t pits = sow_fast_run(able, entry->last_own, fast->place_chain);
    return sow_fast_take(board, pits, sow_fast_opposite(fast, pits));
}

struct sow_fast_board sow_fast_capture_any(const struct sow_fast *fast,
                                           const struct sow_fast_entry *entry,
                                           struct sow_fast_board board)
{
    struct sow_fast_entry start = {.last_own = entry->last_own & fast->number_own,
                                   .last_other = entry->last_other & fast->number_other};
    if (number_captures(fast, start, board))
        return capture_by_number(fast, start, board);
    return capture_by_place(fast, entry, board);
}

/* --- sowing by laps --- */

/* Byte of the store. */
enum { STORE_BYTE = SOW_FAST_STORE_SHIFT / 8 };

/* A lap: the sowing of one pit of either row. */
struct lap {
    bool of_own;                 /* true if the pit is in the mover's row */
    unsigned byte;               /* byte of the pit */
    struct sow_fast_entry last;  /* marks the place of the last seed */
    struct sow_fast_board board; /* position before, then after */
};

/* Sows a pit with fewer seeds than would come round to it, and captures nothing. */
static void sow_at_once(const struct sow_fast *fast, struct lap *lap)
{
    unsigned shift = 8 * lap->byte;
    if (lap->of_own) {
        lap->last = fast->entry[lap->board.own >> shift & 0xffU][lap->byte];
    } else {
        unsigned seeds = (unsigned)(lap->board.other >> shift) & 0xffU;
        unsigned along = seeds < lap->byte ? seeds : lap->byte;
        uint64_t first = UINT64_C(1) << 8 * (lap->byte - along);
        lap->board.other &= ~(UINT64_C(0xff) << shift);
        lap->board.other += SOW_FAST_BYTES(1) & ((UINT64_C(1) << shift) - first);
        lap->last = seeds > along ? fast->entry[seeds - along][fast->pits]
                                  : (struct sow_fast_entry){.last_other = first};
    }
    lap->board.own += lap->last.add_own;
    lap->board.other += lap->last.add_other;
}

/* Returns the board after the captures en passant of a lap that passed each pit at most
   once. @p before is the mover's word before the lap. */
static struct sow_fast_board take_passed(const struct sow_fast *fast,
                                         struct sow_fast_board board, uint64_t before)
{
    uint64_t passed = sow_fast_occupied(board.own ^ before);
    return sow_fast_take(board, passed & all_members(&fast->passing, board.own), 0);
}

/* Sows a pit with any number of seeds, and captures en passant. Goes seed by seed. */
static void sow_by_seed(const struct sow_fast *fast, struct lap *lap)
{
    uint64_t *rows[2] = {&lap->board.other, &lap->board.own};
    uint64_t *origin = rows[lap->of_own];
    unsigned seeds = (unsigned)(*origin >> 8 * lap->byte) & 0xffU;
    unsigned at = lap->byte;
    bool own = lap->of_own;
    *origin &= ~(UINT64_C(0xff) << 8 * at);
    while (seeds > 0) {
        bool leaves = at == STORE_BYTE || (at == 0 && !(own && fast->store_sown));
        own = own != leaves;
        at = leaves ? (unsigned)fast->pits - 1 : at == 0 ? STORE_BYTE : at - 1;
        if (fast->skip_origin && own == lap->of_own && at == lap->byte)
            continue;
        uint64_t mark = UINT64_C(1) << 8 * at;
        *rows[own] += mark;
        seeds--;
        lap->last = (struct sow_fast_entry){.last_own = own ? mark : 0,
                                            .last_other = own ? 0 : mark};
        if (own)
            lap->board = sow_fast_take(
                lap->board, all_members(&fast->passing, lap->board.own) & mark << 7U, 0);
    }
}

/* Sows a pit and captures en passant. */
static void sow_lap(const struct sow_fast *fast, struct lap *lap)
{
    uint64_t before = lap->board.own;
    uint64_t row = lap->of_own ? before : lap->board.other;
    if ((row >> 8 * lap->byte & 0xffU) >= 2 * (unsigned)fast->pits) {
        sow_by_seed(fast, lap);
        return;
    }
    sow_at_once(fast, lap);
    if (fast->passing.ranges > 0)
        lap->board = take_passed(fast, lap->board, before);
}

/* Returns true if the last seed of a lap, which is in the pit of the lap now, captures
   there: @p count seeds are in the pit. */
static bool captures_in(const struct sow_fast *fast, const struct lap *lap,
                        unsigned count)
{
    uint64_t mark = UINT64_C(1) << 8 * lap->byte;
    unsigned across = 8 * ((unsigned)fast->pits - 1 - lap->byte);
    if (((lap->of_own ? fast->number_own : fast->number_other) & mark) != 0 &&
        fast->may_number[count])
        return true;
    return lap->of_own && fast->may_place[count] &&
           ((lap->board.other >> across & 0xffU) != 0 || fast->place_over_empty != 0);
}

/* Returns true if relay sowing goes on after a lap: the last seed fell into a pit with
   seeds, and captures nothing there. That pit then becomes the pit of the lap. */
static bool relays(const struct sow_fast *fast, struct lap *lap)
{
    bool own = lap->last.last_own != 0;
    unsigned byte = sow_fast_first(own ? lap->last.last_own : lap->last.last_other);
    if (byte == STORE_BYTE)
        return false;
    lap->of_own = own;
    lap->byte = byte;
    unsigned count = (unsigned)((own ? lap->board.own : lap->board.other) >> 8 * byte);
    count &= 0xffU;
    return count > 1 && !captures_in(fast, lap, count);
}

struct sow_fast_play sow_fast_play_laps(const struct sow_fast *fast,
                                        struct sow_fast_board board, unsigned byte)
{
    struct lap lap = {.of_own = true, .byte = byte, .board = board};
    sow_lap(fast, &lap);
    for (int laps = 1; laps < fast->lap_limit && relays(fast, &lap); laps++)
        sow_lap(fast, &lap);
    return sow_fast_end_sowing(fast, &lap.last, last_bit_of(&lap.last), lap.board);
}

/* --- legality --- */

/* Returns true if a sowing is not a grand slam. */
static bool is_no_slam(struct sow_fast_play play)
{
    return !play.slam;
}

/* Returns true if the opponent has seeds in the row after a sowing. */
static bool feeds(struct sow_fast_play play)
{
    return sow_fast_row(play.board.other) != 0;
}

/* Returns the flags of those pits in @p flags whose sowing passes @p test; all of them if
   none does. */
static inline uint64_t filter(const struct sow_fast *fast, struct sow_fast_board board,
                              uint64_t flags, bool (*test)(struct sow_fast_play play))
{
    uint64_t passed = 0;
    for (uint64_t left = flags; left != 0; left &= left - 1)
        if (test(sow_fast_play(fast, board, sow_fast_first(left))))
            passed |= left & -left;
    return passed != 0 ? passed : flags;
}

uint64_t sow_fast_filtered(const struct sow_fast *fast, struct sow_fast_board board)
{
    uint64_t flags = sow_fast_occupied(board.own);
    if (fast->grand_slam == SOW_SLAM_ILLEGAL)
        flags = filter(fast, board, flags, is_no_slam);
    if (fast->must_feed && sow_fast_row(board.other) == 0)
        flags = filter(fast, board, flags, feeds);
    return flags;
}

sow_pits sow_fast_legal(const struct sow_fast *fast, struct sow_fast_board board)
{
    uint64_t flags = sow_fast_legal_flags(fast, board);
    unsigned pits = 0;
    for (; flags != 0; flags &= flags - 1)
        pits |= 1U << byte_of(fast, (int)sow_fast_first(flags));
    return (sow_pits)pits;
}

/* --- what a move leads to --- */

/* Returns true if a store holds more than half of all seeds and the rules end the game
   then. */
static bool decided_early(const struct sow_fast *fast, struct sow_fast_board board)
{
    if (!fast->early_end)
        return false;
    uint64_t own = board.own >> SOW_FAST_STORE_SHIFT;
    uint64_t other = board.other >> SOW_FAST_STORE_SHIFT;
    uint64_t on_board = sow_fast_sum(sow_fast_row(board.own) + sow_fast_row(board.other));
    uint64_t half = (on_board + own + other) / 2;
    return own > half || other > half;
}

/* Returns whether the game has ended by the end rule, the mover passes without a move, or
   the game goes on. @p board is seen from the mover. Leaves out the early end. */
static enum sow_fast_verdict test_stuck(const struct sow_fast *fast,
                                        struct sow_fast_board board)
{
    bool own_empty = sow_fast_row(board.own) == 0;
    bool other_empty = sow_fast_row(board.other) == 0;
    bool ended = own_empty && other_empty;
    if (fast->end == SOW_END_ROW_EMPTY)
        ended = own_empty || other_empty;
    else if (fast->end == SOW_END_MOVER_STUCK)
        ended = own_empty;
    if (ended)
        return SOW_FAST_ENDED;
    return own_empty ? SOW_FAST_PASS : SOW_FAST_GOES_ON;
}

enum sow_fast_verdict sow_fast_test_end(const struct sow_fast *fast,
                                        struct sow_fast_board board)
{
    return decided_early(fast, board) ? SOW_FAST_ENDED : test_stuck(fast, board);
}

/* Returns the result of a move that led to @p next and added @p gain seeds to the mover's
   store. Gives out the remaining seeds if the game has ended. */
static struct sow_fast_outcome settle(const struct sow_fast *fast,
                                      struct sow_fast_next next, int gain)
{
    struct sow_fast_board board =
        next.ended ? sow_fast_settled(fast, next.board) : next.board;
    return (struct sow_fast_outcome){board, gain, next.again, next.same_side, next.ended};
}

/* Returns how much the store of a player's word has grown from @p before to @p after, in
   seeds. */
static int gain_of(uint64_t before, uint64_t after)
{
    return (int)(after >> SOW_FAST_STORE_SHIFT) - (int)(before >> SOW_FAST_STORE_SHIFT);
}

struct sow_fast_sowing sow_fast_sow(const struct sow_fast *fast,
                                    struct sow_fast_board board, int pit)
{
    assert(pit >= 0 && pit < fast->pits);
    assert((board.own >> (8 * byte_of(fast, pit)) & 0xffU) != 0);
    struct sow_fast_play play = sow_fast_play(fast, board, byte_of(fast, pit));
    return (struct sow_fast_sowing){play.board, gain_of(board.own, play.board.own),
                                    play.again, play.slam};
}

struct sow_fast_outcome sow_fast_move(const struct sow_fast *fast,
                                      struct sow_fast_board board, int pit)
{
    assert(pit >= 0 && pit < fast->pits);
    assert((board.own >> (8 * byte_of(fast, pit)) & 0xffU) != 0);
    struct sow_fast_next next = sow_fast_make(fast, board, byte_of(fast, pit));
    uint64_t own = next.same_side ? next.board.own : next.board.other;
    return settle(fast, next, gain_of(board.own, own));
}

struct sow_fast_outcome sow_fast_no_move(const struct sow_fast *fast,
                                         struct sow_fast_board board)
{
    enum sow_fast_verdict verdict = test_stuck(fast, board);
    bool pass = verdict == SOW_FAST_PASS;
    struct sow_fast_next next = {.board = pass ? sow_fast_turned(board) : board,
                                 .same_side = !pass,
                                 .ended = verdict == SOW_FAST_ENDED};
    return settle(fast, next, 0);
}
