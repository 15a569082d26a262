/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"
#include "sow/base/embedded.h"
#include "sow/base/stream.h"
#include "sow/charts/chart.h"
#include "sow/cli/bakeoff_plan.h"
#include "sow/cli/commands.h"
#include "sow/heuristics/learnt.h"
#include "sow/heuristics/move_features.h"
#include "sow/heuristics/state_features.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/variants/variant_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Adds a word of @p length characters, followed by @p end, unless the offer has it
   already. All words together have to fit SOW_OFFER_MAX, or an assertion fails. */
static void append_word(struct sow_offer *offer, const char *word, size_t length,
                        const char *end)
{
    char room[128];
    char spaced[SOW_OFFER_MAX + 2];
    size_t used = strlen(offer->words);
    int size = snprintf(room, sizeof room, " %.*s%s ", (int)length, word, end);
    assert(size > 0 && (size_t)size < sizeof room && used + (size_t)size < SOW_OFFER_MAX);
    (void)snprintf(spaced, sizeof spaced, " %s ", offer->words);
    if (strstr(spaced, room) != NULL)
        return;
    (void)snprintf(offer->words + used, SOW_OFFER_MAX - used, "%s%.*s",
                   used > 0 ? " " : "", size - 2, room + 1);
}

/* Adds a whole word, which needs no continuation, unless the offer has it already. */
static void add_word(struct sow_offer *offer, const char *word)
{
    append_word(offer, word, strlen(word), "");
}

/* --- words of each kind --- */

/* Adds the names of the built-in variants. */
static void add_variants(struct sow_offer *offer)
{
    for (size_t i = 0; i < sow_variant_count(); i++)
        add_word(offer, sow_variant_name(i));
}

/* Adds the names of the groups of variants. */
static void add_variant_groups(struct sow_offer *offer)
{
    for (const struct sow_variant_group *group = sow_variant_groups; group->name != NULL;
         group++)
        add_word(offer, group->name);
}

/* Adds the names of the forms of player specs, with a colon if they take arguments, and
   the learnt players, such as "learnt:kalah". */
static void add_players(struct sow_offer *offer)
{
    struct sow_agent_form form;
    char learnt[64];
    for (int i = 0; sow_agent_form_at(i, &form); i++)
        append_word(offer, form.name, strlen(form.name),
                    form.arguments[0] != '\0' ? ":" : "");
    for (size_t i = 0; sow_learnt_variant(i) != NULL; i++) {
        (void)snprintf(learnt, sizeof learnt, "learnt:%s", sow_learnt_variant(i));
        add_word(offer, learnt);
    }
}

/* Adds the names of the groups of players. */
static void add_player_groups(struct sow_offer *offer)
{
    for (const struct sow_player_group *group = sow_player_groups; group->name != NULL;
         group++)
        add_word(offer, group->name);
}

/* Adds the names of the groups of features and of all features. */
static void add_features(struct sow_offer *offer)
{
    for (const struct sow_feature_group *group = sow_feature_groups; group->name != NULL;
         group++)
        add_word(offer, group->name);
    for (int i = 0; i < sow_state_features.count; i++)
        add_word(offer, sow_state_features.rows[i].name);
}

/* Adds the names of the groups of heuristics and of all heuristics. */
static void add_heuristics(struct sow_offer *offer)
{
    for (const struct sow_heuristic_group *group = sow_heuristic_groups;
         group->name != NULL; group++)
        add_word(offer, group->name);
    for (int i = 0; i < SOW_HEURISTICS; i++)
        add_word(offer, sow_heuristic_rows[i].name);
}

/* Adds the names of the charts of all kinds of runs, each once. */
static void add_charts(struct sow_offer *offer)
{
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++)
        for (const struct sow_chart *chart = sow_charts_of(sow_run_kinds[i]->name);
             chart->name != NULL; chart++)
            add_word(offer, chart->name);
}

/* Adds the names of the measures of all kinds of runs, each once. */
static void add_measures(struct sow_offer *offer)
{
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++)
        for (const char *const *name = sow_run_kinds[i]->measures;
             name != NULL && *name != NULL; name++)
            add_word(offer, *name);
}

/* Adds the names of the published works that `reproduce` knows. */
static void add_works(struct sow_offer *offer)
{
    extern const struct sow_embedded sow_published_files[];
    for (const struct sow_embedded *file = sow_published_files; file->name != NULL;
         file++)
        add_word(offer, file->name);
}

/* Adds the names of the learners of a bake-off. */
static void add_learners(struct sow_offer *offer)
{
    for (size_t i = 0; sow_bakeoff_learners[i].name != NULL; i++)
        add_word(offer, sow_bakeoff_learners[i].name);
}

/* Adds the names of all rules, each with "=" after it. */
static void add_rules(struct sow_offer *offer)
{
    for (size_t i = 0; i < sow_rules_table.count; i++)
        append_word(offer, sow_rules_table.rows[i].name,
                    strlen(sow_rules_table.rows[i].name), "=");
}

