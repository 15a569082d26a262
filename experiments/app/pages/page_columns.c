/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the columns of the database tables for docs/reference/columns.md. `sow_columns`
   lists the tables, `sow_columns TABLE` the columns of one as rows of a Markdown table.
   Fails if there is no such table. */
#include "sow/store/store_tables.h"

#include <stdlib.h>
#include <string.h>

/* Lists the tables, or the columns of the table that the first argument names. Fails if
   there is no such table or if writing fails. */
int main(int argc, char **argv)
{
    int found = 0;
    for (int id = 0; id < SOW_TABLES_COUNT; id++) {
        const char *name = sow_table_name((enum sow_table_id)id);
        if (argc > 1 && strcmp(argv[1], name) != 0)
            continue;
        found++;
        if (argc > 1)
            sow_table_describe((enum sow_table_id)id, stdout);
        else
            (void)puts(name);
    }
    return found > 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
