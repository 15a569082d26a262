/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole but small reproductions, and the search for the best linear order. */
#include "run_support.h"
#include "sow/queries/query.h"
#include "sow/reproduction/reproduce.h"
#include "sow/reproduction/reproduce_orders.h"
#include "sow/store/tables/reproduced.def"
#include "sow/variants/variant.h"

#include <stdlib.h>
#include <string.h>

/* ---- The best linear order ---- */

static struct sow_variant erherhe;

static void find_order(const struct sow_order_search *search, int threads, char *spec)
{
    struct sow_err err;
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run run = {.id = add_run(store, "reproduce"),
                          .sink = store,
                          .seed = 3,
                          .with.threads = threads,
                          .with.kernel = threads == 1 ? "plain" : "auto"};
    struct sow_agent agent;
    ck_ok(sow_order_find(&run, search, &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_ORDER);
    ck_assert_int_eq(agent.reading, search->reading);
    OWNED(text) char *found = sow_agent_spec(&agent);
    (void)snprintf(spec, 200, "%s", found);
}

TEST_LOOP(orders, search_does_not_depend_on_how_it_is_made, 0, SOW_ORDER_READINGS)
{
    char one[200];
    char two[200];
    struct sow_order_search search = {
        .rules = &erherhe.rules, .reading = (enum sow_order_reading)_i, .orders = 5};
    ck_ok(sow_variant_builtin("erherhe", &erherhe, &err));
    find_order(&search, 1, one);
    find_order(&search, 2, two);
    ck_assert_str_eq(one, two);
    search.orders = 1;
    find_order(&search, 1, one);
    find_order(&search, 2, two);
    ck_assert_str_eq(one, two);
}

TEST(orders, all_orders_are_searched)
{
    /* With other random seeds, and against a field of 24 orders
       (docs/reference/players.md), the best orders begin with h6 and h4. The orders that
       are hardest for the evolved strategy begin with h4. */
    char spec[200];
    struct sow_agent strategy;
    struct sow_order_search search = {
        .rules = &erherhe.rules, .reading = SOW_ORDER_FILTER, .orders = SOW_ORDERS_MAX};
    ck_ok(sow_variant_builtin("erherhe", &erherhe, &err));
    ck_ok(sow_agent_parse("divilly2013", NULL, &strategy, &err));
    find_order(&search, 2, spec);
    ck_assert_msg(strncmp(spec, "order:h6,h4,", 12) == 0 ||
                      strncmp(spec, "order:h4,h6,", 12) == 0,
                  "%s", spec);
    search.against = &strategy;
    find_order(&search, 2, spec);
    ck_assert_msg(strncmp(spec, "order:h4,", 9) == 0, "%s", spec);
}

TEST(orders, stopped_search_ends)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_stop stop = {.requested = true};
    struct sow_run run = {.id = add_run(store, "reproduce"),
                          .sink = store,
                          .with.threads = 1,
                          .with.kernel = "auto",
                          .with.stop = &stop};
    struct sow_agent agent;
    ck_ok(sow_variant_builtin("erherhe", &erherhe, &err));
    struct sow_order_search search = {.rules = &erherhe.rules, .orders = 5};
    ck_fails(sow_order_find(&run, &search, &agent, &err), SOW_INTERRUPTED, "stopped");
}

/* ---- Runs ---- */

static struct sow_reproduce_options options;

static int64_t reproduce(struct sow_store *store, int evolved_runs, int order_count)
{
    sow_run_kind_defaults(&sow_reproduce_kind, &options);
    options.study.games = 10;
    options.evolutions = evolved_runs;
    options.population = evolved_runs > 0 ? 4 : options.population;
    options.generations = evolved_runs > 0 ? 2 : options.generations;
    options.orders = order_count;
    const struct asked asked = {.kind = &sow_reproduce_kind,
                                .rules = "erherhe",
                                .name = "erherhe,oware,awari,vai-lung-thlan",
                                .options = &options,
                                .seed = 3};
    return make_run(store, &asked);
}

