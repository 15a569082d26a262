/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forward selection of columns by their score out of sample. */
#include "criterion.h"

#include <math.h>
#include <stdlib.h>

/* Number of additions in a row without progress that end the search. */
enum { PATIENCE = 5 };

/* State of the search. */
struct path {
    struct sow_fitting *work;    /* the fit */
    bool *candidate;             /* for each column, true if it may still be added */
    struct sow_model_step *step; /* [0] is the start; room for one more for each column */
    int steps;                   /* number of steps taken, with the start */
    double penalty; /* ridge penalty of the step before, at which candidates compete */
    int best;       /* number of the step with the lowest score */
};

/* Returns true for least squares and ridge, whose fits need no pass over the rows. */
static bool is_linear(const struct sow_fitting *work)
{
    return work->criterion == &sow_criterion_linear;
}

/* Computes the score of the columns in use, by a fit for each fold. Fills score, standard
 * error and penalty of @p step; the penalty is NaN unless the method is ridge. Fails as
 * the fits do. */
static enum sow_status score_columns(struct path *path, struct sow_model_step *step,
                                     struct sow_err *err)
{
    struct sow_fitting *work = path->work;
    bool is_ridge = work->method == &sow_methods[SOW_METHOD_RIDGE];
    step->penalty = (double)NAN;
    if (!is_linear(work)) {
        enum sow_status status = work->estimate(work, err);
        return status == SOW_OK
                   ? sow_fitting_score(work, &step->score, &step->standard_error, err)
                   : status;
    }
    sow_fitting_pick(work);
    if (is_ridge && !(work->options.penalty > 0))
        return sow_ridge_choose(work, false, &step->penalty, &step->score,
                                &step->standard_error, err);
    if (is_ridge)
        step->penalty = work->options.penalty;
    return sow_linear_score(work, &work->parts, is_ridge ? step->penalty : 0,
                            &step->score, &step->standard_error, err);
}

/* Finds the candidate with the lowest score, in addition to the columns in use; -1 if
 * there is no candidate. The factors in @p parts give the scores. They are of the rows,
 * or of the rows reweighted at the fit so far. Leaves work->use as it was. Returns SOW_OK
 * or SOW_NO_MEMORY. */
static enum sow_status find_candidate(struct path *path, const struct sow_parts *parts,
                                      int *found, struct sow_err *err)
{
    struct sow_fitting *work = path->work;
    double best = (double)INFINITY;
    double penalty = isnan(path->penalty) ? 0 : path->penalty;
    *found = -1;
    for (size_t j = 0; j < work->columns; j++) {
        if (!path->candidate[j])
            continue;
        double score = 0;
        double standard_error = 0;
        work->use[j] = true;
        sow_fitting_pick(work);
        enum sow_status status =
            sow_linear_score(work, parts, penalty, &score, &standard_error, err);
        work->use[j] = false;
        if (status != SOW_OK)
            return status;
        if (*found < 0 || score < best) {
            best = score;
            *found = (int)j;
        }
    }
    return SOW_OK;
}

/* Finds the column to add next into @p found, as find_candidate does. Linear methods use
 * the factors of the first pass. The others take a pass, which reweighs the rows at the
 * fit so far. Fails as a pass does, or with SOW_NO_MEMORY. */
static enum sow_status choose_candidate(struct path *path, int *found,
                                        struct sow_err *err)
{
    struct sow_fitting *work = path->work;
    if (is_linear(work))
        return find_candidate(path, &work->parts, found, err);
    struct sow_parts parts = {0};
    enum sow_status status = sow_fitting_reweigh(work, &work->whole, &parts, err);
    if (status == SOW_OK)
        status = find_candidate(path, &parts, found, err);
    sow_parts_release(&parts);
    return status;
}

/* Adds @p column to those in use, scores the result and appends the step to the path. A
 * negative column gives the start, which adds nothing. On failure, the step is not
 * counted. */
