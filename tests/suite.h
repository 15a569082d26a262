/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What every Check suite's main shares.
 *
 * A suite is tests/test_<topic>.c, registered by sow_suite(<topic> ...) in
 * tests/CMakeLists.txt; each tcase_create("name") in it becomes one ctest entry. Tests
 * run in forked children, so a test may start OpenMP threads but main, suite builders
 * and unchecked fixtures may not: a child forked from a process with OpenMP threads
 * hangs at its first parallel loop.
 */
#ifndef SOW_TESTS_SUITE_H
#define SOW_TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Path of a file under tests/data, for a literal @p name. */
#define SOW_DATA_FILE(name) SOW_TEST_DATA "/" name

/**
 * Runs (and frees) @p suite, as CK_RUN_CASE and CK_FORK say; returns main's result. A
 * test has as long as CK_DEFAULT_TIMEOUT says, which ctest sets, else as long as it
 * takes.
 */
static inline int sow_suite_run(Suite *suite)
{
    (void)setenv("CK_DEFAULT_TIMEOUT", "0", 0);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/** What main returns for a test that cannot be run here. */
enum { SOW_SUITE_SKIPPED = 77 };

/** Is the file @p path, which @p test_case needs (NULL: every one), missing? Says so if
 * it is and the case is asked for; main then returns SOW_SUITE_SKIPPED. */
static inline bool sow_suite_lacks(const char *test_case, const char *path)
{
    const char *asked = getenv("CK_RUN_CASE");
    bool concerned = test_case == NULL || asked == NULL || strcmp(asked, test_case) == 0;
    if (!concerned || access(path, F_OK) == 0)
        return false;
    (void)printf("skipped: there is no %s here\n", path);
    return true;
}

#endif
