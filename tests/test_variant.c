/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Built-in variants, and valid and invalid variant files. */
#include "csv.h"
#include "file_support.h"
#include "sample.h"
#include "scale.h"
#include "sow/variants/variant.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MAX = 4096 };

static void read_good(const char *text, struct sow_variant *variant)
{
    struct sow_err err;
    ck_assert_msg(sow_variant_read_text(text, "games/my.game.ini", variant, &err) ==
                      SOW_OK,
                  "%s\n%s", err.text, text);
}

static void expect_refusal(const char *text, const char *message)
{
    struct sow_variant variant = {.name = "untouched"};
    struct sow_err err;
    ck_assert_msg(sow_variant_read_text(text, "my.ini", &variant, &err) == SOW_BAD_DATA,
                  "accepted, although %s:\n%s", message, text);
    ck_assert_str_eq(err.text, message);
    ck_assert_str_eq(variant.name, "untouched");
    ck_assert(sow_variant_read_text(text, "my.ini", &variant, NULL) == SOW_BAD_DATA);
}

/* Writes the variant as the text of a file. */
static void as_text(const struct sow_variant *variant, char text[TEXT_MAX])
{
    OWNED(text) char *written = sow_variant_text(variant);
    ck_assert_ptr_nonnull(written);
    (void)snprintf(text, TEXT_MAX, "%s", written);
}

static void expect_same_rules(const struct sow_variant *a, const struct sow_variant *b)
{
    ck_assert_mem_eq(&a->rules.start, &b->rules.start, sizeof a->rules.start);
    for (size_t i = 0; i < sow_rules_table.count; i++)
        ck_assert_msg(sow_param_equal(&sow_rules_table.rows[i], &a->rules, &b->rules),
                      "%s", sow_rules_table.rows[i].name);
}

static void expect_same(const struct sow_variant *a, const struct sow_variant *b)
{
    ck_assert_str_eq(a->summary, b->summary);
    expect_same_rules(a, b);
}

/* --- built in --- */

/* Checks that the names in the heading are those of the built-in variants, in order. */
static void expect_names(char *heading)
{
    char *rest = heading + strcspn(heading, ",");
    for (size_t i = 0; i < sow_variant_count(); i++) {
        ck_assert_msg(*rest == ',', "no column for '%s'", sow_variant_name(i));
        char *name = rest + 1;
        rest = name + strcspn(name, ",\r\n");
        ck_assert_msg(strncmp(name, sow_variant_name(i), (size_t)(rest - name)) == 0 &&
                          sow_variant_name(i)[rest - name] == '\0',
                      "'%s' is not in the column of its place", sow_variant_name(i));
    }
    ck_assert_msg(*rest != ',', "more columns than variants:%s", rest);
}

/* Checks a rule of a built-in variant. '+' stands for the comma of a count set. */
static void expect_rule(const struct sow_param *param, const char *name, char *value)
{
    struct sow_variant variant;
    value[strcspn(value, "+")] = value[strcspn(value, "+")] == '+' ? ',' : '\0';
    ck_assert(sow_variant_builtin(name, &variant, NULL) == SOW_OK);
    struct sow_rules expected = variant.rules;
    ck_assert(sow_param_set(param, &expected, value, NULL) == SOW_OK);
    ck_assert_msg(sow_param_equal(param, &expected, &variant.rules), "%s of %s",
                  param->name, name);
}

/* The file has one row per key and one column per variant. */
TEST(builtin, builtin_rules)
{
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("variants/builtin.csv"));
    expect_names(csv.line);
    while (csv_next(&csv, 1 + (int)sow_variant_count())) {
        const struct sow_param *param = sow_param_find(&sow_rules_table, csv.field[0]);
        ck_assert_msg(param != NULL, "%s", csv.field[0]);
        for (size_t i = 0; i < sow_variant_count(); i++)
            expect_rule(param, sow_variant_name(i), csv.field[1 + i]);
    }
    ck_assert_uint_eq((size_t)csv.rows, sow_rules_table.count);
}

static void round_trip(const char *name)
{
    struct sow_variant variant;
    struct sow_variant back;
    char text[TEXT_MAX];
    ck_assert(sow_variant_builtin(name, &variant, NULL) == SOW_OK);
    ck_assert_str_eq(variant.name, name);
    ck_assert_uint_gt(strlen(variant.summary), 10);
    as_text(&variant, text);
    read_good(text, &back);
    expect_same(&variant, &back);
    ck_assert_str_eq(back.name, "my.game");
    /* A file that only names a base has the base's rules. */
    char inherit[64];
    (void)snprintf(inherit, sizeof inherit, "base = %s", name);
    read_good(inherit, &back);
    expect_same_rules(&variant, &back);
    ck_assert_str_eq(back.summary, "");
    ck_assert(sow_variant_load(name, &back, NULL) == SOW_OK);
    expect_same(&variant, &back);
}

