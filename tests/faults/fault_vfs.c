/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A SQLite file system (VFS) in front of the real one, in which the n-th change fails.
   The real one does all reading, locking and deleting. */
#include "faults.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct fault_file {
    sqlite3_file base;
    sqlite3_file *real; /* the real file, in memory behind this struct */
};

static struct fault_plan current;
static int64_t *counter;
static sqlite3_vfs *real_vfs;

/* Returns @p code if an operation is to fail, else SQLITE_OK. On a full disk, only
   operations that need room fail, with SQLITE_FULL. On a broken disk, all fail. */
static int refuse(int code, bool needs_room)
{
    if (current.kind == FAULT_FULL && !needs_room)
        return SQLITE_OK;
    if (!fault_due(&current, counter))
        return SQLITE_OK;
    return current.kind == FAULT_FULL ? SQLITE_FULL : code;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct fault_file *)file)->real;
}

static int file_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int file_read(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
    return real_of(file)->pMethods->xRead(real_of(file), data, size, at);
}

/* Writes data. A write that fails has written half of it. */
static int file_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
    int code = refuse(SQLITE_IOERR_WRITE, true);
    int done = code == SQLITE_OK ? size : size / 2;
    int written = real_of(file)->pMethods->xWrite(real_of(file), data, done, at);
    return code == SQLITE_OK ? written : code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = refuse(SQLITE_IOERR_TRUNCATE, false);
    return code != SQLITE_OK ? code
                             : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    int code = refuse(SQLITE_IOERR_FSYNC, false);
    return code != SQLITE_OK ? code
                             : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_reserved(sqlite3_file *file, int *reserved)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_traits(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend,
                        void volatile **memory)
{
    int code = refuse(SQLITE_IOERR_SHMMAP, extend != 0);
    return code != SQLITE_OK ? code
                             : real_of(file)->pMethods->xShmMap(real_of(file), page, size,
                                                                extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int file_shm_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods METHODS = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *out_flags)
{
    (void)vfs;
    struct fault_file *made = (struct fault_file *)file;
    *made = (struct fault_file){.real = (sqlite3_file *)(made + 1)};
    int code = refuse(SQLITE_CANTOPEN, false);
    if (code == SQLITE_OK)
        code = real_vfs->xOpen(real_vfs, name, made->real, flags, out_flags);
    if (code == SQLITE_OK)
        made->base.pMethods = &METHODS;
    return code;
}

void fault_arm_disk(struct fault_plan plan, int64_t *count)
{
    static sqlite3_vfs vfs;
    current = plan;
    counter = count;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "faults";
    vfs.szOsFile = (int)sizeof(struct fault_file) + real_vfs->szOsFile;
    vfs.xOpen = open_file;
    (void)sqlite3_vfs_register(&vfs, 1);
}
