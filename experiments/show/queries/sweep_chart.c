/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/sweep_chart.h"

#include "block_compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Indices of sow_sweep_charts. */
enum { EFFECTS, DIFFERENCES, RANKS, PROFILES, WINS, PARALLEL, DISTRIBUTION, LEARNING };

const struct sow_chart sow_sweep_charts[] = {
    [EFFECTS] = {.name = "effects",
                 .mark = SOW_MARK_FOREST,
                 .title = "Mean of each value of each option",
                 .y = "",
                 .reading =
                     "A point is the mean over the complete random seeds and the "
                     "other options. Bars are 95 % intervals between random seeds.",
                 .reference = NAN},
    [DIFFERENCES] = {.name = "differences",
                     .mark = SOW_MARK_FOREST,
                     .title = "Best value of each option against each other one",
                     .y = "",
                     .reading =
                         "A point is the mean difference inside random seeds, with "
                         "its 95 % interval: the value named first, which is the "
                         "best, minus the other. Verdicts in words have the same "
                         "order and sign. The colour is the verdict on the value "
                         "named first, after Holm's correction for all pairs.",
                     .reference = 0},
    [RANKS] =
        {.name = "ranks",
         .mark = SOW_MARK_FOREST,
         .title = "Mean ranks and critical difference",
         .x = "mean rank (1 is the best)",
         .y = "",
         .reading =
             "A point is the mean rank of a value over the random seeds in which every "
             "value has a run. The first bar is the critical difference (Nemenyi, "
             "5 %): only its length counts. A grey bar joins values whose ranks are "
             "closer than that, so they are not shown to differ. That does not "
             "prove them equal. p is of Friedman's test that all values are alike. "
             "A rank does not show how far behind a value is.",
         .reference = NAN},
    [PROFILES] =
        {.name = "profiles",
         .mark = SOW_MARK_LINE,
         .title = "Performance profiles",
         .x = "behind the best value, in the unit of the measure",
         .y = "share",
         .reading = "A line belongs to a value. Its height is the share of random seeds "
                    "in which the value is at most so far behind the best one. At the "
                    "left it is the share in which the value is the best.",
         .low = 0,
         .high = 1,
         .reference = NAN},
    [WINS] = {.name = "wins",
              .mark = SOW_MARK_HEAT,
              .title = "Probability that the row's value beats the column's",
              .x = "beaten value",
              .y = "value",
              .reading =
                  "A cell is the share of random seeds in which the value of the row "
                  "is better; a tie counts half. It estimates the probability for a "
                  "new random seed. It does not show by how much, and has no "
                  "interval: with few random seeds it may be far off.",
              .low = 0,
              .high = 1,
              .reference = 0.5,
              .above = SOW_ABOVE_BETTER},
    [PARALLEL] = {.name = "parallel",
                  .mark = SOW_MARK_PARALLEL,
                  .title = "Combinations of values",
                  .y = "",
                  .reading = "A line is a combination of values. Its colour is the mean "
                             "of its runs.",
                  .reference = NAN},
    [DISTRIBUTION] = {.name = "distribution",
                      .mark = SOW_MARK_STRIP,
                      .title = "Runs of each combination of values",
                      .y = "",
                      .reading = "A point is a run. A row is a combination of values, in "
                                 "the order of the lists of the plan.",
                      .reference = NAN},
    [LEARNING] = {.name = "learning",
                  .mark = SOW_MARK_LINE,
                  .title = "Learning curves",
                  .x = "games played",
                  .y = "strength",
                  .reading =
                      "A line is the median over random seeds, and its band "
                      "(pictures only) the quartiles. Strength is the score of the "
                      "best of a generation, or of a round, against the fixed "
                      "panel. A line ends where its first run ends.",
                  .reference = NAN},
    {.name = NULL}};

bool sow_sweep_chart_is_learning(const struct sow_chart *chart)
{
    return chart == &sow_sweep_charts[LEARNING];
}

const struct sow_chart *sow_sweep_chart_find(const char *name)
{
    for (const struct sow_chart *chart = sow_sweep_charts; chart->name != NULL; chart++)
        if (strcmp(chart->name, name) == 0)
            return chart;
    return NULL;
}

/* Adds the means of all values to the frame @p context. Callback of sow_sweep_blocks. */
static enum sow_status draw_means(void *context, const struct sow_compared *compared,
                                  struct sow_err *err)
{
    return sow_compared_draw_means(compared, context, err);
}

/* Adds the differences of values to the frame @p context. Callback of
   sow_sweep_blocks. */
