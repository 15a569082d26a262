/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export_program.h"

#include "sow/base/embedded.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The functions in the small form: evaluator.txt, compiled in. */
extern const struct sow_embedded sow_export_files[];

/* --- conditions of lines --- */

/* Conditions that lines of evaluator.txt name behind their " @ ". */
enum condition {
    STORE_SOWN,
    SKIPPED,
    RELAY,
    EXTRA_TURN,
    NUMBER,
    WHERE_OPPONENT,
    WHERE_OWN,
    CHAIN,
    CHAIN_ROW,
    CHAIN_ACROSS,
    PLACE,
    TAKES_NOTHING,
    PLACE_CHAIN,
    CAPTURES,
    PASSING,
    LAP_MOVER,
    SLAM,
    SLAM_UNDONE,
    SLAM_ILLEGAL,
    MUST_FEED,
    CONDITIONS
};

static const char *const CONDITION_NAMES[CONDITIONS] = {
    [STORE_SOWN] = "store_sown",
    [SKIPPED] = "skipped",
    [RELAY] = "relay",
    [EXTRA_TURN] = "extra_turn",
    [NUMBER] = "number",
    [WHERE_OPPONENT] = "where_opponent",
    [WHERE_OWN] = "where_own",
    [CHAIN] = "chain",
    [CHAIN_ROW] = "chain_row",
    [CHAIN_ACROSS] = "chain_across",
    [PLACE] = "place",
    [TAKES_NOTHING] = "takes_nothing",
    [PLACE_CHAIN] = "place_chain",
    [CAPTURES] = "captures",
    [PASSING] = "passing",
    [LAP_MOVER] = "lap_mover",
    [SLAM] = "slam",
    [SLAM_UNDONE] = "slam_undone",
    [SLAM_ILLEGAL] = "slam_illegal",
    [MUST_FEED] = "must_feed",
};

/* Sets which conditions the rules meet. */
static void find_conditions(const struct sow_rules *rules, bool met[CONDITIONS])
{
    met[STORE_SOWN] = rules->own_store_sown;
    met[SKIPPED] = rules->lap_origin == SOW_ORIGIN_SKIPPED;
    met[RELAY] = rules->lap_limit > 1;
    met[EXTRA_TURN] = rules->extra_turn;
    met[NUMBER] = !sow_counts_empty(&rules->number_capture);
    met[WHERE_OPPONENT] = rules->number_where == SOW_WHERE_OPPONENT;
    met[WHERE_OWN] = rules->number_where == SOW_WHERE_OWN;
    met[CHAIN] = rules->number_chain != SOW_CHAIN_NONE;
    met[CHAIN_ROW] = rules->number_chain == SOW_CHAIN_ROW;
    met[CHAIN_ACROSS] = rules->number_chain == SOW_CHAIN_ACROSS;
    met[PLACE] = !sow_counts_empty(&rules->place_capture);
    met[TAKES_NOTHING] = rules->place_opposite_empty == SOW_EMPTY_TAKES_NOTHING;
    met[PLACE_CHAIN] = rules->place_chain;
    met[CAPTURES] = met[NUMBER] || met[PLACE];
    met[PASSING] = !sow_counts_empty(&rules->en_passant_capture);
    met[LAP_MOVER] = met[STORE_SOWN] || met[PASSING];
    met[SLAM] = met[CAPTURES] && rules->grand_slam != SOW_SLAM_LEGAL;
    met[SLAM_UNDONE] = met[SLAM] && rules->grand_slam == SOW_SLAM_CAPTURES_NOTHING;
    met[SLAM_ILLEGAL] = met[SLAM] && rules->grand_slam == SOW_SLAM_ILLEGAL;
    met[MUST_FEED] = rules->feeding == SOW_FEEDING_MUST;
}

/* Returns true if the rules meet all conditions of a list with blanks between them; `!`
   negates one. A name that is no condition is a bug of evaluator.txt: false. */
static bool all_met(const char *list, const bool met[CONDITIONS])
{
    while (*list != '\0') {
        char word[32];
        size_t length = strcspn(list, " ");
        bool negated = *list == '!';
        (void)snprintf(word, sizeof word, "%.*s", (int)length - negated, list + negated);
        int i = 0;
        while (i < CONDITIONS && strcmp(CONDITION_NAMES[i], word) != 0)
            i++;
        if (i == CONDITIONS || met[i] == negated)
            return false;
        list += length + strspn(list + length, " ");
    }
    return true;
}

/* --- texts of the rules --- */

/* Writes a condition on `count` that holds for the members of a set. */
static void write_members(const struct sow_counts *set, FILE *out)
{
    const char *word = "";
    for (unsigned first = 1; first <= SOW_MAX_SEEDS; first++) {
        unsigned last = first;
        if (!sow_counts_has(set, first))
            continue;
        while (last < SOW_MAX_SEEDS && sow_counts_has(set, last + 1))
            last++;
        if (first == last)
            (void)fprintf(out, "%scount == %u", word, first);
        else
            (void)fprintf(out, "%s(count >= %u and count <= %u)", word, first, last);
        word = " or ";
        first = last;
    }
}

