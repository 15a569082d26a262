/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/random_variants.h"

#include "sow/base/pcg.h"
#include "sow/base/text.h"
#include "sow/game/fast_rules.h"
#include "sow/variants/flips.h"

#include <stdlib.h>
#include <string.h>

/* Most walks for one variant. */
enum { ATTEMPTS_MAX = 1000 };

/* --- the word of a list --- */

static const struct sow_param ROWS[] = {
    SOW_RANDOM_ROWS(0),
    {"seed", &sow_param_seed, offsetof(struct sow_random_options, seed), 0, 0, NULL, "1",
     "random seed"},
};

static const struct sow_param_table WORD = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Returns the length of the text up to a comma outside brackets. */
static size_t item_length(const char *text)
{
    size_t length = 0;
    for (int depth = 0; text[length] != '\0' && (depth > 0 || text[length] != ',');
         length++)
        depth += (text[length] == '[') - (text[length] == ']');
    return length;
}

enum { ITEMS = sizeof ROWS / sizeof ROWS[0] };

/* Sets the option that an item names. An item without a key is the number of variants. A
   value may be in brackets. @p given has a flag for each of ROWS that is set already.
   Writes to the item. Returns SOW_USAGE for an unknown key, a wrong value, or an option
   that is set already. */
static enum sow_status set_item(char *item, struct sow_random_options *options,
                                bool given[ITEMS], struct sow_err *err)
{
    static char count[] = "count";
    char *value = strchr(item, '=');
    char *key = value != NULL ? item : count;
    if (value != NULL)
        *value++ = '\0';
    else
        value = item;
    size_t length = strlen(value);
    if (length >= 2 && value[0] == '[' && value[length - 1] == ']') {
        value[length - 1] = '\0';
        value++;
    }
    struct sow_err reason;
    enum sow_status status = sow_param_set_named(&WORD, options, key, value, &reason);
    if (status != SOW_OK)
        return sow_err_set(err, SOW_USAGE, "%s", reason.text);
    bool *before = &given[sow_param_find(&WORD, key) - ROWS];
    if (*before)
        return sow_err_set(err, SOW_USAGE, "'%s' is given twice; leave one out", key);
    *before = true;
    return SOW_OK;
}

enum sow_status sow_random_read(const char *word, struct sow_random_options *options,
                                struct sow_err *err)
{
    static const char BEGIN[] = "random:[";
    char room[2 * SOW_RANDOM_FROM_MAX + 1];
    size_t length = strlen(word);
    bool given[ITEMS] = {false};
    *options = (struct sow_random_options){.count = 0};
    sow_param_defaults(&WORD, options);
    if (strncmp(word, BEGIN, strlen(BEGIN)) != 0 || word[length - 1] != ']' ||
        length >= sizeof room)
        return sow_err_set(err, SOW_USAGE,
                           "write random variants as "
                           "random:[20,seed=7,from=five,changes=1..8]");
    (void)snprintf(room, sizeof room, "%.*s", (int)(length - strlen(BEGIN) - 1),
                   word + strlen(BEGIN));
    enum sow_status status = SOW_OK;
    for (char *at = room; *at != '\0' && status == SOW_OK;) {
        char *item = at;
        at += item_length(at);
        if (*at == ',')
            *at++ = '\0';
        item += strspn(item, " ");
        status = set_item(item, options, given, err);
    }
    if (status == SOW_OK && !given[sow_param_find(&WORD, "count") - ROWS])
        return sow_err_set(err, SOW_USAGE,
                           "the number of variants is missing; write it first, as in "
                           "random:[20,seed=7]");
    return status;
}

/* --- a walk --- */

enum { OPTIONS_MAX = 64 };

/* Context for all walks. */
struct walks {
    const struct sow_random_options *options;
    const struct sow_variant_set *from;
    const struct sow_variant_set *known;
    int least; /* changes of a walk */
    int most;
    struct sow_variant_set *set;
    struct sow_random_walks count;
};

/* The end of a walk. */
struct walk {
    const struct sow_variant *base; /* first variant, borrowed */
    struct sow_rules rules;
    int steps;
    bool changed[OPTIONS_MAX]; /* rows of sow_rules_table that a step changed */
};

/* Returns the number of changes that can be played. */
static uint32_t playable(const struct sow_flips *flips)
{
    uint32_t count = 0;
    for (size_t i = 0; i < flips->count; i++)
        count += flips->flips[i].left_out[0] == '\0';
    return count;
}

/* Makes the change with this index among those that can be played. */
static void change(struct walk *walk, const struct sow_flips *flips, uint32_t index)
{
    const struct sow_flip *flip = flips->flips;
    for (;; flip++)
        if (flip->left_out[0] == '\0' && index-- == 0)
            break;
    walk->rules = flip->rules;
    const struct sow_param *option = sow_param_find(&sow_rules_table, flip->option);
    walk->changed[option - sow_rules_table.rows] = true;
}

