/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Player specs. The canonical spec of a valid spec must name the same player. */
#include "fuzz.h"

#include "sow/heuristics/agent.h"

static enum sow_status look_up(void *context, int64_t run, int generation, char **spec,
                               struct sow_err *err)
{
    const char *text = context;
    FUZZ_REQUIRE(generation >= SOW_RUN_OUTCOME);
    if (run % 2 == 0)
        return sow_err_set(err, SOW_USAGE, "no such run");
    *spec = strdup(text);
    FUZZ_REQUIRE(*spec != NULL);
    return SOW_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_agent agent;
    struct sow_agent again;
    char *text = fuzz_text(data, size);
    /* The lookup of a stored run returns the same text. It must not cause an endless
       loop. */
    struct sow_run_lookup lookup = {look_up, text};
    if (sow_agent_parse(text, &lookup, &agent, &err) == SOW_OK) {
        char *first = sow_agent_spec(&agent);
        FUZZ_REQUIRE(first != NULL);
        FUZZ_REQUIRE(sow_agent_parse(first, NULL, &again, &err) == SOW_OK);
        char *second = sow_agent_spec(&again);
        FUZZ_REQUIRE(second != NULL && strcmp(first, second) == 0);
        free(first);
        free(second);
    }
    free(text);
    return 0;
}
