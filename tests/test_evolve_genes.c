/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the meaning of genes: their bounds, the players with which the first
   generation begins, and search players with evolved weights. */
#include "evolve_support.h"
#include "sow/players/bounds.h"
#include "sow/players/player_template.h"
#include "sow/players/players.h"

#include <math.h>

FIXTURE(runs, enter_folder, leave_folder)
FIXTURE(nearest, enter_folder, leave_folder)

/* ---- Bounds ---- */

static const char *const NAMES[] = {"h1", "h4", "h6"};

static const struct {
    const char *text;
    double bounds[3];
    const char *written;
} BOUNDS[] = {
    {"0", {0, 0, 0}, "0"},
    {"-1.50", {-1.5, -1.5, -1.5}, "-1.5"},
    {"0,-1,2", {0, -1, 2}, "0,-1,2"},
    {"3,3,3", {3, 3, 3}, "3"},
    {"1,h4=0", {1, 0, 1}, "1,0,1"},
    {"1,h1=0", {0, 1, 1}, "0,1,1"},
    {"1,H6=2,h1=2", {2, 1, 2}, "2,1,2"},
    {"0,1,2,h4=0.5", {0, 0.5, 2}, "0,0.5,2"},
};

TEST_EACH(bounds, lists_are_read_and_written, BOUNDS)
{
    double found[3];
    ck_ok(sow_bounds_find(BOUNDS[_i].text, NAMES, 3, found, &err));
    double least = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(found[i], BOUNDS[_i].bounds[i], 1e-12);
        least = fmin(least, found[i]);
    }
    OWNED(text) char *written = sow_bounds_write(found, 3);
    ck_assert_str_eq(written, BOUNDS[_i].written);
    ck_assert_double_le(sow_bounds_least(BOUNDS[_i].text), least);
}

TEST(bounds, others_are_refused)
{
    static const char *const NONE[] = {"",     ",",        "1,",  "h4=1", "1,h4", "1,h4=",
                                       "1,=2", "1,h4=1,2", "1e9", "nan",  "1, 2", "0x1"};
    const struct sow_param row = {
        "weight_min", &sow_param_bounds, 0, -1000, 1000, NULL, "0", ""};
    char *field = NULL;
    for (size_t i = 0; i < COUNT(NONE); i++)
        ck_fails(
            sow_param_set(&row, &field, NONE[i], &err), SOW_BAD_DATA,
            "is not a value of 'weight_min': allowed is a number from -1000 to 1000");
    ck_assert_ptr_null(field);
    double found[3];
    ck_fails(
        sow_bounds_find("1,2", NAMES, 3, found, &err), SOW_USAGE,
        "'1,2' has 2 bounds for 3 weights: give one for all, or one for each of h1 to h6");
    ck_fails(sow_bounds_find("1,2,3,4", NAMES, 3, found, &err), SOW_USAGE,
             "has 4 bounds");
    ck_fails(sow_bounds_find("1,h44=2", NAMES, 3, found, &err), SOW_USAGE,
             "'h44', which has no weight here; did you mean 'h4'?");
}

/* ---- Genes of players ---- */

static struct sow_evolve_reading reading_of(const char *least, const char *most)
{
    static char texts[2][80];
    (void)snprintf(texts[0], sizeof texts[0], "%s", least);
    (void)snprintf(texts[1], sizeof texts[1], "%s", most);
    struct sow_err err;
    struct sow_evolve_reading reading = {.weight_min = texts[0], .weight_max = texts[1]};
    ck_ok(sow_evolve_genes_find(&reading, &err));
    return reading;
}

/* The genes of a player give a player with the same weights, up to a factor and the
   grid. */
TEST(genes, players_are_found_again)
{
    static const struct {
        const char *spec;
        double factor;
    } CASES[] = {{"divilly2013", 1},
                 {"weights:2,1.9,3.7,10,4.2,5.7", 0.1},
                 {"weights:0.02,0.019,0.037,0.1,0.042,0.057", 8},
                 {"h4", 1},
                 {"alphabeta:depth=3,eval=[weights:1,1,1,0,0,0.5]", 1}};
    struct sow_evolve_reading reading = reading_of("0", "1");
    struct sow_genome_spec spec = sow_evolve_genome_spec(&reading);
    for (size_t i = 0; i < COUNT(CASES); i++) {
        double genes[GENES];
        struct sow_agent agent = agent_of(CASES[i].spec);
        ck_ok(sow_evolve_genes_of(&reading, &agent, "x", genes, &err));
        ck_assert_int_eq(sow_genome_first_invalid(&spec, genes), -1);
        for (int k = 0; k < GENES; k++)
            ck_assert_double_eq_tol(
                genes[k],
                CASES[i].factor * sow_fixed_to_weight(agent.weight[k], agent.exponent),
                0x1p-14);
    }
}

