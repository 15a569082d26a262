/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logistic regression and conditional logit by Newton's method. A factor of the second
 * derivatives costs far more than a gradient. So a factor is kept from step to step for
 * as long as the steps shrink well with it. */
#include "criterion.h"
#include "sow/base/stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest step, relative to eta, that ends the iterations. The second bound is for
 * ill-conditioned designs, in which rounding errors keep the steps above the first. The
 * third is an absolute bound, for an eta near 0. */
static const double PRECISION = 1e-11;
static const double LEAST_PRECISION = 1e-7;
static const double LEAST_STEP = 1e-14;

/* Largest size of a step that shrinks well, as a share of the step before. */
static const double GOOD_SHRINKAGE = 0.1;

/* Largest difference of two losses, as a share of a loss, that may be due to rounding. */
static const double LOSS_SLACK = 1e-10;

/* Limits of the iterations. After SEPARATION_STEPS steps, and then after every
 * SEPARATION_EVERY more, a test looks for separated classes. By then a direction that
 * separates them stands out, and all others have converged. */
enum { HALVINGS_MOST = 20, SEPARATION_STEPS = 20, SEPARATION_EVERY = 5, NAMED_MOST = 4 };

/* Lowest margin, as a share of the largest one, that rounding may give classes that a
 * step separates. */
static const double SEPARATION_SLACK = 1e-6;

/* ---- Factors of second derivatives ---- */

/* A pass that corrects second derivatives for sets with several preferred alternatives.
 * There they are less than R'R, which is made of the probabilities of all alternatives:
 * R'R - sum w q (x - m)(x - m)' with m = sum q x. The difference is computed in
 * coordinates in which R'R is the identity. */
struct correction {
    struct sow_fitting *work;       /* the fit */
    struct sow_estimate *estimates; /* estimates to correct */
    size_t count;                   /* number of estimates */
    double **curvature;             /* matrix of each estimate; NULL if it needs none */
    struct sow_scratch scratch;     /* room for one observation */
};

/* Subtracts the sum w q (x - m)(x - m)' of one choice set from the matrix `curvature[k]`
   (struct correction). Here x are the columns of an alternative. Under estimate
   @p k, q is its probability given that a preferred one was chosen (sow_choice_fill). The
   set has the weight w, and m is the mean of x. Fills only the upper triangle. */
static void add_correction(struct correction *correction, size_t k,
                           const struct sow_observation *seen)
{
    const struct sow_fitting *work = correction->work;
    struct sow_scratch *scratch = &correction->scratch;
    const struct sow_estimate *estimate = &correction->estimates[k];
    size_t count = estimate->count;
    double *q = scratch->gap;
    sow_eta_fill(seen, estimate->b, work->columns, scratch->eta);
    (void)sow_choice_fill(seen, scratch->eta, scratch->pull, q);
    for (size_t a = 0; a < count; a++) {
        scratch->mean[a] = 0;
        for (size_t i = 0; i < seen->count; i++)
            scratch->mean[a] +=
                q[i] * seen->x[i * work->columns + estimate->chosen[a] - 1];
    }
    for (size_t i = 0; i < seen->count; i++) {
        if (!(q[i] > 0))
            continue;
        double *z = scratch->row;
        for (size_t a = 0; a < count; a++)
            z[a] =
                seen->x[i * work->columns + estimate->chosen[a] - 1] - scratch->mean[a];
        sow_triangle_whiten(&estimate->factor, count, z);
        double weight = seen->weight * q[i];
        double *cell = correction->curvature[k];
        for (size_t a = 0; a < count; a++)
            for (size_t b = a; b < count; b++)
                cell[a * count + b] -= weight * z[a] * z[b];
    }
}

/* Corrects the curvatures of all stale estimates for one choice set. Skips sets with one
 * preferred alternative, and estimates that leave out its fold. Never fails. A
 * sow_observation_fn whose @p taker is a struct correction. */
