/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regressions and tail probabilities against outside figures: the certified values of
   NIST's Statistical Reference Datasets, and R (data/r/lm_reference.R). */
#include "learn_support.h"

#include "sow/learn/tails.h"

/* --- NIST --- */

enum { TERMS_MAX = 11 };

/* Data sets of NIST, with the relative errors allowed for estimates, standard errors and
   the rest (residual_sd, r2, f, sums of squares). The actual errors are at most a tenth
   of these, but no limit is below 1e-13. Wampler5 is the signal of Wampler1 under noise a
   million times larger. Filip's eleven powers of x are dependent up to 1e-9 of their
   length. */
static const struct certified_set {
    const char *name;
    double estimates, errors, summary;
} NIST[] = {
    {"norris", 5e-12, 1e-13, 1e-13},  {"pontius", 1e-11, 1e-12, 1e-12},
    {"noint1", 1e-13, 1e-13, 1e-13},  {"noint2", 1e-13, 1e-13, 1e-13},
    {"longley", 2e-11, 1e-12, 1e-13}, {"wampler1", 2e-9, 0, 1e-13},
    {"wampler2", 1e-12, 0, 1e-13},    {"wampler3", 2e-9, 1e-12, 1e-12},
    {"wampler4", 5e-9, 1e-12, 1e-13}, {"wampler5", 5e-7, 1e-12, 1e-12},
    {"filip", 5e-7, 5e-8, 2e-7},
};

enum { NIST_COUNT = sizeof NIST / sizeof NIST[0] };

/* Content of a file of NIST. */
struct nist {
    struct sow_ols_options options;
    int degree; /* degree of the polynomial in x; 0 if the columns are given */
    struct sow_design_columns columns;
    struct sow_design *design;
    double estimate[TERMS_MAX], error[TERMS_MAX];
    double residual_sd, r2, f, regression_ss, residual_ss;
};

static const char *const NAMES[TERMS_MAX] = {"x1", "x2", "x3", "x4", "x5",
                                             "x6", "x7", "x8", "x9", "x10"};

static void take_model(struct nist *set, const struct words *words)
{
    int count = (int)number(words, 2);
    set->degree = strcmp(words->word[1], "polynomial") == 0 ? count : 0;
    set->columns = (struct sow_design_columns){count, NAMES, "y"};
    set->design = new_design(&set->columns);
}

static void take_certified(struct nist *set, const struct words *words)
{
    const char *name = words->word[1];
    const struct {
        const char *name;
        double *value;
    } figures[] = {
        {"residual_sd", &set->residual_sd},
        {"r2", &set->r2},
        {"f", &set->f},
        {"regression_ss", &set->regression_ss},
        {"residual_ss", &set->residual_ss},
    };
    if (name[0] == 'B') {
        long term = strtol(name + 1, NULL, 10);
        ck_assert_int_lt(term, TERMS_MAX);
        set->estimate[term] = number(words, 2);
        set->error[term] = number(words, 3);
        return;
    }
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (strcmp(name, figures[i].name) == 0)
            *figures[i].value = number(words, 2);
}

static void take_row(struct nist *set, const struct words *words)
{
    double x[TERMS_MAX];
    for (int j = 0; j < set->columns.count; j++) {
        if (set->degree == 0)
            x[j] = number(words, 2 + j);
        else
            x[j] = number(words, 2) * (j > 0 ? x[j - 1] : 1);
    }
    add(set->design, x, number(words, 1));
}

static void read_nist(const char *name, struct nist *set)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/nist/%s.txt", SOW_TEST_DATA, name);
    FILE *in = open_data(path);
    struct words words;
    *set = (struct nist){.options = default_ols()};
    while (read_words(in, &words)) {
        const char *key = words.word[0];
        if (strcmp(key, "model") == 0)
            take_model(set, &words);
        else if (strcmp(key, "intercept") == 0)
            set->options.intercept = strcmp(words.word[1], "yes") == 0;
        else if (strcmp(key, "certified") == 0)
            take_certified(set, &words);
        else
            take_row(set, &words);
    }
    (void)fclose(in);
}

/* Returns the number of digits that agree. The certified values have 15. */
static double digits_of(double value, double certified)
{
    double error = relative_error(value, certified);
    return error > 1e-15 ? -log10(error) : 15;
}

static void expect_near(const char *what, double value, double certified, double allowed)
{
    double error = relative_error(value, certified);
    ck_assert_msg(error <= allowed, "%s: %.17g, not %.17g: relative error %.2g", what,
                  value, certified, error);
}

static void expect_terms(const struct sow_ols *fit, const struct nist *set,
                         const struct certified_set *allowed)
{
    for (int j = set->options.intercept ? 0 : 1; j < fit->term_count; j++) {
        const struct sow_ols_term *term = &fit->terms[j];
        expect_near(term->name, term->estimate, set->estimate[j], allowed->estimates);
        if (!fit->exact)
            expect_near(term->name, term->standard_error, set->error[j], allowed->errors);
    }
}

