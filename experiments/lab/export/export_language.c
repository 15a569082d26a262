/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translation of the small form into languages. A language is a column of the tables. */
#include "export_program.h"
#include "sow/export/export.h"

#include <ctype.h>
#include <string.h>

/* Number of languages: the forms without JSON. */
enum { LANGUAGES = SOW_EXPORT_JSON };

/* A language as a whole. */
static const struct {
    int margin;          /* depth of the first column */
    const char *comment; /* beginning of a comment, */
    const char *end;     /* and its end */
    const char *closes;  /* end of a block; NULL: none is written */
    const char *unused;  /* statement for a parameter `$0` that a function does not use;
                            NULL: none is written */
} LANGUAGE[LANGUAGES] = {
    [SOW_EXPORT_C] = {0, "/* ", " */", "}", "(void)$0;"},
    [SOW_EXPORT_PYTHON] = {0, "# ", "", NULL, NULL},
    [SOW_EXPORT_JAVA] = {1, "// ", "", "}", NULL},
};

/* A word of the small form and its translations. A row without translations ends a
   table. */
struct translation {
    const char *word;
    const char *by[LANGUAGES];
};

/* Statements by their first words. `$0` stands for the rest of the line, `$1` to `$9` for
   its words. The last row is any other statement. */
static const struct translation STATEMENTS[] = {
    {"if", {"if ($0) {", "if $0:", "if ($0) {"}},
    {"elif", {"else if ($0) {", "elif $0:", "else if ($0) {"}},
    {"else", {"else {", "else:", "else {"}},
    {"while", {"while ($0) {", "while $0:", "while ($0) {"}},
    {"for",
     {"for (int $1 = $3; $1 < $5; $1++) {",
      "for $1 in range($3, $5):", "for (int $1 = $3; $1 < $5; $1++) {"}},
    {"return", {"return $0;", "return $0", "return $0;"}},
    {"int", {"int $0;", "$0", "int $0;"}},
    {"bool", {"bool $0;", "$0", "boolean $0;"}},
    {"double", {"double $0;", "$0", "double $0;"}},
    {"array", {"int $0[SIZE] = {0};", "$0 = [0] * SIZE", "int[] $0 = new int[SIZE];"}},
    {"const", {"enum { $0 };", "$0", "private static final int $0;"}},
    {NULL, {"$0;", "$0", "$0;"}},
};

/* Results of functions: what stands before the name. */
static const struct translation RESULTS[] = {
    {"void", {"static void ", "def ", "private static void "}},
    {"int", {"static int ", "def ", "private static int "}},
    {"bool", {"static bool ", "def ", "private static boolean "}},
    {"public", {"", "def ", "public static "}},
    {NULL, {"", "", ""}},
};

/* Types of parameters, with `$0` for the name. */
static const struct translation PARAMETERS[] = {
    {"int", {"int $0", "$0", "int $0"}},
    {"bool", {"bool $0", "$0", "boolean $0"}},
    {"in", {"const int *$0", "$0", "int[] $0"}},
    {"out", {"int *$0", "$0", "int[] $0"}},
    {"rows", {"int $0[2][PITS]", "$0", "int[][] $0"}},
    {NULL, {"$0", "$0", "$0"}},
};

/* Words in expressions. */
static const struct translation WORDS[] = {
    {"and", {"&&", "and", "&&"}},
    {"or", {"||", "or", "||"}},
    {"not", {"!", "not ", "!"}},
    {"true", {"true", "True", "true"}},
    {"false", {"false", "False", "false"}},
    {NULL, {"", "", ""}},
};

/* Finds the row of a word; the last row if the table has none. */
static const struct translation *find(const struct translation *table, const char *word,
                                      size_t length)
{
    while (table->word != NULL &&
           (strlen(table->word) != length || strncmp(table->word, word, length) != 0))
        table++;
    return table;
}

/* Returns the number of characters of the name at @p text. */
static size_t name_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* Writes an expression or an assignment with its words translated. */
static void write_expression(const char *text, size_t size, int form, FILE *out)
{
    for (size_t i = 0; i < size;) {
        size_t length = name_length(text + i);
        const struct translation *word = find(WORDS, text + i, length);
        if (word->word != NULL) {
            (void)fputs(word->by[form], out);
            i += length;
            i += strcmp(word->word, "not") == 0 && text[i] == ' ';
            continue;
        }
        length = length > 0 ? length : 1;
        (void)fprintf(out, "%.*s", (int)length, text + i);
        i += length;
    }
}

/* Returns the start of word number @p index of a line, and its length. */
static const char *word_at(const char *line, int index, size_t *length)
{
    for (; index > 0; index--) {
        line += strcspn(line, " ");
        line += strspn(line, " ");
    }
    *length = strcspn(line, " ");
    return line;
}

/* Writes a template. `$0` stands for @p rest, `$1` to `$9` for words of @p line. A blank
   before an empty rest is left out. */
static void fill(const char *template, const char *line, const char *rest, int form,
                 FILE *out)
{
    for (const char *at = template; *at != '\0'; at++) {
        if (at[0] == ' ' && at[1] == '$' && at[2] == '0' && *rest == '\0')
            continue;
        if (at[0] != '$') {
            (void)fputc(*at, out);
            continue;
        }
        at++;
        size_t length = strlen(rest);
        const char *word = *at == '0' ? rest : word_at(line, *at - '0', &length);
        write_expression(word, length, form, out);
    }
}