TEST(runs, tables_are_compared)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)reproduce(store, 0, 0);
    is_close(store, "SELECT count(*) FROM reproduced WHERE table_name LIKE '%V%'", 168);
    is_close(store, "SELECT count(*) FROM reproduced WHERE table_name = 'I'", 16);
    is_close(store,
             "SELECT published FROM reproduced WHERE table_name = 'VII' AND row_name ="
             " 'evolved first vs h4' AND column_name = 'wins'",
             85.5);
    /* The reproduced figure is that of the stored match. */
    is_close(
        store,
        "SELECT ours - 100 * (SELECT win_rate FROM seat_scores WHERE variant ="
        " 'oware' AND player = 'divilly2013' AND opponent = 'h5' AND seat = 'second')"
        " FROM reproduced WHERE table_name = 'V' AND row_name ="
        " 'evolved second vs h5' AND column_name = 'wins'",
        0);
    is_close(store, "SELECT sum(cells) FROM reproduced_tables", 197);
    is_close(store, "SELECT count(*) FROM reproduced WHERE p_adjusted < p", 0);
    /* Ten games differ from the paper only where h2 beats it. */
    is_close(store,
             "SELECT ours FROM reproduced WHERE table_name = 'VII' AND row_name ="
             " 'evolved first vs h2' AND column_name = 'losses'",
             100);
}

/* The paper's sentences about strength are compared with the same matches as its
   tables. */
TEST(runs, sentences_are_claims)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)reproduce(store, 0, 0);
    is_close(store,
             "SELECT ours - (SELECT min(100 * win_rate) FROM seat_scores WHERE variant ="
             " 'oware' AND player = 'divilly2013' AND opponent <> player AND seat IN"
             " ('first', 'second')) FROM reproduced WHERE row_name ="
             " 'at least 84.9 % wins'",
             0);
    is_close(store,
             "SELECT ours - 100 * (SELECT min(score) FROM match_scores WHERE variant ="
             " 'awari' AND opponent = 'random' AND player LIKE 'h%' AND player <> 'h3')"
             " FROM reproduced WHERE variant = 'awari' AND row_name ="
             " 'all but h3 are far superior to random'",
             0);
    is_close(
        store,
        "SELECT ours - 100 * (SELECT min(CASE opponent WHEN 'h3' THEN score ELSE 1 -"
        " score END) FROM match_scores WHERE variant = 'erherhe' AND 'h3' IN (player,"
        " opponent) AND player <> 'divilly2013' AND player <> opponent)"
        " FROM reproduced WHERE variant = 'erherhe' AND row_name ="
        " 'h3 wins no majority'",
        0);
    /* Means of Tables V and IV: as printed, and of the same seats in the stored
       matches. */
    is_close(
        store,
        "SELECT published - (SELECT avg(CASE table_name WHEN 'V' THEN published END) -"
        " avg(CASE table_name WHEN 'IV' THEN published END) FROM reproduced"
        " WHERE column_name = 'wins') FROM reproduced"
        " WHERE row_name = 'more wins than in erherhe'",
        0);
    is_close(store,
             "SELECT ours - (SELECT avg(CASE table_name WHEN 'V' THEN ours END) -"
             " avg(CASE table_name WHEN 'IV' THEN ours END) FROM reproduced"
             " WHERE column_name = 'wins') FROM reproduced"
             " WHERE row_name = 'more wins than in erherhe'",
             0);
    /* Mean absolute difference of the scores, over pairs. */
    is_close(
        store,
        "WITH d AS (SELECT a.variant AS one, b.variant AS other,"
        " 100 * avg(abs(a.score - b.score)) AS away FROM match_scores a"
        " JOIN match_scores b USING (player, opponent)"
        " WHERE a.variant < b.variant AND player <> opponent GROUP BY 1, 2)"
        " SELECT ours - (SELECT min(CASE other WHEN 'vai-lung-thlan' THEN away END) -"
        " max(CASE other WHEN 'vai-lung-thlan' THEN NULL ELSE away END) FROM d)"
        " FROM reproduced WHERE row_name = 'erherhe, oware and awari are alike'",
        0);
}

