/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A set of positions. It is exact: two different positions are never taken for one. It
 * needs about 25 bytes per position of a game with six pits per row.
 *
 * Ownership: a struct sow_seen is caller storage; sow_seen_release frees its memory. Two
 * threads must not use one set at the same time.
 */
#ifndef SOW_EXPERIMENTS_DATASET_SEEN_H
#define SOW_EXPERIMENTS_DATASET_SEEN_H

#include "sow/base/err.h"
#include "sow/game/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The set; the fields are private. */
struct sow_seen {
    int pits;          /* number of pits per row */
    size_t key_size;   /* bytes of a key */
    uint8_t *keys;     /* keys of the positions, in the order in which they were added */
    size_t room;       /* number of keys that fit */
    size_t count;      /* number of keys */
    uint32_t *slots;   /* hash table: number of a key plus 1; 0 = free */
    size_t slot_count; /* number of slots, a power of two, at least twice the count */
};

/** Makes an empty set for boards with @p pits pits per row. */
void sow_seen_init(struct sow_seen *seen, int pits);

/** Frees the memory of a set, which is then empty and may be used again. */
void sow_seen_release(struct sow_seen *seen);

/**
 * Adds a position to a set.
 * @param[in,out] seen the set.
 * @param board the board, with the side to move.
 * @param viewpoint the seat from which the position is seen; part of the position.
 * @param[out] fresh receives true if the set did not have the position yet; unchanged on
 *   failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or SOW_NO_MEMORY, also for more than 2^32 - 2 positions. The set has
 *   the same positions as before after a failure.
 */
SOW_MUST_USE enum sow_status sow_seen_add(struct sow_seen *seen,
                                          const struct sow_board *board, int viewpoint,
                                          bool *fresh, struct sow_err *err);

#endif
