/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "statistics.h"

#include <math.h>

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

struct sow_interval sow_interval_wilson(double rate, int64_t n)
{
    static const double Z = 1.959963984540054; /* 97.5 % point of the normal */
    if (n <= 0)
        return (struct sow_interval){(double)NAN, (double)NAN};
    double games = (double)n;
    double centre = rate + Z * Z / (2.0 * games);
    double half = Z * sqrt(rate * (1.0 - rate) / games + Z * Z / (4.0 * games * games));
    double scale = 1.0 + Z * Z / games;
    return (struct sow_interval){fmax(0.0, (centre - half) / scale),
                                 fmin(1.0, (centre + half) / scale)};
}