static enum sow_status take_correction(void *taker, const struct sow_observation *seen,
                                       struct sow_err *err)
{
    (void)err;
    struct correction *correction = taker;
    const struct sow_fitting *work = correction->work;
    size_t preferred = 0;
    for (size_t i = 0; i < seen->count; i++)
        preferred += seen->y[i] > 0 ? 1 : 0;
    int folds = work->options.folds;
    int fold = folds > 0 ? sow_fold_of_group(seen->group, folds) : 0;
    for (size_t k = 0; preferred > 1 && k < correction->count; k++)
        if (correction->curvature[k] != NULL && correction->estimates[k].left_out != fold)
            add_correction(correction, k, seen);
    return SOW_OK;
}

/* Makes an identity matrix for each estimate that is ready and stale, and NULL for the
 * others. The caller frees them, also after SOW_NO_MEMORY. */
static enum sow_status begin_correction(struct correction *correction,
                                        struct sow_err *err)
{
    correction->curvature = calloc(correction->count, sizeof(double *));
    if (correction->curvature == NULL)
        return sow_err_no_memory(err);
    for (size_t k = 0; k < correction->count; k++) {
        const struct sow_estimate *estimate = &correction->estimates[k];
        if (!estimate->ready || !estimate->stale)
            continue;
        size_t count = estimate->count;
        correction->curvature[k] = calloc(count * count + 1, sizeof(double));
        if (correction->curvature[k] == NULL)
            return sow_err_no_memory(err);
        for (size_t a = 0; a < count; a++)
            correction->curvature[k][a * count + a] = 1;
    }
    return SOW_OK;
}

/* Corrects the factors of stale estimates in one pass. If the corrected derivatives are
 * not those of a minimum, the factor stays R'R, which still leads downhill, and
 * is_minimum becomes false. On failure, the factors are unchanged. */
static enum sow_status correct(struct sow_fitting *work, struct sow_estimate *estimates,
                               size_t count, struct sow_err *err)
{
    struct correction *correction = calloc(1, sizeof *correction);
    if (correction == NULL)
        return sow_err_no_memory(err);
    correction->work = work;
    correction->estimates = estimates;
    correction->count = count;
    enum sow_status status = begin_correction(correction, err);
    if (status == SOW_OK)
        status = sow_observe(work->source, work->method, take_correction, correction,
                             NULL, err);
    for (size_t k = 0; correction->curvature != NULL && k < count; k++) {
        double *curvature = correction->curvature[k];
        if (status == SOW_OK && curvature != NULL)
            estimates[k].is_minimum =
                sow_triangle_reshape(&estimates[k].factor, estimates[k].count, curvature);
        free(curvature);
    }
    free(correction->curvature);
    free(correction);
    return status;
}

/* Replaces the factor of an estimate by that of the rows reweighted at its coefficients,
 * in one pass. Fails with the status of the pass. */
static enum sow_status refactor(struct sow_fitting *work, struct sow_estimate *estimate,
                                struct sow_err *err)
{
    struct sow_triangle all;
    enum sow_status status = sow_fitting_refactor(work, estimate, &all, err);
    if (status != SOW_OK)
        return status;
    sow_triangle_release(&estimate->factor);
    estimate->chosen[estimate->count] = work->terms;
    estimate->is_minimum = true;
    status = sow_triangle_select(&all, estimate->chosen, estimate->count + 1,
                                 &estimate->factor, err);
    sow_triangle_release(&all);
    return status;
}

/* Renews the stale factors of estimates that are ready for a step. Takes a pass for each,
 * and fails as they do. */
static enum sow_status refresh(struct sow_fitting *work, struct sow_estimate *estimates,
                               size_t count, struct sow_err *err)
{
    bool any = false;
    enum sow_status status = SOW_OK;
    for (size_t k = 0; status == SOW_OK && k < count; k++)
        if (estimates[k].ready && estimates[k].stale) {
            status = refactor(work, &estimates[k], err);
            any = true;
        }
    if (status == SOW_OK && any && work->census.several > 0)
        status = correct(work, estimates, count, err);
    return status;
}

