/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Conclusions of a transfer (transfer.h). For every vector in every variant they are its
 * score, its shortfall to the best vector there, and its duel with the best of the
 * vectors that were evolved there. The C code calls the shortfall regret.
 */
#ifndef SOW_EXPERIMENTS_REGRET_H
#define SOW_EXPERIMENTS_REGRET_H

#include "sow/matches/study.h"

/**
 * State of a transfer beside the study, whose players are the vectors. For each variant,
 * the cells are all vectors against all opponents, and then all pairs of vectors of which
 * at least one was evolved there.
 */
struct sow_transfer {
    /** Memory of the names in `origins`; owned. */
    char *origin_room;
    const char **origins; /**< for each vector, its variants with tabs between them */
};

/**
 * Returns true if the vector was evolved in the variant, alone or with other variants.
 * @param study a transfer
 * @param variant the index of the variant
 * @param vector the index of the vector among the players
 */
bool sow_transfer_is_home(const struct sow_study *study, size_t variant, size_t vector);

/**
 * Stores a row of table `transfers` for each vector in each variant, within a
 * transaction of the caller. Uses the results of all cells. It is the `conclude` of the
 * design.
 * @returns SOW_NO_MEMORY, or an error of the database.
 */
SOW_MUST_USE enum sow_status sow_transfer_conclude(const struct sow_study *study,
                                                   struct sow_err *err);

#endif
