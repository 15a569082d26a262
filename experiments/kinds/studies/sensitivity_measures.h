/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Conclusions of a sensitivity (sensitivity.h), separately for each rules.
 */
#ifndef SOW_EXPERIMENTS_SENSITIVITY_MEASURES_H
#define SOW_EXPERIMENTS_SENSITIVITY_MEASURES_H

#include "sow/matches/study.h"
#include "sow/studies/evolutions.h"

/** A rule change as recorded. The texts are borrowed from `flip_room`. */
struct sow_flip_text {
    const char *option;    /**< key of the option */
    const char *old_value; /**< value in the base */
    const char *new_value; /**< value after the change */
    const char *left_out;  /**< reason why it is not played, or "" */
};

/**
 * State of a sensitivity beside the study. The agents of the study are the player, the
 * opponents and the champions. Rules have their index in the set of variants: 0 is the
 * base.
 */
struct sow_sensitivity {
    const struct sow_study *study;
    /** Changes that are played, in the order of the set, then changes that are not;
     *  owned. Change i has the rules with index i + 1. */
    struct sow_flip_text *flips;
    size_t flip_count; /**< number of all changes */
    /** Memory of the texts in `flips`; owned. */
    char *flip_room;
    /** Number of evolutions under each rules with evolutions. */
    size_t evolutions;
    const char *refits; /**< for each rules, '1' if weights are evolved */
    /** Champions of all rules with evolutions, in the order of the rules and then of
     *  random seeds; owned. */
    struct sow_evolution *champions;
    size_t champion_count;         /**< number of all champions */
    int heuristic[SOW_HEURISTICS]; /**< the heuristic of each gene */
    int gene_count;                /**< number of genes; 0 without champions */
};

/** Returns true if weights are evolved under the rules with index @p rules. */
bool sow_sensitivity_refits(const struct sow_sensitivity *sensitivity, size_t rules);

/**
 * Returns the index of the first champion of the rules with index @p rules among all
 * champions.
 */
size_t sow_sensitivity_champions(const struct sow_sensitivity *sensitivity, size_t rules);

/**
 * Stores the rule changes in table `flips` and the measures under all rules in table
 * `sensitivity`, within a transaction of the caller. It is the `conclude` of the design.
 * @returns SOW_NO_MEMORY, or an error of the database.
 */
SOW_MUST_USE enum sow_status sow_sensitivity_conclude(const struct sow_study *study,
                                                      struct sow_err *err);

#endif
