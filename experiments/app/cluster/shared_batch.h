/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Batches whose games the ranks share. All ranks carry out the same command, each with a
 * database of its own, so that they come to the same batches in the same order; each
 * plays a slice, and all have all results, 4 to 8 bytes a game. Nothing else travels.
 */
#ifndef SOW_EXPERIMENTS_SHARED_BATCH_H
#define SOW_EXPERIMENTS_SHARED_BATCH_H

#include "sow/heuristics/batch.h"

/** A sow_batch_share_fn. A stop request that any rank has got stops all of them. */
bool sow_shared_batch_play(const struct sow_batch *batch,
                           struct sow_game_result *results);

/** Returns once all ranks have called it; false if one has ended instead. */
bool sow_shared_meet(void);

/**
 * To be called when this rank's command has ended with @p status; returns when all have.
 * Returns the first rank that failed where rank 0 did not, with its status in @p found;
 * 0 if there is none, with that of rank 0.
 */
int sow_shared_end(int status, int *found);

#endif
