/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/reference/schema.md, columns.md and views.md agree with the schema: they explain
   every table, view and column, and their examples run. */
#include "sow/queries/query.h"
#include "sow/store/tables/candidates.def"
#include "sow/store/tables/champions.def"
#include "sow/store/tables/match_pairs.def"
#include "sow/store/tables/match_tests.def"
#include "sow/store/tables/runs.def"
#include "store_support.h"

#include <stdlib.h>

/* Appends a file below docs/reference to @p out. */
static void copy_page(const char *path, FILE *out)
{
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    char *text = NULL;
    size_t size = 0;
    ck_assert_int_gt(getdelim(&text, &size, '\0', file), 0);
    (void)fputs(text, out);
    free(text);
    (void)fclose(file);
}

/* Returns the text of the pages. */
static char *read_document(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    copy_page(SOW_DATA_FILE("../../docs/reference/schema.md"), out);
    copy_page(SOW_DATA_FILE("../../docs/reference/columns.md"), out);
    copy_page(SOW_DATA_FILE("../../docs/reference/views.md"), out);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

/* Adds the pairs of games of match 0 and a sequential test of them. */
static void add_match_figures(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_match_pairs_row pairs = {id, 0, 1, 2, 3, 2, 2};
    struct sow_match_test_row test = {id, 0, 0, 10, 0.05, 0.05, 0.1, -3, 3, "undecided"};
    ck_ok(sow_store_add(store, match_pairs, &pairs, &err));
    ck_ok(sow_store_add(store, match_test, &test, &err));
}

/* Adds a champion that is not a weight vector of H1 to H6. */
static void add_champion(struct sow_store *store, const char *parameters)
{
    static const double GENES[] = {2, 1};
    struct sow_err err;
    struct sow_run_row row = a_run("evolve");
    row.parameters = parameters;
    int64_t id;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    add_generation(store, id, 0, 1);
    struct sow_candidate_row candidate = {id, 0, 0, 0, {GENES, 2}, 0.6, 10, 6, 1, 3};
    ck_ok(sow_store_add(store, candidate, &candidate, &err));
    struct sow_champion_row champion = {id, 0, 0, 0, {GENES, 2}, 0.6, 0.65};
    ck_ok(sow_store_add(store, champion, &champion, &err));
    finish_run(store, id);
}

/* A run with players. */
static void add_players(struct sow_store *store)
{
    struct sow_err err;
    struct sow_run_row row = a_run("tournament");
    int64_t id;
    row.parameters = "{\"players\": \"h1 minimax:depth=3,eval=[h4]\"}";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    finish_run(store, id);
}

static struct sow_store *filled_store(void)
{
    struct sow_store *store = open_scratch();
    (void)add_evolution(store);
    (void)add_evolution(store);
    int64_t dataset = add_dataset(store);
    (void)add_fit(store, dataset);
    int64_t match = add_run(store, "match");
    add_match(store, match, 0, "match", "h1");
    add_match_figures(store, match);
    (void)add_panel(store);
    add_learning(store);
    add_ablation(store);
    add_survey(store);
    add_suite(store);
    add_players(store);
    add_champion(store, "{\"genome\": \"order\"}");
    add_champion(store, "{\"genome\": \"features\", \"features\": \"h4,to_move\"}");
    return store;
}

/* Returns the number of lines of an answer, without its header. */
static int rows_of(struct sow_store *store, const char *sql)
{
    OWNED(text) char *text = csv_of(store, sql);
    int lines = -1;
    for (const char *at = text; *at != '\0'; at++)
        lines += *at == '\n';
    return lines;
}

TEST(document, every_example_runs)
{
    static const char OPENING[] = "```sql\n";
    OWNED(store) struct sow_store *filled = filled_store();
    OWNED(store) struct sow_store *fresh = open_scratch();
    OWNED(text) char *text = read_document();
    int examples = 0;
    int answered = 0;
    char unanswered[4096] = "";
    for (char *at = strstr(text, OPENING); at != NULL; at = strstr(at, OPENING)) {
        char *sql = at + strlen(OPENING);
        char *end = strstr(sql, "```");
        ck_assert_ptr_nonnull(end);
        *end = '\0';
        ck_assert_int_ge(rows_of(fresh, sql), 0);
        if (rows_of(filled, sql) > 0)
            answered++;
        else
            (void)snprintf(unanswered + strlen(unanswered),
                           sizeof unanswered - strlen(unanswered), "%s\n", sql);
        examples++;
        at = end + 1;
    }
    ck_assert_int_ge(examples, 15);
    /* All examples have rows, except four. These need a raised mutation rate, differing
       settings, p-values or evolved orders, which the runs here lack. */
    ck_assert_msg(answered >= examples - 4, "no rows:\n%s", unanswered);
}

/* Calls @p check with the first column of every row of the answer, one name per line. */
static int each_name(const char *sql, void (*check)(const char *text, const char *name))
{
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(text) char *names = csv_of(store, sql);
    OWNED(text) char *text = read_document();
    int count = 0;
    char *rest = strchr(names, '\n') + 1;
    for (char *name; (name = strsep(&rest, "\n")) != NULL && name[0] != '\0'; count++)
        check(text, name);
    return count;
}

static void has_heading(const char *text, const char *name)
{
    char heading[80];
    (void)snprintf(heading, sizeof heading, "\n### %s\n", name);
    ck_assert_msg(strstr(text, heading) != NULL, "docs/reference has no section '%s'",
                  name);
}

TEST(document, every_table_and_view_is_explained)
{
    ck_assert_int_ge(each_name("SELECT name FROM sqlite_schema WHERE type IN ('table', "
                               "'view') AND name NOT LIKE 'sqlite_%'",
                               has_heading),
                     28);
}

/* Checks a "table column" pair: the table's section has `column`, alone or among other
   names. */
static void is_in_section(const char *text, const char *pair)
{
    char table[64];
    size_t length = strcspn(pair, " ");
    (void)snprintf(table, sizeof table, "\n### %.*s\n", (int)length, pair);
    const char *section = strstr(text, table);
    ck_assert_ptr_nonnull(section);
    section += strlen(table);
    const char *end = strstr(section, "\n#");
    char column[80];
    (void)snprintf(column, sizeof column, "`%s`", pair + length + 1);
    const char *found = strstr(section, column);
    ck_assert_msg(found != NULL && (end == NULL || found < end),
                  "docs/reference/columns.md does not explain '%s'", pair);
}

TEST(document, every_column_of_a_table_is_explained)
{
    ck_assert_int_ge(each_name("SELECT t.name || ' ' || c.name FROM sqlite_schema t,"
                               " pragma_table_xinfo(t.name) c WHERE t.type = 'table'"
                               " AND t.name NOT LIKE 'sqlite_%'",
                               is_in_section),
                     125);
}

/* ---- Values of the views ---- */

TEST(views, scores_and_rates_are_right)
{
    OWNED(store) struct sow_store *store = filled_store();
    /* The match has 12 wins, 2 draws and 6 losses in 20 games. The limits are by R 4.2.2,
       prop.test(c(13, 12), n = 20, correct = FALSE), one at a time; upper limits are by
       score() of statistics_reference.R. */
    is_close(store, "SELECT score FROM match_scores LIMIT 1", 0.65);
    is_close(store, "SELECT low FROM match_scores LIMIT 1", 0.432854);
    is_close(store, "SELECT high FROM match_scores LIMIT 1", 0.824290);
    is_close(store, "SELECT first_score FROM match_scores LIMIT 1", 0.75);
    is_close(store, "SELECT mean_margin FROM match_scores LIMIT 1", -0.15);
    is_close(store,
             "SELECT low FROM opponent_rates WHERE seat = 'both' AND opponent = 'h1'",
             0.386582);
    is_close(store,
             "SELECT high FROM opponent_rates WHERE seat = 'both' AND opponent = 'h1'",
             0.785036);
    is_close(store, "SELECT score FROM candidates WHERE candidate = 1 LIMIT 1", 0.55);
    is_close(store, "SELECT validation FROM runs_overview WHERE id = 1", 0.65);
    is_close(store, "SELECT generations FROM runs_overview WHERE id = 1", 3);
    is_close(store, "SELECT games_per_second FROM convergence LIMIT 1", 50000);
}

TEST(views, repeated_matches_count_once)
{
    /* The two evolutions have the same random seed and the same validation games. */
    OWNED(store) struct sow_store *store = filled_store();
    is_close(store,
             "SELECT games FROM opponent_rates WHERE opponent = 'h4' AND seat = 'both'",
             20);
    is_close(store, "SELECT count(*) FROM best_vectors", 1);
    is_close(store, "SELECT run_id FROM best_vectors", 1);
    is_close(store,
             "SELECT weight FROM best_vectors JOIN champion_weights USING (run_id)"
             " WHERE gene = 'h6'",
             0.565937);
}

TEST(views, settings_are_split)
{
    OWNED(store) struct sow_store *store = filled_store();
    is_close(store,
             "SELECT value FROM run_settings WHERE run_id = 1 AND source = 'rules' AND "
             "name = 'seeds'",
             4);
    is_close(store,
             "SELECT value FROM run_settings WHERE run_id = 1 AND source = 'parameters' "
             "AND name = 'mutation_rate'",
             0.1);
    is_close(store, "SELECT count(*) FROM run_settings WHERE run_id = 1", 6);
}

TEST(views, planned_matches_have_their_own_variant)
{
    OWNED(store) struct sow_store *store = filled_store();
    is_close(store, "SELECT count(*) FROM played_matches WHERE planned", 2);
    is_close(store, "SELECT count(*) FROM match_scores WHERE variant = 'awari'", 1);
    is_close(store,
             "SELECT win_rate FROM seat_scores WHERE variant = 'awari' AND"
             " seat = 'first'",
             0.7);
    is_close(store,
             "SELECT games FROM opponent_rates WHERE variant = 'awari' AND seat = 'both'",
             20);
    is_close(store, "SELECT floor_low FROM robustness_overview", 0.1);
    is_close(store,
             "SELECT mean_deviation FROM reproduced_tables WHERE table_name = 'IV'",
             11.5);
    is_close(store, "SELECT differ FROM reproduced_tables WHERE table_name = 'IV'", 1);
    is_close(store, "SELECT agree FROM reproduced_tables WHERE table_name = 'I'", 1);
    is_close(store, "SELECT verdict = 'differs' FROM reproduced_tables WHERE differ > 0",
             1);
}

TEST(views, a_fit_is_summed_up)
{
    OWNED(store) struct sow_store *store = filled_store();
    is_close(store, "SELECT r2 FROM fits_overview", 0.25);
    is_close(store, "SELECT r2_out FROM fits_overview", 0.2);
    is_close(store, "SELECT rmse_out FROM fits_overview", 1.75);
    is_close(store, "SELECT log_loss_out IS NULL FROM fits_overview", 1);
    is_close(store, "SELECT validation FROM fits_overview", 0.65);
    is_close(store, "SELECT vif FROM fit_coefficients WHERE feature = 'h4'", 2.5);
    is_close(store, "SELECT count(*) FROM fit_coefficients", 2);
    is_close(store, "SELECT positions FROM datasets_overview", 4);
    is_close(store, "SELECT choices FROM datasets_overview", 2);
    is_close(store, "SELECT games FROM datasets_overview", 2);
    is_close(store, "SELECT mean_margin FROM datasets_overview", -0.5);
}
