/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/db_option.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns true if a command line without --db would use the same database. */
static bool is_default(const char *path)
{
    const char *named = getenv("SOWLAB_DB");
    return strcmp(path, named != NULL && named[0] != '\0' ? named : "sowlab.db") == 0;
}

const char *sow_db_option(const char *path, char *option, size_t size)
{
    static const char QUOTE[] = "'\\''";
    static const char BEGIN[] = " --db '";
    option[0] = '\0';
    if (is_default(path) || size < 2 * sizeof BEGIN)
        return option;
    size_t used = (size_t)snprintf(option, size, "%s", BEGIN);
    for (; *path != '\0' && used + sizeof QUOTE + 1 < size; path++)
        used += (size_t)snprintf(option + used, size - used, "%.*s",
                                 *path == '\'' ? (int)sizeof QUOTE : 1,
                                 *path == '\'' ? QUOTE : path);
    (void)snprintf(option + used, size - used, "'");
    return option;
}
