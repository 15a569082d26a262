/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/sweep_table.h"

#include "sow/base/text.h"
#include "sow/queries/run_measure.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics_samples.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The tasks ---- */

/* Words of the column `status`, by enum sow_run_presence. */
static const char *const PRESENCES[] = {[SOW_RUN_ABSENT] = "missing",
                                        [SOW_RUN_DONE] = "done",
                                        [SOW_RUN_BUSY] = "running",
                                        [SOW_RUN_LEFT] = "left to resume"};

/* Returns true if list @p list is a column of the table: it has several values and is not
   list @p without. If that is the number of lists, none is excluded. */
static bool is_shown(const struct sow_sweep_plan *plan, size_t list, size_t without)
{
    return list != without && plan->lists[list].count > 1;
}

/* Writes the names of the lists that are columns (is_shown) to @p columns, which borrow
   them. Returns their number. */
static int add_columns(const struct sow_sweep_plan *plan, size_t without,
                       const char **columns)
{
    int count = 0;
    for (size_t i = 0; i < plan->list_count; i++)
        if (is_shown(plan, i, without))
            columns[count++] = plan->lists[i].name;
    return count;
}

/* Adds the values of task @p task to the row, one for each list that is a column
   (is_shown). A whole number is added as such. */
static void add_values(const struct sow_sweep_plan *plan, size_t task, size_t without,
                       struct sow_report *report)
{
    for (size_t i = 0; i < plan->list_count; i++) {
        if (!is_shown(plan, i, without))
            continue;
        const char *value = sow_sweep_plan_value(plan, task, i);
        int64_t number;
        if (sow_text_to_int(value, &number))
            sow_report_int(report, NULL, number);
        else
            sow_report_text(report, NULL, value);
    }
}

void sow_sweep_list_tasks(const struct sow_sweep_plan *plan, size_t first, size_t last,
                          const struct sow_sweep_place *places, struct sow_report *report)
{
    const char *columns[SOW_SWEEP_LISTS_MAX + 3] = {"task"};
    int count = 1 + add_columns(plan, plan->list_count, columns + 1);
    columns[count++] = "run";
    columns[count++] = "status";
    sow_report_table(report, "tasks", columns, count);
    for (size_t task = first; task <= last; task++) {
        const struct sow_sweep_place *place = &places[task - first];
        sow_report_int(report, NULL, (int64_t)task);
        add_values(plan, task, plan->list_count, report);
        if (place->id != 0)
            sow_report_int(report, NULL, place->id);
        else
            sow_report_null(report, NULL);
        sow_report_text(report, NULL, PRESENCES[place->presence]);
    }
}

/* ---- The results ---- */

/* Reads all measures of the runs that are done into @p all, which has a place for each
   task. Other tasks have none. */
static enum sow_status read_all(const struct sow_sweep_plan *plan,
                                const struct sow_sweep_place *places,
                                struct sow_store *store, struct sow_run_measures *all,
                                struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->tasks && status == SOW_OK; i++)
        if (places[i].presence == SOW_RUN_DONE)
            status = sow_run_measures_read(store, places[i].id, &all[i], err);
    return status;
}

enum sow_status sow_sweep_measures_read(const struct sow_sweep_plan *plan,
                                        const struct sow_sweep_place *places,
                                        const char *asked, struct sow_store *store,
                                        struct sow_sweep_measures *measures,
                                        struct sow_err *err)
{
    char name[SOW_MEASURE_NAME_MAX + 1];
    struct sow_run_measures *all = calloc(plan->tasks, sizeof *all);
    *measures =
        (struct sow_sweep_measures){.of = calloc(plan->tasks, sizeof *measures->of)};
    enum sow_status status = SOW_NO_MEMORY;
    if (all != NULL && measures->of != NULL)
        status = read_all(plan, places, store, all, err);
    else
        (void)sow_err_no_memory(err);
    if (status == SOW_OK)
        status = sow_run_measures_choose(all, plan->tasks, asked, name, err);
    for (size_t i = 0; i < plan->tasks && status == SOW_OK; i++)
        measures->of[i] = sow_run_measures_find(&all[i], name);
    if (status == SOW_OK) {
        memcpy(measures->name, name, sizeof name);
        measures->equivalent = sow_measure_equivalent(name);
        sow_run_measures_lacking(all, plan->tasks, asked, name, measures->note,
                                 sizeof measures->note);
    }
    free(all);
    return status;
}

void sow_sweep_measures_release(struct sow_sweep_measures *measures)
{
    free(measures->of);
    *measures = (struct sow_sweep_measures){.of = NULL};
}

/* Returns true if a run is in the group already. */
static bool is_counted(const struct sow_sweep_group *group, int64_t id)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->ids[i] == id)
            return true;
    return false;
}

/* Adds the number of a run and its measure to a group. Adds nothing if the run is there
   already or has no finite measure. */
static void add_run(struct sow_sweep_group *group, int64_t id,
                    const struct sow_run_measure *measure)
{
    assert(group->ids != NULL && group->values != NULL);
    if (!isfinite(measure->value) || is_counted(group, id))
        return;
    if (group->count == 0)
        group->first = *measure;
    group->ids[group->count] = id;
    group->values[group->count++] = measure->value;
}

