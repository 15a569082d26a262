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

/** Memory of any content to be freed by free, or NULL. */
void *sow_endgame_room(size_t bytes);

/** Zeroed memory to be freed by free, or NULL. */
void *sow_endgame_zeroed(size_t bytes);

#endif
