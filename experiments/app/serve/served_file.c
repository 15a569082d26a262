/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "served_file.h"

#include <errno.h>
#include <sys/stat.h>

bool sow_served_file_look(struct sow_served_file *file, const char *path)
{
    struct stat found;
    struct sow_served_file now = {.known = true, .there = true};
    if (stat(path, &found) == 0) {
        now.device = found.st_dev;
        now.number = found.st_ino;
    } else {
        /* Opening tells what is wrong with a file that cannot be reached. */
        now.there = errno != ENOENT;
    }
    bool changed = !file->known || now.there != file->there ||
                   now.device != file->device || now.number != file->number;
    *file = now;
    return changed;
}
