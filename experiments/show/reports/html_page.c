/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reports/html.h"

void sow_html_begin(FILE *out, const struct sow_html_page *page)
{
    (void)fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
                out);
    if (page->head == NULL) /* must come before everything that it restricts */
        (void)fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"" //
                    SOW_HTML_POLICY "\">\n",
                    out);
    (void)fputs("<meta name=\"viewport\" content=\"width=device-width, "
                "initial-scale=1\">\n<title>",
                out);
    sow_html_write(out, page->title);
    (void)fputs("</title>\n", out);
    if (page->head == NULL)
        (void)fprintf(out, "<style>\n%s%s</style>\n", sow_html_style(),
                      sow_chart_style());
    else
        (void)fputs(page->head, out);
    (void)fputs("</head>\n<body>\n<main>\n", out);
}

void sow_html_end(FILE *out)
{
    (void)fputs("</main>\n</body>\n</html>\n", out);
}
