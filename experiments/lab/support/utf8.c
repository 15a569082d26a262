/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/utf8.h"

#include <limits.h>
#include <string.h>
#include <unistr.h>
#include <uniwidth.h>

uint32_t sow_utf8_next(const char **text)
{
    ucs4_t point;
    int length = u8_strmbtouc(&point, (const uint8_t *)*text);
    *text += length > 0 ? length : 1;
    return length > 0 ? point : SOW_UTF8_REPLACEMENT;
}

/* Moves @p *text over whole characters that fit into @p columns and begin before @p end.
   Returns the number of columns taken. Characters without a known width count as one
   column. */
static int take_columns(const char **text, const char *end, int columns)
{
    int taken = 0;
    const char *next = *text;
    while (*text < end) {
        int width = uc_width(sow_utf8_next(&next), "UTF-8");
        width = width < 0 ? 1 : width;
        if (width > columns - taken)
            break;
        taken += width;
        *text = next;
    }
    return taken;
}

int sow_utf8_columns(const char *text, size_t length)
{
    return take_columns(&text, text + length, INT_MAX);
}

int sow_utf8_width(const char *text)
{
    return sow_utf8_columns(text, strlen(text));
}

size_t sow_utf8_fit(const char *text, int columns, int *taken)
{
    const char *at = text;
    *taken = take_columns(&at, text + strlen(text), columns);
    return (size_t)(at - text);
}
