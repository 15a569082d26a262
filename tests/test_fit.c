/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of fits as runs: the same coefficients as a fit by hand, the same results after
   interruptions, players, and reports. */
#include "fit_support.h"

#include "sow/heuristics/state_features.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/coefficients.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"

FIXTURE(ANY, enter_folder, leave_folder)

enum { METHODS = SOW_METHODS };

/* ---- The same as a fit by hand ---- */

/* Rows gathered without the tested code. */
struct gathered {
    const struct sow_rules *rules;
    const struct sow_fit_columns *columns;
    int method;
    size_t count;
    struct sow_row *rows;
    double *values;
};

enum { GATHERED_MAX = 20000 };

static double *next_row(struct gathered *gathered, const struct sow_row *row)
{
    ck_assert_uint_lt(gathered->count, GATHERED_MAX);
    double *x = gathered->values + gathered->count * SOW_AGENT_TERMS_MAX;
    gathered->rows[gathered->count] = *row;
    gathered->rows[gathered->count++].x = x;
    return x;
}

static struct sow_board board_of(const struct gathered *gathered, const char *text)
{
    struct sow_err err;
    struct sow_board board;
    ck_ok(sow_board_parse(text, gathered->rules->pits,
                          (enum sow_direction)gathered->rules->direction, &board, &err));
    return board;
}

static int stratum_of(const struct sow_board *board)
{
    int seeds = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    return seeds == 0 ? 0 : (seeds + 7) / 8 - 1;
}

static enum sow_status gather_position(void *context, const struct sow_position_row *row,
                                       struct sow_err *err)
{
    (void)err;
    struct gathered *gathered = context;
    struct sow_board board = board_of(gathered, row->position);
    double result = row->margin > 0 ? 1 : row->margin < 0 ? 0 : 0.5;
    struct sow_row made = {.y = gathered->method == SOW_METHOD_LOGISTIC ? result
                                                                        : row->margin,
                           .weight = 1,
                           .group = row->game,
                           .set = -1,
                           .stratum = stratum_of(&board)};
    double *x = next_row(gathered, &made);
    for (int j = 0; j < gathered->columns->count; j++)
        x[j] = sow_state_feature_value(gathered->columns->feature[j], gathered->rules,
                                       &board, row->viewpoint[0] == 'n');
    return SOW_OK;
}

/* Returns true if a printed pit number is in a list such as "2,5". */
static bool is_listed(const char *list, int number)
{
    char wanted[16];
    char padded[64];
    (void)snprintf(wanted, sizeof wanted, ",%d,", number);
    (void)snprintf(padded, sizeof padded, ",%s,", list);
    return strstr(padded, wanted) != NULL;
}

static enum sow_status gather_choice(void *context, const struct sow_choice_row *row,
                                     struct sow_err *err)
{
    (void)err;
    struct gathered *gathered = context;
    const struct sow_rules *rules = gathered->rules;
    static struct sow_game game;
    struct sow_board board = board_of(gathered, row->position);
    int moves[SOW_MOVES_MAX];
    sow_game_init(&game, rules, &board);
    int count = sow_game_moves(&game, moves);
    for (int i = 0; count > 1 && i < count; i++) {
        int number =
            sow_pit_number(rules->pits, (enum sow_direction)rules->direction, moves[i]);
        struct sow_row made = {.y = is_listed(row->moves, number),
                               .weight = 1,
                               .group = row->game,
                               .set = 1000 * row->game + row->ply,
                               .stratum = stratum_of(&board)};
        double *x = next_row(gathered, &made);
        int value[SOW_HEURISTICS];
        sow_move_features(&game, moves, count, moves[i], SOW_ALL_HEURISTICS, value);
        for (int j = 0; j < gathered->columns->count; j++)
            x[j] = j == SOW_H6 ? -value[j] : value[j];
    }
    return SOW_OK;
}

static enum sow_status each_gathered(void *context, sow_row_fn *take, void *taker,
                                     struct sow_err *err)
{
    const struct gathered *gathered = context;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < gathered->count && status == SOW_OK; i++)
        status = take(taker, &gathered->rows[i], err);
    return status;
}

/* Comparison of a stored fit's coefficients with those of a model. */
struct beside {
    const struct sow_model *model;
    int next; /* next term of the model */
    int count;
};

static enum sow_status is_beside(void *context, const struct sow_coefficient_row *row,
                                 struct sow_err *err)
{
    (void)err;
    struct beside *beside = context;
    while (beside->model->terms[beside->next].state == SOW_TERM_LEFT_OUT)
        beside->next++;
    const struct sow_ols_term *term = &beside->model->terms[beside->next++];
    if (beside->count++ > 0 || beside->next > 1)
        ck_assert_str_eq(row->feature, beside->next == 1 ? SOW_INTERCEPT : term->name);
    ck_assert_mem_eq(&row->value, &term->estimate, sizeof row->value);
    if (!isnan(term->standard_error))
        ck_assert_mem_eq(&row->standard_error, &term->standard_error,
                         sizeof row->standard_error);
    return SOW_OK;
}

