/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers for suites about reports: reports to print, and their printed text. */
#ifndef SOW_TESTS_REPORT_SUPPORT_H
#define SOW_TESTS_REPORT_SUPPORT_H

#include "sow/sections/report.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>

static const char *const REPORT_COLUMNS[] = {"name", "games", "score"};

static inline void fill_table(struct sow_report *report, const char *name)
{
    sow_report_table(report, name, REPORT_COLUMNS, 3);
    sow_report_text(report, NULL, "h1");
    sow_report_int(report, NULL, 2000);
    sow_report_real(report, NULL, 0.1, 3);
    sow_report_text(report, NULL, "\xc3\x89rh\xc3\xa9rh\xc3\xa9");
    sow_report_int(report, NULL, -7);
    sow_report_real(report, NULL, 2.0 / 3.0, 3);
    sow_report_text(report, NULL, NULL);
    sow_report_null(report, NULL);
    sow_report_real(report, NULL, NAN, 3);
}

static inline void fill_record(struct sow_report *report, const char *name)
{
    sow_report_record(report, name);
    sow_report_int(report, "id", INT64_MIN);
    sow_report_text(report, "rules", "pits = 6\nseeds = 4\n");
    sow_report_real(report, "seconds", 1.5, SOW_REPORT_SHORT);
    sow_report_json(report, "weights", "[0.1,1]");
}

/* Prints @p report and frees it. The caller frees the returned text. */
static inline char *print_and_free(struct sow_report *report, enum sow_format format)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_msg(sow_report_print(report, format, out, &err) == SOW_OK, "%s", err.text);
    ck_assert_int_eq(fclose(out), 0);
    sow_report_free(report);
    return text;
}

static inline void expect(struct sow_report *report, enum sow_format format,
                          const char *wanted)
{
    OWNED(text) char *text = print_and_free(report, format);
    ck_assert_str_eq(text, wanted);
}

#endif
