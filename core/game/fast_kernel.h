/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The inner loop of the fast engine (sow/game/fast_board.h), for the hot loops of this
 * folder to inline.
 *
 * All pits of a row are processed at once, each in one byte of a 64-bit word. The method
 * rests on three facts:
 * - Additions do not overflow a byte, because a board has at most 255 seeds. So a whole
 *   sowing is one addition for each word, including the emptied origin.
 * - A comparison is a subtraction. Set the top bit of a byte and subtract c. The top bit
 *   stays set exactly if the byte was c or more. Results are "flags", the top bit of each
 *   byte.
 * - Captures run backwards against the sowing, and bytes are numbered backwards too. So
 *   the carry of an addition finds the run of capturable pits that starts at the last
 *   seed.
 *
 * Example of a run, in bytes 3 to 0. Bytes 2, 1 and 0 are members of the capture set, and
 * the last seed is in byte 1. Then:
 *
 *       flags | 0x7f      7f ff ff ff
 *       + last seed       00 00 01 00
 *       = sum             80 00 00 ff
 *
 * This clears the flags of bytes 1 and 2. These pits are captured. The carry stops in
 * the first byte that is not a member, here byte 3.
 */
#ifndef SOW_GAME_FAST_KERNEL_H
#define SOW_GAME_FAST_KERNEL_H

#include "sow/game/fast_board.h"

/* Words with the same byte in all eight places, and in the seven that can be pits. */
#define SOW_FAST_BYTES(byte) (UINT64_C(0x0101010101010101) * (uint64_t)(byte))
#define SOW_FAST_PITS(byte) (UINT64_C(0x0001010101010101) * (uint64_t)(byte))

/** Lowest bit of the store's byte. */
enum { SOW_FAST_STORE_SHIFT = 56 };

/* Attribute of functions that must be inlined. In a real call, boards would be passed in
   memory. */
#define SOW_FAST_INLINE static inline __attribute__((always_inline))

/* Returns the pits of a word without its store. */
static inline uint64_t sow_fast_row(uint64_t word)
{
    return word & SOW_FAST_PITS(0xff);
}

/* Returns the flags of the pits with seeds; never one for the store. */
static inline uint64_t sow_fast_occupied(uint64_t word)
{
    return (((word & SOW_FAST_PITS(0x7f)) + SOW_FAST_PITS(0x7f)) | word) &
           SOW_FAST_PITS(0x80);
}

/* Returns the number of flags that are set. */
static inline int sow_fast_flags(uint64_t flags)
{
    return (int)(((flags >> 7U) * SOW_FAST_BYTES(1)) >> SOW_FAST_STORE_SHIFT);
}

/* Returns a word with 255 in every flagged byte and 0 in the others. */
static inline uint64_t sow_fast_spread(uint64_t flags)
{
    return (flags << 1U) - (flags >> 7U);
}

/* Returns the sum of all pits of a word without its store. */
static inline uint64_t sow_fast_sum(uint64_t row)
{
    return (row * SOW_FAST_BYTES(1)) >> SOW_FAST_STORE_SHIFT;
}

/* Returns the flags of the pits whose counts are in @p range, which may be empty. */
static inline uint64_t sow_fast_in_range(const struct sow_fast_range *range,
                                         uint64_t word)
{
    uint64_t topped = word | SOW_FAST_BYTES(0x80);
    return (topped - range->first) & ~(topped - range->beyond) & ~word &
           SOW_FAST_PITS(0x80);
}

/* Number of ranges in a set that are tested inline. */
enum { SOW_FAST_INLINE_RANGES = 2 };

/* Returns the flags of the pits whose counts are in the inline ranges of @p set. */
static inline uint64_t sow_fast_members(const struct sow_fast_set *set, uint64_t word)
{
    return sow_fast_in_range(&set->range[0], word) |
           sow_fast_in_range(&set->range[1], word);
}

/* Returns the sum that finds a run, as the example above shows. @p members are flags, and
   @p last has a 1 in the byte of the last seed. The sum has no flag for the run's
   members, and has the flag after them. */
static inline uint64_t sow_fast_run_sum(uint64_t members, uint64_t last)
{
    return (members | SOW_FAST_BYTES(0x7f)) + last;
}

/* Returns the flags of the run of members that starts at the byte marked by @p last. If
   @p chain is 0, returns at most the flag of that byte. */
static inline uint64_t sow_fast_run(uint64_t members, uint64_t last, uint64_t chain)
{
    return members & ~sow_fast_run_sum(members, last) & (last << 7U | chain);
}

/* Returns the row of a word with its bytes reversed, so that each pit lies where its
   opposite pit was. The store drops out. */
static inline uint64_t sow_fast_opposite(const struct sow_fast *fast, uint64_t word)
{
    return __builtin_bswap64(word) >> (unsigned)(8 * (8 - fast->pits));
}

/* Returns the board with the seeds of all flagged pits of both rows in the mover's
   store. */