TEST_LOOP(sameness, stored_coefficients_are_the_model_s, 0, METHODS)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t dataset = make_dataset(store, "kalah", 30);
    struct sow_fit_options *options = small_fit(dataset, _i);
    options->comparison_games = 0;
    struct sow_variant variant = a_variant("kalah");
    bool choices = _i == SOW_METHOD_PREFERENCE;
    ck_ok(sow_fit_columns_resolve(&options->features, choices, &variant.rules, &err));
    struct sow_fit_columns columns;
    ck_ok(sow_fit_columns_read(&columns, options->features, &err));
    struct gathered gathered = {
        .rules = &variant.rules,
        .columns = &columns,
        .method = _i,
        .rows = calloc(GATHERED_MAX, sizeof *gathered.rows),
        .values = calloc(GATHERED_MAX, SOW_AGENT_TERMS_MAX * sizeof(double))};
    ck_assert(gathered.rows != NULL && gathered.values != NULL);
    if (choices)
        ck_ok(sow_store_each(store, choice, dataset, gather_choice, &gathered, &err));
    else
        ck_ok(sow_store_each(store, position, dataset, gather_position, &gathered, &err));
    struct sow_design_columns names = {columns.count, columns.names, "y"};
    struct sow_rows source = {&names, each_gathered, &gathered};
    struct sow_model *model = NULL;
    ck_ok(sow_model_fit(&source, NULL, &options->model, &model, &err));
    struct beside beside = {.model = model};
    ck_ok(sow_store_each(store, coefficient, make_fit(store, options), is_beside, &beside,
                         &err));
    ck_assert_int_gt(beside.count, 5);
    free(gathered.rows);
    free(gathered.values);
    sow_model_free(model);
}

/* ---- The same in all circumstances ---- */

TEST_LOOP(sameness, content_does_not_depend_on_threads, 0, METHODS)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    const struct sow_fit_options *options =
        small_fit(make_dataset(store, "oware", 30), _i);
    int64_t first = make_fit(store, options);
    struct sow_run_row wanted = read_run(store, first);
    for (int threads = 2; threads <= 3; threads++) {
        int64_t id = 0;
        ck_ok(try_fit(store, options, threads, &id, &err));
        struct sow_run_row row = read_run(store, id);
        ck_assert_str_eq(row.digest, wanted.digest);
        sow_run_row_release(&row);
    }
    struct sow_run_replay replay = {
        .id = first, .with.threads = 2, .with.kernel = "plain"};
    struct sow_run_verdict verdict;
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
    ck_assert_int_gt(verdict.rows, 30);
    sow_run_row_release(&wanted);
}

/* If every game has the same weight, copies of a game's rows change nothing. The figures
   are those of a fit in which the rows of each game have the total weight 1. */
TEST(sameness, games_can_count_alike)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t dataset = make_dataset(store, "awari", 20);
    struct sow_fit_options *options = small_fit(dataset, SOW_METHOD_LEAST_SQUARES);
    options->comparison_games = 0;
    type_option(&sow_fit_kind, options, "features", "h4");
    options->model.folds = 0;
    options->weight = 1;
    int64_t id = make_fit(store, options);
    /* A weighted simple regression in SQL, from the positions themselves. */
    static const char SQL[] =
        "WITH w AS (SELECT margin, 1.0 / count(*) OVER (PARTITION BY game) AS w,"
        " CASE viewpoint WHEN 's' THEN substr(position, 1, instr(position, '/') - 1)"
        " ELSE substr(position, instr(position, '/') + 1) END AS side"
        " FROM positions WHERE run_id = 1),"
        " v AS (SELECT margin AS y, w, json_extract('[' || replace(side, ':', ',\"')"
        " || CASE WHEN side LIKE '%%:%%' THEN '\"' ELSE '' END || ']', '$[6]') AS x"
        " FROM w), m AS (SELECT sum(w) AS n, sum(w * x) / sum(w) AS mx,"
        " sum(w * y) / sum(w) AS my FROM v)"
        " SELECT CAST(1e9 * abs(sum(w * (x - mx) * (y - my)) / sum(w * (x - mx) * (x -"
        " mx)) - (SELECT value FROM coefficients WHERE run_id = ?1 AND feature = 'h4'))"
        " AS INTEGER) FROM v, m";
    int64_t difference = -1;
    ck_ok(sow_store_integer(store, SQL, id, &difference, &err));
    ck_assert_int_le(difference, 1);
}

/* ---- Players ---- */

/* Asserts that a weight is played as fitted, up to the fixed point of 15 bits. */
static void plays_weight(double played, double fitted, double largest)
{
    ck_assert_double_eq_tol(played, fitted, largest * 0x1p-14);
}

