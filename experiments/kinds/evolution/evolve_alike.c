/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_alike.h"

/* Returns the lowest number of an individual, from @p first on, that is a representative
   and plays like individual @p number; @p number if there is none before it. */
static int representative_of(const struct sow_agent *agents,
                             const struct sow_alike *alike, int first, int number)
{
    for (int i = first; i < number; i++)
        if (alike[i].count > 0 && sow_agent_alike(&agents[i], &agents[number]))
            return i;
    return number;
}

void sow_alike_find(const struct sow_agent *agents, int count, int island,
                    struct sow_alike *alike)
{
    for (int i = 0; i < count; i++) {
        int first = i - i % island;
        alike[i].count = 0;
        alike[i].representative = representative_of(agents, alike, first, i);
        alike[alike[i].representative].count++;
    }
}
