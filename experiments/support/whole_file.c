/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static enum sow_status refuse(const char *path, struct sow_err *err)
{
    return sow_err_set(err, SOW_IO, "cannot write '%s': %s", path, strerror(errno));
}

/* Writes it all under the name @p part, and then gives it its own, @p path. */
static enum sow_status write_opened(FILE *out, const char *part, const char *path,
                                    sow_write_fn *write, void *context,
                                    struct sow_err *err)
{
    enum sow_status status = write(context, out, err);
    if (status == SOW_OK && fflush(out) != 0)
        status = refuse(path, err);
    if (fclose(out) != 0 && status == SOW_OK)
        status = refuse(path, err);
    if (status == SOW_OK && rename(part, path) != 0)
        status = refuse(path, err);
    if (status != SOW_OK)
        (void)remove(part);
    return status;
}

enum sow_status sow_whole_file_write(const char *path, sow_write_fn *write, void *context,
                                     struct sow_err *err)
{
    static const char SUFFIX[] = ".part";
    size_t size = strlen(path) + sizeof SUFFIX;
    char *part = malloc(size);
    if (part == NULL)
        return sow_err_no_memory(err);
    (void)snprintf(part, size, "%s%s", path, SUFFIX);
    FILE *out = fopen(part, "w");
    enum sow_status status = out == NULL
                                 ? refuse(path, err)
                                 : write_opened(out, part, path, write, context, err);
    free(part);
    return status;
}
