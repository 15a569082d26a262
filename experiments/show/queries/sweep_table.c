/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/sweep_table.h"

#include "sow/base/text.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics_samples.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The tasks ---- */

static const char *const PRESENCES[] = {[SOW_RUN_ABSENT] = "missing",
                                        [SOW_RUN_DONE] = "done",
                                        [SOW_RUN_BUSY] = "running",
                                        [SOW_RUN_LEFT] = "left to resume"};

/* Returns true if a list is a column: it has several values and is not list number @p
   without. */
static bool is_shown(const struct sow_sweep_plan *plan, size_t list, size_t without)
{
    return list != without && plan->lists[list].count > 1;
}

/* Writes the names of the lists that are columns to @p columns. Returns their number. */
static int add_columns(const struct sow_sweep_plan *plan, size_t without,
                       const char **columns)
{
    int count = 0;
    for (size_t i = 0; i < plan->list_count; i++)
        if (is_shown(plan, i, without))
            columns[count++] = plan->lists[i].name;
    return count;
}

/* Adds the values of a task to the row, for the lists that are columns. A whole number
   is added as such. */
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

/* Measure of a run; the value is NaN if the run has none. */
struct measure {
    char name[24];
    double value;
    double low;
    double high;
};

/* Takes the measure of a run from the answer of its query. */
static enum sow_status take_measure(void *context, const struct sow_cells *cells,
                                    struct sow_err *err)
{
    (void)err;
    struct measure *measure = context;
    (void)snprintf(measure->name, sizeof measure->name, "%s", cells->text[0]);
    measure->value = cells->number[1];
    measure->low = cells->number[2];
    measure->high = cells->number[3];
    return SOW_OK;
}

/* One row: tasks that differ only in their seeds. */
struct group {
    size_t task; /* first task of the row */
    size_t count;
    struct measure first;
    int64_t *ids;   /* numbers of its runs, each once */
    double *values; /* measures of its runs */
};

/* Returns the index of the list of random seeds, or the number of lists if there is
   none. */
static size_t find_seeds(const struct sow_sweep_plan *plan)
{
    size_t list = 0;
    while (list < plan->list_count && strcmp(plan->lists[list].name, "seed") != 0)
        list++;
    return list;
}

/* Returns true if a run is in the group already. */
static bool is_counted(const struct group *group, int64_t id)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->ids[i] == id)
            return true;
    return false;
}

/* Adds the measure of a run to a group. Adds nothing if the run is there already or has
   no measure. Returns an error of the database. */
static enum sow_status add_run(struct group *group, int64_t id, struct sow_store *store,
                               struct sow_err *err)
{
    static const char ASK[] =
        "SELECT measure, value, low, high FROM run_measures WHERE run_id = ?1 LIMIT 1";
    struct measure measure = {.value = NAN};
    if (is_counted(group, id))
        return SOW_OK;
    enum sow_status status = sow_store_answer(store, ASK, SOW_VALUES(sow_integer(id)),
                                              take_measure, &measure, err);
    if (status != SOW_OK || !isfinite(measure.value))
        return status;
    if (group->count == 0)
        group->first = measure;
    group->ids[group->count] = id;
    group->values[group->count++] = measure.value;
    return SOW_OK;
}

/* Adds a row with Student's interval between runs, or the interval of the only run. */
static void add_row(const struct sow_sweep_plan *plan, size_t seeds,
                    const struct group *group, struct sow_report *report)
{
    struct sow_sample sample = {group->values, group->count};
    struct sow_interval interval = {.low = group->first.low, .high = group->first.high};
    double mean = group->first.value;
    double sd = NAN;
    if (group->count > 1) {
        mean = sow_sample_mean(&sample, SOW_LEVEL, &interval);
        double squares = 0;
        for (size_t i = 0; i < group->count; i++)
            squares += (group->values[i] - mean) * (group->values[i] - mean);
        sd = sqrt(squares / (double)(group->count - 1));
    }
    add_values(plan, group->task, seeds, report);
    sow_report_int(report, NULL, (int64_t)group->count);
    sow_report_text(report, NULL, group->first.name);
    /* Student's interval may pass the bounds of a score. */
    if (strcmp(group->first.name, "score") == 0 ||
        strcmp(group->first.name, "validation") == 0) {
        interval.low = fmax(interval.low, 0.0);
        interval.high = fmin(interval.high, 1.0);
    }
    const double numbers[] = {mean, interval.low, interval.high, sd};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sow_report_real(report, NULL, numbers[i], SOW_REPORT_SHORT);
    if (isfinite(interval.low))
        sow_report_text(report, NULL, group->count > 1 ? "between runs" : "of the run");
    else
        sow_report_null(report, NULL);
}

/* Begins the main table. It has a column for each list of the plan with several values,
   except the list of random seeds, and then the statistics. @p seeds is the index of that
   list, or the number of lists if there is none. */
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

/* Finds the measures of a row from its runs that are done. Its tasks follow the first
   one in steps of the list of seeds. Returns an error of the database. */
static enum sow_status measure_group(const struct sow_sweep_plan *plan, size_t seeds,
                                     const struct sow_sweep_place *places,
                                     struct group *group, struct sow_store *store,
                                     struct sow_err *err)
{
    size_t runs = seeds < plan->list_count ? plan->lists[seeds].count : 1;
    enum sow_status status = SOW_OK;
    group->count = 0;
    for (size_t i = 0; i < runs && status == SOW_OK; i++) {
        size_t task = group->task;
        if (seeds < plan->list_count)
            task += sow_sweep_plan_task(plan, seeds, i) - 1;
        const struct sow_sweep_place *place = &places[task - 1];
        if (place->presence == SOW_RUN_DONE)
            status = add_run(group, place->id, store, err);
    }
    return status;
}

/* Adds a row for each group of tasks that differ only in their random seed, and begins
   the table with the first one. Groups without a measure have no row. Returns an error
   of the database. */
static enum sow_status add_groups(const struct sow_sweep_plan *plan,
                                  const struct sow_sweep_place *places,
                                  struct group *group, struct sow_store *store,
                                  struct sow_report *report, struct sow_err *err)
{
    size_t seeds = find_seeds(plan);
    bool begun = false;
    enum sow_status status = SOW_OK;
    for (size_t task = 1; task <= plan->tasks && status == SOW_OK; task++) {
        if (seeds < plan->list_count &&
            sow_sweep_plan_value(plan, task, seeds) != plan->lists[seeds].values[0])
            continue;
        group->task = task;
        status = measure_group(plan, seeds, places, group, store, err);
        if (status != SOW_OK || group->count == 0)
            continue;
        if (!begun)
            begin_table(plan, seeds, report);
        begun = true;
        add_row(plan, seeds, group, report);
    }
    return status;
}

enum sow_status sow_sweep_results(const struct sow_sweep_plan *plan,
                                  const struct sow_sweep_place *places,
                                  struct sow_store *store, struct sow_report *report,
                                  struct sow_err *err)
{
    struct group group = {.ids = calloc(plan->tasks, sizeof *group.ids),
                          .values = calloc(plan->tasks, sizeof *group.values)};
    enum sow_status status = group.ids != NULL && group.values != NULL
                                 ? add_groups(plan, places, &group, store, report, err)
                                 : sow_err_no_memory(err);
    free(group.ids);
    free(group.values);
    return status;
}
