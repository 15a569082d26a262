/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query_follow.h"

#include "sow/base/text.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/runs/run_params.h"
#include "sow/store/tables/runs.def"
#include "sow/variants/variant.h"

#include <stdlib.h>
#include <string.h>

/* Returns the group of a row, or NULL if the kind has no such row. */
static const struct sow_param_group *group_of(const struct sow_run_kind *kind,
                                              const struct sow_param *param)
{
    for (const struct sow_param_group *group = kind->groups; group->table != NULL;
         group++)
        for (size_t i = 0; i < group->table->count; i++)
            if (&group->table->rows[i] == param)
                return group;
    return NULL;
}

/* Returns true if the option of a row has no effect on runs with these options. */
static bool is_idle(const struct sow_run_kind *kind, const struct sow_param *param,
                    const void *options)
{
    for (const struct sow_param_need *need = kind->needs;
         need != NULL && need->name != NULL; need++)
        if (strcmp(need->name, param->name) == 0 && !need->is_met(options))
            return true;
    return false;
}

/* Returns true if an option names a program, a port or a file: a page must not open them
   because a record says so. True also without memory. */
static bool names_outside(const struct sow_run_kind *kind, const void *options)
{
    static const char *const FORMS[] = {"exec:", "kgp:", "endgame="};
    bool named = sow_run_refuse_names(kind, options, NULL) != SOW_OK;
    for (const struct sow_param_group *group = kind->groups; group->table != NULL;
         group++)
        for (size_t i = 0; i < group->table->count && !named; i++) {
            const struct sow_param *param = &group->table->rows[i];
            char *text = sow_param_get(param, (const char *)options + group->offset);
            bool is_file =
                strcmp(param->name, "file") == 0 || strcmp(param->name, "endgame") == 0;
            named = text == NULL || (is_file && text[0] != '\0');
            for (size_t f = 0; f < sizeof FORMS / sizeof *FORMS && !named; f++)
                named = strstr(text, FORMS[f]) != NULL;
            free(text);
        }
    return named;
}

/* Removes the recorded names of the list of players at @p offset of the options. They
   belong to the recorded players only. */
static enum sow_status forget_names(const struct sow_run_kind *kind, void *options,
                                    size_t offset)
{
    enum sow_status status = SOW_OK;
    for (const struct sow_param_group *group = kind->groups; group->table != NULL;
         group++)
        for (size_t i = 0; i < group->table->count && status == SOW_OK; i++) {
            const struct sow_param *names = &group->table->rows[i];
            if ((names->type == &sow_param_player_names ||
                 names->type == &sow_param_added_player_names) &&
                group->offset + names->offset == offset)
                status = sow_param_set(names, (char *)options + group->offset, "", NULL);
        }
    return status;
}

/* Gives the option @p param of @p options its default, and prepares them as those of a
   new run. Returns the value that it has then, on the heap; NULL if that fails. */
static char *value_without(const struct sow_run_kind *kind, const struct sow_run_row *row,
                           const struct sow_param *param, void *options,
                           struct sow_store *store)
{
    struct sow_variant variant;
    size_t offset = group_of(kind, param)->offset;
    char *described = (char *)options + offset;
    enum sow_status status = forget_names(kind, options, offset + param->offset);
    if (status == SOW_OK)
        status = sow_param_set(param, described, param->fallback, NULL);
    if (status == SOW_OK)
        status = sow_variant_read_text(row->rules, row->variant, &variant, NULL);
    if (status == SOW_OK && kind->prepare != NULL)
        status = names_outside(kind, options)
                     ? SOW_USAGE
                     : kind->prepare(options, store, &variant.rules, NULL);
    return status == SOW_OK ? sow_param_get(param, described) : NULL;
}

bool sow_query_follows(struct sow_store *store, const struct sow_run_row *row,
                       const struct sow_param *param)
{
    const struct sow_run_kind *kind = sow_run_kind_find(row->kind);
    const struct sow_param_group *group = kind != NULL ? group_of(kind, param) : NULL;
    void *options = group != NULL ? calloc(1, kind->options_size) : NULL;
    bool follows = false;
    if (options == NULL)
        return false;
    sow_params_init(kind->groups, options, kind->options_size);
    if (sow_run_params_read(kind->groups, row->parameters, options, NULL) == SOW_OK) {
        char *recorded = sow_param_get(param, (char *)options + group->offset);
        follows = is_idle(kind, param, options);
        char *usual = follows ? NULL : value_without(kind, row, param, options, store);
        follows = follows ||
                  (recorded != NULL && usual != NULL && strcmp(recorded, usual) == 0);
        free(recorded);
        free(usual);
    }
    sow_params_release(kind->groups, options);
    free(options);
    return follows;
}

bool sow_query_is_answer(const struct sow_run_row *row, const struct sow_param *param,
                         const char *value)
{
    const struct sow_run_kind *kind = sow_run_kind_find(row->kind);
    const struct sow_run_question *question = kind != NULL ? kind->question : NULL;
    int64_t number;
    if (question == NULL || param->type != question->type ||
        !sow_text_to_int(value, &number))
        return false;
    for (size_t i = 0; i < question->count; i++)
        if (question->answers[i] == number)
            return true;
    return false;
}
