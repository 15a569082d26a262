/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores, Elo differences and the sequential test: compared with R, and by simulation. */
#include "statistics_support.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_sequential.h"

static struct sow_tally next_tally(struct figures *figures)
{
    struct sow_tally tally = {.wins = figure_count(figures)};
    tally.draws = figure_count(figures);
    tally.losses = figure_count(figures);
    return tally;
}

static struct sow_pairs next_pairs(struct figures *figures)
{
    struct sow_pairs pairs;
    for (int i = 0; i < SOW_PAIR_SCORES; i++)
        pairs.count[i] = figure_count(figures);
    return pairs;
}

/* ---- Scores ---- */

static void expect_score(struct figures *figures, const struct sow_match_score *score)
{
    expect_figure("mean", figures, score->mean, 1e-13);
    expect_figure("standard error", figures, score->standard_error, 1e-11);
    expect_interval("interval", figures, score->interval, 1e-12);
    expect_figure("superiority", figures, sow_score_superiority(score), 1e-11);
}

TEST(scores, scores_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "games");) {
        struct sow_tally tally = next_tally(&r);
        struct sow_match_score score = sow_score_of_games(&tally, SOW_LEVEL);
        ck_assert_int_eq(score.games, sow_tally_games(&tally));
        expect_score(&r, &score);
    }
    for (figures_open(&r); figures_next(&r, "pairs");) {
        struct sow_pairs pairs = next_pairs(&r);
        struct sow_match_score score = sow_score_of_pairs(&pairs, SOW_LEVEL);
        ck_assert_int_eq(score.games, 2 * sow_pairs_total(&pairs));
        expect_score(&r, &score);
    }
}

/* Without draws, the interval is that of the rate. The likelihood of superiority is the
   one that engine testers use. */
TEST(scores, games_without_draws)
{
    for (int64_t wins = 1; wins < 60; wins += 7) {
        struct sow_tally tally = {.wins = wins, .losses = 60 - wins};
        struct sow_match_score score = sow_score_of_games(&tally, 0.9);
        struct sow_interval rate = sow_rate_interval(&(struct sow_rate){wins, 60}, 0.9);
        expect_near("equivalent games", score.equivalent_games, 60, 1e-12);
        expect_near("low", score.interval.low, rate.low, 1e-12);
        expect_near("high", score.interval.high, rate.high, 1e-12);
        expect_near("superiority", sow_score_superiority(&score),
                    sow_normal_below((double)(2 * wins - 60) / sqrt(60)), 1e-12);
    }
}

/* If a player is better in one seat than in the other, pairs vary less than games. */
TEST(scores, pairs_take_the_seat_out)
{
    struct sow_pairs pairs = {{0, 10, 480, 10, 0}};
    struct sow_tally games = {.wins = 485, .draws = 30, .losses = 485};
    struct sow_match_score by_pairs = sow_score_of_pairs(&pairs, SOW_LEVEL);
    struct sow_match_score by_games = sow_score_of_games(&games, SOW_LEVEL);
    expect_near("mean", by_pairs.mean, by_games.mean, 1e-15);
    ck_assert_double_lt(5 * by_pairs.standard_error, by_games.standard_error);
    ck_assert_double_gt(by_pairs.equivalent_games, 10000);
    expect_near("even", sow_score_superiority(&by_pairs), 0.5, 1e-15);
}

TEST(scores, scores_of_nothing)
{
    struct sow_tally no_games = {0};
    struct sow_tally broken = {.wins = 3, .draws = -1, .losses = 5};
    struct sow_pairs no_pairs = {{0}};
    struct sow_pairs broken_pairs = {{1, 2, 3, 4, -5}};
    struct sow_match_score scores[] = {sow_score_of_games(&no_games, SOW_LEVEL),
                                       sow_score_of_games(&broken, SOW_LEVEL),
                                       sow_score_of_pairs(&no_pairs, SOW_LEVEL),
                                       sow_score_of_pairs(&broken_pairs, SOW_LEVEL)};
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        ck_assert_int_eq(scores[i].games, 0);
        ck_assert(isnan(scores[i].mean) && isnan(scores[i].standard_error));
        ck_assert(isnan(sow_score_superiority(&scores[i])));
        expect_nothing(scores[i].interval);
        expect_nothing(sow_elo_interval(scores[i].interval));
    }
    struct sow_tally games = {.wins = 3, .losses = 5};
    expect_nothing(sow_score_of_games(&games, 1).interval);
}

