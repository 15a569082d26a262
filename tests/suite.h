/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * How tests are written.
 *
 * A suite is tests/test_<topic>.c, registered by sow_suite(<topic> ...) in
 * tests/CMakeLists.txt. It consists of tests and has no main:
 *
 *     TEST(names, names_are_unique)
 *     {
 *         ck_assert_int_eq(...);
 *     }
 *
 * Tests of one group, here `names`, become one ctest entry, <topic>.names. Each runs in a
 * forked child, so it may start OpenMP threads.
 */
#ifndef SOW_TESTS_SUITE_H
#define SOW_TESTS_SUITE_H

#include "sow/base/err.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Path of a file under tests/data, for a literal @p name. */
#define SOW_DATA_FILE(name) SOW_TEST_DATA "/" name

/** Rows of a table, as an int. */
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/** Before the declaration of a variable: where its block ends it is handed to
 *  release_KIND, which releases what it holds. */
#define OWNED(kind) __attribute__((cleanup(release_##kind)))

static inline void release_text(char **text)
{
    free(*text);
}

/** What one of the macros below says. */
struct sow_suite_row {
    const char *of;    /**< the group; "ANY": all groups */
    TTest test;        /**< of a test: its name and function */
    int first, last;   /**< of its runs: first <= _i < last */
    SFun enter, leave; /**< of a fixture */
    const char *path;  /**< of a need */
    TCase *made;
    struct sow_suite_row *next;
};

/** Adds @p row to the suite, before main. */
void sow_suite_enlist(struct sow_suite_row *row);

#define SUITE_ROW(name, ...)                                                             \
    __attribute__((constructor)) static void name##_enlist(void)                         \
    {                                                                                    \
        static struct sow_suite_row row;                                                 \
        row = (struct sow_suite_row){__VA_ARGS__};                                       \
        sow_suite_enlist(&row);                                                          \
    }

/** The test @p name of @p group. */
#define TEST(group, name) TEST_LOOP(group, name, 0, 1)

/** A test for each row of the array @p rows: rows[_i]. */
#define TEST_EACH(group, name, rows) TEST_LOOP(group, name, 0, COUNT(rows))

/** A test that runs with _i from @p begin to before @p end. Its `err` is for what is
 *  called in it. */
#define TEST_LOOP(group, name, begin, end)                                               \
    static void name##_body(int _i, struct sow_err err);                                 \
    static void name(int _i)                                                             \
    {                                                                                    \
        name##_body(_i, (struct sow_err){.status = SOW_OK});                             \
    }                                                                                    \
    SUITE_ROW(name, .of = #group, .test = {#name, name, __FILE__, __LINE__},             \
              .first = (begin), .last = (end))                                           \
    static void name##_body(int _i __attribute__((unused)),                              \
                            struct sow_err err __attribute__((unused)))

/** Each test of @p group (ANY: every group) is between setup() and teardown(). */
#define FIXTURE(group, setup, teardown)                                                  \
    SUITE_ROW(group##_##setup, .of = #group, .enter = (setup), .leave = (teardown))

/** @p group (ANY: every group) is skipped, with the reason, where @p file is missing. */
#define NEEDS_FILE(group, file) SUITE_ROW(group##_need, .of = #group, .path = (file))

/** The call succeeds; `err`, which TEST has, tells why not. */
#define ck_ok(call)                                                                      \
    do {                                                                                 \
        enum sow_status status_of_call = (call);                                         \
        ck_assert_msg(status_of_call == SOW_OK, "%s: %s", #call, err.text);              \
    } while (0)

/** Fails with @p status, and the message has @p words. */
#define ck_fails(call, expected, words)                                                  \
    do {                                                                                 \
        ck_assert_int_eq((call), expected);                                              \
        ck_assert_msg(strstr(err.text, words) != NULL, "'%s' lacks '%s'", err.text,      \
                      words);                                                            \
    } while (0)

#endif
