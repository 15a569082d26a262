/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of evolutions in which individuals that play alike share their games. Their
   fitness is that of a plain count, with fewer games, in every way of computing it. */
#include "evolve_support.h"

#include <math.h>

enum {
    ISLANDS = 2,
    POPULATION = 6,
    ALL = ISLANDS * POPULATION,
    GENERATIONS = 5,
    GAMES = 3,
    COPIED = 7
};

/* Settings of a run with many copies. */
static const struct setting COPIES[COPIED] = {
    {"islands", "2"},      {"population", "6"},      {"every", "2"}, {"generations", "5"},
    {"crossover", "none"}, {"mutation_rate", "0.1"}, {"games", "3"}};

/* Settings of one way to share games, by the number of the test. */
static const struct setting SHARED[][3] = {
    {{"distinct", "yes"}, {NULL, NULL}},
    {{"distinct", "yes"}, {"share_games", "yes"}, {NULL, NULL}},
    {{"distinct", "yes"}, {"objective", "worst"}, {NULL, NULL}}};

struct history {
    double genes[GENERATIONS][ALL][GENES];
    double fitness[GENERATIONS][ALL];
};

/* Runs an evolution with many copies and @p more settings, and reads its individuals. */
static int64_t evolve_copies(struct sow_store *store, const struct setting *more,
                             struct history *history)
{
    struct setting settings[SETTINGS_MAX] = {{NULL, NULL}};
    memcpy(settings, COPIES, sizeof COPIES);
    for (int i = 0; more[i].name != NULL; i++)
        settings[COPIED + i] = more[i];
    int64_t id = evolve(store, "erherhe", settings);
    read_individuals(store, id, GENERATIONS, ALL, history->genes[0][0],
                     history->fitness[0]);
    return id;
}

/* ---- A plain count ---- */

/* Results of a player in one seat. */
struct seat {
    int points; /* twice the points */
    int wins;
};

/* A generation, and how its games are counted. */
struct count {
    double (*genes)[GENES];
    int generation;
    bool shared; /* a game counts for both players */
};

/* Returns the first individual of its island that has the genes of individual @p i. */
static int first_alike(const struct count *count, int i)
{
    int first = i - i % POPULATION;
    while (!same_genes(count->genes[first], count->genes[i]))
        first++;
    return first;
}

/* Plays individual @p i against individual @p j in a seat (0: @p i moves first). */
static struct seat meet(const struct count *count, int i, int j, int seat)
{
    struct sow_rules rules = rules_of("erherhe");
    struct sow_agent agent;
    struct sow_agent opponent;
    play_weights(&agent, count->genes[i]);
    play_weights(&opponent, count->genes[j]);
    struct encounter encounter = {
        &rules,
        &agent,
        &opponent,
        {SOW_PURPOSE_FITNESS, {(uint64_t)count->generation, (uint64_t)i, (uint64_t)j, 0}},
        GAMES};
    return (struct seat){play(&encounter, seat, false), play(&encounter, seat, true)};
}

/* Returns twice the results of individual @p i against @p j in a seat. Individuals with
   equal genes win half of their games. Else those play that are the first with their
   genes; if games are shared, the later of them sees the games of the earlier one. */
static struct seat twice(const struct count *count, int i, int j, int seat)
{
    int own = first_alike(count, i);
    int other = first_alike(count, j);
    if (own == other)
        return (struct seat){2 * GAMES, GAMES};
    bool mirrored = count->shared && other < own;
    struct seat met =
        mirrored ? meet(count, other, own, 1 - seat) : meet(count, own, other, seat);
    if (mirrored)
        met = (struct seat){2 * GAMES - met.points, GAMES - met.points + met.wins};
    return (struct seat){2 * met.points, 2 * met.wins};
}

/* Returns the fitness of individual @p i: the score against all of its island, or the
   lower win rate of its two seats. */
static double fitness_of(const struct count *count, int i, bool worst)
{
    double rate = 1;
    int points = 0;
    int first = i - i % POPULATION;
    for (int seat = 0; seat < 2; seat++) {
        int wins = 0;
        for (int j = first; j < first + POPULATION; j++) {
            struct seat met = twice(count, i, j, seat);
            points += met.points;
            wins += met.wins;
        }
        rate = fmin(rate, wins / (2.0 * GAMES * POPULATION));
    }
    return worst ? rate : points / (8.0 * GAMES * POPULATION);
}

