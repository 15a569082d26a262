/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M-estimates by the method of modified residuals (Huber 1981, "Robust Statistics",
 * section 7.8). The factor of the plain rows makes steps of the pulls of psi, so no pass
 * has to build another factor. Each step begins with a new scale. Division by the mean
 * slope of psi makes the steps nearly those of Newton's method. */
#include "criterion.h"
#include "ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Median of |z| for a standard normal z. It has the digits that MASS uses, so that the
 * figures can be compared. */
static const double NORMAL_MAD = 0.6745;

/* Largest change of eta, in scales, that ends the iterations. The second bound applies
 * where rounding keeps the steps from getting smaller. */
static const double PRECISION = 1e-12;
static const double LEAST_PRECISION = 1e-8;

/* Size of steps, in scales, above which a rough scale is enough. */
static const double ROUGH_STEP = 1e-2;

/* Least divisor of steps. The mean slope of psi is at least one half for Huber's psi, and
 * seldom less for the bisquare. */
static const double LEAST_SLOPE = 0.25;

/* Median of the residuals, as a share of the target's size, up to which they are rounding
 * errors. */
static const double EXACT_SHARE = 1e-12;

/* Number of passes that find a rough scale, and of middle residuals that give a
   median. */
enum { ROUGH_PASSES = 2, MIDDLES = 2 };

/* ---- Scales ---- */

/* A pass that offers |residuals| to the ranks of every active estimate. */
struct sizing {
    struct sow_fitting *work;       /* the fit */
    struct sow_estimate *estimates; /* estimates whose scale is sought */
    size_t count;                   /* number of estimates */
    struct sow_ranks *ranks;        /* one for each estimate, owned */
};

/* Offers the weighted absolute residual of one row to the ranks of each active estimate
 * that does not leave out its fold. Never fails. A sow_observation_fn whose @p taker is a
 * struct sizing. */
static enum sow_status take_sizing(void *taker, const struct sow_observation *seen,
                                   struct sow_err *err)
{
    (void)err;
    struct sizing *sizing = taker;
    const struct sow_fitting *work = sizing->work;
    int folds = work->options.folds;
    int fold = folds > 0 ? sow_fold_of_group(seen->group, folds) : 0;
    double root = sqrt(seen->weight);
    for (size_t k = 0; k < sizing->count; k++) {
        const struct sow_estimate *estimate = &sizing->estimates[k];
        if (!estimate->active || estimate->left_out == fold)
            continue;
        double eta = 0;
        sow_eta_fill(seen, estimate->b, work->columns, &eta);
        sow_ranks_offer(&sizing->ranks[k], root * fabs(seen->y[0] - eta));
    }
    return SOW_OK;
}

/* Returns the number of rows to which an estimate is fitted. */
static int64_t rows_of(const struct sow_fitting *work,
                       const struct sow_estimate *estimate)
{
    bool is_whole = estimate->left_out == SOW_NOTHING_LEFT_OUT;
    return work->rows - (is_whole ? 0 : work->fold_rows[estimate->left_out]);
}

/* Starts the search for the two middle residuals of each active estimate. The caller
 * releases the ranks and frees their array, also after SOW_NO_MEMORY. */
