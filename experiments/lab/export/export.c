/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/export/export.h"

#include "export_program.h"
#include "export_terms.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/support/build_info.h"
#include "sow/support/json.h"

#include <stdlib.h>
#include <string.h>

const char *const sow_export_forms[] = {
    [SOW_EXPORT_C] = "c",       [SOW_EXPORT_PYTHON] = "python",
    [SOW_EXPORT_JAVA] = "java", [SOW_EXPORT_JSON] = "json",
    [SOW_EXPORT_FORMS] = NULL,
};

const char *sow_export_refusal(const struct sow_agent *agent)
{
    struct sow_export_terms terms;
    return sow_export_terms_of(agent, NULL, &terms);
}

/* --- the head of a source --- */

/* Explanation of the board and of the function. `$PITS` is the number of pits in a row.
 */
static const char BOARD[] =
    "The board\n"
    "    pits[0] and stores[0] are south's, pits[1] and stores[1] are north's.\n"
    "    Both rows are in the order of sowing. Index 0 is the pit that gets the first\n"
    "    seed when a sowing enters the row. The last index is the pit nearest the other\n"
    "    player. The last index minus i is the pit opposite pit i of the other row.\n"
    "    side is the player to move next: 0 for south, 1 for north.\n";

static const char CLOCKWISE[] =
    "    Sowing is clockwise: index 0 is at the owner's right.\n\n";
static const char COUNTER_CLOCKWISE[] =
    "    Sowing is counter-clockwise: index 0 is at the owner's left.\n\n";

static const char OF_MOVE[] =
    "value_of_move(pits, stores, side, pit)\n"
    "    is the value of the move of pit for the player to move. The pit is an index of\n"
    "    the player's own row, and the move has to be legal. The player makes the move\n"
    "    with the greatest value, and draws lots between equal ones. A move is one\n"
    "    sowing: after an extra turn the player values the moves anew.\n";

static const char OF_SWAP[] =
    "    Pit -1 is the swap of the pie rule, for the second player's first move.\n";

static const char OF_POSITION[] =
    "value_of_position(pits, stores, side, seat)\n"
    "    is the value of a position for the player of a seat: 0 for south, 1 for north.\n"
    "    A player that does not search makes the move to the position with the greatest\n"
    "    value for itself. If the move ends the game, the remaining seeds are given out\n"
    "    first. A player that searches values its leaves so; the search is not\n"
    "    part of this source.\n";

static const char OF_MOVER[] =
    "value_of_position(pits, stores, side, seat, over)\n"
    "    is the value of a position for the player of a seat: 0 for south, 1 for north.\n"
    "    The features are those of the player to move, and the value for the other one is\n"
    "    the negative. If the game has ended, over is true, the remaining seeds are given\n"
    "    out, and the features are those of the seat. A player that does not search makes\n"
    "    the move to the position with the greatest value for itself. A player that\n"
    "    searches values its leaves so; the search is not part of this source.\n";

static const char EXACT[] =
    "The values are exactly those of sowlab. Each weight is a multiple of a power of two,\n"
    "so that no sum is rounded.\n";

/* Writes the explanation of an evaluator as plain lines: origin, rules, board, function.
 */
static void write_head(const struct sow_export *export,
                       const struct sow_export_terms *terms, FILE *out)
{
    const struct sow_rules *rules = &export->variant->rules;
    (void)fprintf(out, "An evaluator by sowlab %s.\n\n", sow_build_version);
    for (const struct sow_export_fact *fact = export->facts; fact->name != NULL; fact++)
        (void)fprintf(out, "%s: %s\n", fact->name, fact->text);
    (void)fprintf(out, "\nThe rules of %s\n", export->variant->name);
    sow_rules_write_file(rules, out);
    (void)fprintf(out, "\n%s%s", BOARD,
                  rules->direction == SOW_CLOCKWISE ? CLOCKWISE : COUNTER_CLOCKWISE);
    (void)fputs(terms->of_moves   ? OF_MOVE
                : terms->of_mover ? OF_MOVER
                                  : OF_POSITION,
                out);
    if (terms->of_moves && rules->pie_rule)
        (void)fputs(OF_SWAP, out);
    (void)fprintf(out, "\n%s", EXACT);
}

/* Returns the name of the class of a Java source. */
static const char *class_of(const struct sow_export *export)
{
    return export->class_name != NULL ? export->class_name : "Evaluator";
}

/* Replaces characters with a meaning in comments: those beyond ASCII, control
   characters, backslashes, and slashes that would end a comment. */
static void make_harmless(char *text)
{
    for (char *at = text; *at != '\0'; at++)
        if ((*at < ' ' && *at != '\n') || *at > '~' || *at == '\\' ||
            (*at == '/' && at > text && at[-1] == '*'))
            *at = '?';
}

