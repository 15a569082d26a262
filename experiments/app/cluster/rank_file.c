/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rank_file.h"

#include "sow/store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum sow_status sow_rank_file_name(struct sow_rank_file *file, struct sow_err *err)
{
    const char *root = getenv("TMPDIR");
    file->path[0] = '\0';
    int length = snprintf(file->folder, sizeof file->folder, "%s/sowlab-rank-XXXXXX",
                          root != NULL && root[0] != '\0' ? root : "/tmp");
    if (length < 0 || (size_t)length >= sizeof file->folder ||
        mkdtemp(file->folder) == NULL) {
        file->folder[0] = '\0';
        return sow_err_set(err, SOW_IO,
                           "cannot make a folder for temporary files: %s; choose "
                           "another place with TMPDIR",
                           strerror(errno));
    }
    (void)snprintf(file->path, sizeof file->path, "%s/rank.db", file->folder);
    return SOW_OK;
}

enum sow_status sow_rank_file_write(const struct sow_rank_file *file, const void *bytes,
                                    size_t size, struct sow_err *err)
{
    FILE *out = fopen(file->path, "w");
    bool written = out != NULL && fwrite(bytes, 1, size, out) == size;
    if (out != NULL)
        written = fclose(out) == 0 && written;
    return written ? SOW_OK
                   : sow_err_set(err, SOW_IO, "'%s' cannot be written: %s", file->path,
                                 strerror(errno));
}

enum sow_status sow_rank_file_read(const struct sow_rank_file *file,
                                   unsigned char **bytes, size_t *size,
                                   struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = sow_store_open(file->path, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = sow_store_bytes(store, bytes, size, err);
    sow_store_close(store);
    return status;
}

void sow_rank_file_remove(struct sow_rank_file *file)
{
    static const char *const SUFFIXES[] = {"", "-wal", "-shm", "-journal"};
    char path[sizeof file->path + 16];
    if (file->folder[0] == '\0')
        return;
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof SUFFIXES[0]; i++) {
        (void)snprintf(path, sizeof path, "%s%s", file->path, SUFFIXES[i]);
        (void)unlink(path);
    }
    (void)rmdir(file->folder);
    file->folder[0] = '\0';
}
