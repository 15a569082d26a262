/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/json.h"

#include "sow/base/text.h"
#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static void write_point(FILE *out, const char *bytes, int length, uint32_t point)
{
    static const char *const NAMED[] = {
        ['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n",  ['\f'] = "\\f",
        ['\r'] = "\\r", ['"'] = "\\\"", ['\\'] = "\\\\",
    };
    if (point == SOW_UTF8_REPLACEMENT)
        (void)fputs("\\ufffd", out);
    else if (point < sizeof NAMED / sizeof NAMED[0] && NAMED[point] != NULL)
        (void)fputs(NAMED[point], out);
    else if (sow_is_obeyed(point))
        (void)fprintf(out, "\\u%04x", (unsigned)point);
    else
        (void)fwrite(bytes, 1, (size_t)length, out);
}

void sow_json_write_text(FILE *out, const char *text)
{
    (void)fputc('"', out);
    while (*text != '\0') {
        const char *start = text;
        uint32_t point = sow_utf8_next(&text);
        write_point(out, start, (int)(text - start), point);
    }
    (void)fputc('"', out);
}

/* Only strings can hold what is beyond ASCII, and there an escape says the same; what is
   within it and obeyed is a blank. */
void sow_json_write_value(FILE *out, const char *json)
{
    while (*json != '\0') {
        const char *start = json;
        uint32_t point = sow_utf8_next(&json);
        if (!sow_is_obeyed(point))
            (void)fwrite(start, 1, (size_t)(json - start), out);
        else if (point < ' ')
            (void)fputc(' ', out);
        else
            (void)fprintf(out, "\\u%04x", (unsigned)point);
    }
}

void sow_json_write_real(FILE *out, double value)
{
    char text[SOW_REAL_TEXT_MAX] = "null";
    if (isfinite(value))
        sow_text_from_real(value, text);
    /* JSON readers take a bare -0 for an integer, which has no sign of zero. */
    (void)fputs(strcmp(text, "-0") == 0 ? "-0.0" : text, out);
}

/* Jansson names every fault of a text, and no lack of memory. */
bool sow_json_lacks_memory(const json_error_t *fault)
{
    enum json_error_code code = json_error_code(fault);
    return code == json_error_unknown || code == json_error_out_of_memory;
}

enum sow_status sow_json_is_column(const char *name, const char *text, bool *is_json,
                                   struct sow_err *err)
{
    *is_json = false;
    if (strcmp(name, "weights") != 0 && strcmp(name, "parameters") != 0)
        return SOW_OK;
    json_error_t fault;
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &fault);
    if (value == NULL && sow_json_lacks_memory(&fault))
        return sow_err_no_memory(err);
    *is_json = value != NULL;
    json_decref(value);
    return SOW_OK;
}