/* Writes a statement without its indentation. */
static void write_statement(const char *line, int form, FILE *out)
{
    size_t length = strcspn(line, " ");
    const struct translation *row = find(STATEMENTS, line, length);
    const char *rest = row->word == NULL ? line : line + length;
    fill(row->by[form], line, rest + (row->word != NULL && *rest == ' '), form, out);
}

/* Writes the head of a function: its result, its name and its parameters. A public
   function has the word before its result. */
static void write_head(const char *line, int form, FILE *out)
{
    size_t length;
    const struct translation *result = find(RESULTS, line, strcspn(line, " "));
    const char *at = word_at(line, 1, &length);
    (void)fputs(result->by[form], out);
    if (strcmp(result->word, "public") == 0) {
        if (form != SOW_EXPORT_PYTHON)
            (void)fprintf(out, "%.*s ", (int)length, at);
        at = word_at(line, 2, &length);
    }
    size_t name = strcspn(at, "(");
    (void)fprintf(out, "%.*s(", (int)name, at);
    at += name + 1;
    while (*at != '\0' && *at != ')') {
        size_t type = strcspn(at, " ");
        size_t end = strcspn(at, ",)");
        char parameter[32];
        (void)snprintf(parameter, sizeof parameter, "%.*s", (int)(end - type - 1),
                       at + type + 1);
        fill(find(PARAMETERS, at, type)->by[form], "", parameter, form, out);
        at += end;
        if (*at == ',')
            (void)fputs(", ", out);
        at += *at == ',' ? 2 : 0;
    }
    (void)fputs(form == SOW_EXPORT_PYTHON ? "):" : ") {", out);
}

/* Writes the margin of a line: four blanks for each depth. */
static void write_margin(int depth, int form, FILE *out)
{
    (void)fprintf(out, "%*s", 4 * (depth + LANGUAGE[form].margin), "");
}

/* Closes blocks until @p depth are open. */
static void close_blocks(int *open, int depth, int form, FILE *out)
{
    while (*open > depth) {
        --*open;
        if (LANGUAGE[form].closes != NULL) {
            write_margin(*open, form, out);
            (void)fprintf(out, "%s\n", LANGUAGE[form].closes);
        }
    }
}

/* Returns true if a line at the left margin is the head of a function. */
static bool is_head(const char *line)
{
    return find(RESULTS, line, strcspn(line, " "))->word != NULL;
}

/* Returns true if the body of a function names @p name. The body ends at the first line
   at the margin. */
static bool body_names(const char *body, const char *name)
{
    for (const char *at = body; *at != '\0';) {
        size_t length = name_length(at);
        if (length > 0 && length == strlen(name) && strncmp(at, name, length) == 0)
            return true;
        at += length > 0 ? length : 1;
        if (at[-1] == '\n' && *at != ' ')
            return false;
    }
    return false;
}

/* Writes a statement for each parameter that a function does not use, so that no compiler
   warns of it. @p line is its head. */
static void write_unused(const char *line, const char *body, int form, FILE *out)
{
    const char *at = strchr(line, '(');
    while (LANGUAGE[form].unused != NULL && *at != ')') {
        char name[32];
        size_t end = strcspn(at + 1, ",)") + 1;
        size_t begin = end;
        while (at[begin - 1] != ' ')
            begin--;
        (void)snprintf(name, sizeof name, "%.*s", (int)(end - begin), at + begin);
        at += end;
        if (body_names(body, name))
            continue;
        (void)fputc('\n', out);
        write_margin(1, form, out);
        fill(LANGUAGE[form].unused, "", name, form, out);
    }
}

/* Writes a line that is not empty, followed by @p next; @p depth blocks are open. */
static void write_one(const char *line, const char *next, int depth, int form, FILE *out)
{
    write_margin(depth, form, out);
    if (line[0] == '#') {
        (void)fprintf(out, "%s%s%s", LANGUAGE[form].comment, line + 2,
                      LANGUAGE[form].end);
    } else if (depth == 0 && is_head(line)) {
        write_head(line, form, out);
        write_unused(line, next, form, out);
    } else {
        write_statement(line, form, out);
    }
    (void)fputc('\n', out);
}

void sow_export_translate(const char *program, int form, FILE *out)
{
    int open = 0;
    for (const char *at = program; *at != '\0'; at += strcspn(at, "\n") + 1) {
        char line[256];
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        size_t blanks = strspn(line, " ");
        int depth = (int)blanks / 4;
        close_blocks(&open, line[0] == '\0' ? 0 : depth, form, out);
        const char *next = at + strcspn(at, "\n") + 1;
        if (line[0] != '\0')
            write_one(line + blanks, next, depth, form, out);
        else
            (void)fputs(form == SOW_EXPORT_PYTHON ? "\n\n" : "\n", out);
        /* The next line tells whether this one has opened a block. */
        open = line[0] != '\0' && (int)strspn(next, " ") / 4 > depth ? depth + 1 : depth;
    }
    close_blocks(&open, 0, form, out);
}

void sow_export_comment(const char *text, int form, FILE *out)
{
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n") + 1) {
        size_t length = strcspn(at, "\n");
        const char *mark = form == SOW_EXPORT_C ? " * " : LANGUAGE[form].comment;
        int marked =
            (int)strlen(mark) - (length == 0); /* no blank at the end of a line */
        (void)fprintf(out, "%.*s%.*s\n", marked, mark, (int)length, at);
    }
}
