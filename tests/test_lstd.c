/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LSTD(lambda): chains whose values are known, its agreement with regression at lambda 1,
   and its symmetry between the opponents. */
#include "learn_support.h"
#include "sow/learn/lstd.h"
#include "sow/learn/model.h"

enum { STEPS_MOST = 6000, WIDTH = 3 };

static void release_lstd(struct sow_lstd_fit *fit)
{
    sow_lstd_release(fit);
}

/* Rows in memory. */
struct chains {
    int columns;
    int count;
    double x[STEPS_MOST][WIDTH];
    double end[STEPS_MOST];
    int sign[STEPS_MOST];
    int64_t chain[STEPS_MOST];
};

static void each_step(void *context, sow_lstd_row_fn *take, void *taker)
{
    const struct chains *chains = context;
    for (int i = 0; i < chains->count; i++) {
        struct sow_lstd_row row = {chains->x[i], chains->end[i], chains->sign[i],
                                   chains->chain[i]};
        take(taker, &row);
    }
}

/* Adds a row with up to three columns. */
static void add_step(struct chains *chains, int64_t chain, int sign, double end,
                     const double x[WIDTH])
{
    int i = chains->count++;
    ck_assert_int_lt(i, STEPS_MOST);
    memcpy(chains->x[i], x, sizeof chains->x[i]);
    chains->chain[i] = chain;
    chains->sign[i] = sign;
    chains->end[i] = end;
}

static enum sow_status try_fit(struct chains *chains, struct sow_lstd_options options,
                               struct sow_lstd_fit *fit, struct sow_err *err)
{
    struct sow_lstd_rows rows = {chains->columns, each_step, chains};
    return sow_lstd_fit(&rows, &options, fit, err);
}

static void fit_chains(struct chains *chains, struct sow_lstd_options options,
                       struct sow_lstd_fit *fit)
{
    struct sow_err err;
    ck_ok(try_fit(chains, options, fit, &err));
    ck_assert_int_eq(fit->rows, chains->count);
}

static const double LAMBDAS[] = {0, 0.3, 0.8, 1};

/* Fills the eight chains of example 6.4 of Sutton and Barto (2018). One goes from A to B
   and returns 0. Six are B with the return 1, and one is B with the return 0. The one
   column is 1 in A. @p sign is the opponent who sees B. The first opponent sees A. */
static void fill_example(struct chains *chains, int sign)
{
    static const double A[WIDTH] = {1};
    static const double B[WIDTH] = {0};
    *chains = (struct chains){.columns = 1};
    add_step(chains, 0, 1, 0, A);
    add_step(chains, 0, sign, 0, B);
    for (int i = 1; i <= 6; i++)
        add_step(chains, i, sign, sign, B);
    add_step(chains, 7, sign, 0, B);
}

/* The book has V(B) = 3/4 for every method; V(A) is 3/4 by TD(0) and 0 by Monte Carlo.
   Between them the trace of B in the first chain has the share lambda of A. By hand: the
   equation of A is V(A) = (1 - lambda) V(B). */
TEST_EACH(lstd, values_of_a_known_chain, LAMBDAS)
{
    (void)err;
    static struct chains chains;
    OWNED(lstd) struct sow_lstd_fit fit;
    fill_example(&chains, 1);
    fit_chains(&chains, (struct sow_lstd_options){.lambda = LAMBDAS[_i]}, &fit);
    ck_assert_double_eq_tol(fit.intercept, 0.75, 1e-12);
    ck_assert_double_eq_tol(fit.intercept + fit.weights[0], 0.75 * (1 - LAMBDAS[_i]),
                            1e-12);
    ck_assert_double_nan(fit.r2);
}

/* If the opponent sees B, then its value there is -3/4, and that of A stays. */
TEST_EACH(lstd, values_of_a_chain_with_turns, LAMBDAS)
{
    (void)err;
    static struct chains chains;
    OWNED(lstd) struct sow_lstd_fit fit;
    fill_example(&chains, -1);
    fit_chains(&chains, (struct sow_lstd_options){.lambda = LAMBDAS[_i]}, &fit);
    ck_assert_double_eq_tol(fit.intercept, -0.75, 1e-12);
    ck_assert_double_eq_tol(fit.intercept + fit.weights[0], 0.75 * (1 - LAMBDAS[_i]),
                            1e-12);
}

/* Fills random walks on 0 to 20 from 10 in steps of 1 or 2, which return 1 at the upper
   end and -1 at the lower end. Turns change at random. The columns are the place as the
   one to move sees it, noise, and a constant. */
