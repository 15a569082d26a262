/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query_sections.h"

void sow_query_quote(const char *text, FILE *out)
{
    (void)fputc('\'', out);
    for (; *text != '\0'; text++)
        (void)fprintf(out, *text == '\'' ? "''" : "%c", *text);
    (void)fputc('\'', out);
}
