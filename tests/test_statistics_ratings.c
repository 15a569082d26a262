/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bradley-Terry ratings, compared with R's glm and published figures, and general
   properties. */
#include "statistics_support.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_ratings.h"
#include "sow/statistics/statistics_scores.h"

enum { PLAYERS_MAX = 10, GAMES_MAX = 64 };

static struct sow_ratings fit(const struct sow_rated_games *games, size_t count,
                              size_t players, double prior)
{
    struct sow_err err;
    struct sow_ratings ratings;
    struct sow_rating_request request = {games, count, players, prior, SOW_LEVEL};
    ck_assert_msg(sow_ratings_fit(&request, &ratings, &err) == SOW_OK, "%s", err.text);
    ck_assert(ratings.converged);
    double sum = 0;
    for (size_t i = 0; i < players; i++)
        sum += ratings.rating[i].elo;
    ck_assert_double_eq_tol(sum, 0, 1e-7);
    return ratings;
}

/* ---- R ---- */

static void read_games(FILE *in, size_t count, struct sow_rated_games *games)
{
    struct figures r = {.in = in};
    ck_assert_uint_le(count, GAMES_MAX);
    for (size_t i = 0; i < count; i++) {
        ck_assert(figures_next(&r, "result"));
        games[i].player = (size_t)figure(&r);
        games[i].opponent = (size_t)figure(&r);
        games[i].tally.wins = figure_count(&r);
        games[i].tally.draws = figure_count(&r);
        games[i].tally.losses = figure_count(&r);
    }
}

static void expect_ratings(FILE *in, const struct sow_ratings *ratings)
{
    struct figures r = {.in = in};
    double z = sow_normal_quantile(SOW_LEVEL);
    for (size_t i = 0; i < ratings->count; i++) {
        const struct sow_rating *rating = &ratings->rating[i];
        ck_assert(figures_next(&r, "rating"));
        expect_figure("elo", &r, rating->elo, 1e-9);
        expect_figure("error", &r, rating->standard_error, 1e-9);
        expect_near("low", rating->interval.low, rating->elo - z * rating->standard_error,
                    1e-12);
    }
    struct sow_interval interval;
    double difference = sow_ratings_difference(ratings, 0, 1, &interval);
    ck_assert(figures_next(&r, "difference"));
    r.next = 2;
    expect_figure("difference", &r, difference, 1e-9);
    expect_figure("its error", &r, (interval.high - interval.low) / (2 * z), 1e-9);
}

TEST(r, ratings_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "ratings");) {
        struct sow_rated_games games[GAMES_MAX];
        size_t players = (size_t)figure(&r);
        double prior = figure(&r);
        size_t count = (size_t)figure(&r);
        read_games(r.in, count, games);
        struct sow_ratings ratings = fit(games, count, players, prior);
        expect_near("prior", ratings.prior, prior, 0);
        expect_ratings(r.in, &ratings);
        sow_ratings_release(&ratings);
    }
}

/* Baseball, American League East, 1987 (Agresti, Categorical Data Analysis): log
   strengths relative to Baltimore, and their errors, as printed. */