/* --- kinds of values --- */

#define VARIANT_FILES "*.ini"

/* Kinds of values, by the name of an option or the word for an operand in usage lines. */
static const struct kind {
    const char *name;
    /* Functions that add words, up to a NULL. */
    void (*add[2])(struct sow_offer *offer);
    const char *files; /**< pattern of file names, or NULL for no files */
    bool runs;
} KINDS[] = {
    {"A", {add_variants, NULL}, VARIANT_FILES, false},
    {"CHART", {add_charts, NULL}, NULL, false},
    {"COMMAND", {sow_offer_commands, NULL}, NULL, false},
    {"DATASET", {NULL, NULL}, NULL, true},
    {"FILE", {NULL, NULL}, "*", false},
    {"ID", {NULL, NULL}, NULL, true},
    {"ID|PLAN.ini", {NULL, NULL}, "*.ini", true},
    {"LIST", {add_features, NULL}, NULL, false},
    {"NAME|FILE", {add_variants, NULL}, VARIANT_FILES, false},
    {"PLAN.ini", {NULL, NULL}, "*.ini", false},
    {"PLAYER", {add_players, add_player_groups}, NULL, false},
    {"RUN", {NULL, NULL}, NULL, true},
    {"WORK", {add_works, NULL}, NULL, false},
    {"db", {NULL, NULL}, "*", false},
    {"endgame", {NULL, NULL}, "*", false},
    {"features", {add_features, NULL}, NULL, false},
    {"heuristics", {add_heuristics, NULL}, NULL, false},
    {"learners", {add_learners, NULL}, NULL, false},
    {"measure", {add_measures, NULL}, NULL, false},
    {"opponents", {add_players, add_player_groups}, NULL, false},
    {"output", {NULL, NULL}, "*", false},
    {"plan", {NULL, NULL}, "*.ini", false},
    {"player", {add_players, NULL}, NULL, false},
    {"references", {add_players, add_player_groups}, NULL, false},
    {"rule", {add_rules, NULL}, NULL, false},
    {"variant", {add_variants, NULL}, VARIANT_FILES, false},
    {"variants", {add_variants, add_variant_groups}, VARIANT_FILES, false},
    {"with", {NULL, NULL}, NULL, true},
};

/* Adds the words, files and runs of the kind of values called @p name, which has @p
   length characters. Adds nothing for a name that is not in KINDS. */
static void offer_kind(const char *name, size_t length, struct sow_offer *offer)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        const struct kind *kind = &KINDS[i];
        if (strlen(kind->name) != length || memcmp(kind->name, name, length) != 0)
            continue;
        if (kind->files != NULL)
            offer->files = kind->files;
        offer->runs = offer->runs || kind->runs;
        for (size_t j = 0; j < 2 && kind->add[j] != NULL; j++)
            kind->add[j](offer);
    }
}

bool sow_offer_is_empty(const struct sow_offer *offer)
{
    return offer->words[0] == '\0' && offer->files == NULL && !offer->runs;
}

/* Adds the words of a type that describes itself as "one | two | three". Adds nothing for
   other types, or without memory. */
static void offer_choices(const struct sow_param *option, struct sow_offer *offer)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = sow_stream_open(&text, &size);
    if (memory == NULL)
        return;
    option->type->describe(option, memory);
    if (fclose(memory) != 0)
        return;
    for (const char *at = text; strstr(text, " | ") != NULL && *at != '\0';) {
        size_t length = strcspn(at, " ");
        append_word(offer, at, length, "");
        at += length;
        at += strspn(at, " |");
    }
    free(text);
}

void sow_offer_option(const struct sow_param *option, struct sow_offer *offer)
{
    *offer = (struct sow_offer){.files = NULL};
    offer_kind(option->name, strlen(option->name), offer);
    if (sow_offer_is_empty(offer))
        offer_choices(option, offer);
}

void sow_offer_operands(const struct sow_command *command, struct sow_offer *offer)
{
    *offer = (struct sow_offer){.files = NULL};
    for (const char *word = command->operands; *word != '\0';) {
        word += strspn(word, "[ ]");
        size_t length = strcspn(word, " ]");
        size_t dots = length > 3 && memcmp(word + length - 3, "...", 3) == 0 ? 3 : 0;
        offer_kind(word, length - dots, offer);
        word += length;
    }
}

void sow_offer_commands(struct sow_offer *offer)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        append_word(offer, sow_commands[i]->name, strcspn(sow_commands[i]->name, " "),
                    "");
}

void sow_offer_group(const char *group, struct sow_offer *offer)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        if (sow_command_in_group(sow_commands[i], group))
            add_word(offer, sow_commands[i]->name + strlen(group) + 1);
}

/* --- quotes --- */

void sow_page_quote(const char *text, const char *special, FILE *out)
{
    (void)fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            (void)fputs("'\\'", out);
        else if (strchr(special, *text) != NULL)
            (void)fputc('\\', out);
        (void)fputc(*text, out);
    }
    (void)fputc('\'', out);
}
