/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections and charts of evolutions.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_SECTIONS_H
#define SOW_EXPERIMENTS_EVOLVE_SECTIONS_H

#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"

struct sow_report;

/** Report sections of evolutions. The last entry has a NULL name. */
extern const struct sow_query_section sow_evolve_sections[];

/** Charts of evolutions. The last entry has a NULL name. */
extern const struct sow_chart sow_evolve_charts[];

/**
 * Adds the table "champions" with a row for each run: its random seed, its weights or its
 * player, fitness, score and validation. Adds nothing if the first run has no genes.
 * @param store database
 * @param ids numbers of the runs, which have the same kind of genome
 * @param count number of runs, at least 1
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_OK, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_evolve_champions(struct sow_store *store,
                                                  const int64_t *ids, size_t count,
                                                  struct sow_report *report,
                                                  struct sow_err *err);

#endif
