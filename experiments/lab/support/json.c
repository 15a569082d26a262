/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON values and checks stored ones. */
#include "sow/support/json.h"

#include "sow/base/text.h"
#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* Writes a code point inside a JSON string: escaped if JSON or a terminal requires it,
   else as its own @p length bytes. U+FFFD is written as an escape. */
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

/* Writes escapes and blanks instead of characters that a terminal obeys. In JSON,
   characters beyond ASCII occur only in strings, where an escape means the same. Control
   characters below the blank occur only between values, where a blank means the same. */
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
    /* JSON readers would read -0 as an integer, which has no sign. */
    (void)fputs(strcmp(text, "-0") == 0 ? "-0.0" : text, out);
}

/* Returns true for faults without a code too: Jansson has a code for every fault of a
   text, but often none for a lack of memory. */
bool sow_json_lacks_memory(const json_error_t *fault)
{
    enum json_error_code code = json_error_code(fault);
    return code == json_error_unknown || code == json_error_out_of_memory;
}

/* ---- Checking ---- */

/* Limit of the depth of nesting. No column has more. */
enum { DEPTH_MAX = 16 };

/* Returns the first character from @p at on that is not a blank of JSON. */
static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\n\r");
}

/* Returns the position behind the string at @p at, or NULL if it is not a JSON string. */
static const char *skip_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    while (*at != '"') {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at != '\\') {
            if (sow_utf8_next(&at) == SOW_UTF8_REPLACEMENT)
                return NULL;
            continue;
        }
        bool code = at[1] == 'u';
        if (code ? strspn(at + 2, "0123456789abcdefABCDEF") < 4
                 : at[1] == '\0' || strchr("\"\\/bfnrt", at[1]) == NULL)
            return NULL;
        at += code ? 6 : 2;
    }
    return at + 1;
}

/* Returns the position behind the digits at @p at, or NULL if there is none. */
static const char *skip_digits(const char *at)
{
    size_t count = strspn(at, "0123456789");
    return count > 0 ? at + count : NULL;
}

/* Returns the position behind the number at @p at, or NULL if it is not a JSON number. */
static const char *skip_number(const char *at)
{
    at += *at == '-';
    at = *at == '0' ? at + 1 : skip_digits(at);
    if (at != NULL && *at == '.')
        at = skip_digits(at + 1);
    if (at != NULL && (*at == 'e' || *at == 'E')) {
        at++;
        at = skip_digits(at + (*at == '+' || *at == '-'));
    }
    return at;
}

/* Returns the position behind the JSON value at @p at and the blanks before it, or NULL
   if there is none. Inside @p depth brackets, at most DEPTH_MAX are allowed. */
static const char *skip_value(const char *at, int depth);

/* Skips the members of an object or the elements of an array at @p at, and the bracket
   @p end. Returns the position behind, or NULL if they are not JSON. */
static const char *skip_members(const char *at, char end, int depth)
{
    at = skip_blanks(at + 1);
    if (*at == end)
        return at + 1;
    for (;; at++) {
        if (end == '}') {
            at = skip_string(skip_blanks(at));
            at = at == NULL ? NULL : skip_blanks(at);
            if (at == NULL || *at++ != ':')
                return NULL;
        }
        at = skip_value(at, depth);
        at = at == NULL ? NULL : skip_blanks(at);
        if (at == NULL || *at != ',')
            break;
    }
    return at != NULL && *at == end ? at + 1 : NULL;
}

static const char *skip_value(const char *at, int depth)
{
    static const char *const WORDS[] = {"true", "false", "null"};
    at = skip_blanks(at);
    if (*at == '"')
        return skip_string(at);
    if (*at == '{' || *at == '[')
        return depth == DEPTH_MAX ? NULL
                                  : skip_members(at, *at == '{' ? '}' : ']', depth + 1);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (strncmp(at, WORDS[i], strlen(WORDS[i])) == 0)
            return at + strlen(WORDS[i]);
    return skip_number(at);
}

/* Checks the value without Jansson: if memory runs out, Jansson 2.14 says "no" or stops
   at an assertion. A value that is nested deeper than DEPTH_MAX is not accepted. */
bool sow_json_is_column(const char *name, const char *text)
{
    if (strcmp(name, "weights") != 0 && strcmp(name, "parameters") != 0)
        return false;
    const char *rest = skip_value(text, 0);
    return rest != NULL && *skip_blanks(rest) == '\0';
}