TEST(r, baseball_as_printed)
{
    enum { TEAMS = 7 };
    static const int WINS[TEAMS][TEAMS] = {{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9},
                                           {4, 6, 0, 7, 7, 8, 12}, {6, 8, 6, 0, 6, 7, 10},
                                           {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
                                           {2, 4, 1, 3, 1, 7, 0}};
    static const double PRINTED[TEAMS] = {1.5814, 1.4364, 1.2945, 1.2476,
                                          1.1077, 0.6839, 0};
    static const double ERRORS[TEAMS] = {0.3433, 0.3396, 0.3367, 0.3359,
                                         0.3339, 0.3319, 0};
    struct sow_rated_games games[TEAMS * TEAMS];
    size_t count = 0;
    for (size_t i = 0; i < TEAMS; i++)
        for (size_t j = 0; j < TEAMS; j++)
            games[count++] = (struct sow_rated_games){i, j, {.wins = WINS[i][j]}};
    struct sow_ratings ratings = fit(games, count, TEAMS, 0);
    double elo_a_strength = 400 / log(10);
    for (size_t i = 0; i < TEAMS; i++) {
        struct sow_interval interval;
        double ahead = sow_ratings_difference(&ratings, i, TEAMS - 1, &interval);
        double error =
            (interval.high - interval.low) / 2 / sow_normal_quantile(SOW_LEVEL);
        ck_assert_double_eq_tol(ahead / elo_a_strength, PRINTED[i], 0.00005);
        ck_assert_double_eq_tol(error / elo_a_strength, ERRORS[i], 0.00005);
    }
    expect_near("games", ratings.rating[0].games, 78, 0);
    expect_near("points", ratings.rating[6].points, 18, 0);
    sow_ratings_release(&ratings);
}

/* ---- What has to hold ---- */

/* Draws some thousand games of players with random strengths. The fit must expect the
   scores that each player has. */
static size_t random_games(struct sow_pcg *rng, size_t players,
                           struct sow_rated_games *games)
{
    size_t count = 0;
    for (size_t i = 0; i < players; i++)
        for (size_t j = i + 1; j < players; j++)
            games[count++] = (struct sow_rated_games){j,
                                                      i,
                                                      {1 + sow_pcg_below(rng, 50),
                                                       sow_pcg_below(rng, 9),
                                                       sow_pcg_below(rng, 300)}};
    return count;
}

TEST_LOOP(properties, expected_points_are_the_points, 0, 40)
{
    struct sow_rated_games games[GAMES_MAX];
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 8, (uint64_t)_i);
    size_t players = 2 + sow_pcg_below(&rng, PLAYERS_MAX - 2);
    size_t count = random_games(&rng, players, games);
    struct sow_ratings ratings = fit(games, count, players, 0);
    double expected[PLAYERS_MAX] = {0};
    for (size_t k = 0; k < count; k++) {
        struct sow_interval interval;
        size_t i = games[k].player;
        size_t j = games[k].opponent;
        double ahead = sow_ratings_difference(&ratings, i, j, &interval);
        double played = (double)sow_tally_games(&games[k].tally);
        expected[i] += played * sow_score_of_elo(ahead);
        expected[j] += played * sow_score_of_elo(-ahead);
    }
    for (size_t i = 0; i < players; i++)
        expect_near("points", expected[i], ratings.rating[i].points, 1e-9);
    sow_ratings_release(&ratings);
}

/* Four changes have no effect: renumbering the players, splitting entries, exchanging the
   two players of an entry, and games of a player with itself. */
TEST(properties, order_does_not_matter)
{
    struct sow_rated_games games[GAMES_MAX];
    struct sow_rated_games turned[GAMES_MAX];
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 9, 0);
    enum { PLAYERS = 6 };
    size_t count = random_games(&rng, PLAYERS, games);
    size_t more = 0;
    for (size_t k = count; k-- > 0;) {
        const struct sow_rated_games *game = &games[k];
        size_t i = PLAYERS - 1 - game->player;
        size_t j = PLAYERS - 1 - game->opponent;
        turned[more++] = (struct sow_rated_games){
            j, i, {game->tally.losses, game->tally.draws, game->tally.wins - 1}};
        turned[more++] = (struct sow_rated_games){i, j, {.wins = 1}};
    }
    turned[more++] = (struct sow_rated_games){2, 2, {10, 11, 12}};
    struct sow_ratings a = fit(games, count, PLAYERS, 0);
    struct sow_ratings b = fit(turned, more, PLAYERS, 0);
    for (size_t i = 0; i < PLAYERS; i++) {
        expect_near("elo", b.rating[PLAYERS - 1 - i].elo, a.rating[i].elo, 1e-9);
        expect_near("error", b.rating[PLAYERS - 1 - i].standard_error,
                    a.rating[i].standard_error, 1e-9);
        expect_near("games", b.rating[PLAYERS - 1 - i].games, a.rating[i].games, 0);
    }
    sow_ratings_release(&a);
    sow_ratings_release(&b);
}

/* With two players, the rating is the Elo of the score. Its interval equals that of games
   without draws, up to the difference between Wald's and Wilson's. */
TEST(properties, two_players_are_a_match)
{
    struct sow_rated_games games = {0, 1, {600, 0, 400}};
    struct sow_ratings ratings = fit(&games, 1, 2, 0);
    struct sow_interval interval;
    struct sow_match_score score = sow_score_of_games(&games.tally, SOW_LEVEL);
    struct sow_interval elo = sow_elo_interval(score.interval);
    expect_near("elo", sow_ratings_difference(&ratings, 0, 1, &interval),
                sow_elo_of_score(0.6), 1e-10);
    expect_near("low", interval.low, elo.low, 0.01);
    expect_near("high", interval.high, elo.high, 0.01);
    expect_near("half", ratings.rating[0].elo, sow_elo_of_score(0.6) / 2, 1e-10);
    sow_ratings_release(&ratings);
}

/* ---- Without a finite answer ---- */

