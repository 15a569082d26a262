/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *sow_endgame_room(uint64_t size)
{
    enum { LARGE_PAGE = 1 << 21 };
    size_t bytes = (size_t)size;
    if (bytes != size)
        return NULL;
    if (bytes < LARGE_PAGE || bytes > SIZE_MAX - LARGE_PAGE)
        return malloc(bytes);
    size_t whole = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    void *memory = aligned_alloc(LARGE_PAGE, whole);
    if (memory == NULL)
        return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, whole, MADV_HUGEPAGE);
#endif
    return memory;
}

void *sow_endgame_zeroed(uint64_t size)
{
    void *memory = sow_endgame_room(size);
    return memory != NULL ? memset(memory, 0, (size_t)size) : NULL;
}