/* If all results are equal, nothing is known about their variance; the interval is not
   empty. */
TEST(scores, equal_results_are_not_certain)
{
    struct sow_pairs even = {{0, 0, 100, 0, 0}};
    struct sow_pairs won = {{0, 0, 0, 0, 100}};
    struct sow_match_score of_even = sow_score_of_pairs(&even, SOW_LEVEL);
    struct sow_match_score of_won = sow_score_of_pairs(&won, SOW_LEVEL);
    struct sow_interval wilson = sow_interval_wilson(1, 100, SOW_LEVEL);
    expect_near("low", of_won.interval.low, wilson.low, 1e-12);
    expect_near("high", of_won.interval.high, 1, 0);
    ck_assert(of_even.interval.low < 0.45 && of_even.interval.high > 0.55);
    struct sow_interval elo = sow_elo_interval(of_won.interval);
    ck_assert(isinf(elo.high) && elo.high > 0 && isfinite(elo.low));
}

/* A distribution of pairs to draw from. */
struct source {
    double chance[SOW_PAIR_SCORES];
};

static double mean_of(const struct source *source)
{
    double mean = 0;
    for (int i = 0; i < SOW_PAIR_SCORES; i++)
        mean += source->chance[i] * i / 4;
    return mean;
}

static void draw(const struct source *source, struct sow_pcg *rng,
                 struct sow_pairs *pairs)
{
    double u = sow_pcg_unit(rng);
    int kind = 0;
    while (kind < SOW_PAIR_SCORES - 1 && u >= source->chance[kind])
        u -= source->chance[kind++];
    pairs->count[kind]++;
}

/* Counts how often the interval contains the score, in 4,000 matches for each case. The
   binomial error is 0.35 percentage points. */
TEST_LOOP(scores, intervals_cover_the_score, 0, 5)
{
    static const struct {
        struct source source;
        int pairs;
        double least, most;
    } CASES[] = {
        {{{0.05, 0.2, 0.5, 0.2, 0.05}}, 100, 0.935, 0.965},
        {{{0.01, 0.04, 0.85, 0.05, 0.05}}, 500, 0.935, 0.965},
        {{{0.3, 0, 0.4, 0, 0.3}}, 50, 0.93, 0.97},
        {{{0, 0, 0.02, 0.08, 0.9}}, 100, 0.93, 0.975},
        {{{0, 0, 0.005, 0.002, 0.993}}, 1000, 0.92, 0.98},
    };
    enum { MATCHES = 4000 };
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 5, 6);
    double truth = mean_of(&CASES[_i].source);
    int covered = 0;
    for (int match = 0; match < MATCHES; match++) {
        struct sow_pairs pairs = {{0}};
        for (int i = 0; i < CASES[_i].pairs; i++)
            draw(&CASES[_i].source, &rng, &pairs);
        struct sow_match_score score = sow_score_of_pairs(&pairs, SOW_LEVEL);
        covered += score.interval.low <= truth && truth <= score.interval.high;
    }
    double rate = (double)covered / MATCHES;
    ck_assert_msg(rate >= CASES[_i].least && rate <= CASES[_i].most, "covered %.4f",
                  rate);
}

/* ---- Elo ---- */

TEST(elo, elo_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "elo");) {
        double elo = figure(&r);
        double score = figure(&r);
        expect_near("score", sow_score_of_elo(elo), score, 1e-14);
        expect_near("elo", sow_elo_of_score(score), elo, 1e-12);
        expect_near("reversed", sow_score_of_elo(-elo), 1 - score, 1e-12);
    }
    ck_assert(isinf(sow_elo_of_score(0)) && sow_elo_of_score(0) < 0);
    ck_assert(isinf(sow_elo_of_score(1)) && sow_elo_of_score(1) > 0);
    ck_assert(isnan(sow_elo_of_score(-0.1)) && isnan(sow_elo_of_score(1.1)));
    ck_assert(isnan(sow_elo_of_score((double)NAN)));
    expect_near("certain", sow_score_of_elo((double)INFINITY), 1, 0);
    expect_near("hopeless", sow_score_of_elo((double)-INFINITY), 0, 0);
}

/* Wilson's limits have the same distance from the score in Elo. The reported limit on the
   side of the nearer end is farther away. */
