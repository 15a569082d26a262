/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text_file.h"

#include "sow/variants/variant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool sow_is_path(const char *word)
{
    if (strpbrk(word, "/.") != NULL)
        return true;
    FILE *in = fopen(word, "rb");
    if (in != NULL)
        (void)fclose(in);
    return in != NULL;
}

/* Reads the contents of @p in into @p room, of SOW_VARIANT_FILE_MAX + 1 bytes, and ends
   them with a NUL. Fails with SOW_IO or SOW_BAD_DATA as sow_text_file_read does. */
static enum sow_status read_stream(FILE *in, const char *path, const char *kind,
                                   char *room, struct sow_err *err)
{
    size_t size = fread(room, 1, SOW_VARIANT_FILE_MAX + 1, in);
    if (ferror(in))
        return sow_err_set(err, SOW_IO, "cannot read %s '%s': %s", kind, path,
                           strerror(errno));
    if (size > SOW_VARIANT_FILE_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "'%s' is too long for a %s: at most %d bytes", path, kind,
                           SOW_VARIANT_FILE_MAX);
    if (memchr(room, '\0', size) != NULL)
        return sow_err_set(err, SOW_BAD_DATA, "'%s' is not a %s: it holds a NUL byte",
                           path, kind);
    room[size] = '\0';
    return SOW_OK;
}

enum sow_status sow_text_file_read(const char *path, const char *kind, char **text,
                                   struct sow_err *err)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return sow_err_set(err, SOW_IO, "cannot open %s '%s': %s", kind, path,
                           strerror(errno));
    char *room = malloc(SOW_VARIANT_FILE_MAX + 1);
    enum sow_status status = SOW_NO_MEMORY;
    if (room != NULL)
        status = read_stream(in, path, kind, room, err);
    else
        (void)sow_err_no_memory(err);
    (void)fclose(in);
    if (status == SOW_OK)
        *text = room;
    else
        free(room);
    return status;
}
