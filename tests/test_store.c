/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored rows can be read back; the store refuses invalid rows. */
#include "sow/store/tables/champions.def"
#include "sow/store/tables/coefficients.def"
#include "sow/store/tables/fits.def"
#include "sow/store/tables/generations.def"
#include "sow/store/tables/individuals.def"
#include "sow/store/tables/matches.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"
#include "store_support.h"

#include <limits.h>
#include <stdlib.h>

FIXTURE(ANY, enter_folder, leave_folder)

TEST(rows, run_record_comes_back)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    ck_assert_int_eq(id, 1);
    struct sow_run_row row;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    ck_assert_str_eq(row.status, "running");
    ck_assert_ptr_null(row.stop_reason);
    ck_assert_ptr_null(row.finished);
    ck_assert(isnan(row.seconds));
    sow_run_row_release(&row);
    finish_run(store, id);
    sow_store_close(store);

    store = open_store(test_path("a.db"), SOW_STORE_READ);
    struct sow_run_row asked = a_run("evolve");
    ck_ok(sow_store_read_run(store, id, &row, &err));
    sow_store_close(store);
    ck_assert_int_eq(row.id, id);
    ck_assert_str_eq(row.kind, "evolve");
    ck_assert_str_eq(row.label, asked.label);
    ck_assert_str_eq(row.rules, asked.rules);
    ck_assert_str_eq(row.parameters, asked.parameters);
    ck_assert_int_eq(row.seed, INT64_MAX);
    ck_assert_int_eq(row.threads, 2);
    ck_assert_str_eq(row.status, "done");
    ck_assert_str_eq(row.stop_reason, "all done");
    ck_assert_str_eq(row.finished, "2026-01-02T03:05:05Z");
    ck_assert_double_eq_tol(row.seconds, 60.5, 1e-12);
    sow_run_row_release(&row);
}

TEST(rows, population_comes_back_bit_for_bit)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "evolve");
    add_generation(store, id, 0, 2);
    add_generation(store, id, 1, 5);
    struct sow_stored_population population;
    ck_ok(sow_store_read_population(store, id, 1, &population, &err));
    ck_assert_int_eq(population.generation, 1);
    ck_assert_int_eq(population.count, 5);
    ck_assert_int_eq(population.genes, 6);
    for (int i = 0; i < 5; i++) {
        ck_assert_mem_eq(population.weights + 6 * i, SOME_WEIGHTS, sizeof SOME_WEIGHTS);
        ck_assert_double_eq_tol(population.fitness[i], 0.51 + 0.001 * i, 1e-15);
    }
    sow_stored_population_release(&population);
    ck_assert_ptr_null(population.weights);

    int64_t empty = add_run(store, "match");
    ck_fails(sow_store_read_population(store, empty, 0, &population, &err), SOW_BAD_DATA,
             "no stored population");
}

TEST(rows, champion_comes_back)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_evolution(store);
    double *weights;
    int count;
    ck_ok(sow_store_read_champion(store, id, &weights, &count, &err));
    ck_assert_int_eq(count, 6);
    ck_assert_mem_eq(weights, SOME_WEIGHTS, sizeof SOME_WEIGHTS);
    free(weights);

    int64_t match = add_run(store, "match");
    ck_fails(sow_store_read_champion(store, match, &weights, &count, &err), SOW_USAGE,
             "no champion");
    ck_assert_ptr_nonnull(strstr(err.text, "'match'"));
    ck_fails(sow_store_read_champion(store, 99, &weights, &count, &err), SOW_NOT_FOUND,
             "no run 99");
}

static enum sow_status count_matches(void *context, const struct sow_match_row *row,
                                     struct sow_err *err)
{
    (void)err;
    int *count = context;
    ck_assert_int_eq(row->match, *count);
    ck_assert_str_eq(row->player, "divilly2013");
    ck_assert_str_eq(row->purpose, "validation");
    ck_assert_int_eq(row->first_wins, 7);
    ck_assert_int_eq(row->second_losses, 4);
    ck_assert_int_eq(row->margin, -3);
    (*count)++;
    return SOW_OK;
}

static enum sow_status stop_at_once(void *context, const struct sow_match_row *row,
                                    struct sow_err *err)
{
    (void)row;
    (*(int *)context)++;
    return sow_err_set(err, SOW_INTERRUPTED, "enough");
}

