/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of the regressions: designs made from tables, fits that must
 * succeed, and files of reference figures.
 */
#ifndef SOW_TESTS_LEARN_SUPPORT_H
#define SOW_TESTS_LEARN_SUPPORT_H

#include "sow/base/pcg.h"
#include "sow/learn/ols.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static inline void release_design(struct sow_design **design)
{
    sow_design_free(*design);
}

static inline void release_ols(struct sow_ols **ols)
{
    sow_ols_free(*ols);
}

static inline struct sow_design *new_design(const struct sow_design_columns *columns)
{
    struct sow_err err;
    struct sow_design *design = NULL;
    ck_assert_msg(sow_design_new(&design, columns, &err) == SOW_OK, "%s", err.text);
    return design;
}

static inline void add_weighted(struct sow_design *design, const double *x, double y,
                                double weight)
{
    struct sow_err err;
    ck_assert_msg(sow_design_add(design, x, y, weight, &err) == SOW_OK, "%s", err.text);
}

static inline void add(struct sow_design *design, const double *x, double y)
{
    add_weighted(design, x, y, 1);
}

static inline struct sow_ols_options default_ols(void)
{
    return (struct sow_ols_options){.intercept = true,
                                    .dependent = SOW_DEPENDENT_DROP,
                                    .level = 0.95,
                                    .tolerance = 1e-10};
}

static inline struct sow_ols *fit_with(const struct sow_design *design, const bool *use,
                                       const struct sow_ols_options *options)
{
    struct sow_err err;
    struct sow_ols *fit = NULL;
    ck_assert_msg(sow_ols_fit(design, use, options, &fit, &err) == SOW_OK, "%s",
                  err.text);
    return fit;
}

static inline struct sow_ols *fit_all(const struct sow_design *design)
{
    struct sow_ols_options options = default_ols();
    return fit_with(design, NULL, &options);
}

/** Returns |a - b| relative to |b|; 0 if both are NaN. */
static inline double relative_error(double a, double b)
{
    if (isnan(a) && isnan(b))
        return 0;
    double difference = fabs(a - b);
    return difference > 0 ? difference / fabs(b) : difference;
}

enum { COLUMNS = 5 };

static const char *const COLUMN_NAMES[COLUMNS] = {"own_row", "opponent_row", "stores",
                                                  "free", "mobility"};
static const struct sow_design_columns FIVE = {COLUMNS, COLUMN_NAMES, "margin"};
static const struct sow_design_columns THREE = {3, COLUMN_NAMES, "margin"};

/** Rows of random numbers, with a target that depends on them and has noise. */
struct sample {
    int rows;
    double (*x)[COLUMNS];
    double *y;
};

static inline void fill_sample(struct sample *sample, int rows, uint64_t seed)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, seed, 1);
    sample->rows = rows;
    sample->x = calloc((size_t)rows, sizeof *sample->x);
    sample->y = calloc((size_t)rows, sizeof *sample->y);
    ck_assert(sample->x != NULL && sample->y != NULL);
    for (int i = 0; i < rows; i++) {
        sample->y[i] = 3 + sow_pcg_normal(&rng);
        for (int j = 0; j < COLUMNS; j++) {
            double centre = j * j;
            sample->x[i][j] = centre + (j + 1) * sow_pcg_normal(&rng);
            sample->y[i] += (j - 1.5) * sample->x[i][j];
        }
    }
}

static inline void release_sample(struct sample *sample)
{
    free(sample->x);
    free(sample->y);
}

static inline void add_rows(struct sow_design *design, const struct sample *sample,
                            int begin, int end)
{
    for (int i = begin; i < end; i++)
        add(design, sample->x[i], sample->y[i]);
}

static inline struct sow_design *design_of(const struct sample *sample)
{
    struct sow_design *design = new_design(&FIVE);
    add_rows(design, sample, 0, sample->rows);
    return design;
}

static inline void expect_close(double value, double expected, double tolerance)
{
    double error = relative_error(value, expected);
    ck_assert_msg(error <= tolerance, "%.17g, not %.17g: relative error %.2g", value,
                  expected, error);
}

static inline void expect_same_fit(const struct sow_ols *a, const struct sow_ols *b,
                                   double tolerance)
{
    ck_assert_int_eq(a->rows, b->rows);
    ck_assert_int_eq(a->rank, b->rank);
    expect_close(a->residual_ss, b->residual_ss, tolerance);
    expect_close(a->r2, b->r2, tolerance);
    expect_close(a->f, b->f, tolerance);
    for (int j = 0; j < a->term_count; j++) {
        expect_close(a->terms[j].estimate, b->terms[j].estimate, tolerance);
        expect_close(a->terms[j].standard_error, b->terms[j].standard_error, tolerance);
        expect_close(a->terms[j].mean, b->terms[j].mean, tolerance);
        expect_close(a->terms[j].sd, b->terms[j].sd, tolerance);
        expect_close(a->terms[j].vif, b->terms[j].vif, tolerance);
    }
}

enum { WORDS_MAX = 16 };

/** Words of one line. */
struct words {
    char line[512];
    char *word[WORDS_MAX];
    int count;
};

/**
 * Reads the next line that is neither empty nor a comment ('#'). Returns false at the
 * end.
 */
static inline bool read_words(FILE *in, struct words *words)
{
    words->count = 0;
    while (words->count == 0 && fgets(words->line, sizeof words->line, in) != NULL) {
        char *rest = words->line;
        while (words->line[0] != '#' && *(rest += strspn(rest, " \n")) != '\0') {
            ck_assert_int_lt(words->count, WORDS_MAX);
            words->word[words->count++] = rest;
            rest += strcspn(rest, " \n");
            if (*rest != '\0')
                *rest++ = '\0';
        }
    }
    return words->count > 0;
}

/** Returns the word at @p index as a number; NaN for "NA". */
static inline double number(const struct words *words, int index)
{
    ck_assert_int_lt(index, words->count);
    char *end = NULL;
    double value = strtod(words->word[index], &end);
    bool missing = strcmp(words->word[index], "NA") == 0;
    ck_assert_msg(*end == '\0' || missing, "'%s' is no number", words->word[index]);
    return missing ? (double)NAN : value;
}

static inline FILE *open_data(const char *path)
{
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "'%s' cannot be read", path);
    return in;
}

#endif
