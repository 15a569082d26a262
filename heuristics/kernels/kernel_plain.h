/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The kernel that plays by the rules engine, one game at a time, and single games for the
 * others (sow_batch_play_one).
 */
#ifndef SOW_HEURISTICS_KERNEL_PLAIN_H
#define SOW_HEURISTICS_KERNEL_PLAIN_H

#include "bitslice_plan.h"

sow_bitslice_play_fn sow_kernel_plain;

#endif
