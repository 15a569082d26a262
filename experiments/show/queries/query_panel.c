/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query_panel.h"

#include "sow/base/embedded.h"

#include <stdio.h>
#include <string.h>

/* Panel files in the program. The last entry has a NULL name. */
extern const struct sow_embedded sow_panel_files[];

/* Lines of a panel file: the comment before a member, which begins with its label and a
   colon, and the member. */
static const char COMMENT[] = "; ";
static const char MEMBER[] = "member = ";

size_t sow_query_panel(const char *panel, char *names, size_t size)
{
    const struct sow_embedded *file = sow_panel_files;
    const char *label = NULL;
    size_t count = 0;
    size_t length = 0;
    names[0] = '\0';
    while (file->name != NULL && strcmp(file->name, panel) != 0)
        file++;
    for (const char *line = file->text; line != NULL && *line != '\0';) {
        if (strncmp(line, COMMENT, strlen(COMMENT)) == 0)
            label = line + strlen(COMMENT);
        if (strncmp(line, MEMBER, strlen(MEMBER)) == 0 && label != NULL) {
            if (length < size)
                length += (size_t)snprintf(names + length, size - length, "%s%.*s",
                                           count == 0 ? "" : ", ",
                                           (int)strcspn(label, ":\n"), label);
            count++;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return count;
}
