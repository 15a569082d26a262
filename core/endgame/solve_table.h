/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A table of a solver: results for positions, eight bytes each.
 *
 * The key of a position is its number among all positions with at most a given number of
 * seeds, mixed by a one-to-one map. Some bits of the key give the place of an entry, and
 * the entry holds all other bits. So no position is ever taken for another. An entry is
 * read and written in one operation, so threads need no lock.
 */
#ifndef SOW_ENDGAME_SOLVE_TABLE_H
#define SOW_ENDGAME_SOLVE_TABLE_H

#include "fast_kernel.h"

#include <stddef.h>

/* Entries in one place. A new entry replaces the least useful of them. */
enum { SOLVE_WAYS = 4 };

/* Bits of an entry, from the bottom: lower and upper bound of the mover's result, its
   best move, the work it took, and the rest of the key. An entry of 0 is free. */
enum {
    SOLVE_UPPER_SHIFT = 8,
    SOLVE_MOVE_SHIFT = 16,
    SOLVE_WORK_SHIFT = 19,
    SOLVE_KEY_SHIFT = 22,
    SOLVE_WORK_MAX = 7,
    SOLVE_KEY_BITS = 64 - SOLVE_KEY_SHIFT
};

/** Table of results. */
struct solve_table {
    int pits;          /* pits in a row */
    int key_bits;      /* bits of a mixed key */
    int place_bits;    /* bits of it that give the place of an entry */
    uint64_t *entries; /* entries, owned */
    /* Binomials that number positions, by [pit][seeds in the pits up to it]. */
    uint64_t ways[2 * SOW_FAST_MAX_PITS][SOW_MAX_SEEDS + 1];
};

/* Result for a position. */
struct solve_known {
    int lower, upper; /* bounds of the seeds that the mover gets */
    int move;         /* byte of the best move's pit */
    int work;         /* work of the search, 1 to SOLVE_WORK_MAX: a logarithm of the
                         positions searched */
};

/* Makes a table of at most @p bytes bytes for boards with @p pits pits in a row and at
   most @p seeds seeds. Returns SOW_USAGE if the table is too small, or SOW_NO_MEMORY.
   Also then it may be released. */
SOW_MUST_USE enum sow_status sow_solve_table_init(struct solve_table *table, int pits,
                                                  int seeds, uint64_t bytes,
                                                  struct sow_err *err);

/* Frees the entries. A table may be released twice. */
void sow_solve_table_release(struct solve_table *table);

/* Returns the key of a board whose stores are 0: its number among all positions, mixed.
   Two positions have different keys. */
SOW_FAST_INLINE uint64_t solve_table_key(const struct solve_table *table,
                                         struct sow_fast_board board)
{
    uint64_t own = board.own * SOW_FAST_BYTES(1);
    uint64_t other = (board.other + (own >> SOW_FAST_STORE_SHIFT)) * SOW_FAST_BYTES(1);
    uint64_t key = 0;
    for (int i = 0; i < table->pits; i++)
        key += table->ways[i][own >> 8 * i & 0xffU] +
               table->ways[table->pits + i][other >> 8 * i & 0xffU];
    uint64_t mask = ~UINT64_C(0) >> (64 - table->key_bits);
    int half = table->key_bits / 2;
    key ^= key >> half;
    key = key * UINT64_C(0x9e3779b97f4a7c15) & mask;
    key ^= key >> half;
    key = key * UINT64_C(0xbf58476d1ce4e5b9) & mask;
    return key ^ key >> half;
}

/* Returns the first of the entries where @p key belongs. */
SOW_FAST_INLINE uint64_t *solve_table_place(const struct solve_table *table, uint64_t key)
{
    uint64_t places = UINT64_C(1) << table->place_bits;
    return &table->entries[(key & (places - 1)) * SOLVE_WAYS];
}

/* Returns the entry of the position with key @p key, or 0 if the table has none. */
SOW_FAST_INLINE uint64_t solve_table_find(const struct solve_table *table, uint64_t key)
{
    const uint64_t *place = solve_table_place(table, key);
    uint64_t rest = key >> table->place_bits;
    for (int i = 0; i < SOLVE_WAYS; i++) {
        uint64_t entry = __atomic_load_n(&place[i], __ATOMIC_RELAXED);
        if (entry >> SOLVE_KEY_SHIFT == rest && entry != 0)
            return entry;
    }
    return 0;
}

/* Returns the result in an entry that is not 0. */
SOW_FAST_INLINE struct solve_known solve_table_read(uint64_t entry)
{
    return (struct solve_known){
        (int)(entry & 0xffU), (int)(entry >> SOLVE_UPPER_SHIFT & 0xffU),
        (int)(entry >> SOLVE_MOVE_SHIFT & 7U), (int)(entry >> SOLVE_WORK_SHIFT & 7U)};
}

/* Stores the result for the position with key @p key. It replaces the position's own
   entry, or else the entry in the same place that took the least work; a free entry took
   none. */
void sow_solve_table_keep(struct solve_table *table, uint64_t key,
                          const struct solve_known *known);

#endif
