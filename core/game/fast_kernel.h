/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The inner loop of the fast board (sow/game/fast_board.h), for the hot loops of this
 * folder to inline.
 *
 * All pits of a row are worked on at once, one a byte of a 64-bit word. Three facts carry
 * it:
 * - Additions cannot spill from one byte into the next, since no byte can exceed the 255
 *   seeds of a board. So a whole sowing, the emptied origin included, is one addition a
 *   word.
 * - A comparison is a subtraction: with the top bit of a byte set beforehand, it survives
 *   the subtraction of c exactly if the byte was c or more. Answers are "flags": the top
 *   bit of each byte.
 * - Captures run backwards against the sowing, and bytes are numbered backwards too. So
 *   the run of capturable pits that starts at the last one is found by the carry of an
 *   addition. Example, members of the set marked 1, last seed in byte 1:
 *
 *       byte              3  2  1  0
 *       member            0  1  1  1     flags | 0x7f:  7f ff ff ff
 *       last seed         0  0  1  0     sum:           80 00 00 ff
 *       flag has gone     0  1  1  0     = the pits to take
 *
 *   The carry stops in the first byte that is no member, here byte 3.
 */
#ifndef SOW_GAME_FAST_KERNEL_H
#define SOW_GAME_FAST_KERNEL_H

#include "sow/game/fast_board.h"

/* The same byte in all eight places, and in the seven that can be pits. */
#define SOW_FAST_BYTES(byte) (UINT64_C(0x0101010101010101) * (uint64_t)(byte))
#define SOW_FAST_PITS(byte) (UINT64_C(0x0001010101010101) * (uint64_t)(byte))

enum { SOW_FAST_STORE_SHIFT = 56 };

/* Out of line, boards would travel through memory. */
#define SOW_FAST_INLINE static inline __attribute__((always_inline))

/* A word's pits without its store. */
static inline uint64_t sow_fast_row(uint64_t word)
{
    return word & SOW_FAST_PITS(0xff);
}

/* Flags of the pits that are not empty. */
static inline uint64_t sow_fast_occupied(uint64_t word)
{
    return (((word & SOW_FAST_PITS(0x7f)) + SOW_FAST_PITS(0x7f)) | word) &
           SOW_FAST_PITS(0x80);
}

/* The number of flags. */
static inline int sow_fast_flags(uint64_t flags)
{
    return (int)(((flags >> 7U) * SOW_FAST_BYTES(1)) >> SOW_FAST_STORE_SHIFT);
}

/* 255 in every flagged byte. */
static inline uint64_t sow_fast_spread(uint64_t flags)
{
    return (flags << 1U) - (flags >> 7U);
}

/* All seeds of a word without store. */
static inline uint64_t sow_fast_sum(uint64_t row)
{
    return (row * SOW_FAST_BYTES(1)) >> SOW_FAST_STORE_SHIFT;
}

/* Flags of the pits whose counts are in @p range, which may be empty. */
static inline uint64_t sow_fast_in_range(const struct sow_fast_range *range,
                                         uint64_t word)
{
    uint64_t topped = word | SOW_FAST_BYTES(0x80);
    return (topped - range->first) & ~(topped - range->beyond) & ~word &
           SOW_FAST_PITS(0x80);
}

/* A set of up to this many ranges is tested inline. */
enum { SOW_FAST_INLINE_RANGES = 2 };

/* Flags of the pits whose counts are in @p set, as far as its inline ranges go. */
static inline uint64_t sow_fast_members(const struct sow_fast_set *set, uint64_t word)
{
    return sow_fast_in_range(&set->range[0], word) |
           sow_fast_in_range(&set->range[1], word);
}

/* The addition that finds a run: the flags of its members go out, and the flag behind it
   comes on. */
static inline uint64_t sow_fast_run_sum(uint64_t members, uint64_t last)
{
    return (members | SOW_FAST_BYTES(0x7f)) + last;
}

/* Flags of the run of members that starts at the byte marked by @p last, if any; of the
   first pit alone if @p chain is 0. */
static inline uint64_t sow_fast_run(uint64_t members, uint64_t last, uint64_t chain)
{
    return members & ~sow_fast_run_sum(members, last) & (last << 7U | chain);
}

/* A row with its pits in the order of the pits they lie opposite to. */
static inline uint64_t sow_fast_opposite(const struct sow_fast *fast, uint64_t word)
{
    return __builtin_bswap64(word) >> (unsigned)(8 * (8 - fast->pits));
}

/* The board with the flagged pits taken into the mover's store. */
static inline struct sow_fast_board
sow_fast_take(struct sow_fast_board board, uint64_t own_flags, uint64_t other_flags)
{
    uint64_t own = board.own & sow_fast_spread(own_flags);
    uint64_t other = board.other & sow_fast_spread(other_flags);
    uint64_t gain = sow_fast_sum(own + other) << SOW_FAST_STORE_SHIFT;
    return (struct sow_fast_board){board.own - own + gain, board.other - other};
}

