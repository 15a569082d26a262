/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/comparison_visible.h"

#include <math.h>
#include <stdlib.h>

/* Returns the greater of two differences. A NaN stands for a difference that cannot be
   seen and loses. */
static double greater(double a, double b)
{
    return isnan(a) ? b : (isnan(b) ? a : fmax(a, b));
}

/* Returns the least difference of rates at which the test has p below @p critical, if
   our successes go from the printed rate towards @p end (0 or @p trials). Finds it by
   bisection. Returns NaN if not even @p end has such a p. */
static double rates_visible_towards(const struct sow_rate *theirs, int64_t trials,
                                    int64_t end, double critical)
{
    double rate = sow_rate_value(theirs);
    int64_t unseen = llround(rate * (double)trials);
    int64_t seen = end;
    struct sow_rate ours = {end, trials};
    if (!(sow_rates_fisher(theirs, &ours) < critical))
        return (double)NAN;
    while (llabs(seen - unseen) > 1) {
        ours.successes = unseen + (seen - unseen) / 2;
        if (sow_rates_fisher(theirs, &ours) < critical)
            seen = ours.successes;
        else
            unseen = ours.successes;
    }
    return fabs((double)seen / (double)trials - rate);
}

double sow_rates_visible(const struct sow_rate *theirs, int64_t ours, double critical)
{
    return greater(rates_visible_towards(theirs, ours, 0, critical),
                   rates_visible_towards(theirs, ours, ours, critical));
}

/* Our sample with all values moved by one amount, and the result of its test against the
   printed sample. All pointers are borrowed. */
struct moved {
    const struct sow_sample *theirs;
    const struct sow_sample *ours;
    /* Moved values, as many as ours. */
    double *values;
    /* Greatest possible value. */
    double greatest;
    /* Bound of p, below which the test sees a difference. */
    double critical;
    double difference; /* distance of the two means */
    /* True if p is below the bound. */
    bool seen;
};

/* Moves our values by @p shift, within 0 and the greatest value, and tests them against
   the printed sample. Sets `values`, `difference` (the distance of the two means) and
   `seen`. Both samples have values. Returns an error of sow_rank_sum_test; `seen` is
   then false. */
static enum sow_status move_by(struct moved *moved, double shift, struct sow_err *err)
{
    double theirs = 0.0;
    double ours = 0.0;
    for (size_t i = 0; i < moved->theirs->count; i++)
        theirs += moved->theirs->values[i] / (double)moved->theirs->count;
    for (size_t i = 0; i < moved->ours->count; i++) {
        moved->values[i] =
            fmin(moved->greatest, fmax(0.0, moved->ours->values[i] + shift));
        ours += moved->values[i] / (double)moved->ours->count;
    }
    struct sow_sample sample = {moved->values, moved->ours->count};
    struct sow_rank_sum test;
    enum sow_status status = sow_rank_sum_test(moved->theirs, &sample, &test, err);
    moved->difference = fabs(ours - theirs);
    moved->seen = status == SOW_OK && test.p < moved->critical;
    return status;
}

/* Finds the least difference of means that the test sees if our values move towards a
   shift of @p end. Twelve bisections find the shift to 1/4096 of @p end. Sets @p visible
   to the distance of the means there, or to NaN if the test sees none even at @p end.
   Returns an error of sow_rank_sum_test. */
static enum sow_status means_visible_towards(struct moved *moved, double end,
                                             double *visible, struct sow_err *err)
{
    enum { HALVINGS = 12 };
    double unseen = 0.0;
    double seen = end;
    enum sow_status status = move_by(moved, end, err);
    *visible = moved->seen ? moved->difference : (double)NAN;
    for (int i = 0; i < HALVINGS && status == SOW_OK && !isnan(*visible); i++) {
        double middle = (unseen + seen) / 2.0;
        status = move_by(moved, middle, err);
        if (moved->seen) {
            seen = middle;
            *visible = moved->difference;
        } else {
            unseen = middle;
        }
    }
    return status;
}

enum sow_status sow_means_visible(const struct sow_sample *theirs,
                                  const struct sow_sample *ours, double greatest,
                                  double critical, double *visible, struct sow_err *err)
{
    struct moved moved = {.theirs = theirs,
                          .ours = ours,
                          .values = calloc(ours->count + 1, sizeof *moved.values),
                          .greatest = greatest,
                          .critical = critical};
    double up = (double)NAN;
    if (moved.values == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = means_visible_towards(&moved, -greatest, visible, err);
    if (status == SOW_OK)
        status = means_visible_towards(&moved, greatest, &up, err);
    *visible = greater(*visible, up);
    free(moved.values);
    return status;
}
