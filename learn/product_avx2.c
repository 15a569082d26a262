/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products of four columns at a time; learn/CMakeLists.txt names the instructions
   they may use. */
#define LANES 4
#include "product_lanes.h"

void sow_product_gather_avx2(const struct sow_block_pair *pair)
{
    gather(pair);
}

void sow_product_subtract_avx2(const struct sow_block_pair *pair)
{
    subtract(pair);
}
