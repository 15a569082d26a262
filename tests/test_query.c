/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query.h"
#include "sow/queries/query_key.h"
#include "sow/queries/query_sections.h"
#include "sow/runs/run.h"
#include "sow/store/tables/generations.def"
#include "sow/store/tables/matches.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"
#include "store_support.h"

#include <jansson.h>
#include <stdlib.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- Runs ---- */

static char *list(struct sow_store *store, const char *where, const char *sort,
                  int64_t limit)
{
    struct sow_err err;
    struct sow_report *report = sow_report_new();
    struct sow_query_runs runs = {.where = where, .sort = sort, .limit = limit};
    ck_ok(sow_query_list(store, &runs, report, &err));
    char *text = print_report(report, SOW_FORMAT_CSV);
    sow_report_free(report);
    return text;
}

/* Checks the ids in a list of runs: one digit each, in order. */
static void check_ids(struct sow_store *store, const char *where, const char *sort,
                      int64_t limit, const char *wanted)
{
    OWNED(text) char *text = list(store, where, sort, limit);
    char ids[16] = "";
    size_t count = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL && at[1] != '\0'; at++)
        ids[count++] = at[1];
    ck_assert_str_eq(ids, wanted);
}

static struct sow_store *store_of_kinds(void)
{
    struct sow_store *store = open_scratch();
    (void)add_evolution(store);
    int64_t dataset = add_dataset(store);
    (void)add_fit(store, dataset);
    int64_t match = add_run(store, "match");
    add_match(store, match, 0, "match", "h1");
    return store;
}

TEST(runs, runs_are_listed)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    check_ids(store, NULL, NULL, 0, "1234");
    check_ids(store, "", "id DESC", 2, "43");
    check_ids(store, "kind = 'evolve' OR r2 > 0.2 -- or so", " ", 0, "13");
    /* The run is recorded as running, but no process works on it. */
    check_ids(store, "status = 'stale'", "seconds, id", 0, "4");
}

/* ---- The head of a page ---- */

static const struct {
    double low, high; /* interval of the best of generation 20 */
    const char *words;
} PROGRESS[] = {
    {0.65, 0.75, "still rising, so more generations may help"},
    {0.35, 0.45, "falling, so more generations do not help"},
    {0.55, 0.65,
     "the intervals overlap, so nothing shows that more generations would help"},
};

/* Stores the strength of the best of a generation, or of the run's player (-1). */
static void put_strength(struct sow_store *store, int64_t id, int generation, double low,
                         double high)
{
    struct sow_err err;
    int kept;
    struct sow_strength_row row = {.run_id = id,
                                   .variant = "awari",
                                   .generation = generation,
                                   .depth = 1,
                                   .main = 1,
                                   .panel = "awari-2",
                                   .openings = 50,
                                   .games = 800,
                                   .score = (low + high) / 2,
                                   .low = low,
                                   .high = high};
    ck_ok(sow_store_put_strength(store, &row, &kept, &err));
}

/* Returns the head of the page of a run as JSON, owned by the caller. */
static char *head_of(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_head(store, id, report, &err));
    FILE *out = open_memstream(&text, &size);
    ck_ok(sow_report_print(report, SOW_FORMAT_JSON, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    sow_report_free(report);
    return text;
}

/* The head of a page compares the last measured generation with one of the first half. It
   calls a change what the intervals show alone. */
TEST_LOOP(head, progress_is_what_intervals_show, 0, sizeof PROGRESS / sizeof PROGRESS[0])
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_row row = a_run("evolve");
    int64_t id = 0;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    put_strength(store, id, 0, 0.1, 0.2);
    put_strength(store, id, 10, 0.5, 0.6);
    put_strength(store, id, 20, PROGRESS[_i].low, PROGRESS[_i].high);
    put_strength(store, id, -1, 0.45, 0.5);
    OWNED(text) char *text = head_of(store, id);
    ck_assert_ptr_nonnull(strstr(text, PROGRESS[_i].words));
    ck_assert_ptr_nonnull(strstr(text,
                                 "the best of generation 10 has 0.550 (95 % interval "
                                 "0.500 to 0.600), that of generation 20"));
    ck_assert_ptr_nonnull(
        strstr(text, "0.475 (95 % interval 0.450 to 0.500), the player's mean score "
                     "against the panel awari-2 at depth 1; 0.5 is even"));
}