static void fill_walks(struct chains *chains, int walks, uint64_t seed)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, seed, 1);
    *chains = (struct chains){.columns = WIDTH};
    for (int walk = 0; walk < walks; walk++) {
        int first = chains->count;
        int place = 10;
        while (place > 0 && place < 20) {
            int sign = sow_pcg_below(&rng, 2) == 0 ? 1 : -1;
            double x[WIDTH] = {sign * (place - 10), sow_pcg_unit(&rng), 7};
            add_step(chains, walk, sign, 0, x);
            place += (int)sow_pcg_below(&rng, 2) + 1 - 3 * (int)sow_pcg_below(&rng, 2);
        }
        for (int i = first; i < chains->count; i++)
            chains->end[i] = chains->sign[i] * (place > 0 ? 1 : -1);
    }
}

static enum sow_status each_return(void *context, sow_row_fn *take, void *taker,
                                   struct sow_err *err)
{
    const struct chains *chains = context;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < chains->count && status == SOW_OK; i++) {
        struct sow_row row = {.x = chains->x[i],
                              .y = chains->end[i],
                              .weight = 1,
                              .group = chains->chain[i],
                              .stratum = SOW_NO_STRATUM};
        status = take(taker, &row, err);
    }
    return status;
}

static const double PENALTIES[] = {0, 0.001, 0.5};

/* LSTD(1) is the regression of the returns, with the same penalty. */
TEST_EACH(lstd, lambda_1_is_regression, PENALTIES)
{
    static struct chains chains;
    static const char *const NAMES[] = {"place", "noise", "constant"};
    static const struct sow_design_columns COLUMNS_3 = {WIDTH, NAMES, "end"};
    OWNED(lstd) struct sow_lstd_fit fit;
    struct sow_model_options options;
    struct sow_model *model;
    fill_walks(&chains, 100, 3);
    fit_chains(
        &chains,
        (struct sow_lstd_options){.lambda = 1, .penalty = PENALTIES[_i], .folds = 5},
        &fit);
    struct sow_rows rows = {&COLUMNS_3, each_return, &chains};
    sow_param_defaults(&sow_model_params, &options);
    options.method = PENALTIES[_i] > 0 ? SOW_METHOD_RIDGE : SOW_METHOD_LEAST_SQUARES;
    options.penalty = PENALTIES[_i];
    options.folds = 5;
    ck_ok(sow_model_fit(&rows, NULL, &options, &model, &err));
    ck_assert_double_eq_tol(fit.intercept, model->terms[0].estimate, 1e-11);
    for (int j = 0; j < WIDTH; j++)
        ck_assert_double_eq_tol(fit.weights[j], model->terms[1 + j].estimate, 1e-11);
    /* The folds of a ridge fit are standardised separately. */
    double tolerance = PENALTIES[_i] > 0.01 ? 0.01 : 1e-5;
    ck_assert_double_eq_tol(fit.rmse, sow_model_measure(model, SOW_SAMPLE_OUT, "rmse"),
                            tolerance);
    ck_assert_double_eq_tol(fit.r2, sow_model_measure(model, SOW_SAMPLE_OUT, "r2"),
                            tolerance);
    sow_model_free(model);
}

/* Exchanging the opponents changes signs and returns of the observer, and no weight. */
TEST(lstd, knows_no_first_opponent)
{
    (void)err;
    static struct chains chains;
    OWNED(lstd) struct sow_lstd_fit one;
    OWNED(lstd) struct sow_lstd_fit other;
    struct sow_lstd_options options = {.lambda = 0.6, .penalty = 0.01, .folds = 4};
    fill_walks(&chains, 60, 5);
    fit_chains(&chains, options, &one);
    for (int i = 0; i < chains.count; i++)
        chains.sign[i] = -chains.sign[i];
    fit_chains(&chains, options, &other);
    ck_assert_double_eq_tol(one.intercept, other.intercept, 1e-300);
    for (int j = 0; j < WIDTH; j++)
        ck_assert_double_eq_tol(one.weights[j], other.weights[j], 1e-300);
    ck_assert_double_eq_tol(one.rmse, other.rmse, 1e-300);
}

/* A constant column has no weight. A column twice has a solution only with a penalty. */
TEST(lstd, dependent_columns)
{
    static struct chains chains;
    OWNED(lstd) struct sow_lstd_fit fit;
    fill_walks(&chains, 50, 7);
    fit_chains(&chains, (struct sow_lstd_options){.lambda = 0.5}, &fit);
    ck_assert_double_eq_tol(fit.weights[2], 0, 1e-300);
    sow_lstd_release(&fit);
    for (int i = 0; i < chains.count; i++)
        chains.x[i][1] = 2 * chains.x[i][0];
    ck_assert_int_eq(
        try_fit(&chains, (struct sow_lstd_options){.lambda = 0.5}, &fit, &err),
        SOW_BAD_DATA);
    ck_assert_str_eq(err.text,
                     "the columns depend on each other: give a penalty above 0");
    fit_chains(&chains, (struct sow_lstd_options){.lambda = 0.5, .penalty = 0.01}, &fit);
    ck_assert_double_eq_tol(fit.weights[0], 2 * fit.weights[1], 1e-9);
}
