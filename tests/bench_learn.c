/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures the models on one thread. The data are invented: positions in games of 40,
 * with columns of small integers. Fits are complete: 10 folds, clustered errors,
 * calibration.
 *
 * Usage: `bench_learn [ROWS [COLUMNS [METHOD ...]]]`.
 */
#include "sow/base/pcg.h"
#include "sow/learn/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { COLUMNS_MAX = 64, NAME_MAX_SIZE = 8, PLIES = 40, ALTERNATIVES = 5 };

/* Rows in the compact form of a stored data set. */
struct positions {
    struct sow_design_columns columns;
    const struct sow_method *method;
    int64_t rows;
    int16_t *x;
    int8_t *margin;
    int passes;
};

/* Returns the alternative with the greatest margin. */
static int64_t best_of(const struct positions *positions, int64_t set)
{
    const int8_t *margin = positions->margin + set * ALTERNATIVES;
    int64_t best = 0;
    for (int64_t i = 1; i < ALTERNATIVES; i++)
        if (margin[i] > margin[best] && set * ALTERNATIVES + i < positions->rows)
            best = i;
    return best;
}

static double target_of(const struct positions *positions, int64_t i)
{
    double margin = positions->margin[i];
    if (positions->method->link == SOW_LINK_IDENTITY)
        return margin;
    if (positions->method->link == SOW_LINK_CHOICE)
        return i % ALTERNATIVES == best_of(positions, i / ALTERNATIVES) ? 1 : 0;
    return margin > 0 ? 1 : (margin < 0 ? 0 : 0.5);
}

static enum sow_status each_position(void *context, sow_row_fn *take, void *taker,
                                     struct sow_err *err)
{
    struct positions *positions = context;
    size_t columns = (size_t)positions->columns.count;
    double x[COLUMNS_MAX];
    positions->passes++;
    for (int64_t i = 0; i < positions->rows; i++) {
        const int16_t *from = positions->x + (size_t)i * columns;
        for (size_t j = 0; j < columns; j++)
            x[j] = from[j];
        struct sow_row row = {.x = x,
                              .y = target_of(positions, i),
                              .weight = 1,
                              .group = i / PLIES,
                              .set = i / ALTERNATIVES,
                              .stratum = (int)(i % PLIES / 4)};
        enum sow_status status = take(taker, &row, err);
        if (status != SOW_OK)
            return status;
    }
    return SOW_OK;
}

static void make(struct positions *positions)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 5, 1);
    size_t columns = (size_t)positions->columns.count;
    positions->x = malloc((size_t)positions->rows * columns * sizeof *positions->x);
    positions->margin = malloc((size_t)positions->rows);
    if (positions->x == NULL || positions->margin == NULL)
        exit(EXIT_FAILURE);
    for (int64_t i = 0; i < positions->rows; i++) {
        int16_t *x = positions->x + (size_t)i * columns;
        int sum = 0;
        for (size_t j = 0; j < columns; j++) {
            x[j] = (int16_t)((int)sow_pcg_below(&rng, 12) + (j > 0 ? x[j - 1] / 2 : 0));
            sum += (j % 3 == 0 ? 1 : -1) * x[j] * (j % 5 == 0);
        }
        int noise = (int)sow_pcg_below(&rng, 40) - 20;
        positions->margin[i] = (int8_t)((sum + noise) % 48);
    }
}

/* Returns the processor time of this process in seconds. */
static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void measure(struct positions *positions, const struct sow_method *method,
                    bool select)
{
    struct sow_model_options options;
    sow_param_defaults(&sow_model_params, &options);
    options.method = (int)(method - sow_methods);
    options.select = select;
    struct sow_rows rows = {&positions->columns, each_position, positions};
    struct sow_model *model = NULL;
    struct sow_err err;
    positions->method = method;
    positions->passes = 0;
    double start = seconds();
    if (sow_model_fit(&rows, NULL, &options, &model, &err) != SOW_OK) {
        printf("%-14s %s\n", method->name, err.text);
        return;
    }
    double spent = seconds() - start;
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    printf(
        "%-14s%s %7.2f s, %4d passes, %3d iterations, out of sample %.6g, peak %ld MB\n",
        method->name, select ? " selected" : "", spent, positions->passes,
        model->iterations, sow_model_measure(model, SOW_SAMPLE_OUT, "score"),
        usage.ru_maxrss / 1024);
    sow_model_free(model);
}

int main(int argc, char **argv)
{
    static char names[COLUMNS_MAX][NAME_MAX_SIZE];
    const char *list[COLUMNS_MAX];
    int columns = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 24;
    if (columns < 1 || columns > COLUMNS_MAX)
        return EXIT_FAILURE;
    for (int j = 0; j < columns; j++) {
        (void)snprintf(names[j], sizeof names[j], "x%d", j + 1);
        list[j] = names[j];
    }
    struct positions positions = {.columns = {columns, list, "y"},
                                  .rows =
                                      argc > 1 ? strtoll(argv[1], NULL, 10) : 1000000};
    make(&positions);
    printf("%lld rows of %d columns, %d-fold cross-validation\n",
           (long long)positions.rows, columns, 10);
    for (size_t i = 0; i < SOW_METHODS; i++) {
        bool asked = argc <= 3;
        for (int k = 3; k < argc; k++)
            asked = asked || strcmp(argv[k], sow_methods[i].name) == 0;
        if (asked)
            measure(&positions, &sow_methods[i], false);
        if (asked && i <= SOW_METHOD_RIDGE)
            measure(&positions, &sow_methods[i], true);
    }
    free(positions.x);
    free(positions.margin);
    return EXIT_SUCCESS;
}
