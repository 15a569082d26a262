/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of evolutions on islands: the opponents, the choice of candidates, and the same
   results in every way of computing them. */
#include "evolve_support.h"

#include <math.h>

enum {
    ISLANDS = 3,
    POPULATION = 4,
    ALL = ISLANDS * POPULATION,
    GENERATIONS = 6,
    GAMES = 2
};

static const struct setting ON_ISLANDS[] = {
    {"islands", "3"},     {"population", "4"}, {"migrate", "1"},    {"every", "2"},
    {"generations", "6"}, {"games", "2"},      {"candidates", "7"}, {NULL, NULL}};

struct history {
    double genes[GENERATIONS][ALL][GENES];
    double fitness[GENERATIONS][ALL];
};

static void read_history(struct sow_store *store, int64_t id, struct history *history)
{
    read_individuals(store, id, GENERATIONS, ALL, history->genes[0][0],
                     history->fitness[0]);
}

/* ---- Opponents ---- */

static int meet(const struct history *history, int generation, int i, int j)
{
    struct sow_rules rules = rules_of("erherhe");
    struct sow_agent agent;
    struct sow_agent opponent;
    play_weights(&agent, history->genes[generation][i]);
    play_weights(&opponent, history->genes[generation][j]);
    struct encounter encounter = {
        &rules,
        &agent,
        &opponent,
        {SOW_PURPOSE_FITNESS, {(uint64_t)generation, (uint64_t)i, (uint64_t)j, 0}},
        GAMES};
    return play(&encounter, 0, false) + play(&encounter, 1, false);
}

/* Individuals meet only their own island, whether games are shared or not. */
TEST_LOOP(meeting, islanders_meet_their_island, 0, 2)
{
    struct setting settings[COUNT(ON_ISLANDS) + 1] = {{"share_games", _i ? "yes" : "no"}};
    memcpy(settings + 1, ON_ISLANDS, sizeof ON_ISLANDS);
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    static struct history history;
    read_history(store, id, &history);
    for (int g = 0; g < GENERATIONS; g++)
        for (int i = 0; i < ALL; i++) {
            int first = i - i % POPULATION;
            int points = 0;
            for (int j = first; j < first + POPULATION; j++)
                points += _i == 0 || j >= i ? meet(&history, g, i, j)
                                            : 4 * GAMES - meet(&history, g, j, i);
            ck_assert_double_eq_tol(history.fitness[g][i],
                                    points / (4.0 * GAMES * POPULATION), 1e-15);
        }
    int pairs = _i == 0 ? POPULATION * POPULATION : POPULATION * (POPULATION + 1) / 2;
    char sql[160];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM generations WHERE run_id = ?1 AND games = %d",
                   ISLANDS * pairs * 2 * GAMES);
    ck_assert_int_eq(integer(store, sql, id), GENERATIONS);
}

/* The panel is met with the same random numbers on all islands, so copies have the same
   fitness. */
TEST(meeting, a_panel_is_the_same_for_all_islands)
{
    struct setting settings[COUNT(ON_ISLANDS) + 5] = {{"fitness", "panel"},
                                                      {"crossover", "none"},
                                                      {"mutation_rate", "0"},
                                                      {"initial", "h4"},
                                                      {"opponents", "h1 random"}};
    memcpy(settings + 5, ON_ISLANDS, sizeof ON_ISLANDS);
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM individuals a JOIN individuals b"
                             " USING (run_id, generation, weights) WHERE run_id = ?1 AND"
                             " a.fitness <> b.fitness",
                             id),
                     0);
    /* The first individual of each island was the initial player. */
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM individuals WHERE run_id = ?1 AND"
                             " generation = 0 AND individual % 4 = 0 AND weights ="
                             " (SELECT weights FROM individuals WHERE run_id = ?1 AND"
                             " generation = 0 AND individual = 0)",
                             id),
                     ISLANDS);
}

/* ---- Stored results ---- */

TEST(stored, generations_are_of_all_islands)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", ON_ISLANDS);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM generations g WHERE run_id = ?1 AND"
                             " best_individual = (SELECT individual FROM individuals i"
                             " WHERE i.run_id = ?1 AND i.generation = g.generation"
                             " ORDER BY fitness DESC, individual LIMIT 1)",
                             id),
                     GENERATIONS);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM (SELECT 1 FROM islands i JOIN"
                             " generations g USING (run_id, generation) WHERE run_id = ?1"
                             " GROUP BY generation HAVING max(i.best) = g.best AND"
                             " abs(avg(i.mean) - g.mean) < 1e-12 AND min(i.worst) ="
                             " g.worst AND sum(i.population) = 12 AND count(*) = 3)",
                             id),
                     GENERATIONS);
    /* The statistics of each island are those computed from it alone. */
    static struct history history;
    read_history(store, id, &history);
    for (int k = 0; k < ISLANDS; k++) {
        struct sow_generation_stats stats;
        const struct sow_population island = {
            5, POPULATION, GENES, history.genes[5][(ptrdiff_t)k * POPULATION]};
        sow_generation_stats_compute(
            &island, history.fitness[5] + (ptrdiff_t)k * POPULATION, &stats);
        char sql[300];
        (void)snprintf(sql, sizeof sql,
                       "SELECT count(*) FROM islands WHERE run_id = ?1 AND generation = 5"
                       " AND island = %d AND abs(spread - %.17g) + abs(mean - %.17g) +"
                       " abs(best - %.17g) + abs(sd - %.17g) < 1e-7",
                       k, stats.spread, stats.mean, stats.best, stats.sd);
        ck_assert_int_eq(integer(store, sql, id), 1);
    }
}

