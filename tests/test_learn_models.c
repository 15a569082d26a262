/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models against R: lm, lm.ridge, rlm, glm, clogit and vcovCL, in and out of sample
   (data/r/model_reference.R). */
#include "learn_rows.h"

enum { R_FOLDS = 5 };

/* Tolerance: R stops its iterations at 1e-15 of the loss, and its normal equations lose
   digits. */
static const double PRECISE = 1e-10;

/* Models of the reference: their name there, and their options here. */
static const struct reference {
    const char *name;
    enum sow_method_id method;
    bool weighted, clustered;
    enum sow_loss loss;
    const char *target; /* for preference: the column of the preferred alternative */
} MODELS[] = {
    {"ls", SOW_METHOD_LEAST_SQUARES, false, false, 0, "y"},
    {"ls_clustered", SOW_METHOD_LEAST_SQUARES, false, true, 0, "y"},
    {"ls_weighted", SOW_METHOD_LEAST_SQUARES, true, false, 0, "y"},
    {"ls_weighted_clustered", SOW_METHOD_LEAST_SQUARES, true, true, 0, "y"},
    {"ridge", SOW_METHOD_RIDGE, false, false, 0, "y"},
    {"ridge_clustered", SOW_METHOD_RIDGE, false, true, 0, "y"},
    {"huber", SOW_METHOD_ROBUST, false, false, SOW_LOSS_HUBER, "y"},
    {"huber_clustered", SOW_METHOD_ROBUST, false, true, SOW_LOSS_HUBER, "y"},
    {"huber_weighted", SOW_METHOD_ROBUST, true, false, SOW_LOSS_HUBER, "y"},
    {"bisquare", SOW_METHOD_ROBUST, false, false, SOW_LOSS_BISQUARE, "y"},
    {"bisquare_clustered", SOW_METHOD_ROBUST, false, true, SOW_LOSS_BISQUARE, "y"},
    {"bisquare_weighted", SOW_METHOD_ROBUST, true, false, SOW_LOSS_BISQUARE, "y"},
    {"logistic", SOW_METHOD_LOGISTIC, false, false, 0, "won"},
    {"logistic_clustered", SOW_METHOD_LOGISTIC, false, true, 0, "won"},
    {"logistic_weighted", SOW_METHOD_LOGISTIC, true, false, 0, "won"},
    {"logistic_weighted_clustered", SOW_METHOD_LOGISTIC, true, true, 0, "won"},
    {"one", SOW_METHOD_PREFERENCE, false, false, 0, "one"},
    {"one_clustered", SOW_METHOD_PREFERENCE, false, true, 0, "one"},
    {"some", SOW_METHOD_PREFERENCE, false, false, 0, "some"},
    {"some_clustered", SOW_METHOD_PREFERENCE, false, true, 0, "some"},
};

enum { MODEL_COUNT = sizeof MODELS / sizeof MODELS[0] };

static const char *const ROW_NAMES[] = {"x1", "x2", "x3", "x4"};
static const char *const SET_NAMES[] = {"z1", "z2", "z3"};

/* Reads rows of: group weight y won x1 x2 x3 x4. */
static void read_positions(struct table *table, bool weighted, const char *target)
{
    init_table(table, ROW_NAMES, 4, target);
    FILE *in = open_data(SOW_DATA_FILE("r/model_rows.txt"));
    struct words words;
    while (read_words(in, &words)) {
        double x[4];
        for (int j = 0; j < 4; j++)
            x[j] = number(&words, 5 + j);
        double y = number(&words, strcmp(target, "y") == 0 ? 3 : 4);
        struct sow_row *row = add_row(table, x, y);
        row->group = (int64_t)number(&words, 1);
        row->weight = weighted ? number(&words, 2) : 1;
    }
    (void)fclose(in);
}

/* Reads rows of: group set z1 z2 z3 one some. */
static void read_sets(struct table *table, const char *target)
{
    init_table(table, SET_NAMES, 3, target);
    FILE *in = open_data(SOW_DATA_FILE("r/model_sets.txt"));
    struct words words;
    while (read_words(in, &words)) {
        double x[3];
        for (int j = 0; j < 3; j++)
            x[j] = number(&words, 3 + j);
        double y = number(&words, strcmp(target, "one") == 0 ? 6 : 7);
        struct sow_row *row = add_row(table, x, y);
        row->group = (int64_t)number(&words, 1);
        row->set = (int64_t)number(&words, 2);
    }
    (void)fclose(in);
}

static struct sow_model *fit_reference(const struct reference *reference)
{
    struct table table;
    if (sow_methods[reference->method].has_sets)
        read_sets(&table, reference->target);
    else
        read_positions(&table, reference->weighted, reference->target);
    struct sow_model_options options = default_model(reference->method);
    options.errors =
        reference->clustered ? SOW_ERRORS_CLUSTERED : (int)SOW_ERRORS_CLASSICAL;
    options.folds = R_FOLDS;
    options.penalty = 0.05;
    options.loss = (int)reference->loss;
    struct sow_model *model = fit_table(&table, &options);
    release_table(&table);
    return model;
}

/* Kinds of statistics. The largest error of each is printed at the end, for
   information. */
enum statistic { ESTIMATES, ERRORS, T, P, LOW, HIGH, IN, OUT, STATISTICS };