TEST(rows, matches_come_in_order)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_evolution(store);
    int count = 0;
    ck_ok(sow_store_each(store, match, id, count_matches, &count, &err));
    ck_assert_int_eq(count, 2);
    count = 0;
    ck_fails(sow_store_each(store, match, id, stop_at_once, &count, &err),
             SOW_INTERRUPTED, "enough");
    ck_assert_int_eq(count, 1);
}

static enum sow_status check_position(void *context, const struct sow_position_row *row,
                                      struct sow_err *err)
{
    (void)err;
    int *count = context;
    ck_assert_int_eq(row->game, *count / 2);
    ck_assert_int_eq(row->ply, *count % 2);
    ck_assert_str_eq(row->viewpoint, *count % 2 == 0 ? "s" : "n");
    ck_assert_int_eq(row->margin, *count - 2);
    ck_assert_str_eq(row->position, "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s");
    (*count)++;
    return SOW_OK;
}

static enum sow_status check_coefficient(void *context,
                                         const struct sow_coefficient_row *row,
                                         struct sow_err *err)
{
    (void)err;
    int *count = context;
    ck_assert_int_eq(row->term, *count);
    if (row->term == 0) {
        ck_assert_str_eq(row->feature, "intercept");
        ck_assert_ptr_null(row->note);
        ck_assert_double_eq_tol(row->value, 1.0 / 3.0, 1e-17);
    } else {
        ck_assert_str_eq(row->feature, "h4");
        ck_assert_str_eq(row->note, "constant");
        ck_assert(isnan(row->standard_error) && isnan(row->p) && isnan(row->high));
    }
    (*count)++;
    return SOW_OK;
}

TEST(rows, dataset_and_fit_come_back)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t dataset = add_dataset(store);
    int64_t fit = add_fit(store, dataset);
    int count = 0;
    ck_ok(sow_store_each(store, position, dataset, check_position, &count, &err));
    ck_assert_int_eq(count, 4);
    count = 0;
    ck_ok(sow_store_each(store, coefficient, fit, check_coefficient, &count, &err));
    ck_assert_int_eq(count, 2);
    int64_t rows;
    ck_ok(sow_store_count(store, "positions", dataset, &rows, &err));
    ck_assert_int_eq(rows, 4);
    ck_ok(sow_store_count(store, "positions", fit, &rows, &err));
    ck_assert_int_eq(rows, 0);
}

TEST(rows, runs_are_found)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t *ids;
    size_t count;
    ck_ok(sow_store_find_runs(store, NULL, NULL, &ids, &count, &err));
    ck_assert_uint_eq(count, 0);
    free(ids);
    for (int i = 0; i < 40; i++)
        (void)add_run(store, i % 2 == 0 ? "evolve" : "match");
    finish_run(store, 1);
    ck_ok(sow_store_find_runs(store, "evolve", "running", &ids, &count, &err));
    ck_assert_uint_eq(count, 19);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(ids[i], 3 + 2 * (int64_t)i);
    free(ids);
    ck_ok(sow_store_find_runs(store, NULL, "done", &ids, &count, &err));
    ck_assert_uint_eq(count, 1);
    free(ids);
}

/* ---- Refusals ---- */

/* Invalid numbers, each in a generation that is otherwise valid. */
static const struct {
    size_t offset;
    double value;
    const char *words;
} BROKEN_REALS[] = {
    {offsetof(struct sow_generation_row, best), NAN, "'best'"},
    {offsetof(struct sow_generation_row, mean), INFINITY, "'mean'"},
    {offsetof(struct sow_generation_row, sd), -1, "CHECK"},
    {offsetof(struct sow_generation_row, worst), 0.7, "CHECK"},
};

TEST_EACH(refused, broken_generation_is_refused, BROKEN_REALS)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    struct sow_generation_row row = {id, 0, 0.6, 1, 0.5, 0.01, 0.4, 0.25, 25000, NULL};
    memcpy((char *)&row + BROKEN_REALS[_i].offset, &BROKEN_REALS[_i].value,
           sizeof(double));
    ck_fails(sow_store_add(store, generation, &row, &err), SOW_BAD_DATA,
             BROKEN_REALS[_i].words);
    int64_t rows;
    ck_ok(sow_store_count(store, "generations", id, &rows, &err));
    ck_assert_int_eq(rows, 0);
    add_generation(store, id, 0, 1);
}

