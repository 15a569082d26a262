/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits weights to the labelled positions of a round. */
#include "learn_fit.h"

#include "sow/learn/model.h"

#include <math.h>

enum { FOLDS_MOST = 10 };

/* Returns the number of folds: fewer if there are few pairs of games, and 0, which gives
   no figures out of sample, if there are none to leave out. */
static int folds_of(const struct learn_rows *rows)
{
    int64_t pairs = rows->row[rows->count - 1].game / 2 + 1;
    return pairs >= FOLDS_MOST ? FOLDS_MOST : pairs >= 2 ? (int)pairs : 0;
}

/* Gives every row to @p take. It is the source of a struct sow_rows; @p context is a
   struct learn_fitting. */
static enum sow_status each_row(void *context, sow_row_fn *take, void *taker,
                                struct sow_err *err)
{
    const struct learn_fitting *fitting = context;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < fitting->rows->count && status == SOW_OK; i++) {
        const struct learn_row *from = &fitting->rows->row[i];
        double x[SOW_AGENT_TERMS_MAX];
        for (int k = 0; k < fitting->count; k++)
            x[k] = from->value[k];
        struct sow_row row = {.x = x,
                              .y = fitting->target_mix * from->margin +
                                   (1 - fitting->target_mix) * from->searched,
                              .weight = 1,
                              .group = from->game,
                              .stratum = SOW_NO_STRATUM};
        status = take(taker, &row, err);
    }
    return status;
}

/* Makes the evaluator of a model. SOW_BAD_DATA if it has no weights. */
static enum sow_status make_agent(const struct learn_fitting *fitting,
                                  const struct sow_model *model, struct sow_agent *agent,
                                  struct sow_err *err)
{
    int feature[SOW_AGENT_TERMS_MAX];
    double weight[SOW_AGENT_TERMS_MAX];
    int to_move = sow_state_feature_find("to_move");
    int count = 0;
    for (int k = 0; k < fitting->count; k++) {
        const struct sow_ols_term *term = &model->terms[1 + k];
        /* Ridge also fits columns that depend on others. */
        if (!isfinite(term->estimate) || term->estimate == 0 ||
            fitting->features[k] == to_move)
            continue;
        feature[count] = fitting->features[k];
        weight[count++] = term->estimate;
    }
    if (count == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "no feature varies in the positions: raise --positions or "
                           "name other --features");
    if (count < SOW_AGENT_TERMS_MAX && model->terms[0].estimate != 0) {
        feature[count] = to_move;
        weight[count++] = model->terms[0].estimate;
    }
    sow_agent_state(agent, feature, weight, count);
    agent->of_mover = true;
    return SOW_OK;
}

enum sow_status sow_learn_fit(const struct learn_fitting *fitting,
                              struct learn_fitted *fitted, struct sow_err *err)
{
    const char *names[SOW_AGENT_TERMS_MAX];
    for (int k = 0; k < fitting->count; k++)
        names[k] = sow_state_features.rows[fitting->features[k]].name;
    struct sow_design_columns columns = {fitting->count, names, "target"};
    struct learn_fitting source = *fitting;
    struct sow_rows rows = {&columns, each_row, &source};
    struct sow_model_options options;
    struct sow_model *model = NULL;
    sow_param_defaults(&sow_model_params, &options);
    options.method = fitting->penalty > 0 ? SOW_METHOD_RIDGE : SOW_METHOD_LEAST_SQUARES;
    options.penalty = fitting->penalty;
    options.errors = SOW_ERRORS_CLASSICAL;
    options.folds = folds_of(fitting->rows);
    enum sow_status status = sow_model_fit(&rows, NULL, &options, &model, err);
    if (status != SOW_OK)
        return status;
    struct sow_agent agent;
    status = make_agent(fitting, model, &agent, err);
    if (status == SOW_OK)
        *fitted =
            (struct learn_fitted){agent, sow_model_measure(model, SOW_SAMPLE_OUT, "r2"),
                                  sow_model_measure(model, SOW_SAMPLE_OUT, "rmse")};
    sow_model_free(model);
    return status;
}
