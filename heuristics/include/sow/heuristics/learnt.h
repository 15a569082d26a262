/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Learnt players: for built-in variants the best evaluator that `sowlab learn` found
 * (docs/reference/learn.md). A player spec `learnt:VARIANT` names it. The files are in
 * heuristics/learnt/.
 */
#ifndef SOW_HEURISTICS_LEARNT_H
#define SOW_HEURISTICS_LEARNT_H

#include "sow/base/err.h"

#include <stddef.h>

SOW_C_BEGIN

/**
 * Names the variants that have a learnt player.
 * @param index place in the list of learnt players, from 0 to their number
 * @returns name of the variant, a static text; NULL if @p index is their number
 */
const char *sow_learnt_variant(size_t index);

SOW_C_END

#endif
