/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections and charts of runs that learn.
 */
#ifndef SOW_EXPERIMENTS_LEARN_SECTIONS_H
#define SOW_EXPERIMENTS_LEARN_SECTIONS_H

#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"
#include "sow/queries/query_words.h"

/** Report sections. The last entry has a NULL name. */
extern const struct sow_query_section sow_learn_sections[];

/** Charts. The last entry has a NULL name. */
extern const struct sow_chart sow_learn_charts[];

#endif
