/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQL of users. The first byte selects a query, or --where and --sort of a list. No query
   may change the database or make a file. */
#include "fuzz.h"

#include "sow/players/run_players.h"
#include "sow/queries/query.h"
#include "sow/sections/report.h"

#include <unistd.h>

static struct sow_store *store;

static void set_up(void)
{
    struct sow_err err;
    char folder[] = P_tmpdir "/sow-fuzz-XXXXXX";
    sow_store_read_players_by(sow_run_players_read);
    fuzz_lighten_sqlite();
    FUZZ_REQUIRE(sow_store_open("", SOW_STORE_SCRATCH, &store, &err) == SOW_OK);
    fuzz_fill_store(store);
    fuzz_remember(store);
    /* The working folder is removed at once, so a query cannot make a file in it. */
    FUZZ_REQUIRE(mkdtemp(folder) != NULL && chdir(folder) == 0 && rmdir(folder) == 0);
}

static enum sow_status ask(unsigned choice, char *text, struct sow_report *report,
                           struct sow_err *err)
{
    struct sow_query_runs runs = {.where = text, .limit = 10};
    if (choice == 0)
        return sow_query_sql(store, text, &sow_query_limits_default, report, err);
    char *rest = text;
    (void)strsep(&rest, "\n");
    runs.sort = rest;
    return sow_query_list(store, &runs, report, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (store == NULL)
        set_up();
    struct sow_err err;
    unsigned choice = fuzz_take(&data, &size) % 2;
    char *text = fuzz_text(data, size);
    struct sow_report *report = sow_report_new();
    FUZZ_REQUIRE(report != NULL);
    if (ask(choice, text, report, &err) == SOW_OK)
        fuzz_require_unchanged(store);
    sow_report_free(report);
    free(text);
    return 0;
}