TEST(elo, elo_limits_reach_outwards)
{
    static const struct sow_pairs PAIRS[] = {
        {{190, 30, 383, 16, 149}}, {{0, 0, 60, 18, 1922}}, {{1, 2, 3, 2, 2}}};
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++) {
        struct sow_match_score score = sow_score_of_pairs(&PAIRS[i], 0.9);
        struct sow_interval elo = sow_elo_interval(score.interval);
        struct sow_interval wilson = sow_elo_interval(
            sow_interval_wilson(score.mean, score.equivalent_games, 0.9));
        double centre = sow_elo_of_score(score.mean);
        bool ahead = centre > 0;
        expect_near("of Wilson's", centre - wilson.low, wilson.high - centre, 1e-9);
        expect_near("inwards", ahead ? elo.low : elo.high,
                    ahead ? wilson.low : wilson.high, 1e-9);
        ck_assert(elo.low <= wilson.low && elo.high >= wilson.high);
    }
}

/* ---- The sequential test ---- */

static struct sow_sprt between(double elo0, double elo1)
{
    return (struct sow_sprt){elo0, elo1, 0.05, 0.05};
}

static struct sow_sprt next_sprt(struct figures *figures)
{
    double elo0 = figure(figures);
    return between(elo0, figure(figures));
}

TEST(sprt, llr_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "llr-pairs");) {
        struct sow_sprt sprt = next_sprt(&r);
        struct sow_pairs pairs = next_pairs(&r);
        expect_figure("LLR", &r, sow_sprt_of_pairs(&sprt, &pairs).llr, 1e-10);
    }
    for (figures_open(&r); figures_next(&r, "bounds");) {
        struct sow_sprt sprt = {0, 10, figure(&r), 0};
        sprt.beta = figure(&r);
        struct sow_sprt_state state = sow_sprt_of_pairs(&sprt, &(struct sow_pairs){{0}});
        expect_near("LLR", state.llr, 0, 0);
        expect_figure("lower", &r, state.lower, 1e-14);
        expect_figure("upper", &r, state.upper, 1e-14);
        ck_assert_int_eq(state.verdict, SOW_SPRT_UNDECIDED);
    }
}

/* If the hypotheses are close to each other, and the results to them, Van den Bergh's two
   approximations are nearly equal. */
TEST(sprt, llr_near_the_approximations)
{
    struct figures r;
    int compared = 0;
    for (figures_open(&r); figures_next(&r, "llr-pairs");) {
        struct sow_sprt sprt = next_sprt(&r);
        struct sow_pairs pairs = next_pairs(&r);
        r.next++;
        double llr = sow_sprt_of_pairs(&sprt, &pairs).llr;
        struct sow_match_score score = sow_score_of_pairs(&pairs, SOW_LEVEL);
        if (fabs(score.mean - 0.5) > 0.06 || score.standard_error < 0.005 ||
            sprt.elo1 > 50 || fabs(llr) < 0.1)
            continue;
        expect_figure("unknown variance", &r, llr, 0.03);
        expect_figure("known variance", &r, llr, 0.05);
        compared++;
    }
    ck_assert_int_ge(compared, 5);
}

TEST(sprt, llr_is_antisymmetric_and_grows)
{
    struct sow_pairs pairs = {{30, 60, 100, 70, 25}};
    struct sow_pairs mirrored = {{25, 70, 100, 60, 30}};
    struct sow_sprt sprt = between(-3, 8);
    struct sow_sprt opposite = between(-8, 3);
    expect_near("mirrored", sow_sprt_of_pairs(&opposite, &mirrored).llr,
                -sow_sprt_of_pairs(&sprt, &pairs).llr, 1e-10);
    double before = sow_sprt_of_pairs(&sprt, &pairs).llr;
    for (int i = 0; i < 200; i++) {
        pairs.count[3]++;
        double after = sow_sprt_of_pairs(&sprt, &pairs).llr;
        ck_assert_double_gt(after, before);
        before = after;
    }
}

TEST(sprt, verdicts_at_the_bounds)
{
    struct sow_sprt sprt = between(0, 50);
    struct sow_pairs even = {{200, 200, 300, 200, 200}};
    struct sow_pairs better = {{100, 200, 300, 200, 400}};
    struct sow_pairs worse = {{400, 200, 300, 200, 100}};
    ck_assert_int_eq(sow_sprt_of_pairs(&sprt, &even).verdict, SOW_SPRT_H0);
    ck_assert_int_eq(sow_sprt_of_pairs(&sprt, &better).verdict, SOW_SPRT_H1);
    ck_assert_int_eq(sow_sprt_of_pairs(&sprt, &worse).verdict, SOW_SPRT_H0);
    ck_assert_str_eq(sow_sprt_verdict_names[SOW_SPRT_H0], "h0");
    ck_assert_str_eq(sow_sprt_verdict_names[SOW_SPRT_H1], "h1");
    ck_assert_str_eq(sow_sprt_verdict_names[SOW_SPRT_UNDECIDED], "undecided");
}