/* ---- Separated classes ---- */

/* A pass that finds the margins of the last step, as if it were the coefficients. */
struct parting {
    struct sow_fitting *work;            /* the fit */
    const struct sow_estimate *estimate; /* estimate whose step is tested */
    double worst, best;                  /* lowest margin, and largest absolute margin */
    struct sow_scratch scratch;          /* room for one observation */
};

/* Takes the margin of one observation into account, unless it is in the fold left out.
 * Never fails. A sow_observation_fn whose @p taker is a struct parting. */
static enum sow_status take_parting(void *taker, const struct sow_observation *seen,
                                    struct sow_err *err)
{
    (void)err;
    struct parting *parting = taker;
    const struct sow_fitting *work = parting->work;
    int folds = work->options.folds;
    if (folds > 0 && sow_fold_of_group(seen->group, folds) == parting->estimate->left_out)
        return SOW_OK;
    double *eta = parting->scratch.eta;
    sow_eta_fill(seen, parting->estimate->step, work->columns, eta);
    double margin = work->criterion->margin(seen, eta);
    parting->worst = margin < parting->worst ? margin : parting->worst;
    parting->best = fabs(margin) > parting->best ? fabs(margin) : parting->best;
    return SOW_OK;
}

/* Returns the size of a term's part in the last step: its change times the root of the
 * column's sum of squares, about the mean with an intercept. */
static double share_in_step(const struct sow_fitting *work,
                            const struct sow_estimate *estimate, size_t term)
{
    size_t first = work->options.intercept ? 1 : 0;
    return fabs(estimate->step[term]) *
           sqrt(sow_triangle_squares(&work->all, term, first, term + 1));
}

/* Writes to @p out the names of the columns that matter for the step: their share in it
 * (share_in_step) is at least 1 percent of the largest one. After NAMED_MOST names,
 * writes the number of the others. */
static void print_columns(const struct sow_fitting *work,
                          const struct sow_estimate *estimate, FILE *out)
{
    double most = 0;
    for (size_t j = 1; j < work->terms; j++) {
        double share = share_in_step(work, estimate, j);
        most = share > most ? share : most;
    }
    int named = 0;
    for (size_t j = 1; j < work->terms; j++) {
        if (share_in_step(work, estimate, j) < 0.01 * most || !(most > 0))
            continue;
        if (++named <= NAMED_MOST)
            fprintf(out, "%s'%s'", named > 1 ? ", " : "",
                    work->source->columns->names[j - 1]);
    }
    if (named > NAMED_MOST)
        fprintf(out, " and %d more", named - NAMED_MOST);
}

/* Sets an error that names the columns that separate the classes or choices. Returns
   SOW_BAD_DATA, or SOW_NO_MEMORY. */
static enum sow_status refuse_separated(const struct sow_fitting *work,
                                        const struct sow_estimate *estimate,
                                        struct sow_err *err)
{
    char *columns = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&columns, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    print_columns(work, estimate, out);
    if (fclose(out) != 0)
        return sow_err_no_memory(err);
    const char *target = work->source->columns->target;
    enum sow_status status = sow_err_set(
        err, SOW_BAD_DATA,
        work->method->has_sets
            ? "columns %s single out the preferred alternative ('%s') of each set, so their "
              "coefficients grow without limit; give more rows or leave out a column"
            : "columns %s separate the classes of '%s', so their coefficients grow "
              "without limit; give more rows or leave out a column",
        columns, target);
    free(columns);
    return sow_fitting_blame(estimate, status, err);
}

/* Returns SOW_BAD_DATA if the last step separates the classes; takes one pass. Steps in
 * one direction may continue without end and classify no observation wrongly. Then there
 * are no finite coefficients that are best (Albert and Anderson 1984, "On the Existence
 * of Maximum Likelihood Estimates in Logistic Regression Models"). */