/* The head compares the champion with a stage of the first half, though no measured stage
   is as late: it is measured with more games. The list draws it at the end of the trend.
 */
TEST(head, champion_is_the_end_of_progress)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_evolution(store);
    put_strength(store, id, 0, 0.1, 0.2);
    put_strength(store, id, 1, 0.15, 0.25);
    put_strength(store, id, -1, 0.21, 0.23);
    OWNED(text) char *text = head_of(store, id);
    ck_assert_ptr_nonnull(
        strstr(text, "the best of generation 1 has 0.200 (95 % interval 0.150 to 0.250), "
                     "the champion, of generation 2, has 0.220 (95 % interval 0.210 to "
                     "0.230): the intervals overlap"));
    put_strength(store, id, -1, 0.26, 0.27);
    OWNED(text) char *risen = head_of(store, id);
    ck_assert_ptr_nonnull(strstr(risen, "0.270): still rising"));
    OWNED(text) char *listed = list(store, NULL, NULL, 0);
    ck_assert_msg(strstr(listed, ",▁▄█,") != NULL, "%s", listed);
}

/* The mean of a validation has an interval in words: that of the key result. */
TEST(head, validation_has_an_interval)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_evolution(store);
    struct sow_query_key key;
    char words[80];
    ck_ok(sow_query_key(store, id, "evolve", &key, &err));
    (void)snprintf(words, sizeof words,
                   "scores %.3f (95 %% interval %.3f to %.3f) on average in validation",
                   key.value, key.low, key.high);
    OWNED(text) char *text = head_of(store, id);
    ck_assert_msg(strstr(text, words) != NULL, "%s: %s", words, text);
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_result(store, id, NULL, 0, report, &err));
    OWNED(text) char *printed = print_report(report, SOW_FORMAT_JSON);
    sow_report_free(report);
    ck_assert_msg(strstr(printed, words) != NULL, "%s: %s", words, printed);
}

/* The head of an evolution of which only the champion is measured names the command that
   measures its generations. A run of a few generations has none to compare. */
TEST(head, unmeasured_progress_has_a_command)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t few = add_evolution(store);
    put_strength(store, few, -1, 0.45, 0.5);
    OWNED(text) char *text = head_of(store, few);
    ck_assert_ptr_null(strstr(text, "not measured"));
    ck_assert_ptr_nonnull(strstr(text, "the champion is of generation 2"));
    int64_t id = add_run(store, "evolve");
    for (int g = 0; g < 26; g++)
        add_generation(store, id, g, 4);
    put_strength(store, id, -1, 0.45, 0.5);
    OWNED(text) char *longer = head_of(store, id);
    ck_assert_ptr_nonnull(
        strstr(longer, "not measured: 'sowlab measure 2 --every 2' shows whether more "
                       "generations would help"));
    put_strength(store, id, 0, 0.1, 0.2);
    OWNED(text) char *measured = head_of(store, id);
    ck_assert_ptr_null(strstr(measured, "not measured"));
}

/* ---- Measures ---- */

