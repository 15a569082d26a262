/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export of data sets as CSV files: the comment lines above the rows, and the rows. */
#include "sow/fitting/dataset_export.h"

#include "sow/base/text.h"
#include "sow/fitting/choice_moves.h"
#include "sow/fitting/dataset.h"
#include "sow/heuristics/state_features.h"
#include "sow/learn/rows.h"
#include "sow/players/fit_columns.h"
#include "sow/store/store.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"
#include "sow/support/build_info.h"
#include "sow/support/progress.h"
#include "sow/support/visible.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Size of the longest line, with a position, the features and some 64-bit numbers. */
enum { LINE_MAX_BYTES = SOW_POSITION_MAX + 8 * SOW_AGENT_TERMS_MAX + 160 };

/* Number of rows between two updates of the progress line. */
enum { STRIDE = 4096 };

/* State of an export. */
struct exporting {
    const struct sow_dataset_export *wanted;
    struct sow_dataset_facts facts;
    struct sow_fit_columns columns;
    struct sow_state_columns *state; /* NULL for heuristics of moves */
    struct sow_run_row run;          /* run of the data set, while the head is written */
    FILE *out;
    int64_t set;               /* number of choices so far */
    uint64_t rows;             /* number of lines with rows so far */
    size_t length;             /* bytes of the present line so far */
    char line[LINE_MAX_BYTES]; /* the present line, without a NUL */
};

/* ---- The lines above the rows ----

   They say where the data come from, what the columns mean and how R reads them. The last
   one has the names of the columns. */

/* Exports that have a column: both kinds, one kind, or positions with margins, outcomes
   or labels by search. */
enum use { OF_BOTH, OF_POSITIONS, OF_CHOICES, OF_MARGINS, OF_OUTCOMES, OF_LABELS };

/* A column that is not a feature. */
struct plain_column {
    const char *name;
    enum use use;
    const char *meaning;
};

static const struct plain_column BEFORE[] = {
    {"set", OF_CHOICES,
     "number of the choice; its rows are the legal moves in one "
     "position"},
    {"game", OF_BOTH, "number of the game; rows of one game are not independent"},
    {"ply", OF_BOTH, "moves made before the position arose"},
    {"fold", OF_BOTH, "fold of the cross-validation: (game %/% 2) %% folds"},
    {"position", OF_BOTH,
     "south's pits from left to right and store / north's pits from left to right "
     "and store : side to move"},
    {"viewpoint", OF_POSITIONS,
     "player whose view features and label take: s south, "
     "n north"},
    {"move", OF_CHOICES, "pit that is sown, counted from its owner's left"},
    {NULL, OF_BOTH, NULL},
};

static const struct plain_column BEHIND[] = {
    {"margin", OF_MARGINS, "label: final store minus the other player's final store"},
    {"result", OF_OUTCOMES, "label: 1 won, 0 drawn, -1 lost"},
    {"label", OF_LABELS, "value by search, in the unit of the search's weights"},
    {"label_depth", OF_LABELS, "depth of the search; 0 = unknown, or only one move deep"},
    {"chosen", OF_CHOICES, "1 if the move was played or is one of the preferred moves"},
    {NULL, OF_BOTH, NULL},
};

/* Returns true if the export has margins: of positions whose outcomes are neither results
   nor missing. */
static bool has_margins(const struct exporting *exporting)
{
    return !exporting->wanted->choices && exporting->facts.label != SOW_LABEL_RESULT &&
           exporting->facts.label != SOW_LABEL_NONE;
}

/* Returns true if the export has columns of this use, which depends on the kind of rows
   and on the labels of the data set. */
static bool is_there(const struct exporting *exporting, enum use use)
{
    switch (use) {
    case OF_BOTH:
        return true;
    case OF_CHOICES:
        return exporting->wanted->choices;
    case OF_POSITIONS:
        return !exporting->wanted->choices;
    case OF_MARGINS:
        return has_margins(exporting);
    case OF_OUTCOMES:
        return !exporting->wanted->choices && exporting->facts.label != SOW_LABEL_NONE;
    case OF_LABELS:
        return !exporting->wanted->choices && exporting->facts.labels > 0;
    }
    return false;
}

/* Width of the titles of facts, in characters. */
enum { TITLE_WIDTH = 10 };

/* Writes a comment line: '#', a title padded to @p width, and @p length bytes of a text.
   Leaves out quotation marks of the text, which would open a field, and makes newlines
   visible. */