TEST(stored, one_island_is_none)
{
    static const struct setting ONE[] = {{"islands", "1"}, {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    has_digest_of(store, evolve(store, "erherhe", ONE),
                  evolve(store, "erherhe", ONE + 1));
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM runs WHERE"
                             " parameters ->> 'islands' IS NULL AND"
                             " parameters ->> 'every' IS NULL",
                             0),
                     2);
    ck_assert_int_eq(integer(store, "SELECT max(island) FROM islands", 0), 0);
}

static const struct setting OTHERS[] = {{"islands", "4"},
                                        {"every", "100"},
                                        {"migrate", "2"},
                                        {"every", "3"},
                                        {"topology", "complete"}};

TEST(stored, every_setting_counts)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)evolve(store, "erherhe", ON_ISLANDS);
    for (int i = 0; i < COUNT(OTHERS); i++) {
        struct setting settings[COUNT(ON_ISLANDS) + 1] = {{NULL, NULL}};
        memcpy(settings, ON_ISLANDS, sizeof ON_ISLANDS);
        settings[COUNT(ON_ISLANDS) - 1] = OTHERS[i];
        (void)evolve(store, "erherhe", settings);
    }
    ck_assert_int_eq(integer(store,
                             "SELECT count(DISTINCT weights) FROM (SELECT"
                             " group_concat(weights) AS weights FROM individuals WHERE"
                             " generation = 5 GROUP BY run_id)",
                             0),
                     1 + COUNT(OTHERS));
}

/* ---- The same results ---- */

TEST_LOOP(content, threads_do_not_matter, 0, SOW_TOPOLOGIES)
{
    struct setting settings[COUNT(ON_ISLANDS) + 1] = {
        {"topology", _i == 0 ? "ring" : "complete"}};
    memcpy(settings + 1, ON_ISLANDS, sizeof ON_ISLANDS);
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t first = 0;
    for (int threads = 1; threads <= 3; threads++) {
        const struct asked asked = {.kind = &sow_evolve_kind,
                                    .rules = "kalah",
                                    .options = with(settings),
                                    .seed = 3,
                                    .kernel = threads == 2 ? "plain" : "auto",
                                    .threads = threads};
        int64_t id = make_run(store, &asked);
        first = first == 0 ? id : first;
        has_digest_of(store, id, first);
    }
}

/* ---- The champion ---- */

/* Number of candidates in the place that method.md gives them: the best of all islands by
   fitness, then the second best of all islands, and so on. */
static const char IN_PLACE[] =
    "WITH ranked AS (SELECT individual, fitness, row_number() OVER"
    " (PARTITION BY individual / 4 ORDER BY fitness DESC, individual) AS place"
    " FROM individuals WHERE run_id = ?1 AND generation = 5), listed AS"
    " (SELECT r.individual, row_number() OVER (ORDER BY place, r.fitness DESC,"
    " r.individual) - 1 AS candidate FROM ranked r WHERE r.individual IN"
    " (SELECT individual FROM candidates WHERE run_id = ?1))"
    " SELECT count(*) FROM listed JOIN candidates USING (candidate, individual)"
    " WHERE run_id = ?1";

/* 1 if the first three candidates come from islands 0, 1 and 2, in this order. */
static const char BY_NUMBER[] = "SELECT count(*) = 3 FROM candidates WHERE run_id = ?1"
                                " AND candidate < 3 AND individual / 4 = candidate";

/* Several random seeds are tried. With some, the numbers of the islands and the fitness
   of their best individuals give different orders. */
TEST(champion, candidates_are_of_all_islands)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int by_number = 0;
    enum { SEEDS = 8 };
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int64_t id;
        ck_ok(execute(store, "erherhe", seed, with(ON_ISLANDS), &id, &err));
        ck_assert_int_eq(
            integer(store, IN_PLACE, id),
            integer(store, "SELECT count(*) FROM candidates WHERE run_id = ?1", id));
        by_number += (int)integer(store, BY_NUMBER, id);
        /* Candidates meet all individuals of all islands. */
        ck_assert_int_eq(integer(store,
                                 "SELECT count(*) FROM candidates WHERE run_id = ?1 AND"
                                 " games <> 12 * 2 * 2",
                                 id),
                         0);
    }
    ck_assert_int_lt(by_number, SEEDS);
    /* Seven of the twelve are different players. */
    ck_assert_int_eq(
        integer(store, "SELECT count(*) FROM candidates WHERE run_id = ?1", 1), 7);
}
