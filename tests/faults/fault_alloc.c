/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An allocator in front of the real one. It replaces malloc in the whole program, so it
   also gets the calls of libraries. SQLite's allocations are counted separately: there
   are a hundred times as many, and its authors test all of them. */
#include "faults.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__
#define REAL(name) __interceptor_##name
#else
#define REAL(name) __libc_##name
#endif

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *old, size_t size);

static struct fault_plan current;
static int64_t *counter; /* number of allocations; NULL if no fault is armed */

void fault_disarm_allocations(void)
{
    counter = NULL;
}

static bool refused(void)
{
    if (counter == NULL || !fault_due(&current, counter))
        return false;
    errno = ENOMEM;
    return true;
}

/* ---- SQLite's allocations, through its own methods ---- */

static sqlite3_mem_methods usual;
static bool sqlite_counts;

/* Stops counting, for calls of malloc by the real method. Returns the counter. */
static int64_t *pause_counting(void)
{
    int64_t *paused = counter;
    counter = NULL;
    return paused;
}

static void *sqlite_take(int size)
{
    if (sqlite_counts && refused())
        return NULL;
    int64_t *paused = pause_counting();
    void *memory = usual.xMalloc(size);
    counter = paused;
    return memory;
}

static void *sqlite_take_other(void *memory, int size)
{
    if (sqlite_counts && refused())
        return NULL;
    int64_t *paused = pause_counting();
    void *other = usual.xRealloc(memory, size);
    counter = paused;
    return other;
}

/* Puts our methods in front of SQLite's. The parent process may have used SQLite, so it
   is shut down first. */
static void stand_before_sqlite(void)
{
    (void)sqlite3_shutdown();
    (void)sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    sqlite3_mem_methods ours = usual;
    ours.xMalloc = sqlite_take;
    ours.xRealloc = sqlite_take_other;
    (void)sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}

void fault_arm_allocations(struct fault_plan plan, int64_t *count)
{
    stand_before_sqlite();
    sqlite_counts = false;
    current = plan;
    counter = count;
}

void fault_arm_sqlite(struct fault_plan plan, int64_t *count)
{
    fault_arm_allocations(plan, count);
    sqlite_counts = true;
}

/* ---- Allocations of all others ---- */

static bool refused_here(void)
{
    return !sqlite_counts && refused();
}

void *malloc(size_t size)
{
    return refused_here() ? NULL : REAL(malloc)(size);
}

void *calloc(size_t count, size_t size)
{
    return refused_here() ? NULL : REAL(calloc)(count, size);
}

void *realloc(void *old, size_t size)
{
    return refused_here() ? NULL : REAL(realloc)(old, size);
}
