/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections and charts of regrets.
 */
#ifndef SOW_EXPERIMENTS_REGRET_SECTIONS_H
#define SOW_EXPERIMENTS_REGRET_SECTIONS_H

#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"

/** Report sections of runs of kind "regret": figures by player, the same by number of
 *  seeds, and the answer in one sentence. The last entry has a NULL name. */
extern const struct sow_query_section sow_regret_sections[];

/** Charts of runs of kind "regret": `players` compares the players, `seeds` shows the
 *  loss by number of seeds. The last entry has a NULL name. */
extern const struct sow_chart sow_regret_charts[];

#endif