static enum sow_status check_separation(struct sow_fitting *work,
                                        const struct sow_estimate *estimate,
                                        struct sow_err *err)
{
    struct parting *parting = calloc(1, sizeof *parting);
    if (parting == NULL)
        return sow_err_no_memory(err);
    parting->work = work;
    parting->estimate = estimate;
    enum sow_status status =
        sow_observe(work->source, work->method, take_parting, parting, NULL, err);
    bool is_separated =
        parting->best > 0 && parting->worst >= -SEPARATION_SLACK * parting->best;
    free(parting);
    if (status == SOW_OK && is_separated)
        status = refuse_separated(work, estimate, err);
    return status;
}

/* ---- Steps ---- */

/* Halves the last step if it has increased the loss, by moving the coefficients half way
 * back. Otherwise, and after HALVINGS_MOST halvings, marks the estimate as ready for the
 * next step. A step that was halved makes the factor stale. */
static void settle(const struct sow_fitting *work, struct sow_estimate *estimate)
{
    double slack = LOSS_SLACK * fabs(estimate->last_loss);
    bool is_worse =
        estimate->iterations > 0 && !(estimate->loss <= estimate->last_loss + slack);
    estimate->ready = !is_worse || estimate->halvings == HALVINGS_MOST;
    if (estimate->ready) {
        estimate->stale = estimate->stale || estimate->halvings > 0;
        estimate->halvings = 0;
        return;
    }
    estimate->halvings++;
    for (size_t j = 0; j < work->terms; j++)
        estimate->b[j] = (estimate->b[j] + estimate->previous[j]) / 2;
}

/* Fills estimate->step with the step that the factor makes of the gradient. Overwrites
 * estimate->previous. */
static void find_step(const struct sow_fitting *work, struct sow_estimate *estimate)
{
    double *packed = estimate->previous;
    for (size_t a = 0; a < estimate->count; a++)
        packed[a] = estimate->gradient[estimate->chosen[a]];
    sow_triangle_apply_inverse(&estimate->factor, estimate->count, packed);
    memset(estimate->step, 0, work->terms * sizeof *estimate->step);
    for (size_t a = 0; a < estimate->count; a++)
        estimate->step[estimate->chosen[a]] = packed[a];
}

/* Returns true if the last step is small enough to end the iterations. @p was_fresh is
 * true if the factor was renewed for that step. */
static bool is_last(const struct sow_fitting *work, const struct sow_estimate *estimate,
                    bool was_fresh)
{
    double size = sow_fitting_norm(work, estimate->b);
    bool is_stuck = was_fresh && estimate->norm >= estimate->last_norm;
    return estimate->norm <= PRECISION * size + LEAST_STEP ||
           (is_stuck && estimate->norm <= LEAST_PRECISION * size);
}

/* Takes one step: changes the coefficients and updates losses, norms and flags. A step
 * that is not finite makes the estimate inactive and leaves the coefficients. */
static void advance(const struct sow_fitting *work, struct sow_estimate *estimate)
{
    bool was_fresh = estimate->stale;
    find_step(work, estimate);
    estimate->last_norm = estimate->norm;
    estimate->norm = sow_fitting_norm(work, estimate->step);
    estimate->last_loss = estimate->loss;
    if (!isfinite(estimate->norm)) {
        estimate->active = false;
        return;
    }
    memcpy(estimate->previous, estimate->b, work->terms * sizeof *estimate->b);
    for (size_t j = 0; j < work->terms; j++)
        estimate->b[j] += estimate->step[j];
    estimate->iterations++;
    estimate->stale = estimate->norm > GOOD_SHRINKAGE * estimate->last_norm;
    estimate->converged = is_last(work, estimate, was_fresh);
    estimate->active =
        !estimate->converged && estimate->iterations < work->options.iterations;
}

/* Returns true if a test for separated classes is due: every SEPARATION_EVERY steps from
 * SEPARATION_STEPS on, and when the estimate ends without convergence. */
static bool is_suspect(const struct sow_estimate *estimate)
{
    int more = estimate->iterations - SEPARATION_STEPS;
    bool is_due = more >= 0 && more % SEPARATION_EVERY == 0;
    return !estimate->converged && (is_due || !estimate->active);
}

