/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of sweeps. In a valid plan, every task must have its operands and a value of each
   list. */
#include "fuzz.h"

#include "sow/sweeps/sweep_plan.h"

#include <sys/mman.h>
#include <unistd.h>

static int input = -1;
static char path[64];

static void try_task(const struct sow_sweep_plan *plan, size_t task)
{
    struct sow_err err;
    struct sow_sweep_words words;
    if (sow_sweep_plan_operands(plan, task, &words, &err) == SOW_OK)
        FUZZ_REQUIRE(words.count == 0 || words.word[words.count] == NULL);
    sow_sweep_words_release(&words);
    for (size_t i = 0; i < plan->list_count; i++) {
        FUZZ_REQUIRE(sow_sweep_plan_value(plan, task, i) != NULL);
        FUZZ_REQUIRE(sow_sweep_plan_next(plan, task, i) > task);
    }
}

/* Checks that the first task with a value, according to a list, has this value. */
static void try_list(const struct sow_sweep_plan *plan, size_t list)
{
    FUZZ_REQUIRE(plan->lists[list].count > 0);
    size_t last = plan->lists[list].count - 1;
    size_t task = sow_sweep_plan_task(plan, list, last);
    FUZZ_REQUIRE(task >= 1 && task <= plan->tasks);
    FUZZ_REQUIRE(sow_sweep_plan_value(plan, task, list) ==
                 plan->lists[list].values[last]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_sweep_plan plan;
    if (input < 0) {
        input = memfd_create("input", 0);
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", input);
    }
    FUZZ_REQUIRE(ftruncate(input, 0) == 0 &&
                 pwrite(input, data, size, 0) == (ssize_t)size);
    if (sow_sweep_plan_read(path, &plan, &err) == SOW_OK) {
        FUZZ_REQUIRE(plan.tasks >= 1 && plan.tasks <= SOW_SWEEP_TASKS_MAX);
        try_task(&plan, 1);
        try_task(&plan, (plan.tasks + 1) / 2);
        try_task(&plan, plan.tasks);
        for (size_t i = 0; i < plan.list_count; i++)
            try_list(&plan, i);
    }
    sow_sweep_plan_release(&plan);
    return 0;
}
