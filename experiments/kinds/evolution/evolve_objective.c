/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_objective.h"

#include <math.h>

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

/* Returns @p sofar plus the mean score in one more variant (`join` of the objective
   mean). */
static double add_mean(const struct sow_evolve_options *options, double sofar,
                       const struct sow_part_results *results)
{
    (void)options;
    return sofar + mean_score(results->seats, results->count);
}

/* Returns @p sum divided by the number of variants. It is the `finish` of the objective
   mean, which ignores @p count. */
static double divide(const struct sow_evolve_options *options, double sum, int count,
                     size_t variants)
{
    (void)options;
    (void)count;
    return sum / (double)variants;
}

/* --- worst and regret --- */

/* Returns the lower of @p sofar and the lowest win rate of all opponents and seats in one
   more variant (`join` of the objective worst). Each seat must have games. */
static double lower_win_rate(const struct sow_evolve_options *options, double sofar,
                             const struct sow_part_results *results)
{
    (void)options;
    double least = 1.0;
    for (int i = 0; i < results->count; i++)
        least = fmin(least, fmin(win_rate(&results->seats[i].first),
                                 win_rate(&results->seats[i].second)));
    return fmin(sofar, least);
}

/* Returns the lower of @p sofar and 1 minus the shortfall in one more variant (`join` of
   the objective regret). The shortfall is the score of the reference minus that of the
   player, and below 0 for a better player. */
static double lower_shortfall(const struct sow_evolve_options *options, double sofar,
                              const struct sow_part_results *results)
{
    (void)options;
    double shortfall = results->reference - mean_score(results->seats, results->count);
    return fmin(sofar, 1.0 - shortfall);
}

/* Returns the sum as it is (`finish` of the objectives worst and regret). */
static double keep(const struct sow_evolve_options *options, double sum, int count,
                   size_t variants)
{
    (void)options;
    (void)count;
    (void)variants;
    return sum;
}

/* --- softmin --- */

/* Returns @p sofar plus exp(-x / t) for the score x against each opponent, both seats
   together (`join` of the objective softmin). The option t is above 0. */
static double add_soft(const struct sow_evolve_options *options, double sofar,
                       const struct sow_part_results *results)
{
    for (int i = 0; i < results->count; i++)
        sofar += exp(-mean_score(results->seats + i, 1) / options->softmin_t);
    return sofar;
}

/* Returns -t ln of the mean over @p count opponents in each of the variants (`finish` of
   the objective softmin). The result is rounded to a multiple of 2^-32, so that the last
   bits of a platform's exp and log never reach stored results. */
static double soften(const struct sow_evolve_options *options, double sum, int count,
                     size_t variants)
{
    double cells = (double)count * (double)variants;
    double value = -options->softmin_t * log(sum / cells);
    return nearbyint(value * 0x1p32) * 0x1p-32;
}

/* --- the table --- */

/* An objective. */
struct objective {
    double begin; /* value of a part before the first variant */
    double (*join)(const struct sow_evolve_options *options, double sofar,
                   const struct sow_part_results *results);
    double (*finish)(const struct sow_evolve_options *options, double sum, int count,
                     size_t variants);
};

static const struct objective OBJECTIVES[SOW_OBJECTIVES] = {
    [SOW_OBJECTIVE_MEAN] = {0.0, add_mean, divide},
    [SOW_OBJECTIVE_WORST] = {(double)INFINITY, lower_win_rate, keep},
    [SOW_OBJECTIVE_REGRET] = {(double)INFINITY, lower_shortfall, keep},
    [SOW_OBJECTIVE_SOFTMIN] = {0.0, add_soft, soften},
};

double sow_objective_begin(const struct sow_evolve_options *options)
{
    return OBJECTIVES[options->objective].begin;
}

double sow_objective_join(const struct sow_evolve_options *options, double sofar,
                          const struct sow_part_results *results)
{
    return OBJECTIVES[options->objective].join(options, sofar, results);
}

double sow_objective_finish(const struct sow_evolve_options *options, double sum,
                            int count, size_t variants)
{
    return OBJECTIVES[options->objective].finish(options, sum, count, variants);
}
