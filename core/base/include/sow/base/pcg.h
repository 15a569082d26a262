/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Streams of random numbers from the generator PCG32, variant XSH RR 64/32. See
 * O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation".
 *
 * There is no global generator. Every use derives a stream of its own from the random
 * seed of the run, and from a purpose and indices. So results do not depend on the number
 * of threads or on the order of work. Ownership: struct sow_pcg is storage of the caller.
 * Two threads may not share one.
 */
#ifndef SOW_BASE_PCG_H
#define SOW_BASE_PCG_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

/** State of one stream. */
struct sow_pcg {
    uint64_t state;     /**< all 64 bits of the generator's state */
    uint64_t increment; /**< odd number that selects the sequence */
};

/**
 * Purpose of a stream, with the meaning of its four indices. Stored results depend on
 * these values, so they are never renumbered.
 *
 * Games of a list of matches (experiments/kinds/matches) use the indices (round, player,
 * opponent, 2 x game + seat). The seat is 0 if the player moves first and 1 if it moves
 * second.
 */
enum sow_purpose {
    SOW_PURPOSE_GENOME = 1,     /**< genomes (individual, island, generation, 0),
                                     and variants (number, attempt, 0, 1) */
    SOW_PURPOSE_BREEDING = 2,   /**< breeding of a generation: (generation, island, 0,
                                     0) */
    SOW_PURPOSE_FITNESS = 3,    /**< games for fitness: round = generation, player and
                                     opponent = individuals */
    SOW_PURPOSE_SELECTION = 4,  /**< choice of the champion: round 0, player and opponent
                                     = individuals */
    SOW_PURPOSE_MATCH = 5,      /**< matches: round 0, player 0, opponent 1 */
    SOW_PURPOSE_DATASET = 6,    /**< games whose positions become a data set: (game, 0, 0,
                                     0) */
    SOW_PURPOSE_VALIDATION = 7, /**< validation: round 0, player 0, opponents from 1 */
    SOW_PURPOSE_PANEL = 8,    /**< matches of a panel: (key of rules, player and opponent,
                                   0, 1, 2 x game + seat) */
    SOW_PURPOSE_TRIAL = 9,    /**< fitness against fixed opponents, with the same streams
                                   for every individual: (key of generation, variant and
                                   opponent, 0, 1, 2 x game + seat) */
    SOW_PURPOSE_ORDERS = 10,  /**< search for the best linear order: round 0 draws the
                                   orders, later rounds are games between numbered
                                   orders */
    SOW_PURPOSE_MOVE = 11,    /**< single moves for a caller: (number of the line, 0, 0,
                                   0) */
    SOW_PURPOSE_REPLAY = 12,  /**< retest of the worst cells of a panel: indices as
                                   SOW_PURPOSE_PANEL */
    SOW_PURPOSE_OPENING = 13, /**< random openings of games with another purpose: (first
                                   index of the games, that purpose, 0, number of the
                                   opening) */
    /** Regret. For games: (key of rules, player and opponent, 1 if the player moves
     * second, game, 0). For drawn positions: (0, seeds, number, 1). */
    SOW_PURPOSE_REGRET = 14,
    /** Measurement of strength, whose random seed is fixed. For openings: (0, 0, number
     * of the opening, 0). For games: (1, number of the opponent, opening, 1 if the player
     * moves second). */
    SOW_PURPOSE_STRENGTH = 15,
    SOW_PURPOSE_LEARN = 16, /**< games whose positions are learnt from: (round, game, 0,
                                 0) */
    SOW_PURPOSE_LEARN_TEST = 17, /**< tests of learnt weights: round, player 0, opponents
                                      1 (the round before) and 2 (the first weights) */
    SOW_PURPOSE_TEST = 99,       /**< tests of the project */
};

/** Name of one stream: a purpose and four indices, which enum sow_purpose explains. */
struct sow_stream {
    enum sow_purpose purpose; /**< purpose of the numbers */
    uint64_t index[4];        /**< indices; unused ones are 0 */
};

/**
 * Seeds a stream as pcg32_srandom of the reference implementation does.
 * @param[out] rng stream to start
 * @param seed start of the state
 * @param sequence number of the sequence; its highest bit is ignored
 */
void sow_pcg_seed(struct sow_pcg *rng, uint64_t seed, uint64_t sequence);

/**
 * Derives the stream with a given name from the random seed of a run.
 * @param[out] rng stream to start
 * @param run_seed random seed of the run
 * @param stream name of the stream
 */
void sow_pcg_derive(struct sow_pcg *rng, uint64_t run_seed,
                    const struct sow_stream *stream);

/**
 * Returns the next 32 random bits.
 * @param[in,out] rng stream to advance
 * @returns a uniform integer in [0, 2^32)
 */
static inline uint32_t sow_pcg_next(struct sow_pcg *rng)
{
    uint64_t old = rng->state;
    rng->state = old * UINT64_C(6364136223846793005) + rng->increment;
    uint32_t mixed = (uint32_t)(((old >> 18U) ^ old) >> 27U);
    uint32_t turn = (uint32_t)(old >> 59U);
    return (mixed >> turn) | (mixed << ((32U - turn) & 31U));
}

/**
 * Returns a uniform integer below a bound, without bias.
 * @param[in,out] rng stream to advance
 * @param bound number of possible results, at least 1
 * @returns an integer in [0, @p bound)
 */
static inline uint32_t sow_pcg_below(struct sow_pcg *rng, uint32_t bound)
{
    /* Multiplies and shifts, and rejects the few values that would favour some results
       (Lemire 2019). */
    uint64_t product = (uint64_t)sow_pcg_next(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (uint32_t)(-bound) % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)sow_pcg_next(rng) * bound;
    }
    return (uint32_t)(product >> 32U);
}

/**
 * Returns a uniform real with 53 random bits. Advances the stream by two steps.
 * @param[in,out] rng stream to advance
 * @returns a number in [0, 1)
 */
double sow_pcg_unit(struct sow_pcg *rng);

/**
 * Returns a standard normal deviate by the polar method (Marsaglia and Bray 1964). The
 * method uses sqrt and log only. The result is rounded to a multiple of 2^-32, so that
 * the last bits of a platform's log never reach stored results. Draws pairs of
 * sow_pcg_unit() until a pair is in the unit circle, and keeps no second deviate.
 * @param[in,out] rng stream to advance
 * @returns a number of mean 0 and variance 1
 */
double sow_pcg_normal(struct sow_pcg *rng);

SOW_C_END

#endif