/* Adds rows to the tables of a run's results that the view `run_measures` reads. */
static void add_results(struct sow_store *store, const struct sow_run_kind *kind,
                        int64_t id)
{
    struct sow_err err;
    for (const char *const *table = kind->content; *table != NULL; table++) {
        if (strcmp(*table, "matches") == 0) {
            add_match(store, id, 0, "match", "h1");
            add_match(store, id, 1, "validation", "h1");
        } else if (strcmp(*table, "robustness") == 0) {
            struct sow_robustness_row row = {
                id,   0,   "divilly2013", "run:1", NULL, 4,        40,  0.6,
                0.65, 0.5, 0.75,          "awari", "h1", "second", 0.5, 0.2,
                0.8,  0.1, 0.9,           0.6,     0.3,  0.8};
            ck_ok(sow_store_add(store, robustness, &row, &err));
        } else if (strcmp(*table, "ratings") == 0) {
            struct sow_rating_row row = {id, 0, NULL, 1,    "h1", "run:1", 20,  12,
                                         2,  6, 0.65, 54.5, 40,   -23.5,   130, 0};
            ck_ok(sow_store_add(store, rating, &row, &err));
        } else if (strcmp(*table, "fits") == 0) {
            struct sow_fit_row row = {id, 1, "ols", 4, 2, 0.25, (double)NAN, 1.5};
            ck_ok(sow_store_add(store, fit, &row, &err));
        } else if (strcmp(*table, "regrets") == 0) {
            struct sow_regret_row row = {id,  0,   "h1", "run:1", "play", 0,
                                         40,  300, 0.75, 0.7,     0.8,    0.5,
                                         0.4, 0.6, 0.5,  1.25};
            ck_ok(sow_store_add(store, regret, &row, &err));
        }
    }
    /* A kind that works on finished runs measures their strength. */
    struct sow_strength_row strength = {id,    "awari", -1,     1,     1,   "awari-1",
                                        250,   4000,    0.5625, 0.54,  0.6, 43.5,
                                        27.75, 60,      0.25,   0.125, 0.5, 8};
    int kept;
    if (kind->after != NULL)
        ck_ok(sow_store_put_strength(store, &strength, &kept, &err));
}

/* The view and the kinds name the same measures, the default one first. */
TEST(measures, kinds_list_those_of_the_view)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int measured = 0;
    for (size_t k = 0; sow_run_kinds[k] != NULL; k++) {
        const struct sow_run_kind *kind = sow_run_kinds[k];
        struct sow_run_row row = a_run(kind->name);
        char wanted[80] = "measure\n";
        char sql[80];
        int64_t id = 0;
        row.parameters = "{\"names\":\"run:1 h4\"}";
        ck_ok(sow_store_add_run(store, &row, &id, &err));
        add_results(store, kind, id);
        (void)snprintf(sql, sizeof sql,
                       "SELECT measure FROM run_measures WHERE run_id=%d", (int)id);
        OWNED(text) char *found = csv_of(store, sql);
        for (int i = 0; kind->measures != NULL && kind->measures[i] != NULL; i++) {
            size_t used = strlen(wanted);
            (void)snprintf(wanted + used, sizeof wanted - used, "%s\n",
                           kind->measures[i]);
            measured++;
        }
        ck_assert_msg(strcmp(found, wanted) == 0, "'%s': %s", kind->name, found);
    }
    ck_assert_int_ge(measured, 6);
}

/* Returns true if @p name is a table of results that runs of @p kind do not have. */
static bool is_foreign(const struct sow_run_kind *kind, const char *name)
{
    bool content = false;
    for (int id = 0; id < SOW_TABLES_COUNT; id++)
        content |=
            sow_tables[id].kind == SOW_CONTENT && strcmp(sow_tables[id].name, name) == 0;
    for (const char *const *own = kind->content; *own != NULL; own++)
        content &= strcmp(*own, name) != 0;
    return content;
}

/* The kind whose sections are prepared, and a table of other kinds that one reads. */
struct reading {
    const struct sow_run_kind *kind;
    char foreign[40];
};

/* Notes tables that a statement reads. Authorizer of SQLite, which allows everything. */
static int note_table(void *context, int action, const char *table, const char *column,
                      const char *database, const char *view)
{
    struct reading *reading = context;
    (void)column;
    (void)database;
    (void)view;
    if (action == SQLITE_READ && is_foreign(reading->kind, table))
        (void)snprintf(reading->foreign, sizeof reading->foreign, "%s", table);
    return SQLITE_OK;
}

/* The sections of a study read no table of results that its runs do not have. So the
   report of a run asks only for what its kind may have. */
