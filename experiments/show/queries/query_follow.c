/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query_follow.h"

#include "sow/base/param_flag.h"
#include "sow/base/text.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/runs/run_params.h"
#include "sow/store/tables/runs.def"
#include "sow/variants/variant.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Settings that differ ---- */

/* States of a setting: it may follow, it had to be given, or it has its default or an
   option without effect. */
enum state { OPEN, GIVEN, IDLE };

/* A recorded setting. */
struct setting {
    const struct sow_param *param;
    size_t offset;  /* offset of the group's struct in the options */
    char *recorded; /* value of the record; owned */
    enum state state;
};

/* Settings of a record, while those that follow are found. */
struct search {
    struct sow_store *store;
    const struct sow_run_row *row;
    const struct sow_run_kind *kind;
    void *options; /* options struct of the record; owned */
    struct setting settings[SOW_QUERY_FOLLOWING_MAX];
    size_t count;
};

/* Adds a setting to the search. Leaves it out without memory. */
static void add_setting(struct search *search, const struct sow_param_group *group,
                        const struct sow_param *param)
{
    char *recorded = sow_param_get(param, (char *)search->options + group->offset);
    if (recorded == NULL || search->count == SOW_QUERY_FOLLOWING_MAX) {
        free(recorded);
        return;
    }
    bool idle = strcmp(recorded, param->fallback) == 0 ||
                is_idle(search->kind, param, search->options);
    search->settings[search->count++] =
        (struct setting){param, group->offset, recorded, idle ? IDLE : OPEN};
}

/* Reads the settings of the record that are options of the command. Returns false if the
 * record cannot be read. */
static bool read_settings(struct search *search)
{
    const struct sow_param_group *groups = search->kind->groups;
    if (sow_run_params_read(groups, search->row->parameters, search->options, NULL) !=
        SOW_OK)
        return false;
    for (const struct sow_param_group *group = groups; group->table != NULL; group++)
        for (size_t i = 0;
             group->use == SOW_TYPED_AND_RECORDED && i < group->table->count; i++)
            add_setting(search, group, &group->table->rows[i]);
    return true;
}

/* ---- Working out ---- */

/* Returns the number of settings that may follow. */
static size_t count_open(const struct search *search)
{
    size_t count = 0;
    for (size_t i = 0; i < search->count; i++)
        count += search->settings[i].state == OPEN;
    return count;
}

/* Gives all open settings their defaults in the options of the record, and prepares these
   as those of a new run. Fails if such a run would be refused, or if a page must not
   prepare it (names_outside). */
static enum sow_status work_out(const struct search *search)
{
    struct sow_variant variant;
    const struct sow_run_kind *kind = search->kind;
    const struct sow_run_row *row = search->row;
    sow_params_release(kind->groups, search->options);
    sow_params_init(kind->groups, search->options, kind->options_size);
    enum sow_status status =
        sow_run_params_read(kind->groups, row->parameters, search->options, NULL);
    for (size_t i = 0; i < search->count && status == SOW_OK; i++) {
        const struct setting *setting = &search->settings[i];
        const struct sow_param *param = setting->param;
        if (setting->state != OPEN)
            continue;
        status = forget_names(kind, search->options, setting->offset + param->offset);
        if (status == SOW_OK)
            status = sow_param_set(param, (char *)search->options + setting->offset,
                                   param->fallback, NULL);
    }
    if (status == SOW_OK)
        status = sow_variant_read_text(row->rules, row->variant, &variant, NULL);
    if (status == SOW_OK && names_outside(kind, search->options))
        status = SOW_USAGE;
    if (status != SOW_OK)
        return status;
    return kind->settle != NULL
               ? kind->settle(search->options, search->store, &variant.rules, NULL)
               : kind->prepare(search->options, search->store, &variant.rules, NULL);
}

/* Returns true if a setting has one of few values or a number. Its value is rarely worked
   out from other settings, and one that is still at its default was not. */
static bool is_scalar(const struct sow_param *param)
{
    return param->type->is_number || param->words != NULL || sow_param_is_flag(param);
}

/* Marks open settings as given: in the first round only the numbers and words that stayed
   at their defaults, if there are any, because texts may depend on them. Otherwise all
   whose values are not those of the record. */
static void give(struct search *search, bool first)
{
    bool plain[SOW_QUERY_FOLLOWING_MAX] = {false};
    bool wrong[SOW_QUERY_FOLLOWING_MAX] = {false};
    bool some = false;
    for (size_t i = 0; i < search->count; i++) {
        struct setting *setting = &search->settings[i];
        const struct sow_param *param = setting->param;
        if (setting->state != OPEN)
            continue;
        char *value = sow_param_get(param, (char *)search->options + setting->offset);
        bool usual = value == NULL || strcmp(value, param->fallback) == 0;
        wrong[i] = value == NULL || strcmp(value, setting->recorded) != 0;
        plain[i] = first && wrong[i] && usual && is_scalar(param);
        some = some || plain[i];
        free(value);
    }
    for (size_t i = 0; i < search->count; i++)
        if (some ? plain[i] : wrong[i])
            search->settings[i].state = GIVEN;
}

/* Marks the open settings as given that do not follow when each of them alone is worked
   out. A command may need one of them, and then none can be worked out without it. */
static void give_singly(struct search *search)
{
    bool open[SOW_QUERY_FOLLOWING_MAX] = {false};
    bool follows[SOW_QUERY_FOLLOWING_MAX] = {false};
    for (size_t i = 0; i < search->count; i++) {
        open[i] = search->settings[i].state == OPEN;
        if (open[i])
            search->settings[i].state = GIVEN;
    }
    for (size_t i = 0; i < search->count; i++) {
        struct setting *setting = &search->settings[i];
        if (!open[i])
            continue;
        setting->state = OPEN;
        if (work_out(search) == SOW_OK) {
            give(search, false);
            follows[i] = setting->state == OPEN;
        }
        setting->state = GIVEN;
    }
    for (size_t i = 0; i < search->count; i++)
        if (follows[i])
            search->settings[i].state = OPEN;
}

/* Finds which settings follow: those that have the values of the record if all others are
   given and they are not. All are worked out together, in a few rounds, unless a new run
   would be refused without them. */
static void find_following(struct search *search)
{
    size_t open = count_open(search);
    bool first = true;
    while (open > 0) {
        size_t before = open;
        if (work_out(search) != SOW_OK) {
            give_singly(search);
            return;
        }
        give(search, first);
        open = count_open(search);
        if (open == before)
            return;
        first = false;
    }
}

void sow_query_follow(struct sow_store *store, const struct sow_run_row *row,
                      struct sow_query_following *following)
{
    struct search search = {.store = store, .row = row};
    search.kind = sow_run_kind_find(row->kind);
    following->count = 0;
    search.options = search.kind != NULL ? calloc(1, search.kind->options_size) : NULL;
    if (search.options == NULL)
        return;
    sow_params_init(search.kind->groups, search.options, search.kind->options_size);
    if (read_settings(&search) && search.kind->prepare != NULL)
        find_following(&search);
    for (size_t i = 0; i < search.count; i++) {
        const struct setting *setting = &search.settings[i];
        bool follows = setting->state == IDLE ||
                       (setting->state == OPEN && search.kind->prepare != NULL);
        if (follows)
            following->rows[following->count++] = setting->param;
        free(setting->recorded);
    }
    sow_params_release(search.kind->groups, search.options);
    free(search.options);
}

bool sow_query_follows(const struct sow_query_following *following,
                       const struct sow_param *param)
{
    for (size_t i = 0; i < following->count; i++)
        if (following->rows[i] == param)
            return true;
    return false;
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
