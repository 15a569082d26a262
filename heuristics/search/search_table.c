/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_table.h"

#include <stdlib.h>

void sow_table_init(struct table *table, int megabytes)
{
    *table = (struct table){.limit = ((size_t)megabytes << 20U) /
                                     sizeof(struct table_entry) / 2 * 2};
}

void sow_table_release(struct table *table)
{
    free(table->entries);
    *table = (struct table){0};
}

/* Returns the pair of entries where a key may be. The first entry is for the deepest
   result, the second for the latest. The table must not be empty. */
static struct table_entry *pair_of(const struct table *table, uint64_t key)
{
    uint64_t pairs = table->count / 2;
    uint64_t high = key >> 32U;
    uint64_t pair = pairs <= UINT32_MAX ? high * pairs >> 32U : key % pairs;
    return &table->entries[2 * pair];
}

const struct table_entry *sow_table_find(const struct table *table, uint64_t key)
{
    if (table->count == 0)
        return NULL;
    const struct table_entry *pair = pair_of(table, key);
    for (int i = 0; i < 2; i++)
        if (pair[i].key == key && pair[i].bound != TABLE_EMPTY)
            return &pair[i];
    return NULL;
}

void sow_table_store(struct table *table, const struct table_entry *entry)
{
    if (table->count == 0)
        return;
    struct table_entry *pair = pair_of(table, entry->key);
    bool first = pair[0].bound == TABLE_EMPTY || pair[0].key == entry->key ||
                 (entry->depth >= pair[0].depth && pair[1].key != entry->key);
    pair[first ? 0 : 1] = *entry;
}

void sow_table_grow(struct table *table, uint64_t wanted)
{
    size_t count = wanted < table->limit ? (size_t)wanted / 2 * 2 : table->limit;
    if (count <= table->count)
        return;
    struct table larger = {.entries = calloc(count, sizeof *larger.entries),
                           .count = count,
                           .limit = table->limit};
    if (larger.entries == NULL)
        return;
    for (size_t i = 0; i < table->count; i++)
        if (table->entries[i].bound != TABLE_EMPTY)
            sow_table_store(&larger, &table->entries[i]);
    free(table->entries);
    *table = larger;
}
