/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/visible.h"

#include "sow/support/utf8.h"

#include <string.h>

/* Room for the visible form of a code point, with a NUL. */
enum { SHOWN_MAX = 8 };

/* Code points that a terminal obeys, from first to last. */
struct range {
    uint32_t first, last; /* first and last member */
};

static const struct range OBEYED[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0x061c, 0x061c}, {0x200e, 0x200f},
    {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff},
};

bool sow_is_obeyed(uint32_t point)
{
    for (size_t i = 0; i < sizeof OBEYED / sizeof OBEYED[0]; i++)
        if (point >= OBEYED[i].first && point <= OBEYED[i].last)
            return true;
    return false;
}

/* Writes the visible form of the next code point of @p *text, and moves @p *text behind
   it. Returns the length of the form. */
static size_t show_next(const char **text, char shown[SHOWN_MAX])
{
    static const char REPLACEMENT[] = "\xef\xbf\xbd";
    const char *start = *text;
    uint32_t point = sow_utf8_next(text);
    size_t length = (size_t)(*text - start);
    if (point == '\n' || point == '\t')
        (void)snprintf(shown, SHOWN_MAX, "\\%c", point == '\n' ? 'n' : 't');
    else if (sow_is_obeyed(point))
        (void)snprintf(shown, SHOWN_MAX, point < 0x100 ? "\\x%02x" : "\\u%04x",
                       (unsigned)(point & 0xffffU));
    else if (point == SOW_UTF8_REPLACEMENT)
        (void)snprintf(shown, SHOWN_MAX, "%s", REPLACEMENT);
    else
        (void)snprintf(shown, SHOWN_MAX, "%.*s", (int)length, start);
    return strlen(shown);
}

void sow_visible_write(FILE *out, const char *text, size_t length)
{
    const char *end = text + length;
    char shown[SHOWN_MAX];
    while (text < end)
        (void)fwrite(shown, 1, show_next(&text, shown), out);
}

void sow_visible_write_lines(FILE *out, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        sow_visible_write(out, text, length);
        text += length;
        if (*text == '\n')
            (void)fputc(*text++, out);
    }
}

void sow_visible_copy(char *room, size_t size, const char *text)
{
    char shown[SHOWN_MAX];
    size_t used = 0;
    for (size_t length; *text != '\0'; used += length) {
        length = show_next(&text, shown);
        if (used + length >= size)
            break;
        memcpy(room + used, shown, length);
    }
    room[used] = '\0';
}
