/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/flips.h"

#include "sow/base/text.h"
#include "sow/game/repetition.h"

#include <stdlib.h>
#include <string.h>

/* --- neighbouring values --- */

/* Ways to find the neighbouring values of numbers and sets of counts. Choices and
   flags take all their other values. */
enum neighbours {
    BY_STEPS, /* the value plus each number */
    /* The value times half of each number; the value 0 (none) becomes `limit`. */
    BY_HALVES,
    BY_TOGGLES /* each of the counts is removed from the set, or added to it */
};

/* Most numbers in a row of the table, and the lap limit that a change to relay sowing
   sets. */
enum { NUMBERS_MAX = 5, LAP_LIMIT = 100 };

/* Rule options whose values are numbers or sets of counts, and how neighbouring values
   are found. */
static const struct neighbourhood {
    const char *option;
    enum neighbours neighbours;
    int numbers[NUMBERS_MAX + 1]; /* numbers that the way uses, up to a 0 */
    int limit;
} NEIGHBOURHOODS[] = {
    {"pits", BY_STEPS, {-1, 1}, 0},
    {"seeds_per_pit", BY_STEPS, {-1, 1}, 0},
    {"lap_limit", BY_HALVES, {1, 4}, LAP_LIMIT},
    {"number_capture", BY_TOGGLES, {1, 2, 3, 4, 5}, 0},
    {"place_capture", BY_TOGGLES, {1, 2}, 0},
    {"en_passant_capture", BY_TOGGLES, {2, 3, 4}, 0},
    {"ply_cap", BY_HALVES, {1, 4}, 250},
};

/* Returns the row of a rule option in NEIGHBOURHOODS, or NULL if it has none. */
static const struct neighbourhood *neighbourhood_of(const struct sow_param *option)
{
    for (size_t i = 0; i < sizeof NEIGHBOURHOODS / sizeof NEIGHBOURHOODS[0]; i++)
        if (strcmp(NEIGHBOURHOODS[i].option, option->name) == 0)
            return &NEIGHBOURHOODS[i];
    return NULL;
}

/* Returns true if a rule option can be changed: a choice, a flag, or an option with
   neighbouring values. */
static bool can_flip(const struct sow_param *option)
{
    return option->words != NULL || option->type == &sow_param_flag ||
           neighbourhood_of(option) != NULL;
}

/* --- changes that make no difference --- */

/* Returns true if the game begins with the same number of seeds in each pit, not with a
   start position of its own. Condition of SAMENESSES. */
static bool starts_even(const struct sow_rules *base, const struct sow_rules *flipped)
{
    (void)flipped;
    return base->seeds > 0;
}

/* Returns true if the rules have no pie rule, so that nobody can swap. With a swap, an
   early end could take it from the second player. Condition of SAMENESSES. */
static bool never_swaps(const struct sow_rules *base, const struct sow_rules *flipped)
{
    (void)flipped;
    return !base->pie_rule;
}

/* Returns true if the remaining seeds go to a player before and after the change.
   When a player is stuck, they all lie in the row of the other player. Condition of
   SAMENESSES. */
static bool goes_to_owner(const struct sow_rules *base, const struct sow_rules *flipped)
{
    return base->leftovers != SOW_LEFT_NOBODY && flipped->leftovers != SOW_LEFT_NOBODY;
}

/* Returns true if the game goes on until no player can move, so that no seeds remain.
   Condition of SAMENESSES. */
static bool plays_empty(const struct sow_rules *base, const struct sow_rules *flipped)
{
    (void)flipped;
    return base->end == SOW_END_ALL_STUCK;
}

/* Returns true if the base rules have no capture by the last seed. Condition of
   SAMENESSES. */
static bool ends_without_capture(const struct sow_rules *base,
                                 const struct sow_rules *flipped)
{
    (void)flipped;
    return sow_counts_empty(&base->number_capture) &&
           sow_counts_empty(&base->place_capture);
}

/* Returns true if all seeds together do not suffice to sow one lap round the board.
   Condition of SAMENESSES. */
