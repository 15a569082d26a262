/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of file systems shared between machines. They are recognised by their numbers,
   and a database that many tasks write to must not lie on one. */
#include "file_support.h"
#include "sow/cli/cli.h"
#include "sow/support/file_system.h"
#include "store_support.h"

#include <errno.h>
#include <sys/vfs.h>
#include <unistd.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* Number that the replaced statfs reports for every file whose path does not contain
   "missing". */
static long magic;

/* NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming) */
int __wrap_statfs(const char *path, struct statfs *found);

int __wrap_statfs(const char *path, struct statfs *found)
{
    if (strstr(path, "missing") != NULL) {
        errno = ENOENT;
        return -1;
    }
    *found = (struct statfs){.f_type = magic};
    return 0;
}
/* NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming) */

TEST(shared, known_by_their_numbers)
{
    /* Numbers from linux/magic.h. */
    static const struct {
        long magic;
        const char *name;
    } SYSTEMS[] = {{0x6969, "NFS"},        {0x0BD00BD0, "Lustre"}, {0xFF534D42, "CIFS"},
                   {0x00C36400, "CephFS"}, {0xEF53, NULL},         {0x01021994, NULL}};
    for (size_t i = 0; i < COUNT(SYSTEMS); i++) {
        magic = SYSTEMS[i].magic;
        const char *name = sow_file_system_shared("folder/a.db");
        ck_assert_int_eq(name != NULL, SYSTEMS[i].name != NULL);
        if (name != NULL)
            ck_assert_str_eq(name, SYSTEMS[i].name);
    }
}

TEST(shared, a_file_to_be_made_is_where_its_folder_is)
{
    magic = 0x6969;
    ck_assert_str_eq(sow_file_system_shared("folder/missing.db"), "NFS");
    ck_assert_str_eq(sow_file_system_shared("missing.db"), "NFS");
    ck_assert_ptr_null(sow_file_system_shared("missing/a.db"));
}

/* Runs "sweep PLAN --db a.db" with one more word. */
static int sweep(const char *word)
{
    char plan[PATH_ROOM + 64];
    char db[PATH_ROOM + 64];
    char last[64];
    char program[] = "sowlab";
    char command[] = "sweep";
    char option[] = "--db";
    char quiet[] = "--quiet";
    write_text(test_path("out.json"), "[sweep]\ncommand = match\noperands = 'h4 h1'\n"
                                      "[options]\ngames = 5\n");
    (void)snprintf(plan, sizeof plan, "%s", test_path("out.json"));
    (void)snprintf(db, sizeof db, "%s", test_path("a.db"));
    (void)snprintf(last, sizeof last, "%s", word);
    char *argv[] = {program, command, plan, option, db, quiet, last, NULL};
    return sow_cli_main((int)COUNT(argv) - 1, argv, NULL);
}

TEST(shared, tasks_do_not_share_a_database_there)
{
    magic = 0x6969;
    ck_assert_int_eq(sweep("--task=1"), SOW_USAGE);
    ck_assert_int_eq(access(test_path("a.db"), F_OK), -1);
    ck_assert_int_eq(sweep("--threads=1"), SOW_OK);
    magic = 0xEF53;
    ck_assert_int_eq(sweep("--task=1"), SOW_OK);
}
