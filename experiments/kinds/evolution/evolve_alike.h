/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Individuals that play alike (sow_agent_alike): mostly copies of one genome. With the
 * option `distinct` they share their games. The first of them on an island, their
 * representative, plays for all.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_ALIKE_H
#define SOW_EXPERIMENTS_EVOLVE_ALIKE_H

#include "sow/heuristics/agent.h"

/** Place of an individual among those that play alike. */
struct sow_alike {
    int representative; /**< number of the individual that plays for this one */
    int count;          /**< individuals that this one plays for, itself included; 0 if it
                             is not a representative */
};

/**
 * Finds the representative of every individual: the lowest number of its island that
 * plays like it.
 * @param agents the individuals of all islands
 * @param count the number of individuals
 * @param island the number of individuals of an island; they are consecutive
 * @param[out] alike receives an entry for each individual
 */
void sow_alike_find(const struct sow_agent *agents, int count, int island,
                    struct sow_alike *alike);

#endif
