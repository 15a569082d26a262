/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The features of positions once more, written from docs/players.md for the tests alone:
 * on rows as they are printed, with the naive engine. Captures are told from seeds sown
 * by sowing again without captures.
 */
#ifndef SOW_TESTS_NAIVE_FEATURES_H
#define SOW_TESTS_NAIVE_FEATURES_H

#include "naive.h"

/** The value of the feature called @p name where it makes sense; aborts the test if
 *  there is no such feature. */
int naive_feature(const char *name, const struct sow_rules *rules,
                  const struct naive_board *board, int seat);

#endif
