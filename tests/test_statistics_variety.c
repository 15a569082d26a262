/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that repeat each other: their effective number, and the coverage of intervals
   that take it into account. */
#include "sow/base/pcg.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/statistics/statistics_variety.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>

enum { GAMES = 1000, KINDS_MAX = 400 };

/* A repertoire: different games, the probability of each, and whether the player wins
   it. */
struct repertoire {
    int kinds;
    double until[KINDS_MAX]; /* sums of the shares */
    bool won[KINDS_MAX];
};

/* Makes a repertoire. The probabilities are the gaps between random points. Each game is
   won by chance. */
static struct repertoire repertoire_of(int kinds, double strength, struct sow_pcg *rng)
{
    struct repertoire made = {.kinds = kinds};
    double sum = 0.0;
    for (int i = 0; i < kinds; i++) {
        sum -= log(1.0 - sow_pcg_unit(rng));
        made.until[i] = sum;
        made.won[i] = sow_pcg_unit(rng) < strength;
    }
    for (int i = 0; i < kinds; i++)
        made.until[i] /= sum;
    return made;
}

static int game_of(const struct repertoire *repertoire, struct sow_pcg *rng)
{
    double at = sow_pcg_unit(rng);
    int kind = 0;
    while (kind + 1 < repertoire->kinds && at >= repertoire->until[kind])
        kind++;
    return kind;
}

static struct sow_variety play(const struct repertoire *repertoire, struct sow_pcg *rng,
                               struct sow_tally *tally)
{
    uint64_t lines[GAMES];
    *tally = (struct sow_tally){0, 0, 0};
    for (int i = 0; i < GAMES; i++) {
        int kind = game_of(repertoire, rng);
        lines[i] = (uint64_t)kind;
        *(repertoire->won[kind] ? &tally->wins : &tally->losses) += 1;
    }
    return sow_variety_of(lines, GAMES, GAMES);
}

/* ---- Counting ---- */

static struct sow_variety variety_of_counts(const int *counts, int kinds)
{
    uint64_t lines[GAMES];
    size_t games = 0;
    for (int i = 0; i < kinds; i++)
        for (int k = 0; k < counts[i]; k++)
            lines[games++] = (uint64_t)i * UINT64_C(1234567890123);
    return sow_variety_of(lines, games, (int64_t)games);
}

TEST(counts, games_count_by_their_shares)
{
    static const struct {
        int counts[4];
        int kinds;
        double effective; /* (sum c)^2 / sum c^2, computed by hand */
    } CASES[] = {{{1000}, 1, 1.0},
                 {{2}, 1, 1.0},
                 {{500, 500}, 2, 2.0},
                 {{6, 3, 1}, 3, 100.0 / 46.0},
                 {{900, 98, 1, 1}, 4, 1e6 / (810000.0 + 9604.0 + 2.0)}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct sow_variety variety = variety_of_counts(CASES[i].counts, CASES[i].kinds);
        ck_assert_int_eq(variety.distinct, CASES[i].kinds);
        ck_assert_double_eq_tol(variety.effective, CASES[i].effective, 1e-9);
    }
    /* Two of three games are alike: 9 / 5 is more than half of them, so all count. */
    static const int MOSTLY[] = {2, 1};
    struct sow_variety mostly = variety_of_counts(MOSTLY, 2);
    ck_assert_int_eq(mostly.distinct, 3);
    ck_assert_double_eq_tol(mostly.effective, 3.0, 1e-12);
    static const int ONE[] = {1};
    ck_assert_double_eq_tol(variety_of_counts(ONE, 1).effective, 1.0, 1e-12);
}