static inline struct sow_fast_board
sow_fast_take(struct sow_fast_board board, uint64_t own_flags, uint64_t other_flags)
{
    uint64_t own = board.own & sow_fast_spread(own_flags);
    uint64_t other = board.other & sow_fast_spread(other_flags);
    uint64_t gain = sow_fast_sum(own + other) << SOW_FAST_STORE_SHIFT;
    return (struct sow_fast_board){board.own - own + gain, board.other - other};
}

/* Returns the board after a number capture in the opponent's row, or the same board if
   there is none. @p entry marks the pit of the last seed. */
SOW_FAST_INLINE struct sow_fast_board
sow_fast_capture_number(const struct sow_fast *fast, const struct sow_fast_entry *entry,
                        struct sow_fast_board board)
{
    uint64_t members = sow_fast_members(&fast->number, board.other);
    uint64_t pits = sow_fast_run(members, entry->last_other, fast->number_chain);
    return sow_fast_take(board, 0, pits);
}

/* Returns the board after a place capture, or the same board if there is none. @p entry
   marks the pit of the last seed. For @p last_bit see struct sow_fast: a byte without a
   pit may pass the first test, but has no members. Most moves have no capture, so the
   branch is predicted well. */
SOW_FAST_INLINE struct sow_fast_board
sow_fast_capture_place(const struct sow_fast *fast, const struct sow_fast_entry *entry,
                       unsigned last_bit, struct sow_fast_board board)
{
    if (!fast->may_place[board.own >> last_bit & 0xffU])
        return board;
    uint64_t members = sow_fast_members(&fast->place, board.own);
    uint64_t opposite = sow_fast_occupied(sow_fast_opposite(fast, board.other));
    uint64_t pits = sow_fast_run(members & (opposite | fast->place_over_empty),
                                 entry->last_own, fast->place_chain);
    return sow_fast_take(board, pits, sow_fast_opposite(fast, pits));
}

/* Code that captures, for the field `captures` of struct sow_fast. */
enum sow_fast_captures { SOW_FAST_BY_NUMBER, SOW_FAST_BY_PLACE, SOW_FAST_BY_ANY };

/* Returns the board after the captures, under any rules; for those that the two functions
   above do not cover. */
struct sow_fast_board sow_fast_capture_any(const struct sow_fast *fast,
                                           const struct sow_fast_entry *entry,
                                           struct sow_fast_board board);

/** Returns the board after the captures at the end of a sowing, with the code that fits
 * the rules. @p entry marks the pit of the last seed. For @p last_bit see struct
 * sow_fast. */
SOW_FAST_INLINE struct sow_fast_board sow_fast_capture(const struct sow_fast *fast,
                                                       const struct sow_fast_entry *entry,
                                                       unsigned last_bit,
                                                       struct sow_fast_board board)
{
    if (fast->captures == SOW_FAST_BY_NUMBER)
        return sow_fast_capture_number(fast, entry, board);
    if (fast->captures == SOW_FAST_BY_PLACE)
        return sow_fast_capture_place(fast, entry, last_bit, board);
    return sow_fast_capture_any(fast, entry, board);
}

/* Result of a sowing, seen from the mover. */
struct sow_fast_play {
    struct sow_fast_board board; /* position after sowing and captures */
    bool again;                  /* true if the last seed gives another turn */
    bool slam; /* true if all the opponent's seeds were captured, or would have been */
};

/* Makes the captures at the end of a sowing that led to @p sown. @p entry marks the pit
   of the last seed. For @p last_bit see struct sow_fast. A grand slam leaves the seeds
   uncaptured if the rules say that it captures nothing. */
SOW_FAST_INLINE struct sow_fast_play
sow_fast_end_sowing(const struct sow_fast *fast, const struct sow_fast_entry *entry,
                    unsigned last_bit, struct sow_fast_board sown)
{
    struct sow_fast_play play = {.board = sow_fast_capture(fast, entry, last_bit, sown)};
    play.again = (entry->last_own & fast->again) != 0;
    play.slam = sow_fast_row(sown.other) != 0 && sow_fast_row(play.board.other) == 0;
    if (fast->grand_slam == SOW_SLAM_CAPTURES_NOTHING && play.slam)
        play.board = sown;
    return play;
}

/* Does the same as sow_fast_play, for rules with relay sowing or captures en passant. */
struct sow_fast_play sow_fast_play_laps(const struct sow_fast *fast,
                                        struct sow_fast_board board, unsigned byte);

/* Sows the pit in byte @p byte, which must have seeds, and captures. */
SOW_FAST_INLINE struct sow_fast_play
sow_fast_play(const struct sow_fast *fast, struct sow_fast_board board, unsigned byte)
{
    if (fast->by_laps)
        return sow_fast_play_laps(fast, board, byte);
    unsigned seeds = (unsigned)(board.own >> (8 * byte)) & 0xffU;
    const struct sow_fast_entry *entry = &fast->entry[seeds][byte];
    struct sow_fast_board sown = {board.own + entry->add_own,
                                  board.other + entry->add_other};
    return sow_fast_end_sowing(fast, entry, fast->last_bit[seeds][byte], sown);
}

