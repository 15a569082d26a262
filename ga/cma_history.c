/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cma_history.h"

#include "sow/base/array.h"

#include <math.h>
#include <stdlib.h>

/* Returns the number of steps of a rule: @p fixed + 30 n / lambda, rounded up. n is the
   number of coordinates, and lambda is @p samples. */
static int steps_of(const struct sow_cma_history *history, int fixed, int samples)
{
    return fixed + (30 * history->size + samples - 1) / samples;
}

enum sow_status sow_cma_history_init(struct sow_cma_history *history, int size,
                                     int samples, struct sow_err *err)
{
    *history = (struct sow_cma_history){.size = size};
    history->room = steps_of(history, 120, samples);
    size_t room = (size_t)history->room;
    history->best = calloc(room, sizeof *history->best);
    history->median = calloc(room, sizeof *history->median);
    history->sorted = calloc(room, sizeof *history->sorted);
    if (history->best == NULL || history->median == NULL || history->sorted == NULL)
        return sow_err_no_memory(err);
    return SOW_OK;
}

void sow_cma_history_release(struct sow_cma_history *history)
{
    free(history->best);
    free(history->median);
    free(history->sorted);
    *history = (struct sow_cma_history){.size = 0};
}

void sow_cma_history_clear(struct sow_cma_history *history)
{
    history->steps = 0;
}

void sow_cma_history_add(struct sow_cma_history *history, const struct sow_ranked *ranked,
                         int samples)
{
    int place = history->steps % history->room;
    history->best[place] = ranked[0].fitness;
    history->median[place] = ranked[samples / 2].fitness;
    history->steps++;
}

/* Returns the value in @p ring, which is `best` or `median`, of the step that is @p back
   steps before the latest one. The ring must still have it. */
static double value_at(const struct sow_cma_history *history, const double *ring,
                       int back)
{
    return ring[(history->steps - 1 - back) % history->room];
}

/* Returns true if fitness is equal up to 1e-12: that of the latest sample, and the
   greatest ones of the latest 10 + 30 n / lambda steps. Returns false with fewer
   steps. */
static bool is_flat(const struct sow_cma_history *history,
                    const struct sow_ranked *ranked, int samples)
{
    enum { FIXED = 10 };
    const double least = 1e-12;
    int steps = steps_of(history, FIXED, samples);
    if (history->steps < steps || ranked[0].fitness - ranked[samples - 1].fitness > least)
        return false;
    double low = value_at(history, history->best, 0);
    double high = low;
    for (int i = 1; i < steps; i++) {
        low = fmin(low, value_at(history, history->best, i));
        high = fmax(high, value_at(history, history->best, i));
    }
    return high - low <= least;
}

/* Returns the median of the values of @p count steps in @p ring. The latest of them is @p
   back steps before the latest one of all. Uses `sorted`. */
static double median_of(const struct sow_cma_history *history, const double *ring,
                        int back, int count)
{
    for (int i = 0; i < count; i++)
        history->sorted[i] = value_at(history, ring, back + i);
    qsort(history->sorted, (size_t)count, sizeof *history->sorted, sow_compare_reals);
    return history->sorted[count / 2];
}

/* Returns true if, of the latest @p steps steps of a ring, the last 30 % have no greater
   median than the first 30 %. */
static bool stagnates(const struct sow_cma_history *history, const double *ring,
                      int steps)
{
    int part = steps * 3 / 10;
    return median_of(history, ring, 0, part) <=
           median_of(history, ring, steps - part, part);
}

bool sow_cma_history_is_over(const struct sow_cma_history *history,
                             const struct sow_ranked *ranked, int samples)
{
    enum { FIXED = 120 };
    int steps = steps_of(history, FIXED, samples);
    if (is_flat(history, ranked, samples))
        return true;
    return history->steps >= steps && stagnates(history, history->best, steps) &&
           stagnates(history, history->median, steps);
}