/* Prints, for information, the fewest digits that agree among the terms. */
static void print_digits(const struct sow_ols *fit, const struct nist *set,
                         const char *name)
{
    double estimates = 15;
    double errors = 15;
    for (int j = set->options.intercept ? 0 : 1; j < fit->term_count; j++) {
        double digits = digits_of(fit->terms[j].estimate, set->estimate[j]);
        estimates = digits < estimates ? digits : estimates;
        digits = digits_of(fit->terms[j].standard_error, set->error[j]);
        errors = !fit->exact && digits < errors ? digits : errors;
    }
    printf("%-9s condition %.1e: estimates agree to %.1f digits, ", name, fit->condition,
           estimates);
    if (fit->exact)
        puts("the fit is exact");
    else
        printf("standard errors to %.1f, r2 to %.1f\n", errors,
               digits_of(fit->r2, set->r2));
}

TEST_LOOP(nist, nist_certified_values, 0, NIST_COUNT)
{
    const struct certified_set *allowed = &NIST[_i];
    struct nist set;
    read_nist(allowed->name, &set);
    OWNED(ols) struct sow_ols *fit = fit_with(set.design, NULL, &set.options);
    bool certified_exact = !(set.residual_ss > 0);
    ck_assert_int_eq(fit->exact, certified_exact);
    expect_terms(fit, &set, allowed);
    expect_near("r2", fit->r2, set.r2, allowed->summary);
    expect_near("regression_ss", fit->total_ss - fit->residual_ss, set.regression_ss,
                allowed->summary);
    if (!certified_exact) {
        expect_near("residual_sd", fit->residual_sd, set.residual_sd, allowed->summary);
        expect_near("f", fit->f, set.f, allowed->summary);
        expect_near("residual_ss", fit->residual_ss, set.residual_ss, allowed->summary);
    }
    print_digits(fit, &set, allowed->name);
    sow_design_free(set.design);
}

/* --- R's lm --- */

enum { R_COLUMNS = 5 };

static const char *const R_NAMES[R_COLUMNS] = {"x1", "x2", "x3", "x4", "x5"};

/* Tolerance: R's figures are accurate to about 1e-13. */
static const double R_TOLERANCE = 1e-11;

/* Models of data/r/lm_reference.R: name, columns and options. */
static const struct r_model {
    const char *name;
    bool use[R_COLUMNS];
    bool weighted, intercept;
} R_MODELS[] = {
    {"plain", {true, true, true, true}, false, true},
    {"weighted", {true, true, true, true}, true, true},
    {"origin", {true, true, true, true}, false, false},
    {"subset", {true, false, true}, false, true},
    {"aliased", {true, true, true, true, true}, false, true},
};

static struct sow_ols *fit_r_model(const struct r_model *model, double level)
{
    static const struct sow_design_columns ALL = {R_COLUMNS, R_NAMES, "y"};
    struct sow_design *design = new_design(&ALL);
    FILE *in = open_data(SOW_DATA_FILE("r/lm_data.txt"));
    struct words words;
    while (read_words(in, &words)) {
        double x[R_COLUMNS];
        for (int j = 0; j < R_COLUMNS; j++)
            x[j] = number(&words, 3 + j);
        add_weighted(design, x, number(&words, 1),
                     model->weighted ? number(&words, 2) : 1);
    }
    (void)fclose(in);
    struct sow_ols_options options = default_ols();
    options.intercept = model->intercept;
    options.dependent = SOW_DEPENDENT_DROP;
    options.level = level;
    struct sow_ols *fit = fit_with(design, model->use, &options);
    sow_design_free(design);
    return fit;
}

static void expect_r_summary(const struct sow_ols *fit, const struct words *words)
{
    expect_near("r2", fit->r2, number(words, 1), R_TOLERANCE);
    expect_near("adjusted_r2", fit->adjusted_r2, number(words, 2), R_TOLERANCE);
    expect_near("residual_sd", fit->residual_sd, number(words, 3), R_TOLERANCE);
    expect_near("f", fit->f, number(words, 4), R_TOLERANCE);
    expect_near("f_p", fit->f_p, number(words, 5), R_TOLERANCE);
    ck_assert_int_eq(fit->freedom, (int64_t)number(words, 6));
}

