/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites about data sets: small data sets, their rows in memory, and text
 * files in the test's folder.
 */
#ifndef SOW_TESTS_DATASET_SUPPORT_H
#define SOW_TESTS_DATASET_SUPPORT_H

#include "file_support.h"
#include "run_support.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/import.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"

/**
 * Row of `positions` or `choices`. A row of `choices` has the viewpoint "" and the margin
 * 0; a row of `positions` has the moves "".
 */
struct test_row {
    int64_t game;
    int ply;
    char position[SOW_POSITION_MAX];
    char viewpoint[2];
    int margin;
    char moves[48];
};

/** All rows of a table. The caller frees `row`. */
struct test_rows {
    struct test_row *row;
    size_t count;
};

static inline void test_rows_add(struct test_rows *rows, const struct test_row *row)
{
    /* The room is full whenever the count is 0 or a power of two. */
    if ((rows->count & (rows->count - 1)) == 0) {
        size_t room = rows->count == 0 ? 1 : 2 * rows->count;
        struct test_row *longer = realloc(rows->row, room * sizeof *longer);
        if (longer == NULL)
            abort();
        rows->row = longer;
    }
    rows->row[rows->count++] = *row;
}

static inline enum sow_status
take_test_position(void *context, const struct sow_position_row *row, struct sow_err *err)
{
    (void)err;
    struct test_row taken = {.game = row->game, .ply = row->ply, .margin = row->margin};
    TYPE(taken.position, row->position);
    TYPE(taken.viewpoint, row->viewpoint);
    test_rows_add(context, &taken);
    return SOW_OK;
}

static inline enum sow_status
take_test_choice(void *context, const struct sow_choice_row *row, struct sow_err *err)
{
    (void)err;
    struct test_row taken = {.game = row->game, .ply = row->ply};
    TYPE(taken.position, row->position);
    TYPE(taken.moves, row->moves);
    test_rows_add(context, &taken);
    return SOW_OK;
}

static inline struct test_rows read_positions(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct test_rows rows = {NULL, 0};
    ck_ok(sow_store_each(store, position, id, take_test_position, &rows, &err));
    return rows;
}

static inline struct test_rows read_choices(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct test_rows rows = {NULL, 0};
    ck_ok(sow_store_each(store, choice, id, take_test_choice, &rows, &err));
    return rows;
}

static inline void ck_same_rows(const struct test_rows *a, const struct test_rows *b)
{
    ck_assert_uint_eq(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct test_row *x = &a->row[i];
        const struct test_row *y = &b->row[i];
        ck_assert_int_eq(x->game, y->game);
        ck_assert_int_eq(x->ply, y->ply);
        ck_assert_str_eq(x->position, y->position);
        ck_assert_str_eq(x->viewpoint, y->viewpoint);
        ck_assert_int_eq(x->margin, y->margin);
        ck_assert_str_eq(x->moves, y->moves);
    }
}

static inline void dataset_defaults(struct sow_dataset_options *options)
{
    memset(options, 0, sizeof *options);
    sow_param_defaults(&sow_contestant_params, &options->contestants);
    sow_param_defaults(&sow_dataset_params, options);
    sow_param_defaults(&sow_exact_params, &options->exact);
    sow_param_defaults(&sow_exact_found_params, &options->exact);
    options->games = 40;
}

static inline void import_defaults(struct sow_import_options *options, const char *file)
{
    memset(options, 0, sizeof *options);
    sow_param_defaults(&sow_import_params, options);
    TYPE(options->file, file);
}

/** Number of threads of the following runs. */
static int test_threads = 1;

/** Executes a run by the rules of a built-in variant. */
static inline enum sow_status execute_run(struct sow_store *store,
                                          const struct sow_run_kind *kind,
                                          const char *variant, const void *options,
                                          int64_t *id, struct sow_err *err)
{
    const struct asked asked = {.kind = kind,
                                .rules = variant,
                                .options = options,
                                .seed = 11,
                                .threads = test_threads};
    return try_run(store, &asked, id, err);
}

static inline int64_t make_dataset(struct sow_store *store, const char *variant,
                                   const struct sow_dataset_options *options)
{
    struct sow_err err;
    int64_t id = 0;
    ck_ok(execute_run(store, &sow_dataset_kind, variant, options, &id, &err));
    return id;
}

static inline void ck_same_digest(struct sow_store *store, int64_t a, int64_t b)
{
    struct sow_err err;
    struct sow_run_row x = read_run(store, a);
    struct sow_run_row y = read_run(store, b);
    ck_assert_str_eq(x.status, "done");
    ck_assert_str_eq(y.status, "done");
    ck_assert_str_eq(x.digest, y.digest);
    ck_ok(sow_store_check_run(store, a, NULL, &err));
    ck_ok(sow_store_check_run(store, b, NULL, &err));
    sow_run_row_release(&x);
    sow_run_row_release(&y);
}

/** Returns the path of the file that a test writes. */
static inline const char *file_path(void)
{
    return test_path("out.json");
}

/** Writes the file of a test: @p head, @p unit a number of times, @p tail. */
static inline void write_repeated(const char *head, const char *unit, int times,
                                  const char *tail)
{
    FILE *out = fopen(file_path(), "w");
    ck_assert_ptr_nonnull(out);
    (void)fputs(head, out);
    for (int i = 0; i < times; i++)
        (void)fputs(unit, out);
    (void)fputs(tail, out);
    ck_assert_int_eq(fclose(out), 0);
}

/** Returns the number of runs in the database. */
static inline size_t count_runs(struct sow_store *store)
{
    struct sow_err err;
    int64_t *ids = NULL;
    size_t count = 0;
    ck_ok(sow_store_find_runs(store, NULL, NULL, &ids, &count, &err));
    free(ids);
    return count;
}

static inline enum sow_status import(struct sow_store *store,
                                     const struct sow_import_options *options,
                                     const char *variant, int64_t *id,
                                     struct sow_err *err)
{
    return execute_run(store, &sow_import_kind, variant, options, id, err);
}

static inline int64_t import_text(struct sow_store *store,
                                  struct sow_import_options *options, const char *variant,
                                  const char *text)
{
    struct sow_err err;
    int64_t id = 0;
    write_text(file_path(), text);
    ck_ok(import(store, options, variant, &id, &err));
    return id;
}

#endif