static const char *const STATISTIC_NAMES[STATISTICS] = {"b",   "se",   "t",  "p",
                                                        "low", "high", "in", "out"};

static double worst[STATISTICS];

static void print_worst(const struct reference *reference)
{
    printf("%-28s", reference->name);
    for (int i = 0; i < STATISTICS; i++)
        printf(" %s %.0e", STATISTIC_NAMES[i], worst[i]);
    puts("");
}

static void expect_figure(const struct reference *reference, enum statistic kind,
                          const char *what, double value, double expected)
{
    double scale = fabs(expected) > 1e-9 ? fabs(expected) : 1;
    double error = fabs(value - expected) / scale;
    worst[kind] = error > worst[kind] ? error : worst[kind];
    ck_assert_msg(error <= PRECISE, "%s %s: %.17g, not %.17g: relative error %.2g",
                  reference->name, what, value, expected, error);
}

static void expect_term(const struct reference *reference, const struct sow_model *model,
                        const struct words *words)
{
    int j = 0;
    while (strcmp(model->terms[j].name, words->word[2]) != 0)
        ck_assert_int_lt(++j, model->term_count);
    const struct sow_ols_term *term = &model->terms[j];
    const double figures[] = {
        term->estimate, term->standard_error, term->t, term->p, term->low, term->high};
    ck_assert_int_eq(term->state, SOW_TERM_FITTED);
    for (int i = 0; i < 6; i++)
        expect_figure(reference, (enum statistic)i, term->name, figures[i],
                      number(words, 3 + i));
}

/* Compares a measure. "NAME_error" is the standard error of the measure NAME. */
static void expect_measure(const struct reference *reference,
                           const struct sow_model *model, const struct words *words)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s", words->word[3]);
    char *suffix = strstr(name, "_error");
    if (suffix != NULL)
        *suffix = '\0';
    for (int i = 0; i < model->measure_count; i++) {
        const struct sow_model_measure *measure = &model->measures[i];
        if (strcmp(measure->name, name) != 0 ||
            strcmp(sow_sample_names[measure->sample], words->word[2]) != 0)
            continue;
        double value = suffix == NULL ? measure->value : measure->standard_error;
        enum statistic kind = measure->sample == SOW_SAMPLE_IN ? IN : OUT;
        expect_figure(reference, kind, words->word[3], value, number(words, 4));
        return;
    }
    ck_abort_msg("%s: no measure '%s'", reference->name, name);
}

static void expect_fold(const struct reference *reference, const struct sow_model *model,
                        const struct words *words)
{
    const struct sow_model_fold *fold = &model->folds[(int)number(words, 2)];
    ck_assert_int_eq(fold->fold, (int)number(words, 2));
    ck_assert_int_eq(fold->groups, (int64_t)number(words, 3));
    ck_assert_int_eq(fold->observations, (int64_t)number(words, 4));
    expect_figure(reference, OUT, "score", fold->score, number(words, 5));
    expect_figure(reference, OUT, "r2", fold->r2, number(words, 6));
    expect_figure(reference, OUT, "bias", fold->bias, number(words, 7));
}

TEST_LOOP(r, figures_of_r, 0, MODEL_COUNT)
{
    const struct reference *reference = &MODELS[_i];
    OWNED(model) struct sow_model *model = fit_reference(reference);
    ck_assert(model->converged);
    FILE *in = open_data(SOW_DATA_FILE("r/model_reference.txt"));
    struct words words;
    int terms = 0;
    while (read_words(in, &words)) {
        if (strcmp(words.word[1], reference->name) != 0)
            continue;
        const char *kind = words.word[0];
        if (strcmp(kind, "term") == 0)
            expect_term(reference, model, &words);
        else if (strcmp(kind, "figure") == 0)
            expect_measure(reference, model, &words);
        else
            expect_fold(reference, model, &words);
        terms += strcmp(kind, "term") == 0 ? 1 : 0;
    }
    (void)fclose(in);
    ck_assert_int_eq(terms, model->rank);
    print_worst(reference);
}

/* With the same folds, R's fits choose the same penalty by either rule. */
TEST(r, penalties_of_r)
{
    OWNED(table) struct table table;
    read_positions(&table, false, "y");
    struct sow_model_options options = default_model(SOW_METHOD_RIDGE);
    options.folds = R_FOLDS;
    OWNED(model) struct sow_model *best = fit_table(&table, &options);
    options.rule = SOW_RULE_ONE_ERROR;
    OWNED(model) struct sow_model *simple = fit_table(&table, &options);
    const struct {
        const char *name;
        double value;
    } figures[] = {
        {"penalty", best->penalty},
        {"score", sow_model_measure(best, SOW_SAMPLE_OUT, "score")},
        {"one_error", simple->penalty},
    };
    FILE *in = open_data(SOW_DATA_FILE("r/model_reference.txt"));
    struct words words;
    int seen = 0;
    while (read_words(in, &words))
        for (int i = 0; i < 3 && strcmp(words.word[1], "ridge_chosen") == 0; i++)
            if (strcmp(words.word[3], figures[i].name) == 0) {
                expect_close(figures[i].value, number(&words, 4), 1e-12);
                seen++;
            }
    (void)fclose(in);
    ck_assert_int_eq(seen, 3);
}
