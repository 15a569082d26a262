/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/variant_set.h"

#include "sow/base/text.h"

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
        "variants: names, variant files and groups, separated by commas (paper = "
        "erherhe, oware, awari, vai-lung-thlan; five = paper and kalah; all = every "
        "variant)"),
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

/* --- board sizes --- */

/* Range of numbers. Both are 0 if the option is not given. */
struct range {
    int low;  /* smallest number */
    int high; /* largest number */
};

/* Reads a number from 1 to 255, or a range of them such as "4..8"; an empty text gives 0
   and 0. Returns SOW_USAGE for anything else. @p name says in the message what is
   counted. */
static enum sow_status read_range(const char *name, const char *text, struct range *range,
                                  struct sow_err *err)
{
    int64_t low;
    int64_t high;
    *range = (struct range){0, 0};
    if (text[0] == '\0')
        return SOW_OK;
    if (sow_text_to_range(text, &low, &high) && low >= 1 && low <= high &&
        high <= UINT8_MAX) {
        *range = (struct range){(int)low, (int)high};
        return SOW_OK;
    }
    return sow_err_set(
        err, SOW_USAGE,
        "'%s' is not a range of %s; write a whole number, or the smallest and "
        "the largest, such as 4..8",
        text, name);
}

/* Adds " RULE=VALUE" to the variant's name if @p value differs from @p own, the variant's
   value so far. --pits and --seeds-per-pit of other commands do the same. The name is
   stored, so @p rule is the stored name. A name that is too long is cut. */
static void extend_name(struct sow_variant *variant, const char *rule, int value, int own)
{
    size_t length = strlen(variant->name);
    if (value != own)
        (void)snprintf(variant->name + length, sizeof variant->name - length, " %s=%d",
                       rule, value);
}

/* Sets the rule called @p name to a number. Fails as sow_param_set_named does, with
   SOW_BAD_DATA if the row of the rule refuses the number. */
static enum sow_status set_rule(struct sow_rules *rules, const char *name, int value,
                                struct sow_err *err)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%d", value);
    return sow_param_set_named(&sow_rules_table, rules, name, text, err);
}

/* Makes a copy of a variant with other numbers of pits and seeds, and with both in its
   name where they differ. Returns SOW_USAGE if the variant cannot have this size. */
static enum sow_status resize(const struct sow_variant *original, int pits, int seeds,
                              struct sow_variant *sized, struct sow_err *err)
{
    *sized = *original;
    extend_name(sized, "pits", pits, original->rules.pits);
    extend_name(sized, "seeds", seeds, original->rules.seeds);
    struct sow_err reason;
    enum sow_status status = set_rule(&sized->rules, "pits", pits, &reason);
    if (status == SOW_OK)
        status = set_rule(&sized->rules, "seeds", seeds, &reason);
    if (status == SOW_OK)
        status = sow_rules_check(&sized->rules, NULL, &reason);
    if (status == SOW_OK)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE, "variant '%s' cannot have %d pits of %d seeds: %s",
                       original->name, pits, seeds, reason.text);
}

/* Adds a variant in every size that the options ask for. Returns SOW_USAGE if it cannot
   have such a size or has a start position of its own, or a status of
   sow_variant_set_add. */
static enum sow_status add_sizes(struct sow_variant_set *set,
                                 const struct sow_variant *variant,
                                 const struct range *pits, const struct range *seeds,
                                 struct sow_err *err)
{
    const struct sow_rules *rules = &variant->rules;
    if (pits->low == 0 && seeds->low == 0)
        return sow_variant_set_add(set, variant, NULL, err);
    if (rules->seeds == 0)
        return sow_err_set(
            err, SOW_USAGE,
            "variant '%s' has a start position of its own; leave out --pits and --seeds-per-pit",
            variant->name);
    struct range across =
        pits->low != 0 ? *pits : (struct range){rules->pits, rules->pits};
    struct range deep =
        seeds->low != 0 ? *seeds : (struct range){rules->seeds, rules->seeds};
    enum sow_status status = SOW_OK;
    for (int p = across.low; p <= across.high; p++)
        for (int s = deep.low; s <= deep.high && status == SOW_OK; s++) {
            struct sow_variant sized;
            status = resize(variant, p, s, &sized, err);
            if (status == SOW_OK)
                status = sow_variant_set_add(set, &sized, NULL, err);
        }
    return status;
}

/* --- variants as typed --- */

