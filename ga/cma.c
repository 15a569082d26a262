/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equation numbers are those of Hansen 2016 (arXiv 1604.00772). */
#include "cma.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Memory of the decomposition. */
struct sow_cma_eigen {
    gsl_eigen_symmv_workspace *workspace; /* working memory of GSL */
    gsl_matrix *matrix;                   /* the matrix, destroyed by the decomposition */
    gsl_matrix *vectors;                  /* eigenvectors, as columns */
    gsl_vector *values;                   /* eigenvalues, in any order */
};

/* --- parameters --- */

/* Returns the square of the sum of numbers over the sum of their squares; 0 if all are 0
   or there are none. */
static double effective_number(const double *numbers, int count)
{
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < count; i++) {
        sum += numbers[i];
        squares += numbers[i] * numbers[i];
    }
    return squares > 0.0 ? sum * sum / squares : 0.0;
}

/* Scales weights so that their absolute values add up to @p total. Leaves them as they
   are if all are 0. */
static void scale_weights(double *weights, int count, double total)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += fabs(weights[i]);
    for (int i = 0; i < count && sum > 0.0; i++)
        weights[i] *= total / sum;
}

/* Sets weights, learning rates, damping and expected length from `size` and `samples`, to
   the defaults of table 1 (equations 49 to 58). The better half of the samples gets
   positive weights with the sum 1, the rest weights of 0 or below. */
static void set_parameters(struct sow_cma *cma)
{
    double n = cma->size;
    int parents = cma->samples / 2;
    int others = cma->samples - parents;
    for (int i = 0; i < cma->samples; i++)
        cma->weights[i] = log((cma->samples + 1.0) / 2.0) - log(i + 1.0);
    double effective = effective_number(cma->weights, parents);
    double negative = effective_number(cma->weights + parents, others);
    cma->effective = effective;
    cma->path_rate = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
    cma->step_rate = (effective + 2.0) / (n + effective + 5.0);
    cma->damping =
        1.0 + 2.0 * fmax(0.0, sqrt((effective - 1.0) / (n + 1.0)) - 1.0) + cma->step_rate;
    cma->one_rate = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
    cma->many_rate =
        fmin(1.0 - cma->one_rate, 2.0 * (0.25 + effective + 1.0 / effective - 2.0) /
                                      ((n + 2.0) * (n + 2.0) + effective));
    cma->length = sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
    double most = fmin(1.0 + cma->one_rate / cma->many_rate,
                       1.0 + 2.0 * negative / (effective + 2.0));
    most = fmin(most, (1.0 - cma->one_rate - cma->many_rate) / (n * cma->many_rate));
    scale_weights(cma->weights, parents, 1.0);
    scale_weights(cma->weights + parents, others, most);
}

/* --- memory --- */

/* Allocates the memory of the decomposition of a matrix of @p size rows. Without memory,
   returns NULL or a struct with parts missing (is_whole). GSL ends the program where an
   allocation fails, unless its handler of errors is off. */
static struct sow_cma_eigen *new_eigen(int size)
{
    struct sow_cma_eigen *eigen = calloc(1, sizeof *eigen);
    size_t n = (size_t)size;
    if (eigen == NULL)
        return NULL;
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    eigen->workspace = gsl_eigen_symmv_alloc(n);
    eigen->matrix = gsl_matrix_alloc(n, n);
    eigen->vectors = gsl_matrix_alloc(n, n);
    eigen->values = gsl_vector_alloc(n);
    (void)gsl_set_error_handler(handler);
    return eigen;
}

/* Returns true if all memory of the decomposition is there. */
static bool is_whole(const struct sow_cma_eigen *eigen)
{
    return eigen != NULL && eigen->workspace != NULL && eigen->matrix != NULL &&
           eigen->vectors != NULL && eigen->values != NULL;
}

/* Frees the memory of the decomposition, of which parts may be missing. */
static void free_eigen(struct sow_cma_eigen *eigen)
{
    if (eigen == NULL)
        return;
    gsl_eigen_symmv_free(eigen->workspace);
    gsl_matrix_free(eigen->matrix);
    gsl_matrix_free(eigen->vectors);
    gsl_vector_free(eigen->values);
    free(eigen);
}

/* Fills a square matrix with the unit matrix. */
static void set_unit(double *matrix, int size)
{
    memset(matrix, 0, (size_t)size * (size_t)size * sizeof *matrix);
    for (ptrdiff_t i = 0; i < size; i++)
        matrix[i * size + i] = 1.0;
}

