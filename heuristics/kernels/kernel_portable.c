/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The batch kernel of 128 games at a time; heuristics/CMakeLists.txt names the
   instructions it may use. */
#include "bitslice_plan.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SOW_LANES 128
#include "bitslice.h"

void sow_bitslice_portable(const struct sow_batch *batch, size_t begin, size_t end,
                           struct sow_game_result *results)
{
    play_batch(batch, begin, end, results);
}
#else
#include <assert.h>

/* Is never called, because sow_kernels says that this machine cannot run the kernel. gcc
   12 did not end compiling it for s390x within half an hour. */
void sow_bitslice_portable(const struct sow_batch *batch, size_t begin, size_t end,
                           struct sow_game_result *results)
{
    (void)batch;
    (void)begin;
    (void)end;
    (void)results;
    assert(!"available");
}
#endif
