/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_strata.h"

#include "sow/base/text.h"
#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_scores.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

double sow_settled(double value)
{
    char text[SOW_REAL_TEXT_MAX];
    double settled;
    if (!isfinite(value) || fabs(value) < DBL_MIN)
        return isfinite(value) ? 0.0 : value;
    (void)snprintf(text, sizeof text, "%.9e", value);
    return sow_text_to_real(text, &settled) ? settled : value;
}

void sow_score_sum_add(struct sow_score_sum *sum, const struct sow_match_score *one,
                       double effective)
{
    struct sow_interval own = one->interval;
    double error = one->standard_error;
    double share = effective / (double)one->games;
    if (share < 1.0) {
        double worth = fmin(one->equivalent_games * share, effective);
        sum->repeats = true;
        own = sow_interval_score(one->mean, worth, sum->level);
        error = (own.high - own.low) / 2.0 / sow_normal_quantile(sum->level);
    }
    sum->count++;
    sum->games += one->games;
    sum->mean += one->mean;
    sum->variance += error * error;
    sum->below += (one->mean - own.low) * (one->mean - own.low);
    sum->above += (own.high - one->mean) * (own.high - one->mean);
}

void sow_score_sum_stratum(struct sow_score_sum *sum, const struct sow_stratum *stratum)
{
    struct sow_match_score one = sow_score_of_games(&stratum->tally, sum->level);
    sow_score_sum_add(sum, &one, stratum->effective);
}

struct sow_mean_score sow_score_sum_mean(const struct sow_score_sum *sum)
{
    double number = (double)sum->count;
    struct sow_mean_score score = {.games = sum->games,
                                   .mean = sum->mean / number,
                                   .standard_error = sqrt(sum->variance) / number};
    double equivalent = (double)sum->games;
    if (sum->variance > 0.0)
        equivalent = score.mean * (1.0 - score.mean) * number * number / sum->variance;
    if (sum->repeats)
        score.interval = (struct sow_interval){score.mean - sqrt(sum->below) / number,
                                               score.mean + sqrt(sum->above) / number};
    else
        score.interval = sow_interval_score(score.mean, equivalent, sum->level);
    return score;
}

struct sow_mean_score sow_score_of_strata(const struct sow_stratum *strata, size_t count,
                                          double level)
{
    struct sow_score_sum sum = {.level = level};
    for (size_t i = 0; i < count; i++)
        sow_score_sum_stratum(&sum, &strata[i]);
    return sow_score_sum_mean(&sum);
}

struct sow_mean_score sow_score_of_twins(const struct sow_tally *tally, double level)
{
    struct sow_match_score each = sow_score_of_games(tally, level);
    return (struct sow_mean_score){
        .games = each.games,
        .mean = each.mean,
        .standard_error = each.standard_error * sqrt(2.0),
        .interval = sow_interval_score(each.mean, each.equivalent_games / 2.0, level),
    };
}

/* Returns @p difference, or 0 if it is below SOW_ROUNDING. */
static double unless_rounding(double difference)
{
    return fabs(difference) < SOW_ROUNDING ? 0.0 : difference;
}

/* Returns the interval whose bounds have the distances @p below and @p above from the
   value. A bound that is only rounding is 0. */
static struct sow_interval around(double value, double below, double above)
{
    return (struct sow_interval){unless_rounding(value - below),
                                 unless_rounding(value + above)};
}

/* Returns the distance from a difference of two scores to one of its bounds, given the
   distances of both scores to theirs. */
static double reach(double near, double far)
{
    return sqrt(near * near + far * far);
}

struct sow_difference sow_scores_difference(const struct sow_mean_score *a,
                                            const struct sow_mean_score *b, double level)
{
    double value = unless_rounding(a->mean - b->mean);
    double below = reach(a->mean - a->interval.low, b->interval.high - b->mean);
    double above = reach(a->interval.high - a->mean, b->mean - b->interval.low);
    double towards = value > 0.0 ? below : above;
    double away = fabs(value);
    double p = away > 0.0 ? 0.0 : 1.0;
    if (towards > 0.0)
        p = sow_normal_outside(away / towards * sow_normal_quantile(level));
    return (struct sow_difference){value, around(value, below, above), p};
}

/* Returns the p value of the sign test for @p count values that all differ by @p
   difference from the expected one. */
static double p_without_variance(double difference, size_t count)
{
    return fabs(difference) > 0.0 ? ldexp(1.0, 1 - (int)count) : 1.0;
}

struct sow_difference sow_sample_difference(const struct sow_sample *sample,
                                            double expected, double level)
{
    struct sow_interval interval;
    double freedom = (double)sample->count - 1.0;
    double mean = sow_sample_mean(sample, level, &interval);
    double half = unless_rounding(interval.high - mean);
    struct sow_difference difference = {.value = unless_rounding(mean - expected)};
    difference.interval = around(difference.value, half, half);
    difference.p = (double)NAN;
    if (sample->count < 2)
        return difference;
    difference.p = p_without_variance(difference.value, sample->count);
    if (half > 0.0) {
        double t =
            fabs(difference.value) / half * qt((1.0 + level) / 2.0, freedom, true, false);
        difference.p = 2.0 * pt(-t, freedom, true, false);
    }
    return difference;
}

double sow_level_of_each(double level, size_t count)
{
    return 1.0 - (1.0 - level) / (double)count;
}

struct sow_interval sow_win_limits(const struct sow_stratum *stratum, double level)
{
    struct sow_tally tally = sow_tally_thinned(&stratum->tally, stratum->effective);
    struct sow_rate rate = {tally.wins, sow_tally_games(&tally)};
    return sow_rate_clopper_pearson(&rate, level);
}

struct sow_interval sow_least_win_rate(const struct sow_stratum *strata, size_t count,
                                       double level)
{
    struct sow_interval least = {1.0, 1.0};
    for (size_t i = 0; i < count; i++) {
        struct sow_interval own =
            sow_win_limits(&strata[i], sow_level_of_each(level, count));
        least.low = fmin(least.low, own.low);
        least.high = fmin(least.high, own.high);
    }
    return least;
}

double sow_tally_sign_test(const struct sow_tally *tally)
{
    double decided = (double)(tally->wins + tally->losses);
    double fewer = (double)(tally->wins < tally->losses ? tally->wins : tally->losses);
    return fmin(1.0, 2.0 * pbinom(fewer, decided, 0.5, true, false));
}