static enum sow_status take_step(struct path *path, int column, struct sow_err *err)
{
    struct sow_model_step *step = &path->step[path->steps];
    step->action = column < 0 ? SOW_STEP_START : SOW_STEP_ADD;
    step->column = column;
    if (column >= 0) {
        path->work->use[column] = true;
        path->candidate[column] = false;
    }
    enum sow_status status = score_columns(path, step, err);
    if (status != SOW_OK)
        return status;
    /* Before the first column, every penalty gives the same score. */
    bool is_first = column < 0 && !isnan(step->penalty);
    path->penalty = is_first ? sow_penalty_at(0) : step->penalty;
    if (step->score < path->step[path->best].score)
        path->best = path->steps;
    path->steps++;
    return SOW_OK;
}

/* Takes steps from the start until no candidate is left, select_most columns are added,
 * or PATIENCE additions in a row have not lowered the best score. Returns the status of
 * the first step that fails. */
static enum sow_status walk(struct path *path, struct sow_err *err)
{
    int most = path->work->options.select_most;
    enum sow_status status = take_step(path, -1, err);
    while (status == SOW_OK) {
        int added = path->steps - 1;
        if ((most > 0 && added == most) || added - path->best >= PATIENCE)
            break;
        int column = -1;
        status = choose_candidate(path, &column, err);
        if (status != SOW_OK || column < 0)
            break;
        status = take_step(path, column, err);
    }
    return status;
}

/* Returns the number of the last step that the model keeps, by options.rule; 0 is the
 * start. */
static int steps_kept(const struct path *path)
{
    int kept = path->best;
    const struct sow_model_step *best = &path->step[path->best];
    double allowed = best->score + best->standard_error;
    for (int i = 0; path->work->options.rule == SOW_RULE_ONE_ERROR && i < kept; i++)
        if (path->step[i].score <= allowed)
            kept = i;
    return kept;
}

/* Sets work->use to the columns of the steps kept and records all steps in the model.
 * Returns SOW_BAD_DATA if neither a column nor an intercept is left, or SOW_NO_MEMORY. */
static enum sow_status keep_steps(struct path *path, struct sow_err *err)
{
    struct sow_fitting *work = path->work;
    int kept = steps_kept(path);
    if (kept == 0 && !work->options.intercept)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "no column improves the prediction of '%s'; try other columns, or fit "
            "without selection",
            work->source->columns->target);
    for (size_t j = 0; j < work->columns; j++)
        work->use[j] = false;
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < path->steps; i++) {
        path->step[i].chosen = i <= kept;
        if (i > 0 && i <= kept)
            work->use[path->step[i].column] = true;
        status = sow_fitting_record(work, &path->step[i], err);
    }
    return status;
}

/* Returns true if a column is constant beside an intercept, or 0 in every row without
 * one. */
static bool is_constant(const struct sow_fitting *work, size_t column)
{
    double value = sow_design_constant(work->design, 1 + column);
    return work->options.intercept ? !isnan(value) : fpclassify(value) == FP_ZERO;
}

enum sow_status sow_fitting_select(struct sow_fitting *work, struct sow_err *err)
{
    struct path path = {.work = work, .penalty = (double)NAN};
    path.candidate = calloc(work->columns + 1, sizeof *path.candidate);
    path.step = calloc(work->columns + 1, sizeof *path.step);
    enum sow_status status = SOW_OK;
    if (path.candidate == NULL || path.step == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    /* Begins with all columns, so that errors name unusable columns before the search. */
    status = sow_fitting_begin(work, err);
    for (size_t j = 0; status == SOW_OK && j < work->columns; j++) {
        path.candidate[j] = work->use[j] && !is_constant(work, j);
        work->use[j] = false;
    }
    if (status == SOW_OK)
        status = walk(&path, err);
    if (status == SOW_OK)
        status = keep_steps(&path, err);
done:
    free(path.candidate);
    free(path.step);
    return status;
}
