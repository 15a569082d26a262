/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored settings of a run. The first byte selects its kind, and the rest is JSON. */
#include "fuzz.h"

#include "sow/runs/run.h"
#include "sow/runs/run_params.h"

static size_t kind_count(void)
{
    size_t count = 0;
    while (sow_run_kinds[count] != NULL)
        count++;
    FUZZ_REQUIRE(count > 0);
    return count;
}

static void round_trip(const struct sow_run_kind *kind, const void *options, void *again)
{
    struct sow_err err;
    char *first = sow_run_params_write(kind->groups, options);
    FUZZ_REQUIRE(first != NULL);
    FUZZ_REQUIRE(sow_run_params_read(kind->groups, first, again, &err) == SOW_OK);
    char *second = sow_run_params_write(kind->groups, again);
    FUZZ_REQUIRE(second != NULL && strcmp(first, second) == 0);
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    const struct sow_run_kind *kind =
        sow_run_kinds[fuzz_take(&data, &size) % kind_count()];
    char *text = fuzz_text(data, size);
    void *options = calloc(2, kind->options_size);
    FUZZ_REQUIRE(options != NULL);
    void *again = (char *)options + kind->options_size;
    if (sow_run_params_read(kind->groups, text, options, &err) == SOW_OK)
        round_trip(kind, options, again);
    sow_params_release(kind->groups, options);
    sow_params_release(kind->groups, again);
    free(options);
    free(text);
    return 0;
}
