/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes files whole: first a draft, which then gets the name of the file. */
#include "sow/support/whole_file.h"

#include "sow/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NEW_MODE = 0666, MODE_BITS = 07777, LINKS_MAX = 40, NO_DESCRIPTOR = -1 };

/* The place to which a name leads after all links are followed. */
struct place {
    char folder[PATH_MAX];   /* path of the folder, without links */
    char path[2 * PATH_MAX]; /* the folder and the name in it */
    int descriptor;          /* the open descriptor that the name means, or none */
    bool exists;             /* true if there is something */
    struct stat old;         /* state of the old file, if it exists */
};

/* A file while it is written. */
struct draft {
    char name[PATH_MAX + 32]; /* path of the draft, also before it has this name */
    bool named;               /* true if there is a file with this name to remove */
    FILE *out;                /* stream to write to; NULL: not open */
};

/* Sets the error that @p path cannot be written, with the reason in errno. Returns
   SOW_INTERRUPTED for EINTR, else SOW_IO. */
static enum sow_status refuse_path(const char *path, struct sow_err *err)
{
    if (errno == EINTR)
        return sow_err_set(err, SOW_INTERRUPTED, "interrupted before '%s' was written",
                           path);
    return sow_err_set(err, SOW_IO, "cannot write '%s': %s", path, strerror(errno));
}

/* Sets the error that there is a file @p path already. Returns SOW_USAGE. */
static enum sow_status refuse_existing(const char *path, struct sow_err *err)
{
    return sow_err_set(
        err, SOW_USAGE,
        "there is a file '%s' already: choose another name, or add --force to replace it",
        path);
}

/* ---- Places ---- */

/* Returns the number of an open descriptor if @p folder is the folder of this process's
   descriptors (/proc/PID/fd) and @p name a number; else NO_DESCRIPTOR. To open such a
   name again would begin at the start of a file, and would fail for a socket. */
static int descriptor_of(const char *folder, const char *name)
{
    char own[64];
    int64_t number;
    (void)snprintf(own, sizeof own, "/proc/%ld/fd", (long)getpid());
    bool found = strcmp(folder, own) == 0 && sow_text_to_int(name, &number) &&
                 number >= 0 && number <= INT_MAX;
    return found ? (int)number : NO_DESCRIPTOR;
}

/* Sets folder, path and descriptor of @p place, with the links of all folders of @p path
   followed, but not a link that @p path itself is. Returns false and sets errno on
   failure. */
static bool enter_folder(const char *path, struct place *place)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    if (slash == NULL)
        (void)snprintf(folder, sizeof folder, ".");
    else
        (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    if (realpath(folder, place->folder) == NULL)
        return false;
    const char *root = strcmp(place->folder, "/") == 0 ? "" : place->folder;
    (void)snprintf(place->path, sizeof place->path, "%s/%.*s", root, PATH_MAX - 1, name);
    place->descriptor = descriptor_of(place->folder, name);
    return true;
}

/* Sets folder, path and descriptor of @p place, with all links of @p path followed, also
   a link to a file that does not exist. Returns false and sets errno on failure. */
