/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What a solver knows of positions: eight bytes each.
 *
 * A position's key is its number among all positions with as many seeds or fewer, mixed
 * by a one-to-one map. Some bits of the key say where an entry lies and the entry holds
 * all the others, so that no position is ever taken for another. An entry is read and
 * written at once, by threads that need no lock.
 */
#ifndef SOW_ENDGAME_SOLVE_TABLE_H
#define SOW_ENDGAME_SOLVE_TABLE_H

#include "fast_kernel.h"

#include <stddef.h>

/* Entries side by side of which the least useful gives way. */
enum { SOLVE_WAYS = 4 };

/* A position's bits from the bottom: bounds of what its mover gets, its best move, how
   much work it was, and what is left of its key. An entry that is 0 is free. */
enum {
    SOLVE_UPPER_SHIFT = 8,
    SOLVE_MOVE_SHIFT = 16,
    SOLVE_WORK_SHIFT = 19,
    SOLVE_KEY_SHIFT = 22,
    SOLVE_WORK_MAX = 7,
    SOLVE_KEY_BITS = 64 - SOLVE_KEY_SHIFT
};

struct solve_table {
    int pits;
    int key_bits;      /* of a mixed key */
    int place_bits;    /* of it, where an entry lies */
    uint64_t *entries; /* owned */
    uint64_t ways[2 * SOW_FAST_MAX_PITS][SOW_MAX_SEEDS + 1]; /* [pit][seeds up to it] */
};

/* What is known of a position. */
struct solve_known {
    int lower, upper;
    int move; /* byte of a pit */
    int work; /* 1..SOLVE_WORK_MAX */
};

/* Makes a table for boards of @p pits pits a row and up to @p seeds seeds. */
SOW_MUST_USE enum sow_status sow_solve_table_init(struct solve_table *table, int pits,
                                                  int seeds, size_t megabytes,
                                                  struct sow_err *err);

void sow_solve_table_release(struct solve_table *table);

/* The key of a board whose stores are 0. */
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

SOW_FAST_INLINE uint64_t *solve_table_place(const struct solve_table *table, uint64_t key)
{
    uint64_t places = UINT64_C(1) << table->place_bits;
    return &table->entries[(key & (places - 1)) * SOLVE_WAYS];
}

/* The entry of a position, or 0. */
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

/* What an entry that is not 0 says. */
SOW_FAST_INLINE struct solve_known solve_table_read(uint64_t entry)
{
    return (struct solve_known){
        (int)(entry & 0xffU), (int)(entry >> SOLVE_UPPER_SHIFT & 0xffU),
        (int)(entry >> SOLVE_MOVE_SHIFT & 7U), (int)(entry >> SOLVE_WORK_SHIFT & 7U)};
}

void sow_solve_table_keep(struct solve_table *table, uint64_t key,
                          const struct solve_known *known);

#endif
