/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock of players that are limited by time; content that depends on it is marked. */
#include "search_walk.h"

#include <time.h>

uint64_t sow_walk_clock(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}
