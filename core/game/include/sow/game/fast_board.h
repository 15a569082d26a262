/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A fast engine for one board: for perft, search and solving.
 *
 * The board is two 64-bit words with one seed count a byte, seen from the side to move.
 * A move is two additions from a table indexed by seeds and pit; captures are word
 * arithmetic on all pits at once. The rules are data in a struct sow_fast, prepared
 * once. What a function does is defined by its namesake without "fast" in
 * sow/game/moves.h; sow_fast_covers says for which rules it does so.
 *
 * The functions are pure and thread-safe, and a prepared struct sow_fast may be shared by
 * threads. Ownership: everything is plain caller storage without pointers; a struct
 * sow_fast is too large (65 kB) for a small stack.
 */
#ifndef SOW_GAME_FAST_BOARD_H
#define SOW_GAME_FAST_BOARD_H

#include "sow/base/err.h"
#include "sow/game/moves.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** Most pits a row that fit, and the most counts or gapless ranges of counts a capture
 *  set may consist of ("2,4" has two, "2-4" one). */
enum { SOW_FAST_MAX_PITS = 7, SOW_FAST_MAX_RANGES = 8 };

/** Largest member of a capture set. */
enum { SOW_FAST_MAX_MEMBER = 127 };

/**
 * A board seen from the side to move. Byte k (k = 0 is the least significant) of a word
 * is the pit with sowing-order index pits - 1 - k of that row, byte 7 the store; the rest
 * is 0. So the pit nearest the own store is byte 0, and two boards are equal if both
 * words are.
 */
struct sow_fast_board {
    uint64_t own;
    uint64_t other;
};

/** A range of counts as constants for comparisons; empty if both are the same. */
struct sow_fast_range {
    uint64_t first;  /**< smallest member, in every byte */
    uint64_t beyond; /**< largest member + 1, in every byte */
};

/** A capture set. */
struct sow_fast_set {
    int ranges;
    struct sow_fast_range range[SOW_FAST_MAX_RANGES];
};

/** What sowing a number of seeds from a pit does. */
struct sow_fast_entry {
    uint64_t add_own, add_other;   /**< to be added to the words, modulo 2^64 */
    uint64_t last_own, last_other; /**< 1 in the byte of the last seed, the rest 0 */
};

/** Rules made ready; the fields are private. */
struct sow_fast {
    int pits;
    int captures; /* which code captures */
    struct sow_fast_set number, place;
    uint64_t number_own, number_other;  /* 255 in the pits where number captures start */
    uint64_t number_chain, place_chain; /* all ones if captures go on in the row */
    uint64_t across;                    /* 1 if number captures go on in the other row */
    uint64_t place_over_empty; /* 128 in every pit if nothing need lie opposite */
    uint64_t again; /* 1 in the store's byte if a last seed there earns a turn */
    bool early_end;
    bool filters; /* not every occupied pit is legal */
    bool must_feed;
    int grand_slam;                                    /* enum sow_grand_slam */
    int end;                                           /* enum sow_end */
    int leftovers;                                     /* enum sow_leftovers */
    struct sow_fast_entry entry[SOW_MAX_SEEDS + 1][8]; /* [seeds][byte of the pit] */
};

/** As struct sow_sowing; the board is still seen from the mover. */
struct sow_fast_sowing {
    struct sow_fast_board board;
    int gain;
    bool again;
    bool slam;
};

/** As struct sow_outcome, with the board seen from the next side to move. */
struct sow_fast_outcome {
    struct sow_fast_board board;
    int gain;
    bool again;     /**< the sowing earned an extra turn */
    bool same_side; /**< the mover is to move again: extra turn or forced pass */
    bool ended;
};

/**
 * True if sow_fast_prepare accepts @p rules: single laps, no en-passant capture, at most
 * SOW_FAST_MAX_PITS pits a row, capture sets within the limits above. Everything else
 * that sow/game/moves.h knows is covered.
 */
bool sow_fast_covers(const struct sow_rules *rules);

/** Makes @p fast ready for covered @p rules, which are not referred to afterwards. */
void sow_fast_prepare(struct sow_fast *fast, const struct sow_rules *rules);

/** The fast form of a board of at most SOW_MAX_SEEDS seeds; drops which seat moves. */
struct sow_fast_board sow_fast_from_board(const struct sow_fast *fast,
                                          const struct sow_board *board);

/** The plain form, with @p side (enum sow_seat) to move. */
void sow_fast_to_board(const struct sow_fast *fast, struct sow_fast_board board, int side,
                       struct sow_board *plain);

/** Legal pits of the side to move, as sow_legal. */
sow_pits sow_fast_legal(const struct sow_fast *fast, struct sow_fast_board board);

/** Sows @p pit (not empty) and captures, as sow_sow. */
struct sow_fast_sowing sow_fast_sow(const struct sow_fast *fast,
                                    struct sow_fast_board board, int pit);

/** Plays the legal move @p pit, as sow_move. */
struct sow_fast_outcome sow_fast_move(const struct sow_fast *fast,
                                      struct sow_fast_board board, int pit);

/** What becomes of a position whose mover has no legal move, as sow_no_move. */
struct sow_fast_outcome sow_fast_no_move(const struct sow_fast *fast,
                                         struct sow_fast_board board);

/**
 * Number of leaves, as sow_perft_plain. At the last ply the legal moves are counted, not
 * made ("bulk counting"). The result is exact under all rules, as each is one leaf
 * whether or not it ends the game.
 */
uint64_t sow_fast_perft(const struct sow_fast *fast, struct sow_fast_board board,
                        int depth);

/** What the moves of the last ply did, all added up. */
struct sow_fast_tally {
    uint64_t leaves; /**< moves */
    uint64_t gain;   /**< increase of the movers' stores, before left-overs */
    uint64_t ended;  /**< moves that ended the game */
};

/** As sow_fast_perft with @p depth >= 1, but makes the moves of the last ply too. */
void sow_fast_tally(const struct sow_fast *fast, struct sow_fast_board board, int depth,
                    struct sow_fast_tally *tally);

SOW_C_END

#endif
