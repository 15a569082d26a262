/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "webpage.h"

#include "sow/base/embedded.h"
#include "sow/reports/html.h"

#include <assert.h>
#include <string.h>

/* Files of the folder web: name and text. The last entry has a NULL name. */
extern const struct sow_embedded sow_serve_files[];

const char *sow_serve_file(const char *name)
{
    if (strcmp(name, "report") == 0)
        return sow_html_style();
    if (strcmp(name, "chart") == 0)
        return sow_chart_style();
    const struct sow_embedded *file = sow_serve_files;
    while (file->name != NULL && strcmp(file->name, name) != 0)
        file++;
    assert(file->name != NULL);
    return file->text;
}

void sow_page_open(FILE *out, const char *title, const char *module)
{
    char head[512];
    int length = snprintf(head, sizeof head,
                          "<link rel=\"icon\" href=\"data:,\">\n"
                          "<link rel=\"stylesheet\" href=\"/report.css\">\n"
                          "<link rel=\"stylesheet\" href=\"/chart.css\">\n"
                          "<link rel=\"stylesheet\" href=\"/serve.css\">\n");
    if (module != NULL)
        (void)snprintf(head + length, sizeof head - (size_t)length,
                       "<script type=\"module\" src=\"/%s.js\"></script>\n", module);
    sow_html_begin(out, &(struct sow_html_page){.title = title, .head = head});
    (void)fputs(sow_serve_file("navigation"), out);
}

void sow_page_begin(FILE *out, const char *title, const char *module)
{
    sow_page_open(out, title, module);
    (void)fputs("<h1>", out);
    sow_html_write(out, title);
    (void)fputs("</h1>\n", out);
}
