/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of a run beside their defaults, which the tables of its kind have. */
#include "sow/queries/query_settings.h"

#include "sow/queries/query_follow.h"
#include "sow/runs/run.h"
#include "sow/store/tables/runs.def"

#include <string.h>

/* A list of settings that is being read. */
struct reading {
    const struct sow_param_group *groups; /* tables of the run's kind; NULL: none */
    sow_query_setting_fn *take;           /* receives each setting */
    void *context;                        /* passed to `take` */
    const struct sow_run_row *row;        /* record of the run */
    const struct sow_query_following *following; /* settings that follow */
};

/* Returns the row of a typed setting, or NULL for operands, for values that the program
   works out, and for unknown names. */
static const struct sow_param *find_typed(const struct sow_param_group *group,
                                          const char *name)
{
    for (; group != NULL && group->table != NULL; group++) {
        const struct sow_param *param = group->use == SOW_TYPED_AND_RECORDED
                                            ? sow_param_find(group->table, name)
                                            : NULL;
        if (param != NULL)
            return param;
    }
    return NULL;
}

/* Passes a row (name, value) to the receiver, unless it is no typed setting. Callback of
   sow_store_answer. Fails as the receiver. */
static enum sow_status take_row(void *context, const struct sow_cells *cells,
                                struct sow_err *err)
{
    const struct reading *reading = context;
    const struct sow_param *param = find_typed(reading->groups, cells->text[0]);
    if (param == NULL || cells->text[1] == NULL)
        return SOW_OK;
    struct sow_query_setting setting = {param, cells->text[1],
                                        strcmp(cells->text[1], param->fallback) != 0};
    if (setting.differs && (sow_query_is_answer(reading->row, param, setting.value) ||
                            sow_query_follows(reading->following, param)))
        setting.differs = false;
    return reading->take(reading->context, &setting, err);
}

enum sow_status sow_query_settings(struct sow_store *store, const struct sow_run_row *row,
                                   const struct sow_query_following *following,
                                   sow_query_setting_fn *take, void *context,
                                   struct sow_err *err)
{
    const struct sow_run_kind *found = sow_run_kind_find(row->kind);
    struct reading reading = {found != NULL ? found->groups : NULL, take, context, row,
                              following};
    return sow_store_answer(store,
                            "SELECT name, value FROM run_settings WHERE run_id = ?1"
                            " AND source = 'parameters'",
                            SOW_VALUES(sow_integer(row->id)), take_row, &reading, err);
}

size_t sow_query_defaults(const char *kind, sow_query_given_fn *given,
                          const void *context,
                          struct sow_query_default defaults[SOW_QUERY_DEFAULTS_MAX])
{
    size_t count = 0;
    const struct sow_run_kind *found = sow_run_kind_find(kind);
    const struct sow_param_group *group = found != NULL ? found->groups : NULL;
    for (; group != NULL && group->table != NULL; group++)
        for (size_t i = 0; i < group->table->count && count < SOW_QUERY_DEFAULTS_MAX;
             i++) {
            const struct sow_param *param = &group->table->rows[i];
            if (param->fallback != NULL && (given == NULL || !given(context, param)))
                defaults[count++] = (struct sow_query_default){
                    sow_param_stored_name(param), param->fallback};
        }
    return count;
}
