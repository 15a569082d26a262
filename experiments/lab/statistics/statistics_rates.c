/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_rates.h"

#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

/* The interval of a rate that is not defined. */
static const struct sow_interval UNKNOWN = {(double)NAN, (double)NAN};

/* Returns true if a rate has at least one trial and from 0 to all successes. */
static bool is_rate(const struct sow_rate *rate)
{
    return rate->trials > 0 && rate->successes >= 0 && rate->successes <= rate->trials;
}

/* Returns true if @p level is above 0 and below 1. */
static bool is_level(double level)
{
    return level > 0.0 && level < 1.0;
}

double sow_rate_value(const struct sow_rate *rate)
{
    return is_rate(rate) ? (double)rate->successes / (double)rate->trials : (double)NAN;
}

struct sow_interval sow_rate_interval(const struct sow_rate *rate, double level)
{
    return sow_interval_score(sow_rate_value(rate), (double)rate->trials, level);
}

struct sow_interval sow_rate_clopper_pearson(const struct sow_rate *rate, double level)
{
    if (!is_rate(rate) || !is_level(level))
        return UNKNOWN;
    double tail = (1.0 - level) / 2.0;
    double yes = (double)rate->successes;
    double no = (double)(rate->trials - rate->successes);
    struct sow_interval interval = {0.0, 1.0};
    if (yes > 0.0)
        interval.low = qbeta(tail, yes, no + 1.0, true, false);
    if (no > 0.0)
        interval.high = qbeta(tail, yes + 1.0, no, false, false);
    return interval;
}

/* Margins of a two-by-two table. With given margins, the successes of the first rate have
   a hypergeometric distribution. */
struct margins {
    double successes, failures; /* successes and failures of both rates together */
    double drawn;               /* trials of the first rate */
    double least, most;         /* range of the successes of the first rate */
};

/* Returns the probability that the first rate has @p x successes, given the sums of both
   rates (hypergeometric). */
static double chance(const struct margins *margins, double x)
{
    return dhyper(x, margins->successes, margins->failures, margins->drawn, false);
}

/* Returns the probability that the first rate has at most @p x successes, given the sums
   of both rates. */
static double chance_below(const struct margins *margins, double x)
{
    return x < margins->least ? 0.0
                              : phyper(x, margins->successes, margins->failures,
                                       margins->drawn, true, false);
}

/* Returns the probability that the first rate has more than @p x successes, given the
   sums of both rates. */
static double chance_above(const struct margins *margins, double x)
{
    return x >= margins->most ? 0.0
                              : phyper(x, margins->successes, margins->failures,
                                       margins->drawn, false, false);
}

/* Returns the last x, from the mode towards @p end, whose probability is above @p limit,
   as that of the mode is. The probabilities fall in that direction. */
static double last_likelier(const struct margins *margins, double mode, double end,
                            double limit)
{
    double inside = mode;
    double outside = end + (end < mode ? -1.0 : 1.0);
    while (fabs(outside - inside) > 1.0) {
        double middle = floor((inside + outside) / 2.0);
        if (chance(margins, middle) > limit)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

double sow_rates_fisher(const struct sow_rate *a, const struct sow_rate *b)
{
    /* Rounding makes equal probabilities differ. R uses the same tolerance. */
    static const double TIES = 1.0 + 1e-7;
    if (!is_rate(a) || !is_rate(b))
        return (double)NAN;
    double successes = (double)a->successes + (double)b->successes;
    double drawn = (double)a->trials;
    struct margins margins = {
        .successes = successes,
        .failures = drawn + (double)b->trials - successes,
        .drawn = drawn,
        .least = fmax(0.0, successes - (double)b->trials),
        .most = fmin(drawn, successes),
    };
    double trials = margins.successes + margins.failures;
    double mode = floor((successes + 1.0) * (drawn + 1.0) / (trials + 2.0));
    double limit = chance(&margins, (double)a->successes) * TIES;
    if (chance(&margins, mode) <= limit)
        return 1.0;
    double low = last_likelier(&margins, mode, margins.least, limit);
    double high = last_likelier(&margins, mode, margins.most, limit);
    return chance_below(&margins, low - 1.0) + chance_above(&margins, high);
}