static void write_span(FILE *out, int width, const char *title, const char *text,
                       size_t length)
{
    const char *end = text + length;
    (void)fprintf(out, "# %-*s ", width, title);
    while (text < end) {
        size_t plain = strcspn(text, "\"");
        plain = plain < (size_t)(end - text) ? plain : (size_t)(end - text);
        sow_visible_write(out, text, plain);
        text += plain;
        text += text < end;
    }
    (void)fputc('\n', out);
}

/* Writes a comment line with a whole text, as write_span does. */
static void write_line(FILE *out, int width, const char *title, const char *text)
{
    write_span(out, width, title, text, strlen(text));
}

/* Writes a comment line with a title, padded to TITLE_WIDTH, and a text. */
static void write_fact(FILE *out, const char *title, const char *text)
{
    write_line(out, TITLE_WIDTH, title, text);
}

/* Writes comment lines that say which run the data come from, with its settings,
   versions, digest and rules. */
static void write_origin(const struct exporting *exporting, FILE *out)
{
    char text[256];
    const struct sow_run_row *run = &exporting->run;
    (void)snprintf(text, sizeof text, "%s of run %lld, kind %s",
                   exporting->wanted->choices ? "choices" : "positions",
                   (long long)run->id, run->kind);
    write_fact(out, "sowlab", text);
    write_fact(out, "label", run->label);
    write_fact(out, "variant", run->variant);
    write_fact(out, "parameters", run->parameters);
    (void)snprintf(text, sizeof text, "%lld", (long long)run->seed);
    write_fact(out, "seed", text);
    (void)snprintf(text, sizeof text, "sowlab %s, %s; exported by sowlab %s, %s",
                   run->version, run->revision, sow_build_version, sow_build_revision);
    write_fact(out, "made by", text);
    write_fact(out, "digest", run->digest);
    (void)snprintf(text, sizeof text, "%d", exporting->wanted->folds);
    write_fact(out, "folds", text);
    write_fact(out, "rules", "one setting a line:");
    for (const char *at = run->rules; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        write_span(out, TITLE_WIDTH, "", at, length);
        at += length;
        at += *at == '\n';
    }
}

/* Writes a comment line with name and meaning for each column of a list that the
   export has. @p width is that of the longest name. */
static void write_plain_meanings(const struct exporting *exporting,
                                 const struct plain_column *column, int width, FILE *out)
{
    for (; column->name != NULL; column++)
        if (is_there(exporting, column->use))
            write_line(out, width, column->name, column->meaning);
}

/* Returns the meaning of column number @p i of the features, counted from 0, a static
   text. */
static const char *meaning_of(const struct sow_fit_columns *columns, int i)
{
    int feature = columns->feature[i];
    return columns->of_moves ? sow_heuristic_rows[feature].meaning
                             : sow_state_features.rows[feature].meaning;
}

/* Writes a comment line with name and meaning for each feature. Heuristics of moves
   that count against the player are called minus what they count. */
static void write_feature_meanings(const struct exporting *exporting, int width,
                                   FILE *out)
{
    const struct sow_fit_columns *columns = &exporting->columns;
    for (int i = 0; i < columns->count; i++) {
        char text[256];
        bool turned =
            columns->of_moves && sow_heuristic_rows[columns->feature[i]].sign < 0;
        (void)snprintf(text, sizeof text, "%s%s", turned ? "minus " : "",
                       meaning_of(columns, i));
        write_line(out, width, columns->names[i], text);
    }
    if (exporting->wanted->choices && !columns->of_moves)
        write_line(out, width, "",
                   "features describe the position after the move, seen by the "
                   "player who made it");
}

/* Writes comment lines with the meaning of every column, in the order of the columns. */
static void write_meanings(const struct exporting *exporting, FILE *out)
{
    int width = TITLE_WIDTH;
    for (int i = 0; i < exporting->columns.count; i++)
        if ((int)strlen(exporting->columns.names[i]) > width)
            width = (int)strlen(exporting->columns.names[i]);
    (void)fputs("#\n# Columns:\n", out);
    write_plain_meanings(exporting, BEFORE, width, out);
    write_feature_meanings(exporting, width, out);
    write_plain_meanings(exporting, BEHIND, width, out);
}

/* Writes the names of all features with " + " between them, as R reads them. */
static void write_formula(const struct exporting *exporting, FILE *out)
{
    for (int i = 0; i < exporting->columns.count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : " + ", exporting->columns.names[i]);
}

