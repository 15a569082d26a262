/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A set of positions that have been met: exact, so that no position is taken for another,
 * and compact (some 25 bytes a position of a game with six pits a row).
 *
 * A struct sow_seen is caller storage; sow_seen_release frees what it holds. Not for two
 * threads at once.
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
    int pits;
    size_t key_size;
    uint8_t *keys; /* one after the other, in the order they were met */
    size_t room;   /* keys that fit */
    size_t count;
    uint32_t *slots;   /* hash table: number of a key plus 1, 0 = free */
    size_t slot_count; /* a power of two, more than twice the count */
};

/** An empty set for boards of @p pits pits a row. */
void sow_seen_init(struct sow_seen *seen, int pits);
void sow_seen_release(struct sow_seen *seen);

/** Adds a board with its side to move, seen from seat @p viewpoint; @p fresh is false if
 *  it was in the set. SOW_NO_MEMORY also for more than 2^32 - 2 positions. */
SOW_MUST_USE enum sow_status sow_seen_add(struct sow_seen *seen,
                                          const struct sow_board *board, int viewpoint,
                                          bool *fresh, struct sow_err *err);

#endif