static bool resolve_links(const char *path, struct place *place)
{
    char next[2 * PATH_MAX];
    char target[PATH_MAX];
    (void)snprintf(next, sizeof next, "%s", path);
    for (int links = 0; links < LINKS_MAX; links++) {
        if (strlen(next) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (!enter_folder(next, place))
            return false;
        if (place->descriptor != NO_DESCRIPTOR)
            return true;
        ssize_t length = readlink(place->path, target, sizeof target - 1);
        if (length < 0)
            return errno == EINVAL || errno == ENOENT;
        target[length] = '\0';
        (void)snprintf(next, sizeof next, "%s%s%s", target[0] == '/' ? "" : place->folder,
                       target[0] == '/' ? "" : "/", target);
    }
    errno = ELOOP;
    return false;
}

/* Sets `exists` and `old` of @p place: whether there is something, and its state. Returns
   false and sets errno if that cannot be found out. */
static bool look_at(struct place *place)
{
    int failed = place->descriptor != NO_DESCRIPTOR
                     ? fstat(place->descriptor, &place->old)
                     : lstat(place->path, &place->old);
    place->exists = failed == 0;
    return place->exists || errno == ENOENT;
}

/* Returns true if @p place is the file @p path, by this or another name. */
static bool is_file(const struct place *place, const char *path)
{
    struct stat other;
    return strcmp(place->path, path) == 0 ||
           (place->exists && stat(path, &other) == 0 &&
            other.st_dev == place->old.st_dev && other.st_ino == place->old.st_ino);
}

/* Returns true if @p place is the file @p database or a file that SQLite keeps beside it,
   by any name. Returns false if @p database is NULL or does not exist. */
static bool is_of_database(const struct place *place, const char *database)
{
    static const char *const SUFFIXES[] = {"", "-wal", "-shm", "-journal"};
    char path[PATH_MAX];
    char name[PATH_MAX + 16];
    if (database == NULL || realpath(database, path) == NULL)
        return false;
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof SUFFIXES[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, SUFFIXES[i]);
        if (is_file(place, name))
            return true;
    }
    return false;
}

/* Returns true if the place has something other than a file or folder, such as a device,
   or is an open descriptor. It has no old contents to keep. */
static bool is_direct(const struct place *place)
{
    return place->descriptor != NO_DESCRIPTOR ||
           (place->exists && !S_ISREG(place->old.st_mode) &&
            !S_ISDIR(place->old.st_mode));
}

/* Finds the place of a file and checks that it may be written. Fails with SOW_USAGE if it
   belongs to the database or must not be replaced; SOW_IO for a folder, a read-only file
   or a bad path. */
static enum sow_status find_place(const struct sow_whole_file *file, struct place *place,
                                  struct sow_err *err)
{
    if (!resolve_links(file->path, place) || !look_at(place))
        return refuse_path(file->path, err);
    if (is_of_database(place, file->database))
        return sow_err_set(
            err, SOW_USAGE,
            "'%s' belongs to the database '%s', which is not written over: choose another name",
            file->path, file->database);
    if (is_direct(place) || !place->exists)
        return SOW_OK;
    if (S_ISDIR(place->old.st_mode)) {
        errno = EISDIR;
        return refuse_path(file->path, err);
    }
    if (!file->replace)
        return refuse_existing(file->path, err);
    /* Write permission for the folder would be enough to replace the file. The owner of a
       read-only file does not expect that. */
    return faccessat(AT_FDCWD, place->path, W_OK, AT_EACCESS) == 0
               ? SOW_OK
               : refuse_path(file->path, err);
}

/* ---- Direct writing ---- */

/* Opens a place without a draft, writes to it by @p write and closes it. A descriptor is
   copied and stays open. After a failure, a part may have been written. */
