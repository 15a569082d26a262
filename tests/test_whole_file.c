/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are written whole or not at all. */
#include "sow/support/whole_file.h"

#include "file_support.h"
#include "suite.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

NEEDS_FILE(ANY, "/proc/self/fd")

static char folder[64];
static char path[96];

/* True if open() must fail for files without a name, as on some file systems. The linker
   directs all calls of open to __wrap_open. In loop tests _i selects the kind. */
static bool named_only;

/* NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming) */
int __real_open(const char *name, int flags, mode_t mode);
int __wrap_open(const char *name, int flags, mode_t mode);

int __wrap_open(const char *name, int flags, mode_t mode)
{
    if (named_only && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return __real_open(name, flags, mode);
}

/* NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming) */

static const char *in_folder(const char *name)
{
    static char names[4][512];
    static int next;
    char *place = names[next++ % 4];
    (void)snprintf(place, sizeof names[0], "%s/%s", folder, name);
    return place;
}

static void enter(void)
{
    (void)snprintf(folder, sizeof folder, "%s/sow-file-XXXXXX", P_tmpdir);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/file", folder);
}

/* Counts the names in the folder. If @p remove_all, removes them. */
static int count_names(bool remove_all)
{
    int count = 0;
    DIR *names = opendir(folder);
    ck_assert_ptr_nonnull(names);
    for (const struct dirent *entry; (entry = readdir(names)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (remove_all)
            (void)remove(in_folder(entry->d_name));
    }
    (void)closedir(names);
    return count;
}

static void leave(void)
{
    (void)count_names(true);
    (void)rmdir(folder);
}

FIXTURE(ANY, enter, leave)

/* A text, and whether the writer fails after it. */
struct words {
    const char *text;
    bool fails;
};

static enum sow_status put_words(void *context, FILE *out, struct sow_err *err)
{
    const struct words *words = context;
    ck_assert_int_ge(fputs(words->text, out), 0);
    return words->fails ? sow_err_set(err, SOW_BAD_DATA, "the writer fails") : SOW_OK;
}

static enum sow_status put(const char *where, const char *text, bool replace,
                           struct sow_err *err)
{
    struct words words = {text, false};
    const struct sow_whole_file file = {where, replace, in_folder("a.db")};
    return sow_whole_file_write(&file, put_words, &words, err);
}

static void holds(const char *where, const char *text)
{
    char found[64] = "";
    FILE *in = fopen(where, "r");
    ck_assert_ptr_nonnull(in);
    size_t length = fread(found, 1, sizeof found - 1, in);
    (void)fclose(in);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_str_eq(found, text);
}

static mode_t mode_of(const char *where)
{
    struct stat file;
    ck_assert_int_eq(stat(where, &file), 0);
    return file.st_mode & 07777;
}

TEST_LOOP(files, written_and_replaced_when_asked, 0, 2)
{
    named_only = _i != 0;
    ck_assert_int_eq(put(path, "first", false, &err), SOW_OK);
    holds(path, "first");
    ck_assert_int_eq(put(path, "2", false, &err), SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "add --force to replace it"));
    holds(path, "first");
    ck_assert_int_eq(put(path, "2", true, &err), SOW_OK);
    holds(path, "2");
    ck_assert_int_eq(count_names(false), 1);
}

TEST_LOOP(files, modes_are_kept, 0, 2)
{
    named_only = _i != 0;
    mode_t mask = umask(027);
    ck_assert_int_eq(put(path, "new", false, &err), SOW_OK);
    (void)umask(mask);
    ck_assert_uint_eq(mode_of(path), 0640);
    ck_assert_int_eq(chmod(path, 0600), 0);
    ck_assert_int_eq(put(path, "other", true, &err), SOW_OK);
    ck_assert_uint_eq(mode_of(path), 0600);
    ck_assert_int_eq(chmod(path, 0666), 0);
    ck_assert_int_eq(put(path, "third", true, &err), SOW_OK);
    ck_assert_uint_eq(mode_of(path), 0666);
}

TEST_LOOP(files, failure_changes_nothing, 0, 2)
{
    struct words words = {"new", true};
    const struct sow_whole_file file = {path, true, NULL};
    named_only = _i != 0;
    ck_assert_int_eq(sow_whole_file_write(&file, put_words, &words, &err), SOW_BAD_DATA);
    ck_assert_str_eq(err.text, "the writer fails");
    ck_assert_int_eq(count_names(false), 0);
    write_text(path, "old");
    ck_assert_int_eq(sow_whole_file_write(&file, put_words, &words, &err), SOW_BAD_DATA);
    holds(path, "old");
    ck_assert_int_eq(count_names(false), 1);
}

/* A file may have at most four bytes. That is like a full disk, because SIGXFSZ is
   ignored. */
TEST_LOOP(files, full_disk_changes_nothing, 0, 2)
{
    const struct rlimit four = {4, 4};
    named_only = _i != 0;
    write_text(path, "old");
    ck_assert(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &four), 0);
    ck_assert_int_eq(put(path, "longer than four", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "File too large"));
    holds(path, "old");
    ck_assert_int_eq(count_names(false), 1);
}

/* Makes another process's file of this name while ours is written. */
static enum sow_status make_other(void *context, FILE *out, struct sow_err *err)
{
    (void)err;
    (void)fputs("ours", out);
    write_text(context, "theirs");
    return SOW_OK;
}

TEST_LOOP(files, what_appears_meanwhile_is_kept, 0, 2)
{
    const struct sow_whole_file file = {path, false, NULL};
    named_only = _i != 0;
    ck_assert_int_eq(sow_whole_file_write(&file, make_other, path, &err), SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "add --force to replace it"));
    holds(path, "theirs");
    ck_assert_int_eq(count_names(false), 1);
}

