/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Variants that are alike, by the strengths that the same players show in them.
 */
#ifndef SOW_EXPERIMENTS_QUERY_SIMILARITY_H
#define SOW_EXPERIMENTS_QUERY_SIMILARITY_H

#include "sow/store/store.h"

struct sow_report;

/**
 * Adds the table "similarity" for a tournament of at least four players in at least three
 * variants, with a row for each variant. Adds nothing for other runs.
 *
 * A row has the variant that is nearest by the distance of SOW_PROFILES, the distance,
 * and its 95 % interval by a bootstrap of the pairs of players. `stability` is the share
 * of the draws in which the same variant is the nearest.
 * @param store database
 * @param id number of the run
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_OK, SOW_NO_MEMORY, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_similarity(struct sow_store *store, int64_t id,
                                                  struct sow_report *report,
                                                  struct sow_err *err);

/**
 * Adds the table "mantel" for a transfer with distances between at least four variants in
 * which vectors were evolved. Adds nothing for other runs.
 *
 * The loss of two variants is the score that their best vectors lose in each other's
 * variant, to the best vector evolved there, on average over both. A row has the
 * correlation of distances and losses, and its p value by Mantel's test. It also has mean
 * scores in a variant: of its own best vector, of that of the nearest variant, and of
 * those of all other variants. The first row is about scores against the opponents. The
 * second is about scores against the variant's own best vector, who shares no opponents
 * with the distances.
 * @param store database
 * @param id number of the run
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_OK, SOW_NO_MEMORY, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_mantel(struct sow_store *store, int64_t id,
                                              struct sow_report *report,
                                              struct sow_err *err);

#endif
