/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * PCG32 random streams (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient
 * Statistically Good Algorithms for Random Number Generation", XSH RR 64/32).
 *
 * There is no global generator. Every use derives a stream of its own from the run's
 * seed and a tuple that says what the numbers are for, so results do not depend on the
 * number of threads or on the order of work. A struct sow_pcg is plain caller storage;
 * two threads may not share one.
 */
#ifndef SOW_BASE_PCG_H
#define SOW_BASE_PCG_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

/** State of one stream. */
struct sow_pcg {
    uint64_t state;
    uint64_t increment; /**< odd; selects the sequence */
};

/** What a stream is for. Values are part of the stored content: never renumber. Games of
 *  a list of duels (experiments/duels.h) have the indices (round, player, opponent,
 *  2 game + seat), seat 1 being the player's second. */
enum sow_purpose {
    SOW_PURPOSE_GENOME = 1,     /**< initial genomes: (individual, island, 0, 0) */
    SOW_PURPOSE_BREEDING = 2,   /**< the breeding of a generation: (generation, island, 0,
                                     0) */
    SOW_PURPOSE_FITNESS = 3,    /**< fitness; the round is the generation, player and
                                     opponent are individuals */
    SOW_PURPOSE_SELECTION = 4,  /**< choice of the champion; round 0, individuals */
    SOW_PURPOSE_MATCH = 5,      /**< matches; round 0, player 0, opponent 1 */
    SOW_PURPOSE_DATASET = 6,    /**< games that yield positions: (game, 0, 0, 0) */
    SOW_PURPOSE_VALIDATION = 7, /**< validation; round 0, player 0, opponents 1, 2, .. */
    SOW_PURPOSE_PANEL = 8,   /**< panels of matches: (key of rules, player and opponent,
                                 0, 1, as for duels) */
    SOW_PURPOSE_TRIAL = 9,   /**< fitness against fixed opponents, the same for every
                                 individual: (key of generation, variant and opponent,
                                 0, 1, as for duels) */
    SOW_PURPOSE_ORDERS = 10, /**< the search for the best linear order: round 0 is the
                               draw, later rounds are games of orders by number */
    SOW_PURPOSE_MOVE = 11,   /**< single moves asked for: (number of the line, 0, 0, 0) */
    SOW_PURPOSE_REPLAY = 12, /**< the worst cells of panels again: as for panels */
    SOW_PURPOSE_OPENING = 13, /**< openings of games with other purposes: (first index of
                                   theirs, purpose, 0, number) */
    SOW_PURPOSE_REGRET =
        14,                /**< regret: (key of rules, player and opponent, 1 if it moves
                                second, game, 0); positions drawn: (0, seeds, number, 1) */
    SOW_PURPOSE_TEST = 99, /**< the project's own tests */
};

/** Names one stream: purpose and up to four indices (meaning: see enum sow_purpose). */
struct sow_stream {
    enum sow_purpose purpose;
    uint64_t index[4];
};

/** Seeds a stream as the reference implementation's pcg32_srandom does. */
void sow_pcg_seed(struct sow_pcg *rng, uint64_t seed, uint64_t sequence);

/** Derives the stream that @p stream names under @p run_seed. */
void sow_pcg_derive(struct sow_pcg *rng, uint64_t run_seed,
                    const struct sow_stream *stream);

/** The next 32 uniform bits. */
static inline uint32_t sow_pcg_next(struct sow_pcg *rng)
{
    uint64_t old = rng->state;
    rng->state = old * UINT64_C(6364136223846793005) + rng->increment;
    uint32_t mixed = (uint32_t)(((old >> 18U) ^ old) >> 27U);
    uint32_t turn = (uint32_t)(old >> 59U);
    return (mixed >> turn) | (mixed << ((32U - turn) & 31U));
}

/** A uniform integer in [0, @p bound), without bias; @p bound >= 1. */
static inline uint32_t sow_pcg_below(struct sow_pcg *rng, uint32_t bound)
{
    /* Multiply-shift with rejection of the few values that would favour some results
       (Lemire 2019). */
    uint64_t product = (uint64_t)sow_pcg_next(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (uint32_t)(-bound) % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)sow_pcg_next(rng) * bound;
    }
    return (uint32_t)(product >> 32U);
}

/** A uniform real in [0, 1) with 53 random bits. */
double sow_pcg_unit(struct sow_pcg *rng);

/**
 * A standard normal deviate by the polar method (Marsaglia and Bray 1964). Uses only
 * sqrt and log; the result is rounded to a multiple of 2^-32 so that the last bits of
 * a platform's log never reach stored content.
 */
double sow_pcg_normal(struct sow_pcg *rng);

SOW_C_END

#endif
