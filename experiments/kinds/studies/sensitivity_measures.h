/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the games and evolutions of a sensitivity (sensitivity.h) say, rules by rules.
 */
#ifndef SOW_EXPERIMENTS_SENSITIVITY_MEASURES_H
#define SOW_EXPERIMENTS_SENSITIVITY_MEASURES_H

#include "sow/matches/study.h"
#include "sow/studies/evolutions.h"

/** A flip as recorded. */
struct sow_flip_text {
    const char *option;
    const char *old_value;
    const char *new_value;
    const char *left_out; /**< or "" */
};

/** What a sensitivity keeps beside the study, whose agents are the player, the opponents
 *  and the champions. Rules are counted as in the set: 0 is the base. */
struct sow_sensitivity {
    const struct sow_study *study;
    struct sow_flip_text *flips; /**< those of the set but for the base, then those left
                                      out */
    size_t flip_count;
    char *flip_room;
    size_t evolutions;               /**< of rules that are refitted */
    const char *refits;              /**< of each rules, '1': refitted */
    struct sow_evolution *champions; /**< rules by rules, of all that are refitted */
    size_t champion_count;
    int heuristic[SOW_HEURISTICS]; /**< of each gene of champions */
    int gene_count;                /**< 0: no champions */
};

bool sow_sensitivity_refits(const struct sow_sensitivity *sensitivity, size_t rules);

/** Place of the first champion of refitted rules among the champions. */
size_t sow_sensitivity_champions(const struct sow_sensitivity *sensitivity, size_t rules);

/** Stores flips and measures, within a transaction. */
SOW_MUST_USE enum sow_status sow_sensitivity_conclude(const struct sow_study *study,
                                                      struct sow_err *err);

#endif
