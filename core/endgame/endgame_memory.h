/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Memory for tables that are read at random. Large pages are used if the system has them,
 * because finding a small page costs as much as reading from it.
 */
#ifndef SOW_ENDGAME_MEMORY_H
#define SOW_ENDGAME_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/**
 * Allocates @p bytes bytes with any content. Returns NULL without memory, and for more
 * bytes than can be addressed. Free it with free.
 */
void *sow_endgame_room(uint64_t bytes);

/**
 * Allocates @p bytes bytes that are 0. Returns NULL as sow_endgame_room() does. Free it
 * with free.
 */
void *sow_endgame_zeroed(uint64_t bytes);

#endif
