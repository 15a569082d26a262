/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a cell of a report. Reports in JSON must be valid, no control character may
   reach a terminal, and only JSON may be accepted as JSON. */
#include "fuzz.h"

#include "sow/sections/report.h"
#include "sow/support/json.h"

#include <jansson.h>

static char *printed(const struct sow_report *report, enum sow_format format)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    FUZZ_REQUIRE(out != NULL);
    FUZZ_REQUIRE(sow_report_print(report, format, out, &err) == SOW_OK);
    FUZZ_REQUIRE(fclose(out) == 0);
    return text;
}

static void require_json(const struct sow_report *report)
{
    char *text = printed(report, SOW_FORMAT_JSON);
    json_t *value = json_loads(text, 0, NULL);
    FUZZ_REQUIRE(json_is_object(value));
    json_decref(value);
    free(text);
}

static void require_harmless(const struct sow_report *report, enum sow_format format)
{
    char *text = printed(report, format);
    for (const char *at = text; *at != '\0'; at++)
        FUZZ_REQUIRE((unsigned char)*at >= 0x20 || *at == '\n');
    free(text);
}

/* Returns true if the program and Jansson accept a text as JSON. Jansson refuses some
   valid JSON: numbers that are too large, and escapes that are not a character. */
static bool is_json_for_both(const char *text)
{
    json_error_t fault;
    json_t *value = json_loads(text, JSON_DECODE_ANY, &fault);
    bool own = sow_json_is_column("weights", text);
    if (own && value == NULL)
        FUZZ_REQUIRE(json_error_code(&fault) == json_error_numeric_overflow ||
                     strstr(text, "\\u") != NULL);
    json_decref(value);
    return own && value != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const COLUMNS[] = {"one", "two"};
    char *text = fuzz_text(data, size);
    struct sow_report *report = sow_report_new();
    FUZZ_REQUIRE(report != NULL);
    sow_report_record(report, "record");
    if (is_json_for_both(text))
        sow_report_json(report, "json", text);
    sow_report_text(report, "key", text);
    sow_report_table(report, "table", COLUMNS, 2);
    sow_report_text(report, NULL, text);
    sow_report_int(report, NULL, (int64_t)size);
    require_json(report);
    require_harmless(report, SOW_FORMAT_TEXT);
    require_harmless(report, SOW_FORMAT_MARKDOWN);
    require_harmless(report, SOW_FORMAT_HTML);
    free(printed(report, SOW_FORMAT_CSV));
    sow_report_free(report);
    free(text);
    return 0;
}
