/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tallies, the normal distribution, and intervals of one rate. */
#include "sow/statistics/statistics.h"

#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

double sow_tally_score(const struct sow_tally *tally)
{
    int64_t games = sow_tally_games(tally);
    if (games == 0)
        return (double)NAN;
    return (double)(2 * tally->wins + tally->draws) / (2.0 * (double)games);
}

struct sow_tally sow_tally_sum(const struct sow_tally *a, const struct sow_tally *b)
{
    return (struct sow_tally){.wins = a->wins + b->wins,
                              .draws = a->draws + b->draws,
                              .losses = a->losses + b->losses};
}

struct sow_tally sow_tally_mirrored(const struct sow_tally *tally)
{
    return (struct sow_tally){tally->losses, tally->draws, tally->wins};
}

/* Rmath prints a warning for undefined arguments, so no function here passes any. */
double sow_normal_quantile(double level)
{
    if (!(level > 0.0 && level < 1.0))
        return (double)NAN;
    return -qnorm((1.0 - level) / 2.0, 0.0, 1.0, true, false);
}

double sow_normal_below(double z)
{
    return isnan(z) ? (double)NAN : pnorm(z, 0.0, 1.0, true, false);
}

double sow_normal_outside(double z)
{
    return isnan(z) ? (double)NAN : 2.0 * pnorm(-fabs(z), 0.0, 1.0, true, false);
}

struct sow_interval sow_interval_wilson(double rate, double trials, double level)
{
    double z = sow_normal_quantile(level);
    if (!(trials > 0.0 && rate >= 0.0 && rate <= 1.0) || isnan(z))
        return (struct sow_interval){(double)NAN, (double)NAN};
    double share = z * z / trials;
    double spread = sqrt(share * (rate * (1.0 - rate) + share / 4.0));
    double below = rate + share / 2.0 - spread;
    double above = 1.0 - rate + share / 2.0 - spread;
    /* A subtraction from 1 gives a rate of 1 the upper bound 1 exactly. */
    return (struct sow_interval){fmax(0.0, below / (1.0 + share)),
                                 1.0 - fmax(0.0, above / (1.0 + share))};
}

struct sow_interval sow_interval_score(double rate, double trials, double level)
{
    struct sow_interval wilson = sow_interval_wilson(rate, trials, level);
    double half = (0.5 - rate) / trials;
    if (isnan(wilson.low))
        return wilson;
    if (half > 0.0)
        wilson.low = sow_interval_wilson(fmax(0.0, rate - half), trials, level).low;
    else
        wilson.high = sow_interval_wilson(fmin(1.0, rate - half), trials, level).high;
    return wilson;
}
