/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/rules.h"

#include "sow/base/text.h"

#include <assert.h>
#include <string.h>

/* --- count sets as parameter values: "none", "2,3", "2-4,6" --- */

/* Adds a count from 0 to 255 to a set. */
static void counts_add(struct sow_counts *set, unsigned count)
{
    set->word[count >> 6U] |= UINT64_C(1) << (count & 63U);
}

/* Reads a count in decimal digits at @p at, and moves @p at behind it. Returns 0 if there
   are no digits, or if the count is not from 1 to 255. */
static unsigned take_count(const char **at)
{
    unsigned value = 0;
    const char *start = *at;
    while (**at >= '0' && **at <= '9' && value <= SOW_MAX_SEEDS)
        value = value * 10 + (unsigned)(*(*at)++ - '0');
    return *at == start || value > SOW_MAX_SEEDS ? 0 : value;
}

/* Adds the count or the range FIRST-LAST at @p at to @p set, and moves @p at behind it.
   Returns false if there is none, or if LAST is less than FIRST. */
static bool take_range(const char **at, struct sow_counts *set)
{
    unsigned first = take_count(at);
    unsigned last = first;
    if (first != 0 && **at == '-') {
        (*at)++;
        last = take_count(at);
    }
    if (first == 0 || last < first)
        return false;
    for (unsigned count = first; count <= last; count++)
        counts_add(set, count);
    return true;
}

/* Longest set as text. A set is written on one line of a variant file, and the reader of
   these files limits the length of a line. */
enum { COUNTS_TEXT_MAX = 150 };

/* Writes the members as counts and ranges with commas between them, in ascending order.
   Leaves @p text unset for an empty set. Returns false if the text is too long; @p text
   is then cut. */
static bool write_counts(const struct sow_counts *set, char text[COUNTS_TEXT_MAX + 1])
{
    size_t length = 0;
    unsigned count = 1;
    while (count <= SOW_MAX_SEEDS && length <= COUNTS_TEXT_MAX) {
        unsigned last = count;
        while (last <= SOW_MAX_SEEDS && sow_counts_has(set, last))
            last++;
        const char *comma = length > 0 ? "," : "";
        size_t room = COUNTS_TEXT_MAX + 1 - length;
        if (last == count + 1)
            length += (size_t)snprintf(text + length, room, "%s%u", comma, count);
        else if (last > count)
            length += (size_t)snprintf(text + length, room, "%s%u%c%u", comma, count,
                                       last - count > 2 ? '-' : ',', last - 1);
        count = last + 1;
    }
    return length <= COUNTS_TEXT_MAX;
}

/* Reads a count set: "none", or counts and ranges with a comma, and at most one blank
   behind it, between them. Returns SOW_BAD_DATA, and leaves the field, for any other text
   and for a set whose text is too long. */
static enum sow_status parse_counts(const struct sow_param *param, const char *text,
                                    void *field, struct sow_err *err)
{
    struct sow_counts set = {{0}};
    const char *at = text;
    bool good = sow_text_same(text, "none") || take_range(&at, &set);
    while (good && at != text && *at != '\0') {
        good = *at == ',';
        at++;
        at += *at == ' ';
        good = good && take_range(&at, &set);
    }
    if (!good)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "'%s' is not a value of '%s': allowed is none, or counts from 1 to %d such as 2,3 or 2-4",
            text, param->name, SOW_MAX_SEEDS);
    char written[COUNTS_TEXT_MAX + 1];
    if (!write_counts(&set, written))
        return sow_err_set(
            err, SOW_BAD_DATA,
            "'%s' lists too many counts: its text may have at most %d characters; "
            "leave out counts that cannot occur",
            param->name, COUNTS_TEXT_MAX);
    memcpy(field, &set, sizeof set);
    return SOW_OK;
}

/* Writes a count set as parse_counts reads it. */
static void format_counts(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    const struct sow_counts *set = field;
    char written[COUNTS_TEXT_MAX + 1] = "none";
    bool fits = sow_counts_empty(set) || write_counts(set, written);
    assert(fits);
    (void)fits;
    (void)fputs(written, out);
}

/* Writes which texts name a set of counts. */
static void describe_counts(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fprintf(out, "none, or counts from 1 to %d such as 2,3 or 2-4", SOW_MAX_SEEDS);
}

/* Kind of value of a count set. */
static const struct sow_param_type COUNTS = {"counts",
                                             false,
                                             parse_counts,
                                             format_counts,
                                             describe_counts,
                                             sizeof(struct sow_counts),
                                             NULL,
                                             false};

