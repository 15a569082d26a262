/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "transfer": are vectors that were evolved in one game good in others?
 * Every vector meets a fixed panel of opponents by the rules of every variant, and the
 * vectors that were evolved in that variant head to head. A vector that was evolved in
 * several variants at once is at home in each of them.
 *
 * The regret of a vector in a variant is what the best vector there scores more. Which is
 * best is seen on the same games, so p-values are adjusted, and intervals hold together,
 * over all pairs of vectors: that allows for the choice.
 */
#ifndef SOW_EXPERIMENTS_TRANSFER_H
#define SOW_EXPERIMENTS_TRANSFER_H

#include "sow/matches/study.h"

/** Characters of the origins: games of some vectors, several of each. */
enum { SOW_ORIGINS_MAX = SOW_VARIANT_SET_TEXT_MAX };

struct sow_transfer_options {
    struct sow_study_options study; /**< its players are the vectors */
    char *origins; /**< of each vector the variants it comes from: a line each, with tabs
                        between several; "" until prepared */
};

extern const struct sow_run_kind sow_transfer_kind;

#endif
