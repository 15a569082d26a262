/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/evolution/evolve_hall.h"

#include "sow/base/array.h"

#include <assert.h>
#include <stdlib.h>

void sow_hall_init(struct sow_hall *hall, const struct sow_evolve_options *options)
{
    *hall = (struct sow_hall){.interval = options->hall_interval,
                              .size = options->hall_size,
                              .holdout = options->hall_holdout};
}

void sow_hall_release(struct sow_hall *hall)
{
    free(hall->entrants);
    hall->entrants = NULL;
    hall->count = 0;
}

bool sow_hall_admits(const struct sow_hall *hall, int generation)
{
    return (generation + 1) % hall->interval == 0;
}

enum sow_status sow_hall_add(struct sow_hall *hall, const struct sow_agent *agent,
                             struct sow_err *err)
{
    struct sow_agent *entrants =
        sow_array_grow(hall->entrants, (size_t)hall->count, sizeof *entrants);
    if (entrants == NULL)
        return sow_err_no_memory(err);
    hall->entrants = entrants;
    hall->entrants[hall->count++] = *agent;
    return SOW_OK;
}

/* Returns the number of entrants before a generation that are held out if @p held_out is
   true, or else of all others. It follows from interval and holdout alone. */
static int count_kind(const struct sow_hall *hall, int generation, bool held_out)
{
    int entrants = generation / hall->interval;
    int kept = hall->holdout > 0 ? entrants / hall->holdout : 0;
    return held_out ? kept : entrants - kept;
}

int sow_hall_count(const struct sow_hall *hall, int generation, bool held_out)
{
    int count = count_kind(hall, generation, held_out);
    return count < hall->size ? count : hall->size;
}

/* Returns the number of an entrant from its index among the held-out entrants if @p
   held_out is true, or else among the others. After every holdout - 1 entrants follows
   one that is held out. */
static int entrant_of(const struct sow_hall *hall, int index, bool held_out)
{
    if (held_out)
        return (index + 1) * hall->holdout - 1;
    return hall->holdout > 0 ? index + index / (hall->holdout - 1) : index;
}

/* Returns the index, from 0 to @p count - 1, that slot number @p slot gets if @p slots
   slots spread evenly over all indices. The first slot has the first index and the last
   slot the last one; a single slot has the last. */
static int pick(int slot, int slots, int count)
{
    if (slots == 1)
        return count - 1;
    return (int)((int64_t)slot * (count - 1) / (slots - 1));
}

void sow_hall_members(const struct sow_hall *hall, int generation, bool held_out,
                      struct sow_agent *members)
{
    int count = count_kind(hall, generation, held_out);
    int slots = sow_hall_count(hall, generation, held_out);
    for (int i = 0; i < slots; i++) {
        int entrant = entrant_of(hall, pick(i, slots, count), held_out);
        assert(entrant < hall->count);
        members[i] = hall->entrants[entrant];
    }
}
