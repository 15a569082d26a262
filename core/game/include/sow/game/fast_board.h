/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A fast engine for one position at a time: for perft, search and solving.
 *
 * The board is two 64-bit words, seen from the side to move, with one seed count in each
 * byte. A move is two additions from a table indexed by seeds and pit. Captures are word
 * arithmetic on all pits at once. The rules are data in a struct sow_fast, which is
 * prepared once. Each function does the same as the function of sow/game/moves.h with the
 * same name without "fast", for all rules that sow_fast_covers() accepts.
 *
 * The functions are pure and thread-safe, and threads may share a prepared struct
 * sow_fast. Ownership: all structs are plain storage of the caller, without pointers. A
 * struct sow_fast has 68 kB, too much for a small stack.
 */
#ifndef SOW_GAME_FAST_BOARD_H
#define SOW_GAME_FAST_BOARD_H

#include "sow/base/err.h"
#include "sow/game/moves.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** Limits of the rules that the engine covers. */
enum {
    SOW_FAST_MAX_PITS = 7, /**< pits in a row */
    SOW_FAST_MAX_RANGES =
        8 /**< ranges without a gap in a capture set: "2,4" has two, "2-4" has one */
};

/** Largest member of a capture set that the engine covers. */
enum { SOW_FAST_MAX_MEMBER = 127 };

/**
 * Position seen from the side to move. Byte k of a word, counted from the least
 * significant, is the pit with index pits - 1 - k of that row. Byte 7 is the store, and
 * other bytes are 0. So the pit nearest to the own store is byte 0, and two positions are
 * equal if both words are.
 */
struct sow_fast_board {
    uint64_t own;   /**< row and store of the side to move */
    uint64_t other; /**< row and store of the opponent */
};

/**
 * Range of counts as constants for comparisons. The range is empty if both are the same.
 */
struct sow_fast_range {
    uint64_t first;  /**< smallest member, in every byte */
    uint64_t beyond; /**< largest member + 1, in every byte */
};

/** Capture set as ranges. */
struct sow_fast_set {
    int ranges; /**< number of ranges */
    struct sow_fast_range
        range[SOW_FAST_MAX_RANGES]; /**< the ranges; unused ones are empty */
};

/** Effect of sowing a number of seeds from a pit. */
struct sow_fast_entry {
    uint64_t add_own,  /**< number to add to the mover's word, modulo 2^64 */
        add_other;     /**< number to add to the opponent's word, modulo 2^64 */
    uint64_t last_own, /**< 1 in the last seed's byte, if the mover's; else 0 */
        last_other;    /**< 1 in the last seed's byte, if the opponent's; else 0
                        */
};

/** Rules prepared for the engine. The fields are private. */
struct sow_fast {
    int pits;                   /**< pits in a row */
    int captures;               /**< enum sow_fast_captures: the code that captures */
    struct sow_fast_set number, /**< counts of number captures */
        place,                  /**< counts of place captures */
        passing;                /**< counts of en-passant captures */
    uint64_t number_own,        /**< 255 in the own pits where number captures start */
        number_other;      /**< 255 in the opponent's pits where number captures start */
    uint64_t number_chain, /**< all ones if number captures take preceding pits too */
        place_chain;       /**< all ones if place captures take preceding pits too */
    uint64_t across;       /**< 1 if number captures continue in the other
                                row */
    uint64_t place_over_empty; /**< 128 in every pit if place captures do not need seeds
                                    in the opposite pit */
    uint64_t again; /**< 1 in the byte of the store if a last seed there gives another
                         turn */
    uint64_t home;  /**< in the byte of each pit, the least number of seeds with which it
                         earns another turn; 0: none does */
    uint64_t lap;   /**< 2 * pits in every pit: with fewer seeds, no other number than
                         that in `home` earns another turn */
    uint8_t again_from[SOW_MAX_SEEDS + 1]; /**< by seeds: a bit for each byte of a pit
                                                that earns another turn with them */
    bool by_laps;     /**< true if a sowing may have several laps, or captures en
                           passant: it is then played lap by lap */
    int lap_limit;    /**< largest number of laps in a sowing; 0: there is one lap only */
    bool store_sown;  /**< true if the own store is sown */
    bool skip_origin; /**< true if a sowing that comes round leaves out its origin */
    bool early_end;   /**< true if the game ends when a store has more than half of all
                           seeds */
    bool filters;     /**< true if some pits with seeds may be illegal */
    bool must_feed;   /**< true if the feeding rule holds (SOW_FEEDING_MUST) */
    int grand_slam;   /**< enum sow_grand_slam */
    int end;          /**< enum sow_end */
    int leftovers;    /**< enum sow_leftovers */
    bool may_number[SOW_MAX_SEEDS + 1]; /**< by count: true if it is in the set of number
                                             captures */
    bool may_place[SOW_MAX_SEEDS + 1];  /**< by count: true if it is in the set of place
                                            captures */
    uint8_t last_bit[SOW_MAX_SEEDS + 1][8]; /**< by seeds and byte of the pit: lowest bit
                                                 of the last seed's byte in the mover's
                                                 word; 63 if it is the opponent's */
    struct sow_fast_entry entry[SOW_MAX_SEEDS + 1][8]; /**< effects of sowings, by seeds
                                                            and byte of the pit. Byte
                                                            `pits` has the sowings that
                                                            enter the mover's row from
                                                            the other row */
};

