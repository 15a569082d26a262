/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the links between runs, and of the key results of the list of runs. */
#include "sow/queries/query.h"
#include "sow/queries/query_key.h"
#include "sow/queries/query_links.h"
#include "sow/store/tables/matches.def"
#include "sow/store/tables/ratings.def"
#include "sow/store/tables/runs.def"
#include "store_support.h"

#include <stdlib.h>
#include <string.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- Links ---- */

/* Writes a link to the stream @p context. It is a sow_query_link_fn. */
static enum sow_status write_link(void *context, const struct sow_query_link *link,
                                  struct sow_err *err)
{
    (void)err;
    (void)fprintf(context, "%s %s%s\n", link->side, link->address, link->where);
    return SOW_OK;
}

/* Checks the links of a run, a line each: side, address and condition. */
static void check_links(struct sow_store *store, int64_t id, const char *wanted)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_ok(sow_query_links(store, id, write_link, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_str_eq(text, wanted);
    free(text);
}

/* Stores a run without a label whose record is @p parameters. */
static void add_user(struct sow_store *store, const char *parameters)
{
    struct sow_err err;
    struct sow_run_row row = a_run("match");
    int64_t id = 0;
    row.label = "";
    row.parameters = parameters;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
}

/* Links to more than 20 runs end with a link to the list of the others. */
TEST(links, many_are_listed)
{
    char wanted[1200] = "";
    size_t used = 0;
    (void)err;
    OWNED(store) struct sow_store *store = open_scratch();
    add_user(store, "{}");
    for (int i = 0; i < 23; i++)
        add_user(store, "{\"dataset\":1}");
    for (int i = 24; i > 4; i--)
        used += (size_t)snprintf(wanted + used, sizeof wanted - used,
                                 "used by /run?id=%d\n", i);
    (void)snprintf(wanted + used, sizeof wanted - used, "used by /id IN (4,3,2)\n");
    check_links(store, 1, wanted);
    check_links(store, 24, "uses /run?id=1\n");
}

static const struct {
    int64_t id;
    const char *links;
} LINKS[] = {
    {1,
     "used by /run?id=6\nused by /run?id=4\ngenerations \nsame label /label = 'a \"label\", "
     "\xc3\xa9'\n"},
    {2, "used by /run?id=3\nsame label /label = 'a \"label\", \xc3\xa9'\n"},
    {3, "uses /run?id=2\nsame label /label = 'a \"label\", \xc3\xa9'\n"},
    {4, "uses /run?id=1\n"},
    {5, ""},
    {6, "uses /run?id=1\n"},
    {7, ""},
};

/* A run uses those that its record names, by number or by the weights of a champion. No
   run with a longer number, and no weights that only begin alike, are meant. A name
   counts beside weights of the run: an imported record has names of another database. */
TEST_LOOP(links, follow_from_records, 0, sizeof LINKS / sizeof LINKS[0])
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t evolution = add_evolution(store);
    int64_t dataset = add_dataset(store);
    (void)add_fit(store, dataset);
    OWNED(text)
    char *weights = csv_of(store, "SELECT trim(weights, '[]') FROM champions");
    OWNED(text)
    char *found =
        csv_of(store, "SELECT 'weights:' || trim(weights, '[]') FROM individuals"
                      " JOIN generations USING (run_id, generation)"
                      " WHERE individual = best_individual"
                      " ORDER BY generation DESC LIMIT 1");
    char *best = strchr(found, '\n') + 2;
    best[strcspn(best, "\"")] = '\0';
    char parameters[4][400];
    char *spec = strchr(weights, '\n') + 2; /* after the title and a quotation mark */
    spec[strcspn(spec, "\"")] = '\0';
    (void)snprintf(parameters[0], sizeof parameters[0],
                   "{\"player\":\"alphabeta:depth=2,eval=[weights:%s]\"}", spec);
    (void)snprintf(parameters[1], sizeof parameters[1],
                   "{\"player\":\"weights:%s5\",\"names\":\"run:12 h4\"}", spec);
    (void)snprintf(parameters[2], sizeof parameters[2],
                   "{\"players\":\"%s h4\",\"names\":\"run:%d@1 h4\"}", best,
                   (int)evolution);
    (void)snprintf(parameters[3], sizeof parameters[3],
                   "{\"players\":\"weights:1,0,0,0,0,0 h4\",\"names\":\"run:%d@1 h4\"}",
                   (int)evolution);
    for (int i = 0; i < 4; i++)
        add_user(store, parameters[i]);
    check_links(store, LINKS[_i].id, LINKS[_i].links);
}