TEST(sprt, senseless_tests_are_refused)
{
    static const struct {
        struct sow_sprt sprt;
        const char *words;
    } REFUSED[] = {
        {{5, 5, 0.05, 0.05}, "'elo0' has to be less than 'elo1'"},
        {{10, 0, 0.05, 0.05}, "cannot tell Elo 10 from 0"},
        {{-2000, 0, 0.05, 0.05}, "between -1000 and 1000"},
        {{0, (double)NAN, 0.05, 0.05}, "between -1000 and 1000"},
        {{0, 10, 0, 0.05}, "between 0 and 0.5"},
        {{0, 10, 0.05, 0.5}, "between 0 and 0.5"},
        {{0, 10, 0.05, (double)NAN}, "between 0 and 0.5"},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        ck_assert_int_eq(sow_sprt_check(&REFUSED[i].sprt, &err), SOW_USAGE);
        ck_assert_msg(strstr(err.text, REFUSED[i].words) != NULL, "%s", err.text);
    }
    struct sow_sprt sprt = between(-1000, 1000);
    ck_assert_int_eq(sow_sprt_check(&sprt, &err), SOW_OK);
}

/* Plays pairs until the test ends, checking after every @p step pairs. */
static enum sow_sprt_verdict simulate(const struct sow_sprt *sprt,
                                      const struct source *source, int step,
                                      struct sow_pcg *rng)
{
    struct sow_pairs pairs = {{0}};
    enum sow_sprt_verdict verdict = SOW_SPRT_UNDECIDED;
    for (int played = 0; verdict == SOW_SPRT_UNDECIDED && played < 100000; played++) {
        draw(source, rng, &pairs);
        if (played % step == step - 1)
            verdict = sow_sprt_of_pairs(sprt, &pairs).verdict;
    }
    return verdict;
}

/* Moves probability from worse to better pairs until the mean is higher by @p more. */
static void improve(struct source *source, double more)
{
    int worse = source->chance[1] >= 2 * more ? 1 : 0;
    double moved = worse == 1 ? 2 * more : more;
    source->chance[worse] -= moved;
    source->chance[4 - worse] += moved;
    ck_assert_double_ge(source->chance[worse], 0);
}

/* Error rates, with the truth at one of the hypotheses. They are at most the requested
   ones, within the binomial error of 2,000 tests, and not far below. The hypotheses are
   50 Elo apart, so a test takes some hundred pairs. It is checked after every pair, or
   after each 16th. */
TEST_LOOP(sprt_errors, errors_are_as_rare_as_asked_for, 0, 12)
{
    static const struct source EVEN[] = {{{0.1, 0.2, 0.4, 0.2, 0.1}},
                                         {{0.02, 0.2, 0.56, 0.2, 0.02}},
                                         {{0.45, 0.02, 0.06, 0.02, 0.45}}};
    enum { TESTS = 2000 };
    struct source played = EVEN[_i / 4];
    bool better = _i / 2 % 2 == 1;
    int step = _i % 2 == 0 ? 1 : 16;
    struct sow_sprt sprt = {0, 50, 0.05, 0.1};
    double truth = sow_score_of_elo(better ? sprt.elo1 : sprt.elo0);
    improve(&played, truth - 0.5);
    expect_near("truth", mean_of(&played), truth, 1e-12);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 7, (uint64_t)_i);
    struct sow_rate wrong = {0, TESTS};
    for (int i = 0; i < TESTS; i++) {
        enum sow_sprt_verdict verdict = simulate(&sprt, &played, step, &rng);
        ck_assert_int_ne(verdict, SOW_SPRT_UNDECIDED);
        wrong.successes += (verdict == SOW_SPRT_H1) != better;
    }
    double asked = better ? sprt.beta : sprt.alpha;
    struct sow_interval interval = sow_rate_clopper_pearson(&wrong, 0.99);
    ck_assert_msg(interval.low <= asked, "wrong %.4f", sow_rate_value(&wrong));
    ck_assert_msg(interval.high >= asked / 4, "wrong %.4f", sow_rate_value(&wrong));
}
