/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/search/leaf_sum.h"

/* Returns true if a place has a value other than 0 for some number of seeds. */
static bool has_value(const int32_t values[SOW_MAX_SEEDS + 1])
{
    for (int seeds = 0; seeds <= SOW_MAX_SEEDS; seeds++)
        if (values[seeds] != 0)
            return true;
    return false;
}

void sow_leaf_sum_list(struct sow_leaf_sum *sum)
{
    for (int row = 0; row < 2; row++) {
        sum->listed[row] = 0;
        for (int byte = 0; byte < SOW_SUM_PLACES; byte++)
            if (has_value(sum->place[row][byte]))
                sum->byte[row][sum->listed[row]++] = (uint8_t)byte;
    }
}
