/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users' SQL: the first byte chooses between a question and the --where and --sort of a
   list. Nothing may change and no file may appear, whatever is asked. */
#include "fuzz.h"

#include "query.h"
#include "report.h"

#include <unistd.h>

static struct sow_store *store;
static char *before; /* the store, exported */

static char *exported(void)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    FUZZ_REQUIRE(out != NULL);
    for (int64_t id = 1; id <= 4; id++)
        FUZZ_REQUIRE(sow_store_export(store, id, out, &err) == SOW_OK);
    FUZZ_REQUIRE(fclose(out) == 0);
    return text;
}

static void set_up(void)
{
    struct sow_err err;
    char folder[] = P_tmpdir "/sow-fuzz-XXXXXX";
    FUZZ_REQUIRE(sow_store_open("", SOW_STORE_SCRATCH, &store, &err) == SOW_OK);
    fuzz_fill_store(store);
    before = exported();
    /* Here a file would be noticed: rmdir fails at the next input. */
    FUZZ_REQUIRE(mkdtemp(folder) != NULL && chdir(folder) == 0 && rmdir(folder) == 0);
}

static enum sow_status ask(unsigned choice, char *text, struct sow_report *report,
                           struct sow_err *err)
{
    static const struct sow_query_limits LIMITS = {1000, 0.1, NULL};
    struct sow_query_runs runs = {.where = text, .limit = 10};
    if (choice == 0)
        return sow_query_sql(store, text, &LIMITS, report, err);
    char *rest = text;
    (void)strsep(&rest, "\n");
    runs.sort = rest;
    return sow_query_list(store, &runs, report, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (before == NULL)
        set_up();
    struct sow_err err;
    unsigned choice = fuzz_take(&data, &size) % 2;
    char *text = fuzz_text(data, size);
    struct sow_report *report = sow_report_new();
    FUZZ_REQUIRE(report != NULL);
    if (ask(choice, text, report, &err) == SOW_OK) {
        char *after = exported();
        FUZZ_REQUIRE(before != NULL && strcmp(before, after) == 0);
        free(after);
    }
    sow_report_free(report);
    free(text);
    return 0;
}
