/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/variant_set.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const struct sow_variant_group sow_variant_groups[] = {
    {"paper", "erherhe,oware,awari,vai-lung-thlan",
     "the four games of Divilly, O'Riordan and Hill 2013"},
    {"five", "erherhe,oware,awari,vai-lung-thlan,kalah", "these and Kalah"},
    {"all", NULL, "every built-in variant"},
    {NULL, NULL, NULL},
};

/* Rows of a struct sow_variant_choice. */
static const struct sow_param ROWS[] = {
    SOW_VARIANTS_ROW(
        0, "five",
        "variants: names, variant files, groups and random ones (random:[20,seed=7]), "
        "separated by commas (paper = erherhe, oware, awari, vai-lung-thlan; five = "
        "paper and kalah; all)"),
    SOW_VARIANT_SIZE_ROWS(0),
};

const struct sow_param_table sow_variant_choice_params = {ROWS,
                                                          sizeof ROWS / sizeof ROWS[0]};

/* --- a set --- */

bool sow_variant_set_is_empty(const struct sow_variant_set *set)
{
    return set->count == 0 && (set->text == NULL || set->text[0] == '\0');
}

/* Adds a variant to the set, which becomes the owner of @p rules. Returns SOW_NO_MEMORY
   without memory and if @p rules is NULL; then it frees @p rules and leaves the set. */
static enum sow_status append_variant(struct sow_variant_set *set,
                                      const struct sow_variant *variant, char *rules,
                                      struct sow_err *err)
{
    size_t count = set->count + 1;
    void *variants = realloc(set->variants, count * sizeof *set->variants);
    set->variants = variants != NULL ? variants : set->variants;
    void *texts = realloc(set->rules, count * sizeof *set->rules);
    set->rules = texts != NULL ? texts : set->rules;
    if (variants == NULL || texts == NULL || rules == NULL) {
        free(rules);
        return sow_err_no_memory(err);
    }
    set->variants[set->count] = *variant;
    set->rules[set->count++] = rules;
    return SOW_OK;
}

enum sow_status sow_variant_set_add(struct sow_variant_set *set,
                                    const struct sow_variant *variant, const char *rules,
                                    struct sow_err *err)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->variants[i].name, variant->name) == 0)
            return sow_err_set(
                err, SOW_USAGE,
                "variant '%s' is named twice; name it once, or rename one of the "
                "files",
                variant->name);
    if (set->count == SOW_VARIANT_SET_MAX)
        return sow_err_set(err, SOW_USAGE,
                           "too many variants: at most %d; sweep over fewer sizes",
                           SOW_VARIANT_SET_MAX);
    return append_variant(
        set, variant,
        rules != NULL ? strdup(rules) : sow_variant_rules_text(&variant->rules), err);
}

void sow_variant_set_release(struct sow_variant_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->rules[i]);
    free(set->rules);
    free(set->variants);
    free(set->text);
    *set = (struct sow_variant_set){.text = NULL};
}

/* --- the option --- */

/* Replaces a set by one with the text, typed or stored, which it keeps until the set is
   resolved. Leaves the set unchanged if sow_param_string refuses the text. */
static enum sow_status parse_set(const struct sow_param *param, const char *text,
                                 void *field, struct sow_err *err)
{
    char *copy = NULL;
    enum sow_status status = sow_param_string.parse(param, text, &copy, err);
    if (status == SOW_OK) {
        sow_variant_set_release(field);
        *(struct sow_variant_set *)field = (struct sow_variant_set){.text = copy};
    }
    return status;
}

/* Writes the stored form of a resolved set, or else the text. */
static void format_set(const struct sow_param *param, const void *field, FILE *out)
{
    const struct sow_variant_set *set = field;
    for (size_t i = 0; i < set->count; i++)
        (void)fprintf(out, "[%s]\n%s", set->variants[i].name, set->rules[i]);
    if (set->count == 0)
        sow_param_string.format(param, &set->text, out);
}

