/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures how often intervals contain the truth.
 *
 * Usage: `interval_coverage [MATCHES]`, `interval_coverage plans [PLANS]` or
 * `interval_coverage quantiles [SAMPLES]`.
 *
 * The first form draws MATCHES matches (default 1000) between players of a known score,
 * with two games per pair. It prints a row for each case, with Wilson's interval and the
 * one that sowlab reports. The second form draws PLANS sweeps (default 10000) in which no
 * setting has an effect, and compares the settings as `sowlab sweep` does. The third form
 * draws SAMPLES samples (default 1000) for intervals of quantiles.
 * docs/findings/intervals.md has the figures.
 */
#include "null_plans.h"
#include "sow/base/array.h"
#include "sow/base/pcg.h"
#include "sow/base/text.h"
#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A source of games with a known score. Some of the lost points are lost by draws. */
struct source {
    double score;
    double drawn; /* share of the lost points that draws lose */
    int pairs;
};

struct match {
    struct sow_tally games;
    struct sow_pairs pairs;
};

/* Draws a game and returns its half points. */
static int play(const struct source *source, struct sow_pcg *rng)
{
    double draw = 2.0 * source->drawn * (1.0 - source->score);
    double loss = (1.0 - source->drawn) * (1.0 - source->score);
    double u = sow_pcg_unit(rng);
    return u < loss ? 0 : (u < loss + draw ? 1 : 2);
}

static struct match draw_match(const struct source *source, uint64_t seed)
{
    struct match match = {.games = {.wins = 0}};
    int64_t *const counts[] = {&match.games.losses, &match.games.draws,
                               &match.games.wins};
    struct sow_pcg rng;
    sow_pcg_seed(&rng, seed, 6);
    for (int i = 0; i < source->pairs; i++) {
        int first = play(source, &rng);
        int second = play(source, &rng);
        ++*counts[first];
        ++*counts[second];
        match.pairs.count[first + second]++;
    }
    return match;
}

static bool holds(struct sow_interval interval, double truth)
{
    return interval.low <= truth && truth <= interval.high;
}

/* Returns the score as reports compute it: a draw is half a point. */
static double score_of(const struct match *match)
{
    return sow_tally_score(&match->games);
}

static void show(const struct source *source, int64_t matches)
{
    int held[4] = {0};
    double games = 2.0 * source->pairs;
    for (int64_t i = 0; i < matches; i++) {
        struct match match = draw_match(source, (uint64_t)i + 1);
        double score = score_of(&match);
        struct sow_match_score elo = sow_score_of_pairs(&match.pairs, SOW_LEVEL);
        const struct sow_interval intervals[] = {
            sow_interval_wilson(score, games, SOW_LEVEL),
            sow_interval_score(score, games, SOW_LEVEL),
            sow_interval_wilson(elo.mean, elo.equivalent_games, SOW_LEVEL), elo.interval};
        for (int k = 0; k < 4; k++)
            held[k] += holds(intervals[k], source->score);
    }
    printf("| %g | 2 x %d | %g |", source->score, source->pairs, source->drawn);
    for (int k = 0; k < 4; k++)
        printf(" %.1f |", 100.0 * held[k] / (double)matches);
    printf("\n");
}

/* Prints a row for each size of the sweeps. */
static void show_plans(int64_t plans)
{
    static const size_t SEEDS[] = {10, 20};
    printf("| random seeds | plans | intervals with 0 | a verdict anywhere | "
           "p < 0.05 by random seed | p < 0.05 pooled |\n"
           "| --- | --- | --- | --- | --- | --- |\n");
    for (size_t s = 0; s < sizeof SEEDS / sizeof SEEDS[0]; s++) {
        struct null_counts counts = {.plans = 0};
        struct sow_pcg rng;
        sow_pcg_seed(&rng, SEEDS[s], 7);
        for (int64_t i = 0; i < plans; i++)
            null_try(SEEDS[s], &rng, &counts);
        double part = 100.0 / counts.plans;
        printf("| %zu | %d | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n", SEEDS[s],
               counts.plans, part * counts.covered / NULL_TESTS, part * counts.any,
               part * counts.alone, part * counts.pooled);
    }
}

