/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_variety.h"

#include <math.h>
#include <stdlib.h>

/* Returns @p wanted as a number of games to check, limited by @p games and
   SOW_VARIETY_LOOK_MAX. */
static size_t at_most(double wanted, int64_t games)
{
    double most = games < SOW_VARIETY_LOOK_MAX ? (double)games : SOW_VARIETY_LOOK_MAX;
    return (size_t)(wanted < most ? wanted : most);
}

/* Returns the square root of 4 games, rounded up. Among m games there are m^2 / 2 pairs.
   Each pair is equal with the probability sum p^2, which is about 1 / games if the
   effective number is half of the games. So two pairs of equal games are expected. */
size_t sow_variety_first_look(int64_t games)
{
    return at_most(ceil(sqrt(4.0 * (double)games)), games);
}

size_t sow_variety_look(int64_t games)
{
    return at_most((double)games, games);
}

/* Compares two hashes for qsort, ascending. */
static int compare(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a;
    uint64_t second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Computes the effective number of @p games games from @p looked checked ones, among
   which @p alike pairs are equal. Returns 1 if all pairs are, and @p games if the
   estimate is above half of them. The share of equal pairs is an unbiased estimate of
   sum p^2. The expected effective number of n games is then 1 / (1 / n + (1 - 1 / n) sum
   p^2). */
static double effective_of(double alike, double looked, double games)
{
    double pairs = looked * (looked - 1.0) / 2.0;
    if (!(alike < pairs))
        return 1.0;
    double effective = 1.0 / (1.0 / games + (1.0 - 1.0 / games) * (alike / pairs));
    return effective <= games / 2.0 ? effective : games;
}

struct sow_variety sow_variety_of(uint64_t *lines, size_t looked, int64_t games)
{
    int64_t distinct = 0;
    double alike = 0.0;
    qsort(lines, looked, sizeof *lines, compare);
    for (size_t i = 0, begin = 0; i < looked; i++) {
        if (i == 0 || lines[i] != lines[i - 1]) {
            distinct++;
            begin = i;
        }
        alike += (double)(i - begin);
    }
    double effective = effective_of(alike, (double)looked, (double)games);
    return (struct sow_variety){effective < (double)games ? distinct : games, effective};
}

struct sow_stratum sow_stratum_of(struct sow_tally tally)
{
    return (struct sow_stratum){tally, (double)sow_tally_games(&tally)};
}

double sow_variety_of_both(const struct sow_variety *a, const struct sow_variety *b)
{
    return 4.0 / (1.0 / a->effective + 1.0 / b->effective);
}

struct sow_tally sow_tally_thinned(const struct sow_tally *tally, double effective)
{
    double games = (double)sow_tally_games(tally);
    if (!(effective < games))
        return *tally;
    double share = fmax(1.0, round(effective)) / games;
    int64_t total = llround(share * games);
    int64_t wins = llround(share * (double)tally->wins);
    int64_t losses = llround(share * (double)tally->losses);
    losses = losses < total - wins ? losses : total - wins;
    return (struct sow_tally){wins, total - wins - losses, losses};
}

struct sow_match_score sow_score_of_variety(const struct sow_match_score *score,
                                            double effective)
{
    struct sow_match_score worth = *score;
    double share = effective / (double)score->games;
    if (!(share < 1.0))
        return worth;
    worth.standard_error /= sqrt(share);
    worth.equivalent_games = fmin(score->equivalent_games * share, effective);
    worth.interval =
        sow_interval_score(score->mean, worth.equivalent_games, score->level);
    if (effective <= 2.0) {
        worth.equivalent_games = (double)NAN;
        worth.interval = (struct sow_interval){(double)NAN, (double)NAN};
    }
    return worth;
}
