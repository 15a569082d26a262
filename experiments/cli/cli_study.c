/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_study.h"

#include "sow/heuristics/batch.h"

/* A kernel that passes a variant over leaves it to the plain one. */
static void note_slow(const struct sow_cli *cli, const struct sow_variant_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        struct sow_batch batch = {.rules = &set->variants[i].rules,
                                  .kernel = cli->common.kernel};
        struct sow_kernel_choice choice = sow_kernel_choose(&batch);
        if (choice.passed_over != NULL)
            sow_cli_note(cli, "%s is played by the plain kernel, which takes longer: %s",
                         set->variants[i].name, choice.reason);
    }
}

enum sow_status sow_cli_study_run(const struct sow_cli *cli,
                                  struct sow_study_options *options, struct sow_err *err)
{
    struct sow_variant_set set;
    enum sow_status status = sow_variant_set_resolve(&options->choice, &set, err);
    if (status != SOW_OK)
        return status;
    char title[256];
    note_slow(cli, &set);
    sow_variant_set_title(&set, title, sizeof title);
    status = sow_cli_record(cli, &set.variants[0].rules, title, options, err);
    sow_variant_set_release(&set);
    return status;
}
