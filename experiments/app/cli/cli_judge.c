/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_judge.h"

#include "sow/base/text.h"
#include "sow/strength/strength_runs.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

/* Reads the depths of a plan, with blanks between them. Returns SOW_BAD_DATA if one is
   not a depth of panels. */
static enum sow_status read_depths(const struct sow_sweep_plan *plan,
                                   struct sow_cli_judge *judge, struct sow_err *err)
{
    const char *at = plan->depths.text;
    while (*at != '\0') {
        char word[8];
        int64_t depth;
        size_t length = strcspn(at, " \t");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, at);
        int index = length < sizeof word && sow_text_to_int(word, &depth) && depth > 0 &&
                            depth < 100
                        ? sow_panel_depth_index((int)depth)
                        : -1;
        if (index < 0)
            return sow_err_set(err, SOW_BAD_DATA,
                               "%s:%d: '%s' is not a list of the depths 1, 2 and 4",
                               plan->path, plan->depths.line, plan->depths.text);
        judge->depth[index] = true;
        at += length + strspn(at + length, " \t");
    }
    return SOW_OK;
}

/* Reads a number of a plan, called @p what in messages, from 2 to 1000000. A missing one
   leaves @p number unchanged. Returns SOW_BAD_DATA for another text, and without a line
   of depths. */
static enum sow_status read_number(const struct sow_sweep_plan *plan,
                                   const struct sow_sweep_setting *setting,
                                   const char *what, int *number, struct sow_err *err)
{
    int64_t value;
    if (setting->text == NULL)
        return SOW_OK;
    if (plan->depths.text == NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: a number of %s needs a line 'depths = 1 2 4', too",
                           plan->path, setting->line, what);
    if (!sow_text_to_int(setting->text, &value) || value < 2 || value > 1000000)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: '%s' is not a number of %s from 2 to 1000000",
                           plan->path, setting->line, setting->text, what);
    *number = (int)value;
    return SOW_OK;
}

enum sow_status sow_cli_judge_read(const struct sow_sweep_plan *plan,
                                   struct sow_cli_judge *judge, struct sow_err *err)
{
    *judge = (struct sow_cli_judge){.openings = SOW_STRENGTH_OPENINGS};
    enum sow_status status =
        read_number(plan, &plan->openings, "openings", &judge->openings, err);
    if (status == SOW_OK)
        status = read_number(plan, &plan->curve, "stages", &judge->stages, err);
    if (plan->depths.text == NULL)
        judge->openings = 0;
    return status == SOW_OK && judge->openings > 0 ? read_depths(plan, judge, err)
                                                   : status;
}

/* Takes a depth off those to measure. @p context has a flag for each depth. */
static enum sow_status strike_depth(void *context, const struct sow_cells *cells,
                                    struct sow_err *err)
{
    bool *missing = context;
    int index = sow_panel_depth_index((int)cells->number[0]);
    (void)err;
    if (index >= 0)
        missing[index] = false;
    return SOW_OK;
}

/* Measures a run at those depths that are missing. */
static enum sow_status judge_run(const struct sow_strength_plan *plan, int64_t id,
                                 struct sow_store *store, struct sow_err *err)
{
    static const char SQL[] = "SELECT DISTINCT depth FROM strengths WHERE run_id = ?1 "
                              "AND generation = -1 AND openings >= ?2";
    struct sow_strength_plan missing = *plan;
    bool any = false;
    enum sow_status status = sow_store_answer(
        store, SQL, SOW_VALUES(sow_integer(id), sow_integer(plan->openings)),
        strike_depth, missing.depth, err);
    for (int i = 0; i < SOW_PANEL_DEPTHS; i++)
        any = any || missing.depth[i];
    return status == SOW_OK && any
               ? sow_strength_measure_run(store, id, -1, &missing, err)
               : status;
}

enum sow_status sow_cli_judge_runs(const struct sow_cli *cli,
                                   const struct sow_cli_judge *judge,
                                   const struct sow_sweep_place *places, size_t count,
                                   struct sow_store *store, struct sow_err *err)
{
    struct sow_strength_plan plan = {
        .fixed = true, .openings = judge->openings, .with = cli->with};
    enum sow_status status = SOW_OK;
    memcpy(plan.depth, judge->depth, sizeof plan.depth);
    sow_progress_begin(cli->with.progress, 0, "games for strength");
    for (size_t i = 0; i < count && status == SOW_OK; i++)
        if (places[i].presence == SOW_RUN_DONE) {
            status = judge_run(&plan, places[i].id, store, err);
            if (status == SOW_OK && judge->stages > 0)
                status = sow_strength_measure_curve(store, places[i].id, judge->stages,
                                                    &plan, err);
        }
    sow_progress_end(cli->with.progress);
    return status;
}