/* --- the vocabulary --- */

/* Words of each choice, in the order of its enum in rules.h. */
static const char *const DIRECTION[] = {"counter-clockwise", "clockwise", NULL};
static const char *const LAP_ORIGIN[] = {"skipped", "sown", NULL};
static const char *const LAPS[] = {"single", "multiple", NULL};
static const char *const WHERE[] = {"opponent", "own", "either", NULL};
static const char *const CHAIN[] = {"none", "row", "across", NULL};
static const char *const OPPOSITE_EMPTY[] = {"takes-last", "takes-nothing", NULL};
static const char *const FEEDING[] = {"none", "must", NULL};
static const char *const GRAND_SLAM[] = {"legal", "captures-nothing", "illegal", NULL};
static const char *const END[] = {"row-empty", "mover-stuck", "all-stuck", NULL};
static const char *const LEFTOVERS[] = {"owner", "other-player", "nobody", NULL};
static const char *const CAP_LEFTOVERS[] = {"owner", "nobody", NULL};
static const char *const REPETITION[] = {"none", "own-rows", "split", NULL};

/* Value of `start` for equal numbers of seeds in all pits. */
static const char EVEN[] = "even";

/* Offset of a field of the rules. */
#define AT(field) offsetof(struct sow_rules, field)

/* Rows of all keys, in the order of a variant file. */
static const struct sow_param ROWS[] = {
    {"pits", &sow_param_integer, AT(pits), 1, SOW_MAX_PITS, NULL, "6", "pits in a row"},
    {"seeds_per_pit", &sow_param_integer, AT(seeds), 0, SOW_MAX_SEEDS, NULL, "4",
     "seeds in every pit at the start; unused with a start position"},
    {"start", &sow_param_text, AT(start_text), 0, SOW_POSITION_MAX - 1, NULL, EVEN,
     "start position s1,..,sm,S/n1,..,nm,N:side, or even"},
    {"direction", &sow_param_choice, AT(direction), 0, 0, DIRECTION, "counter-clockwise",
     "direction of sowing"},
    {"own_store_sown", &sow_param_flag, AT(own_store_sown), 0, 0, NULL, "no",
     "a sowing drops a seed into the own store as it passes"},
    {"lap_origin", &sow_param_choice, AT(lap_origin), 0, 0, LAP_ORIGIN, "skipped",
     "treatment of the start pit by a sowing that comes round to it"},
    {"laps", &sow_param_choice, AT(laps), 0, 0, LAPS, "single",
     "laps of a sowing; multiple: if the last seed falls in an occupied pit, its "
     "seeds are sown on (relay sowing)"},
    {"lap_limit", &sow_param_integer, AT(lap_limit), 0, 10000, NULL, "0",
     "largest number of laps of one relay sowing"},
    {"extra_turn", &sow_param_flag, AT(extra_turn), 0, 0, NULL, "no",
     "a last seed in the own store lets the player move again"},
    {"number_capture", &COUNTS, AT(number_capture), 0, 0, NULL, "none",
     "counts (after the drop) at which the last pit is captured"},
    {"number_where", &sow_param_choice, AT(number_where), 0, 0, WHERE, "opponent",
     "rows in which the last seed captures by number"},
    {"number_chain", &sow_param_choice, AT(number_chain), 0, 0, CHAIN, "none",
     "preceding pits with such counts are captured too: within the row, or across rows"},
    {"place_capture", &COUNTS, AT(place_capture), 0, 0, NULL, "none",
     "counts (after the drop; 1 = the pit was empty) at which a last seed in an own "
     "pit captures this pit and the opposite pit"},
    {"place_opposite_empty", &sow_param_choice, AT(place_opposite_empty), 0, 0,
     OPPOSITE_EMPTY, "takes-last",
     "result of a place capture if the opposite pit is "
     "empty"},
    {"place_chain", &sow_param_flag, AT(place_chain), 0, 0, NULL, "no",
     "preceding own pits that fulfil the same condition capture too"},
    {"en_passant_capture", &COUNTS, AT(en_passant_capture), 0, 0, NULL, "none",
     "counts at which an own pit is captured at once while sowing"},
    {"feeding", &sow_param_choice, AT(feeding), 0, 0, FEEDING, "none",
     "duty to give seeds to an opponent with an empty row; must: if any move can"},
    {"grand_slam", &sow_param_choice, AT(grand_slam), 0, 0, GRAND_SLAM, "legal",
     "effect of a move that captures all seeds of the opponent; illegal: forbidden "
     "unless every move does so"},
    {"end", &sow_param_choice, AT(end), 0, 0, END, "row-empty",
     "end of the game after a move: either row is empty; the next player has no move; "
     "neither player has a move (a stuck player passes)"},
    {"leftovers", &sow_param_choice, AT(leftovers), 0, 0, LEFTOVERS, "owner",
     "receiver of the remaining seeds: the owner of the row; the player who is not "
     "stuck; nobody"},
    {"repetition", &sow_param_choice, AT(repetition), 0, 0, REPETITION, "none",
     "effect of a repeated position: none, or the game ends and each player keeps "
     "the own row, or the seeds are split"},
    {"ply_cap", &sow_param_integer, AT(ply_cap), 0, 10000, NULL, "0",
     "plies after which the game ends; 0 = none"},
    {"cap_leftovers", &sow_param_added_choice, AT(cap_leftovers), 0, 0, CAP_LEFTOVERS,
     "owner",
     "receiver of the remaining seeds at the ply cap: the owner of the row; nobody"},
    {"pie_rule", &sow_param_flag, AT(pie_rule), 0, 0, NULL, "no",
     "the second player may take over the first player's side at its first move"},
    {"early_end", &sow_param_flag, AT(early_end), 0, 0, NULL, "no",
     "the game ends once a store holds more than half of all seeds"},
};