static enum sow_status write_directly(const char *path, const struct place *place,
                                      sow_write_fn *write, void *context,
                                      struct sow_err *err)
{
    int fd = place->descriptor != NO_DESCRIPTOR
                 ? fcntl(place->descriptor, F_DUPFD_CLOEXEC, 0)
                 : open(place->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (out == NULL) {
        enum sow_status refused = refuse_path(path, err);
        if (fd >= 0)
            (void)close(fd);
        return refused;
    }
    enum sow_status status = write(context, out, err);
    if (fclose(out) != 0 && status == SOW_OK)
        status = refuse_path(path, err);
    return status;
}

/* ---- Drafts ---- */

/* Gives a draft the mode and owner of the file that it replaces, if there is one. A
   failure to give the owner is ignored. Returns false and sets errno if the mode cannot
   be set. */
static bool give_mode(int fd, const struct place *place)
{
    if (!place->exists)
        return true;
    /* Only a privileged process may give a file to another owner, so a failure is
     * ignored. */
    if (fchown(fd, place->old.st_uid, place->old.st_gid) != 0)
        errno = 0;
    return fchmod(fd, place->old.st_mode & MODE_BITS) == 0;
}

/* Opens a draft in the folder of @p place, without a name if the file system allows
   that. Returns false and sets errno on failure. The caller calls draft_close in both
   cases. */
static bool draft_open(struct draft *draft, const struct place *place)
{
    uint64_t number;
    *draft = (struct draft){.named = false};
    if (getentropy(&number, sizeof number) != 0)
        return false;
    (void)snprintf(draft->name, sizeof draft->name, "%s/.sowlab-%016llx", place->folder,
                   (unsigned long long)number);
    /* A file without a name can get one only through /proc (draft_publish). */
    int fd = access("/proc/self/fd", X_OK) != 0
                 ? -1
                 : open(place->folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, NEW_MODE);
    if (fd < 0) {
        fd = open(draft->name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, NEW_MODE);
        draft->named = fd >= 0;
    }
    if (fd < 0)
        return false;
    draft->out = fdopen(fd, "w");
    if (draft->out == NULL)
        (void)close(fd);
    return draft->out != NULL && give_mode(fd, place);
}

/* Writes the draft to the disk and gives it its final name. Fails with EEXIST if there
   is a file, unless @p replace; some file systems replace it in any case. Returns false
   and sets errno on failure, and the old file is then unchanged. */
static bool draft_publish(struct draft *draft, const struct place *place, bool replace)
{
    char self[64];
    int fd = fileno(draft->out);
    if (fflush(draft->out) != 0 || fsync(fd) != 0)
        return false;
    (void)snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    if (!draft->named &&
        linkat(AT_FDCWD, self, AT_FDCWD, draft->name, AT_SYMLINK_FOLLOW) != 0)
        return false;
    draft->named = true;
    unsigned flags = replace ? 0 : RENAME_NOREPLACE;
    int failed = renameat2(AT_FDCWD, draft->name, AT_FDCWD, place->path, flags);
    /* Some file systems do not know the flag. */
    if (failed != 0 && errno == EINVAL)
        failed = rename(draft->name, place->path);
    draft->named = failed != 0;
    return failed == 0;
}

/* Closes a draft, and removes its file unless it was published. Leaves errno
   unchanged. */
static void draft_close(struct draft *draft)
{
    int reason = errno;
    if (draft->named)
        (void)unlink(draft->name);
    if (draft->out != NULL)
        (void)fclose(draft->out);
    errno = reason;
}

/* Writes a draft by @p write and publishes it. After a failure the old file is unchanged
   and the draft removed. Returns the status of @p write, SOW_USAGE if another process
   made the file meanwhile, SOW_IO or SOW_INTERRUPTED. */
static enum sow_status write_draft(const struct sow_whole_file *file,
                                   const struct place *place, sow_write_fn *write,
                                   void *context, struct sow_err *err)
{
    struct draft draft;
    bool open = draft_open(&draft, place);
    enum sow_status status = open ? write(context, draft.out, err) : SOW_OK;
    bool done = open && status == SOW_OK && draft_publish(&draft, place, file->replace);
    draft_close(&draft);
    if (done || status != SOW_OK)
        return status;
    return errno == EEXIST ? refuse_existing(file->path, err)
                           : refuse_path(file->path, err);
}

enum sow_status sow_whole_file_write(const struct sow_whole_file *file,
                                     sow_write_fn *write, void *context,
                                     struct sow_err *err)
{
    struct place place = {.descriptor = NO_DESCRIPTOR};
    enum sow_status status = find_place(file, &place, err);
    if (status != SOW_OK)
        return status;
    return is_direct(&place) ? write_directly(file->path, &place, write, context, err)
                             : write_draft(file, &place, write, context, err);
}