TEST(runs, parts_can_be_had_alone)
{
    struct sow_store *store = open_scratch();
    (void)reproduce(store, 2, 0);
    is_close(store, "SELECT count(*) FROM evolutions", 2);
    is_close(store, "SELECT count(*) FROM matches", 112 + 2);
    is_close(store, "SELECT count(*) FROM reproduced", 197 + 11);
    sow_store_close(store);
    store = open_scratch();
    (void)reproduce(store, 0, 2);
    is_close(store, "SELECT count(*) FROM evolutions", 0);
    is_close(store, "SELECT count(*) FROM matches", 112 + 2 * 22);
    is_close(store, "SELECT count(*) FROM reproduced", 197 + 10);
    sow_store_close(store);
}

TEST(runs, everything_is_stored)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)reproduce(store, 2, 2);
    is_close(store, "SELECT count(*) FROM matches", 112 + 2 + 2 * (22 + 2));
    is_close(store,
             "SELECT count(*) FROM evolutions WHERE setting = 'Table II' AND variant ="
             " 'erherhe' AND seed = 3 + evolution AND fitness BETWEEN 0.3 AND 1",
             2);
    /* The evolution's player is the fittest individual of the last generation. */
    is_close(
        store,
        "SELECT count(*) FROM match_scores m JOIN evolutions e USING (run_id, player)"
        " WHERE m.opponent = 'divilly2013' AND m.variant = 'erherhe'",
        2);
    is_close(store, "SELECT count(*) FROM reproduced_tables WHERE cells > 0", 4 + 6 + 4);
    is_close(store,
             "SELECT count(*) FROM reproduced WHERE table_name = 'claims' AND row_name"
             " = 'h1 beats h2'",
             4);
    /* A claim's figure is that of the stored match. */
    is_close(store,
             "SELECT count(*) FROM reproduced r JOIN match_scores m ON m.opponent ="
             " r.column_name AND m.player = 'divilly2013' WHERE r.row_name LIKE 'over 87"
             " %' AND abs(r.ours - 100.0 * m.wins / m.games) > 1e-6",
             0);
    is_close(store,
             "SELECT count(*) FROM reproduced r WHERE row_name LIKE 'over 87 %' AND"
             " EXISTS (SELECT 1 FROM match_scores m WHERE m.opponent = r.column_name)",
             4);
    is_close(store,
             "SELECT avg(json_extract(weights, '$[1]')) - (SELECT ours FROM reproduced"
             " WHERE table_name = 'II' AND row_name = 'w2') BETWEEN -0.0005 AND 0.0005"
             " FROM evolutions",
             1);
}

/* ---- Other works ---- */

static int64_t reproduce_work(struct sow_store *store, const char *work, int evolved_runs)
{
    sow_run_kind_defaults(&sow_reproduce_kind, &options);
    options.study.games = 1;
    options.evolutions = evolved_runs > 0 ? evolved_runs : options.evolutions;
    options.population = evolved_runs > 0 ? 2 : 0;
    options.generations = evolved_runs > 0 ? 1 : 0;
    (void)snprintf(options.work, sizeof options.work, "%s", work);
    const struct asked asked = {.kind = &sow_reproduce_kind,
                                .rules = "kalah",
                                .name = "kalah",
                                .options = &options,
                                .seed = 5};
    return make_run(store, &asked);
}

