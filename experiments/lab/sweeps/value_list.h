/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Lists of values as plans write them.
 */
#ifndef SOW_EXPERIMENTS_VALUE_LIST_H
#define SOW_EXPERIMENTS_VALUE_LIST_H

#include "sow/sweeps/sweep_plan.h"

/** Adds the values of @p text to a list: words, words in quotes, ranges of whole numbers
 *  (each number is a value). A word that begins with ';' or '#' ends the text. Fails with
 *  SOW_BAD_DATA, with the reason, for open quotes, a range without values, or too many
 *  values. The list then keeps the values before. */
SOW_MUST_USE enum sow_status sow_values_add(struct sow_sweep_list *list, const char *text,
                                            struct sow_err *err);

/** Checks a list. Fails with SOW_BAD_DATA if it has no values, or one of them twice. */
SOW_MUST_USE enum sow_status sow_values_check(const struct sow_sweep_list *list,
                                              struct sow_err *err);

#endif