/* Prints a row for each source of games. */
static void show_matches(int64_t matches)
{
    static const double SCORES[] = {0.5, 0.9, 0.99, 0.9978, 0.998};
    static const int PAIRS[] = {20, 200, 1000};
    static const double DRAWN[] = {0, 0.5};
    printf("| score | games | drawn | score, Wilson | score, shown | Elo, Wilson | Elo, "
           "shown |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for (size_t s = 0; s < sizeof SCORES / sizeof SCORES[0]; s++)
        for (size_t n = 0; n < sizeof PAIRS / sizeof PAIRS[0]; n++)
            for (size_t d = 0; d < sizeof DRAWN / sizeof DRAWN[0]; d++)
                show(&(struct source){SCORES[s], DRAWN[d], PAIRS[n]}, matches);
}

/* Largest sample of show_quantiles, and the draws of its bootstrap. */
enum { SAMPLE_MOST = 50, DRAWS = 1000 };

/* Returns the interval of a quantile by the usual bootstrap, for comparison: percentiles
   of the quantile in draws of the sample's values with replacement. */
static struct sow_interval resample(const struct sow_sample *sample, double level,
                                    struct sow_pcg *rng)
{
    static double quantiles[DRAWS];
    double drawn[SAMPLE_MOST];
    for (int d = 0; d < DRAWS; d++) {
        for (size_t i = 0; i < sample->count; i++)
            drawn[i] = sample->values[sow_pcg_below(rng, (uint32_t)sample->count)];
        qsort(drawn, sample->count, sizeof *drawn, sow_compare_reals);
        quantiles[d] =
            sow_sample_quantile(&(struct sow_sample){drawn, sample->count}, level);
    }
    struct sow_sample all = {quantiles, DRAWS};
    qsort(quantiles, DRAWS, sizeof *quantiles, sow_compare_reals);
    return (struct sow_interval){sow_sample_quantile(&all, (1 - SOW_LEVEL) / 2),
                                 sow_sample_quantile(&all, (1 + SOW_LEVEL) / 2)};
}

/* Prints a row for each quantile and size of the samples, which are of normal values. */
static void show_quantiles(int64_t samples)
{
    static const double LEVELS[] = {0.1, 0.5};
    static const double TRUTHS[] = {-1.2815515655446004, 0};
    static const size_t COUNTS[] = {5, 20, SAMPLE_MOST};
    printf("| quantile | values | shown | by resampling |\n| --- | --- | --- | --- |\n");
    for (size_t l = 0; l < 2; l++)
        for (size_t n = 0; n < 3; n++) {
            double values[SAMPLE_MOST];
            struct sow_sample sample = {values, COUNTS[n]};
            int held[2] = {0};
            struct sow_pcg rng;
            sow_pcg_seed(&rng, COUNTS[n], 8);
            for (int64_t s = 0; s < samples; s++) {
                for (size_t i = 0; i < COUNTS[n]; i++)
                    values[i] = sow_pcg_normal(&rng);
                qsort(values, COUNTS[n], sizeof *values, sow_compare_reals);
                held[0] += holds(
                    sow_sample_quantile_limits(&sample, LEVELS[l], SOW_LEVEL), TRUTHS[l]);
                held[1] += holds(resample(&sample, LEVELS[l], &rng), TRUTHS[l]);
            }
            double part = 100.0 / (double)samples;
            printf("| %g | %zu | %.1f %% | %.1f %% |\n", LEVELS[l], COUNTS[n],
                   part * held[0], part * held[1]);
        }
}

/* A form of the program. */
struct form {
    const char *word;            /* first argument; NULL: none */
    int64_t count;               /* default number of simulations */
    void (*show)(int64_t count); /* prints the rows */
    const char *noun;            /* noun of the simulations, in the plural */
};

int main(int argc, char **argv)
{
    static const struct form FORMS[] = {{"plans", 10000, show_plans, "plans"},
                                        {"quantiles", 1000, show_quantiles, "samples"},
                                        {NULL, 1000, show_matches, "matches"}};
    const struct form *form = FORMS;
    while (form->word != NULL && (argc < 2 || strcmp(argv[1], form->word) != 0))
        form++;
    int at = form->word != NULL ? 2 : 1;
    int64_t count = form->count;
    if (at < argc && (!sow_text_to_int(argv[at], &count) || count < 1)) {
        (void)fprintf(stderr, "interval_coverage: the number of %s has to be 1 or more\n",
                      form->noun);
        return 64;
    }
    form->show(count);
    return 0;
}
