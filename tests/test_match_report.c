/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option for a sequential test, and the reports and views of matches. */
#include "match_support.h"

#include "sow/queries/query.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics_variety.h"
#include "sow/store/tables/matches.def"

/* ---- The option ---- */

static const struct {
    const char *text;
    const char *canonical;
} ACCEPTED[] = {
    {"none", "none"},
    {"elo0=0,elo1=10", "elo0=0,elo1=10,alpha=0.05,beta=0.05"},
    {"beta=0.1,elo1=2.5,elo0=-3", "elo0=-3,elo1=2.5,alpha=0.05,beta=0.1"},
    {"elo0=0,elo1=1e2,alpha=0.01,beta=0.01", "elo0=0,elo1=100,alpha=0.01,beta=0.01"},
};

static const struct {
    const char *text;
    enum sow_status status;
    const char *words;
} REFUSED[] = {
    {"", SOW_BAD_DATA, "every part has to be NAME=NUMBER"},
    {"elo0=0", SOW_BAD_DATA, "elo0 and elo1 have to be named"},
    {"elo1=0,alpha=0.1", SOW_BAD_DATA, "elo0 and elo1 have to be named"},
    {"elo0=0,elo1=10,", SOW_BAD_DATA, "every part has to be NAME=NUMBER"},
    {"elo0=0,elo1=10,elo1=20", SOW_BAD_DATA, "each name once"},
    {"elo0=0,elo1=ten", SOW_BAD_DATA, "has to be NAME=NUMBER"},
    {"elo0=0,elo1=", SOW_BAD_DATA, "has to be NAME=NUMBER"},
    {"elo0=0,elo1=nan", SOW_BAD_DATA, "has to be NAME=NUMBER"},
    {"elo0=0, elo1=10", SOW_BAD_DATA, "every part has to be NAME=NUMBER"},
    {"elo0=0,elo2=10", SOW_BAD_DATA, "allowed is none, or elo0=E,elo1=E"},
    {"elo0=0,elo1=1000000000000000000000000000000000000", SOW_BAD_DATA,
     "has to be NAME=NUMBER"},
    {"0,10", SOW_BAD_DATA, "'0,10' is not a value of 'sprt'"},
    {"elo0=10,elo1=0", SOW_USAGE, "'elo0' has to be less than 'elo1'"},
    {"elo0=0,elo1=10,alpha=0.5", SOW_USAGE, "between 0 and 0.5"},
    {"elo0=0,elo1=10,beta=0", SOW_USAGE, "between 0 and 0.5"},
    {"elo0=0,elo1=5000", SOW_USAGE, "between -1000 and 1000"},
};

TEST(option, tests_are_read)
{
    const struct sow_param *param = sow_param_find(&sow_match_params, "sprt");
    struct sow_match_options options;
    memset(&options, 0, sizeof options);
    for (size_t i = 0; i < sizeof ACCEPTED / sizeof ACCEPTED[0]; i++) {
        ck_ok(sow_param_set(param, &options, ACCEPTED[i].text, &err));
        char *text = sow_param_get(param, &options);
        ck_assert_str_eq(text, ACCEPTED[i].canonical);
        ck_ok(sow_param_set(param, &options, text, &err));
        free(text);
        ck_assert_int_eq(sow_sprt_wanted(&options.sprt), i > 0);
    }
}

TEST(option, bad_tests_are_refused)
{
    const struct sow_param *param = sow_param_find(&sow_match_params, "sprt");
    struct sow_match_options options = {.sprt = {1, 2, 0.1, 0.2}};
    struct sow_match_options before = options;
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        ck_fails(sow_param_set(param, &options, REFUSED[i].text, &err), REFUSED[i].status,
                 REFUSED[i].words);
        ck_assert(sow_param_equal(param, &options, &before));
    }
}

/* ---- Reports ---- */

static void expect_words(const char *text, const char *const *words)
{
    for (; *words != NULL; words++)
        ck_assert_msg(strstr(text, *words) != NULL, "'%s' is not in\n%s", *words, text);
}

TEST(told, reports_have_elo_and_test)
{
    static const char *const WORDS[] = {"\"elo\": {",
                                        "\"plus_minus\": ",
                                        "\"superiority\": ",
                                        "\"wins\": ",
                                        "\"pairs\": [",
                                        "\"sprt\": {",
                                        "\"llr\": ",
                                        "\"lower\": ",
                                        "\"upper\": 2.",
                                        "\"verdict\": \"h1\"",
                                        NULL};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = run_match(store, "divilly2013", "h4", 0, "elo0=0,elo1=50");
    char *text = report_of(store, id, SOW_FORMAT_JSON);
    expect_words(text, WORDS);
    free(text);
    id = run_match(store, "divilly2013", "h4", 100, "none");
    text = report_of(store, id, SOW_FORMAT_TEXT);
    ck_assert_ptr_nonnull(strstr(text, "plus_minus"));
    ck_assert_ptr_null(strstr(text, "verdict"));
    free(text);
}