TEST(counts, looks_are_long_enough)
{
    static const int64_t SIZES[] = {1, 2, 5, 10, 1000, 16000, 1000000};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        size_t first = sow_variety_first_look(SIZES[i]);
        size_t last = sow_variety_look(SIZES[i]);
        ck_assert_uint_ge(first, 1);
        ck_assert_uint_ge(last, first);
        ck_assert_int_le((int64_t)last, SIZES[i]);
        ck_assert_uint_le(last, SOW_VARIETY_LOOK_MAX);
    }
    ck_assert_uint_eq(sow_variety_first_look(1000), 64);
    ck_assert_uint_eq(sow_variety_first_look(1000000), SOW_VARIETY_LOOK_MAX);
    /* A first check sees that 1,000 games are only 150, and reports no copies in
       100,000. */
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 1, 1);
    int missed = 0;
    int imagined = 0;
    for (int i = 0; i < 2000; i++) {
        uint64_t few[64];
        uint64_t many[64];
        for (int k = 0; k < 64; k++) {
            few[k] = sow_pcg_below(&rng, 150);
            many[k] = sow_pcg_below(&rng, 100000);
        }
        missed += sow_variety_of(few, 64, GAMES).distinct == GAMES;
        imagined += sow_variety_of(many, 64, GAMES).distinct != GAMES;
    }
    ck_assert_int_lt(missed, 10);
    ck_assert_int_eq(imagined, 0);
}

/* Checking a part of a longer match gives, on average, the same as the whole. */
TEST(counts, looks_have_no_bias)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 2, 1);
    double sum = 0.0;
    for (int i = 0; i < 400; i++) {
        uint64_t lines[200];
        for (int k = 0; k < 200; k++) {
            uint32_t of_four = sow_pcg_below(&rng, 4);
            lines[k] = of_four == 0 ? 10 + sow_pcg_below(&rng, 15) : 1;
        }
        /* sum p^2 = (3/4)^2 + 15 (1/60)^2 */
        sum += 1.0 / sow_variety_of(lines, 200, 100000).effective;
    }
    ck_assert_double_eq_tol(sum / 400.0, 0.5625 + 15.0 / 3600.0 + 1e-5 * 0.43, 0.004);
}

/* ---- Effect on scores ---- */

TEST(worth, thinned_tallies_keep_proportions)
{
    struct sow_tally tally = {600, 100, 300};
    struct sow_tally same = sow_tally_thinned(&tally, 1000.0);
    ck_assert_int_eq(same.wins, 600);
    struct sow_tally ten = sow_tally_thinned(&tally, 10.2);
    ck_assert_int_eq(ten.wins, 6);
    ck_assert_int_eq(ten.draws, 1);
    ck_assert_int_eq(ten.losses, 3);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 3, 1);
    for (int i = 0; i < 1000; i++) {
        struct sow_tally any = {sow_pcg_below(&rng, 50), sow_pcg_below(&rng, 50),
                                1 + sow_pcg_below(&rng, 50)};
        double effective = 1.0 + 60.0 * sow_pcg_unit(&rng);
        struct sow_tally thin = sow_tally_thinned(&any, effective);
        ck_assert(thin.wins >= 0 && thin.draws >= 0 && thin.losses >= 0);
        double wanted = fmin(round(effective), (double)sow_tally_games(&any));
        ck_assert_double_eq_tol((double)sow_tally_games(&thin), wanted, 1.01);
    }
}

TEST(worth, scores_are_worth_what_counts)
{
    struct sow_pairs pairs = {{200, 0, 500, 0, 300}};
    struct sow_match_score all = sow_score_of_pairs(&pairs, SOW_LEVEL);
    struct sow_match_score same = sow_score_of_variety(&all, 2000.0);
    ck_assert_double_eq_tol(same.interval.low, all.interval.low, 1e-15);
    struct sow_match_score tenth = sow_score_of_variety(&all, 200.0);
    ck_assert_double_eq_tol(tenth.mean, all.mean, 1e-15);
    ck_assert_double_eq_tol(tenth.standard_error, all.standard_error * sqrt(10.0), 1e-12);
    double longer = (tenth.interval.high - tenth.interval.low) /
                    (all.interval.high - all.interval.low);
    ck_assert(longer > 3.0 && longer < sqrt(10.0));
    /* Pairs that all end alike say nothing about the variance of pairs. */
    struct sow_pairs split = {{0, 1, 998, 1, 0}};
    struct sow_match_score certain = sow_score_of_pairs(&split, SOW_LEVEL);
    ck_assert_double_eq_tol(sow_score_of_variety(&certain, 8.0).equivalent_games, 8.0,
                            1e-12);
    struct sow_match_score one = sow_score_of_variety(&all, 2.0);
    ck_assert(isnan(one.interval.low) && isnan(one.interval.high));
    ck_assert(isnan(sow_score_superiority(&one)));
    struct sow_variety seats[] = {{5, 4.0}, {1000, 1000.0}};
    ck_assert_double_eq_tol(sow_variety_of_both(&seats[0], &seats[1]), 4.0 / 0.251,
                            1e-12);
}

