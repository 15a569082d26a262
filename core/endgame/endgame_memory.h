/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Room for tables that are read at random: in large pages where the system has them, as
 * finding a small page costs as much as what lies in it.
 */
#ifndef SOW_ENDGAME_MEMORY_H
#define SOW_ENDGAME_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/** Memory of any content to be freed by free, or NULL, as for more than can be addressed.
 */
void *sow_endgame_room(uint64_t bytes);

/** Zeroed memory to be freed by free, or NULL. */
void *sow_endgame_zeroed(uint64_t bytes);

#endif