TEST(refused, nan_weight_is_refused)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "evolve");
    double weights[] = {0.5, NAN};
    struct sow_individual_row row = {id, 0, 0, {weights, 2}, 0.5};
    ck_fails(sow_store_add(store, individual, &row, &err), SOW_BAD_DATA, "'weights'");
    weights[1] = INFINITY;
    ck_fails(sow_store_add(store, individual, &row, &err), SOW_BAD_DATA, "'weights'");
}

TEST(refused, rows_without_their_ground_are_refused)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    struct sow_individual_row individual = {id, 7, 0, {SOME_WEIGHTS, 6}, 0.5};
    ck_fails(sow_store_add(store, individual, &individual, &err), SOW_BAD_DATA,
             "FOREIGN KEY");
    struct sow_champion_row champion = {id, 0, 2, 0, {SOME_WEIGHTS, 6}, 0.6, 0.65};
    ck_fails(sow_store_add(store, champion, &champion, &err), SOW_BAD_DATA,
             "FOREIGN KEY");
    struct sow_fit_row fit = {id, 99, "ols", 4, 2, 0.25, 0.2, 1.5};
    ck_fails(sow_store_add(store, fit, &fit, &err), SOW_BAD_DATA, "FOREIGN KEY");
    fit.dataset_id = id;
    ck_fails(sow_store_add(store, fit, &fit, &err), SOW_BAD_DATA, "CHECK");
}

TEST(refused, counts_must_add_up)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "match");
    struct sow_match_row row = a_match(id, "match", "h1", "h2");
    row.second_wins = 9;
    ck_fails(sow_store_add(store, match, &row, &err), SOW_BAD_DATA, "CHECK");
    row.second_draws = 1;
    ck_ok(sow_store_add(store, match, &row, &err));
    ck_fails(sow_store_add(store, match, &row, &err), SOW_BAD_DATA, "UNIQUE");
    row.match = 1;
    row.second_distinct = 11;
    ck_fails(sow_store_add(store, match, &row, &err), SOW_BAD_DATA, "second_distinct");
    row.second_distinct = 10;
    row.purpose = "fun";
    ck_fails(sow_store_add(store, match, &row, &err), SOW_BAD_DATA, "CHECK");
}

static const struct {
    size_t offset;
    const char *value;
} BROKEN_RUN_TEXTS[] = {
    {offsetof(struct sow_run_row, parameters), "{\"a\":"},
    {offsetof(struct sow_run_row, parameters), "[1]"},
    {offsetof(struct sow_run_row, status), "odd"},
    {offsetof(struct sow_run_row, status), "done"}, /* but not finished */
    {offsetof(struct sow_run_row, started), "yesterday"},
    {offsetof(struct sow_run_row, kind), ""},
};

TEST_EACH(refused, broken_record_is_refused, BROKEN_RUN_TEXTS)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_row row = a_run("evolve");
    memcpy((char *)&row + BROKEN_RUN_TEXTS[_i].offset, &BROKEN_RUN_TEXTS[_i].value,
           sizeof(const char *));
    int64_t id = 0;
    ck_assert_int_eq(sow_store_add_run(store, &row, &id, &err), SOW_BAD_DATA);
    ck_assert_int_eq(id, 0);
}

TEST(refused, unknown_run_is_named)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_row row;
    ck_fails(sow_store_read_run(store, 17, &row, &err), SOW_NOT_FOUND, "no run 17");
    sow_run_row_release(&row);
    ck_fails(sow_store_delete_run(store, 17, &err), SOW_NOT_FOUND, "runs list");
    row = (struct sow_run_row){.id = 17,
                               .status = "done",
                               .stop_reason = "x",
                               .kernel = "plain",
                               .finished = "2026-01-02T03:05:05Z"};
    ck_fails(sow_store_finish_run(store, &row, &err), SOW_NOT_FOUND, "no run 17");
}

/* ---- Transactions and deletion ---- */

TEST(lifetime, uncommitted_rows_are_gone)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    ck_ok(sow_store_begin(store, &err));
    add_generation(store, id, 0, 3);
    ck_ok(sow_store_end(store, SOW_OK, &err));
    ck_ok(sow_store_begin(store, &err));
    add_generation(store, id, 1, 3);
    sow_store_rollback(store);
    sow_store_rollback(store);
    ck_ok(sow_store_begin(store, &err));
    add_generation(store, id, 1, 3);
    sow_store_close(store);

    store = open_store(test_path("a.db"), SOW_STORE_READ);
    int64_t rows;
    ck_ok(sow_store_count(store, "individuals", id, &rows, &err));
    ck_assert_int_eq(rows, 3);
    sow_store_close(store);
}

