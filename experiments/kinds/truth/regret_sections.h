/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections of regrets.
 */
#ifndef SOW_EXPERIMENTS_REGRET_SECTIONS_H
#define SOW_EXPERIMENTS_REGRET_SECTIONS_H

#include "sow/queries/query_sections.h"

/** Report sections of regrets. The last entry has a NULL name. */
extern const struct sow_query_section sow_regret_sections[];

#endif
