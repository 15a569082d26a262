/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections and charts of single matches.
 */
#ifndef SOW_EXPERIMENTS_MATCH_SECTIONS_H
#define SOW_EXPERIMENTS_MATCH_SECTIONS_H

#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"

/** Report sections of matches. The last entry has a NULL name. */
extern const struct sow_query_section sow_match_sections[];

/** Report sections of series played by people. The last entry has a NULL name. */
extern const struct sow_query_section sow_play_sections[];

/** Charts of matches. The last entry has a NULL name. */
extern const struct sow_chart sow_match_charts[];

#endif