static enum sow_status die(void *context, FILE *out, struct sow_err *err)
{
    (void)context;
    (void)err;
    (void)fputs("half", out);
    (void)fflush(out);
    (void)raise(SIGKILL);
    return SOW_OK;
}

TEST(files, kill_leaves_nothing_behind)
{
    const struct sow_whole_file file = {path, true, NULL};
    write_text(path, "old");
    int fd = open(folder, O_TMPFILE | O_WRONLY, 0600);
    bool has_nameless = fd >= 0;
    (void)close(fd);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        _exit((int)sow_whole_file_write(&file, die, NULL, &err));
    int how;
    ck_assert_int_eq(waitpid(child, &how, 0), child);
    ck_assert(WIFSIGNALED(how));
    holds(path, "old");
    ck_assert_int_eq(count_names(false), has_nameless ? 1 : 2);
}

TEST(places, links_are_followed)
{
    ck_assert_int_eq(mkdir(in_folder("sub"), 0700), 0);
    ck_assert_int_eq(symlink("sub/target", path), 0);
    ck_assert_int_eq(put(path, "made", false, &err), SOW_OK);
    holds(in_folder("sub/target"), "made");
    ck_assert_int_eq(put(path, "again", false, &err), SOW_USAGE);
    ck_assert_int_eq(put(path, "again", true, &err), SOW_OK);
    struct stat link;
    ck_assert_int_eq(lstat(path, &link), 0);
    ck_assert(S_ISLNK(link.st_mode));
    holds(in_folder("sub/target"), "again");
    ck_assert_int_eq(remove(in_folder("sub/target")), 0);
    ck_assert_int_eq(symlink("b", in_folder("a")), 0);
    ck_assert_int_eq(symlink("a", in_folder("b")), 0);
    ck_assert_int_eq(put(in_folder("a"), "x", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "Too many levels of symbolic links"));
}

static const char *const OWN_FILES[] = {"a.db",      "a.db-wal",          "a.db-shm",
                                        "hard link", "a.db-journal",      "link",
                                        "./a.db",    "folder/../a.db-wal"};

TEST_EACH(places, database_is_never_touched, OWN_FILES)
{
    write_text(in_folder("a.db"), "rows");
    write_text(in_folder("a.db-wal"), "more rows");
    ck_assert_int_eq(link(in_folder("a.db-wal"), in_folder("hard link")), 0);
    ck_assert_int_eq(symlink("a.db", in_folder("link")), 0);
    ck_assert_int_eq(mkdir(in_folder("folder"), 0700), 0);
    int names = count_names(false);
    ck_assert_int_eq(put(in_folder(OWN_FILES[_i]), "{}", true, &err), SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "belongs to the database"));
    holds(in_folder("a.db"), "rows");
    holds(in_folder("a.db-wal"), "more rows");
    ck_assert_int_eq(count_names(false), names);
}

TEST(places, devices_are_written_to)
{
    ck_assert_int_eq(put("/dev/null", "x", false, &err), SOW_OK);
    ck_assert_int_eq(put("/dev/full", "x", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "'/dev/full': No space left"));
    struct stat device;
    ck_assert_int_eq(lstat("/dev/full", &device), 0);
    ck_assert(S_ISCHR(device.st_mode));

    ck_assert_int_eq(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    ck_assert_int_ge(reader, 0);
    ck_assert_int_eq(put(path, "through", false, &err), SOW_OK);
    char found[16] = "";
    ck_assert_int_eq(read(reader, found, sizeof found - 1), 7);
    ck_assert_str_eq(found, "through");
    ck_assert_int_eq(close(reader), 0);
    ck_assert_int_eq(lstat(path, &device), 0);
    ck_assert(S_ISFIFO(device.st_mode));
}

/* Text written to a descriptor is added at its position. */
TEST(places, descriptors_are_written_to)
{
    char name[64];
    write_text(path, "before ");
    int fd = open(path, O_WRONLY | O_APPEND);
    ck_assert_int_ge(fd, 0);
    (void)snprintf(name, sizeof name, "/dev/fd/%d", fd);
    ck_assert_int_eq(put(name, "after", false, &err), SOW_OK);
    ck_assert_int_eq(symlink(name, in_folder("link")), 0);
    ck_assert_int_eq(put(in_folder("link"), " all", false, &err), SOW_OK);
    holds(path, "before after all");
    ck_assert_int_eq(close(fd), 0);
    ck_assert_int_eq(put(name, "x", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "Bad file descriptor"));
}

TEST(files, what_cannot_be_written)
{
    char long_name[NAME_MAX + 2];
    ck_assert_int_eq(put(in_folder("none/file"), "x", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "none/file': No such file"));
    ck_assert_int_eq(put(folder, "x", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "Is a directory"));
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    ck_assert_int_eq(put(in_folder(long_name), "x", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "name too long"));
    write_text(path, "read-only");
    ck_assert_int_eq(chmod(path, 0444), 0);
    /* Root may write anything. Its child gives that up, in a folder of its own. */
    ck_assert_int_eq(chmod(folder, 0777), 0);
    if (getuid() == 0)
        ck_assert_int_eq(seteuid(65534), 0);
    ck_assert_int_eq(put(path, "x", true, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "Permission denied"));
    holds(path, "read-only");
    /* LeakSanitizer looks into the process at its end, which must be root's again. */
    ck_assert_int_eq(seteuid(getuid()), 0);
    ck_assert_int_eq(prctl(PR_SET_DUMPABLE, 1), 0);
}