/* Writes a comment line with a call of R: @p before, the formula of all features, @p
   behind. */
static void write_call(const struct exporting *exporting, const char *before,
                       const char *behind, FILE *out)
{
    (void)fprintf(out, "# %s", before);
    write_formula(exporting, out);
    (void)fprintf(out, "%s\n", behind);
}

/* Writes comment lines that say how to read the file in R and fit the model to it. */
static void write_instructions(const struct exporting *exporting, FILE *out)
{
    (void)fputs("#\n"
                "# In R; FILE is the name of this file in quotation marks:\n"
                "# d <- read.csv(FILE, comment.char = '#')\n",
                out);
    if (exporting->wanted->choices) {
        (void)fputs("# library(survival)\n", out);
        write_call(exporting, "m <- clogit(chosen ~ ", " + strata(set), data = d)", out);
    } else {
        if (has_margins(exporting))
            write_call(exporting, "m <- lm(margin ~ ", ", data = d)", out);
        if (is_there(exporting, OF_LABELS))
            write_call(exporting, "m <- lm(label ~ ", ", data = d)", out);
        if (is_there(exporting, OF_OUTCOMES))
            write_call(exporting, "m <- glm((result + 1) / 2 ~ ",
                       ", family = quasibinomial, data = d)", out);
        (void)fputs("# Out of sample: fit on d[d$fold != k, ], predict d[d$fold == k, ], "
                    "for every k.\n",
                    out);
    }
    (void)fputs("# Standard errors that allow for rows of one game being alike: "
                "sandwich::vcovCL(m, ~ game).\n",
                out);
}

/* Writes the names of those columns of a list that the export has, separated by
   commas. @p started is true if there is a name on the line already. */
static void write_plain_names(const struct exporting *exporting,
                              const struct plain_column *column, bool *started, FILE *out)
{
    for (; column->name != NULL; column++) {
        if (!is_there(exporting, column->use))
            continue;
        (void)fprintf(out, "%s%s", *started ? "," : "", column->name);
        *started = true;
    }
}

/* Writes the line with the names of all columns, separated by commas, in the order of the
   rows. */
static void write_column_names(const struct exporting *exporting, FILE *out)
{
    bool started = false;
    write_plain_names(exporting, BEFORE, &started, out);
    for (int i = 0; i < exporting->columns.count; i++)
        (void)fprintf(out, ",%s", exporting->columns.names[i]);
    write_plain_names(exporting, BEHIND, &started, out);
    (void)fputc('\n', out);
}

/* ---- Lines ---- */

/* Adds a text to the line, which must have room for it. */
static void put_text(struct exporting *exporting, const char *text)
{
    size_t length = strlen(text);
    assert(exporting->length + length < LINE_MAX_BYTES);
    memcpy(exporting->line + exporting->length, text, length);
    exporting->length += length;
}

/* Adds the decimal digits of an integer to the line, without a comma. The line must have
   room for them. An export consists mostly of small integers, and fprintf would take
   several times as long. */
static void put_integer(struct exporting *exporting, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits - 1;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    put_text(exporting, digits + at);
}

/* Adds a real number to the line, with as many digits as tell it apart from all
   others. */
static void put_real(struct exporting *exporting, double value)
{
    char digits[SOW_REAL_TEXT_MAX];
    sow_text_from_real(value, digits);
    put_text(exporting, digits);
}

/* Adds the values of all features to the line, each with a comma behind it. */
static void put_values(struct exporting *exporting, const int16_t *values)
{
    for (int i = 0; i < exporting->columns.count; i++) {
        put_integer(exporting, values[i]);
        put_text(exporting, ",");
    }
}

/* Writes the line to the stream, counts it as a row and begins an empty one. Updates the
   progress every STRIDE rows. The stream keeps an error of writing. */
static void end_line(struct exporting *exporting)
{
    put_text(exporting, "\n");
    (void)fwrite(exporting->line, 1, exporting->length, exporting->out);
    exporting->length = 0;
    if (++exporting->rows % STRIDE == 0)
        sow_progress_update(exporting->wanted->progress, exporting->rows, NULL);
}

/* Adds game, ply, fold and quoted position to the line, each with a comma behind it. */
static void put_place(struct exporting *exporting, int64_t game, int ply,
                      const char *position)
{
    put_integer(exporting, game);
    put_text(exporting, ",");
    put_integer(exporting, ply);
    put_text(exporting, ",");
    put_integer(exporting, sow_fold_of_group(game, exporting->wanted->folds));
    put_text(exporting, ",\"");
    put_text(exporting, position);
    put_text(exporting, "\",");
}

