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
    char *origins;                  /**< of each vector the variants it comes from: a
                                                             line each, with tabs between several */
};

extern const struct sow_run_kind sow_transfer_kind;

/**
 * Takes what the @p count runs @p ids produced as the vectors. The variants, if none are
 * typed, are all those that the runs were made in, several of a run included. SOW_USAGE
 * for a run without a player, and for two runs whose variants have one name but different
 * rules.
 */
SOW_MUST_USE enum sow_status sow_transfer_take(struct sow_transfer_options *options,
                                               struct sow_store *store,
                                               const int64_t *ids, size_t count,
                                               struct sow_err *err);

#endif
