/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sentences of a publication about who is how strong, as claims with a measure each: data
 * rows, like the published figures. They compare as struct sow_reproduction asks for.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_CLAIMS_H
#define SOW_EXPERIMENTS_REPRODUCE_CLAIMS_H

#include "sow/reproduction/reproduce_tables.h"

/** The sentences about the variant of @p table. */
SOW_MUST_USE enum sow_status sow_compare_sentences(const struct sow_reproduction *table,
                                                   const struct sow_evidence *evidence,
                                                   struct sow_comparison_list *list,
                                                   struct sow_err *err);

#endif