/* Parses a stored position by the rules of the data set. Fails with SOW_BAD_DATA, and
   names the data set. */
static enum sow_status parse_position(const struct exporting *exporting,
                                      const char *position, struct sow_board *board,
                                      struct sow_err *err)
{
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    enum sow_status status = sow_board_parse(
        position, rules->pits, (enum sow_direction)rules->direction, board, err);
    return status == SOW_OK
               ? SOW_OK
               : sow_err_prefix(err, "data set %lld", (long long)exporting->facts.id);
}

/* ---- Positions ---- */

/* Adds the labels of a position to the end of the line, each only if the export has its
   column: margin, result, label by search and its depth. The sign is -1 if the view is
   not the stored one, else 1. */
static void put_labels(struct exporting *exporting, const struct sow_position_row *row,
                       int sign)
{
    const char *comma = "";
    int margin = sign * row->margin;
    if (has_margins(exporting)) {
        put_integer(exporting, margin);
        comma = ",";
    }
    if (is_there(exporting, OF_OUTCOMES)) {
        put_text(exporting, comma);
        put_integer(exporting, (margin > 0) - (margin < 0));
        comma = ",";
    }
    if (!is_there(exporting, OF_LABELS))
        return;
    put_text(exporting, comma);
    put_real(exporting, sign * row->label);
    put_text(exporting, ",");
    put_integer(exporting, row->label_depth);
}

/* Writes the line of a row of table `positions`. @p context is a struct exporting.
   Fails as parse_position. */
static enum sow_status put_position(void *context, const struct sow_position_row *row,
                                    struct sow_err *err)
{
    struct exporting *exporting = context;
    struct sow_board board;
    int16_t values[SOW_AGENT_TERMS_MAX] = {0};
    enum sow_status status = parse_position(exporting, row->position, &board, err);
    if (status != SOW_OK)
        return status;
    int stored = row->viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH;
    int seat = exporting->wanted->to_move ? board.side : stored;
    sow_state_columns_values(exporting->state, &board, seat, values);
    put_place(exporting, row->game, row->ply, row->position);
    put_text(exporting, seat == SOW_SOUTH ? "s" : "n");
    put_text(exporting, ",");
    put_values(exporting, values);
    put_labels(exporting, row, seat == stored ? 1 : -1);
    end_line(exporting);
    return SOW_OK;
}

/* ---- Choices ---- */

/* Writes the line of one legal move of a choice, with its @p values of the features. @p
   pit is the move, by sowing-order index. */
static void put_alternative(struct exporting *exporting, const struct sow_choice_row *row,
                            int pit, const int16_t *values)
{
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    sow_pits preferred = sow_choice_moves_read(rules, row->moves);
    put_integer(exporting, exporting->set);
    put_text(exporting, ",");
    put_place(exporting, row->game, row->ply, row->position);
    put_integer(exporting,
                sow_pit_number(rules->pits, (enum sow_direction)rules->direction, pit));
    put_text(exporting, ",");
    put_values(exporting, values);
    put_text(exporting, ((unsigned)preferred >> pit & 1U) != 0 ? "1" : "0");
    end_line(exporting);
}

/* Writes a line for each legal move of a row of table `choices`, and counts the choice.
   Skips positions with fewer than two legal moves. Fails as parse_position. @p context is
   a struct exporting. */
static enum sow_status put_choice(void *context, const struct sow_choice_row *row,
                                  struct sow_err *err)
{
    struct exporting *exporting = context;
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    struct sow_board board;
    enum sow_status status = parse_position(exporting, row->position, &board, err);
    if (status != SOW_OK)
        return status;
    struct sow_game game;
    int moves[SOW_MOVES_MAX];
    sow_game_init(&game, rules, &board);
    struct sow_fit_position position = {&game, moves, sow_game_moves(&game, moves)};
    if (position.count < 2)
        return SOW_OK;
    for (int i = 0; i < position.count; i++) {
        int16_t values[SOW_AGENT_TERMS_MAX] = {0};
        sow_fit_columns_of_move(&exporting->columns, exporting->state, &position,
                                moves[i], values);
        put_alternative(exporting, row, moves[i], values);
    }
    exporting->set++;
    return SOW_OK;
}

