/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that need other options. For each kind of run, every option is tried together
   with every value of every other option. The test loops over the tables, so a new row is
   covered. */
#include "sow/cli/cli_help.h"
#include "sow/cli/commands.h"
#include "sow/runs/run.h"
#include "sow/runs/run_params.h"
#include "suite.h"

enum { TEXT_MAX = 131072, VALUES_MAX = 16 };

/* Lists values, as text, that differ from the default of @p param. Returns their
   number. */
static int list_values(const struct sow_param *param, char values[VALUES_MAX][64])
{
    static const char *const TRIED[] = {
        "yes", "no",        "0",     "1",      "2",           "3",         "0.5",  "0.25",
        "h1",  "random,h4", "exact", "person", "divilly2013", "fairkalah", "kalah"};
    int count = 0;
    for (int i = 0; param->words != NULL && param->words[i] != NULL; i++)
        if (strcmp(param->words[i], param->fallback) != 0 && count < VALUES_MAX)
            (void)snprintf(values[count++], 64, "%s", param->words[i]);
    for (int i = 0; param->words == NULL && i < COUNT(TRIED); i++)
        if (count < VALUES_MAX && strcmp(TRIED[i], param->fallback) != 0)
            (void)snprintf(values[count++], 64, "%s", TRIED[i]);
    return count;
}

/* One option of a kind of run, and the struct that it belongs to. */
struct place {
    const struct sow_run_kind *kind;
    void *options;
    const struct sow_param *param;
    void *base;
};

static bool find_row(struct place *place, const char *name)
{
    const struct sow_param_group *group = place->kind->groups;
    for (; group->table != NULL; group++) {
        place->param = sow_param_find(group->table, name);
        place->base = (char *)place->options + group->offset;
        if (place->param != NULL)
            return true;
    }
    return false;
}

static bool is_met(const struct place *place)
{
    const struct sow_param_group *group = place->kind->groups;
    for (; group->table != NULL; group++)
        if (sow_param_find(group->table, place->param->name) == place->param &&
            sow_param_group_is_idle(place->kind->groups, group, place->options))
            return false;
    const struct sow_param_need *need = place->kind->needs;
    for (; need->name != NULL; need++)
        if (strcmp(need->name, place->param->name) == 0 && !need->is_met(place->options))
            return false;
    return true;
}

/* Numbers of tries in which an option had no effect, and in which it had one. */
struct seen {
    int idle, used;
};

/* Sets the option to every value beside the present options. It must be refused exactly
   if it has no effect, with a message that names what it needs. Otherwise it must change
   the record. */
static void try_values(struct place *place, struct seen *seen)
{
    char values[VALUES_MAX][64];
    int count = list_values(place->param, values);
    struct sow_err err;
    bool met = is_met(place);
    for (int i = 0; i < count; i++) {
        char *before = sow_run_params_write(place->kind->groups, place->options);
        if (sow_param_set(place->param, place->base, values[i], &err) == SOW_OK) {
            enum sow_status status = sow_param_refuse_idle(
                place->kind->groups, place->kind->needs, place->options, &err);
            char *after = sow_run_params_write(place->kind->groups, place->options);
            char named[80];
            (void)snprintf(named, sizeof named, "'--%s' has no effect here: it needs ",
                           place->param->name);
            for (char *at = named; (at = strchr(at, '_')) != NULL;)
                *at = '-';
            bool refused = status == SOW_USAGE && strstr(err.text, named) != NULL;
            bool changed = strcmp(before, after) != 0;
            /* One option may make another one idle; the other one is then refused
               first. */
            if (!is_met(place) && changed)
                ck_assert_msg(status == SOW_USAGE, "%s: '%s' is taken", place->kind->name,
                              place->param->name);
            if (is_met(place))
                ck_assert_msg(!refused, "%s: %s", place->kind->name, err.text);
            seen->idle += refused && !met;
            seen->used += met && changed && status == SOW_OK;
            free(after);
        }
        free(before);
        ck_ok(sow_param_set(place->param, place->base, place->param->fallback, &err));
    }
}