/* Stores a tournament of the best of generations 0 and 2 of the evolution @p evolution,
   and returns its number. */
static int64_t add_generations(struct sow_store *store, int64_t evolution)
{
    struct sow_err err;
    struct sow_run_row row = a_run("tournament");
    char parameters[300];
    int64_t id = 0;
    OWNED(text)
    char *weights = csv_of(store, "SELECT trim(weights, '[]') FROM champions");
    char *spec = strchr(weights, '\n') + 2;
    spec[strcspn(spec, "\"")] = '\0';
    (void)snprintf(parameters, sizeof parameters,
                   "{\"players\":\"weights:%s h4\",\"names\":\"run:%d@0 run:%d@2\"}",
                   spec, (int)evolution, (int)evolution);
    row.label = "";
    row.parameters = parameters;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    return id;
}

/* The matrix of generations of an evolution is the newest tournament that is done. */
TEST(links, a_matrix_is_done)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t evolution = add_evolution(store);
    int64_t done = add_generations(store, evolution);
    finish_run(store, done);
    (void)add_generations(store, evolution);
    check_links(store, evolution,
                "used by /run?id=3\nused by /run?id=2\ngenerations /run?id=2\n");
}

/* A condition holds any label, with quotes and line breaks in it. */
TEST(links, labels_are_quoted)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_row row = a_run("match");
    int64_t id = 0;
    row.label = "it's\n50 %";
    for (int i = 0; i < 2; i++)
        ck_ok(sow_store_add_run(store, &row, &id, &err));
    check_links(store, id, "same label /label = 'it''s\n50 %'\n");
}

/* ---- Key results ---- */

/* Stores a tournament with one match, which h1 won, and its rating from @p low. */
static int64_t add_tournament(struct sow_store *store, const char *player,
                              const char *opponent, double low)
{
    struct sow_err err;
    int64_t id = add_run(store, "tournament");
    struct sow_match_row match = a_match(id, "match", player, opponent);
    if (strcmp(opponent, "h1") == 0) {
        match.first_losses = match.first_wins, match.first_wins = 0;
        match.second_losses = match.second_wins, match.second_wins = 0;
    }
    struct sow_rating_row rating = {id, 0, NULL, 1, "h1", "h1", 20, 20,
                                    0,  0, 1,    9, 5,    low,  20, 0};
    ck_ok(sow_store_add(store, match, &match, &err));
    ck_ok(sow_store_add(store, rating, &rating, &err));
    return id;
}

/* The interval of the mean of one match is that of this match, from either side. */
TEST(key, a_mean_of_one_match_has_its_interval)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_query_key own;
    struct sow_query_key other;
    int64_t first = add_tournament(store, "h1", "h4", 1);
    int64_t second = add_tournament(store, "h4", "h1", 1);
    ck_ok(sow_query_key(store, first, "tournament", &own, &err));
    ck_ok(sow_query_key(store, second, "tournament", &other, &err));
    OWNED(text)
    char *low = csv_of(store, "SELECT printf('%.9f', low) FROM match_scores"
                              " WHERE run_id = 1");
    ck_assert_double_eq_tol(own.low, strtod(strchr(low, '\n') + 1, NULL), 1e-9);
    ck_assert_double_eq(own.value, 1.0);
    ck_assert_double_eq(own.high, 1.0);
    ck_assert_double_lt(own.low, 0.84);
    ck_assert_double_eq_tol(other.low, own.low, 1e-12);
    ck_assert_double_eq(other.high, 1.0);
}

/* A rating that is rounded to 0 has no sign. */
TEST(key, zero_has_no_sign)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_tournament(store, "h1", "h4", -0.3);
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_head(store, id, report, &err));
    OWNED(text) char *text = print_report(report, SOW_FORMAT_JSON);
    sow_report_free(report);
    ck_assert_ptr_nonnull(strstr(text, "(95 % interval 0 to 20)"));
}
