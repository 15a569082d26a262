/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections of studies, which are runs of many matches.
 */
#ifndef SOW_EXPERIMENTS_STUDY_SECTIONS_H
#define SOW_EXPERIMENTS_STUDY_SECTIONS_H

#include "sow/queries/query_sections.h"

/** Report sections of all studies. The last entry has a NULL name. */
extern const struct sow_query_section sow_study_sections[];

#endif