static void expect_r_term(const struct sow_ols *fit, const struct words *words)
{
    int j = 0;
    if (strcmp(words->word[1], "(Intercept)") != 0)
        j = (int)strtol(words->word[1] + 1, NULL, 10);
    const struct sow_ols_term *term = &fit->terms[j];
    ck_assert_int_eq(term->state, SOW_TERM_FITTED);
    expect_near(term->name, term->estimate, number(words, 2), R_TOLERANCE);
    expect_near(term->name, term->standard_error, number(words, 3), R_TOLERANCE);
    expect_near(term->name, term->t, number(words, 4), R_TOLERANCE);
    expect_near(term->name, term->p, number(words, 5), R_TOLERANCE);
    expect_near(term->name, term->low, number(words, 6), R_TOLERANCE);
    expect_near(term->name, term->high, number(words, 7), R_TOLERANCE);
    expect_near(term->name, term->vif, number(words, 8), R_TOLERANCE);
}

TEST_EACH(r, figures_of_r, R_MODELS)
{
    const struct r_model *model = &R_MODELS[_i];
    FILE *in = open_data(SOW_DATA_FILE("r/lm_reference.txt"));
    struct words words;
    struct sow_ols *fit = NULL;
    int terms = 0;
    bool ours = false;
    while (read_words(in, &words)) {
        if (strcmp(words.word[0], "model") == 0) {
            ours = strcmp(words.word[1], model->name) == 0;
            if (ours)
                fit = fit_r_model(model, number(&words, 2));
        } else if (ours && strcmp(words.word[0], "summary") == 0) {
            expect_r_summary(fit, &words);
        } else if (ours) {
            expect_r_term(fit, &words);
            terms++;
        }
    }
    (void)fclose(in);
    ck_assert_ptr_nonnull(fit);
    ck_assert_int_eq(fit->rank, terms);
    sow_ols_free(fit);
}

/* --- tail probabilities --- */

/* Functions for the kinds of lines. Each takes the arguments between the kind and the
   value. */
static double student(const double *at)
{
    return sow_tail_student(at[1], at[0]);
}

static double fisher(const double *at)
{
    return sow_tail_fisher(at[2], at[0], at[1]);
}

static double quantile(const double *at)
{
    return sow_quantile_student(at[1], at[0]);
}

static double normal(const double *at)
{
    return sow_tail_normal(at[0]);
}

static double normal_quantile(const double *at)
{
    return sow_quantile_normal(at[0]);
}

static const struct tail_kind {
    const char *name;
    int freedom; /* index of the argument that adds to the error, or -1 */
    double (*value)(const double *at);
} TAIL_KINDS[] = {
    {"student", 0, student},
    {"fisher", 1, fisher},
    {"quantile", 0, quantile},
    {"normal", -1, normal},
    {"normal_quantile", -1, normal_quantile},
};

enum { TAIL_KIND_COUNT = sizeof TAIL_KINDS / sizeof TAIL_KINDS[0], ARGUMENTS_MAX = 3 };

TEST(tails, tails_of_r)
{
    FILE *in = open_data(SOW_DATA_FILE("r/tails_reference.txt"));
    struct words words;
    int seen = 0;
    for (; read_words(in, &words); seen++) {
        double at[ARGUMENTS_MAX] = {0};
        for (int i = 1; i < words.count - 1; i++)
            at[i - 1] = number(&words, i);
        int k = 0;
        while (strcmp(TAIL_KINDS[k].name, words.word[0]) != 0)
            ck_assert_int_lt(++k, TAIL_KIND_COUNT);
        double freedom = TAIL_KINDS[k].freedom < 0 ? 0 : at[TAIL_KINDS[k].freedom];
        expect_near(words.word[0], TAIL_KINDS[k].value(at),
                    number(&words, words.count - 1), 1e-12 + 1e-16 * freedom);
    }
    (void)fclose(in);
    ck_assert_int_gt(seen, 270);
}

TEST(tails, tails_at_the_ends)
{
    ck_assert_double_eq_tol(sow_tail_fisher((double)INFINITY, 3, 7), 0, 1e-300);
    ck_assert_double_eq_tol(sow_tail_fisher(1e300, 24, 1), 0, 1e-100);
    ck_assert_double_eq_tol(sow_tail_student(-1e300, 5), 0, 1e-300);
    ck_assert_double_eq_tol(sow_tail_student(-2, 5), sow_tail_student(2, 5), 1e-15);
    ck_assert_double_nan(sow_tail_student((double)NAN, 5));
    ck_assert_double_nan(sow_tail_normal((double)NAN));
    ck_assert_double_eq_tol(sow_tail_normal((double)-INFINITY), 0, 1e-300);
}

/* On some processors, GSL has no value of its own here (sow_tail_fisher). The value is
   R's, 2 * pt(-2, 1e6). That of 32-bit x86 differs by 1.06e-12. */
TEST(large_fits, student_with_a_million_degrees_of_freedom)
{
    ck_assert_double_eq_tol(sow_tail_student(2, 1e6), 0.045500533851319185, 1e-11);
}
