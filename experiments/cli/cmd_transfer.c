/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_query.h"
#include "cli_study.h"
#include "sow/cli/commands.h"
#include "sow/studies/transfer.h"

#include <stdlib.h>

static enum sow_status take_runs(const struct sow_cli *cli,
                                 struct sow_transfer_options *transfer,
                                 const struct sow_cli_ids *ids, struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = sow_transfer_take(transfer, store, ids->id, ids->count, err);
    sow_store_close(store);
    return status;
}

enum sow_status sow_cli_run_transfer(struct sow_cli *cli, void *options, int argc,
                                     char **argv, struct sow_err *err)
{
    struct sow_transfer_options *transfer = options;
    struct sow_cli_ids ids;
    enum sow_status status = sow_cli_ids_read(argc, argv, &ids, err);
    if (status == SOW_OK)
        status = take_runs(cli, transfer, &ids, err);
    if (status == SOW_OK)
        status = sow_cli_study_run(cli, &transfer->study, err);
    free(ids.id);
    return status;
}
