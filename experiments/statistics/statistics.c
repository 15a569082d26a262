/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Rmath prints when it is asked for what is undefined, so it never is. */
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

/* The limits of a rate @p low and of a rate @p high, each on its own side. */
static struct sow_interval score_limits(double low, double high, double trials,
                                        double level)
{
    double z = sow_normal_quantile(level);
    if (!(trials > 0.0 && low >= 0.0 && high <= 1.0) || isnan(z))
        return (struct sow_interval){(double)NAN, (double)NAN};
    double share = z * z / trials;
    double below = low + share / 2.0 - sqrt(share * (low * (1.0 - low) + share / 4.0));
    double above =
        1.0 - high + share / 2.0 - sqrt(share * (high * (1.0 - high) + share / 4.0));
    /* From 1, so that a rate of 1 has the limit 1 itself. */
    return (struct sow_interval){fmax(0.0, below / (1.0 + share)),
                                 1.0 - fmax(0.0, above / (1.0 + share))};
}

struct sow_interval sow_interval_wilson(double rate, double trials, double level)
{
    return score_limits(rate, rate, trials, level);
}

struct sow_interval sow_interval_score(double rate, double trials, double level)
{
    if (!(rate >= 0.0 && rate <= 1.0))
        return score_limits(rate, rate, trials, level);
    double half = (0.5 - rate) / trials;
    return score_limits(fmax(0.0, rate - fmax(0.0, half)),
                        fmin(1.0, rate - fmin(0.0, half)), trials, level);
}