static enum sow_status begin_sizing(struct sizing *sizing, struct sow_err *err)
{
    sizing->ranks = calloc(sizing->count, sizeof *sizing->ranks);
    if (sizing->ranks == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (size_t k = 0; status == SOW_OK && k < sizing->count; k++) {
        int64_t rows = rows_of(sizing->work, &sizing->estimates[k]);
        int64_t middle[MIDDLES] = {(rows - 1) / 2, rows / 2};
        if (sizing->estimates[k].active)
            status = sow_ranks_init(&sizing->ranks[k], middle, MIDDLES, err);
    }
    return status;
}

/* Sets the scale of an estimate to the median of the absolute residuals, the mean of the
 * two middle ones in @p ranks, over that of a standard normal variable. Fails with
 * SOW_BAD_DATA if the median is a rounding error. */
static enum sow_status take_scale(const struct sow_fitting *work,
                                  struct sow_estimate *estimate,
                                  const struct sow_ranks *ranks, struct sow_err *err)
{
    double median = sow_ranks_value(ranks, 0) / 2 + sow_ranks_value(ranks, 1) / 2;
    size_t target = work->terms;
    double size =
        sqrt(sow_triangle_squares(&work->all, target, 0, target + 1) / work->weight);
    estimate->scale = median / NORMAL_MAD;
    if (median > EXACT_SHARE * size)
        return SOW_OK;
    enum sow_status status = sow_err_set(
        err, SOW_BAD_DATA,
        "at least half of the rows are fitted exactly, so there is no scale for the "
        "others; use method %s",
        sow_methods[SOW_METHOD_LEAST_SQUARES].name);
    return sow_fitting_blame(estimate, status, err);
}

/* Computes the scale of each active estimate in @p passes passes; SOW_RANKS_PASSES give
 * it exactly, fewer roughly. Fails as the passes and take_scale do. */
static enum sow_status find_scales(struct sow_fitting *work,
                                   struct sow_estimate *estimates, size_t count,
                                   int passes, struct sow_err *err)
{
    struct sizing sizing = {work, estimates, count, NULL};
    enum sow_status status = begin_sizing(&sizing, err);
    for (int pass = 0; status == SOW_OK && pass < passes; pass++) {
        status = sow_observe(work->source, work->method, take_sizing, &sizing, NULL, err);
        for (size_t k = 0; k < count; k++)
            if (estimates[k].active)
                sow_ranks_end_pass(&sizing.ranks[k]);
    }
    for (size_t k = 0; sizing.ranks != NULL && k < count; k++) {
        if (status == SOW_OK && estimates[k].active)
            status = take_scale(work, &estimates[k], &sizing.ranks[k], err);
        sow_ranks_release(&sizing.ranks[k]);
    }
    free(sizing.ranks);
    return status;
}

/* ---- Steps ---- */

/* Returns the sum of the weights of the rows to which an estimate is fitted. */
static double weight_of(const struct sow_fitting *work,
                        const struct sow_estimate *estimate)
{
    bool is_whole = estimate->left_out == SOW_NOTHING_LEFT_OUT;
    const struct sow_triangle *rows =
        is_whole ? &work->all : &work->parts.train[estimate->left_out];
    return sow_triangle_squares(rows, 0, 0, 1);
}

/* Fills estimate->step from gradient, factor, mean slope of psi and damping. Overwrites
 * estimate->previous. */
static void find_step(const struct sow_fitting *work, struct sow_estimate *estimate)
{
    double *packed = estimate->previous;
    double slope = estimate->loss / weight_of(work, estimate);
    for (size_t a = 0; a < estimate->count; a++)
        packed[a] = estimate->gradient[estimate->chosen[a]];
    sow_triangle_apply_inverse(&estimate->factor, estimate->count, packed);
    memset(estimate->step, 0, work->terms * sizeof *estimate->step);
    double stretch = estimate->damping / (slope > LEAST_SLOPE ? slope : LEAST_SLOPE);
    for (size_t a = 0; a < estimate->count; a++)
        estimate->step[estimate->chosen[a]] = stretch * packed[a];
}

/* Takes one step and updates coefficients, norms and flags. Halves the damping after a
 * step that is larger than the one before. Only a step with an exact scale can end the
 * iterations by convergence. */
static void advance(const struct sow_fitting *work, struct sow_estimate *estimate,
                    bool scale_is_exact)
{
    find_step(work, estimate);
    estimate->last_norm = estimate->norm;
    estimate->norm = sow_fitting_norm(work, estimate->step);
    double scales = estimate->norm / estimate->scale;
    /* A step that is larger than the one before overshoots the solution. */
    if (estimate->norm > estimate->last_norm)
        estimate->damping /= 2;
    for (size_t j = 0; j < work->terms; j++)
        estimate->b[j] += estimate->step[j];
    estimate->iterations++;
    bool is_stuck = estimate->norm >= estimate->last_norm;
    estimate->converged = scale_is_exact && (scales <= PRECISION ||
                                             (is_stuck && scales <= LEAST_PRECISION));
    estimate->active =
        !estimate->converged && estimate->iterations < work->options.iterations;
}

/* Returns true if every active estimate's last step was above ROUGH_STEP scales, so that
 * rough scales are enough. */
static bool is_rough(const struct sow_estimate *estimates, size_t count)
{
    bool rough = true;
    for (size_t k = 0; k < count; k++)
        if (estimates[k].active)
            rough = rough && !(estimates[k].norm <= ROUGH_STEP * estimates[k].scale);
    return rough;
}

/* Iterates all estimates together until none is active, with the present psi. Reaching
 * the limit of steps is no failure: converged is then false. Fails as find_scales and the
 * passes do. */
static enum sow_status iterate(struct sow_fitting *work, struct sow_estimate *estimates,
                               size_t count, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t k = 0; k < count; k++) {
        estimates[k].active = true;
        estimates[k].norm = (double)INFINITY;
        estimates[k].damping = 1;
    }
    for (bool any = count > 0; status == SOW_OK && any;) {
        int passes = is_rough(estimates, count) ? ROUGH_PASSES : SOW_RANKS_PASSES;
        status = find_scales(work, estimates, count, passes, err);
        if (status == SOW_OK)
            status = sow_fitting_gradient(work, estimates, count, err);
        any = false;
        for (size_t k = 0; status == SOW_OK && k < count; k++) {
            if (estimates[k].active)
                advance(work, &estimates[k], passes == SOW_RANKS_PASSES);
            any = any || estimates[k].active;
        }
    }
    return status;
}

