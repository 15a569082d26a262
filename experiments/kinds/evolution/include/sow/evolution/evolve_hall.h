/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The hall of fame (Rosin and Belew 1997): the best individuals of earlier generations as
 * opponents, so that a co-evolution does not forget how to beat them.
 *
 * Entrants are numbered from 0. Entrant e is the best individual of generation
 * (e + 1) interval - 1. Every holdout-th entrant is held out of the fitness. The number
 * of a generation and the generations before it decide which members it meets. So a
 * resumed run meets the same members.
 *
 * Ownership: sow_hall_add allocates what sow_hall_release frees.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_HALL_H
#define SOW_EXPERIMENTS_EVOLVE_HALL_H

#include "sow/evolution/evolve.h"
#include "sow/heuristics/agent.h"

/** A hall of fame. */
struct sow_hall {
    int interval;               /**< generations from one entrant to the next */
    int size;                   /**< most members that a generation meets */
    int holdout;                /**< step of entrants that are held out; 0 = none */
    struct sow_agent *entrants; /**< all entrants, held out or not */
    int count;                  /**< number of entrants */
};

/** Makes an empty hall with interval, size and holdout of the options. */
void sow_hall_init(struct sow_hall *hall, const struct sow_evolve_options *options);
/** Frees the entrants and leaves the hall empty. */
void sow_hall_release(struct sow_hall *hall);

/** Returns true if the best individual of generation @p generation enters: the interval
 *  divides generation + 1. */
bool sow_hall_admits(const struct sow_hall *hall, int generation);

/** Adds a copy of the agent as the next entrant. Returns SOW_OK, or SOW_NO_MEMORY; the
 *  hall is then unchanged. */
SOW_MUST_USE enum sow_status
sow_hall_add(struct sow_hall *hall, const struct sow_agent *agent, struct sow_err *err);

/** Returns the number of members that generation @p generation meets, at most `size`.
 * They are spread evenly over the entrants before it that are not held out, or, with
 *  @p held_out, over those that are. */
int sow_hall_count(const struct sow_hall *hall, int generation, bool held_out);

/** Writes the members that sow_hall_count counts to @p members, the oldest first. All
 *  entrants before @p generation must have been added. */
void sow_hall_members(const struct sow_hall *hall, int generation, bool held_out,
                      struct sow_agent *members);

#endif
