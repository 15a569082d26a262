/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live_charts.h"

#include "sow/support/progress.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Number of entries, times the drawing time that an answer stays valid, and most bytes of
   a request. */
enum { PLACES = 16, REST = 20, KEY_BYTES = 120 };

/* Shortest time that an answer stays valid. */
static const double FRESH_SECONDS = 1.0;

/* An entry of the cache: an answer, valid until the time `until` (sow_clock_seconds). */
struct drawn {
    char block[KEY_BYTES];
    size_t size;
    char *text; /* NULL if the entry is free */
    double until;
};

/* A cache of charts: a fixed number of entries, searched one after the other. */
struct sow_live_charts {
    struct drawn drawn[PLACES];
};

struct sow_live_charts *sow_live_charts_new(void)
{
    return calloc(1, sizeof(struct sow_live_charts));
}

void sow_live_charts_free(struct sow_live_charts *charts)
{
    if (charts == NULL)
        return;
    for (int i = 0; i < PLACES; i++)
        free(charts->drawn[i].text);
    free(charts);
}

/* Returns true if an entry holds the answer to the request @p block of @p size bytes. */
static bool is_of(const struct drawn *drawn, const char *block, size_t size)
{
    return drawn->text != NULL && drawn->size == size &&
           memcmp(drawn->block, block, size) == 0;
}

/* Returns the entry of the request @p block of @p size bytes, or else a free entry or the
   one that expires first. */
static struct drawn *drawn_at(struct sow_live_charts *charts, const char *block,
                              size_t size)
{
    struct drawn *oldest = &charts->drawn[0];
    for (int i = 0; i < PLACES; i++) {
        struct drawn *drawn = &charts->drawn[i];
        if (is_of(drawn, block, size))
            return drawn;
        if (drawn->until < oldest->until)
            oldest = drawn;
    }
    return oldest;
}

const char *sow_live_charts_find(struct sow_live_charts *charts, const char *block,
                                 size_t size)
{
    double now = sow_clock_seconds();
    struct drawn *drawn = drawn_at(charts, block, size);
    if (!is_of(drawn, block, size))
        return NULL;
    if (now < drawn->until)
        return drawn->text;
    drawn->until = now + FRESH_SECONDS;
    return NULL;
}

void sow_live_charts_keep(struct sow_live_charts *charts, const char *block, size_t size,
                          const char *text, double seconds)
{
    char *copy = size <= KEY_BYTES ? strdup(text) : NULL;
    if (copy == NULL)
        return;
    struct drawn *drawn = drawn_at(charts, block, size);
    free(drawn->text);
    drawn->text = copy;
    drawn->size = size;
    memcpy(drawn->block, block, size);
    drawn->until = sow_clock_seconds() + fmax(FRESH_SECONDS, REST * seconds);
}