TEST(genes, players_that_do_not_fit_are_refused)
{
    struct sow_evolve_reading reading = reading_of("0,h6=0.25", "1,h5=0");
    double genes[GENES];
    static const struct {
        const char *spec;
        const char *words;
    } CASES[] = {
        {"random", "'x' is not weights of heuristics, which this run evolves"},
        {"state:h4=1", "'x' is not weights of heuristics"},
        {"order:h1,h2", "'x' is not weights of heuristics"},
        {"weights:h1=1,h7=1", "'x' has a weight for h7, which is not evolved: add it to"},
        {"weights:1,1,-1,1,0,1", "the weight of h3, -1, is outside '--weight-min' 0 and"},
        {"weights:1,1,1,1,1,1", "the weight of h5, 1, is outside '--weight-min' 0 and "
                                "'--weight-max' 0"},
        {"h4", "the weight of h6, 0, is outside '--weight-min' 0.25"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        struct sow_agent agent = agent_of(CASES[i].spec);
        ck_fails(sow_evolve_genes_of(&reading, &agent, "x", genes, &err), SOW_USAGE,
                 CASES[i].words);
    }
    struct sow_evolve_reading orders = {.genome = SOW_EVOLVE_ORDER};
    ck_ok(sow_evolve_genes_find(&orders, &err));
    struct sow_agent agent = agent_of("order:h6,h4,h1,h2,h3,h5");
    ck_ok(sow_evolve_genes_of(&orders, &agent, "x", genes, &err));
    static const double ORDER[] = {6, 4, 1, 2, 3, 5};
    for (int k = 0; k < GENES; k++)
        ck_assert_double_eq_tol(genes[k], ORDER[k], 1e-12);
    agent = agent_of("order:h6,h4");
    ck_fails(sow_evolve_genes_of(&orders, &agent, "x", genes, &err), SOW_USAGE,
             "is not an order of all --heuristics");
}

/* ---- Templates ---- */

TEST(templates, are_filled)
{
    static const char *const TEXTS[] = {"alphabeta:depth=3",
                                        "alphabeta:depth=3,eval=[weights]",
                                        "alphabeta:eval=[weights],depth=3"};
    for (size_t i = 0; i < COUNT(TEXTS); i++) {
        OWNED(text) char *text = strdup(TEXTS[i]);
        struct sow_variant variant;
        struct sow_agent template_agent;
        struct sow_agent agent = agent_of("divilly2013");
        ck_ok(sow_variant_builtin("kalah", &variant, &err));
        ck_ok(sow_template_resolve(&text, &variant.rules, &err));
        ck_assert_str_eq(text, "alphabeta:depth=3,eval=[weights]");
        ck_ok(sow_template_read(text, &template_agent, &err));
        ck_ok(sow_template_fill(&template_agent, &agent, &err));
        OWNED(text) char *spec = sow_agent_spec(&agent);
        ck_assert_str_eq(spec, "alphabeta:depth=3,eval=[divilly2013]");
    }
    struct sow_agent template_agent;
    struct sow_agent agent = agent_of("order:h1");
    ck_ok(sow_template_read("mcts:iterations=5", &template_agent, &err));
    ck_fails(sow_template_fill(&template_agent, &agent, &err), SOW_USAGE,
             "a search player cannot use the weights of this run");
}

TEST(templates, players_of_another_kind_are_refused)
{
    static const struct {
        const char *text;
        const char *words;
    } CASES[] = {{"h1", "player 'h1' does not look ahead"},
                 {"weights", "is not a weight"},
                 {"alphabeta", "player 'alphabeta:eval=[weights]': needs a limit"},
                 {"alphabeta:ms=5", "plays by time"},
                 {"alphabeta:depth=2,eval=[h4]", "has an evaluator, which the weights"},
                 {"alphabeta:depth=two", "'depth'"}};
    struct sow_agent agent;
    for (size_t i = 0; i < COUNT(CASES); i++)
        ck_fails(sow_template_read(CASES[i].text, &agent, &err), SOW_USAGE,
                 CASES[i].words);
}

/* ---- Runs ---- */

TEST(runs, begin_with_the_initial_players)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    static const struct setting SETTINGS[] = {
        {"initial", "divilly2013,h4"}, {"weight_min", "-1,h4=0,h1=0"},
        {"weight_max", "1,h1=0.25"},   {"mutation_rate", "0.5"},
        {"generations", "5"},          {NULL, NULL}};
    int64_t id = evolve(store, "kalah", SETTINGS);
    static const char FIRST[] =
        "SELECT count(*) FROM individuals WHERE run_id = ?1 AND generation = 0"
        " AND weights = iif(individual, '[0,0,0,1,0,0]', '[0.19866943359375,0.1900634765625,"
        "0.37078857421875,1,0.4188232421875,0.56591796875]') AND individual < 2";
    ck_assert_int_eq(integer(store, FIRST, id), 2);
    static const char BOUNDED[] =
        "SELECT sum(weights ->> 0 NOT BETWEEN 0 AND 0.25) + sum(weights ->> 3 < 0)"
        " FROM individuals WHERE run_id = ?1";
    ck_assert_int_eq(integer(store, BOUNDED, id), 0);
    ck_assert_int_ge(
        integer(store, "SELECT sum(weights ->> 1 < 0) FROM individuals WHERE run_id = ?1",
                id),
        1);
    static const char RECORDED[] =
        "SELECT parameters ->> 'weight_min' = '0,-1,-1,0,-1,-1' AND"
        " parameters ->> 'weight_max' = '0.25,1,1,1,1,1' FROM runs WHERE id = ?1";
    ck_assert_int_eq(integer(store, RECORDED, id), 1);
    /* A run that begins with the champion of this run continues from it. */
    static const struct setting ON[] = {
        {"initial", "run:1"}, {"weight_min", "-1"}, {"elitism", "1"}, {NULL, NULL}};
    id = evolve(store, "kalah", ON);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM individuals i JOIN champions c"
                             " ON c.run_id = 1 AND c.weights = i.weights"
                             " WHERE i.run_id = ?1 AND i.generation + i.individual = 0",
                             id),
                     1);
}

