/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of interrupted evolutions, of champions as players, of orders compared with all
   720, and of refused settings. */
#include "commits.h"
#include "evolve_support.h"
#include "sow/players/players.h"
#include "sow/runs/run_params.h"
#include "sow/store/tables/runs.def"

FIXTURE(resumed, enter_folder, leave_folder)

/* ---- Resuming ---- */

static const struct setting IN_ORDER[] = {
    {"genome", "order"},    {"fitness", "mixed"}, {"hall_share", "1"},
    {"hall_interval", "2"}, {"panel_share", "1"}, {"hall_holdout", "2"},
    {"hall_size", "2"},     {"generations", "6"}, {NULL, NULL}};

static const struct setting ON_REGRET[] = {
    {"variants", "awari,oware"}, {"fitness", "panel"}, {"objective", "regret"},
    {"final_games", "3"},        {"generations", "4"}, {"mutation_decay", "0.9"},
    {"crossover", "blend"},      {NULL, NULL}};

static const struct setting ON_FEATURES[] = {{"genome", "features"},
                                             {"features", "h,free_moves,exposed_seeds"},
                                             {"weight_min", "-1"},
                                             {"variants", "awari,kalah"},
                                             {"objective", "worst"},
                                             {"fitness", "mixed"},
                                             {"hall_share", "1"},
                                             {"hall_interval", "1"},
                                             {"hall_holdout", "2"},
                                             {"generations", "4"},
                                             {NULL, NULL}};

static const struct setting AHEAD[] = {{"player", "alphabeta:depth=2"},
                                       {"generations", "2"},
                                       {"initial", "divilly2013,h4"},
                                       {"weight_min", "0,h4=-1"},
                                       {"starts", "random:3"},
                                       {"elitism", "1"},
                                       {NULL, NULL}};

static const struct setting ON_ISLANDS[] = {{"islands", "3"},       {"population", "4"},
                                            {"every", "1"},         {"migrate", "2"},
                                            {"fitness", "mixed"},   {"hall_share", "1"},
                                            {"hall_interval", "1"}, {"generations", "5"},
                                            {"initial", "h4"},      {NULL, NULL}};

static const struct setting WITH_COPIES[] = {
    {"distinct", "yes"},    {"crossover", "none"}, {"mutation_rate", "0.1"},
    {"fitness", "mixed"},   {"hall_share", "1"},   {"hall_interval", "1"},
    {"panel_share", "1"},   {"islands", "2"},      {"every", "2"},
    {"share_games", "yes"}, {"generations", "5"},  {NULL, NULL}};

static const struct setting *const RESUMED[] = {
    IN_HALL, IN_ORDER, ON_REGRET, ON_FEATURES, AHEAD, ON_ISLANDS, WITH_COPIES};

enum { COMMITS = 10, RESUMED_ROUNDS = COMMITS * COUNT(RESUMED) };

/* Runs an evolution whole, and again with an interruption at a commit, resumed. */
static void interrupt_and_resume(struct sow_store *store, const struct setting *settings,
                                 int commit)
{
    struct sow_err err;
    int64_t id;
    (void)evolve(store, "erherhe", settings);
    stop = &commits.stop;
    commits.countdown = commit;
    enum sow_status status = execute(store, "erherhe", 1, with(settings), &id, &err);
    commits.countdown = 0;
    commits.stop.requested = false;
    if (status != SOW_OK) {
        ck_assert_int_eq(status, SOW_INTERRUPTED);
        struct sow_run_replay replay = {
            .id = id, .with.threads = 3, .with.kernel = "plain"};
        ck_ok(sow_run_resume(store, &replay, &err));
    }
    ck_assert_int_eq(integer(store, "SELECT count(DISTINCT digest) FROM runs", 0), 1);
}

TEST_LOOP(resumed, interrupted_runs_come_to_the_same, 0, RESUMED_ROUNDS)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    interrupt_and_resume(store, RESUMED[_i / COMMITS], _i % COMMITS + 1);
}

/* Every optimiser but the default one, which the rounds above have, beside every fitness.
 */
static const struct setting FITNESSES[][6] = {
    {{"fitness", "population"}, {"initial", "h4,divilly2013"}, {NULL, NULL}},
    {{"fitness", "panel"}, {"genome", "features"}, {"weight_min", "-1"}, {NULL, NULL}},
    {{"fitness", "mixed"},
     {"panel_share", "1"},
     {"hall_share", "1"},
     {"hall_interval", "1"},
     {NULL, NULL}}};

