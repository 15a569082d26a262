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
 * forked child, so it may start OpenMP threads. With sanitizers they share one process,
 * unless the suite has FORKS (cmake/SowTests.cmake). Most suites are in one program,
 * sow_tests: its name bin/test_<topic> runs one suite.
 */
#ifndef SOW_TESTS_SUITE_H
#define SOW_TESTS_SUITE_H

#include "sow/base/err.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Path of a file below tests/data, for a literal @p name. */
#define SOW_DATA_FILE(name) SOW_TEST_DATA "/" name

/** Number of elements of an array, as an int. */
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/**
 * Attribute of a variable: release_KIND releases its contents at the end of its block.
 */
#define OWNED(kind) __attribute__((cleanup(release_##kind)))

static inline void release_text(char **text)
{
    free(*text);
}

/** Contents of one of the macros below. */
struct sow_suite_row {
    const char *source; /**< file of the suite: tests/test_<topic>.c */
    const char *of;     /**< name of the group; "ANY" = all groups of the suite */
    TTest test;         /**< name and function of a test */
    int first, last;    /**< values of _i in the runs of a test: first <= _i < last */
    SFun enter, leave;  /**< functions of a fixture */
    const char *path;   /**< file that a group needs */
    TCase *made;
    struct sow_suite_row *next;
};

/** Adds @p row to the suite, before main. */
void sow_suite_enlist(struct sow_suite_row *row);

/** Definition of a function that adds a row before main. */
#define SUITE_ROW(name, ...)                                                             \
    __attribute__((constructor)) static void name##_enlist(void)                         \
    {                                                                                    \
        static struct sow_suite_row row;                                                 \
        row = (struct sow_suite_row){.source = __FILE__, __VA_ARGS__};                   \
        sow_suite_enlist(&row);                                                          \
    }

/** Head of the test @p name in @p group. */
#define TEST(group, name) TEST_LOOP(group, name, 0, 1)

/** Head of a test that runs for each row of the array @p rows: rows[_i]. */
#define TEST_EACH(group, name, rows) TEST_LOOP(group, name, 0, COUNT(rows))

/**
 * Head of a test that runs with _i from @p begin to before @p end. Its `err` is for the
 * functions that it calls.
 */
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

/**
 * Fixture of @p group, or of every group of the suite for ANY. Each test runs between
 * setup() and teardown().
 */
#define FIXTURE(group, setup, teardown)                                                  \
    SUITE_ROW(group##_##setup, .of = #group, .enter = (setup), .leave = (teardown))

/**
 * Condition of @p group, or of every group of the suite for ANY. Its tests are skipped,
 * with the reason, if @p file is missing.
 */
#define NEEDS_FILE(group, file) SUITE_ROW(group##_need, .of = #group, .path = (file))

/**
 * Asserts that a call succeeds. If not, prints the message in `err`, which TEST defines.
 */
#define ck_ok(call)                                                                      \
    do {                                                                                 \
        enum sow_status status_of_call = (call);                                         \
        ck_assert_msg(status_of_call == SOW_OK, "%s: %s", #call, err.text);              \
    } while (0)

/**
 * Asserts that a call fails with the status @p expected, and that its message contains @p
 * words.
 */
#define ck_fails(call, expected, words)                                                  \
    do {                                                                                 \
        ck_assert_int_eq((call), expected);                                              \
        ck_assert_msg(strstr(err.text, words) != NULL, "'%s' lacks '%s'", err.text,      \
                      words);                                                            \
    } while (0)

#endif