enum sow_status sow_cma_init(struct sow_cma *cma, int size, int most, struct sow_err *err)
{
    size_t n = (size_t)size;
    *cma = (struct sow_cma){.size = size};
    cma->weights = calloc((size_t)most, sizeof *cma->weights);
    cma->mean = calloc(n, sizeof *cma->mean);
    cma->path = calloc(n, sizeof *cma->path);
    cma->step_path = calloc(n, sizeof *cma->step_path);
    cma->covariance = calloc(n * n, sizeof *cma->covariance);
    cma->root = calloc(n * n, sizeof *cma->root);
    cma->inverse = calloc(n * n, sizeof *cma->inverse);
    cma->shift = calloc(n, sizeof *cma->shift);
    cma->whitened = calloc(n, sizeof *cma->whitened);
    cma->normal = calloc(n, sizeof *cma->normal);
    cma->eigen = new_eigen(size);
    if (cma->weights == NULL || cma->mean == NULL || cma->path == NULL ||
        cma->step_path == NULL || cma->covariance == NULL || cma->root == NULL ||
        cma->inverse == NULL || cma->shift == NULL || cma->whitened == NULL ||
        cma->normal == NULL || !is_whole(cma->eigen))
        return sow_err_no_memory(err);
    return SOW_OK;
}

void sow_cma_begin(struct sow_cma *cma, int samples, const double *mean, double sigma)
{
    size_t size = (size_t)cma->size * sizeof *mean;
    cma->samples = samples;
    cma->sigma = sigma;
    cma->condition = 1.0;
    cma->updates = 0;
    cma->decomposed = 0;
    set_parameters(cma);
    memmove(cma->mean, mean, size);
    memset(cma->path, 0, size);
    memset(cma->step_path, 0, size);
    set_unit(cma->covariance, cma->size);
    set_unit(cma->root, cma->size);
    set_unit(cma->inverse, cma->size);
}

void sow_cma_release(struct sow_cma *cma)
{
    free(cma->weights);
    free(cma->mean);
    free(cma->path);
    free(cma->step_path);
    free(cma->covariance);
    free(cma->root);
    free(cma->inverse);
    free(cma->shift);
    free(cma->whitened);
    free(cma->normal);
    free_eigen(cma->eigen);
    *cma = (struct sow_cma){0};
}

/* --- points --- */

/* Writes the product of a square matrix and a vector to @p product. */
static void multiply(const double *matrix, const double *vector, int size,
                     double *product)
{
    for (ptrdiff_t i = 0; i < size; i++) {
        product[i] = 0.0;
        for (ptrdiff_t k = 0; k < size; k++)
            product[i] += matrix[i * size + k] * vector[k];
    }
}

/* Returns the squared length of a vector. */
static double square_of(const double *vector, int size)
{
    double sum = 0.0;
    for (int i = 0; i < size; i++)
        sum += vector[i] * vector[i];
    return sum;
}

void sow_cma_sample(struct sow_cma *cma, double spread, struct sow_pcg *rng,
                    double *point)
{
    for (int i = 0; i < cma->size; i++)
        cma->normal[i] = sow_pcg_normal(rng);
    multiply(cma->root, cma->normal, cma->size, point);
    for (int i = 0; i < cma->size; i++)
        point[i] = cma->mean[i] + spread * cma->sigma * point[i];
}

void sow_cma_shorten(struct sow_cma *cma, double *point)
{
    double n = cma->size;
    double most = sqrt(n) + 2.0 * n / (n + 2.0);
    for (int i = 0; i < cma->size; i++)
        cma->shift[i] = (point[i] - cma->mean[i]) / cma->sigma;
    multiply(cma->inverse, cma->shift, cma->size, cma->whitened);
    double length = sqrt(square_of(cma->whitened, cma->size));
    for (int i = 0; i < cma->size && length > most; i++)
        point[i] = cma->mean[i] + cma->sigma * cma->shift[i] * (most / length);
}

double sow_cma_spread(const struct sow_cma *cma)
{
    double largest = 0.0;
    for (ptrdiff_t i = 0; i < cma->size; i++)
        largest = fmax(largest, cma->covariance[i * cma->size + i]);
    return cma->sigma * sqrt(largest);
}

/* --- update --- */

/* Moves the paths of step size and covariance (equations 41 to 45). Sets `shift` to the
   weighted mean of the better half of the sample, in step sizes from the mean, and leaves
   the mean itself. Returns 1.0 if the path of the covariance moved, 0.0 if it stalled
   because the step-size path is long. */