TEST(sections, studies_read_their_own_tables)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int read = 0;
    for (size_t k = 0; sow_run_kinds[k] != NULL; k++) {
        struct reading reading = {sow_run_kinds[k], ""};
        const struct sow_query_section *section = sow_run_kinds[k]->sections;
        if (sow_run_kinds[k]->design == NULL)
            continue;
        (void)sqlite3_set_authorizer(store->db, note_table, &reading);
        for (; section->section.name != NULL; section++) {
            sqlite3_stmt *statement = NULL;
            if ((section->reports & SOW_COMPUTED) != 0)
                continue;
            ck_assert_int_eq(
                sqlite3_prepare_v2(store->db, section->section.sql, -1, &statement, NULL),
                SQLITE_OK);
            (void)sqlite3_finalize(statement);
            ck_assert_msg(reading.foreign[0] == '\0', "'%s': section '%s' reads '%s'",
                          sow_run_kinds[k]->name, section->section.name, reading.foreign);
            read++;
        }
        (void)sqlite3_set_authorizer(store->db, NULL, NULL);
    }
    ck_assert_int_ge(read, 25);
}

/* Runs: their generations' best values in percent, and the trend that is shown.
   Nothing was measured, so it is of fitness, and says so. */
static const struct {
    int count;
    int best[23];
    const char *trend;
} TRENDS[] = {
    {0, {0}, ",,"},
    {1, {50}, ",,"},
    {2, {10, 90}, ",▁▁▁▁▁▁▁▁▁▁▁█ fitness,"},
    {12, {10, 20, 25, 40, 45, 50, 55, 60, 70, 80, 85, 90}, ",▁▁▂▃▄▄▅▅▆▇██ fitness,"},
    {12, {50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50}, ",▁▁▁▁▁▁▁▁▁▁▁▁ fitness,"},
    /* With many generations, every second one is shown: the greatest value is not. */
    {23,
     {80, 99, 60, 10, 60, 10, 60, 10, 60, 10, 60, 10,
      60, 10, 60, 10, 60, 10, 60, 10, 60, 10, 40},
     ",█▄▄▄▄▄▄▄▄▄▄▁ fitness,"},
};

TEST_LOOP(runs, trends_are_drawn, 0, 6)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "evolve");
    for (int i = 0; i < TRENDS[_i].count; i++) {
        struct sow_generation_row row = {
            id, i, TRENDS[_i].best[i] / 100.0, 0, 0.5, 0, 0, 0, 0, NULL};
        ck_ok(sow_store_add(store, generation, &row, &err));
    }
    OWNED(text) char *text = list(store, NULL, NULL, 0);
    ck_assert_msg(strstr(text, TRENDS[_i].trend) != NULL, "%s", text);
}

static const char *const BROKEN_CONDITIONS[] = {
    "1); DELETE FROM runs; SELECT (1",
    "id = (DELETE FROM runs)",
    "flavour = 'sweet'",
    "load_extension('x')",
    "id =",
};

TEST_EACH(runs, broken_conditions_are_refused, BROKEN_CONDITIONS)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    struct sow_report *report = sow_report_new();
    struct sow_query_runs runs = {.where = BROKEN_CONDITIONS[_i]};
    ck_fails(sow_query_list(store, &runs, report, &err), SOW_USAGE, "");
    runs = (struct sow_query_runs){.sort = BROKEN_CONDITIONS[_i]};
    ck_fails(sow_query_list(store, &runs, report, &err), SOW_USAGE, "");
    sow_report_free(report);
    check_ids(store, NULL, NULL, 0, "1234");
}

/* Returns the report's JSON, parsed. */
static json_t *as_json(struct sow_report *report)
{
    char *text = print_report(report, SOW_FORMAT_JSON);
    json_error_t fault;
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &fault);
    ck_assert_msg(value != NULL, "%s\n%s", fault.text, text);
    free(text);
    sow_report_free(report);
    return value;
}

/* Sections of each run's report, besides its record. */
static const struct {
    int64_t id;
    const char *sections;
} SHOWN[] = {
    {1, "settings convergence timing candidates champion validation"},
    {2, "settings dataset unsolved warning"},
    {3, "settings fit performance folds steps phases warnings coefficients "
        "comparison conclusion"},
    {4, "settings match scores phases elo"},
};

TEST_EACH(runs, runs_are_shown, SHOWN)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_show(store, SHOWN[_i].id, report, &err));
    json_t *shown = as_json(report);
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(shown, "run"), "id")),
        SHOWN[_i].id);
    char sections[128];
    (void)snprintf(sections, sizeof sections, "%s", SHOWN[_i].sections);
    size_t count = 1;
    char *rest = sections;
    for (char *name; (name = strsep(&rest, " ")) != NULL; count++)
        ck_assert_msg(json_object_get(shown, name) != NULL, "no section '%s'", name);
    ck_assert_uint_eq(json_object_size(shown), count);
    json_decref(shown);
}