TEST_LOOP(players, every_method_makes_a_player, 0, METHODS)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_fit_options *options = small_fit(make_dataset(store, "awari", 30), _i);
    type_option(&sow_fit_kind, options, "features", "h1,h4,opponent_h1");
    int64_t id = make_fit(store, options);
    char spec[32];
    (void)snprintf(spec, sizeof spec, "run:%lld", (long long)id);
    struct sow_agent agent;
    ck_ok(sow_players_parse(store, spec, &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_STATE);
    ck_assert_int_eq(agent.count, 3);
    double largest = 0;
    for (int i = 0; i < 3; i++)
        largest = fmax(
            largest,
            fabs(coefficient(store, id, sow_state_features.rows[agent.index[i]].name)));
    for (int i = 0; i < 3; i++)
        plays_weight(sow_fixed_to_weight(agent.weight[i], agent.exponent),
                     coefficient(store, id, sow_state_features.rows[agent.index[i]].name),
                     largest);
    /* The fitted player played the matches. */
    int64_t matches = 0;
    ck_ok(sow_store_count(store, "matches", id, &matches, &err));
    ck_assert_int_eq(matches, 2);
}

TEST(players, heuristics_of_moves_make_a_weighted_player)
{
    static const char *const NAMES[] = {"move_h1", "move_h2", "move_h3",
                                        "move_h4", "move_h5", "move_h6"};
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_fit_options *options =
        small_fit(make_dataset(store, "awari", 60), SOW_METHOD_PREFERENCE);
    int64_t id = make_fit(store, options);
    struct sow_agent agent;
    ck_ok(sow_players_fitted(store, id, &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_WEIGHTED);
    double largest = 0;
    for (int h = 0; h < SOW_PAPER_HEURISTICS; h++)
        largest = fmax(largest, fabs(coefficient(store, id, NAMES[h])));
    for (int h = 0; h < SOW_PAPER_HEURISTICS; h++)
        plays_weight(sow_fixed_to_weight(agent.weight[h], agent.exponent),
                     coefficient(store, id, NAMES[h]), largest);
    /* The fitted player captures and avoids large replies, as both players did. */
    ck_assert(agent.weight[SOW_H4] > 0 && agent.weight[SOW_H6] > 0);
    /* The fit uses two of the six heuristics. */
    type_option(&sow_fit_kind, options, "features", "move_h6,move_h4");
    id = make_fit(store, options);
    ck_ok(sow_players_fitted(store, id, &agent, &err));
    ck_assert(agent.weight[SOW_H4] > 0 && agent.weight[SOW_H6] > 0);
    ck_assert_int_eq(agent.weight[SOW_H1], 0);
}

/* ---- Printed reports ---- */

TEST(report, report_has_what_matters)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_fit_options *options =
        small_fit(make_dataset(store, "awari", 30), SOW_METHOD_LEAST_SQUARES);
    /* In Awari no player moves twice, and the seeds of rows and stores have a constant
       sum. */
    type_option(&sow_fit_kind, options, "features", "h2,h4,h6,opponent_h2,to_move");
    options->model.select = false;
    char *text = shown(store, make_fit(store, options), SOW_FORMAT_TEXT);
    static const char *const WORDS[] = {
        "\nperformance\n",
        "out_of_sample",
        "\nfolds\n",
        "\ncalibration\n",
        "\nphases\n",
        "seeds_on_board",
        "\nwarnings\n",
        "to_move is 0 in every row: it has no weight of its own",
        "opponent_h2 is a linear combination of",
        "no champion evolved by these rules is in the database",
        "\ncoefficients\n",
        "vif",
        "comparison\n",
        "state:h4=1,h6=-1",
        "divilly2013",
        "\nconclusion\n",
        "run:2 is ",
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        says(text, WORDS[i]);
    free(text);
    text = shown(store, 2, SOW_FORMAT_CSV);
    says(text, "opponent,games,wins,draws,losses");
    free(text);
}

TEST(report, two_fits_are_compared)
{
    ck_assert_int_eq(setenv("COLUMNS", "400", 1), 0); /* wide enough for columns of low
                                                         priority */
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_fit_options *options =
        small_fit(make_dataset(store, "awari", 30), SOW_METHOD_LEAST_SQUARES);
    int64_t ids[2] = {make_fit(store, options), 0};
    options->model.method = SOW_METHOD_RIDGE;
    options->model.select = true;
    ids[1] = make_fit(store, options);
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_compare(store, ids, 2, report, &err));
    char *text = print_report(report, SOW_FORMAT_TEXT);
    static const char *const WORDS[] = {"\nfits\n", "r2_out", "\nperformance\n",
                                        "\ncoefficients\n", "\ndifferences\n"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        says(text, WORDS[i]);
    free(text);
    sow_report_free(report);
    text = shown(store, ids[1], SOW_FORMAT_JSON);
    says(text, "\"steps\"");
    says(text, "\"penalty\"");
    free(text);
}