TEST(works, kalah_ai_meets_what_is_evolved)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)reproduce_work(store, "kalah-ai", 2);
    is_close(store, "SELECT count(*) FROM reproduced WHERE table_name = 'weights'", 7);
    is_close(store, "SELECT published FROM reproduced WHERE row_name = 'h6'", -80);
    is_close(store,
             "SELECT count(*) FROM matches WHERE player LIKE 'alphabeta:depth=5,"
             "extra_costs_depth=yes,ties=lowest,swap=always,eval=[path:pit1=%,h2=%,h3=%,"
             "h4=%,h6=%,opponent_h2=%,later_right_most=%' AND opponent LIKE '%=-80,%'",
             2);
    /* All reproduced weights are on the printed scale, whose sum is 305. */
    is_close(store,
             "SELECT sum(abs(ours)) <= 305.001 AND sum(abs(ours)) > 1 FROM reproduced"
             " WHERE table_name = 'weights'",
             1);
    is_close(store,
             "SELECT ours - (SELECT avg(ours) FROM reproduced WHERE row_name LIKE"
             " 'evolution %') FROM reproduced WHERE row_name = 'all evolutions'",
             0);
}

/* All pairs of players, and each player with itself, play from both starts. */
TEST(works, fair_boards_and_the_ordinary_start)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)reproduce_work(store, "fairkalah", 0);
    is_close(store, "SELECT count(*) FROM matches", 2 * (15 + 6));
    is_close(store,
             "SELECT sum(verdict = 'agrees') FROM reproduced WHERE table_name = 'boards'"
             " AND ours = published",
             2);
    is_close(store,
             "SELECT sum(abs(a.ours - b.ours - c.ours) < 1e-6) FROM reproduced a JOIN"
             " reproduced b USING (row_name) JOIN reproduced c USING (row_name) WHERE"
             " a.table_name = 'the first is ahead' AND b.table_name = 'from the boards'"
             " AND c.table_name = 'more than from the boards'",
             21);
    /* In least squares, a further column cannot make the fit worse. */
    is_close(store,
             "SELECT min(ours) > 0 AND max(ours) <= 1 AND max(ours * (row_name LIKE"
             " '%mobility')) = max(ours) FROM reproduced WHERE column_name = 'R2' AND"
             " verdict = 'undecided'",
             1);
    is_close(store,
             "SELECT sum(low < ours AND ours < high AND p > 0) FROM reproduced WHERE"
             " table_name = 'values' AND column_name <> 'R2'",
             5);
}

typedef enum sow_status report_of(struct sow_store *store, int64_t id,
                                  struct sow_report *report, struct sow_err *err);

static char *print_run(struct sow_store *store, int64_t id, report_of *make,
                       enum sow_format format)
{
    struct sow_err err;
    struct sow_report *report = sow_report_new();
    ck_ok(make(store, id, report, &err));
    char *text = print_report(report, format);
    sow_report_free(report);
    return text;
}

/* Players are limited by the clock, so the record is marked as not repeatable. */
TEST(works, fairkalah_competition)
{
    OWNED(store) struct sow_store *store = open_scratch();
    sow_run_kind_defaults(&sow_reproduce_kind, &options);
    options.study.games = 1;
    options.clock = 0.01;
    (void)snprintf(options.work, sizeof options.work, "fairkalah");
    const struct asked asked = {.kind = &sow_reproduce_kind,
                                .rules = "kalah",
                                .name = "kalah",
                                .options = &options,
                                .seed = 5};
    int64_t id = make_run(store, &asked);
    is_close(store, "SELECT count(*) FROM matches WHERE player LIKE '%clock=0.01%'", 6);
    is_close(store,
             "SELECT sum(ours) FROM reproduced WHERE table_name = 'competition' AND"
             " verdict = 'undecided' AND ours_games = 6",
             200);
    OWNED(text) char *text = print_run(store, id, sow_query_show, SOW_FORMAT_JSON);
    ck_assert_ptr_nonnull(strstr(text, "mcts:clock=0.01"));
}

/* ---- Reports ---- */

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