/* Walks from a random variant. Sets @p stuck if no change can be played. Fails only with
   SOW_NO_MEMORY. */
static enum sow_status take_walk(const struct walks *walks, struct sow_pcg *rng,
                                 struct walk *walk, bool *stuck, struct sow_err *err)
{
    const struct sow_variant_set *from = walks->from;
    const struct sow_variant *base =
        &from->variants[sow_pcg_below(rng, (uint32_t)from->count)];
    *walk = (struct walk){.base = base, .rules = base->rules};
    walk->steps = walks->least +
                  (int)sow_pcg_below(rng, (uint32_t)(walks->most - walks->least + 1));
    enum sow_status status = SOW_OK;
    *stuck = false;
    for (int i = 0; i < walk->steps && status == SOW_OK && !*stuck; i++) {
        struct sow_flips flips;
        status = sow_flips_list(&walk->rules, "", &flips, err);
        if (status != SOW_OK)
            return status;
        uint32_t count = playable(&flips);
        *stuck = count == 0;
        if (!*stuck)
            change(walk, &flips, sow_pcg_below(rng, count));
        sow_flips_release(&flips);
    }
    return status;
}

/* --- games that are there already --- */

/* Returns true if a set has a variant with these rules. */
static bool has_rules(const struct sow_variant_set *set, const struct sow_rules *rules)
{
    for (size_t i = 0; i < set->count; i++)
        if (sow_rules_equal(&set->variants[i].rules, rules))
            return true;
    return false;
}

/* Returns true if a given, known or new variant has these rules. */
static bool is_there(const struct walks *walks, const struct sow_rules *rules)
{
    return has_rules(walks->known, rules) || has_rules(walks->from, rules) ||
           has_rules(walks->set, rules);
}

/* Sets @p same if the rules are there already, or others that differ by one change which
   makes no difference to the game. Refused rules are not there, so changes to them do no
   harm. Fails only with SOW_NO_MEMORY. */
static enum sow_status find_same(const struct walks *walks, const struct sow_rules *rules,
                                 bool *same, struct sow_err *err)
{
    struct sow_flips flips;
    *same = is_there(walks, rules);
    enum sow_status status = sow_flips_list(rules, "", &flips, err);
    if (status != SOW_OK)
        return status;
    for (size_t i = 0; i < flips.count && !*same; i++)
        *same =
            flips.flips[i].left_out[0] != '\0' && is_there(walks, &flips.flips[i].rules);
    sow_flips_release(&flips);
    return SOW_OK;
}

/* --- names --- */

/* Text of limited length that lists changes. */
struct account {
    char *text;
    size_t size;
    int left; /* changes that found no room */
};

/* Adds a change, if there is room for it and for the number of those left out. */
static void tell(struct account *account, const char *piece)
{
    enum { ROOM_FOR_END = 10 };
    size_t length = strlen(account->text);
    if (length + strlen(piece) + ROOM_FOR_END >= account->size)
        account->left++;
    else
        (void)snprintf(account->text + length, account->size - length, "%s", piece);
}

/* Adds the number of changes that found no room. */
static void tell_end(const struct account *account, const char *before)
{
    size_t length = strlen(account->text);
    if (account->left > 0)
        (void)snprintf(account->text + length, account->size - length, "%s%d-more",
                       before, account->left);
}

/* Returns true if the walk's end differs in an option from its first variant. If a step
   changed a differing option, options that only follow other options are left out. */
static bool is_told(const struct walk *walk, size_t option, bool stepped)
{
    return !sow_param_equal(&sow_rules_table.rows[option], &walk->base->rules,
                            &walk->rules) &&
           (!stepped || walk->changed[option]);
}

/* Returns true if a step changed an option in which the end differs. */
static bool any_stepped(const struct walk *walk)
{
    for (size_t i = 0; i < sow_rules_table.count; i++)
        if (is_told(walk, i, true))
            return true;
    return false;
}

/* Adds a change to the name and to the summary. The name has no commas or blanks, which
   separate variants in lists, and options by their stored names. Returns
   SOW_NO_MEMORY. */
static enum sow_status tell_change(const struct walk *walk,
                                   const struct sow_param *option, struct account *name,
                                   struct account *summary, struct sow_err *err)
{
    char piece[SOW_SUMMARY_MAX + 1];
    char *value = sow_param_get(option, &walk->rules);
    if (value == NULL)
        return sow_err_no_memory(err);
    (void)snprintf(piece, sizeof piece, ", %s = %s", option->name, value);
    tell(summary, summary->text[strlen(summary->text) - 1] == ':' ? piece + 1 : piece);
    for (char *at = value; (at = strchr(at, ',')) != NULL;)
        *at = '_';
    (void)snprintf(piece, sizeof piece, "+%s=%s", sow_param_stored_name(option), value);
    tell(name, piece);
    free(value);
    return SOW_OK;
}

/* Returns true if a set has a variant of this name. */
static bool has_name(const struct sow_variant_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->variants[i].name, name) == 0)
            return true;
    return false;
}

