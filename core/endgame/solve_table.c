/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve_table.h"

#include "endgame_memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Returns C(n, k), or all ones if that is 2^64 or more. A product can be larger than the
   quotient that it is divided to, so quotient and remainder are multiplied separately. */
static uint64_t ways_to_choose(int n, int k)
{
    uint64_t ways = 1;
    for (uint64_t i = 1; i <= (uint64_t)k; i++) {
        uint64_t factor = (uint64_t)n + 1 - i;
        uint64_t rest = ways % i * factor / i;
        if (__builtin_mul_overflow(ways / i, factor, &ways) ||
            __builtin_add_overflow(ways, rest, &ways))
            return UINT64_MAX;
    }
    return ways;
}

/* Returns the number of binary digits of @p number; 0 for 0. */
static int bits_of(uint64_t number)
{
    return number == 0 ? 0 : 64 - __builtin_clzll(number);
}

enum sow_status sow_solve_table_init(struct solve_table *table, int pits, int seeds,
                                     uint64_t bytes, struct sow_err *err)
{
    memset(table, 0, sizeof *table);
    table->pits = pits;
    int places = bits_of(bytes / (SOLVE_WAYS * sizeof(uint64_t))) - 1;
    assert(places > 0);
    table->place_bits = places;
    uint64_t positions = ways_to_choose(seeds + 2 * pits, 2 * pits);
    int bits = bits_of(positions);
    if (positions == UINT64_MAX || bits - places > SOLVE_KEY_BITS)
        return sow_err_set(err, SOW_USAGE,
                           "%d seeds in %d pits a row are too many positions for --hash "
                           "%" PRIu64 ": take fewer seeds, or more megabytes",
                           seeds, pits, bytes >> 20U);
    table->key_bits = bits > places ? bits : places;
    for (int pit = 0; pit < 2 * pits; pit++)
        for (int sum = 0; sum <= seeds; sum++)
            table->ways[pit][sum] = ways_to_choose(sum + pit, pit + 1);
    table->entries = sow_endgame_zeroed((SOLVE_WAYS * sizeof(uint64_t)) << places);
    return table->entries == NULL ? sow_err_no_memory(err) : SOW_OK;
}

void sow_solve_table_release(struct solve_table *table)
{
    free(table->entries);
    table->entries = NULL;
}

/* Returns the entry at @p place to overwrite: that of the position whose key has the rest
   @p rest, or else the one that took the least work. */
static uint64_t *victim(uint64_t *place, uint64_t rest)
{
    uint64_t *found = place;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < SOLVE_WAYS; i++) {
        uint64_t entry = __atomic_load_n(&place[i], __ATOMIC_RELAXED);
        if (entry >> SOLVE_KEY_SHIFT == rest && entry != 0)
            return &place[i];
        uint64_t work = entry >> SOLVE_WORK_SHIFT & SOLVE_WORK_MAX;
        if (work < least) {
            least = work;
            found = &place[i];
        }
    }
    return found;
}

void sow_solve_table_keep(struct solve_table *table, uint64_t key,
                          const struct solve_known *known)
{
    uint64_t rest = key >> table->place_bits;
    uint64_t *entry = victim(solve_table_place(table, key), rest);
    __atomic_store_n(entry,
                     rest << SOLVE_KEY_SHIFT | (uint64_t)known->work << SOLVE_WORK_SHIFT |
                         (uint64_t)known->move << SOLVE_MOVE_SHIFT |
                         (uint64_t)known->upper << SOLVE_UPPER_SHIFT |
                         (uint64_t)known->lower,
                     __ATOMIC_RELAXED);
}
