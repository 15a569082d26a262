/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Batches of games that the ranks share. All ranks carry out the same command, each with
 * its own database. So they reach the same batches in the same order. Each rank plays a
 * part of each batch, and sends the results, 4 to 8 bytes a game, to all ranks. Nothing
 * else is sent.
 */
#ifndef SOW_EXPERIMENTS_SHARED_BATCH_H
#define SOW_EXPERIMENTS_SHARED_BATCH_H

#include "sow/heuristics/batch.h"

/**
 * Plays a batch together with the other ranks (a sow_batch_share_fn). A stop request of
 * any rank stops all ranks. A batch with transcripts, with an outside program or with
 * fewer than two games is not shared: each rank plays all of it.
 * @param batch the same batch in all ranks; the job ends if the ranks have different ones
 * @param[out] results results of all games
 * @returns false if a rank stopped; the results are then incomplete
 */
bool sow_shared_batch_play(const struct sow_batch *batch,
                           struct sow_game_result *results);

/** Waits until all ranks have called it. Returns false if a rank has ended or stops
 *  instead. Ends the job if a rank plays a batch instead. */
bool sow_shared_meet(void);

/**
 * Waits until all ranks have ended their command. Each rank calls it at its end.
 * @param status status of this rank's command
 * @param[out] found status of the rank that is returned
 * @returns the first rank that failed although rank 0 did not, else 0
 */
int sow_shared_end(int status, int *found);

#endif
