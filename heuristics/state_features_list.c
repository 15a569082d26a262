/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of features of positions, and lists of features that users give. */
#include "sow/base/text.h"
#include "sow/heuristics/state_features.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* FEATURES_MAX: room for an index or a flag of every feature. */
enum { FEATURES_MAX = 128, NAME_MAX_LENGTH = 60 };

/* --- names --- */

/* Further names of features: from the literature, or to complete a family of names. */
static const struct {
    const char *name;    /* further name */
    const char *feature; /* name of the feature in the table */
} ALIASES[] = {
    {"opponent_h4", "h6"},
    {"opponent_h6", "h4"},
    {"diff_h4", "store_difference"},
    {"score_dif", "store_difference"},
    {"diff_mobility", "relative_mobility"},
};

enum { ALIAS_COUNT = sizeof ALIASES / sizeof ALIASES[0] };

/* Finds a feature by its own name, in any case. Returns its index, or -1. */
static int find_row(const char *name)
{
    for (int i = 0; i < sow_state_features.count; i++)
        if (sow_text_same(sow_state_features.rows[i].name, name))
            return i;
    return -1;
}

int sow_state_feature_find(const char *name)
{
    for (int i = 0; i < ALIAS_COUNT; i++)
        if (sow_text_same(ALIASES[i].name, name))
            return find_row(ALIASES[i].feature);
    return find_row(name);
}

/* Offers all names of features to a search for the nearest name. */
static void offer_features(struct sow_nearest *nearest)
{
    for (int i = 0; i < sow_state_features.count; i++)
        sow_nearest_offer(nearest, sow_state_features.rows[i].name);
    for (int i = 0; i < ALIAS_COUNT; i++)
        sow_nearest_offer(nearest, ALIASES[i].name);
}

