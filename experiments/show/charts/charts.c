/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts of a kind of run. */
#include "sow/charts/chart.h"
#include "sow/runs/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct sow_chart *sow_charts_of(const char *kind_name)
{
    static const struct sow_chart NONE = {.name = NULL};
    const struct sow_run_kind *kind = sow_run_kind_find(kind_name);
    return kind != NULL && kind->charts != NULL ? kind->charts : &NONE;
}

const struct sow_chart *sow_chart_find(const char *kind_name, const char *name)
{
    const struct sow_chart *chart = sow_charts_of(kind_name);
    while (chart->name != NULL && strcmp(chart->name, name) != 0)
        chart++;
    return chart->name != NULL ? chart : NULL;
}

bool sow_chart_reference(const struct sow_chart *chart, char text[SOW_REFERENCE_BYTES])
{
    static const char *const MEANINGS[] = {
        [SOW_ABOVE_PLAIN] = NULL,
        [SOW_ABOVE_BETTER] = NULL,
        [SOW_ABOVE_PANEL] = "as good as the panel",
    };
    const char *meaning = isnan(chart->reference) ? NULL : MEANINGS[chart->above];
    text[0] = '\0';
    if (meaning != NULL)
        (void)snprintf(text, SOW_REFERENCE_BYTES, "%.3g = %s", chart->reference, meaning);
    return meaning != NULL;
}