TEST(runs, shown_values_are_the_stored_ones)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_show(store, 1, report, &err));
    json_t *shown = as_json(report);
    const json_t *champion = json_object_get(shown, "champion");
    for (int i = 0; i < 6; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "h%d", i + 1);
        double weight = json_number_value(json_object_get(champion, key));
        ck_assert_mem_eq(&weight, &SOME_WEIGHTS[i], sizeof weight);
    }
    ck_assert_double_eq_tol(json_real_value(json_object_get(champion, "validation")),
                            0.65, 1e-12);
    const json_t *run = json_object_get(shown, "run");
    ck_assert_str_eq(json_string_value(json_object_get(run, "rules")), a_run("").rules);
    ck_assert_str_eq(json_string_value(json_object_get(run, "label")), a_run("").label);
    ck_assert_int_eq(json_integer_value(json_object_get(run, "seed")), INT64_MAX);
    json_decref(shown);

    report = sow_report_new();
    ck_fails(sow_query_show(store, 99, report, &err), SOW_NOT_FOUND, "no run 99");
    sow_report_free(report);
}

/* Adds a second evolution. It differs in a parameter, a validation match and perhaps the
   rules. */
static int64_t add_other_evolution(struct sow_store *store, const char *rules)
{
    struct sow_err err;
    struct sow_run_row row = a_run("evolve");
    row.parameters = "{\"generations\":250,\"genome\":\"weights\",\"mutation_rate\":0.2}";
    row.rules = rules;
    int64_t id;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    struct sow_match_row match =
        a_match(id, "validation", "weights:1,0,0,0,0,0", "random");
    ck_ok(sow_store_add(store, match, &match, &err));
    return id;
}

static double number_in(const json_t *table, size_t row, const char *key)
{
    return json_number_value(json_object_get(json_array_get(table, row), key));
}

TEST(runs, runs_are_compared)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    int64_t ids[] = {1, add_other_evolution(store, a_run("").rules)};
    ck_assert_int_eq(ids[1], 5);
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_compare(store, ids, 2, report, &err));
    json_t *compared = as_json(report);
    ck_assert_uint_eq(json_array_size(json_object_get(compared, "runs")), 2);

    const json_t *settings = json_object_get(compared, "settings");
    ck_assert_uint_eq(json_array_size(settings), 1);
    const json_t *setting = json_array_get(settings, 0);
    ck_assert_str_eq(json_string_value(json_object_get(setting, "name")),
                     "mutation_rate");

    const json_t *scores = json_object_get(compared, "scores");
    ck_assert_uint_eq(json_array_size(scores), 2);
    ck_assert_double_eq_tol(number_in(scores, 0, "run_1"), 0.65, 1e-12);
    ck_assert_double_eq_tol(number_in(scores, 0, "run_5"), 1, 1e-12);
    ck_assert(json_is_null(json_object_get(json_array_get(scores, 1), "run_5")));

    /* Only the opponent that both runs met is compared. A game's variance is 0.625 -
       0.65^2 = 0.2025 in run 1 and 0 in run 5, so half the interval is 1.959964
       sqrt(0.2025 / 20). */
    const json_t *differences = json_object_get(compared, "differences");
    ck_assert_uint_eq(json_array_size(differences), 1);
    ck_assert_double_eq_tol(number_in(differences, 0, "difference"), 0.35, 1e-12);
    ck_assert_double_eq_tol(number_in(differences, 0, "low"), 0.152783, 1e-6);
    ck_assert_double_eq_tol(number_in(differences, 0, "high"), 0.547217, 1e-6);
    json_decref(compared);

    report = sow_report_new();
    ck_fails(sow_query_compare(store, ids, 1, report, &err), SOW_USAGE, "two or more");
    ids[1] = 99;
    ck_fails(sow_query_compare(store, ids, 2, report, &err), SOW_NOT_FOUND, "no run 99");
    ids[1] = 1;
    ck_fails(sow_query_compare(store, ids, 2, report, &err), SOW_USAGE, "named twice");
    sow_report_free(report);
}