TEST(worth, strata_of_copies_are_less_sure)
{
    struct sow_stratum seats[] = {{{800, 0, 200}, 1000.0}, {{600, 0, 400}, 1000.0}};
    struct sow_mean_score sure = sow_score_of_strata(seats, 2, SOW_LEVEL);
    seats[1].effective = 5.0;
    struct sow_mean_score unsure = sow_score_of_strata(seats, 2, SOW_LEVEL);
    ck_assert_double_eq_tol(unsure.mean, sure.mean, 1e-15);
    ck_assert(unsure.interval.low < sure.interval.low - 0.1);
    ck_assert(unsure.interval.high > sure.interval.high + 0.1);
    ck_assert(unsure.standard_error > 5.0 * sure.standard_error);
    /* One seat alone has the interval of its effective number of games. */
    struct sow_mean_score alone = sow_score_of_strata(&seats[1], 1, SOW_LEVEL);
    struct sow_tally five = {3, 0, 2};
    struct sow_match_score wanted = sow_score_of_games(&five, SOW_LEVEL);
    ck_assert_double_eq_tol(alone.interval.low, wanted.interval.low, 1e-9);
    ck_assert_double_eq_tol(alone.interval.high, wanted.interval.high, 1e-9);
    /* One game that is always won is not certain to be won. */
    struct sow_stratum won = {{1000, 0, 0}, 1.0};
    struct sow_mean_score once = sow_score_of_strata(&won, 1, SOW_LEVEL);
    ck_assert(once.interval.low < 0.3 && once.standard_error > 0.1);
}

/* ---- Coverage of the intervals ---- */

static const struct {
    int kinds;
    double strength;
    double most_before; /* upper bound for the coverage of Wilson's interval for all
                           games, measured below */
    double least_now;
} REPERTOIRES[] = {
    {3, 0.5, 0.10, 0.93},   {3, 0.8, 0.10, 0.93},   {10, 0.5, 0.20, 0.93},
    {10, 0.8, 0.20, 0.93},  {50, 0.5, 0.35, 0.93},  {50, 0.8, 0.35, 0.93},
    {200, 0.5, 0.55, 0.93}, {200, 0.8, 0.55, 0.93},
};

/* Players know a repertoire of games, each won with the player's strength as probability.
   There are 1,000 random seeds, each with another repertoire. */
TEST_EACH(coverage, intervals_hold_for_repertoires, REPERTOIRES)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 11, (uint64_t)_i);
    double strength = REPERTOIRES[_i].strength;
    int before = 0;
    int now = 0;
    for (int i = 0; i < 1000; i++) {
        struct sow_tally tally;
        struct repertoire made = repertoire_of(REPERTOIRES[_i].kinds, strength, &rng);
        struct sow_stratum stratum = {.effective = play(&made, &rng, &tally).effective};
        stratum.tally = tally;
        struct sow_interval new = sow_score_of_strata(&stratum, 1, SOW_LEVEL).interval;
        struct sow_interval old = sow_score_of_games(&tally, SOW_LEVEL).interval;
        before += old.low <= strength && strength <= old.high;
        now += new.low <= strength &&strength <= new.high;
    }
    (void)printf(
        "%d different games, strength %.1f: covered %.1f %% before, %.1f %% now\n",
        REPERTOIRES[_i].kinds, strength, before / 10.0, now / 10.0);
    ck_assert_double_le(before / 1000.0, REPERTOIRES[_i].most_before);
    ck_assert_double_ge(now / 1000.0, REPERTOIRES[_i].least_now);
}