static double move_paths(struct sow_cma *cma, const double *points, const int *order)
{
    int n = cma->size;
    for (int k = 0; k < n; k++) {
        double sum = 0.0;
        for (int i = 0; i < cma->samples / 2; i++)
            sum += cma->weights[i] *
                   ((points[(ptrdiff_t)order[i] * n + k] - cma->mean[k]) / cma->sigma);
        cma->shift[k] = sum;
    }
    multiply(cma->inverse, cma->shift, n, cma->whitened);
    double rate = cma->step_rate;
    double growth = sqrt(rate * (2.0 - rate) * cma->effective);
    for (int k = 0; k < n; k++)
        cma->step_path[k] = (1.0 - rate) * cma->step_path[k] + growth * cma->whitened[k];
    double length = sqrt(square_of(cma->step_path, n));
    double whole = 1.0 - pow(1.0 - rate, 2.0 * (cma->updates + 1.0));
    double moves = length / sqrt(whole) < (1.4 + 2.0 / (n + 1.0)) * cma->length;
    growth = moves * sqrt(cma->path_rate * (2.0 - cma->path_rate) * cma->effective);
    for (int k = 0; k < n; k++)
        cma->path[k] = (1.0 - cma->path_rate) * cma->path[k] + growth * cma->shift[k];
    return moves;
}

/* Adds @p factor times the outer product of a vector with itself to the covariance
   matrix. */
static void add_product(struct sow_cma *cma, double factor, const double *vector)
{
    for (ptrdiff_t i = 0; i < cma->size; i++)
        for (ptrdiff_t k = 0; k < cma->size; k++)
            cma->covariance[i * cma->size + k] += factor * (vector[i] * vector[k]);
}

/* Adapts the covariance matrix (equations 46 and 47) to a sample, with the mean and step
   size from before their update. @p moved is the result of move_paths. */
static void adapt_covariance(struct sow_cma *cma, const double *points, const int *order,
                             double moved)
{
    int n = cma->size;
    double sum = 0.0;
    for (int i = 0; i < cma->samples; i++)
        sum += cma->weights[i];
    double stalled = (1.0 - moved) * cma->path_rate * (2.0 - cma->path_rate);
    double kept = 1.0 + cma->one_rate * stalled - cma->one_rate - cma->many_rate * sum;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)n * n; i++)
        cma->covariance[i] *= kept;
    add_product(cma, cma->one_rate, cma->path);
    for (int i = 0; i < cma->samples; i++) {
        const double *point = points + (ptrdiff_t)order[i] * n;
        double weight = cma->weights[i];
        for (int k = 0; k < n; k++)
            cma->normal[k] = (point[k] - cma->mean[k]) / cma->sigma;
        if (weight < 0.0) {
            multiply(cma->inverse, cma->normal, n, cma->whitened);
            double square = square_of(cma->whitened, n);
            weight *= square > 0.0 ? n / square : 0.0;
        }
        add_product(cma, cma->many_rate * weight, cma->normal);
    }
}

/* Sets `root`, `inverse` and `condition` from the covariance matrix, by its eigenvectors.
   Eigenvalues are raised to 1e-20 of the largest one, so that rounding makes none
   negative. The matrix itself stays as it is. */
static void decompose(struct sow_cma *cma)
{
    struct sow_cma_eigen *eigen = cma->eigen;
    size_t n = (size_t)cma->size;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            gsl_matrix_set(eigen->matrix, i, k, cma->covariance[i * n + k]);
    (void)gsl_eigen_symmv(eigen->matrix, eigen->values, eigen->vectors, eigen->workspace);
    double largest = gsl_vector_max(eigen->values);
    cma->condition = largest / fmax(gsl_vector_min(eigen->values), 1e-20 * largest);
    memset(cma->root, 0, n * n * sizeof *cma->root);
    memset(cma->inverse, 0, n * n * sizeof *cma->inverse);
    for (size_t e = 0; e < n; e++) {
        double scale = sqrt(fmax(gsl_vector_get(eigen->values, e), 1e-20 * largest));
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < n; k++) {
                double product = gsl_matrix_get(eigen->vectors, i, e) *
                                 gsl_matrix_get(eigen->vectors, k, e);
                cma->root[i * n + k] += scale * product;
                cma->inverse[i * n + k] += product / scale;
            }
    }
    cma->decomposed = cma->updates;
}

void sow_cma_update(struct sow_cma *cma, const double *points, const int *order)
{
    double moved = move_paths(cma, points, order);
    adapt_covariance(cma, points, order, moved);
    for (int k = 0; k < cma->size; k++)
        cma->mean[k] += cma->sigma * cma->shift[k];
    double length = sqrt(square_of(cma->step_path, cma->size));
    double change = cma->step_rate / cma->damping * (length / cma->length - 1.0);
    cma->sigma *= exp(fmin(1.0, change));
    cma->updates++;
    /* A decomposition costs more than the other parts of an update (tutorial, B.2). */
    double wait = 1.0 / ((cma->one_rate + cma->many_rate) * cma->size * 10.0);
    if (cma->updates - cma->decomposed > wait)
        decompose(cma);
}
