/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts from elsewhere cannot control a terminal. */
#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include "report_support.h"

#include <stdlib.h>
#include <string.h>

/* Texts, and what a person sees. UTF-8 sequences, computed by hand: U+009B c2 9b, U+202E
   e2 80 ae, U+2066 e2 81 a6, U+2028 e2 80 a8, U+FEFF ef bb bf, U+FFFD ef bf bd. */
static const struct {
    const char *text;
    const char *shown;
} TEXTS[] = {
    {"", ""},
    {"plain \xc3\x89rh\xc3\xa9rh\xc3\xa9 \xe6\xa3\x8b",
     "plain \xc3\x89rh\xc3\xa9rh\xc3\xa9 "
     "\xe6\xa3\x8b"},
    {"\x1b[31mred\x1b]0;title\x07", "\\x1b[31mred\\x1b]0;title\\x07"},
    {"sound\rdamaged", "sound\\x0ddamaged"},
    {"two\nlines\tand tabs", "two\\nlines\\tand tabs"},
    {"\xc2\x9b"
     "31m",
     "\\x9b31m"},
    {"gpj.\xe2\x80\xaegnp", "gpj.\\u202egnp"},
    {"\xe2\x81\xa6x\xe2\x80\xa8y\xef\xbb\xbfz", "\\u2066x\\u2028y\\ufeffz"},
    {"\xff\xe2\x80 \xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd\xef"
                                  "\xbf\xbd\xef\xbf\xbd"},
};

enum { TEXTS_COUNT = sizeof TEXTS / sizeof TEXTS[0] };

TEST_LOOP(texts, texts_are_shown, 0, TEXTS_COUNT)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    sow_visible_write(out, TEXTS[_i].text, strlen(TEXTS[_i].text));
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_str_eq(text, TEXTS[_i].shown);
    free(text);
    char room[128];
    sow_visible_copy(room, sizeof room, TEXTS[_i].text);
    ck_assert_str_eq(room, TEXTS[_i].shown);
}

TEST(texts, copies_are_cut_between_characters)
{
    char room[8];
    sow_visible_copy(room, sizeof room, "abcd\x1bxy");
    ck_assert_str_eq(room, "abcd");
    sow_visible_copy(room, sizeof room, "abc\x1bxy");
    ck_assert_str_eq(room, "abc\\x1b");
    sow_visible_copy(room, 3, "\xc3\xa9\xc3\xa9");
    ck_assert_str_eq(room, "\xc3\xa9");
    sow_visible_copy(room, 1, "x");
    ck_assert_str_eq(room, "");
}

/* All texts of a report are safe: names of sections and columns, keys, values. */
TEST_LOOP(reports, reports_are_shown, 0, 4)
{
    static const enum sow_format FORMATS[] = {SOW_FORMAT_TEXT, SOW_FORMAT_JSON,
                                              SOW_FORMAT_MARKDOWN, SOW_FORMAT_HTML};
    static const char BAD[] = "\x1b[31m\r\xc2\x9b\xe2\x80\xae";
    static const char *const COLUMNS[] = {BAD, "n"};
    struct sow_report *report = sow_report_new();
    sow_report_record(report, BAD);
    sow_report_text(report, BAD, BAD);
    sow_report_json(report, "json", "[\r\n\t\"\xc2\x9b\xe2\x80\xae\"]");
    sow_report_table(report, "table", COLUMNS, 2);
    sow_report_text(report, NULL, BAD);
    sow_report_int(report, NULL, 1);
    OWNED(text) char *text = print_and_free(report, FORMATS[_i]);
    for (const char *at = text; *at != '\0'; at++)
        ck_assert_msg(*at == '\n' || (*at >= ' ' && *at < '\x7f'), "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "202e"));
}

/* A program gets the stored bytes unchanged, even if a spreadsheet would compute them. */
TEST(reports, csv_keeps_texts)
{
    static const char *const STORED[] = {"=1+1",     "+1",           "-1",  "@SUM(1)",
                                         "\x1b[31m", "\xe2\x80\xae", "\xff"};
    static const char *const COLUMNS[] = {"text"};
    for (size_t i = 0; i < sizeof STORED / sizeof STORED[0]; i++) {
        char wanted[32];
        struct sow_report *report = sow_report_new();
        sow_report_table(report, "t", COLUMNS, 1);
        sow_report_text(report, NULL, STORED[i]);
        (void)snprintf(wanted, sizeof wanted, "text\n%s\n", STORED[i]);
        expect(report, SOW_FORMAT_CSV, wanted);
    }
}

/* Marks beyond Latin (here Hebrew and Devanagari) take no column. Hangul and pictographs
   take two. */
TEST(texts, columns_are_those_of_unicode)
{
    const char *words =
        "\xd7\x90\xd6\xb7 \xe0\xa4\x95\xe0\xa5\x81 \xed\x95\x9c \xf0\x9f\x8c\xb1";
    int taken;
    ck_assert_int_eq(sow_utf8_width(words), 1 + 1 + 1 + 1 + 2 + 1 + 2);
    ck_assert_uint_eq(sow_utf8_fit(words, 5, &taken),
                      strlen("\xd7\x90\xd6\xb7 \xe0\xa4\x95\xe0\xa5\x81 "));
    ck_assert_int_eq(taken, 4);
}