TEST(reports, selection_names_printed_vectors)
{
    /* If only one order is searched, it is both the best and the hardest. */
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = reproduce(store, 2, 1);
    is_close(store,
             "SELECT count(*) FROM match_scores WHERE player = 'divilly2013' AND"
             " opponent LIKE 'order:%'",
             4);
    OWNED(text) char *text = print_run(store, id, sow_query_show, SOW_FORMAT_JSON);
    char *selection = strstr(text, "\"selection\"");
    ck_assert_ptr_nonnull(selection);
    char *end = strstr(selection, "\n  ]");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    ck_assert_int_eq(occurrences(selection, "\"opponent\""), 2 * (1 + 20 + 2));
    ck_assert_int_eq(occurrences(selection, "\"divilly2013\""), 2);
    ck_assert_int_eq(occurrences(selection, "\"ours "), 4);
    ck_assert_int_eq(occurrences(selection, "\"printed run 20\""), 2);
    const char *wins = strstr(strstr(selection, "\"printed run 4\""), "\"wins\": ");
    is_close(store,
             "SELECT wins FROM match_scores WHERE player LIKE 'weights:0.198974%' AND"
             " opponent LIKE 'order:%' ORDER BY match LIMIT 1",
             (double)strtol(wins + strlen("\"wins\": "), NULL, 10));
}

static enum sow_status whole_answer(struct sow_store *store, int64_t id,
                                    struct sow_report *report, struct sow_err *err)
{
    return sow_query_result(store, id, NULL, 0, report, err);
}

TEST(reports, result_ends_with_the_summary)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = reproduce(store, 2, 1);
    double rows = real_of(store, "SELECT count(*) FROM reproduced");
    double open = real_of(store, "SELECT count(*) FROM reproduced WHERE verdict NOT IN"
                                 " ('agrees', 'holds')");
    ck_assert_double_gt(open, 20);
    ck_assert_double_lt(open, rows);
    char *text = print_run(store, id, whole_answer, SOW_FORMAT_TEXT);
    const char *exceptions = strstr(text, "\nexceptions\n");
    const char *tables = strstr(text, "\ntables\n");
    ck_assert_ptr_nonnull(exceptions);
    ck_assert_ptr_nonnull(tables);
    const char *answer = strstr(tables + 1, "\n\n");
    ck_assert_ptr_nonnull(answer);
    ck_assert_ptr_nonnull(strstr(answer, " published figures and claims agree, "));
    ck_assert_ptr_null(strstr(answer + 1, "\n\n"));
    ck_assert_ptr_null(strstr(text, "\nreproduced\n"));
    ck_assert_int_gt(occurrences(tables, " agrees\n"), 0);
    ck_assert_int_eq(occurrences(exceptions, " agrees\n"),
                     occurrences(tables, " agrees\n"));
    free(text);
    /* CSV output has all rows. */
    report_of *const makes[] = {sow_query_whole_result, sow_query_show};
    for (size_t i = 0; i < 2; i++) {
        text = print_run(store, id, makes[i], SOW_FORMAT_CSV);
        ck_assert_int_eq(occurrences(text, "\n"), (int)rows + 1);
        free(text);
    }
}

TEST(reports, open_figures_leave_a_table_undecided)
{
    static const struct {
        const char *table;
        const char *verdict;
    } ROWS[] = {{"II", "agrees"},
                {"II", "differs as known"},
                {"III", "differs as known"},
                {"III", "undecided"},
                {"IV", "undecided"}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "reproduce");
    for (int i = 0; i < 5; i++) {
        struct sow_reproduced_row row = {.run_id = id,
                                         .cell = i,
                                         .table_name = ROWS[i].table,
                                         .variant = "erherhe",
                                         .row_name = "w2",
                                         .column_name = "mean",
                                         .verdict = ROWS[i].verdict};
        ck_ok(sow_store_add(store, reproduced, &row, &err));
    }
    is_close(store,
             "SELECT count(*) FROM reproduced_tables WHERE verdict = CASE table_name"
             " WHEN 'II' THEN 'agrees but for known cells' ELSE 'undecided' END",
             3);
}

/* Checks, for one table, how many figures agree and how many there are. */
static void agrees(struct sow_store *store, const char *table, double agree, double cells)
{
    char sql[200];
    (void)snprintf(sql, sizeof sql,
                   "SELECT sum(%s) FROM reproduced_tables WHERE"
                   " table_name = '%s'",
                   "agree", table);
    is_close(store, sql, agree);
    (void)snprintf(sql, sizeof sql,
                   "SELECT sum(%s) FROM reproduced_tables WHERE"
                   " table_name = '%s'",
                   "cells", table);
    is_close(store, sql, cells);
}