enum sow_status sow_state_feature_named(const char *name, int *feature,
                                        struct sow_err *err)
{
    *feature = sow_state_feature_find(name);
    if (*feature >= 0)
        return SOW_OK;
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    offer_features(&nearest);
    char hint[96];
    return sow_err_set(err, SOW_USAGE, "no feature is called '%.60s'%s (see 'features')",
                       name, sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* --- features under given rules --- */

/* Returns true if the rules meet a condition of a feature; always if it is NULL. */
static bool holds(const struct sow_feature_condition *condition,
                  const struct sow_state_feature *row, const struct sow_rules *rules)
{
    return condition == NULL || condition->met(rules, row->pit);
}

const char *sow_state_feature_refusal(int feature, const struct sow_rules *rules)
{
    const struct sow_state_feature *row = &sow_state_features.rows[feature];
    bool sensible = rules == NULL || holds(row->needs, row, rules);
    return sensible ? NULL : row->needs->refusal;
}

int sow_state_feature_twin(int feature, const struct sow_rules *rules)
{
    const struct sow_state_feature *row = &sow_state_features.rows[feature];
    bool always = row->twin_when == NULL;
    bool has_twin = row->twin != NULL &&
                    (always || (rules != NULL && holds(row->twin_when, row, rules)));
    return has_twin ? find_row(row->twin) : feature;
}

void sow_state_feature_range(int feature, const struct sow_rules *rules, int *least,
                             int *most)
{
    const struct sow_state_feature *row = &sow_state_features.rows[feature];
    *most = 1;
    if (row->range == SOW_RANGE_PITS)
        *most = rules != NULL ? rules->pits : SOW_MAX_PITS;
    if (row->range == SOW_RANGE_SEEDS)
        *most = rules != NULL ? sow_board_seeds(&rules->start) : SOW_MAX_SEEDS;
    *least = row->side == SOW_DIFFERENCE ? -*most : 0;
}

/* --- lists --- */

/* A list of features while it is being read. */
struct list {
    const struct sow_rules *rules; /* rules that features have to suit; NULL: any */
    struct sow_err *err;           /* receives the reason of a failure */
    int count;                     /* number of features so far */
    int feature[FEATURES_MAX];     /* indices of the features */
    bool named[FEATURES_MAX];      /* by feature: true if listed by its own name */
    bool out[FEATURES_MAX];        /* by feature: true if left out of groups */
};

/* A word of the list. */
struct word {
    bool leaves_out;                       /* true if it begins with `-` */
    char text[NAME_MAX_LENGTH + 1];        /* the name, without `-` */
    const struct sow_feature_group *group; /* NULL: a single feature */
    int feature;                           /* index of a single feature; -1 for a group */
};

/* Returns true if a word of the list names the feature, or a group that has it. */
static bool is_member(const struct word *word, int feature)
{
    return word->group != NULL
               ? (sow_state_features.rows[feature].groups & word->group->bits) != 0
               : word->feature == feature;
}

/* Finds a group by its name in any case. Returns NULL if there is none. */
static const struct sow_feature_group *find_group(const char *name)
{
    for (const struct sow_feature_group *group = sow_feature_groups; group->name != NULL;
         group++)
        if (sow_text_same(group->name, name))
            return group;
    return NULL;
}

/* Reports an unknown word, with the nearest name of a feature or group. Always returns
 * SOW_USAGE. */
static enum sow_status unknown_word(const struct word *word, struct sow_err *err)
{
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, word->text);
    offer_features(&nearest);
    for (const struct sow_feature_group *group = sow_feature_groups; group->name != NULL;
         group++)
        sow_nearest_offer(&nearest, group->name);
    char hint[96];
    return sow_err_set(err, SOW_USAGE,
                       "no feature or group is called '%s'%s (see 'features')",
                       word->text, sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Reads the next word at *at and advances *at. After the last word *at is NULL. Returns
   SOW_USAGE if the word is empty or names neither a feature nor a group. */
static enum sow_status take_word(const char **at, struct word *word, struct sow_err *err)
{
    const char *text = *at;
    size_t length = strcspn(text, ",");
    *at = text[length] == ',' ? text + length + 1 : NULL;
    word->leaves_out = text[0] == '-';
    text += word->leaves_out;
    length -= word->leaves_out;
    (void)snprintf(word->text, sizeof word->text, "%.*s", (int)length, text);
    if (length == 0)
        return sow_err_set(err, SOW_USAGE,
                           "a name is missing in the list of features: "
                           "give names with single commas between them, such as h1,h4");
    word->group = find_group(word->text);
    word->feature = sow_state_feature_find(word->text);
    if (length > NAME_MAX_LENGTH || (word->group == NULL && word->feature < 0))
        return unknown_word(word, err);
    return SOW_OK;
}

/* Finds a feature of the list with the same information as @p feature, or that feature
   itself. Returns its index in the table, or -1 if there is none. */
static int listed_twin(const struct list *list, int feature)
{
    int twin = sow_state_feature_twin(feature, list->rules);
    for (int i = 0; i < list->count; i++)
        if (sow_state_feature_twin(list->feature[i], list->rules) == twin)
            return list->feature[i];
    return -1;
}

/* Returns true if the feature, or another with the same information, is left out of
   groups. */
static bool is_out(const struct list *list, int feature)
{
    int twin = sow_state_feature_twin(feature, list->rules);
    for (int i = 0; i < sow_state_features.count; i++)
        if (list->out[i] && sow_state_feature_twin(i, list->rules) == twin)
            return true;
    return false;
}

/* Adds the features of a group that make sense, are not left out, and whose information
   the list does not have yet. */
static void add_group(struct list *list, const struct word *word)
{
    for (int i = 0; i < sow_state_features.count; i++)
        if (is_member(word, i) && !is_out(list, i) && listed_twin(list, i) < 0 &&
            sow_state_feature_refusal(i, list->rules) == NULL)
            list->feature[list->count++] = i;
}

/* Adds a single feature; one that a group has added is only marked as named. Returns
   SOW_USAGE if it makes no sense, is left out, is named twice or has a twin in the
   list. */
static enum sow_status add_feature(struct list *list, const struct word *word)
{
    int feature = word->feature;
    const char *name = sow_state_features.rows[feature].name;
    const char *refusal = sow_state_feature_refusal(feature, list->rules);
    if (refusal != NULL)
        return sow_err_set(list->err, SOW_USAGE,
                           "feature '%s' makes no sense in this variant: %s", word->text,
                           refusal);
    if (list->out[feature])
        return sow_err_set(list->err, SOW_USAGE,
                           "feature '%s' is both named and left out", word->text);
    if (list->named[feature])
        return sow_err_set(list->err, SOW_USAGE, "feature '%s' is named twice", name);
    list->named[feature] = true;
    int twin = listed_twin(list, feature);
    if (twin >= 0 && twin != feature)
        return sow_err_set(
            list->err, SOW_USAGE,
            "in this variant, features '%s' and '%s' give the same information: "
            "leave one of them out",
            name, sow_state_features.rows[twin].name);
    if (twin < 0)
        list->feature[list->count++] = feature;
    return SOW_OK;
}

/* Marks the features that one word leaves out. Returns SOW_USAGE if no group of the list
   @p text has one of them. */
static enum sow_status leave_out(struct list *list, const char *text,
                                 const struct word *word)
{
    bool found = false;
    for (const char *at = text; at != NULL;) {
        struct word other;
        enum sow_status status = take_word(&at, &other, list->err);
        if (status != SOW_OK)
            return status;
        for (int i = 0; i < sow_state_features.count; i++)
            found = found || (!other.leaves_out && other.group != NULL &&
                              is_member(&other, i) && is_member(word, i));
    }
    if (!found)
        return sow_err_set(list->err, SOW_USAGE,
                           "cannot leave '%s' out: no group of the list has it",
                           word->text);
    for (int i = 0; i < sow_state_features.count; i++)
        list->out[i] = list->out[i] || is_member(word, i);
    return SOW_OK;
}

/* Handles the words of the list @p text that leave features out, or else all other words.
   Returns the status of the first word that is refused. */
static enum sow_status read_words(struct list *list, const char *text, bool leaves_out)
{
    enum sow_status status = SOW_OK;
    for (const char *at = text; status == SOW_OK && at != NULL;) {
        struct word word;
        status = take_word(&at, &word, list->err);
        if (status != SOW_OK || word.leaves_out != leaves_out)
            continue;
        if (leaves_out)
            status = leave_out(list, text, &word);
        else if (word.group != NULL)
            add_group(list, &word);
        else
            status = add_feature(list, &word);
    }
    return status;
}

enum sow_status sow_state_feature_list(const char *text, const struct sow_rules *rules,
                                       int *features, int *count, struct sow_err *err)
{
    assert(sow_state_features.count <= FEATURES_MAX);
    struct list list = {.rules = rules, .err = err};
    enum sow_status status = read_words(&list, text, true);
    if (status == SOW_OK)
        status = read_words(&list, text, false);
    if (status != SOW_OK)
        return status;
    if (list.count == 0)
        return sow_err_set(err, SOW_USAGE,
                           "no feature of '%.60s' is left in this variant; name "
                           "another",
                           text);
    if (list.count > SOW_AGENT_TERMS_MAX)
        return sow_err_set(
            err, SOW_USAGE,
            "%d features are too many: at most %d; leave some out, as in all,-pits",
            list.count, SOW_AGENT_TERMS_MAX);
    memcpy(features, list.feature, (size_t)list.count * sizeof *features);
    *count = list.count;
    return SOW_OK;
}
