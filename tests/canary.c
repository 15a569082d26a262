/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes on purpose the faults that sanitizers have to report: canary race | bounds |
   overflow. */
#include "sow/base/parallel.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void count_up(void *context, size_t begin, size_t end)
{
    int *total = context;
    for (size_t i = begin; i < end; i++)
        (*total)++;
}

static int race(void)
{
    int total = 0;
    struct sow_context with = {.threads = 4};
    (void)sow_parallel_for(&with, 100, 1000000, count_up, &total);
    return total;
}

/* Writes beyond a block. The volatile variables keep compilers from seeing the fault. */
static int bounds(void)
{
    volatile size_t size = 16;
    char *block = malloc(size);
    if (block == NULL)
        return 0;
    memset(block, 1, size + 1);
    int sum = block[0] + block[15];
    free(block);
    return sum;
}

static int overflow(void)
{
    volatile int large = INT_MAX;
    return large + 1;
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        int (*act)(void);
    } ACTS[] = {{"race", race}, {"bounds", bounds}, {"overflow", overflow}};
    for (size_t i = 0; count > 1 && i < sizeof ACTS / sizeof ACTS[0]; i++)
        if (strcmp(arguments[1], ACTS[i].name) == 0)
            printf("survived: %d\n", ACTS[i].act());
    return 0;
}