/**
 * Result of one sowing, as struct sow_sowing. The position is still seen from the mover.
 */
struct sow_fast_sowing {
    struct sow_fast_board board; /**< position after sowing and captures */
    int gain;                    /**< increase of the mover's store */
    bool again;                  /**< true if the last seed gives another turn */
    bool slam; /**< true if all the opponent's seeds were captured, or would have been */
};

/**
 * Result of a move, as struct sow_outcome. The position is seen from the next side to
 * move.
 */
struct sow_fast_outcome {
    struct sow_fast_board board; /**< next position; after the end, with the remaining
                                      seeds given out */
    int gain;       /**< increase of the mover's store, without remaining seeds */
    bool again;     /**< true if the sowing gave another turn */
    bool same_side; /**< true if the mover moves again, by an extra turn or a forced
                         pass */
    bool ended;     /**< true if the game has ended */
};

/**
 * Returns true if the engine covers these rules. It covers all rules of sow/game/moves.h
 * with at most SOW_FAST_MAX_PITS pits in a row and capture sets within the limits above.
 * @param rules rules of the game
 * @returns true if sow_fast_prepare() accepts @p rules
 */
bool sow_fast_covers(const struct sow_rules *rules);

/**
 * Prepares the engine for some rules.
 * @param[out] fast the prepared rules
 * @param rules covered rules, not used after the call
 */
void sow_fast_prepare(struct sow_fast *fast, const struct sow_rules *rules);

/**
 * Converts a position to its fast form, which does not keep whose turn it is.
 * @param fast prepared rules
 * @param board position of at most SOW_MAX_SEEDS seeds
 * @returns the position seen from its side to move
 */
struct sow_fast_board sow_fast_from_board(const struct sow_fast *fast,
                                          const struct sow_board *board);

/**
 * Converts a position to its plain form.
 * @param fast prepared rules
 * @param board position to convert
 * @param side enum sow_seat of the side to move
 * @param[out] plain the position
 */
void sow_fast_to_board(const struct sow_fast *fast, struct sow_fast_board board, int side,
                       struct sow_board *plain);

/**
 * Returns the legal pits of the side to move, as sow_legal().
 * @param fast prepared rules
 * @param board position
 * @returns the set of pits
 */
sow_pits sow_fast_legal(const struct sow_fast *fast, struct sow_fast_board board);

/**
 * Sows a pit of the side to move and captures, as sow_sow(). The move need not be legal.
 * @param fast prepared rules
 * @param board position
 * @param pit index of the pit in sowing order, not empty
 * @returns the result
 */
struct sow_fast_sowing sow_fast_sow(const struct sow_fast *fast,
                                    struct sow_fast_board board, int pit);

/**
 * Plays a legal move, as sow_move().
 * @param fast prepared rules
 * @param board position
 * @param pit index of a legal pit in sowing order
 * @returns the result
 */
struct sow_fast_outcome sow_fast_move(const struct sow_fast *fast,
                                      struct sow_fast_board board, int pit);

/**
 * Applies the end rule to a position whose mover has no legal move, as sow_no_move(). The
 * player passes, or the game ends. The rule of the early end is not tested.
 * @param fast prepared rules
 * @param board position
 * @returns the result
 */
struct sow_fast_outcome sow_fast_no_move(const struct sow_fast *fast,
                                         struct sow_fast_board board);

/**
 * Counts leaves as sow_perft_plain(). At the last ply the legal moves are counted but not
 * made. The count is exact under all rules, because each such move is one leaf whether or
 * not it ends the game.
 * @param fast prepared rules
 * @param board position
 * @param depth plies to look ahead, at least 0
 * @returns the number of leaves
 */
uint64_t sow_fast_perft(const struct sow_fast *fast, struct sow_fast_board board,
                        int depth);

/** Sums over the moves of the last ply. */
struct sow_fast_tally {
    uint64_t leaves; /**< number of moves */
    uint64_t gain;   /**< increase of the movers' stores, without remaining seeds */
    uint64_t ended;  /**< number of moves that ended the game */
};

/**
 * Counts leaves as sow_fast_perft(), but makes the moves of the last ply too, and sums
 * their gains and the games that they end.
 * @param fast prepared rules
 * @param board position
 * @param depth plies to look ahead, at least 1
 * @param[out] tally the sums
 */
void sow_fast_tally(const struct sow_fast *fast, struct sow_fast_board board, int depth,
                    struct sow_fast_tally *tally);

SOW_C_END

#endif