/* Returns the number of pairs of different individuals of a generation that play. */
static int count_pairs(const struct count *count)
{
    int pairs = 0;
    for (int i = 0; i < ALL; i++)
        for (int j = i - i % POPULATION; j < i - i % POPULATION + POPULATION; j++)
            pairs += i != j && first_alike(count, i) == i && first_alike(count, j) == j &&
                     (!count->shared || i < j);
    return pairs;
}

/* Fitness and games are those of a count over all pairs of individuals. */
TEST_LOOP(alike, fitness_is_that_of_a_plain_count, 0, COUNT(SHARED))
{
    OWNED(store) struct sow_store *store = open_scratch();
    static struct history history;
    int64_t id = evolve_copies(store, SHARED[_i], &history);
    int saved = 0;
    for (int g = 0; g < GENERATIONS; g++) {
        struct count count = {history.genes[g], g, _i == 1};
        for (int i = 0; i < ALL; i++)
            ck_assert_double_eq_tol(history.fitness[g][i], fitness_of(&count, i, _i == 2),
                                    1e-15);
        char sql[160];
        (void)snprintf(sql, sizeof sql,
                       "SELECT games FROM generations WHERE run_id = ?1 AND"
                       " generation = %d",
                       g);
        int pairs = count_pairs(&count);
        ck_assert_int_eq(integer(store, sql, id), pairs * 2 * GAMES);
        saved += ISLANDS * POPULATION * (POPULATION - 1) / (_i == 1 ? 2 : 1) - pairs;
    }
    /* More than a quarter of the games of different individuals are saved. */
    ck_assert_int_gt(4 * saved, GENERATIONS * ISLANDS * POPULATION * (POPULATION - 1) /
                                    (_i == 1 ? 2 : 1));
}

/* All individuals meet a panel on the same random numbers. So sharing its games saves
   games and changes nothing else. */
TEST(alike, games_against_a_panel_are_shared)
{
    static const struct setting ALONE[] = {
        {"fitness", "panel"}, {"opponents", "h1 random"}, {NULL, NULL}};
    static const struct setting TOGETHER[] = {{"fitness", "panel"},
                                              {"opponents", "h1 random"},
                                              {"distinct", "yes"},
                                              {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    static struct history alone;
    static struct history together;
    int64_t one = evolve_copies(store, ALONE, &alone);
    int64_t other = evolve_copies(store, TOGETHER, &together);
    ck_assert_mem_eq(&alone, &together, sizeof alone);
    const char *games = "SELECT sum(games) FROM generations WHERE run_id = ?1";
    ck_assert_int_lt(10 * integer(store, games, other), 9 * integer(store, games, one));
}

/* ---- The same results ---- */

static const struct setting MIXED[] = {{"distinct", "yes"},    {"fitness", "mixed"},
                                       {"hall_share", "1"},    {"hall_interval", "1"},
                                       {"panel_share", "1"},   {"opponents", "h1 random"},
                                       {"share_games", "yes"}, {NULL, NULL}};

TEST(same, threads_and_kernels_do_not_matter)
{
    static const char *const KERNELS[] = {"auto", "plain", "portable"};
    struct setting settings[SETTINGS_MAX] = {{"variants", "erherhe,kalah"}};
    memcpy(settings + 1, COPIES, sizeof COPIES);
    memcpy(settings + 1 + COPIED, MIXED, sizeof MIXED);
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t first = 0;
    for (int threads = 1; threads <= COUNT(KERNELS); threads++) {
        const struct asked asked = {.kind = &sow_evolve_kind,
                                    .rules = "erherhe",
                                    .options = with(settings),
                                    .seed = 3,
                                    .kernel = KERNELS[threads - 1],
                                    .threads = threads};
        int64_t id = make_run(store, &asked);
        first = first == 0 ? id : first;
        has_digest_of(store, id, first);
    }
}

/* The record has the setting if it differs from the default, as records without it have
   the default. */
TEST(same, record_has_the_setting)
{
    static const struct setting NO[] = {{"distinct", "no"}, {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    has_digest_of(store, evolve(store, "erherhe", NO), evolve(store, "erherhe", NO + 1));
    (void)evolve(store, "erherhe", SHARED[0]);
    ck_assert_int_eq(integer(store,
                             "SELECT sum(id) FROM runs WHERE"
                             " parameters ->> 'distinct' = 'yes'",
                             0),
                     3);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM runs WHERE"
                             " parameters ->> 'distinct' IS NOT NULL",
                             0),
                     1);
}
