/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/json.h"

#include "sow/base/text.h"
#include "sow/support/visible.h"

#include <math.h>
#include <string.h>

/* Lead bytes of UTF-8: the bits that mark them, and the least code point that needs the
   length (shorter ones would be overlong forms). */
struct lead {
    unsigned char mask, mark;
    int rest;
    uint32_t least;
};

static const struct lead LEADS[] = {
    {0x80, 0x00, 0, 0},
    {0xe0, 0xc0, 1, 0x80},
    {0xf0, 0xe0, 2, 0x800},
    {0xf8, 0xf0, 3, 0x10000},
};

static uint32_t take(const char **text, const struct lead *lead)
{
    const unsigned char *at = (const unsigned char *)*text;
    uint32_t point = at[0] & (unsigned char)~lead->mask;
    for (int i = 1; i <= lead->rest; i++) {
        if ((at[i] & 0xc0U) != 0x80U)
            return SOW_UTF8_REPLACEMENT;
        point = point << 6U | (at[i] & 0x3fU);
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point < lead->least || point > 0x10ffff || surrogate)
        return SOW_UTF8_REPLACEMENT;
    *text += lead->rest;
    return point;
}

uint32_t sow_utf8_next(const char **text)
{
    unsigned char first = (unsigned char)**text;
    uint32_t point = SOW_UTF8_REPLACEMENT;
    for (size_t i = 0; i < sizeof LEADS / sizeof LEADS[0]; i++)
        if ((first & LEADS[i].mask) == LEADS[i].mark)
            point = take(text, &LEADS[i]);
    (*text)++;
    return point;
}

struct range {
    uint32_t first, last;
    int columns;
};

/* Combining marks and zero-width characters; East Asian wide blocks and pictographs. */
static const struct range WIDTHS[] = {
    {0x0300, 0x036f, 0},   {0x200b, 0x200f, 0}, {0x20d0, 0x20ff, 0},
    {0xfe00, 0xfe0f, 0},   {0x1100, 0x115f, 2}, {0x2e80, 0xa4cf, 2},
    {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2}, {0xfe30, 0xfe6f, 2},
    {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2}, {0x1f300, 0x1faff, 2},
    {0x20000, 0x3fffd, 2},
};

int sow_utf8_columns(uint32_t point)
{
    for (size_t i = 0; i < sizeof WIDTHS / sizeof WIDTHS[0]; i++)
        if (point >= WIDTHS[i].first && point <= WIDTHS[i].last)
            return WIDTHS[i].columns;
    return 1;
}

int sow_utf8_width(const char *text)
{
    int width = 0;
    while (*text != '\0')
        width += sow_utf8_columns(sow_utf8_next(&text));
    return width;
}

size_t sow_utf8_fit(const char *text, int columns, int *taken)
{
    const char *at = text;
    *taken = 0;
    while (*at != '\0') {
        const char *next = at;
        int width = sow_utf8_columns(sow_utf8_next(&next));
        if (*taken + width > columns)
            break;
        *taken += width;
        at = next;
    }
    return (size_t)(at - text);
}

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

/* ---- Checking ---- */

/* Deeper nesting than any column has. */
enum { DEPTH_MAX = 16 };

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\n\r");
}

/* What stands behind the string at @p at, or NULL. */
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

static const char *skip_digits(const char *at)
{
    size_t count = strspn(at, "0123456789");
    return count > 0 ? at + count : NULL;
}

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

static const char *skip_value(const char *at, int depth);

/* The members of an object or elements of an array, up to the bracket @p end. */
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

/* Without a library, which could answer "no" for want of memory. */
bool sow_json_is_column(const char *name, const char *text)
{
    if (strcmp(name, "weights") != 0 && strcmp(name, "parameters") != 0)
        return false;
    const char *rest = skip_value(text, 0);
    return rest != NULL && *skip_blanks(rest) == '\0';
}
