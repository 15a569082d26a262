/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The transposition table: what has been found out about positions of a search. It begins
 * small and grows between depths, so that a short search does not pay for a large table.
 * A new entry may push out an old one; that costs time and nothing else.
 */
#ifndef SOW_SEARCH_TABLE_H
#define SOW_SEARCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a stored value is. */
enum table_bound { TABLE_EMPTY, TABLE_EXACT, TABLE_AT_LEAST, TABLE_AT_MOST };

/** An entry. */
struct table_entry {
    uint64_t key;    /**< of the position */
    uint64_t course; /**< what else the value holds for; the move holds for any */
    int32_t value;   /**< for the side to move */
    uint8_t depth;
    uint8_t bound; /**< enum table_bound */
    uint8_t move;
    bool final; /**< no line was cut by the depth */
};

/** A table; begin with {0}, which holds nothing. */
struct table {
    struct table_entry *entries;
    size_t count; /**< even, or 0 */
    size_t limit; /**< most entries */
};

/** A table of at most @p megabytes. */
void sow_table_init(struct table *table, int megabytes);
void sow_table_release(struct table *table);

/** Makes room for some @p wanted entries, as far as limit and memory go; keeps what is
 *  there. */
void sow_table_grow(struct table *table, uint64_t wanted);

/** What is known of a position, else NULL. */
const struct table_entry *sow_table_find(const struct table *table, uint64_t key);

/** Keeps an entry, perhaps in place of another one. */
void sow_table_store(struct table *table, const struct table_entry *entry);

#endif
