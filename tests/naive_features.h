/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A second implementation of the features of positions, written from
 * docs/reference/players.md for the tests alone. It works on rows as they are printed,
 * with the naive engine. To separate captures from seeds sown into a store, it sows again
 * without captures.
 */
#ifndef SOW_TESTS_NAIVE_FEATURES_H
#define SOW_TESTS_NAIVE_FEATURES_H

#include "naive.h"

/**
 * Returns the value of the feature called @p name, which must make sense under the rules.
 * Aborts the test if there is no such feature.
 */
int naive_feature(const char *name, const struct sow_rules *rules,
                  const struct naive_board *board, int seat);

#endif
