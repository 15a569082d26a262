/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command that makes a stored run again, from its record. */
#include "sow/queries/query_command.h"

#include "sow/base/param_flag.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/heuristics/agent.h"
#include "sow/players/player_list.h"
#include "sow/players/players.h"
#include "sow/runs/run.h"
#include "sow/runs/run_params.h"
#include "sow/store/tables/runs.def"
#include "sow/support/utf8.h"
#include "sow/support/visible.h"
#include "sow/variants/variant.h"
#include "sow/variants/variant_set.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A command that is being written. */
struct writing {
    struct sow_store *store;
    const struct sow_run_row *row;
    const struct sow_query_following *following; /* settings that are not typed */
    const struct sow_run_kind *kind;
    void *options; /* options struct of the record; owned */
    FILE *out;
    bool possible; /* false once a part of the record cannot be typed */
};

/* ---- Words of a shell ---- */

/* Returns true if a text can be typed: if a terminal shows each of its characters, or
   breaks a line there. */
static bool can_be_typed(const char *text)
{
    while (*text != '\0') {
        uint32_t point = sow_utf8_next(&text);
        if (point == SOW_UTF8_REPLACEMENT || (point != '\n' && sow_is_obeyed(point)))
            return false;
    }
    return true;
}

/* Writes a text as one word of a shell, in single quotes if it has a character with a
   meaning for a shell. */
static void put_word(FILE *out, const char *text)
{
    static const char SAFE[] = "-_./:=,@%+";
    bool plain = text[0] != '\0';
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++)
        plain = plain && (isalnum(*at) || strchr(SAFE, *at) != NULL);
    (void)fputs(plain ? "" : "'", out);
    for (; *text != '\0'; text++)
        (void)fprintf(out, *text == '\'' ? "'\\''" : "%c", *text);
    (void)fputs(plain ? "" : "'", out);
}

/* Writes an option with a value. The value follows @p sign, which is an equals sign for a
   flag, else a blank. The command is not possible if the value cannot be typed. */
static void put_option(struct writing *writing, const char *name, const char *sign,
                       const char *value)
{
    char word[64];
    size_t used = 0;
    for (; name[used] != '\0' && used + 1 < sizeof word; used++) {
        word[used] = name[used];
        if (word[used] == '_')
            word[used] = '-';
    }
    word[used] = '\0';
    (void)fprintf(writing->out, " --%s%s", word, sign);
    put_word(writing->out, value);
    writing->possible = writing->possible && can_be_typed(value);
}

/* ---- Values as they are typed ---- */

/* Returns true if each word of @p names, a list of players with blanks between, stands
   for the player spec at its place in @p specs. */
static bool names_hold(struct sow_store *store, const char *names, const char *specs)
{
    char *copies[2] = {strdup(names), strdup(specs)};
    char *rest[2] = {copies[0], copies[1]};
    bool same = copies[0] != NULL && copies[1] != NULL;
    while (same) {
        struct sow_agent agent;
        char *name = sow_agent_spec_take(&rest[0]);
        char *spec = sow_agent_spec_take(&rest[1]);
        if (name == NULL || spec == NULL) {
            same = name == spec;
            break;
        }
        bool known = sow_players_parse(store, name, &agent, NULL) == SOW_OK;
        char *own = known ? sow_agent_spec(&agent) : NULL;
        same = own != NULL && strcmp(own, spec) == 0;
        free(own);
    }
    free(copies[0]);
    free(copies[1]);
    return same;
}

/* Returns the names of the list of players at @p offset of the options, a text on the
   heap. Returns NULL if they were not recorded, or if they now mean other players. */
static char *names_of(const struct writing *writing, size_t offset, const char *specs)
{
    const struct sow_param_group *group = writing->kind->groups;
    for (; group->table != NULL; group++)
        for (size_t i = 0; i < group->table->count; i++) {
            const struct sow_param *param = &group->table->rows[i];
            if ((param->type != &sow_param_player_names &&
                 param->type != &sow_param_added_player_names) ||
                group->offset + param->offset != offset)
                continue;
            char *names = sow_param_get(param, (char *)writing->options + group->offset);
            if (names != NULL && names_hold(writing->store, names, specs))
                return names;
            free(names);
        }
    return NULL;
}

/* Returns the names of a set of variants, on the heap. Returns NULL if the names now have
   other rules. @p stored is the set as the record has it. */
static char *variants_of(const struct writing *writing, const struct sow_param *param,
                         const char *stored)
{
    struct sow_variant_choice choice = {.pits = ""};
    struct sow_param field = *param;
    field.offset = offsetof(struct sow_variant_choice, set);
    char *found = NULL;
    if (sow_param_set(&field, &choice, writing->row->variant, NULL) == SOW_OK &&
        sow_variant_choice_resolve(&choice, NULL) == SOW_OK)
        found = sow_param_get(&field, &choice);
    bool same = found != NULL && strcmp(found, stored) == 0;
    free(found);
    param->type->release(&choice.set);
    return same ? strdup(writing->row->variant) : NULL;
}

/* Returns the value of a setting as it can be typed, on the heap; NULL if it cannot. */
static char *typed_value(const struct writing *writing,
                         const struct sow_param_group *group,
                         const struct sow_param *param)
{
    char *value = sow_param_get(param, (char *)writing->options + group->offset);
    char *better = NULL;
    if (value == NULL)
        return NULL;
    if (param->type == &sow_param_variants && value[0] != '\0')
        better = variants_of(writing, param, value);
    else
        better = names_of(writing, group->offset + param->offset, value);
    if (better == NULL && strchr(value, '\n') == NULL)
        return value;
    free(value);
    return better;
}

/* ---- Parts of the command ---- */