/* If every game is won, Elo is infinite and null in JSON; its lower limit is not. */
TEST(told, infinite_elo_is_null)
{
    static const char *const WORDS[] = {"\"elo\": null", "\"plus_minus\": null",
                                        "\"high\": null", "\"pairs\": [0, 0, 0, 0, 10]",
                                        NULL};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "match");
    struct sow_match_row row = a_match(id, "match", "h4", "h3");
    ck_ok(sow_store_add(store, match, &row, &err));
    ck_ok(add_pairs(store, id, &(struct sow_pairs){{0, 0, 0, 0, 10}}, &err));
    OWNED(text) char *text = report_of(store, id, SOW_FORMAT_JSON);
    expect_words(text, WORDS);
    ck_assert_ptr_null(strstr(text, "\"low\": null"));
}

static double ask(struct sow_store *store, const char *column)
{
    char sql[64];
    sqlite3_stmt *statement = NULL;
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM match_elo", column);
    ck_assert_int_eq(sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    double value = sqlite3_column_type(statement, 0) == SQLITE_NULL
                       ? (double)NAN
                       : sqlite3_column_double(statement, 0);
    (void)sqlite3_finalize(statement);
    return value;
}

static void expect_asked(struct sow_store *store, const char *column, double expected)
{
    double value = ask(store, column);
    if (isfinite(expected))
        ck_assert_msg(fabs(value - expected) <= 1e-9 * fmax(1, fabs(expected)),
                      "%s: %.17g, not %.17g", column, value, expected);
    else
        ck_assert_msg(isnan(value), "%s: %.17g", column, value);
}

/* Adds a match of @p games pairs, with its effective games in the two seats. */
static void add_counted_match(struct sow_store *store, int64_t id, int64_t games,
                              double first, double second)
{
    struct sow_err err;
    struct sow_match_row row = {.run_id = id,
                                .purpose = "match",
                                .player = "h4",
                                .opponent = "h3",
                                .games = games,
                                .first_wins = games,
                                .second_wins = games,
                                .first_distinct = first < 2.0 ? 1 : games,
                                .second_distinct = second < 2.0 ? 1 : games,
                                .first_effective = fmin(first, (double)games),
                                .second_effective = fmin(second, (double)games)};
    ck_ok(sow_store_add(store, match, &row, &err));
}

/* The view has the same figures as the functions, also for games that repeat each
   other. */
TEST(told, view_agrees_with_the_functions)
{
    static const double EFFECTIVE[][2] = {{1e9, 1e9}, {1, 1}, {1, 1e9}, {3.5, 2.25}};
    static const struct sow_pairs PAIRS[] = {
        {{1, 2, 3, 2, 2}},      {{0, 0, 10, 0, 0}}, {{0, 0, 0, 0, 10}},
        {{10, 0, 0, 0, 0}},     {{0, 1, 8, 1, 0}},  {{190, 30, 383, 16, 149}},
        {{0, 0, 60, 18, 1922}}, {{1, 0, 0, 0, 0}},  {{0, 0, 0, 1, 19}},
        {{19, 0, 1, 0, 0}},     {{0, 0, 0, 0, 40}},
    };
    enum { KINDS = sizeof EFFECTIVE / sizeof EFFECTIVE[0] };
    for (size_t k = 0; k < KINDS * sizeof PAIRS / sizeof PAIRS[0]; k++) {
        size_t i = k / KINDS;
        const double *effective = EFFECTIVE[k % KINDS];
        int64_t games = sow_pairs_total(&PAIRS[i]);
        OWNED(store) struct sow_store *store = open_scratch();
        int64_t id = add_run(store, "match");
        add_counted_match(store, id, games, effective[0], effective[1]);
        ck_ok(add_pairs(store, id, &PAIRS[i], &err));
        struct sow_match_score all = sow_score_of_pairs(&PAIRS[i], SOW_LEVEL);
        struct sow_variety seats[] = {{1, fmin(effective[0], (double)games)},
                                      {1, fmin(effective[1], (double)games)}};
        struct sow_match_score score =
            sow_score_of_variety(&all, sow_variety_of_both(&seats[0], &seats[1]));
        struct sow_interval elo = sow_elo_interval(score.interval);
        expect_asked(store, "pairs", (double)sow_pairs_total(&PAIRS[i]));
        expect_asked(store, "score", score.mean);
        expect_asked(store, "standard_error", score.standard_error);
        expect_asked(store, "low", score.interval.low);
        expect_asked(store, "high", score.interval.high);
        expect_asked(store, "elo", sow_elo_of_score(score.mean));
        expect_asked(store, "elo_low", elo.low);
        expect_asked(store, "elo_high", elo.high);
    }
}
