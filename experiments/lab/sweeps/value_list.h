/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Lists of values as plans write them.
 */
#ifndef SOW_EXPERIMENTS_VALUE_LIST_H
#define SOW_EXPERIMENTS_VALUE_LIST_H

#include "sow/sweeps/sweep_plan.h"

/** Adds the values of @p text: words, words in quotes, ranges of whole numbers. A word
 *  that begins with ';' or '#' ends it. SOW_BAD_DATA, with what is wrong, for quotes left
 *  open and a range that has no values. */
SOW_MUST_USE enum sow_status sow_values_add(struct sow_sweep_list *list, const char *text,
                                            struct sow_err *err);

/** SOW_BAD_DATA for a list without values, or with one that is there twice. */
SOW_MUST_USE enum sow_status sow_values_check(const struct sow_sweep_list *list,
                                              struct sow_err *err);

#endif
