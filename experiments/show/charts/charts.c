/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts of a kind of run. */
#include "sow/charts/chart.h"
#include "sow/runs/run.h"

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
