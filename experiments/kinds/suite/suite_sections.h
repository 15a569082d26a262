/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections of runs on the suite. */
#ifndef SOW_SUITE_SUITE_SECTIONS_H
#define SOW_SUITE_SUITE_SECTIONS_H

#include "sow/queries/query_sections.h"

/* The sections. The last one has a NULL name. */
extern const struct sow_query_section sow_suite_sections[];

#endif