static bool too_few_for_a_lap(const struct sow_rules *base,
                              const struct sow_rules *flipped)
{
    (void)flipped;
    return sow_board_seeds(&base->start) < 2 * base->pits + base->own_store_sown;
}

/* Returns true if no position can occur twice, before and after the change.
   Condition of SAMENESSES. */
static bool never_repeats(const struct sow_rules *base, const struct sow_rules *flipped)
{
    (void)flipped;
    return sow_game_never_repeats(base);
}

/* Conditions under which a change of an option makes no difference to the game, each
   with the reason that runs store. */
static const struct sameness {
    const char *option;
    bool (*holds)(const struct sow_rules *base, const struct sow_rules *flipped);
    const char *reason;
} SAMENESSES[] = {
    {"direction", starts_even, "the mirror image of the same game"},
    {"lap_origin", too_few_for_a_lap, "the same game: too few seeds to come round"},
    {"grand_slam", ends_without_capture, "the same game: no move ends in a capture"},
    {"leftovers", goes_to_owner,
     "the same game: what is left over lies in the row of the player who is not stuck"},
    {"leftovers", plays_empty, "the same game: nothing is left over"},
    {"repetition", never_repeats,
     "the same game: with the own store sown no position comes back"},
    {"early_end", never_swaps, "ends games earlier, but never changes who wins"},
};

/* Returns the reason why a change of this option makes no difference to the game, or
   NULL if none is known. */
static const char *same_because(const struct sow_rules *base,
                                const struct sow_rules *flipped, const char *option)
{
    for (size_t i = 0; i < sizeof SAMENESSES / sizeof SAMENESSES[0]; i++)
        if (strcmp(SAMENESSES[i].option, option) == 0 &&
            SAMENESSES[i].holds(base, flipped))
            return SAMENESSES[i].reason;
    return NULL;
}

/* --- the list --- */

/* Context for listing the changes of one option. Everything is borrowed; changes are
   appended to `flips`. */
struct listing {
    const struct sow_rules *base;
    const struct sow_param *option;
    struct sow_flips *flips;
    struct sow_err *err;
};

/* Returns true if two sets of rules are equal in every option. */
static bool is_same(const struct sow_rules *a, const struct sow_rules *b)
{
    for (size_t i = 0; i < sow_rules_table.count; i++)
        if (!sow_param_equal(&sow_rules_table.rows[i], a, b))
            return false;
    return true;
}

/* Writes the reason why a change is not played to @p room, cut if it is too long.
   Reasons are stored as results, so 'seeds_per_pit' keeps its name of version 0.1.0,
   'seeds'. */
static void write_reason(const char *reason, char room[SOW_FLIP_REASON_MAX + 1])
{
    static const char NAME[] = "'seeds_per_pit'";
    const char *at = strstr(reason, NAME);
    (void)snprintf(room, SOW_FLIP_REASON_MAX + 1, "%.*s%s%s",
                   at != NULL ? (int)(at - reason) : SOW_FLIP_REASON_MAX, reason,
                   at != NULL ? "'seeds'" : "", at != NULL ? at + strlen(NAME) : "");
}

/* Writes to `left_out` why a change cannot be played, or "" if it can. The rules of @p
   flip have the new value already. A change from single laps to relay sowing also sets
   their lap limit. A change is left out if the rules fail their check, are the same as
   before, or make no difference to the game. */
static void judge(const struct listing *listing, struct sow_flip *flip)
{
    static const char IDLE[] = "has no effect: what it depends on is off";
    struct sow_err refusal;
    struct sow_rules *rules = &flip->rules;
    if (rules->laps == SOW_LAPS_MULTIPLE && listing->base->laps == SOW_LAPS_SINGLE)
        rules->lap_limit = LAP_LIMIT;
    const char *reason = "";
    if (sow_rules_check(rules, NULL, &refusal) != SOW_OK)
        reason = refusal.text;
    else if (is_same(listing->base, rules))
        reason = IDLE;
    else if (same_because(listing->base, rules, flip->option) != NULL)
        reason = same_because(listing->base, rules, flip->option);
    write_reason(reason, flip->left_out);
}

