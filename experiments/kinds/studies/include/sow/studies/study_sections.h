/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections and charts of studies, which are runs of many matches.
 */
#ifndef SOW_EXPERIMENTS_STUDY_SECTIONS_H
#define SOW_EXPERIMENTS_STUDY_SECTIONS_H

#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"

/** Report sections of tournaments: cross-table, variants, cycles, ratings and the
 *  answer. The last entry has a NULL name. */
extern const struct sow_query_section sow_tournament_sections[];

/** Report sections of robustness tests. The last entry has a NULL name. */
extern const struct sow_query_section sow_robustness_sections[];

/** Report sections of transfers. The last entry has a NULL name. */
extern const struct sow_query_section sow_transfer_sections[];

/** Report sections of sensitivities. The last entry has a NULL name. */
extern const struct sow_query_section sow_sensitivity_sections[];

/** Charts of tournaments. The last entry has a NULL name. */
extern const struct sow_chart sow_tournament_charts[];

/** Charts of robustness tests. The last entry has a NULL name. */
extern const struct sow_chart sow_robustness_charts[];

/** Charts of transfers. The last entry has a NULL name. */
extern const struct sow_chart sow_transfer_charts[];

/** Charts of sensitivities. The last entry has a NULL name. */
extern const struct sow_chart sow_sensitivity_charts[];

#endif
