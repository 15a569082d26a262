/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as JSON, CSV and HTML; test_report_text.c has text and Markdown. */
#include "report_support.h"

#include <float.h>
#include <string.h>

TEST(json, json_record_and_table)
{
    struct sow_report *report = sow_report_new();
    fill_record(report, "run");
    fill_table(report, "matches");
    expect(report, SOW_FORMAT_JSON,
           "{\n"
           "  \"run\": {\n"
           "    \"id\": -9223372036854775808,\n"
           "    \"rules\": \"pits = 6\\nseeds = 4\\n\",\n"
           "    \"seconds\": 1.5,\n"
           "    \"weights\": [0.1,1]\n"
           "  },\n"
           "  \"matches\": [\n"
           "    {\"name\": \"h1\", \"games\": 2000, \"score\": 0.1},\n"
           "    {\"name\": \"\xc3\x89rh\xc3\xa9rh\xc3\xa9\", \"games\": -7, \"score\": "
           "0.6666666666666666},\n"
           "    {\"name\": null, \"games\": null, \"score\": null}\n"
           "  ]\n"
           "}\n");
}

TEST(json, json_of_one_section_is_its_value)
{
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "runs", REPORT_COLUMNS, 3);
    expect(report, SOW_FORMAT_JSON, "[]\n");
    report = sow_report_new();
    sow_report_record(report, "run");
    sow_report_text(report, "a\"b\\", "\"\\\b\f\n\r\t\x01\x7f\xff\xed\xa0\x80");
    expect(report, SOW_FORMAT_JSON,
           "{\n  \"a\\\"b\\\\\": \"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u007f\\ufffd\\ufffd"
           "\\ufffd\\ufffd\"\n}\n");
    report = sow_report_new();
    expect(report, SOW_FORMAT_JSON, "{}\n");
}

TEST(json, json_keeps_every_digit)
{
    static const struct {
        double value;
        const char *text;
    } REALS[] = {{0.1, "0.1"},
                 {1.0 / 3.0, "0.3333333333333333"},
                 {DBL_MIN, "2.2250738585072014e-308"},
                 {DBL_MAX, "1.7976931348623157e+308"},
                 {-0.0, "-0.0"},
                 {1e21, "1e+21"}};
    for (size_t i = 0; i < sizeof REALS / sizeof REALS[0]; i++) {
        struct sow_report *report = sow_report_new();
        sow_report_record(report, "r");
        sow_report_real(report, "x", REALS[i].value, 2);
        char wanted[64];
        (void)snprintf(wanted, sizeof wanted, "{\n  \"x\": %s\n}\n", REALS[i].text);
        expect(report, SOW_FORMAT_JSON, wanted);
    }
}

TEST(csv, csv_quotes_what_needs_it)
{
    static const char *const NAMES[] = {"plain", "with,comma"};
    struct sow_report *report = sow_report_new();
    fill_record(report, "left out");
    sow_report_table(report, "t", NAMES, 2);
    sow_report_text(report, NULL, "say \"hi\"");
    sow_report_text(report, NULL, "two\nlines");
    sow_report_text(report, NULL, " padded ");
    sow_report_text(report, NULL, "");
    sow_report_null(report, NULL);
    sow_report_real(report, NULL, 2.0 / 3.0, 2);
    sow_report_json(report, NULL, "[0.1,1]");
    sow_report_real(report, NULL, INFINITY, 2);
    expect(report, SOW_FORMAT_CSV,
           "plain,\"with,comma\"\n"
           "\"say \"\"hi\"\"\",\"two\nlines\"\n"
           "\" padded \",\n"
           ",0.6666666666666666\n"
           "\"[0.1,1]\",\n");
}

TEST(csv, csv_has_the_last_table)
{
    static const char *const FIRST[] = {"a"};
    static const char *const SECOND[] = {"b"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "first", FIRST, 1);
    sow_report_table(report, "second", SECOND, 1);
    sow_report_int(report, NULL, 2);
    sow_report_record(report, "record");
    sow_report_int(report, "c", 3);
    expect(report, SOW_FORMAT_CSV, "b\n2\n");
    report = sow_report_new();
    sow_report_record(report, "record");
    sow_report_int(report, "c", 3);
    sow_report_text(report, "d", "x");
    expect(report, SOW_FORMAT_CSV, "c,d\n3,x\n");
}

TEST(csv, csv_has_the_section_named_main)
{
    static const char *const FIRST[] = {"a"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "first", FIRST, 1);
    sow_report_int(report, NULL, 1);
    ck_assert_uint_eq(sow_report_sections(report), 1);
    sow_report_main(report);
    sow_report_table(report, "second", FIRST, 1);
    sow_report_int(report, NULL, 2);
    sow_report_main(report); /* too late */
    expect(report, SOW_FORMAT_CSV, "a\n1\n");
}

TEST(csv, csv_has_no_remarks)
{
    static const char *const RESULT[] = {"a"};
    static const char *const REMARK[] = {"b"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "result", RESULT, 1);
    sow_report_int(report, NULL, 1);
    sow_report_remarks(report);
    sow_report_table(report, "remark", REMARK, 1);
    sow_report_int(report, NULL, 2);
    expect(report, SOW_FORMAT_CSV, "a\n1\n");
    report = sow_report_new();
    sow_report_remarks(report);
    sow_report_table(report, "remark", REMARK, 1);
    sow_report_int(report, NULL, 2);
    expect(report, SOW_FORMAT_CSV, "b\n2\n");
}

TEST(output, full_disk_is_reported)
{
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL)
        return; /* not every system has it */
    struct sow_report *report = sow_report_new();
    fill_table(report, "t");
    ck_assert_int_eq(sow_report_print(report, SOW_FORMAT_CSV, full, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "No space left"));
    (void)fclose(full);
    sow_report_free(report);
}

TEST(csv, long_table_keeps_its_order)
{
    static const char *const NAMES[] = {"n"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "t", NAMES, 1);
    enum { ROWS = 20000 };
    for (int i = 0; i < ROWS; i++)
        sow_report_int(report, NULL, i);
    char *text = print_and_free(report, SOW_FORMAT_CSV);
    const char *at = strchr(text, '\n') + 1;
    for (int i = 0; i < ROWS; i++) {
        char *end;
        ck_assert_int_eq(strtol(at, &end, 10), i);
        ck_assert_int_eq(*end, '\n');
        at = end + 1;
    }
    ck_assert_int_eq(*at, '\0');
    free(text);
}

TEST(html, html_is_escaped_and_aligned)
{
    static const char *const NAMES[] = {"<b>", "score"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "a&b", NAMES, 2);
    sow_report_text(report, NULL, "<script>\"'");
    sow_report_real(report, NULL, 1.0 / 3.0, SOW_REPORT_SHORT);
    sow_report_record(report, "r");
    sow_report_text(report, "rules", "pits = 6\nseeds = 4\n");
    sow_report_text(report, "label", "");
    expect(
        report, SOW_FORMAT_HTML,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"a&amp;b\"><table><caption>a&amp;b</caption>"
        "<thead><tr><th scope=col>&lt;b&gt;"
        "<th scope=col class=n>score</tr></thead>\n"
        "<tbody>\n<tr><th scope=row>&lt;script&gt;&quot;&#39;"
        "<td class=n>0.333</tr>\n</tbody></table></div>\n"
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"r\"><table><caption>r</caption><tbody>\n"
        "<tr><th scope=row>rules<td>pits = 6\nseeds = 4</tr>\n"
        "</tbody></table></div>\n");
}