const struct sow_param_table sow_rules_table = {ROWS, sizeof ROWS / sizeof ROWS[0]};

void sow_rules_defaults(struct sow_rules *rules)
{
    memset(rules, 0, sizeof *rules);
    sow_param_defaults(&sow_rules_table, rules);
}

bool sow_rules_equal(const struct sow_rules *a, const struct sow_rules *b)
{
    for (size_t i = 0; i < sow_rules_table.count; i++)
        if (!sow_param_equal(&sow_rules_table.rows[i], a, b))
            return false;
    return true;
}

/* --- the check --- */

/* Contradiction between options: the keys involved, the likeliest fault first, and a
   message that says what to do. */
struct contradiction {
    const char *keys[4];                          /* keys involved; ends with NULL */
    const char *text;                             /* the message */
    bool (*found)(const struct sow_rules *rules); /* returns true if rules have it */
};

/* Returns true if an even start has more than SOW_MAX_SEEDS seeds. */
static bool too_many_seeds(const struct sow_rules *rules)
{
    return strcmp(rules->start_text, EVEN) == 0 &&
           2 * rules->pits * rules->seeds > SOW_MAX_SEEDS;
}

/* Returns true if the start is even and has no seeds. */
static bool no_seeds(const struct sow_rules *rules)
{
    return strcmp(rules->start_text, EVEN) == 0 && rules->seeds == 0;
}

/* Returns true if a last seed in the store gives another turn, but no seed gets there. */
static bool turn_without_store(const struct sow_rules *rules)
{
    return rules->extra_turn && !rules->own_store_sown;
}

/* Returns true for relay sowing without a limit of laps. */
static bool relay_without_limit(const struct sow_rules *rules)
{
    return rules->laps == SOW_LAPS_MULTIPLE && rules->lap_limit == 0;
}

/* Returns true if nothing forces the game to end. If the own store is sown, every round
   of the board leaves a seed in a store, so the game must end. Otherwise play can go on
   for ever. */
static bool endless(const struct sow_rules *rules)
{
    return !rules->own_store_sown && rules->repetition == SOW_REPEAT_NONE &&
           rules->ply_cap == 0;
}

/* All contradictions, in the order in which they are tested. */
static const struct contradiction CONTRADICTIONS[] = {
    {{"seeds_per_pit", "pits", "start"},
     "more than 255 seeds on the board: lower 'seeds_per_pit' or 'pits'",
     too_many_seeds},
    {{"seeds_per_pit", "start"},
     "a board without seeds: set 'seeds_per_pit' to 1 or more, or give a 'start'",
     no_seeds},
    {{"extra_turn", "own_store_sown"},
     "'extra_turn = yes' needs 'own_store_sown = yes'",
     turn_without_store},
    {{"laps", "lap_limit"},
     "'laps = multiple' needs a 'lap_limit' of 1 or more",
     relay_without_limit},
    {{"ply_cap", "repetition", "own_store_sown"},
     "a game by these rules may never end: set 'ply_cap' or 'repetition'",
     endless},
};