static const struct {
    struct sow_rated_games games[3];
    size_t players;
    bool separated;
} SEPARATED[] = {
    {{{0, 1, {5, 0, 0}}, {1, 2, {1, 1, 1}}, {0, 2, {4, 0, 0}}}, 3, true}, /* undefeated */
    {{{0, 1, {5, 2, 5}}, {2, 3, {1, 1, 1}}}, 4, true}, /* two islands */
    {{{0, 1, {5, 2, 5}}, {0, 1, {0, 1, 0}}}, 3, true}, /* one idle */
    {{{0, 1, {0, 0, 0}}}, 2, true},                    /* no games */
    {{{0, 1, {9, 0, 0}}, {1, 2, {9, 0, 0}}, {2, 0, {9, 0, 0}}}, 3, false}, /* a cycle */
    {{{0, 1, {9, 1, 0}}, {1, 2, {9, 1, 0}}}, 3, false}, /* a draw connects the chain */
};
enum { SEPARATED_COUNT = sizeof SEPARATED / sizeof SEPARATED[0] };

TEST_LOOP(limits, separated_players_get_the_prior, 0, SEPARATED_COUNT)
{
    struct sow_ratings ratings = fit(SEPARATED[_i].games, 3, SEPARATED[_i].players, 0);
    ck_assert_int_eq(ratings.separated, SEPARATED[_i].separated);
    expect_near("prior", ratings.prior, SEPARATED[_i].separated ? SOW_RATING_PRIOR : 0,
                0);
    for (size_t i = 0; i < ratings.count; i++) {
        ck_assert(isfinite(ratings.rating[i].elo));
        ck_assert(ratings.rating[i].standard_error > 0);
        ck_assert(isfinite(ratings.rating[i].standard_error));
    }
    sow_ratings_release(&ratings);
}

/* More virtual games move all ratings closer together; very many move them to the
   mean. */
TEST(limits, prior_shrinks)
{
    static const struct sow_rated_games GAMES[] = {{0, 1, {30, 0, 0}},
                                                   {1, 2, {20, 3, 10}}};
    double before = (double)INFINITY;
    for (int power = -2; power < 6; power++) {
        double prior = pow(10, power);
        struct sow_ratings ratings = fit(GAMES, 2, 3, prior);
        ck_assert(ratings.separated);
        expect_near("prior", ratings.prior, prior, 0);
        double range = ratings.rating[0].elo - ratings.rating[2].elo;
        ck_assert(range > 0 && range < before);
        before = range;
        sow_ratings_release(&ratings);
    }
    ck_assert_double_lt(before, 0.2);
}

/* With one win in a hundred thousand games, in a chain, ratings are far apart but
   finite. */
TEST(limits, lopsided_results_converge)
{
    enum { PLAYERS = 6 };
    struct sow_rated_games games[PLAYERS - 1];
    for (size_t i = 0; i + 1 < PLAYERS; i++)
        games[i] = (struct sow_rated_games){i, i + 1, {99999, 0, 1}};
    struct sow_ratings ratings = fit(games, PLAYERS - 1, PLAYERS, 0);
    double step = sow_elo_of_score(0.99999);
    for (size_t i = 0; i < PLAYERS; i++)
        expect_near("elo", ratings.rating[i].elo, step * (2.5 - (double)i), 1e-6);
    sow_ratings_release(&ratings);
}

TEST(limits, bad_games_are_refused)
{
    static const struct {
        struct sow_rated_games games;
        size_t players;
        enum sow_status status;
        const char *words;
    } REFUSED[] = {
        {{0, 0, {1, 1, 1}}, 1, SOW_USAGE, "1 players cannot be rated"},
        {{0, 1, {1, 1, 1}}, SOW_RATED_PLAYERS_MAX + 1, SOW_USAGE, "give 2 to 2000"},
        {{0, 2, {1, 1, 1}}, 2, SOW_BAD_DATA, "there are only 2"},
        {{7, 0, {1, 1, 1}}, 2, SOW_BAD_DATA, "player 7"},
        {{0, 1, {1, -1, 1}}, 2, SOW_BAD_DATA, "fewer than no games"},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        struct sow_ratings ratings;
        struct sow_rating_request request = {&REFUSED[i].games, 1, REFUSED[i].players, 0,
                                             SOW_LEVEL};
        ck_assert_int_eq(sow_ratings_fit(&request, &ratings, &err), REFUSED[i].status);
        ck_assert_msg(strstr(err.text, REFUSED[i].words) != NULL, "%s", err.text);
    }
}