/* Writes a list of players as one word each. */
static void put_operands(FILE *out, char *list)
{
    char *rest = list;
    for (char *word = sow_agent_spec_take(&rest); word != NULL;
         word = sow_agent_spec_take(&rest)) {
        (void)fputc(' ', out);
        put_word(out, word);
    }
}

/* Returns the operands that a setting holds, on the heap; NULL if they cannot be typed.
   Names of players can if they still stand for the recorded players. */
static char *typed_operands(const struct writing *writing,
                            const struct sow_param_group *group,
                            const struct sow_param *param)
{
    if (param->type != &sow_param_player_names)
        return typed_value(writing, group, param);
    const struct sow_param *players = sow_param_find(group->table, "players");
    const char *options = (const char *)writing->options + group->offset;
    char *specs = players != NULL ? sow_param_get(players, options) : NULL;
    char *names =
        specs != NULL ? names_of(writing, group->offset + param->offset, specs) : NULL;
    free(specs);
    return names;
}

/* Writes the operands: the settings that the kind names, in their order. */
static void write_operands(struct writing *writing)
{
    const char *name = writing->kind->again;
    while (name[0] != '\0' && writing->possible) {
        char one[32];
        size_t length = strcspn(name, " ");
        (void)snprintf(one, sizeof one, "%.*s", (int)length, name);
        const struct sow_param_group *group = writing->kind->groups;
        const struct sow_param *param = NULL;
        for (; group->table != NULL; group++)
            if ((param = sow_param_find(group->table, one)) != NULL)
                break;
        char *value = param != NULL ? typed_operands(writing, group, param) : NULL;
        writing->possible = value != NULL;
        if (value != NULL)
            put_operands(writing->out, value);
        free(value);
        name += length + (name[length] == ' ');
    }
}

/* Writes an option for each setting that is typed and not at its default. */
static void write_options(struct writing *writing)
{
    const struct sow_param_group *groups = writing->kind->groups;
    for (const struct sow_param_group *group = groups; group->table != NULL; group++) {
        if (group->use != SOW_TYPED_AND_RECORDED ||
            sow_param_group_is_idle(groups, group, writing->options))
            continue;
        for (size_t i = 0; i < group->table->count && writing->possible; i++) {
            const struct sow_param *param = &group->table->rows[i];
            char *value = typed_value(writing, group, param);
            writing->possible = value != NULL;
            if (value != NULL && strcmp(value, param->fallback) != 0 &&
                !sow_query_follows(writing->following, param))
                put_option(writing, param->name, sow_param_is_flag(param) ? "=" : " ",
                           value);
            free(value);
        }
    }
}

/* Returns the set of variants that is an option of the command, or NULL. */
static const struct sow_variant_set *typed_variants(const struct writing *writing)
{
    for (const struct sow_param_group *group = writing->kind->groups;
         group->table != NULL; group++) {
        const struct sow_param_group one[] = {*group, {.table = NULL}};
        if (group->use == SOW_TYPED_AND_RECORDED) {
            const void *set =
                sow_param_of_type(one, &sow_param_variants, writing->options);
            if (set != NULL)
                return set;
        }
    }
    return NULL;
}

/* Writes the option --variant, if the command has it. A name that has other rules now
   cannot be typed. */
static void write_variant(struct writing *writing)
{
    struct sow_variant variant;
    const struct sow_run_row *row = writing->row;
    const struct sow_variant_set *set = typed_variants(writing);
    if ((writing->kind->command.takes & SOW_TAKES_GAME) == 0 &&
        (writing->kind->command.takes & SOW_TAKES_SOLVED) == 0)
        return;
    if (set != NULL && !sow_variant_set_is_empty(set))
        return;
    bool known = sow_variant_builtin(row->variant, &variant, NULL) == SOW_OK;
    char *rules = known ? sow_variant_rules_text(&variant.rules) : NULL;
    writing->possible =
        writing->possible && rules != NULL && strcmp(rules, row->rules) == 0;
    free(rules);
    put_option(writing, "variant", " ", row->variant);
}

/* Writes the whole command. */
static void write_command(struct writing *writing)
{
    const struct sow_run_row *row = writing->row;
    char seed[24];
    (void)fprintf(writing->out, "sowlab %s", writing->kind->command.name);
    write_operands(writing);
    write_variant(writing);
    write_options(writing);
    (void)snprintf(seed, sizeof seed, "%" PRId64, row->seed);
    if ((writing->kind->command.takes & SOW_TAKES_SEED) != 0)
        put_option(writing, "seed", " ", seed);
    if (row->label != NULL && row->label[0] != '\0')
        put_option(writing, "label", " ", row->label);
}

char *sow_query_command(struct sow_store *store, const struct sow_run_row *row,
                        const struct sow_query_following *following)
{
    char *text = NULL;
    size_t size = 0;
    struct writing writing = {.store = store,
                              .row = row,
                              .following = following,
                              .kind = sow_run_kind_find(row->kind)};
    const struct sow_run_kind *kind = writing.kind;
    if (kind == NULL || kind->again == NULL)
        return NULL;
    writing.options = calloc(1, kind->options_size);
    if (writing.options == NULL)
        return NULL;
    sow_params_init(kind->groups, writing.options, kind->options_size);
    writing.possible = sow_run_params_read(kind->groups, row->parameters, writing.options,
                                           NULL) == SOW_OK;
    writing.out = writing.possible ? sow_stream_open(&text, &size) : NULL;
    if (writing.out != NULL) {
        write_command(&writing);
        writing.possible = fclose(writing.out) == 0 && writing.possible;
    }
    sow_params_release(kind->groups, writing.options);
    free(writing.options);
    if (writing.possible)
        return text;
    free(text);
    return NULL;
}