/* Writes the allowed length of the text, as for a text on the heap. */
static void describe_set(const struct sow_param *param, FILE *out)
{
    sow_param_string.describe(param, out);
}

/* Frees the contents of a set and leaves an empty one. */
static void release_set(void *field)
{
    sow_variant_set_release(field);
}

const struct sow_param_type sow_param_variants = {
    "text",      false,        parse_set,
    format_set,  describe_set, sizeof(struct sow_variant_set),
    release_set, false};

/* --- the stored form --- */

enum sow_status sow_variant_set_check(const struct sow_variant_set *set,
                                      struct sow_err *err)
{
    size_t length = 0;
    for (size_t i = 0; i < set->count; i++)
        length += strlen("[]\n") + strlen(set->variants[i].name) + strlen(set->rules[i]);
    return length <= SOW_VARIANT_SET_TEXT_MAX
               ? SOW_OK
               : sow_err_set(err, SOW_USAGE,
                             "the rules of %zu variants are too long together; name "
                             "fewer variants",
                             set->count);
}

/* Reads a line `[NAME]` and the lines up to the next one. NAME becomes the name of @p
   variant. @p rules receives a copy of the lines, which the caller frees; NULL without
   memory. Returns the rest of the text. Returns NULL, with nothing set, if the text does
   not begin with such a line. */
static const char *take_section(const char *at, struct sow_variant *variant, char **rules)
{
    size_t line = strcspn(at, "\n");
    if (at[0] != '[' || line < 3 || at[line - 1] != ']' || at[line] != '\n' ||
        line - 2 > SOW_VARIANT_NAME_MAX)
        return NULL;
    memcpy(variant->name, at + 1, line - 2);
    variant->name[line - 2] = '\0';
    const char *begin = at + line + 1;
    const char *end = strstr(begin, "\n[");
    end = end != NULL ? end + 1 : begin + strlen(begin);
    *rules = strndup(begin, (size_t)(end - begin));
    return end;
}

/* Reads the next variant of a stored form into the set, and moves @p at behind it.
   Returns SOW_BAD_DATA if there is none (@p at is then NULL) or its rules are malformed,
   or a status of sow_variant_set_add. */
static enum sow_status read_section(const char **at, struct sow_variant_set *set,
                                    struct sow_err *err)
{
    struct sow_variant named;
    struct sow_variant variant;
    char *rules = NULL;
    *at = take_section(*at, &named, &rules);
    if (*at == NULL)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "the stored variants are not of the form '[NAME]' and rules; the record "
            "is damaged");
    if (rules == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_variant_read_text(rules, named.name, &variant, err);
    /* sow_variant_read_text() takes the name for that of a file and would cut it at a
       dot. */
    memcpy(variant.name, named.name, sizeof variant.name);
    if (status == SOW_OK)
        status = sow_variant_set_add(set, &variant, rules, err);
    free(rules);
    return status;
}

enum sow_status sow_variant_set_read(const char *text, struct sow_variant_set *set,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    *set = (struct sow_variant_set){.text = NULL};
    do {
        status = read_section(&text, set, err);
    } while (status == SOW_OK && *text != '\0');
    if (status != SOW_OK)
        sow_variant_set_release(set);
    return status == SOW_USAGE ? SOW_BAD_DATA : status;
}

/* --- titles --- */

void sow_variant_set_title(const struct sow_variant_set *set, char *room, size_t size)
{
    enum { NAMED = 5 };
    size_t length = 0;
    size_t named = set->count > NAMED ? 1 : set->count;
    for (size_t i = 0; i < named && length < size; i++)
        length += (size_t)snprintf(room + length, size - length, "%s%s",
                                   i == 0 ? "" : ",", set->variants[i].name);
    if (set->count > named && length < size)
        (void)snprintf(room + length, size - length, ",.. (%zu variants)", set->count);
}