/* Takes a step of each estimate that is ready, which then is no longer ready. Tests those
 * of them that are suspect. Returns the first failure of check_separation, and leaves the
 * estimates after it as they are. */
static enum sow_status advance_all(struct sow_fitting *work,
                                   struct sow_estimate *estimates, size_t count,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t k = 0; status == SOW_OK && k < count; k++) {
        struct sow_estimate *estimate = &estimates[k];
        if (!estimate->ready)
            continue;
        estimate->ready = false;
        advance(work, estimate);
        if (is_suspect(estimate))
            status = check_separation(work, estimate, err);
    }
    return status;
}

/* Iterates all estimates together until none is active. Reaching the limit of steps is no
 * failure: converged is then false. Fails as the passes and check_separation do. */
static enum sow_status descend(struct sow_fitting *work, struct sow_estimate *estimates,
                               size_t count, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t k = 0; k < count; k++) {
        estimates[k].active = true;
        estimates[k].norm = (double)INFINITY;
    }
    for (bool any = count > 0; status == SOW_OK && any;) {
        status = sow_fitting_gradient(work, estimates, count, err);
        for (size_t k = 0; k < count; k++)
            if (estimates[k].active)
                settle(work, &estimates[k]);
        if (status == SOW_OK)
            status = refresh(work, estimates, count, err);
        if (status == SOW_OK)
            status = advance_all(work, estimates, count, err);
        any = false;
        for (size_t k = 0; k < count; k++)
            any = any || estimates[k].active;
    }
    return status;
}

/* ---- All rows, then folds ---- */

/* Fits all rows from b = 0, then renews the factor at the solution. Clears converged if
 * that is not a minimum. Fails as descend does. */
static enum sow_status fit_whole(struct sow_fitting *work, struct sow_err *err)
{
    struct sow_estimate *whole = &work->whole;
    for (size_t a = 0; a < whole->count; a++)
        for (size_t b = a; b < whole->count; b++)
            whole->factor.cell[a * whole->factor.width + b] *= work->criterion->start;
    whole->is_minimum = true;
    enum sow_status status = descend(work, whole, 1, err);
    if (status != SOW_OK)
        return status;
    whole->ready = whole->stale = true;
    status = refresh(work, whole, 1, err);
    whole->ready = false;
    whole->converged = whole->converged && whole->is_minimum;
    return status;
}

/* Starts the fit without a fold from the solution for all rows. The factor @p train is
 * that of the rows outside the fold. Leaves out columns that these rows do not determine.
 * Returns SOW_OK or SOW_NO_MEMORY. */
static enum sow_status begin_fold(const struct sow_fitting *work,
                                  const struct sow_triangle *train,
                                  struct sow_estimate *fold, struct sow_err *err)
{
    const struct sow_estimate *whole = &work->whole;
    memcpy(fold->chosen, whole->chosen, whole->count * sizeof *whole->chosen);
    fold->count = whole->count;
    fold->chosen[fold->count] = work->terms;
    enum sow_status status = sow_triangle_choose(
        train, fold->chosen, &fold->count, work->options.tolerance, &fold->factor, err);
    for (size_t a = 0; a < fold->count; a++)
        fold->b[fold->chosen[a]] = whole->b[fold->chosen[a]];
    return status;
}

enum sow_status sow_fit_newton(struct sow_fitting *work, struct sow_err *err)
{
    enum sow_status status = sow_fitting_begin(work, err);
    if (status == SOW_OK)
        status = fit_whole(work, err);
    if (status != SOW_OK || work->options.folds == 0)
        return status;
    struct sow_parts parts = {0};
    status = sow_fitting_reweigh(work, &work->whole, &parts, err);
    for (int i = 0; status == SOW_OK && i < parts.count; i++)
        status = begin_fold(work, &parts.train[i], &work->folds[i], err);
    sow_parts_release(&parts);
    if (status == SOW_OK)
        status = descend(work, work->folds, (size_t)work->options.folds, err);
    return status;
}
