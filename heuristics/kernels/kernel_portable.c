/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The batch kernel of 128 games at a time; heuristics/CMakeLists.txt names the
   instructions it may use. */
#define SOW_LANES 128
#include "bitslice.h"

void sow_bitslice_portable(const struct sow_batch *batch, size_t begin, size_t end,
                           struct sow_game_result *results)
{
    play_batch(batch, begin, end, results);
}
