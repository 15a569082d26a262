/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The hall of fame (Rosin and Belew 1997): the best of earlier generations as opponents,
 * so that a co-evolution does not forget whom it could beat.
 *
 * Entrants are numbered from 0; entrant e is the best individual of generation
 * (e + 1) interval - 1. Every holdout-th entrant is held out of the fitness. Whom a
 * generation meets follows from its number and the generations before it, so that a run
 * that goes on meets the same.
 *
 * Ownership: sow_hall_add allocates what sow_hall_release frees.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_HALL_H
#define SOW_EXPERIMENTS_EVOLVE_HALL_H

#include "sow/evolution/evolve.h"
#include "sow/heuristics/agent.h"

struct sow_hall {
    int interval;
    int size;
    int holdout;
    struct sow_agent *entrants; /**< all of them */
    int count;
    int room;
};

/** An empty hall. */
void sow_hall_init(struct sow_hall *hall, const struct sow_evolve_options *options);
void sow_hall_release(struct sow_hall *hall);

/** Does the best of this generation enter? */
bool sow_hall_admits(const struct sow_hall *hall, int generation);

/** Adds the next entrant. */
SOW_MUST_USE enum sow_status
sow_hall_add(struct sow_hall *hall, const struct sow_agent *agent, struct sow_err *err);

/** Members that generation @p generation meets, at most `size`, evenly spread over the
 *  entrants that are not held out; of those that are, if @p held_out. */
int sow_hall_count(const struct sow_hall *hall, int generation, bool held_out);

/** Writes these members, which have to be there, the oldest first. */
void sow_hall_members(const struct sow_hall *hall, int generation, bool held_out,
                      struct sow_agent *members);

#endif