/* Tries the option alone and, at depth 1, beside each value of every other option. */
static void try_contexts(struct place *tried, struct seen *seen, int depth)
{
    try_values(tried, seen);
    if (depth == 0)
        return;
    const struct sow_param_group *group = tried->kind->groups;
    for (; group->table != NULL; group++)
        for (size_t i = 0; i < group->table->count; i++) {
            const struct sow_param *other = &group->table->rows[i];
            void *base = (char *)tried->options + group->offset;
            char values[VALUES_MAX][64];
            struct sow_err err;
            int count = other == tried->param || other->fallback == NULL
                            ? 0
                            : list_values(other, values);
            for (int k = 0; k < count; k++)
                if (sow_param_set(other, base, values[k], &err) == SOW_OK) {
                    try_contexts(tried, seen, depth - 1);
                    ck_ok(sow_param_set(other, base, other->fallback, &err));
                }
        }
}

static int count_kinds(void)
{
    int count = 0;
    while (sow_run_kinds[count] != NULL)
        count++;
    return count;
}

/* Returns true for an option whose effect no single other option can show. The first
   three need --fitness mixed and a --hall-share. The clock of reproduce and the
   measurements are not recorded, and the games of a survey under another name. */
static bool is_unseen(const char *kind, const char *name)
{
    static const char *const UNSEEN[][2] = {
        {"evolve", "hall_interval"},     {"evolve", "hall_size"},
        {"evolve", "hall_holdout"},      {"evolve", "measure_every"},
        {"learn", "measure_every"},      {"reproduce", "clock"},
        {"sensitivity", "measure_games"}};
    for (int i = 0; i < COUNT(UNSEEN); i++)
        if (strcmp(UNSEEN[i][0], kind) == 0 && strcmp(UNSEEN[i][1], name) == 0)
            return true;
    return false;
}

static void try_option(const struct sow_run_kind *kind, const char *name)
{
    struct seen seen = {0, 0};
    struct place place = {.kind = kind, .options = calloc(1, kind->options_size)};
    sow_run_kind_defaults(kind, place.options);
    ck_assert_msg(find_row(&place, name), "%s has no option '%s'", kind->name, name);
    try_contexts(&place, &seen, 1);
    ck_assert_msg(seen.idle > 0, "%s: '%s' is never refused", kind->name, name);
    ck_assert_msg((seen.used == 0) == is_unseen(kind->name, name),
                  "%s: the use of '%s' was seen %d times", kind->name, name, seen.used);
    sow_params_release(kind->groups, place.options);
    free(place.options);
}

TEST(needs, options_without_effect_are_refused_beside_every_other)
{
    int tried = 0;
    for (int k = 0; k < count_kinds(); k++) {
        const struct sow_param_need *need = sow_run_kinds[k]->needs;
        for (; need != NULL && need->name != NULL; need++, tried++)
            try_option(sow_run_kinds[k], need->name);
        /* Tables that need the word of a choice. */
        const struct sow_param_group *group = sow_run_kinds[k]->groups;
        for (; group->table != NULL; group++)
            for (size_t i = 0; group->choice != NULL && i < group->table->count; i++)
                try_option(sow_run_kinds[k], group->table->rows[i].name);
    }
    ck_assert_int_ge(tried, 50);
}

/* Copies @p text with one blank instead of each run of white space. */
static void flatten(const char *text, char *flat)
{
    for (; *text != '\0'; text++)
        if (strchr(" \n", *text) == NULL)
            *flat++ = *text;
        else if (text[1] != '\0' && strchr(" \n", text[1]) == NULL)
            *flat++ = ' ';
    *flat = '\0';
}

TEST(needs, help_says_what_an_option_needs)
{
    static char text[TEXT_MAX];
    static char flat[TEXT_MAX];
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const struct sow_command *command = sow_commands[i];
        const struct sow_param_need *need =
            command->kind != NULL ? command->kind->needs : command->needs;
        if (need == NULL)
            continue;
        FILE *out = fmemopen(text, sizeof text, "w");
        ck_assert_ptr_nonnull(out);
        sow_help_command(command, out);
        ck_assert_int_eq(fclose(out), 0);
        flatten(text, flat);
        for (; need->name != NULL; need++) {
            char wanted[256];
            (void)snprintf(wanted, sizeof wanted, "needs %s", need->condition);
            ck_assert_msg(strstr(flat, wanted) != NULL, "%s: no '%s'", command->name,
                          wanted);
        }
    }
}