TEST(builtin, builtin_files)
{
    for (size_t i = 0; i < sow_variant_count(); i++)
        round_trip(sow_variant_name(i));
}

/* Draws a start position and sets it as text. */
static void sample_start(struct sow_pcg *rng, struct sow_rules *rules)
{
    struct sow_board board;
    do
        sample_board(rng, rules->pits, &board);
    while (sow_board_row(&board, board.side) == 0);
    (void)sow_board_format(&board, rules->pits, (enum sow_direction)rules->direction,
                           rules->start_text);
    ck_assert(sow_rules_check(rules, NULL, NULL) == SOW_OK);
    ck_assert_mem_eq(&rules->start, &board, sizeof board);
}

TEST(text, random_round_trips)
{
    struct sow_pcg rng;
    sample_stream(&rng, 500);
    for (int i = 0; i < sow_scaled(500); i++) {
        struct sow_variant variant = {.summary = "of many"};
        struct sow_variant back;
        char text[TEXT_MAX];
        sample_rules(&rng, &variant.rules);
        if (i % 3 == 0)
            sample_start(&rng, &variant.rules);
        as_text(&variant, text);
        read_good(text, &back);
        expect_same(&variant, &back);
        ck_assert_mem_eq(&variant.rules, &back.rules, sizeof back.rules);
    }
}

/* --- case files: "%% name", a text, "%= expectation"s --- */

struct case_file {
    FILE *in;
    int cases;
    char line[512];
    char name[128];
    char text[TEXT_MAX];
    int expectations;
    char expected[8][512];
};

static void open_cases(struct case_file *file, const char *path)
{
    *file = (struct case_file){.in = fopen(path, "r")};
    ck_assert_msg(file->in != NULL, "cannot open '%s'", path);
    while (fgets(file->line, sizeof file->line, file->in) != NULL &&
           strncmp(file->line, "%% ", 3) != 0)
        ;
}

/* Reads the next case, and the first line of the case after it. */
static bool next_case(struct case_file *file)
{
    if (strncmp(file->line, "%% ", 3) != 0) {
        (void)fclose(file->in);
        return false;
    }
    (void)snprintf(file->name, sizeof file->name, "%.*s",
                   (int)strcspn(file->line + 3, "\n"), file->line + 3);
    file->expectations = 0;
    size_t length = 0;
    while (fgets(file->line, sizeof file->line, file->in) != NULL &&
           strncmp(file->line, "%% ", 3) != 0) {
        size_t size = strlen(file->line);
        if (strncmp(file->line, "%= ", 3) == 0) {
            file->line[size - 1] = '\0';
            ck_assert_int_lt(file->expectations, 8);
            (void)snprintf(file->expected[file->expectations++], sizeof file->expected[0],
                           "%s", file->line + 3);
        } else if (file->expectations == 0) {
            memcpy(file->text + length, file->line, size);
            length += size;
        }
        file->line[0] = '\0';
    }
    file->text[length] = '\0';
    ck_assert_msg(file->expectations > 0, "case '%s' expects nothing", file->name);
    file->cases++;
    return true;
}

/* Checks one "key = value". */
static void expect_setting(const struct sow_variant *variant, const char *name,
                           const char *setting)
{
    const char *value = strstr(setting, " = ") + 3;
    char key[64];
    (void)snprintf(key, sizeof key, "%.*s", (int)(value - 3 - setting), setting);
    if (strcmp(key, "summary") == 0) {
        ck_assert_str_eq(variant->summary, value);
        return;
    }
    OWNED(text)
    char *found = sow_param_get(sow_param_find(&sow_rules_table, key), &variant->rules);
    ck_assert_msg(strcmp(found, value) == 0, "%s: %s = %s", name, key, found);
}

TEST(text, accepted)
{
    struct case_file file;
    open_cases(&file, SOW_DATA_FILE("variants/accepted.txt"));
    while (next_case(&file)) {
        struct sow_variant variant;
        read_good(file.text, &variant);
        for (int i = 0; i < file.expectations; i++)
            expect_setting(&variant, file.name, file.expected[i]);
    }
    ck_assert_int_eq(file.cases, 14);
}