/* Writes a line, in which $NUMBER, $PLACE and $PASSING stand for sets of counts. */
static void write_line(const char *line, size_t length, const struct sow_rules *rules,
                       FILE *out)
{
    const struct {
        const char *name;
        const struct sow_counts *set;
    } sets[] = {{"$NUMBER", &rules->number_capture},
                {"$PLACE", &rules->place_capture},
                {"$PASSING", &rules->en_passant_capture}};
    size_t plain = strcspn(line, "$");
    if (plain >= length) {
        (void)fprintf(out, "%.*s\n", (int)length, line);
        return;
    }
    (void)fprintf(out, "%.*s", (int)plain, line);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strncmp(line + plain, sets[i].name, length - plain) == 0)
            write_members(sets[i].set, out);
    (void)fputc('\n', out);
}

/* Writes a section with those lines whose conditions the rules meet. @p text begins
   behind the heading. */
static void write_section(const char *text, const struct sow_rules *rules, FILE *out)
{
    bool met[CONDITIONS];
    find_conditions(rules, met);
    for (const char *line = text; *line != '\0' && strncmp(line, "== ", 3) != 0;
         line += strcspn(line, "\n") + 1) {
        char whole[256];
        (void)snprintf(whole, sizeof whole, "%.*s", (int)strcspn(line, "\n"), line);
        char *mark = strstr(whole, " @ ");
        if (mark != NULL)
            *mark = '\0';
        if (mark == NULL || all_met(mark + 3, met))
            write_line(whole, strlen(whole), rules, out);
    }
}

/* --- choice of the sections --- */

/* Returns true if a text has a name as a whole word. */
static bool names(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}

/* Most sections of evaluator.txt. */
enum { SECTIONS_MAX = 64 };

/* The sections of evaluator.txt, as texts for the rules. */
struct sections {
    int count;
    char name[SECTIONS_MAX][32];
    char *text[SECTIONS_MAX]; /* text of each, owned */
    bool used[SECTIONS_MAX];  /* true if the program has it */
};

/* Frees the texts of all sections. */
static void release_sections(struct sections *sections)
{
    for (int i = 0; i < sections->count; i++)
        free(sections->text[i]);
}

/* Reads all sections. Returns SOW_NO_MEMORY, with those so far; the caller releases them
   in any case. */
static enum sow_status read_sections(const struct sow_rules *rules,
                                     struct sections *sections, struct sow_err *err)
{
    const char *at = sow_export_files[0].text;
    while (at != NULL && sections->count < SECTIONS_MAX) {
        size_t size;
        int i = sections->count;
        (void)snprintf(sections->name[i], sizeof sections->name[i], "%.*s",
                       (int)strcspn(at + 3, "\n"), at + 3);
        FILE *out = sow_stream_open(&sections->text[i], &size);
        if (out == NULL)
            return sow_err_no_memory(err);
        write_section(at + strcspn(at, "\n") + 1, rules, out);
        if (fclose(out) != 0)
            return sow_err_no_memory(err);
        sections->count++;
        at = strstr(at, "\n== ");
        at = at != NULL ? at + 1 : NULL;
    }
    return SOW_OK;
}

/* Returns true if a text calls a function. Comments name functions, too, but without a
   parenthesis. */
