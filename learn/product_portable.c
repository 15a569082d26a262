/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products of two columns at a time, for any processor. */
#define LANES 2
#include "product_lanes.h"

void sow_product_gather_portable(const struct sow_block_pair *pair)
{
    gather(pair);
}

void sow_product_subtract_portable(const struct sow_block_pair *pair)
{
    subtract(pair);
}
