/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dataset_export_head.h"

#include "sow/heuristics/state_features.h"
#include "sow/store/tables/runs.def"
#include "sow/support/build_info.h"
#include "sow/support/visible.h"

#include <string.h>

/* Exports that have a column: both kinds, one kind, or positions with margins. */
enum use { OF_BOTH, OF_POSITIONS, OF_CHOICES, OF_MARGINS };

/* A column that is not a feature. */
struct plain_column {
    const char *name;
    enum use use;
    const char *meaning;
};

static const struct plain_column BEFORE[] = {
    {"set", OF_CHOICES, "number of the choice: its rows are the legal moves of one turn"},
    {"game", OF_BOTH, "number of the game; rows of one game are not independent"},
    {"ply", OF_BOTH, "moves made before the position arose"},
    {"fold", OF_BOTH, "fold of the cross-validation: (game %/% 2) %% folds"},
    {"position", OF_BOTH,
     "south pits left to right and store / the same of north : side to move"},
    {"viewpoint", OF_POSITIONS, "whose view features and label take: s south, n north"},
    {"move", OF_CHOICES, "pit that is sown, counted from its owner's left"},
    {NULL, OF_BOTH, NULL},
};

static const struct plain_column BEHIND[] = {
    {"margin", OF_MARGINS, "label: final store minus that of the other player"},
    {"result", OF_POSITIONS, "label: 1 won, 0 drawn, -1 lost"},
    {"chosen", OF_CHOICES, "1 if the move was played, or is among the preferred ones"},
    {NULL, OF_BOTH, NULL},
};

static bool is_there(const struct sow_export_head *head, enum use use)
{
    switch (use) {
    case OF_BOTH:
        return true;
    case OF_CHOICES:
        return head->choices;
    case OF_POSITIONS:
        return !head->choices;
    case OF_MARGINS:
        return !head->choices && head->facts->label != SOW_LABEL_RESULT;
    }
    return false;
}

enum { TITLE_WIDTH = 10 };

/* Writes a text on a comment line. Leaves out quotation marks, which would open a field,
   and makes newlines visible. */
static void write_line(FILE *out, int width, const char *title, const char *text)
{
    (void)fprintf(out, "# %-*s ", width, title);
    while (*text != '\0') {
        size_t length = strcspn(text, "\"");
        sow_visible_write(out, text, length);
        text += length;
        text += *text == '"';
    }
    (void)fputc('\n', out);
}

static void write_fact(FILE *out, const char *title, const char *text)
{
    write_line(out, TITLE_WIDTH, title, text);
}

static void write_origin(const struct sow_export_head *head, FILE *out)
{
    char text[256];
    const struct sow_run_row *run = head->run;
    (void)snprintf(text, sizeof text, "%s of run %lld, kind %s",
                   head->choices ? "choices" : "positions", (long long)run->id,
                   run->kind);
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
    (void)snprintf(text, sizeof text, "%d", head->folds);
    write_fact(out, "folds", text);
    write_fact(out, "rules", "one setting a line:");
    for (const char *at = run->rules; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        (void)snprintf(text, sizeof text, "%.*s", length, at);
        write_fact(out, "", text);
        at += length;
        at += *at == '\n';
    }
}

static void write_plain_meanings(const struct sow_export_head *head,
                                 const struct plain_column *column, int width, FILE *out)
{
    for (; column->name != NULL; column++)
        if (is_there(head, column->use))
            write_line(out, width, column->name, column->meaning);
}

static const char *meaning_of(const struct sow_fit_columns *columns, int i)
{
    int feature = columns->feature[i];
    return columns->of_moves ? sow_heuristic_rows[feature].meaning
                             : sow_state_features.rows[feature].meaning;
}

static void write_feature_meanings(const struct sow_export_head *head, int width,
                                   FILE *out)
{
    const struct sow_fit_columns *columns = head->columns;
    for (int i = 0; i < columns->count; i++) {
        char text[256];
        bool turned =
            columns->of_moves && sow_heuristic_rows[columns->feature[i]].sign < 0;
        (void)snprintf(text, sizeof text, "%s%s", turned ? "minus " : "",
                       meaning_of(columns, i));
        write_line(out, width, columns->names[i], text);
    }
    if (head->choices && !columns->of_moves)
        write_line(out, width, "",
                   "features are those of the position after the move, for who made it");
}

static void write_meanings(const struct sow_export_head *head, FILE *out)
{
    int width = TITLE_WIDTH;
    for (int i = 0; i < head->columns->count; i++)
        if ((int)strlen(head->columns->names[i]) > width)
            width = (int)strlen(head->columns->names[i]);
    (void)fputs("#\n# Columns:\n", out);
    write_plain_meanings(head, BEFORE, width, out);
    write_feature_meanings(head, width, out);
    write_plain_meanings(head, BEHIND, width, out);
}

static void write_formula(const struct sow_export_head *head, FILE *out)
{
    for (int i = 0; i < head->columns->count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : " + ", head->columns->names[i]);
}

/* Writes a call of R with all features in its formula. */
static void write_call(const struct sow_export_head *head, const char *before,
                       const char *behind, FILE *out)
{
    (void)fprintf(out, "# %s", before);
    write_formula(head, out);
    (void)fprintf(out, "%s\n", behind);
}

static void write_instructions(const struct sow_export_head *head, FILE *out)
{
    (void)fputs("#\n# In R, FILE being the name of this file in quotation marks:\n"
                "# d <- read.csv(FILE, comment.char = '#')\n",
                out);
    if (head->choices) {
        (void)fputs("# library(survival)\n", out);
        write_call(head, "m <- clogit(chosen ~ ", " + strata(set), data = d)", out);
    } else {
        if (head->facts->label != SOW_LABEL_RESULT)
            write_call(head, "m <- lm(margin ~ ", ", data = d)", out);
        write_call(head, "m <- glm((result + 1) / 2 ~ ",
                   ", family = quasibinomial, data = d)", out);
        (void)fputs("# Out of sample: fit on d[d$fold != k, ], predict d[d$fold == k, ], "
                    "for every k.\n",
                    out);
    }
    (void)fputs("# Standard errors that allow for rows of one game being alike: "
                "sandwich::vcovCL(m, ~ game).\n",
                out);
}

static void write_plain_names(const struct sow_export_head *head,
                              const struct plain_column *column, bool *started, FILE *out)
{
    for (; column->name != NULL; column++) {
        if (!is_there(head, column->use))
            continue;
        (void)fprintf(out, "%s%s", *started ? "," : "", column->name);
        *started = true;
    }
}

static void write_names(const struct sow_export_head *head, FILE *out)
{
    bool started = false;
    write_plain_names(head, BEFORE, &started, out);
    for (int i = 0; i < head->columns->count; i++)
        (void)fprintf(out, ",%s", head->columns->names[i]);
    write_plain_names(head, BEHIND, &started, out);
    (void)fputc('\n', out);
}

void sow_export_head_write(const struct sow_export_head *head, FILE *out)
{
    write_origin(head, out);
    write_meanings(head, out);
    write_instructions(head, out);
    write_names(head, out);
}
