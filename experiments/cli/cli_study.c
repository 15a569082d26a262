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

static enum sow_status execute(const struct sow_cli *cli,
                               const struct sow_study_options *options,
                               const struct sow_variant_set *set, struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = sow_cli_store(cli, &store, err);
    if (status != SOW_OK)
        return status;
    char title[256];
    sow_variant_set_title(set, title, sizeof title);
    struct sow_run_request request;
    sow_cli_request(cli, cli->command->kind, &set->variants[0], options, &request);
    request.variant = title;
    int64_t id = 0;
    status = sow_cli_execute(cli, store, &request, &id, err);
    if (status == SOW_OK)
        status = sow_cli_result(cli, store, id, err);
    sow_store_close(store);
    return status;
}

enum sow_status sow_cli_study_run(const struct sow_cli *cli,
                                  struct sow_study_options *options, struct sow_err *err)
{
    struct sow_variant_set set;
    enum sow_status status = sow_variant_choice_resolve(&options->choice, err);
    if (status == SOW_OK)
        status = sow_variant_set_read(&options->choice, &set, err);
    if (status != SOW_OK)
        return status;
    note_slow(cli, &set);
    status = execute(cli, options, &set, err);
    sow_variant_set_release(&set);
    return status;
}