/* The champion is a search player, and its weights can be used in another player. */
TEST(runs, players_are_evolved_for_a_depth)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    static const struct setting SETTINGS[] = {
        {"player", "minimax:depth=2"},
        {"starts", "random:3"},
        {"fitness", "panel"},
        {"opponents", "alphabeta:depth=1,eval=[h4] alphabeta:depth=2,eval=[h4]"},
        {NULL, NULL}};
    int64_t id = evolve(store, "awari", SETTINGS);
    struct sow_agent agent;
    ck_ok(sow_players_parse(store, "run:1", &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_SEARCH);
    ck_assert_int_eq(agent.limits.depth, 2);
    OWNED(text) char *spec = sow_agent_spec(&agent);
    ck_assert_int_eq(strncmp(spec, "minimax:depth=2,eval=[weights:", 30), 0);
    ck_ok(sow_players_parse(store, "alphabeta:depth=5,eval=[run:1]", &agent, &err));
    OWNED(text) char *deeper = sow_agent_spec(&agent);
    ck_assert_int_eq(strncmp(deeper, "alphabeta:depth=5,eval=[weights:", 32), 0);
    ck_assert_str_eq(strchr(deeper, '['), strchr(spec, '['));
    /* The matches are those with all eight fixed opponents and both of the panel, which
       differ in their depth only. */
    ck_assert_int_eq(integer(store, "SELECT count(*) FROM matches WHERE run_id = ?1", id),
                     10);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM champion_players WHERE run_id = ?1"
                             " AND player LIKE 'minimax:depth=2,eval=[weights:h1=%]'",
                             id),
                     1);
    /* The champion is not a vector for players without search. */
    ck_assert_int_eq(integer(store, "SELECT count(*) FROM best_vectors", 0), 0);
}

/* ---- The nearest champion ---- */

static const struct setting NEAREST[] = {{"initial", "h4,nearest"}, {NULL, NULL}};

/* Asserts that run @p id begins with the champion of run @p wanted as the nearest. */
static void expect_nearest(struct sow_store *store, int64_t id, int64_t wanted)
{
    char sql[256];
    (void)snprintf(sql, sizeof sql,
                   "SELECT parameters ->> 'initial_names' = 'h4 run:%d' AND"
                   " parameters ->> 'nearest' GLOB 'run:%d, distance 0.[0-9][0-9][0-9]'"
                   " FROM runs WHERE id = ?1",
                   (int)wanted, (int)wanted);
    ck_assert_int_eq(integer(store, sql, id), 1);
}

/* An evolution of a list of one variant counts, and one of several does not. A champion
   that does not fit the bounds of the evolution is passed over. */
TEST(nearest, champions_that_fit)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    static const struct setting BELOW[] = {
        {"weight_min", "-1"}, {"weight_max", "-0.5"}, {NULL, NULL}};
    static const struct setting SEVERAL[] = {{"variants", "kalah,kalah-7-7"},
                                             {NULL, NULL}};
    static const struct setting ONE[] = {{"variants", "kalah-7-7"}, {NULL, NULL}};
    (void)evolve(store, "kalah", BELOW); /* the nearer variant */
    (void)evolve(store, "kalah", SEVERAL);
    int64_t one = evolve(store, "kalah-7-7", ONE);
    expect_nearest(store, evolve(store, "kalah-no-empty-capture", NEAREST), one);
}

/* A stop request ends the games that look for the nearest variant: no run is recorded. */
TEST(nearest, is_not_found_after_a_stop)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    static const struct setting PRESET[] = {{NULL, NULL}};
    struct sow_stop stopped = {.requested = true};
    int64_t id;
    (void)evolve(store, "kalah", PRESET);
    stop = &stopped;
    enum sow_status status = execute(store, "awari", 1, with(NEAREST), &id, &err);
    stop = NULL;
    ck_assert_int_eq(status, SOW_INTERRUPTED);
    ck_assert_int_eq(integer(store, "SELECT count(*) FROM runs WHERE ?1", 1), 1);
    expect_nearest(store, evolve(store, "awari", NEAREST), 1);
}