/* Number capture in the opponent's row. */
SOW_FAST_INLINE struct sow_fast_board
sow_fast_capture_number(const struct sow_fast *fast, const struct sow_fast_entry *entry,
                        struct sow_fast_board board)
{
    uint64_t members = sow_fast_members(&fast->number, board.other);
    uint64_t pits = sow_fast_run(members, entry->last_other, fast->number_chain);
    return sow_fast_take(board, 0, pits);
}

/* Place capture. That there is none is frequent enough to be guessed. */
SOW_FAST_INLINE struct sow_fast_board
sow_fast_capture_place(const struct sow_fast *fast, const struct sow_fast_entry *entry,
                       struct sow_fast_board board)
{
    uint64_t members = sow_fast_members(&fast->place, board.own);
    if ((members & entry->last_own << 7U) == 0)
        return board;
    uint64_t opposite = sow_fast_occupied(sow_fast_opposite(fast, board.other));
    uint64_t pits = sow_fast_run(members & (opposite | fast->place_over_empty),
                                 entry->last_own, fast->place_chain);
    return sow_fast_take(board, pits, sow_fast_opposite(fast, pits));
}

/* Which function captures, by struct sow_fast's `captures`. */
enum sow_fast_captures { SOW_FAST_BY_NUMBER, SOW_FAST_BY_PLACE, SOW_FAST_BY_ANY };

/* All captures, for whatever the two functions above do not cover. */
struct sow_fast_board sow_fast_capture_any(const struct sow_fast *fast,
                                           const struct sow_fast_entry *entry,
                                           struct sow_fast_board board);

SOW_FAST_INLINE struct sow_fast_board sow_fast_capture(const struct sow_fast *fast,
                                                       const struct sow_fast_entry *entry,
                                                       struct sow_fast_board board)
{
    if (fast->captures == SOW_FAST_BY_NUMBER)
        return sow_fast_capture_number(fast, entry, board);
    if (fast->captures == SOW_FAST_BY_PLACE)
        return sow_fast_capture_place(fast, entry, board);
    return sow_fast_capture_any(fast, entry, board);
}

/* A sowing, seen from the mover. */
struct sow_fast_play {
    struct sow_fast_board board;
    bool again;
    bool slam;
};

/* Sows the pit of byte @p byte and captures. */
SOW_FAST_INLINE struct sow_fast_play
sow_fast_play(const struct sow_fast *fast, struct sow_fast_board board, unsigned byte)
{
    const struct sow_fast_entry *entry =
        &fast->entry[board.own >> (8 * byte) & 0xffU][byte];
    struct sow_fast_board sown = {board.own + entry->add_own,
                                  board.other + entry->add_other};
    struct sow_fast_play play = {.board = sow_fast_capture(fast, entry, sown)};
    play.again = (entry->last_own & fast->again) != 0;
    play.slam = sow_fast_row(sown.other) != 0 && sow_fast_row(play.board.other) == 0;
    if (fast->grand_slam == SOW_SLAM_CAPTURES_NOTHING && play.slam)
        play.board = sown;
    return play;
}

static inline struct sow_fast_board sow_fast_turned(struct sow_fast_board board)
{
    return (struct sow_fast_board){board.other, board.own};
}

/* A position after a move, seen from the side to move next. */
struct sow_fast_next {
    struct sow_fast_board board;
    bool again;
    bool same_side;
    bool ended;
};

/* What the end rules say. */
enum sow_fast_verdict { SOW_FAST_GOES_ON, SOW_FAST_PASS, SOW_FAST_ENDED };

/* Applies the end rules to a board seen from the side to move next. */
enum sow_fast_verdict sow_fast_test_end(const struct sow_fast *fast,
                                        struct sow_fast_board board);

/* Makes a move. */
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
                                  .ended = verdict == SOW_FAST_ENDED};
}

/* Flags of the legal pits, where the rules ask for more than a seed in them. */
uint64_t sow_fast_filtered(const struct sow_fast *fast, struct sow_fast_board board);

/* Flags of the legal pits. */
SOW_FAST_INLINE uint64_t sow_fast_legal_flags(const struct sow_fast *fast,
                                              struct sow_fast_board board)
{
    if (fast->filters &&
        (fast->grand_slam == SOW_SLAM_ILLEGAL || sow_fast_row(board.other) == 0))
        return sow_fast_filtered(fast, board);
    return sow_fast_occupied(board.own);
}

/* The lowest flagged byte; flags must not be 0. */
static inline unsigned sow_fast_first(uint64_t flags)
{
    return (unsigned)__builtin_ctzll(flags) / 8;
}

#endif