/* Texts around the head and around the program, by language. */
static const struct {
    const char *before_head, *after_head, *end;
} FRAMES[] = {
    [SOW_EXPORT_C] = {"/*\n", " */\n#include <stdbool.h>\n\n", ""},
    [SOW_EXPORT_PYTHON] = {"", "\n", ""},
    [SOW_EXPORT_JAVA] = {"", "", "}\n"},
};

/* Writes a source from its head and its program. */
static void write_source(const struct sow_export *export, char *head, const char *program,
                         int form, FILE *out)
{
    make_harmless(head);
    (void)fputs(FRAMES[form].before_head, out);
    sow_export_comment(head, form, out);
    if (form == SOW_EXPORT_JAVA)
        (void)fprintf(out,
                      "//\n// Java wants this source in a file with the name %s.java.\n\n"
                      "public final class %s {\n",
                      class_of(export), class_of(export));
    (void)fputs(FRAMES[form].after_head, out);
    sow_export_translate(program, form, out);
    (void)fputs(FRAMES[form].end, out);
}

/* Makes head and program of a source, both on the heap. Returns SOW_NO_MEMORY; the caller
   frees them in any case. */
static enum sow_status make_parts(const struct sow_export *export,
                                  const struct sow_export_terms *terms, char **head,
                                  char **program, struct sow_err *err)
{
    size_t size;
    FILE *out = sow_stream_open(head, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    write_head(export, terms, out);
    if (fclose(out) != 0)
        return sow_err_no_memory(err);
    out = sow_stream_open(program, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_export_program(terms, &export->variant->rules, out, err);
    return fclose(out) == 0 || status != SOW_OK ? status : sow_err_no_memory(err);
}

/* --- JSON --- */

/* Writes a member of an object, a text. */
static void write_member(const char *name, const char *value, FILE *out)
{
    sow_json_write_text(out, name);
    (void)fputs(": ", out);
    sow_json_write_text(out, value);
}

/* Writes the rules as an object. Returns SOW_NO_MEMORY. */
static enum sow_status write_rules(const struct sow_rules *rules, FILE *out,
                                   struct sow_err *err)
{
    for (size_t i = 0; i < sow_rules_table.count; i++) {
        const struct sow_param *rule = &sow_rules_table.rows[i];
        char *value = sow_param_get(rule, rules);
        if (value == NULL)
            return sow_err_no_memory(err);
        (void)fputs(i == 0 ? "\n    " : ",\n    ", out);
        sow_json_write_text(out, rule->name);
        (void)fputs(": ", out);
        if (rule->type->is_number)
            (void)fputs(value, out);
        else
            sow_json_write_text(out, value);
        free(value);
    }
    return SOW_OK;
}

/* Writes the terms as an array of objects. */
static void write_terms(const struct sow_export_terms *terms, FILE *out)
{
    for (int i = 0; i < terms->count; i++) {
        const struct sow_export_term *term = &terms->term[i];
        (void)fputs(i == 0 ? "\n    {" : ",\n    {", out);
        write_member("feature", term->name, out);
        (void)fputs(", \"weight\": ", out);
        sow_json_write_real(out, term->weight);
        (void)fputs(", ", out);
        write_member("meaning", term->meaning, out);
        (void)fputs("}", out);
    }
}

/* Writes an evaluator as a JSON object. Returns SOW_NO_MEMORY. */
static enum sow_status write_json(const struct sow_export *export,
                                  const struct sow_export_terms *terms, FILE *out,
                                  struct sow_err *err)
{
    (void)fputs("{\n  \"format\": \"sowlab evaluator 1\",\n  ", out);
    write_member("sowlab", sow_build_version, out);
    for (const struct sow_export_fact *fact = export->facts; fact->name != NULL; fact++) {
        (void)fputs(",\n  ", out);
        write_member(fact->name, fact->text, out);
    }
    (void)fputs(",\n  ", out);
    write_member("value_of", terms->of_moves ? "move" : "position", out);
    (void)fputs(",\n  ", out);
    write_member("seen_by", terms->of_mover ? "player to move" : "player", out);
    (void)fputs(",\n  \"terms\": [", out);
    write_terms(terms, out);
    (void)fputs("\n  ],\n  \"rules\": {", out);
    enum sow_status status = write_rules(&export->variant->rules, out, err);
    (void)fputs("\n  }\n}\n", out);
    return status;
}

/* --- the export --- */

enum sow_status sow_export_write(const struct sow_export *export, int form, FILE *out,
                                 struct sow_err *err)
{
    struct sow_export_terms terms;
    char *head = NULL;
    char *program = NULL;
    (void)sow_export_terms_of(export->agent, &export->variant->rules, &terms);
    if (form == SOW_EXPORT_JSON)
        return write_json(export, &terms, out, err);
    enum sow_status status = make_parts(export, &terms, &head, &program, err);
    if (status == SOW_OK)
        write_source(export, head, program, form, out);
    free(head);
    free(program);
    return status;
}
