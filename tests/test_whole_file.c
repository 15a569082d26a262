/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are written whole or not at all. */
#include "whole_file.h"

#include "suite.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static char path[96];
static char part[112];

static void enter(void)
{
    (void)snprintf(folder, sizeof folder, "%s/sow-file-XXXXXX", P_tmpdir);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/file", folder);
    (void)snprintf(part, sizeof part, "%s.part", path);
}

static void leave(void)
{
    (void)remove(path);
    (void)remove(part);
    (void)rmdir(folder);
}

/* A text, and whether the writer fails behind it. */
struct words {
    const char *text;
    bool fails;
};

static enum sow_status put_words(void *context, FILE *out, struct sow_err *err)
{
    const struct words *words = context;
    ck_assert_int_ge(fputs(words->text, out), 0);
    /* What is not finished is not yet under the file's name. */
    ck_assert_int_eq(access(part, F_OK), 0);
    return words->fails ? sow_err_set(err, SOW_BAD_DATA, "the writer fails") : SOW_OK;
}

static enum sow_status put(const char *where, const char *text, bool fails,
                           struct sow_err *err)
{
    struct words words = {text, fails};
    return sow_whole_file_write(where, put_words, &words, err);
}

/* What stands in the way of the unfinished file is somebody's own. */
static void leaves_what_was_there(void)
{
    struct sow_err err;
    ck_assert_int_eq(mkdir(part, 0700), 0);
    ck_assert_int_eq(put(path, "x", false, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "/file': "));
    ck_assert_int_eq(rmdir(part), 0);
}

static void holds(const char *text)
{
    char found[32] = "";
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    size_t length = fread(found, 1, sizeof found - 1, in);
    (void)fclose(in);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_str_eq(found, text);
    ck_assert_int_ne(access(part, F_OK), 0);
}

START_TEST(written_and_replaced)
{
    struct sow_err err;
    ck_assert_int_eq(put(path, "first", false, &err), SOW_OK);
    holds("first");
    ck_assert_int_eq(put(path, "2", false, &err), SOW_OK);
    holds("2");
}
END_TEST

START_TEST(failure_changes_nothing)
{
    struct sow_err err;
    ck_assert_int_eq(put(path, "new", true, &err), SOW_BAD_DATA);
    ck_assert_str_eq(err.text, "the writer fails");
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_int_ne(access(part, F_OK), 0);
    ck_assert_int_eq(put(path, "old", false, &err), SOW_OK);
    ck_assert_int_eq(put(path, "new", true, &err), SOW_BAD_DATA);
    holds("old");
}
END_TEST

START_TEST(what_cannot_be_written)
{
    struct sow_err err;
    char where[112];
    (void)snprintf(where, sizeof where, "%s/none/file", folder);
    ck_assert_int_eq(put(where, "x", false, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "none/file': No such file"));
    leaves_what_was_there();
    /* Not even at the end. */
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert_int_eq(put(path, "x", false, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "cannot write '"));
    ck_assert_int_ne(access(part, F_OK), 0);
    ck_assert_int_eq(rmdir(path), 0);
    /* Nor what was thought to be written. */
    ck_assert_int_eq(symlink("/dev/full", part), 0);
    ck_assert_int_eq(put(path, "x", false, &err), SOW_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "No space left"));
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("whole_file");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, enter, leave);
    tcase_add_test(files, written_and_replaced);
    tcase_add_test(files, failure_changes_nothing);
    tcase_add_test(files, what_cannot_be_written);
    suite_add_tcase(suite, files);
    return sow_suite_run(suite);
}