static const char *const CONTENT[] = {
    "generations", "generation_times", "individuals", "candidates",  "champions",
    "matches",     "positions",        "fits",        "coefficients"};

TEST(lifetime, deletion_takes_everything)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t first = add_evolution(store);
    int64_t second = add_evolution(store);
    int64_t dataset = add_dataset(store);
    int64_t fit = add_fit(store, dataset);
    ck_ok(sow_store_delete_run(store, first, &err));
    ck_fails(sow_store_delete_run(store, dataset, &err), SOW_USAGE, "data set of fit 4");
    ck_ok(sow_store_delete_run(store, fit, &err));
    ck_ok(sow_store_delete_run(store, dataset, &err));
    for (size_t i = 0; i < sizeof CONTENT / sizeof CONTENT[0]; i++) {
        int64_t rows;
        int64_t gone[] = {first, dataset, fit};
        for (int k = 0; k < 3; k++) {
            ck_ok(sow_store_count(store, CONTENT[i], gone[k], &rows, &err));
            ck_assert_int_eq(rows, 0);
        }
        ck_ok(sow_store_count(store, CONTENT[i], second, &rows, &err));
        ck_assert_int_eq(rows > 0, i < 6);
    }
    ck_assert_int_gt(add_run(store, "evolve"), fit);
}

/* ---- Comparison ---- */

static struct sow_store_comparison compare(struct sow_store *stored,
                                           struct sow_store *replayed, bool prefix)
{
    struct sow_err err;
    struct sow_store_comparison comparison = {
        .stored = stored, .replayed = replayed, .run_id = 1, .prefix = prefix};
    for (size_t i = 0; i < sizeof CONTENT / sizeof CONTENT[0]; i++)
        ck_ok(sow_store_compare(&comparison, CONTENT[i], &err));
    return comparison;
}

TEST(comparison, equal_content_is_equal)
{
    OWNED(store) struct sow_store *a = open_store(test_path("a.db"), SOW_STORE_WRITE);
    OWNED(store) struct sow_store *b = open_scratch();
    (void)add_evolution(a);
    (void)add_evolution(b);
    struct sow_store_comparison comparison = compare(a, b, false);
    ck_assert_msg(!comparison.found, "%s", comparison.text);
    ck_assert_int_eq(comparison.rows, 3 + 3 + 12 + 2 + 1 + 2);
}

TEST(comparison, last_bit_is_told)
{
    OWNED(store) struct sow_store *a = open_scratch();
    OWNED(store) struct sow_store *b = open_scratch();
    struct sow_generation_row row = {1, 3, 0.6, 1, 0.5, 0.01, 0.4, 0.25, 25000, NULL};
    (void)add_run(a, "evolve");
    (void)add_run(b, "evolve");
    ck_ok(sow_store_add(a, generation, &row, &err));
    row.mean = nextafter(row.mean, 1);
    ck_ok(sow_store_add(b, generation, &row, &err));
    struct sow_store_comparison comparison = compare(a, b, false);
    ck_assert(comparison.found);
    ck_assert_str_eq(comparison.text,
                     "generations, generation 3: mean stored as 0.5, replayed as "
                     "0.5000000000000001");
}

TEST(comparison, missing_rows_are_told)
{
    OWNED(store) struct sow_store *a = open_scratch();
    OWNED(store) struct sow_store *b = open_scratch();
    (void)add_run(a, "evolve");
    (void)add_run(b, "evolve");
    add_generation(a, 1, 0, 2);
    add_generation(b, 1, 0, 2);
    add_generation(b, 1, 1, 2);
    struct sow_store_comparison comparison = compare(a, b, false);
    ck_assert(comparison.found);
    ck_assert_str_eq(comparison.text,
                     "generations, generation 1: replayed, but not stored");
    ck_assert(!compare(a, b, true).found);
    comparison = compare(b, a, true);
    ck_assert(comparison.found);
    ck_assert_str_eq(comparison.text, "generations, generation 1: stored, but the replay "
                                      "has no such row");
}