double sow_sweep_group_mean(const struct sow_sweep_group *group,
                            struct sow_interval *interval)
{
    struct sow_sample sample = {group->values, group->count};
    double mean = group->first.value;
    *interval = (struct sow_interval){.low = group->first.low, .high = group->first.high};
    if (group->count > 1)
        mean = sow_sample_mean(&sample, SOW_LEVEL, interval);
    /* Student's interval may pass the bounds of a score. */
    if (sow_measure_is_score(group->first.name) && isfinite(interval->low)) {
        interval->low = fmax(interval->low, 0.0);
        interval->high = fmin(interval->high, 1.0);
    }
    return mean;
}

/* Adds the row of a group to the table "results": its values, number of runs, measure,
   mean, interval and standard deviation. */
static void add_row(const struct sow_sweep_plan *plan, size_t seeds,
                    const struct sow_sweep_group *group, struct sow_report *report)
{
    struct sow_interval interval;
    double mean = sow_sweep_group_mean(group, &interval);
    double sd = NAN;
    if (group->count > 1) {
        double squares = 0;
        for (size_t i = 0; i < group->count; i++)
            squares += (group->values[i] - mean) * (group->values[i] - mean);
        sd = sqrt(squares / (double)(group->count - 1));
    }
    add_values(plan, group->task, seeds, report);
    sow_report_int(report, NULL, (int64_t)group->count);
    sow_report_text(report, NULL, group->first.name);
    const double numbers[] = {mean, interval.low, interval.high, sd};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sow_report_real(report, NULL, numbers[i], SOW_REPORT_SHORT);
    if (isfinite(interval.low))
        sow_report_text(report, NULL, group->count > 1 ? "between runs" : "of the run");
    else
        sow_report_null(report, NULL);
}

/* Begins the table "results" and makes it the main section: a column for each list of the
   plan with several values, except the list of random seeds, then the statistics. The
   list of random seeds is number @p seeds; if there is none, this is the number of
   lists. */
static void begin_table(const struct sow_sweep_plan *plan, size_t seeds,
                        struct sow_report *report)
{
    static const char *const LAST[] = {"runs", "measure", "mean",    "low",
                                       "high", "sd",      "interval"};
    const char *columns[SOW_SWEEP_LISTS_MAX + sizeof LAST / sizeof LAST[0]];
    int count = add_columns(plan, seeds, columns);
    for (size_t i = 0; i < sizeof LAST / sizeof LAST[0]; i++)
        columns[count++] = LAST[i];
    sow_report_table(report, "results", columns, count);
    sow_report_main(report);
}

/* Fills a group, whose first task is set, from its runs that are done: numbers, values
   and first measure. Its tasks follow the first one in steps of the list of seeds, number
   @p seeds. */
static void measure_group(const struct sow_sweep_plan *plan, size_t seeds,
                          const struct sow_sweep_place *places,
                          const struct sow_sweep_measures *measures,
                          struct sow_sweep_group *group)
{
    size_t runs = seeds < plan->list_count ? plan->lists[seeds].count : 1;
    group->count = 0;
    for (size_t i = 0; i < runs; i++) {
        size_t task = group->task;
        if (seeds < plan->list_count)
            task += sow_sweep_plan_task(plan, seeds, i) - 1;
        add_run(group, places[task - 1].id, &measures->of[task - 1]);
    }
}

enum sow_status sow_sweep_groups(const struct sow_sweep_plan *plan,
                                 const struct sow_sweep_place *places,
                                 const struct sow_sweep_measures *measures,
                                 sow_sweep_group_fn *visit, void *context,
                                 struct sow_err *err)
{
    size_t seeds = sow_sweep_plan_find(plan, "seed");
    struct sow_sweep_group group = {.ids = calloc(plan->tasks, sizeof *group.ids),
                                    .values = calloc(plan->tasks, sizeof *group.values)};
    enum sow_status status = SOW_OK;
    if (group.ids == NULL || group.values == NULL)
        status = sow_err_no_memory(err);
    for (size_t task = 1; task <= plan->tasks && status == SOW_OK; task++) {
        if (seeds < plan->list_count &&
            sow_sweep_plan_value(plan, task, seeds) != plan->lists[seeds].values[0])
            continue;
        group.task = task;
        measure_group(plan, seeds, places, measures, &group);
        if (group.count > 0)
            status = visit(context, plan, &group, err);
    }
    free(group.ids);
    free(group.values);
    return status;
}

/* The table of results while it is made. */
struct results {
    struct sow_report *report;
    bool begun; /* true if the table has been begun */
};

/* Adds the row of a group, and begins the table with the first one. @p context is a
   struct results. Never fails. Callback of sow_sweep_groups. */
static enum sow_status add_group(void *context, const struct sow_sweep_plan *plan,
                                 const struct sow_sweep_group *group, struct sow_err *err)
{
    struct results *results = context;
    size_t seeds = sow_sweep_plan_find(plan, "seed");
    (void)err;
    if (!results->begun)
        begin_table(plan, seeds, results->report);
    results->begun = true;
    add_row(plan, seeds, group, results->report);
    return SOW_OK;
}

enum sow_status sow_sweep_results(const struct sow_sweep_plan *plan,
                                  const struct sow_sweep_place *places,
                                  const struct sow_sweep_measures *measures,
                                  struct sow_report *report, struct sow_err *err)
{
    struct results results = {.report = report};
    return sow_sweep_groups(plan, places, measures, add_group, &results, err);
}
