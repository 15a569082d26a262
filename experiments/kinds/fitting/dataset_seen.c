/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of positions, as a hash table. */
#include "sow/fitting/dataset_seen.h"

#include <stdlib.h>
#include <string.h>

/* Sizes of keys, which are hashed in words of eight bytes. */
enum { WORD = 8, KEY_MAX = (2 * SOW_MAX_PITS + 3 + WORD - 1) / WORD * WORD };

void sow_seen_init(struct sow_seen *seen, int pits)
{
    size_t used = 2 * (size_t)pits + 3;
    *seen = (struct sow_seen){.pits = pits, .key_size = (used + WORD - 1) / WORD * WORD};
}

void sow_seen_release(struct sow_seen *seen)
{
    free(seen->keys);
    free(seen->slots);
    sow_seen_init(seen, seen->pits);
}

/* Writes a position as a key: pits, stores, side to move and viewpoint, filled up with
   0. */
static void write_key(const struct sow_seen *seen, const struct sow_board *board,
                      int viewpoint, uint8_t key[KEY_MAX])
{
    size_t pits = (size_t)seen->pits;
    memset(key, 0, KEY_MAX);
    memcpy(key, board->pit[SOW_SOUTH], pits);
    memcpy(key + pits, board->pit[SOW_NORTH], pits);
    key[2 * pits] = board->store[SOW_SOUTH];
    key[2 * pits + 1] = board->store[SOW_NORTH];
    key[2 * pits + 2] = (uint8_t)(2 * board->side + viewpoint);
}

/* Computes the hash of a key. Each word is mixed by the output function of SplitMix64
   (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators"). */
static size_t hash(const uint8_t *key, size_t size)
{
    uint64_t value = 0;
    for (size_t at = 0; at < size; at += WORD) {
        uint64_t word;
        memcpy(&word, key + at, sizeof word);
        value = (value ^ word) + UINT64_C(0x9e3779b97f4a7c15);
        value = (value ^ (value >> 30U)) * UINT64_C(0xbf58476d1ce4e5b9);
        value = (value ^ (value >> 27U)) * UINT64_C(0x94d049bb133111eb);
        value ^= value >> 31U;
    }
    return (size_t)value;
}

/* Returns the slot of @p key, or the free slot where it has to be put. The table has
   at least one free slot. */
static uint32_t *find_slot(const struct sow_seen *seen, const uint8_t *key)
{
    size_t mask = seen->slot_count - 1;
    for (size_t at = hash(key, seen->key_size) & mask;; at = (at + 1) & mask) {
        uint32_t number = seen->slots[at];
        if (number == 0 ||
            memcmp(seen->keys + (number - 1) * seen->key_size, key, seen->key_size) == 0)
            return &seen->slots[at];
    }
}

/* Doubles the hash table, to at least 1024 slots, and puts all keys into it. Returns
   false without memory; the set is then unchanged. */
static bool grow_slots(struct sow_seen *seen)
{
    uint32_t *old = seen->slots;
    size_t wanted = old == NULL ? 1024 : 2 * seen->slot_count;
    uint32_t *slots = calloc(wanted, sizeof *slots);
    if (slots == NULL)
        return false;
    seen->slots = slots;
    seen->slot_count = wanted;
    for (size_t i = 0; i < seen->count; i++)
        *find_slot(seen, seen->keys + i * seen->key_size) = (uint32_t)i + 1;
    free(old);
    return true;
}

/* Makes the room of the keys half as large again. Returns false without memory; the
   set is then unchanged. */
static bool grow_keys(struct sow_seen *seen)
{
    size_t wanted = seen->room == 0 ? 512 : seen->room + seen->room / 2;
    uint8_t *keys = realloc(seen->keys, wanted * seen->key_size);
    if (keys == NULL)
        return false;
    seen->keys = keys;
    seen->room = wanted;
    return true;
}

/* Makes room for one more key. Returns false without memory, or if numbers of 32 bits
   are used up. */
static bool grow_table(struct sow_seen *seen)
{
    if (seen->count >= UINT32_MAX - 1)
        return false;
    if (2 * (seen->count + 1) > seen->slot_count && !grow_slots(seen))
        return false;
    return seen->count < seen->room || grow_keys(seen);
}

enum sow_status sow_seen_add(struct sow_seen *seen, const struct sow_board *board,
                             int viewpoint, bool *fresh, struct sow_err *err)
{
    uint8_t key[KEY_MAX];
    if (!grow_table(seen))
        return sow_err_no_memory(err);
    write_key(seen, board, viewpoint, key);
    uint32_t *slot = find_slot(seen, key);
    *fresh = *slot == 0;
    if (*fresh) {
        memcpy(seen->keys + seen->count * seen->key_size, key, seen->key_size);
        *slot = (uint32_t)++seen->count;
    }
    return SOW_OK;
}
