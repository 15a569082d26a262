/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for SQLite in the fuzz targets. For each input, SQLite allocates thousands of
   small pieces. This costs the address sanitizer more time than everything else. Here
   each piece is allocated once and then used again. Bytes not in use are poisoned. */
#include "fuzz.h"

#include <sanitizer/asan_interface.h>
#include <sqlite3.h>

enum { LEAST_SHIFT = 5, SHIFTS = 26 };

/* Head of a piece of memory. The memory given to SQLite follows it, properly aligned. */
struct piece {
    struct piece *next; /* next free piece with the same room */
    int size;           /* number of bytes in use */
    int shift;          /* the room is 1 << shift bytes */
};

static struct piece *unused[SHIFTS];

static size_t room_of(const struct piece *piece)
{
    return (size_t)1 << piece->shift;
}

static struct piece *find_piece(int shift)
{
    struct piece *piece = unused[shift];
    if (piece != NULL)
        unused[shift] = piece->next;
    else
        piece = malloc(sizeof *piece + ((size_t)1 << shift));
    return piece;
}

static void *take(int size)
{
    int shift = LEAST_SHIFT;
    while (shift < SHIFTS && 1 << shift < size)
        shift++;
    struct piece *piece = shift < SHIFTS ? find_piece(shift) : NULL;
    if (piece == NULL)
        return NULL;
    *piece = (struct piece){NULL, size, shift};
    ASAN_POISON_MEMORY_REGION(piece + 1, room_of(piece));
    ASAN_UNPOISON_MEMORY_REGION(piece + 1, (size_t)size);
    return piece + 1;
}

static void give_back(void *memory)
{
    struct piece *piece = (struct piece *)memory - 1;
    ASAN_POISON_MEMORY_REGION(memory, room_of(piece));
    piece->next = unused[piece->shift];
    unused[piece->shift] = piece;
}

static int size_of(void *memory)
{
    return memory == NULL ? 0 : ((struct piece *)memory - 1)->size;
}

static void *take_other(void *memory, int size)
{
    void *other = take(size);
    if (other == NULL)
        return NULL;
    int kept = size_of(memory) < size ? size_of(memory) : size;
    memcpy(other, memory, (size_t)kept);
    give_back(memory);
    return other;
}

static int round_up(int size)
{
    return (size + 7) & ~7;
}

static int begin(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void end(void *context)
{
    (void)context;
}

void fuzz_lighten_sqlite(void)
{
    static const sqlite3_mem_methods METHODS = {take,     give_back, take_other, size_of,
                                                round_up, begin,     end,        NULL};
    FUZZ_REQUIRE(sqlite3_config(SQLITE_CONFIG_MALLOC, &METHODS) == SQLITE_OK);
    FUZZ_REQUIRE(sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) == SQLITE_OK);
    FUZZ_REQUIRE(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK);
}
