/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The transposition table: results for positions of a search. It begins small and grows
 * between depths, so that a short search does not pay for a large table. A new entry may
 * replace an old one; that costs time but changes no result.
 */
#ifndef SOW_SEARCH_TABLE_H
#define SOW_SEARCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The meaning of a stored value. */
enum table_bound { TABLE_EMPTY, TABLE_EXACT, TABLE_AT_LEAST, TABLE_AT_MOST };

/** An entry of the table. */
struct table_entry {
    uint64_t key;    /**< hash of the position */
    uint64_t course; /**< course for which the value holds; the move holds for any */
    int32_t value;   /**< value for the side to move */
    uint8_t depth;   /**< depth of the search */
    uint8_t bound;   /**< enum table_bound */
    uint8_t move;    /**< best move */
    bool final;      /**< true if no line was cut by the depth */
};

/** A table. Begin with {0}, which is an empty table. */
struct table {
    struct table_entry *entries; /**< entries, in pairs; on the heap */
    size_t count;                /**< number of entries: even, or 0 */
    size_t limit;                /**< largest number of entries */
};

/** Makes an empty table that may grow to @p megabytes; 0: it stays empty. Allocates
 *  nothing. */
void sow_table_init(struct table *table, int megabytes);
/** Frees the entries and leaves {0}. */
void sow_table_release(struct table *table);

/** Grows the table to about @p wanted entries, within its limit. Keeps its entries.
 * Without memory the table stays as it is. It never shrinks. */
void sow_table_grow(struct table *table, uint64_t wanted);

/** Returns the entry with the hash @p key, borrowed until the table changes, or NULL. */
const struct table_entry *sow_table_find(const struct table *table, uint64_t key);

/** Copies an entry into the table, where it may replace another one. Does nothing in an
 *  empty table. */
void sow_table_store(struct table *table, const struct table_entry *entry);

#endif
