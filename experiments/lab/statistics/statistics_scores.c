/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_scores.h"

#include <math.h>

/* Numbers of results of each kind. Kind i has i / (kinds - 1) points per game. */
struct spectrum {
    int kinds;            /* number of kinds: 3 for games, 5 for pairs */
    const int64_t *count; /* number of results of each kind */
    int games;            /* number of games in one result */
};

int64_t sow_pairs_total(const struct sow_pairs *pairs)
{
    int64_t total = 0;
    for (int i = 0; i < SOW_PAIR_SCORES; i++)
        total += pairs->count[i];
    return total;
}

/* Returns the sum of the counts of all kinds of results; 0 if a count is negative. */
static int64_t results_of(const struct spectrum *spectrum)
{
    int64_t results = 0;
    for (int i = 0; i < spectrum->kinds; i++) {
        if (spectrum->count[i] < 0)
            return 0;
        results += spectrum->count[i];
    }
    return results;
}

/* Computes mean and variance (divided by @p results) of a result. Their unit is the step
   between two kinds, 1 / (kinds - 1) points per game. There are @p results results, above
   0. The sum of the mean is of whole numbers, so equal results have a variance of exactly
   0. */
static void moments(const struct spectrum *spectrum, double results, double *mean,
                    double *variance)
{
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < spectrum->kinds; i++)
        sum += i * (double)spectrum->count[i];
    *mean = sum / results;
    for (int i = 0; i < spectrum->kinds; i++)
        squares += (i - *mean) * (i - *mean) * (double)spectrum->count[i];
    *variance = squares / results;
}

/* Estimates a score from the numbers of results of each kind. Without results, or with a
   negative count, the mean and all that follows from it are NaN. */
static struct sow_match_score estimate(const struct spectrum *spectrum, double level)
{
    int64_t total = results_of(spectrum);
    struct sow_match_score score = {.games = total * spectrum->games, .level = level};
    double results = (double)total;
    double steps = spectrum->kinds - 1;
    double variance = (double)NAN;
    score.mean = (double)NAN;
    if (total > 0)
        moments(spectrum, results, &score.mean, &variance);
    score.mean /= steps;
    variance /= steps * steps;
    score.standard_error = sqrt(variance / results);
    score.equivalent_games =
        variance > 0.0 ? results * score.mean * (1.0 - score.mean) / variance : results;
    score.interval = sow_interval_score(score.mean, score.equivalent_games, level);
    return score;
}

struct sow_match_score sow_score_of_games(const struct sow_tally *tally, double level)
{
    int64_t count[] = {tally->losses, tally->draws, tally->wins};
    return estimate(&(struct spectrum){.kinds = 3, .count = count, .games = 1}, level);
}

struct sow_match_score sow_score_of_pairs(const struct sow_pairs *pairs, double level)
{
    return estimate(
        &(struct spectrum){.kinds = SOW_PAIR_SCORES, .count = pairs->count, .games = 2},
        level);
}

double sow_score_superiority(const struct sow_match_score *score)
{
    return sow_normal_below((score->mean - 0.5) * 2.0 * sqrt(score->equivalent_games));
}

double sow_elo_of_score(double score)
{
    if (!(score >= 0.0 && score <= 1.0))
        return (double)NAN;
    return 400.0 * log10(score / (1.0 - score));
}

double sow_score_of_elo(double elo)
{
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

struct sow_interval sow_elo_interval(struct sow_interval score)
{
    return (struct sow_interval){sow_elo_of_score(score.low),
                                 sow_elo_of_score(score.high)};
}