/* Adds "~2", "~3" .. to a name that the set has already. */
static void make_unique(const struct sow_variant_set *set, char *name)
{
    enum { ROOM = 5 };
    size_t length = strnlen(name, SOW_VARIANT_NAME_MAX - ROOM);
    for (int i = 2; has_name(set, name); i++)
        (void)snprintf(name + length, SOW_VARIANT_NAME_MAX + 1 - length, "~%d", i);
}

/* Makes the variant at the end of a walk, with a name and a summary that tell what was
   changed. Returns SOW_NO_MEMORY. */
static enum sow_status make_variant(const struct walks *walks, const struct walk *walk,
                                    struct sow_variant *variant, struct sow_err *err)
{
    enum { BASE_MAX = 40 };
    *variant = (struct sow_variant){.rules = walk->rules};
    struct account name = {variant->name, sizeof variant->name, 0};
    struct account summary = {variant->summary, sizeof variant->summary, 0};
    (void)snprintf(variant->name, sizeof variant->name, "%.*s", BASE_MAX,
                   walk->base->name);
    (void)snprintf(variant->summary, sizeof variant->summary,
                   "%.*s after %d %s:", BASE_MAX, walk->base->name, walk->steps,
                   walk->steps == 1 ? "change" : "changes");
    bool stepped = any_stepped(walk);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sow_rules_table.count && status == SOW_OK; i++)
        if (is_told(walk, i, stepped))
            status = tell_change(walk, &sow_rules_table.rows[i], &name, &summary, err);
    tell_end(&name, "+");
    tell_end(&summary, ", ");
    make_unique(walks->set, variant->name);
    return status;
}

/* --- all walks --- */

/* Walks once. Adds the variant at the end and sets @p added, or counts the walk as
   refused. Fails only without memory, or as sow_variant_set_add. */
static enum sow_status try_walk(struct walks *walks, struct sow_pcg *rng, bool *added,
                                struct sow_err *err)
{
    struct walk walk;
    struct sow_variant variant;
    bool stuck;
    bool same = false;
    walks->count.walked++;
    enum sow_status status = take_walk(walks, rng, &walk, &stuck, err);
    if (status == SOW_OK && !stuck)
        status = find_same(walks, &walk.rules, &same, err);
    if (status != SOW_OK)
        return status;
    bool slow =
        !stuck && !same && walks->options->fast && !sow_rules_are_fast(&walk.rules);
    walks->count.stuck += stuck;
    walks->count.same += same;
    walks->count.slow += slow;
    *added = !stuck && !same && !slow;
    if (*added)
        status = make_variant(walks, &walk, &variant, err);
    if (status == SOW_OK && *added)
        status = sow_variant_set_add(walks->set, &variant, NULL, err);
    return status;
}

/* Adds the variant with this number. Returns SOW_USAGE if no walk gives a new one. */
static enum sow_status add_variant(struct walks *walks, int number, struct sow_err *err)
{
    bool added = false;
    enum sow_status status = SOW_OK;
    for (uint64_t i = 0; i < ATTEMPTS_MAX && status == SOW_OK && !added; i++) {
        struct sow_pcg rng;
        struct sow_stream stream = {SOW_PURPOSE_GENOME, {(uint64_t)number, i, 0, 1}};
        sow_pcg_derive(&rng, walks->options->seed, &stream);
        status = try_walk(walks, &rng, &added, err);
    }
    return status != SOW_OK || added
               ? status
               : sow_err_set(err, SOW_USAGE,
                             "only %d of %d random variants were found: the others are "
                             "the same games or slow; ask for fewer, or for more "
                             "changes than '%s'",
                             number, walks->options->count, walks->options->changes);
}

/* Reads the number of changes of a walk. Returns SOW_USAGE for a wrong value. */
static enum sow_status read_changes(struct walks *walks, struct sow_err *err)
{
    const struct sow_random_options *options = walks->options;
    int64_t least;
    int64_t most;
    if (!sow_text_to_range(options->changes, &least, &most) || least < 1 ||
        least > most || most > SOW_RANDOM_CHANGES_MAX)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'%s' is not a number of changes; write a whole number from 1 "
                        "to %d, or the smallest and the largest, such as 1..8",
                        options->changes, SOW_RANDOM_CHANGES_MAX),
            "changes");
    walks->least = (int)least;
    walks->most = (int)most;
    return SOW_OK;
}

enum sow_status sow_random_add(const struct sow_random_options *options,
                               const struct sow_random_sets *sets,
                               struct sow_random_walks *walks, struct sow_err *err)
{
    struct walks all = {
        .options = options, .from = sets->from, .known = sets->known, .set = sets->set};
    enum sow_status status = read_changes(&all, err);
    for (int i = 0; i < options->count && status == SOW_OK; i++)
        status = add_variant(&all, i, err);
    if (walks != NULL)
        *walks = all.count;
    return status;
}