/* ---- The export ---- */

/* Returns SOW_USAGE if the data set has no rows of the requested kind, choices or
   positions. */
static enum sow_status require_rows(const struct exporting *exporting,
                                    struct sow_err *err)
{
    const struct sow_dataset_facts *facts = &exporting->facts;
    bool choices = exporting->wanted->choices;
    if ((choices ? facts->choices : facts->positions) > 0)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE, "data set %lld has no %s%s", (long long)facts->id,
                       choices ? "choices" : "positions",
                       choices ? "; 'dataset make --record choices' records them"
                               : "; its choices are exported with --choices");
}

/* Finds the features to export, and prepares them in `state` unless they are heuristics
   of moves. The caller frees `state`. Fails with SOW_USAGE for a wrong list, and with
   SOW_NO_MEMORY. */
static enum sow_status choose_columns(struct exporting *exporting, struct sow_err *err)
{
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    char *list = strdup(exporting->wanted->features);
    if (list == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_fit_columns_resolve(&list, exporting->wanted->choices, rules, err);
    if (status == SOW_OK)
        status = sow_fit_columns_read(&exporting->columns, list, err);
    free(list);
    if (status != SOW_OK || exporting->columns.of_moves)
        return status;
    exporting->state = malloc(sizeof *exporting->state);
    if (exporting->state == NULL)
        return sow_err_no_memory(err);
    sow_state_columns_init(exporting->state, rules, exporting->columns.feature,
                           exporting->columns.count);
    return SOW_OK;
}

/* Writes all lines above the rows: origin, meanings of the columns, instructions for R,
   and the names of the columns. Fails as sow_store_read_run, and then writes nothing. */
static enum sow_status write_head(struct exporting *exporting, struct sow_store *store,
                                  struct sow_err *err)
{
    enum sow_status status =
        sow_store_read_run(store, exporting->facts.id, &exporting->run, err);
    if (status != SOW_OK)
        return status;
    write_origin(exporting, exporting->out);
    write_meanings(exporting, exporting->out);
    write_instructions(exporting, exporting->out);
    write_column_names(exporting, exporting->out);
    sow_run_row_release(&exporting->run);
    return SOW_OK;
}

/* Writes all rows of the data set, and shows the progress. Fails with SOW_IO if the
   stream fails, else as parse_position or the database. */
static enum sow_status write_rows(struct exporting *exporting, struct sow_store *store,
                                  struct sow_err *err)
{
    bool choices = exporting->wanted->choices;
    const struct sow_dataset_facts *facts = &exporting->facts;
    sow_progress_begin(exporting->wanted->progress,
                       choices ? 0 : (uint64_t)facts->positions, "rows");
    enum sow_status status =
        choices
            ? sow_store_each(store, choice, facts->id, put_choice, exporting, err)
            : sow_store_each(store, position, facts->id, put_position, exporting, err);
    sow_progress_end(exporting->wanted->progress);
    if (status == SOW_OK && (fflush(exporting->out) != 0 || ferror(exporting->out)))
        status = sow_err_set(err, SOW_IO, "cannot write data set %lld: %s",
                             (long long)facts->id, strerror(errno));
    return status;
}

/* Checks the data set and its stored results, chooses the features, and writes the whole
   file. A failure of a check writes nothing. */
static enum sow_status export_rows(struct exporting *exporting, struct sow_store *store,
                                   struct sow_err *err)
{
    enum sow_status status =
        sow_dataset_require(store, exporting->wanted->id, &exporting->facts, err);
    if (status == SOW_OK)
        status = require_rows(exporting, err);
    if (status == SOW_OK)
        status = choose_columns(exporting, err);
    if (status == SOW_OK)
        status = sow_store_check_run(store, exporting->facts.id, NULL, err);
    if (status == SOW_OK)
        status = write_head(exporting, store, err);
    return status == SOW_OK ? write_rows(exporting, store, err) : status;
}

enum sow_status sow_dataset_export(struct sow_store *store,
                                   const struct sow_dataset_export *wanted, FILE *out,
                                   struct sow_err *err)
{
    struct exporting *exporting = calloc(1, sizeof *exporting);
    if (exporting == NULL)
        return sow_err_no_memory(err);
    exporting->wanted = wanted;
    exporting->out = out;
    enum sow_status status = export_rows(exporting, store, err);
    free(exporting->state);
    free(exporting);
    return status;
}
