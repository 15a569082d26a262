/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_objective.h"

#include "sow/base/array.h"
#include "sow/statistics/statistics_samples.h"

#include <math.h>
#include <stdlib.h>

/* Returns the points of a tally, in halves: 2 for a win, 1 for a draw. */
static int64_t half_points(const struct sow_tally *tally)
{
    return 2 * tally->wins + tally->draws;
}

/* Returns the points per game against @p count opponents, both seats together, from 0 to
   1. There must be games. */
static double mean_score(const struct sow_arena_seats *seats, int count)
{
    int64_t points = 0;
    int64_t games = 0;
    for (int i = 0; i < count; i++) {
        points += half_points(&seats[i].first) + half_points(&seats[i].second);
        games += sow_tally_games(&seats[i].first) + sow_tally_games(&seats[i].second);
    }
    return (double)points / (2.0 * (double)games);
}

/* Returns wins per game of a tally, from 0 to 1. The tally must have games. */
static double win_rate(const struct sow_tally *tally)
{
    return (double)tally->wins / (double)sow_tally_games(tally);
}

/* --- mean --- */

/* Adds the mean score in one more variant (`join` of the objective mean). */
static void add_mean(const struct sow_evolve_options *options, struct sow_part *part,
                     const struct sow_part_results *results)
{
    (void)options;
    part->sofar += mean_score(results->seats, results->count);
}

/* Returns the sum divided by the number of variants. It is the `finish` of the objective
   mean, which ignores @p count. */
static double divide(const struct sow_evolve_options *options, struct sow_part *part,
                     int count)
{
    (void)options;
    (void)count;
    return part->sofar / (double)part->variants;
}

/* --- worst and regret --- */

/* Lowers the value to the lowest win rate of all opponents and seats in one more variant,
   if that is lower (`join` of the objective worst). Each seat must have games. */
static void lower_win_rate(const struct sow_evolve_options *options,
                           struct sow_part *part, const struct sow_part_results *results)
{
    (void)options;
    double least = 1.0;
    for (int i = 0; i < results->count; i++)
        least = fmin(least, fmin(win_rate(&results->seats[i].first),
                                 win_rate(&results->seats[i].second)));
    part->sofar = fmin(part->sofar, least);
}

/* Lowers the value to 1 minus the shortfall in one more variant, if that is lower (`join`
   of the objective regret). The shortfall is the score of the reference minus that of the
   player, and below 0 for a better player. */
static void lower_shortfall(const struct sow_evolve_options *options,
                            struct sow_part *part, const struct sow_part_results *results)
{
    (void)options;
    double shortfall = results->reference - mean_score(results->seats, results->count);
    part->sofar = fmin(part->sofar, 1.0 - shortfall);
}

/* Returns the value as it is (`finish` of the objectives worst and regret). */
static double keep(const struct sow_evolve_options *options, struct sow_part *part,
                   int count)
{
    (void)options;
    (void)count;
    return part->sofar;
}

/* --- softmin --- */

/* Adds exp(-x / t) for the score x against each opponent, both seats together (`join` of
   the objective softmin). The option t is above 0. */
static void add_soft(const struct sow_evolve_options *options, struct sow_part *part,
                     const struct sow_part_results *results)
{
    for (int i = 0; i < results->count; i++)
        part->sofar += exp(-mean_score(results->seats + i, 1) / options->softmin_t);
}

/* Returns -t ln of the mean over @p count opponents in each of the variants (`finish` of
   the objective softmin). The result is rounded to a multiple of 2^-32, so that the last
   bits of a platform's exp and log never reach stored results. */
static double soften(const struct sow_evolve_options *options, struct sow_part *part,
                     int count)
{
    double cells = (double)count * (double)part->variants;
    double value = -options->softmin_t * log(part->sofar / cells);
    return nearbyint(value * 0x1p32) * 0x1p-32;
}

/* --- quantile --- */

/* Notes the mean score in one more variant (`join` of the objective quantile). */
static void note_mean(const struct sow_evolve_options *options, struct sow_part *part,
                      const struct sow_part_results *results)
{
    (void)options;
    part->scores[part->variants] = mean_score(results->seats, results->count);
}

/* Sorts the scores, and returns their quantile. It is the `finish` of the objective
   quantile, which ignores @p count. */
static double rank(const struct sow_evolve_options *options, struct sow_part *part,
                   int count)
{
    (void)count;
    qsort(part->scores, part->variants, sizeof *part->scores, sow_compare_reals);
    return sow_sample_quantile(&(struct sow_sample){part->scores, part->variants},
                               options->quantile_share);
}

/* --- the table --- */

/* An objective. */
struct objective {
    double begin; /* value of a part before the first variant */
    bool ranks;   /* true if a part has a score for each variant */
    void (*join)(const struct sow_evolve_options *options, struct sow_part *part,
                 const struct sow_part_results *results);
    double (*finish)(const struct sow_evolve_options *options, struct sow_part *part,
                     int count);
};

static const struct objective OBJECTIVES[SOW_OBJECTIVES] = {
    [SOW_OBJECTIVE_MEAN] = {0.0, false, add_mean, divide},
    [SOW_OBJECTIVE_WORST] = {(double)INFINITY, false, lower_win_rate, keep},
    [SOW_OBJECTIVE_REGRET] = {(double)INFINITY, false, lower_shortfall, keep},
    [SOW_OBJECTIVE_SOFTMIN] = {0.0, false, add_soft, soften},
    [SOW_OBJECTIVE_QUANTILE] = {0.0, true, note_mean, rank},
};

bool sow_objective_ranks(const struct sow_evolve_options *options)
{
    return OBJECTIVES[options->objective].ranks;
}

void sow_objective_begin(const struct sow_evolve_options *options, struct sow_part *part)
{
    part->sofar = OBJECTIVES[options->objective].begin;
    part->variants = 0;
}

void sow_objective_join(const struct sow_evolve_options *options, struct sow_part *part,
                        const struct sow_part_results *results)
{
    OBJECTIVES[options->objective].join(options, part, results);
    part->variants++;
}

double sow_objective_finish(const struct sow_evolve_options *options,
                            struct sow_part *part, int count)
{
    return OBJECTIVES[options->objective].finish(options, part, count);
}