/* Writes the value of an option in @p rules, as in a variant file, to @p room, cut if it
   is too long. Returns SOW_NO_MEMORY. */
static enum sow_status write_value(const struct sow_param *option,
                                   const struct sow_rules *rules,
                                   char room[SOW_FLIP_VALUE_MAX + 1], struct sow_err *err)
{
    char *value = sow_param_get(option, rules);
    if (value == NULL)
        return sow_err_no_memory(err);
    (void)snprintf(room, SOW_FLIP_VALUE_MAX + 1, "%s", value);
    free(value);
    return SOW_OK;
}

/* Appends the change to @p rules, in which the option has the new value @p value, and
   judges it. Returns SOW_NO_MEMORY. */
static enum sow_status add_flip(const struct listing *listing,
                                const struct sow_rules *rules, const char *value)
{
    struct sow_flips *flips = listing->flips;
    struct sow_flip *grown =
        realloc(flips->flips, (flips->count + 1) * sizeof *flips->flips);
    if (grown == NULL)
        return sow_err_no_memory(listing->err);
    flips->flips = grown;
    struct sow_flip *flip = &grown[flips->count++];
    *flip = (struct sow_flip){.option = sow_param_stored_name(listing->option),
                              .rules = *rules};
    (void)snprintf(flip->new_value, sizeof flip->new_value, "%s", value);
    judge(listing, flip);
    return write_value(listing->option, listing->base, flip->old_value, listing->err);
}

/* Appends the change of the option to a value given as text. Appends nothing, and
   returns SOW_OK, if the option cannot have this value or has it already. Returns
   SOW_NO_MEMORY. */
static enum sow_status add_text(const struct listing *listing, const char *value)
{
    struct sow_rules scratch = *listing->base;
    struct sow_err refusal;
    if (sow_param_set(listing->option, &scratch, value, &refusal) != SOW_OK ||
        sow_param_equal(listing->option, &scratch, listing->base))
        return SOW_OK;
    return add_flip(listing, &scratch, value);
}

/* Appends the change of the option to a number, as add_text does. */
static enum sow_status add_number(const struct listing *listing, int value)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%d", value);
    return add_text(listing, text);
}

/* Appends the change that removes @p count, below 64, from the set of counts that is the
   option's value, or adds it if it is not there. Returns SOW_NO_MEMORY. */
static enum sow_status add_toggle(const struct listing *listing, int count)
{
    struct sow_rules scratch = *listing->base;
    char value[SOW_FLIP_VALUE_MAX + 1];
    struct sow_counts *set =
        (struct sow_counts *)((char *)&scratch + listing->option->offset);
    set->word[0] ^= UINT64_C(1) << count;
    enum sow_status status = write_value(listing->option, &scratch, value, listing->err);
    return status == SOW_OK ? add_text(listing, value) : status;
}

/* Returns the value of the option in the base rules. The option has to be a number. */
static int number_of(const struct listing *listing)
{
    return *(const int *)((const char *)listing->base + listing->option->offset);
}

/* Appends the change to the neighbouring value that a number of the table gives: a
   toggle of this count, a step by it, or the value times half of it. Returns
   SOW_NO_MEMORY. */
static enum sow_status add_neighbour(const struct listing *listing,
                                     const struct neighbourhood *hood, int number)
{
    if (hood->neighbours == BY_TOGGLES)
        return add_toggle(listing, number);
    int value = number_of(listing);
    return add_number(listing,
                      hood->neighbours == BY_STEPS ? value + number : value * number / 2);
}

/* Appends the changes to all neighbouring values of a number or set of counts. A number
   of 0 that is changed by halves becomes the limit of the table instead. Returns
   SOW_NO_MEMORY. */