/** Returns the board as the opponent sees it. */
static inline struct sow_fast_board sow_fast_turned(struct sow_fast_board board)
{
    return (struct sow_fast_board){board.other, board.own};
}

/* Position after a move, seen from the next side to move. */
struct sow_fast_next {
    struct sow_fast_board board; /* position, with remaining seeds still in the pits */
    bool again;                  /* true if the sowing gave another turn */
    bool same_side;              /* true if the mover moves again: extra turn or pass */
    bool ended;                  /* true if the game has ended */
    uint8_t store;               /* seeds in the store of the player who moved */
};

/* Result of the end rules. */
enum sow_fast_verdict { SOW_FAST_GOES_ON, SOW_FAST_PASS, SOW_FAST_ENDED };

/* Returns the result of the end rules for a board seen from the next side to move. Tests
   the early end first, then the rule of stuck players. Changes no seeds. */
enum sow_fast_verdict sow_fast_test_end(const struct sow_fast *fast,
                                        struct sow_fast_board board);

/* Makes the move of the pit in byte @p byte: sows, captures, passes the turn and tests
   the end rules. Remaining seeds are not given out (sow_fast_settled). */
SOW_FAST_INLINE struct sow_fast_next
sow_fast_make(const struct sow_fast *fast, struct sow_fast_board board, unsigned byte)
{
    struct sow_fast_play play = sow_fast_play(fast, board, byte);
    struct sow_fast_board next = play.again ? play.board : sow_fast_turned(play.board);
    enum sow_fast_verdict verdict = SOW_FAST_GOES_ON;
    if (sow_fast_row(next.own) == 0 || sow_fast_row(next.other) == 0 || fast->early_end)
        verdict = sow_fast_test_end(fast, next);
    bool pass = verdict == SOW_FAST_PASS;
    return (struct sow_fast_next){.board = pass ? sow_fast_turned(next) : next,
                                  .again = play.again,
                                  .same_side = play.again != pass,
                                  .ended = verdict == SOW_FAST_ENDED,
                                  .store =
                                      (uint8_t)(play.board.own >> SOW_FAST_STORE_SHIFT)};
}

/* Returns the board of a finished game with each row in its owner's store, if the rules
   give out remaining seeds. This also covers SOW_LEFT_OTHER_PLAYER, because the row of a
   player who is stuck is empty. */
static inline struct sow_fast_board sow_fast_settled(const struct sow_fast *fast,
                                                     struct sow_fast_board board)
{
    if (fast->leftovers == SOW_LEFT_NOBODY)
        return board;
    board = sow_fast_turned(sow_fast_take(board, SOW_FAST_PITS(0x80), 0));
    return sow_fast_turned(sow_fast_take(board, SOW_FAST_PITS(0x80), 0));
}

/* Returns the flags of the legal pits under rules that can forbid a pit with seeds: first
   by the grand-slam rule, then by the feeding rule. A rule that forbids all is
   ignored. */
uint64_t sow_fast_filtered(const struct sow_fast *fast, struct sow_fast_board board);

/* Returns the flags of the legal pits. */
SOW_FAST_INLINE uint64_t sow_fast_legal_flags(const struct sow_fast *fast,
                                              struct sow_fast_board board)
{
    if (fast->filters &&
        (fast->grand_slam == SOW_SLAM_ILLEGAL || sow_fast_row(board.other) == 0))
        return sow_fast_filtered(fast, board);
    return sow_fast_occupied(board.own);
}

/* Returns the flags of the pits of the side to move that earn another turn. The rules
   have no relay sowing. */
SOW_FAST_INLINE uint64_t sow_fast_again_flags(const struct sow_fast *fast,
                                              struct sow_fast_board board)
{
    uint64_t topped = (board.own & SOW_FAST_PITS(0x7f)) | SOW_FAST_PITS(0x80);
    uint64_t again = 0;
    if (fast->again == 0)
        return 0;
    if ((((topped - fast->lap) | board.own) & SOW_FAST_PITS(0x80)) == 0)
        return sow_fast_occupied(board.own) & ~sow_fast_occupied(board.own ^ fast->home);
    for (unsigned byte = 0; byte < (unsigned)fast->pits; byte++) {
        uint64_t from = fast->again_from[board.own >> (8 * byte) & 0xffU];
        again |= (from >> byte & 1U) << (8 * byte + 7);
    }
    return again;
}

/* Returns the number of the lowest flagged byte, from 0. The flags must not be 0. */
static inline unsigned sow_fast_first(uint64_t flags)
{
    return (unsigned)__builtin_ctzll(flags) / 8;
}

#endif
