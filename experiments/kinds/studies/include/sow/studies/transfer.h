/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "transfer": do vectors that were evolved in one variant play well in
 * others? In every variant, every vector plays against a fixed list of opponents and
 * against the vectors that were evolved in that variant. A vector that was evolved in
 * several variants belongs to each of them.
 *
 * The shortfall (in C: regret) of a vector in a variant is the score it lacks to the best
 * vector there. The same games choose the best vector. To correct for this choice,
 * p-values are adjusted over all pairs of vectors, and intervals hold for all pairs
 * together.
 */
#ifndef SOW_EXPERIMENTS_TRANSFER_H
#define SOW_EXPERIMENTS_TRANSFER_H

#include "sow/matches/study.h"

/** Most characters of `origins`: variants of some vectors, several for each. */
enum { SOW_ORIGINS_MAX = SOW_VARIANT_SET_TEXT_MAX };

/** Options of a transfer. */
struct sow_transfer_options {
    /** Options of the study; the players are the vectors. */
    struct sow_study_options study;
    /** The variants in which each vector was evolved: a line for each vector, with
     *  tabs between variants. "" until prepared. Owned. */
    char *origins;
    int distances; /**< enum sow_transfer_distances */
};

/** Ways to find the distances of variants: none, or by matches between the opponents. */
enum sow_transfer_distances { SOW_DISTANCES_NO, SOW_DISTANCES_YES };

/** Fewest opponents whose matches tell the distances of variants. */
enum { SOW_DISTANCES_OPPONENTS = 4 };

/** The kind "transfer". */
extern const struct sow_run_kind sow_transfer_kind;

#endif