/* State of resolving a choice. */
struct resolution {
    struct range pits;           /* pits in a row that the options ask for */
    struct range seeds;          /* seeds per pit that the options ask for */
    struct sow_variant_set *set; /* set that receives the variants */
};

/* Adds the variant or variant file @p word in all sizes. Fails as sow_variant_load and
   add_sizes do, or with SOW_USAGE for control characters in the name. */
static enum sow_status add_word(struct resolution *resolution, const char *word,
                                struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status = sow_variant_load(word, &variant, err);
    if (status != SOW_OK)
        return status;
    for (const char *at = variant.name; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            return sow_err_set(
                err, SOW_USAGE,
                "variant file '%s' has control characters in its name; rename it", word);
    return add_sizes(resolution->set, &variant, &resolution->pits, &resolution->seeds,
                     err);
}

/* Finds a group by its name in any case. Returns NULL if there is none. */
static const struct sow_variant_group *find_group(const char *word)
{
    for (const struct sow_variant_group *group = sow_variant_groups; group->name != NULL;
         group++)
        if (sow_text_same(group->name, word))
            return group;
    return NULL;
}

/* Adds the variants of @p list, whose words commas or blanks separate. With @p groups a
   word may name a group. Fails with SOW_USAGE for a word that is too long, else as
   add_word. */
static enum sow_status add_list(struct resolution *resolution, const char *list,
                                bool groups, struct sow_err *err);

/* Adds all variants of a group in all sizes that the options ask for. Fails as add_word
   does. */
static enum sow_status add_group(struct resolution *resolution,
                                 const struct sow_variant_group *group,
                                 struct sow_err *err)
{
    if (group->members != NULL)
        return add_list(resolution, group->members, false, err);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sow_variant_count() && status == SOW_OK; i++)
        status = add_word(resolution, sow_variant_name(i), err);
    return status;
}

static enum sow_status add_list(struct resolution *resolution, const char *list,
                                bool groups, struct sow_err *err)
{
    static const char SEPARATORS[] = ", \t\n";
    char word[1024];
    enum sow_status status = SOW_OK;
    for (list += strspn(list, SEPARATORS); *list != '\0' && status == SOW_OK;
         list += strspn(list, SEPARATORS)) {
        size_t length = strcspn(list, SEPARATORS);
        if (length >= sizeof word)
            return sow_err_set(err, SOW_USAGE, "variant name '%.60s...' is too long",
                               list);
        memcpy(word, list, length);
        word[length] = '\0';
        list += length;
        const struct sow_variant_group *group = groups ? find_group(word) : NULL;
        status = group != NULL ? add_group(resolution, group, err)
                               : add_word(resolution, word, err);
    }
    return status;
}

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

/* --- both --- */

/* Adds to @p set the variants of a text as typed, with the sizes of the choice. Returns
   SOW_USAGE for a wrong range and if no variant is named, or a status of add_list and
   sow_variant_set_check. The caller releases the set, also on failure. */
static enum sow_status read_typed(const struct sow_variant_choice *choice,
                                  const char *text, struct sow_variant_set *set,
                                  struct sow_err *err)
{
    struct resolution resolution = {.set = set};
    enum sow_status status = sow_err_blame(
        err, read_range("pits", choice->pits, &resolution.pits, err), "pits");
    if (status == SOW_OK)
        status = sow_err_blame(
            err, read_range("seeds per pit", choice->seeds, &resolution.seeds, err),
            "seeds_per_pit");
    if (status == SOW_OK)
        status = add_list(&resolution, text, true, err);
    if (status == SOW_OK && set->count == 0)
        status = sow_err_set(err, SOW_USAGE,
                             "no variant is named; 'variants list' shows them");
    return status == SOW_OK ? sow_variant_set_check(set, err) : status;
}

enum sow_status sow_variant_choice_resolve(struct sow_variant_choice *choice,
                                           struct sow_err *err)
{
    const char *text = choice->set.text != NULL ? choice->set.text : "";
    struct sow_variant_set set = {.text = NULL};
    if (choice->set.count > 0)
        return SOW_OK;
    /* A file may be called "[x].ini", but a stored form has several lines. */
    bool recorded = text[0] == '[' && strchr(text, '\n') != NULL;
    enum sow_status status = recorded ? sow_variant_set_read(text, &set, err)
                                      : read_typed(choice, text, &set, err);
    if (status == SOW_OK) {
        sow_variant_set_release(&choice->set);
        choice->set = set;
    } else {
        sow_variant_set_release(&set);
    }
    return status;
}

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
