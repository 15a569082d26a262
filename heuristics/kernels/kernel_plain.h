/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The plain kernel: it plays by the rules engine, one game at a time. It also plays
 * single games for the other kernels (sow_batch_play_one).
 */
#ifndef SOW_HEURISTICS_KERNEL_PLAIN_H
#define SOW_HEURISTICS_KERNEL_PLAIN_H

#include "bitslice_plan.h"

/** Plays games [begin, end) of a batch by the rules engine. */
sow_bitslice_play_fn sow_kernel_plain;

#endif