static enum sow_status add_neighbours(const struct listing *listing,
                                      const struct neighbourhood *hood)
{
    if (hood->neighbours == BY_HALVES && number_of(listing) == 0)
        return add_number(listing, hood->limit);
    enum sow_status status = SOW_OK;
    for (const int *at = hood->numbers; *at != 0 && status == SOW_OK; at++)
        status = add_neighbour(listing, hood, *at);
    return status;
}

/* Appends the changes of an option: to all its neighbouring values if the table has it,
   else to all other words of a choice or flag. Returns SOW_NO_MEMORY. */
static enum sow_status add_option(const struct listing *listing)
{
    static const char *const FLAG[] = {"no", "yes", NULL};
    const struct neighbourhood *hood = neighbourhood_of(listing->option);
    if (hood != NULL)
        return add_neighbours(listing, hood);
    const char *const *word =
        listing->option->type == &sow_param_flag ? FLAG : listing->option->words;
    enum sow_status status = SOW_OK;
    for (; *word != NULL && status == SOW_OK; word++)
        status = add_text(listing, *word);
    return status;
}

/* --- options to change --- */

static const char SEPARATORS[] = ", \t\n";

/* Copies the next word of a list, with commas or blanks between, to @p word, of @p room
   bytes, and moves @p list behind it. A word that is too long is cut. Returns false at
   the end of the list. */
static bool next_word(const char **list, char *word, size_t room)
{
    *list += strspn(*list, SEPARATORS);
    size_t length = strcspn(*list, SEPARATORS);
    (void)snprintf(word, room, "%.*s", (int)length, *list);
    *list += length;
    return length > 0;
}

/* Returns true if the list of rule options has the option called @p name, under any of
   its names. */
static bool is_listed(const char *options, const char *name)
{
    char word[64];
    while (next_word(&options, word, sizeof word)) {
        const struct sow_param *option = sow_param_find(&sow_rules_table, word);
        if (option != NULL && strcmp(option->name, name) == 0)
            return true;
    }
    return false;
}

/* Sets the error for a word that is not a rule option, or an option without neighbouring
   values, and returns SOW_USAGE. The error suggests the nearest name. */
static enum sow_status refuse_word(const char *word, struct sow_err *err)
{
    char hint[128];
    struct sow_nearest nearest;
    if (sow_param_find(&sow_rules_table, word) != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "'%s' has no neighbouring values to try; "
                           "choose another option of the rules",
                           word);
    sow_nearest_init(&nearest, word);
    for (size_t i = 0; i < sow_rules_table.count; i++)
        sow_nearest_offer(&nearest, sow_rules_table.rows[i].name);
    return sow_err_set(err, SOW_USAGE,
                       "the rules have no option '%s'; 'variants show NAME' lists them%s",
                       word, sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Returns SOW_USAGE, with a suggestion, unless every word of the list is a rule option
   that can be changed. An empty list is right. */
static enum sow_status check_words(const char *options, struct sow_err *err)
{
    char word[64];
    while (next_word(&options, word, sizeof word)) {
        const struct sow_param *option = sow_param_find(&sow_rules_table, word);
        if (option == NULL || !can_flip(option))
            return refuse_word(word, err);
    }
    return SOW_OK;
}

enum sow_status sow_flips_list(const struct sow_rules *base, const char *options,
                               struct sow_flips *flips, struct sow_err *err)
{
    *flips = (struct sow_flips){.flips = NULL};
    bool all = options[strspn(options, SEPARATORS)] == '\0';
    enum sow_status status = check_words(options, err);
    for (size_t i = 0; i < sow_rules_table.count && status == SOW_OK; i++) {
        const struct sow_param *option = &sow_rules_table.rows[i];
        struct listing listing = {base, option, flips, err};
        bool listed = all ? !option->type->is_added : is_listed(options, option->name);
        if (can_flip(option) && listed)
            status = add_option(&listing);
    }
    if (status != SOW_OK)
        sow_flips_release(flips);
    return status;
}

void sow_flips_release(struct sow_flips *flips)
{
    free(flips->flips);
    *flips = (struct sow_flips){.flips = NULL};
}
