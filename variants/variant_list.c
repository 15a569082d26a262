/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants as typed: lists of names, files, groups and random variants, in all sizes. */
#include "sow/base/array.h"
#include "sow/base/text.h"
#include "sow/variants/random_variants.h"
#include "sow/variants/variant_set.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

static const char SEPARATORS[] = ", \t\n";

/* Beginning of the word for random variants. */
static const char RANDOM[] = "random:";

/* Bytes for a word of a list. */
enum { WORD_ROOM = 1024 };

/* State of resolving a choice. */
struct resolution {
    struct range pits;                /* pits in a row that the options ask for */
    struct range seeds;               /* seeds per pit that the options ask for */
    struct sow_variant_set *set;      /* set that receives the variants */
    struct sow_random_options *drawn; /* options of the random variants so far; owned */
    size_t drawn_count;               /* number of `drawn` */
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

/* Notes the options of random variants. Returns SOW_USAGE if those of an earlier word
   differ in their number at most: both words would walk alike, and the second one go on
   where the first one ended. Also returns SOW_NO_MEMORY. */
static enum sow_status note_drawn(struct resolution *resolution,
                                  const struct sow_random_options *options,
                                  struct sow_err *err)
{
    for (size_t i = 0; i < resolution->drawn_count; i++) {
        const struct sow_random_options *other = &resolution->drawn[i];
        if (other->seed == options->seed && other->fast == options->fast &&
            strcmp(other->from, options->from) == 0 &&
            strcmp(other->changes, options->changes) == 0)
            return sow_err_set(err, SOW_USAGE,
                               "the list has such variants already; raise their number "
                               "there, or give another seed here");
    }
    struct sow_random_options *drawn =
        sow_array_grow(resolution->drawn, resolution->drawn_count, sizeof *drawn);
    if (drawn == NULL)
        return sow_err_no_memory(err);
    resolution->drawn = drawn;
    drawn[resolution->drawn_count++] = *options;
    return SOW_OK;
}

/* Adds the random variants that a word asks for. Fails with SOW_USAGE if sizes are given,
   else as sow_random_read, note_drawn and sow_random_variants. */
static enum sow_status add_random(struct resolution *resolution, const char *word,
                                  struct sow_err *err)
{
    struct sow_random_options options;
    struct sow_err reason;
    enum sow_status status = sow_random_read(word, &options, &reason);
    if (status == SOW_OK && (resolution->pits.low != 0 || resolution->seeds.low != 0))
        status = sow_err_set(&reason, SOW_USAGE,
                             "the variants have sizes of their own; leave out --pits and "
                             "--seeds-per-pit");
    if (status == SOW_OK)
        status = note_drawn(resolution, &options, &reason);
    if (status == SOW_OK)
        status = sow_random_variants(&options, resolution->set, NULL, &reason);
    /* The options of the word are no options of a command, so none is blamed. */
    return status == SOW_OK ? SOW_OK
                            : sow_err_set(err, status, "'%.60s': %s", word, reason.text);
}

/* Returns the length of the first word of a list, up to a comma or blank. In the word
   random: those in brackets are passed over; returns 0 if a bracket is not closed. */
static size_t word_length(const char *list)
{
    size_t length = 0;
    int depth = 0;
    if (strncmp(list, RANDOM, strlen(RANDOM)) != 0)
        return strcspn(list, SEPARATORS);
    for (;
         list[length] != '\0' && (depth > 0 || strchr(SEPARATORS, list[length]) == NULL);
         length++)
        depth += (list[length] == '[') - (depth > 0 && list[length] == ']');
    return depth == 0 ? length : 0;
}

/* Copies the first word of a list, of @p length characters, to @p word. Returns SOW_USAGE
   if it is too long or a bracket is not closed. */
static enum sow_status copy_word(const char *list, size_t length, char word[WORD_ROOM],
                                 struct sow_err *err)
{
    if (length == 0)
        return sow_err_set(err, SOW_USAGE, "a bracket is not closed in '%.60s'; add ']'",
                           list);
    if (length >= WORD_ROOM)
        return sow_err_set(err, SOW_USAGE, "variant name '%.60s...' is too long", list);
    memcpy(word, list, length);
    word[length] = '\0';
    return SOW_OK;
}

/* Adds the variants of @p list, whose words commas or blanks separate. With @p groups a
   word may name a group or random variants. Fails as copy_word, add_random and
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
    char word[WORD_ROOM];
    enum sow_status status = SOW_OK;
    for (list += strspn(list, SEPARATORS); *list != '\0' && status == SOW_OK;
         list += strspn(list, SEPARATORS)) {
        size_t length = word_length(list);
        status = copy_word(list, length, word, err);
        if (status != SOW_OK)
            return status;
        list += length;
        const struct sow_variant_group *group = groups ? find_group(word) : NULL;
        if (group != NULL)
            status = add_group(resolution, group, err);
        else if (groups && strncmp(word, RANDOM, strlen(RANDOM)) == 0)
            status = add_random(resolution, word, err);
        else
            status = add_word(resolution, word, err);
    }
    return status;
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
    free(resolution.drawn);
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

/* --- random variants --- */

/* Reads a list of variants as typed. The caller releases the set, also on failure.
   Returns SOW_NO_MEMORY or a status of sow_variant_choice_resolve. */
static enum sow_status read_list(const char *list, struct sow_variant_set *set,
                                 struct sow_err *err)
{
    struct sow_variant_choice choice = {.set = {.text = strdup(list)}};
    enum sow_status status = choice.set.text == NULL
                                 ? sow_err_no_memory(err)
                                 : sow_variant_choice_resolve(&choice, err);
    *set = choice.set;
    return status;
}

enum sow_status sow_random_variants(const struct sow_random_options *options,
                                    struct sow_variant_set *set,
                                    struct sow_random_walks *walks, struct sow_err *err)
{
    struct sow_variant_set from = {.text = NULL};
    struct sow_variant_set known = {.text = NULL};
    enum sow_status status = SOW_OK;
    if (strstr(options->from, RANDOM) != NULL)
        status = sow_err_set(err, SOW_USAGE,
                             "random variants cannot begin at '%.60s'; name other "
                             "variants",
                             options->from);
    if (status == SOW_OK)
        status = read_list(options->from, &from, err);
    status = sow_err_blame(err, status, "from");
    if (status == SOW_OK)
        status = read_list("all", &known, err);
    if (status == SOW_OK)
        status = sow_random_add(options, &(struct sow_random_sets){&from, &known, set},
                                walks, err);
    sow_variant_set_release(&from);
    sow_variant_set_release(&known);
    return status;
}