TEST(text, refused)
{
    struct case_file file;
    open_cases(&file, SOW_DATA_FILE("variants/refused.txt"));
    while (next_case(&file)) {
        char message[SOW_ERR_TEXT_MAX];
        size_t length = 0;
        for (int i = 0; i < file.expectations; i++)
            length +=
                (size_t)snprintf(message + length, sizeof message - length, "%smy.ini:%s",
                                 i > 0 ? "\n" : "", file.expected[i]);
        expect_refusal(file.text, message);
    }
    ck_assert_int_eq(file.cases, 39);
}

/* --- line ends, marks, lengths --- */

TEST(text, encodings)
{
    static const char *const SAME[] = {
        "base = awari\npits = 5\n",
        "base = awari\npits = 5",
        "base = awari\r\npits = 5\r\n",
        "\357\273\277base = awari\npits = 5\n",
        "\357\273\277; comment\r\n\r\n\tbase = awari \r\n\tpits = 5\t\r\n\r\n",
        "\n\n\npits=5\nbase=awari\n\n",
    };
    struct sow_variant first;
    read_good(SAME[0], &first);
    ck_assert_int_eq(first.rules.pits, 5);
    for (size_t i = 1; i < sizeof SAME / sizeof SAME[0]; i++) {
        struct sow_variant variant;
        read_good(SAME[i], &variant);
        expect_same(&first, &variant);
    }
    expect_refusal("\357\273\277[x]\nbase = awari\n",
                   "my.ini:1: sections are not used here: remove the line in brackets");
    expect_refusal("base = awari\r\n\r\npits = 0\r\n",
                   "my.ini:3: '0' is not a value of 'pits': allowed is a whole number "
                   "from 1 to 12");
    expect_refusal(
        "", "my.ini:1: the file is empty: 'variants show awari' writes one to begin "
            "with");
}

TEST(text, line_lengths)
{
    enum { LONGEST = 198 };
    struct sow_variant variant;
    char text[LONGEST + 64];
    int begun = snprintf(text, sizeof text, "base = awari\n; ");
    memset(text + begun, 'x', LONGEST - 2);
    (void)snprintf(text + begun + LONGEST - 2, 32, "\npits = 5\n");
    read_good(text, &variant);
    ck_assert_int_eq(variant.rules.pits, 5);
    memset(text + begun, 'x', LONGEST - 1);
    (void)snprintf(text + begun + LONGEST - 1, 32, "\npits = 5\n");
    expect_refusal(text,
                   "my.ini:2: the line is too long: at most 198 characters are allowed");
    /* A key too long for any table, on a line that is short enough. */
    memset(text, 'k', LONGEST - 4);
    (void)snprintf(text + LONGEST - 4, 32, " = 1");
    ck_assert(sow_variant_read_text(text, "my.ini", &variant, &err) == SOW_BAD_DATA);
    ck_assert_str_eq(strstr(err.text, "kkk = 1") == NULL ? "my.ini:1: unknown key" : "",
                     "my.ini:1: unknown key");
    /* The longest summary that is allowed. */
    (void)snprintf(text, sizeof text, "base = awari\nsummary = %0*d\n", SOW_SUMMARY_MAX,
                   7);
    read_good(text, &variant);
    ck_assert_uint_eq(strlen(variant.summary), SOW_SUMMARY_MAX);
    char written[TEXT_MAX];
    struct sow_variant back;
    as_text(&variant, written);
    read_good(written, &back);
    expect_same(&variant, &back);
}

TEST(text, many_keys)
{
    char text[4096];
    size_t length = 0;
    for (int i = 0; i < 100; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "key%d = 1\n", i);
    expect_refusal(text, "my.ini:65: too many keys");
}

/* Faults for which there is no room are counted. */
TEST(text, many_faults)
{
    char text[4096];
    size_t length = 0;
    struct sow_variant variant;
    for (int i = 0; i < 60; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "odd%d = 1\n", i);
    ck_assert(sow_variant_read_text(text, "my.ini", &variant, &err) == SOW_BAD_DATA);
    int shown = 0;
    const char *at = err.text;
    for (; strncmp(at, "my.ini:", 7) == 0; at += strcspn(at, "\n") + 1)
        shown++;
    char rest[64];
    (void)snprintf(rest, sizeof rest, "and %d more faults", 60 - shown);
    ck_assert_str_eq(at, rest);
    ck_assert_int_gt(shown, 5);
}

