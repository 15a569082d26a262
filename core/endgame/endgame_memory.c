/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *sow_endgame_room(size_t bytes)
{
    enum { LARGE_PAGE = 1 << 21 };
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

void *sow_endgame_zeroed(size_t bytes)
{
    void *memory = sow_endgame_room(bytes);
    return memory != NULL ? memset(memory, 0, bytes) : NULL;
}
