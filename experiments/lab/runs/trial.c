/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executes runs inside a run. */
#include "sow/runs/trial.h"

#include "sow/store/store.h"

enum sow_status sow_trial_store(const struct sow_run *run, struct sow_store **trials,
                                struct sow_err *err)
{
    enum sow_status status = sow_store_open("", SOW_STORE_SCRATCH, trials, err);
    if (status == SOW_OK)
        sow_store_keep_alive(*trials, run->sink);
    return status;
}

enum sow_status sow_trial_execute(struct sow_store *trials, const struct sow_trial *trial,
                                  int64_t *id, struct sow_err *err)
{
    /* Nothing is done after the run: its results would be lost with the store. */
    struct sow_run_kind kind = *trial->kind;
    kind.after = NULL;
    struct sow_run_request request = {
        .kind = &kind,
        .variant = trial->variant,
        .rules = trial->rules,
        .options = trial->options,
        .label = "",
        .seed = trial->seed,
        .with = trial->with,
    };
    request.with.progress = NULL;
    return sow_run_execute(trials, &request, id, err);
}