/* Reading a damaged file ends in a message with the file's name, never in a crash. */
TEST(text, damaged)
{
    static const char SIGNS[] = "\n\r\t =:;#[],-0149azAZ_\"\\%\xff";
    struct sow_pcg rng;
    sample_stream(&rng, 501);
    int refused_count = 0;
    for (int i = 0; i < sow_scaled(5000); i++) {
        struct sow_variant variant;
        char text[TEXT_MAX];
        ck_assert(sow_variant_builtin(sow_variant_name((size_t)i % sow_variant_count()),
                                      &variant, NULL) == SOW_OK);
        as_text(&variant, text);
        size_t length = strlen(text);
        for (int k = sample_between(&rng, 1, 8); k > 0; k--)
            text[sow_pcg_below(&rng, (uint32_t)length)] =
                SIGNS[sow_pcg_below(&rng, sizeof SIGNS - 1)];
        if (sow_variant_read_text(text, "my.ini", &variant, &err) == SOW_OK) {
            struct sow_rules copy = variant.rules;
            ck_assert(sow_rules_check(&copy, NULL, NULL) == SOW_OK);
            continue;
        }
        ck_assert_int_eq(strncmp(err.text, "my.ini:", 7), 0);
        refused_count++;
    }
    ck_assert_int_gt(refused_count, 0);
}

/* --- files --- */

static char folder[32];

static void enter_folder(void)
{
    (void)snprintf(folder, sizeof folder, "variant-test-XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
    ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void)
{
    ck_assert_int_eq(chdir(".."), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

FIXTURE(files, enter_folder, leave_folder)

static void expect_load(const char *name, enum sow_status status, const char *message)
{
    struct sow_variant variant;
    struct sow_err err = {.text = ""};
    ck_assert_int_eq(sow_variant_load(name, &variant, &err), status);
    if (status != SOW_OK)
        ck_assert_str_eq(err.text, message);
    ck_assert_int_eq(sow_variant_load(name, &variant, NULL), status);
}

TEST(files, names_of_files)
{
    static const char TEXT[] = "base = awari\npits = 4\n";
    static const char *const SAME[] = {"./small.ini", "small.ini", "plain", "./kalah"};
    struct sow_variant variant;
    write_bytes("small.ini", TEXT, strlen(TEXT));
    write_bytes("plain", TEXT, strlen(TEXT));
    write_bytes("kalah", TEXT, strlen(TEXT));
    for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++) {
        ck_assert(sow_variant_load(SAME[i], &variant, NULL) == SOW_OK);
        ck_assert_int_eq(variant.rules.pits, 4);
    }
    ck_assert_str_eq(variant.name, "kalah");
    /* A built-in name means the built-in variant, even if there is a file of that
       name. */
    ck_assert(sow_variant_load("kalah", &variant, NULL) == SOW_OK);
    ck_assert_int_eq(variant.rules.pits, 6);
    ck_assert_int_eq(unlink("small.ini") + unlink("plain") + unlink("kalah"), 0);
}

TEST(files, bad_files)
{
    static char huge[SOW_VARIANT_FILE_MAX + 1];
    memset(huge, '\n', sizeof huge);
    write_bytes("huge.ini", huge, sizeof huge);
    write_bytes("nul.ini", "base = awari\n\0pits = 5\n", 23);
    write_bytes("bad.ini", "base = awari\npits = 0\n", 22);
    expect_load("huge.ini", SOW_BAD_DATA,
                "'huge.ini' is too long for a variant file: at most 65536 bytes");
    expect_load("nul.ini", SOW_BAD_DATA,
                "'nul.ini' is not a variant file: it holds a NUL byte");
    expect_load("./bad.ini", SOW_BAD_DATA,
                "./bad.ini:2: '0' is not a value of 'pits': allowed is a whole number "
                "from 1 to 12");
    expect_load(".", SOW_IO, "cannot read variant file '.': Is a directory");
    expect_load("missing.ini", SOW_IO,
                "cannot open variant file 'missing.ini': No such file or directory");
    expect_load("", SOW_USAGE, "unknown variant '' (see 'variants list')");
    expect_load("kahla", SOW_USAGE,
                "unknown variant 'kahla'; did you mean 'kalah'? (see 'variants list')");
    expect_load("chess", SOW_USAGE, "unknown variant 'chess' (see 'variants list')");
    huge[0] = ';';
    write_bytes("huge.ini", huge, SOW_VARIANT_FILE_MAX);
    expect_load(
        "huge.ini", SOW_BAD_DATA,
        "huge.ini:1: the file has only comments: 'variants show awari' writes one "
        "to begin with");
    ck_assert_int_eq(unlink("huge.ini") + unlink("nul.ini") + unlink("bad.ini"), 0);
}