TEST_LOOP(resumed, every_optimiser_comes_to_the_same, 0, 5 * COUNT(FITNESSES))
{
    for (int k = 1; sow_optimizers[k] != NULL; k++) {
        struct setting settings[SETTINGS_MAX] = {{"optimizer", sow_optimizers[k]->name},
                                                 {"generations", "4"}};
        memcpy(settings + 2, FITNESSES[_i / 5], sizeof FITNESSES[0]);
        char name[64];
        (void)snprintf(name, sizeof name, "%s.db", sow_optimizers[k]->name);
        OWNED(store)
        struct sow_store *store = open_store(test_path(name), SOW_STORE_WRITE);
        interrupt_and_resume(store, settings, _i % 5 + 2);
    }
}

/* A record names the optimiser unless it is the default, and no options of others. */
TEST(resumed, records_have_the_options_of_their_optimiser)
{
    static const struct setting PLAIN[] = {{NULL, NULL}};
    static const struct setting DRAWN[] = {{"optimizer", "random"}, {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_row row = read_run(store, evolve(store, "erherhe", PLAIN));
    ck_assert_ptr_null(strstr(row.parameters, "\"optimizer\""));
    ck_assert_ptr_nonnull(
        strstr(row.parameters, "\"population\":6,\"generations\":3,\"selection\":"));
    sow_run_row_release(&row);
    row = read_run(store, evolve(store, "erherhe", DRAWN));
    ck_assert_ptr_nonnull(
        strstr(row.parameters, "\"optimizer\":\"random\",\"population\":6"));
    ck_assert_ptr_null(strstr(row.parameters, "\"selection\""));
    struct sow_evolve_options options;
    sow_run_kind_defaults(&sow_evolve_kind, &options);
    ck_ok(sow_run_params_read(sow_evolve_kind.groups, row.parameters, &options, &err));
    ck_assert_str_eq(sow_optimizers[options.optimizer.choice]->name, "random");
    ck_assert_int_eq(options.optimizer.ga.tournament_size, 2);
    sow_params_release(sow_evolve_kind.groups, &options);
    sow_run_row_release(&row);
}

TEST_LOOP(resumed, whole_runs_are_replayed, 0, COUNT(RESUMED))
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_replay replay = {.id = evolve(store, "erherhe", RESUMED[_i]),
                                    .with.threads = 2,
                                    .with.kernel = "portable"};
    struct sow_run_verdict verdict;
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
}

/* ---- Orders ---- */

enum { ORDERS = 720 };

static void nth_order(int number, double genes[GENES])
{
    int left[GENES] = {1, 2, 3, 4, 5, 6};
    for (int i = 0; i < GENES; i++) {
        int place = number % (GENES - i);
        number /= GENES - i;
        genes[i] = left[place];
        memmove(&left[place], &left[place + 1],
                (size_t)(GENES - i - 1 - place) * sizeof left[0]);
    }
}

/* Computes the points of all orders in the games by which the champion was chosen. This
   is possible because all candidates meet the panel with the same random numbers. */
static void measure_orders(int games, int points[ORDERS])
{
    struct sow_rules rules = rules_of("erherhe");
    struct sow_agent opponent = agent_of("h4");
    struct sow_evolve_reading reading = {.genome = SOW_EVOLVE_ORDER};
    struct sow_err err;
    ck_ok(sow_evolve_genes_find(&reading, &err));
    for (int k = 0; k < ORDERS; k++) {
        double genes[GENES];
        struct sow_agent agent;
        nth_order(k, genes);
        sow_evolve_agent(&reading, genes, &agent);
        points[k] = 0;
        struct encounter encounter = {&rules, &agent, &opponent,
                                      fixed_stream(SOW_PURPOSE_SELECTION, 0, 0, 1, 0),
                                      games};
        for (int seat = 0; seat < 2; seat++)
            points[k] += play(&encounter, seat, false);
    }
}

TEST(orders, one_of_the_best_orders_is_found)
{
    enum { CHOICE_GAMES = 10 };
    static const struct setting SETTINGS[] = {{"genome", "order"},
                                              {"fitness", "panel"},
                                              {"opponents", "h4"},
                                              {"population", "30"},
                                              {"generations", "15"},
                                              {"games", "20"},
                                              {"elitism", "2"},
                                              {"candidates", "5"},
                                              {"candidate_games", "10"},
                                              {"order_mutation", "insertion"},
                                              {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", SETTINGS);
    double *genes = NULL;
    int count = 0;
    ck_ok(sow_store_read_champion(store, id, &genes, &count, &err));
    ck_assert_int_eq(count, GENES);
    static int points[ORDERS];
    measure_orders(CHOICE_GAMES, points);
    int own = -1;
    int better = 0;
    for (int k = 0; k < ORDERS; k++) {
        double order[GENES];
        nth_order(k, order);
        if (same_genes(order, genes))
            own = points[k];
    }
    for (int k = 0; k < ORDERS; k++)
        better += points[k] > own;
    ck_assert_int_ge(own, 0);
    char sql[200];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM champions WHERE run_id = ?1 AND"
                   " abs(score * %d - %d) < 1e-9",
                   4 * CHOICE_GAMES, own);
    ck_assert_int_eq(integer(store, sql, id), 1);
    ck_assert_int_lt(better, ORDERS / 20);
    free(genes);
}

/* ---- Players ---- */

static void expect_player(struct sow_store *store, const char *spec, const char *wanted)
{
    struct sow_err err;
    struct sow_agent agent;
    ck_ok(sow_players_parse(store, spec, &agent, &err));
    OWNED(text) char *found = sow_agent_spec(&agent);
    ck_assert_str_eq(found, wanted);
}

TEST(players, generations_are_players)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct setting order[] = {{"genome", "order"}, {NULL, NULL}, {NULL, NULL}};
    int64_t weights = evolve(store, "erherhe", order + 1);
    (void)evolve(store, "erherhe", order);
    order[1] = (struct setting){"reading", "first-improving"};
    (void)evolve(store, "erherhe", order);
    static const struct setting FEATURES[] = {
        {"genome", "features"}, {"features", "h1,to_move"}, {NULL, NULL}};
    static const int GENOME[] = {SOW_EVOLVE_WEIGHTS, SOW_EVOLVE_ORDER, SOW_EVOLVE_ORDER,
                                 SOW_EVOLVE_FEATURES};
    (void)evolve(store, "erherhe", FEATURES);
    for (int run = 1; run <= 4; run++)
        for (int g = 0; g < 3; g++) {
            double *genes = NULL;
            int count;
            ck_ok(sow_store_read_best_individual(store, run, g, &genes, &count, &err));
            char features[] = "h1,to_move";
            struct sow_evolve_reading reading = {
                .genome = GENOME[run - 1],
                .order = run == 3 ? SOW_ORDER_FIRST_IMPROVING : SOW_ORDER_FILTER,
                .features = features};
            ck_ok(sow_evolve_genes_find(&reading, &err));
            struct sow_agent agent;
            sow_evolve_agent(&reading, genes, &agent);
            OWNED(text) char *wanted = sow_agent_spec(&agent);
            char spec[40];
            (void)snprintf(spec, sizeof spec, "run:%d@%d", run, g);
            expect_player(store, spec, wanted);
            free(genes);
        }
    struct sow_agent agent;
    ck_fails(sow_players_parse(store, "run:1@3", &agent, &err), SOW_USAGE,
             "run 1 has no generation 3: its last one is 2");
    ck_fails(sow_players_parse(store, "run:5@0", &agent, &err), SOW_NOT_FOUND,
             "no run 5");
    ck_ok(sow_players_parse(store, "run:4", &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_STATE);
    ck_assert_int_eq(agent.count, 2);
    ck_ok(sow_players_parse(store, "run:3", &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_ORDER);
    ck_assert_int_eq(agent.reading, SOW_ORDER_FIRST_IMPROVING);
    ck_assert_int_eq(weights, 1);
}

TEST(players, stored_genes_are_checked)
{
    struct sow_agent agent;
    static const double TWICE[GENES] = {1, 2, 3, 4, 5, 5};
    static const double RIGHT[GENES] = {4, 2, 5, 6, 1, 3};
    const char *order = "{\"genome\":\"order\"}";
    ck_fails(sow_evolve_stored_agent(order, TWICE, GENES, &agent, &err), SOW_BAD_DATA,
             "not an order");
    ck_fails(sow_evolve_stored_agent(order, RIGHT, 5, &agent, &err), SOW_BAD_DATA,
             "has 5 genes");
    ck_ok(sow_evolve_stored_agent(order, RIGHT, GENES, &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_ORDER);
    ck_ok(sow_evolve_stored_agent("{}", RIGHT, GENES, &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_WEIGHTED);
    ck_ok(sow_evolve_stored_agent("not JSON", RIGHT, GENES, &agent, &err));
}

TEST(players, stored_features_are_checked)
{
    struct sow_agent agent;
    static const double WEIGHTS[] = {0.5, -0.25, 1.0};
    const char *two = "{\"genome\":\"features\",\"features\":\"h1,to_move\"}";
    ck_ok(sow_evolve_stored_agent(two, WEIGHTS, 2, &agent, &err));
    char *spec = sow_agent_spec(&agent);
    ck_assert_str_eq(spec, "state:h1=0.5,to_move=-0.25");
    free(spec);
    ck_fails(sow_evolve_stored_agent(two, WEIGHTS, 3, &agent, &err), SOW_BAD_DATA,
             "has 3 genes: a player needs 2");
    static const char *const BAD[] = {
        "{\"genome\":\"features\"}",
        "{\"genome\":\"features\",\"features\":\"\"}",
        "{\"genome\":\"features\",\"features\":\"h1,nothing\"}",
        "{\"genome\":\"features\",\"features\":\"h1,h1\"}",
        "{\"genome\":\"features\",\"features\":\"move_h1,move_h2\"}",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        ck_fails(sow_evolve_stored_agent(BAD[i], WEIGHTS, 2, &agent, &err), SOW_BAD_DATA,
                 "has a list of features that cannot be read");
}

/* Asserts that the view gives the champion of an order or of features the name used in
   the run's matches. */
static void is_champion_in_view(struct sow_store *store, int64_t run)
{
    struct sow_err err;
    struct sow_agent agent;
    char name[32];
    (void)snprintf(name, sizeof name, "run:%d", (int)run);
    ck_ok(sow_players_parse(store, name, &agent, &err));
    OWNED(text) char *spec = sow_agent_spec(&agent);
    char sql[300];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM champion_players s JOIN matches m USING (run_id)"
                   " WHERE run_id = ?1 AND s.player = '%s' AND m.player = s.player",
                   spec);
    ck_assert_int_eq(integer(store, sql, run), 8);
}

/* The views distinguish champions by what their weights belong to. */
TEST(players, champions_have_views)
{
    OWNED(store) struct sow_store *store = open_scratch();
    static const struct setting FEATURES[] = {{"genome", "features"},
                                              {"features", "h4,h6,to_move"},
                                              {"weight_min", "-1"},
                                              {NULL, NULL}};
    static const struct setting ORDER[] = {{"genome", "order"}, {NULL, NULL}};
    (void)evolve(store, "erherhe", FEATURES + 3);
    (void)evolve(store, "erherhe", ORDER);
    int64_t id = evolve(store, "erherhe", FEATURES);
    static const char *const GENOMES[] = {"weights", "order", "features"};
    for (int i = 0; i < 3; i++) {
        char sql[120];
        (void)snprintf(sql, sizeof sql,
                       "SELECT sum(run_id) FROM champion_players WHERE genome = '%s'",
                       GENOMES[i]);
        ck_assert_int_eq(integer(store, sql, 0), i + 1);
    }
    ck_assert_int_eq(integer(store, "SELECT sum(run_id) FROM best_vectors", 0), 1);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM champion_weights w JOIN champions c"
                             " USING (run_id) WHERE run_id = ?1 AND gene ="
                             " json_extract('[\"h4\",\"h6\",\"to_move\"]', '$[' || place"
                             " || ']') AND weight = json_extract(c.weights, '$[' || place"
                             " || ']')",
                             id),
                     3);
    is_champion_in_view(store, 2);
    is_champion_in_view(store, id);
    static const struct setting SEEN[] = {
        {"genome", "features"}, {"features", "h4,h6,to_move"},   {"view", "to-move"},
        {"weight_min", "-1"},   {"player", "alphabeta:depth=1"}, {NULL, NULL}};
    is_champion_in_view(store, evolve(store, "erherhe", SEEN));
}

/* ---- Refused ---- */

static const struct {
    struct setting settings[8];
    const char *words;
} REFUSED[] = {
    {{{"reading", "first-improving"}},
     "'--reading' has no effect here: it needs --genome order"},
    {{{"order_mutation", "insertion"}}, "it needs --genome order"},
    {{{"genome", "order"}, {"weight_min", "-1"}}, "it needs --genome weights"},
    {{{"genome", "order"}, {"mutation_sigma", "0.5"}},
     "'--mutation-sigma' has no effect"},
    {{{"genome", "order"}, {"crossover", "none"}}, "orders have --order-crossover"},
    {{{"mutation", "uniform"}, {"mutation_sigma", "0.5"}},
     "'--mutation-sigma' has no effect here: it needs --mutation gaussian"},
    {{{"mutation", "uniform"}, {"mutation_decay", "0.9"}},
     "'--mutation-decay' has no effect here: it needs --mutation gaussian"},
    {{{"mutation_sigma", "0"}, {"mutation_decay", "0.9"}}, "'--mutation-decay' has no"},
    {{{"mutation_rate", "0"}, {"mutation_sigma", "0.5"}}, "a --mutation-rate above 0"},
    {{{"mutation_rate", "0"}, {"mutation", "uniform"}}, "'--mutation' has no effect"},
    {{{"crossover", "one-point"}, {"gene_swap_rate", "0.2"}},
     "'--gene-swap-rate' has no effect here: it needs --crossover uniform"},
    {{{"crossover", "blend"}, {"gene_swap_rate", "0.2"}}, "'--gene-swap-rate' has no"},
    {{{"crossover_rate", "0"}, {"gene_swap_rate", "0.2"}}, "a --crossover-rate above 0"},
    {{{"crossover_rate", "0"}, {"crossover", "blend"}}, "'--crossover' has no effect"},
    {{{"crossover", "none"}, {"crossover_rate", "0.9"}},
     "'--crossover-rate' has no effect here: it needs a --crossover other than none"},
    {{{"genome", "order"},
      {"crossover_rate", "0"},
      {"order_crossover", "partially-matched"}},
     "'--order-crossover' has no effect"},
    {{{"genome", "order"}, {"mutation_rate", "0"}, {"order_mutation", "insertion"}},
     "'--order-mutation' has no effect"},
    {{{"selection", "rank"}, {"scaling", "linear"}},
     "'--scaling' has no effect here: it needs --selection tournament, roulette"},
    {{{"optimizer", "random"}, {"elitism", "1"}},
     "'--elitism' has no effect here: it needs --optimizer ga"},
    {{{"optimizer", "random"}, {"islands", "2"}, {"migrate", "2"}},
     "'--islands' has no effect here: it needs --optimizer ga"},
    {{{"features", "h"}}, "'--features' has no effect here: it needs --genome features"},
    {{{"genome", "features"}, {"features", "h1,h7"}}, "did you mean 'h1'"},
    {{{"genome", "features"}, {"features", "move_h1"}}, "no feature or group is called"},
    {{{"genome", "features"}, {"features", "h1,,h2"}}, "a name is missing"},
    {{{"genome", "features"}, {"features", "h3,mobility"}}, "give the same information"},
    {{{"genome", "features"}, {"features", "free_moves"}}, "it has no extra turns"},
    {{{"genome", "features"}, {"features", "free_moves"}, {"variants", "oware,awari"}},
     "(in 'oware'; no other variant accepts the list)"},
    {{{"genome", "features"}, {"reading", "first-improving"}}, "it needs --genome order"},
    {{{"genome", "features"}, {"elitism", "6"}}, "leaves nothing to breed"},
    {{{"genome", "features"}, {"weight_min", "1"}}, "has to be less than"},
    {{{"hall_share", "1"}}, "it needs --fitness mixed"},
    {{{"fitness", "panel"}, {"population_share", "0"}}, "it needs --fitness mixed"},
    {{{"fitness", "mixed"}, {"hall_size", "3"}}, "and a --hall-share"},
    {{{"opponents", "h1"}}, "'--opponents' has no effect here"},
    {{{"fitness", "panel"}, {"share_games", "yes"}}, "'--share-games' has no effect"},
    {{{"references", "h1"}}, "it needs --objective regret"},
    {{{"objective", "regret"}}, "add --fitness panel"},
    {{{"fitness", "mixed"}, {"population_share", "0"}, {"hall_share", "1"}},
     "the first generation has no opponents"},
    {{{"fitness", "mixed"}, {"hall_share", "1"}, {"hall_holdout", "1"}},
     "leaves the hall of fame empty"},
    {{{"fitness", "panel"}, {"opponents", "h0"}}, "unknown player 'h0'"},
    {{{"fitness", "panel"}, {"opponents", "h1,h1"}}, "in the list twice"},
    {{{"variants", "awari,kalha"}}, "unknown variant 'kalha'"},
    {{{"population", "5000"}}, "at most 4096"},
    {{{"fitness", "mixed"},
      {"population_share", "0"},
      {"panel_share", "1"},
      {"hall_share", "1"},
      {"hall_size", "1000"},
      {"population", "100000"}},
     "name fewer --opponents"},
};

/* An unknown name is refused as such, in a run of several variants too. */
TEST(refused, unknown_features_are_of_no_game)
{
    static const struct setting SETTINGS[] = {{"genome", "features"},
                                              {"features", "h44"},
                                              {"variants", "oware,awari"},
                                              {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id;
    ck_fails(execute(store, "erherhe", 1, with(SETTINGS), &id, &err), SOW_USAGE,
             "no feature or group is called 'h44'");
    ck_assert_ptr_null(strstr(err.text, "no other variant"));
}

TEST_EACH(refused, bad_combinations_are_refused, REFUSED)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id;
    ck_fails(execute(store, "erherhe", 1, with(REFUSED[_i].settings), &id, &err),
             SOW_USAGE, REFUSED[_i].words);
    ck_assert_int_eq(integer(store, "SELECT count(*) FROM runs", 0), 0);
}

/* Without --references, the references are the published vector and the best champion of
   each variant. */
TEST(refused, references_are_found)
{
    OWNED(store) struct sow_store *store = open_scratch();
    static const struct setting PLAIN[] = {{NULL, NULL}};
    static const struct setting ONE[] = {
        {"fitness", "panel"}, {"objective", "regret"}, {NULL, NULL}};
    static const struct setting TWO[] = {{"variants", "awari,kalah"},
                                         {"fitness", "panel"},
                                         {"objective", "regret"},
                                         {NULL, NULL}};
    (void)evolve(store, "kalah", PLAIN);
    int64_t one = evolve(store, "erherhe", ONE);
    int64_t two = evolve(store, "erherhe", TWO);
    struct sow_run_row row = read_run(store, one);
    ck_assert_ptr_nonnull(strstr(row.parameters, "\"reference_names\":\"divilly2013\""));
    sow_run_row_release(&row);
    row = read_run(store, two);
    ck_assert_ptr_nonnull(
        strstr(row.parameters, "\"reference_names\":\"divilly2013 run:1\""));
    sow_run_row_release(&row);
    /* A champion of several variants is not the best of one of them, and does not hide
       that one. */
    int64_t best;
    struct sow_run_row first = read_run(store, two);
    ck_ok(sow_store_best_champion(store, first.rules, &best, &err));
    ck_assert_int_eq(best, one);
    sow_run_row_release(&first);
}

/* A run with one variant counts in whatever form the variant was given. Champions with
   other genomes are not vectors. */
TEST(refused, champion_of_one_listed_variant_counts)
{
    OWNED(store) struct sow_store *store = open_scratch();
    static const struct setting LISTED[] = {{"variants", "kalah"}, {NULL, NULL}};
    static const struct setting ORDER[] = {{"genome", "order"}, {NULL, NULL}};
    static const struct setting BOTH[] = {{"variants", "kalah,awari"}, {NULL, NULL}};
    (void)evolve(store, "kalah", ORDER);
    (void)evolve(store, "kalah", BOTH);
    int64_t best;
    struct sow_variant kalah;
    ck_ok(sow_variant_builtin("kalah", &kalah, &err));
    OWNED(text) char *rules = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&rules, &size);
    ck_assert_ptr_nonnull(out);
    sow_rules_write(&kalah.rules, out);
    ck_assert_int_eq(fclose(out), 0);
    ck_ok(sow_store_best_champion(store, rules, &best, &err));
    ck_assert_int_eq(best, 0);
    int64_t listed = evolve(store, "kalah", LISTED);
    ck_ok(sow_store_best_champion(store, rules, &best, &err));
    ck_assert_int_eq(best, listed);
}