static enum sow_status
draw_differences(void *context, const struct sow_compared *compared, struct sow_err *err)
{
    return sow_compared_draw_differences(compared, context, err);
}

/* Adds the mean ranks of values to the frame @p context. Callback of sow_sweep_blocks. */
static enum sow_status draw_ranks(void *context, const struct sow_compared *compared,
                                  struct sow_err *err)
{
    return sow_compared_draw_ranks(compared, context, err);
}

/* Adds the profiles of values to the frame @p context. Callback of sow_sweep_blocks. */
static enum sow_status draw_profiles(void *context, const struct sow_compared *compared,
                                     struct sow_err *err)
{
    return sow_compared_draw_profiles(compared, context, err);
}

/* Adds the probabilities of winning to the frame @p context. Callback of
   sow_sweep_blocks. */
static enum sow_status draw_wins(void *context, const struct sow_compared *compared,
                                 struct sow_err *err)
{
    return sow_compared_draw_wins(compared, context, err);
}

/* Returns true for a list that tells groups apart: it has several values and is not
   `seed`. */
static bool is_axis(const struct sow_sweep_plan *plan, size_t list)
{
    return list != sow_sweep_plan_find(plan, "seed") && plan->lists[list].count > 1;
}

void sow_sweep_group_name(const struct sow_sweep_plan *plan,
                          const struct sow_sweep_group *group, char *name, size_t size)
{
    size_t length = 0;
    (void)snprintf(name, size, "all");
    for (size_t i = 0; i < plan->list_count && length < size; i++)
        if (is_axis(plan, i))
            length += (size_t)snprintf(name + length, size - length, "%s%s",
                                       length == 0 ? "" : ", ",
                                       sow_sweep_plan_value(plan, group->task, i));
}

/* Adds the line of a group to the frame @p context: a point for each list. A point has
   the mean of the group's runs, the number of the axis and the height of the value on it
   (0 to 1). Callback of sow_sweep_groups. */
static enum sow_status draw_line(void *context, const struct sow_sweep_plan *plan,
                                 const struct sow_sweep_group *group, struct sow_err *err)
{
    char line[32];
    double mean = 0;
    int axis = 0;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < group->count; i++)
        mean += group->values[i] / (double)group->count;
    (void)snprintf(line, sizeof line, "%zu", group->task);
    for (size_t i = 0; i < plan->list_count && status == SOW_OK; i++) {
        const struct sow_sweep_list *list = &plan->lists[i];
        const char *value = sow_sweep_plan_value(plan, group->task, i);
        char setting[200];
        size_t at = 0;
        if (!is_axis(plan, i))
            continue;
        while (at + 1 < list->count && strcmp(list->values[at], value) != 0)
            at++;
        const double numbers[] = {mean, axis++, (double)at / (double)(list->count - 1)};
        (void)snprintf(setting, sizeof setting, "%s = %s", list->name, value);
        status = sow_frame_add(context, line, setting, numbers, 3, err);
    }
    return status;
}

/* Adds the runs of a group to the frame @p context, each as a point, whose row is the
   name of the group. Callback of sow_sweep_groups. */
static enum sow_status draw_runs(void *context, const struct sow_sweep_plan *plan,
                                 const struct sow_sweep_group *group, struct sow_err *err)
{
    char name[160];
    enum sow_status status = SOW_OK;
    sow_sweep_group_name(plan, group, name, sizeof name);
    for (size_t i = 0; i < group->count && status == SOW_OK; i++)
        status = sow_frame_add(context, name, "", &group->values[i], 1, err);
    return status;
}

enum sow_status sow_sweep_chart_fill(const struct sow_sweep_plan *plan,
                                     const struct sow_sweep_place *places,
                                     const struct sow_sweep_measures *measures,
                                     const struct sow_chart *chart,
                                     struct sow_frame *frame, struct sow_err *err)
{
    if (measures->name[0] == '\0')
        return SOW_OK;
    static sow_sweep_blocks_fn *const OF_BLOCKS[] = {
        [EFFECTS] = draw_means, [DIFFERENCES] = draw_differences,
        [RANKS] = draw_ranks,   [PROFILES] = draw_profiles,
        [WINS] = draw_wins,
    };
    size_t index = (size_t)(chart - sow_sweep_charts);
    if (index < sizeof OF_BLOCKS / sizeof OF_BLOCKS[0])
        return sow_sweep_blocks(plan, places, measures, OF_BLOCKS[index], frame, err);
    return sow_sweep_groups(plan, places, measures,
                            chart == &sow_sweep_charts[PARALLEL] ? draw_line : draw_runs,
                            frame, err);
}