static bool calls(const char *text, const char *name)
{
    char call[40];
    (void)snprintf(call, sizeof call, "%s(", name);
    for (const char *at = strstr(text, call); at != NULL; at = strstr(at + 1, call))
        if (at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_'))
            return true;
    return false;
}

/* Marks the sections that a text calls, and those that they call in turn. */
static void mark_sections(const char *text, struct sections *sections)
{
    for (int i = 0; i < sections->count; i++)
        if (!sections->used[i] && calls(text, sections->name[i])) {
            sections->used[i] = true;
            mark_sections(sections->text[i], sections);
        }
}

/* --- the function of the evaluator --- */

/* Writes the shortest decimal number, with a point or an exponent, that reads back as the
   value. Returns @p text. */
static char *write_number(double value, char text[32])
{
    for (int digits = 1; digits <= 17; digits++) {
        (void)snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    size_t length = strlen(text);
    if (strpbrk(text, ".e") == NULL)
        (void)snprintf(text + length, 32 - length, ".0");
    return text;
}

/* Returns true if a term has @p word in its expression. */
static bool some_term(const struct sow_export_terms *terms, const char *word)
{
    for (int i = 0; i < terms->count; i++)
        if (names(terms->term[i].text, word))
            return true;
    return false;
}

/* Writes the sum of the terms. */
static void write_terms(const struct sow_export_terms *terms, FILE *out)
{
    (void)fputs("    double value = 0.0\n", out);
    for (int i = 0; i < terms->count; i++) {
        const struct sow_export_term *term = &terms->term[i];
        char number[32];
        (void)fprintf(out, "    # %s: %s%s\n", term->name, term->meaning,
                      term->text[0] == '\0' ? " (always 0 in this variant)" : "");
        if (term->text[0] != '\0')
            (void)fprintf(out, "    value += %s * %s\n",
                          write_number(term->weight, number), term->text);
    }
}

/* Writes the function that values a move. Under the pie rule, pit -1 is the swap. */
static void write_move_function(const struct sow_export_terms *terms, bool swaps,
                                FILE *out)
{
    (void)fputs("# Returns the value of a legal move for the player who makes it.\n"
                "public double value_of_move(rows pits, in stores, int side, int pit)\n"
                "    array b\n"
                "    load(pits, stores, b)\n",
                out);
    if (some_term(terms, "last"))
        (void)fputs("    int last = last_playable(b, side)\n", out);
    (void)fputs(swaps ? "    if pit < 0\n"
                        "        swap_sides(b, side)\n"
                        "    else\n"
                        "        sow(b, side, pit)\n"
                      : "    sow(b, side, pit)\n",
                out);
    write_terms(terms, out);
    (void)fputs("    return value\n", out);
}

/* Writes the function that values a position. */
static void write_position_function(const struct sow_export_terms *terms, FILE *out)
{
    static const char *const SEATS[] = {"own", "other"};
    (void)fputs("# Returns the value of a position for the player of a seat.\n", out);
    (void)fprintf(out,
                  "public double value_of_position(rows pits, in stores, int side, int "
                  "seat%s)\n"
                  "    array b\n"
                  "    load(pits, stores, b)\n",
                  terms->of_mover ? ", bool over" : "");
    (void)fputs("    int own = seat\n", out);
    if (terms->of_mover)
        (void)fputs("    if not over\n"
                    "        own = side\n",
                    out);
    if (some_term(terms, "other") || some_term(terms, "other_moves"))
        (void)fputs("    int other = 1 - own\n", out);
    for (int i = 0; i < 2; i++) {
        char moves[16];
        (void)snprintf(moves, sizeof moves, "%s_moves", SEATS[i]);
        if (some_term(terms, moves))
            (void)fprintf(out, "    array %s\n    sweep(b, %s, %s)\n", moves, SEATS[i],
                          moves);
    }
    write_terms(terms, out);
    if (terms->of_mover)
        (void)fputs("    if own != seat\n"
                    "        return -value\n",
                    out);
    (void)fputs("    return value\n", out);
}

/* --- the whole --- */

/* Writes the constants that a text names. PITS comes first: every program names it. */
static void write_constants(const char *text, const struct sow_rules *rules, FILE *out)
{
    int pits = rules->pits;
    const struct {
        const char *name;
        int value;
    } constants[] = {
        {"PITS", pits},
        {"STORE", 2 * pits},
        {"GAIN", 2 * pits + 2},
        {"AGAIN", 2 * pits + 3},
        {"SLAM", 2 * pits + 4},
        {"SIZE", 2 * pits + 5},
        {"STORE_SOWN", rules->own_store_sown},
        {"LAP_LIMIT", rules->lap_limit},
        {"ROUND_TRIP",
         2 * pits + rules->own_store_sown - (rules->lap_origin == SOW_ORIGIN_SKIPPED)},
    };
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (names(text, constants[i].name) || strcmp(constants[i].name, "SIZE") == 0)
            (void)fprintf(out, "const %s = %d\n", constants[i].name, constants[i].value);
    (void)fputc('\n', out);
}

/* Writes the sections in use to a text on the heap, followed by @p function. Returns
   SOW_NO_MEMORY. */
static enum sow_status join(const struct sections *sections, const char *function,
                            char **text, struct sow_err *err)
{
    size_t size;
    FILE *out = sow_stream_open(text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < sections->count; i++)
        if (sections->used[i])
            (void)fputs(sections->text[i], out);
    (void)fputs(function, out);
    return fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
}

enum sow_status sow_export_program(const struct sow_export_terms *terms,
                                   const struct sow_rules *rules, FILE *out,
                                   struct sow_err *err)
{
    struct sections sections = {.count = 0};
    char *function = NULL;
    char *body = NULL;
    size_t size;
    FILE *stream = sow_stream_open(&function, &size);
    if (stream == NULL)
        return sow_err_no_memory(err);
    if (terms->of_moves)
        write_move_function(terms, rules->pie_rule, stream);
    else
        write_position_function(terms, stream);
    enum sow_status status = fclose(stream) == 0 ? read_sections(rules, &sections, err)
                                                 : sow_err_no_memory(err);
    if (status == SOW_OK) {
        mark_sections(function, &sections);
        status = join(&sections, function, &body, err);
    }
    if (status == SOW_OK) {
        write_constants(body, rules, out);
        (void)fputs(body, out);
    }
    release_sections(&sections);
    free(function);
    free(body);
    return status;
}
