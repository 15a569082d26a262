/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/err.h"

#include "suite.h"

#include <string.h>

TEST(texts, set)
{
    ck_assert_int_eq(sow_err_set(&err, SOW_IO, "cannot open '%s'", "x.db"), SOW_IO);
    ck_assert_int_eq(err.status, SOW_IO);
    ck_assert_str_eq(err.text, "cannot open 'x.db'");
    ck_assert_int_eq(sow_err_set(NULL, SOW_USAGE, "nobody reads this"), SOW_USAGE);
}

TEST(texts, prefix)
{
    (void)sow_err_set(&err, SOW_BAD_DATA, "unknown key 'pit'");
    ck_assert_int_eq(sow_err_prefix(&err, "%s:%d", "my.ini", 3), SOW_BAD_DATA);
    ck_assert_int_eq(sow_err_prefix(&err, "variant"), SOW_BAD_DATA);
    ck_assert_str_eq(err.text, "variant: my.ini:3: unknown key 'pit'");
}

/* The option at fault is stored apart from the text, and cleared with it. */
TEST(texts, blame)
{
    enum sow_status status = sow_err_set(&err, SOW_USAGE, "too many");
    ck_assert_int_eq(sow_err_blame(&err, status, "--hall-size"), SOW_USAGE);
    ck_assert_str_eq(err.option, "hall_size");
    (void)sow_err_prefix(&err, "plan");
    ck_assert_str_eq(err.option, "hall_size");
    (void)sow_err_set(&err, SOW_IO, "no such file");
    ck_assert_str_eq(err.option, "");
    ck_assert_int_eq(sow_err_blame(NULL, SOW_USAGE, "games"), SOW_USAGE);
}

TEST(texts, long_texts_are_cut)
{
    char text[2 * SOW_ERR_TEXT_MAX];
    memset(text, 'w', sizeof text);
    text[sizeof text - 1] = '\0';
    (void)sow_err_set(&err, SOW_BAD_DATA, "%s", text);
    ck_assert_uint_eq(strlen(err.text), SOW_ERR_TEXT_MAX - 1);
    (void)sow_err_prefix(&err, "first");
    ck_assert_uint_eq(strlen(err.text), SOW_ERR_TEXT_MAX - 1);
    ck_assert_int_eq(strncmp(err.text, "first: www", 10), 0);
    (void)sow_err_prefix(&err, "%s", text);
    ck_assert_uint_eq(strlen(err.text), SOW_ERR_TEXT_MAX - 1);
}

/* A newline in a name does not begin a line of the message. Only the lines that were
   added do. */
TEST(texts, lines)
{
    (void)sow_err_set(&err, SOW_BAD_DATA, "unknown '%s'", "a\nsowlab: done\n");
    ck_assert_str_eq(err.text, "unknown 'a\\nsowlab: done\\n'");
    sow_err_add_line(&err, "nor '%s'", "b\n");
    (void)sow_err_prefix(&err, "%s", "c\nd");
    ck_assert_str_eq(err.text, "c\\nd: unknown 'a\\nsowlab: done\\n'\nnor 'b\\n'");
    char text[SOW_ERR_TEXT_MAX];
    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = '\n';
    text[sizeof text - 1] = '\0';
    (void)sow_err_set(&err, SOW_BAD_DATA, "%s", text);
    ck_assert_ptr_null(strchr(err.text, '\n'));
    ck_assert_uint_ge(strlen(err.text), SOW_ERR_TEXT_MAX - 2);
    sow_err_add_line(&err, "there is no room for this %s", text);
    ck_assert_uint_le(strlen(err.text), SOW_ERR_TEXT_MAX - 1);
}

TEST(texts, no_memory)
{
    ck_assert_int_eq(sow_err_no_memory(&err), SOW_NO_MEMORY);
    ck_assert_int_eq(err.status, SOW_NO_MEMORY);
    ck_assert_int_eq(sow_err_no_memory(NULL), SOW_NO_MEMORY);
}
