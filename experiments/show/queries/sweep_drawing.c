/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/sweep_drawing.h"

#include <stdio.h>

/* Writes the title of learning curves: the lists of the plan with several values, except
   random seeds, the numbers of runs of a line, and the depth. Cuts a text that does not
   fit. */
static void name_learning(const struct sow_sweep_plan *plan,
                          const struct sow_learning *learning, char *title, size_t size)
{
    size_t length = (size_t)snprintf(title, size, "Learning curves");
    const char *before = " by ";
    for (size_t i = 0; i < plan->list_count && length < size; i++)
        if (plan->lists[i].count > 1 && i != sow_sweep_plan_find(plan, "seed")) {
            length += (size_t)snprintf(title + length, size - length, "%s%s", before,
                                       plan->lists[i].name);
            before = ", ";
        }
    if (length >= size)
        return;
    if (learning->most == 1)
        (void)snprintf(title + length, size - length, ": single runs, depth %d",
                       learning->depth);
    else if (learning->fewest == learning->most)
        (void)snprintf(title + length, size - length,
                       ": median and quartiles of %zu runs, depth %d", learning->most,
                       learning->depth);
    else
        (void)snprintf(title + length, size - length,
                       ": median and quartiles of %zu to %zu runs, depth %d",
                       learning->fewest, learning->most, learning->depth);
}

enum sow_status sow_sweep_draw(const struct sow_sweep_data *data,
                               const struct sow_chart *chart,
                               struct sow_sweep_drawing *drawing, struct sow_err *err)
{
    *drawing =
        (struct sow_sweep_drawing){.named = *chart, .learning = {.depth = data->depth}};
    drawing->frame.chart = &drawing->named;
    (void)sow_measure_words(data->measures->name, drawing->measure);
    enum sow_status status =
        sow_sweep_chart_is_learning(chart)
            ? sow_learning_fill(data->plan, data->places, data->store, &drawing->frame,
                                &drawing->learning, err)
            : sow_sweep_chart_fill(data->plan, data->places, data->measures, chart,
                                   &drawing->frame, err);
    if (drawing->named.x == NULL)
        drawing->named.x = drawing->measure;
    else if (drawing->frame.decades)
        drawing->named.x = "games played (logarithmic)";
    else if (!sow_sweep_chart_is_learning(chart)) {
        (void)snprintf(drawing->title, sizeof drawing->title, "%s: %s", chart->title,
                       drawing->measure);
        drawing->named.title = drawing->title;
    }
    if (status == SOW_OK && drawing->learning.lines > 0) {
        name_learning(data->plan, &drawing->learning, drawing->title,
                      sizeof drawing->title);
        drawing->named.title = drawing->title;
    }
    return status;
}

void sow_sweep_drawing_release(struct sow_sweep_drawing *drawing)
{
    sow_frame_release(&drawing->frame);
}