/* Scores in different variants say nothing about each other. */
TEST(runs, other_rules_are_named_but_not_compared)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    int64_t ids[] = {1,
                     add_other_evolution(store, "pits = 6\nseeds = 5\nply_cap = 900\n")};
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_compare(store, ids, 2, report, &err));
    json_t *compared = as_json(report);
    const json_t *rule = json_array_get(json_object_get(compared, "settings"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(rule, "name")), "seeds");
    ck_assert_str_eq(json_string_value(json_object_get(rule, "run_1")), "4");
    ck_assert_str_eq(json_string_value(json_object_get(rule, "run_5")), "5");
    ck_assert_ptr_null(json_object_get(compared, "differences"));
    json_decref(compared);
}

/* Recorded rules of several variants are too long to read, so their names are
   compared. */
TEST(runs, several_games_are_compared_by_name)
{
    OWNED(store) struct sow_store *store = open_scratch();
    static const char *const PARAMETERS[] = {
        "{\"variants\":\"[awari]\\npits = 6\\n[kalah]\\npits = 6\\n\"}",
        "{\"variants\":\"[awari]\\npits = 6\\n\",\"origins\":\"a b\\nc\\n\"}"};
    int64_t ids[2];
    for (int i = 0; i < 2; i++) {
        struct sow_run_row row = a_run("evolve");
        row.parameters = PARAMETERS[i];
        ck_ok(sow_store_add_run(store, &row, &ids[i], &err));
    }
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_compare(store, ids, 2, report, &err));
    json_t *compared = as_json(report);
    const json_t *settings = json_object_get(compared, "settings");
    ck_assert_uint_eq(json_array_size(settings), 2);
    const json_t *origins = json_array_get(settings, 0);
    ck_assert_str_eq(json_string_value(json_object_get(origins, "run_2")), "a b,c");
    const json_t *games = json_array_get(settings, 1);
    ck_assert_str_eq(json_string_value(json_object_get(games, "run_1")), "awari,kalah");
    ck_assert_str_eq(json_string_value(json_object_get(games, "run_2")), "awari");
    json_decref(compared);
}

/* ---- Export ---- */

static const struct {
    const char *table;
    int64_t id;
    size_t rows;
} EXPORTED[] = {{"runs", 1, 1},         {"generations", 1, 3}, {"generation_times", 1, 3},
                {"individuals", 1, 12}, {"candidates", 1, 2},  {"champions", 1, 1},
                {"matches", 1, 2},      {"positions", 2, 4},   {"fits", 3, 1},
                {"coefficients", 3, 2}, {"choices", 2, 2},     {"term_diagnostics", 3, 2},
                {"fit_measures", 3, 3}, {"fit_folds", 3, 1},   {"fit_steps", 3, 2},
                {"fit_bins", 3, 1},     {"matches", 3, 1},     {"run_seals", 3, 1}};

TEST_EACH(export, everything_is_exported, EXPORTED)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    ck_ok(export_run(store, EXPORTED[_i].id, &err));
    json_error_t fault;
    json_t *document =
        json_load_file(test_path("out.json"), JSON_REJECT_DUPLICATES, &fault);
    ck_assert_msg(document != NULL, "%s", fault.text);
    ck_assert_str_eq(json_string_value(json_object_get(document, "format")),
                     "sowlab run");
    ck_assert_int_eq(json_integer_value(json_object_get(document, "schema")), 8);
    const json_t *table = json_object_get(document, EXPORTED[_i].table);
    ck_assert_uint_eq(json_array_size(table), EXPORTED[_i].rows);
    json_decref(document);
}

TEST(export, failed_exports_are_told)
{
    OWNED(store) struct sow_store *store = store_of_kinds();
    ck_fails(export_run(store, 99, &err), SOW_NOT_FOUND, "no run 99");
    FILE *full = fopen("/dev/full", "w");
    if (full != NULL) {
        ck_fails(sow_store_export(store, 1, full, &err), SOW_IO, "No space left");
        (void)fclose(full);
    }
}
