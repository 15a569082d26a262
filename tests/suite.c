/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main function of sow_tests and of suites with a program of their own. The name that
   the program is called by, test_<topic>, selects the suite. */
#include "suite.h"

#include <errno.h>
#include <unistd.h>

/* Rows of the suites in this program, for each suite in the order of its source. */
static struct sow_suite_row *first_row;
static struct sow_suite_row **last_row = &first_row;

void sow_suite_enlist(struct sow_suite_row *row)
{
    *last_row = row;
    last_row = &row->next;
}

/* Says whether a row belongs to the group of the selected suite. */
static bool is_of(const struct sow_suite_row *row, const char *group)
{
    return strcmp(row->of, "ANY") == 0 || strcmp(row->of, group) == 0;
}

/* Keeps only the rows of the source NAME.c in the list. */
static void select_suite(const char *name)
{
    last_row = &first_row;
    for (struct sow_suite_row *row = first_row; row != NULL; row = row->next) {
        const char *file = strrchr(row->source, '/');
        file = file == NULL ? row->source : file + 1;
        size_t length = strlen(name);
        if (strncmp(file, name, length) != 0 || strcmp(file + length, ".c") != 0)
            continue;
        *last_row = row;
        last_row = &row->next;
    }
    *last_row = NULL;
}

static TCase *make_case(Suite *suite, const char *group)
{
    TCase *made = tcase_create(group);
    suite_add_tcase(suite, made);
    for (const struct sow_suite_row *row = first_row; row != NULL; row = row->next)
        if (row->enter != NULL && is_of(row, group))
            tcase_add_checked_fixture(made, row->enter, row->leave);
    return made;
}

static void add_test(Suite *suite, struct sow_suite_row *added)
{
    const struct sow_suite_row *row = first_row;
    for (; row != added && added->made == NULL; row = row->next)
        if (strcmp(row->of, added->of) == 0)
            added->made = row->made;
    if (added->made == NULL)
        added->made = make_case(suite, added->of);
    tcase_add_loop_test(added->made, &added->test, added->first, added->last);
}

/* Returns true, and says which, if a file that the requested group needs is missing. */
static bool lacks_a_file(void)
{
    const char *asked = getenv("CK_RUN_CASE");
    for (const struct sow_suite_row *row = first_row; row != NULL; row = row->next)
        if (row->path != NULL && (asked == NULL || is_of(row, asked)) &&
            access(row->path, F_OK) != 0) {
            (void)printf("skipped: there is no %s here\n", row->path);
            return true;
        }
    return false;
}

/* Runs the suite. Check itself reads CK_RUN_CASE and CK_FORK. The time limit of a test is
   CK_DEFAULT_TIMEOUT, which ctest sets; without it there is none. */
int main(void)
{
    enum { SKIPPED = 77 };
    select_suite(program_invocation_short_name);
    if (first_row == NULL) {
        (void)fputs("there is no suite of this name: run bin/test_TOPIC\n", stderr);
        return EXIT_FAILURE;
    }
    if (lacks_a_file())
        return SKIPPED;
    (void)setenv("CK_DEFAULT_TIMEOUT", "0", 0);
    Suite *suite = suite_create(program_invocation_short_name);
    for (struct sow_suite_row *row = first_row; row != NULL; row = row->next)
        if (row->test.fn != NULL)
            add_test(suite, row);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
