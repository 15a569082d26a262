/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/store/tables/fair_starts.def"
#include "sow/store/tables/runs.def"
#include "sow/truth/fair.h"

#include <string.h>

struct counts {
    int64_t asked, fair;
};

static bool is_fair(const struct sow_fair_start_row *row)
{
    return strcmp(row->outcome, "draw") == 0;
}

static enum sow_status count_start(void *context, const struct sow_fair_start_row *row,
                                   struct sow_err *err)
{
    (void)err;
    struct counts *counts = context;
    counts->asked++;
    counts->fair += is_fair(row);
    return SOW_OK;
}

static enum sow_status write_start(void *context, const struct sow_fair_start_row *row,
                                   struct sow_err *err)
{
    (void)err;
    if (is_fair(row))
        (void)fprintf(context, "%s\n", row->position);
    return SOW_OK;
}

/* Writes the starts below a line that says how many starts the run has solved. */
static enum sow_status write_starts(struct sow_store *store,
                                    const struct sow_run_row *run, FILE *out,
                                    struct sow_err *err)
{
    struct counts counts = {0, 0};
    enum sow_status status =
        sow_store_each(store, fair_start, run->id, count_start, &counts, err);
    if (status != SOW_OK)
        return status;
    (void)fprintf(
        out,
        "# Starts of %s from which perfect play is a draw: %lld of the %lld that "
        "run %lld (%s) has asked about.\n",
        run->variant, (long long)counts.fair, (long long)counts.asked, (long long)run->id,
        run->status);
    return sow_store_each(store, fair_start, run->id, write_start, out, err);
}

enum sow_status sow_fair_export(struct sow_store *store, int64_t id, FILE *out,
                                struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    if (status != SOW_OK)
        return status;
    status =
        strcmp(run.kind, "fair") == 0
            ? write_starts(store, &run, out, err)
            : sow_err_set(err, SOW_USAGE,
                          "run %lld is of kind '%s' and has no fair starts: name one "
                          "that 'sowlab fair' recorded",
                          (long long)id, run.kind);
    sow_run_row_release(&run);
    return status;
}