/* Iterates estimates with the psi and tuning of the options; the bisquare first with
 * Huber's psi, whose steps do not count. The bisquare has several solutions. Huber's psi
 * has only one, which leads to that of the bisquare. Fails as iterate does. */
static enum sow_status iterate_from_huber(struct sow_fitting *work,
                                          struct sow_estimate *estimates, size_t count,
                                          struct sow_err *err)
{
    work->psi = sow_psis[SOW_LOSS_HUBER];
    bool is_bisquare = work->options.loss == SOW_LOSS_BISQUARE;
    enum sow_status status = SOW_OK;
    if (is_bisquare)
        status = iterate(work, estimates, count, err);
    for (size_t k = 0; k < count; k++)
        estimates[k].iterations = 0;
    work->psi = sow_psis[work->options.loss];
    if (work->options.tuning > 0)
        work->psi.tuning = work->options.tuning;
    return status == SOW_OK ? iterate(work, estimates, count, err) : status;
}

enum sow_status sow_fit_robust(struct sow_fitting *work, struct sow_err *err)
{
    enum sow_status status = sow_fit_least_squares(work, err);
    if (status == SOW_OK)
        status = iterate_from_huber(work, &work->whole, 1, err);
    if (status == SOW_OK && work->options.folds > 0)
        status = iterate_from_huber(work, work->folds, (size_t)work->options.folds, err);
    return status;
}

/* ---- Spread ---- */

/* A pass that adds up slopes of psi and the curvature of the loss. The coordinates are
 * those in which the curvature of the plain rows is the identity. */
struct bending {
    struct sow_fitting *work; /* the fit */
    double pulls;             /* sum of squares of psi */
    double sum, squares;      /* sums of the slopes, and of their squares */
    double *curvature; /* matrix of the chosen terms; only its upper triangle is filled */
    double *z;         /* room for the chosen terms of one row */
};

/* Adds psi, its slope and the curvature of one row to the sums. Never fails. A
   sow_observation_fn whose @p taker is a struct bending. */
static enum sow_status take_bending(void *taker, const struct sow_observation *seen,
                                    struct sow_err *err)
{
    (void)err;
    struct bending *bending = taker;
    const struct sow_fitting *work = bending->work;
    const struct sow_estimate *whole = &work->whole;
    size_t count = whole->count;
    double eta = 0;
    double pull = 0;
    sow_eta_fill(seen, whole->b, work->columns, &eta);
    double slope = work->criterion->pull(work, whole, seen, &eta, &pull);
    bending->pulls += seen->weight * pull * pull;
    bending->sum += slope;
    bending->squares += slope * slope;
    for (size_t a = 0; a < count; a++)
        bending->z[a] = whole->chosen[a] == 0 ? 1 : seen->x[whole->chosen[a] - 1];
    sow_triangle_whiten(&whole->factor, count, bending->z);
    double weight = seen->weight * slope;
    for (size_t a = 0; a < count; a++)
        for (size_t b = a; b < count; b++)
            bending->curvature[a * count + b] += weight * bending->z[a] * bending->z[b];
    return SOW_OK;
}

/* Computes into @p factor the factor of the standard errors, and replaces
 * work->whole.factor by that of the loss's second derivatives. Returns SOW_BAD_DATA, with
 * the factor unchanged, if the curvature is not positive definite. */
static enum sow_status apply_bending(struct bending *bending, double *factor,
                                     struct sow_err *err)
{
    struct sow_estimate *whole = &bending->work->whole;
    double n = (double)bending->work->rows;
    double k = (double)whole->count;
    double mean = bending->sum / n;
    double variance = (bending->squares - n * mean * mean) / (n - 1);
    double inflation = 1 + k * variance / (n * mean * mean);
    *factor = sqrt(bending->pulls / (n - k)) * inflation / mean;
    if (sow_triangle_reshape(&whole->factor, whole->count, bending->curvature))
        return SOW_OK;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "too many rows are too far from the fit for this loss; use loss huber or a "
        "larger tuning");
}

enum sow_status sow_robust_spread(struct sow_fitting *work, double *deviation,
                                  struct sow_err *err)
{
    size_t count = work->whole.count;
    double *room = calloc(count * (count + 1) + 1, sizeof *room);
    if (room == NULL)
        return sow_err_no_memory(err);
    struct bending bending = {.work = work, .curvature = room, .z = room + count * count};
    enum sow_status status =
        sow_observe(work->source, work->method, take_bending, &bending, NULL, err);
    if (status == SOW_OK)
        status = apply_bending(&bending, deviation, err);
    free(room);
    return status;
}
