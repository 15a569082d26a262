/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the matches of a transfer (transfer.h) say: the score of every vector in every
 * variant, its regret to the best one there, and its duel with the best of those that
 * were evolved there.
 */
#ifndef SOW_EXPERIMENTS_REGRET_H
#define SOW_EXPERIMENTS_REGRET_H

#include "sow/matches/study.h"

/** What a transfer keeps beside the study, of which the players are the vectors. Its
 * cells are, of a variant, all vectors against all opponents, then pairs of vectors of
 * which one is at home. */
struct sow_transfer {
    char *origin_room;
    const char **origins; /**< of each vector, its variants with tabs between */
};

/** Whether the vector was evolved in the variant, alone or with others. */
bool sow_transfer_is_home(const struct sow_study *study, size_t variant, size_t vector);

/** Stores the conclusions, within a transaction. */
SOW_MUST_USE enum sow_status sow_transfer_conclude(const struct sow_study *study,
                                                   struct sow_err *err);

#endif