/* Returns SOW_BAD_DATA with the first contradiction between options and the keys at
   fault; SOW_OK, with @p culprits unchanged, if there is none. */
static enum sow_status find_contradiction(const struct sow_rules *rules,
                                          const char *const **culprits,
                                          struct sow_err *err)
{
    for (size_t i = 0; i < sizeof CONTRADICTIONS / sizeof CONTRADICTIONS[0]; i++) {
        if (CONTRADICTIONS[i].found(rules)) {
            *culprits = CONTRADICTIONS[i].keys;
            return sow_err_set(err, SOW_BAD_DATA, "%s", CONTRADICTIONS[i].text);
        }
    }
    return SOW_OK;
}

/* Sets `start`. "even" gives `seeds` in every pit, with south to move. Any other text is
   a position: it is rewritten in its standard form, and `seeds` becomes 0. Returns
   SOW_BAD_DATA if the text is not a position, or its side to move has no seed. */
static enum sow_status make_start(struct sow_rules *rules, struct sow_err *err)
{
    enum sow_direction direction = (enum sow_direction)rules->direction;
    if (strcmp(rules->start_text, EVEN) == 0) {
        rules->start = (struct sow_board){.side = SOW_SOUTH};
        for (int i = 0; i < rules->pits; i++) {
            rules->start.pit[SOW_SOUTH][i] = (uint8_t)rules->seeds;
            rules->start.pit[SOW_NORTH][i] = (uint8_t)rules->seeds;
        }
        return SOW_OK;
    }
    struct sow_err reason;
    if (sow_board_parse(rules->start_text, rules->pits, direction, &rules->start,
                        &reason) != SOW_OK)
        return sow_err_set(err, SOW_BAD_DATA, "start '%s': %s", rules->start_text,
                           reason.text);
    if (sow_board_row(&rules->start, rules->start.side) == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "start '%s': the side to move has no seed to sow",
                           rules->start_text);
    (void)sow_board_format(&rules->start, rules->pits, direction, rules->start_text);
    rules->seeds = 0;
    return SOW_OK;
}

/* Resets options that have no effect, so that equal games have equal structs: the lap
   limit of single laps, and the options of captures by an empty set of counts. */
static void clear_unused(struct sow_rules *rules)
{
    if (rules->laps == SOW_LAPS_SINGLE)
        rules->lap_limit = 0;
    if (sow_counts_empty(&rules->number_capture)) {
        rules->number_where = SOW_WHERE_OPPONENT;
        rules->number_chain = SOW_CHAIN_NONE;
    }
    if (sow_counts_empty(&rules->place_capture)) {
        rules->place_opposite_empty = SOW_EMPTY_TAKES_LAST;
        rules->place_chain = false;
    }
    if (rules->ply_cap == 0)
        rules->cap_leftovers = SOW_CAP_OWNER;
}

enum sow_status sow_rules_check(struct sow_rules *rules, const char *const **culprits,
                                struct sow_err *err)
{
    static const char *const START[] = {"start", "pits", NULL};
    const char *const *ignored;
    if (culprits == NULL)
        culprits = &ignored;
    clear_unused(rules);
    enum sow_status status = find_contradiction(rules, culprits, err);
    if (status == SOW_OK) {
        *culprits = START;
        status = make_start(rules, err);
    }
    return status;
}

/* Writes the line "KEY = VALUE" of one rule; @p key is the name to write for it. */
static void write_row(const struct sow_rules *rules, const struct sow_param *param,
                      const char *key, FILE *out)
{
    (void)fprintf(out, "%s = ", key);
    param->type->format(param, (const char *)rules + param->offset, out);
    (void)fputc('\n', out);
}

/* Returns true if the option was added after version 0.1.0 and has its default, which is
   zero. */
static bool is_new_default(const struct sow_rules *rules, const struct sow_param *param)
{
    return param->type->is_added &&
           *(const int *)((const char *)rules + param->offset) == 0;
}

void sow_rules_write(const struct sow_rules *rules, FILE *out)
{
    for (size_t i = 0; i < sow_rules_table.count; i++)
        if (!is_new_default(rules, &ROWS[i]))
            write_row(rules, &ROWS[i], sow_param_stored_name(&ROWS[i]), out);
}

void sow_rules_write_file(const struct sow_rules *rules, FILE *out)
{
    for (size_t i = 0; i < sow_rules_table.count; i++)
        write_row(rules, &ROWS[i], ROWS[i].name, out);
}