/* Five rows have games that do not sum to 48 seeds. Six rows are printed again in
   2020. */
TEST(works, pekar2018_is_compared)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)reproduce_work(store, "pekar2018", 0);
    agrees(store, "1", 5, 10);
    agrees(store, "same games", 6, 6);
    is_close(store,
             "SELECT published FROM reproduced WHERE table_name = 'shape'"
             " AND row_name = 'game length'",
             30.75);
    is_close(store,
             "SELECT abs(r.ours - b.value) < 1e-6 FROM reproduced r, (SELECT avg(1.0 *"
             " (opening_choices + middle_choices + end_choices) / (opening_plies +"
             " middle_plies + end_plies)) AS value FROM matches) b WHERE row_name ="
             " 'branching factor'",
             1);
    is_close(store, "SELECT count(*) FROM runs WHERE parameters ->> 'evolutions' = 0", 1);
}

/* R's results for the printed games (docs/findings/pekar2020.md): all of Table 3
   but four figures; F, p and the two pairs that Tukey's test separates. */
TEST(works, pekar2020_is_compared)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)reproduce_work(store, "pekar2020", 0);
    agrees(store, "3", 36, 40);
    agrees(store, "points", 18, 18);
    agrees(store, "counts", 4, 4);
    agrees(store, "chains", 6, 6);
    is_close(store,
             "SELECT count(*) FROM reproduced WHERE row_name = '1 v 1' AND verdict"
             " = 'agrees'",
             2);
    is_close(store, "SELECT count(*) FROM reproduced WHERE table_name = '2'", 162);
    is_close(store,
             "SELECT count(*) FROM reproduced WHERE table_name = 'tests' AND"
             " verdict = 'agrees'",
             2);
    is_close(store,
             "SELECT round(ours, 4) FROM reproduced WHERE row_name ="
             " '3(2) human first' AND column_name = 'Shapiro-Wilk p'",
             0.0247);
    is_close(store,
             "SELECT round(ours, 4) FROM reproduced WHERE row_name = '1' AND"
             " column_name = 'Shapiro-Wilk p'",
             0.0255);
    is_close(store,
             "SELECT round(ours, 3) FROM reproduced WHERE column_name ="
             " 'Bartlett p'",
             0.737);
    is_close(store,
             "SELECT count(*) FROM reproduced WHERE column_name = 'Tukey p' AND"
             " ours < 0.05 AND row_name IN ('1 - 2(2)', '1 - 3(2)')",
             2);
    is_close(store,
             "SELECT count(*) FROM reproduced WHERE column_name = 'Tukey p' AND"
             " ours < 0.05",
             2);
    is_close(store,
             "SELECT count(*) FROM reproduced WHERE table_name = 'Rovaris' AND"
             " ours_games = 2",
             5);
}

static enum sow_status refuse_idle(struct sow_err *err)
{
    return sow_param_refuse_idle(sow_reproduce_kind.groups, sow_reproduce_kind.needs,
                                 &options, err);
}

TEST(reports, idle_options_are_refused)
{
    sow_run_kind_defaults(&sow_reproduce_kind, &options);
    options.population = 10;
    options.generations = 3;
    ck_ok(refuse_idle(&err));
    options.evolutions = 0;
    ck_fails(refuse_idle(&err), SOW_USAGE,
             "'--population' has no effect here: it needs --evolutions above 0");
    options.population = 0;
    ck_fails(refuse_idle(&err), SOW_USAGE, "'--generations' has");
    options.generations = 0;
    ck_ok(refuse_idle(&err));
    (void)snprintf(options.work, sizeof options.work, "pekar2020");
    options.evolutions = 3;
    ck_fails(refuse_idle(&err), SOW_USAGE, "it needs a work with evolutions");
}
