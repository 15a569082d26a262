/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The plan of the bit-sliced kernels: the rules in the form that the kernels read.
 * Lengths, widths and capture sets are computed once. The plan is the same for every
 * vector width.
 *
 * A bit-sliced kernel plays many games at once, each in a *lane*. It stores a number of
 * all lanes as *planes*: plane b is a vector with bit b of the number of every lane
 * (bitslice_planes.h).
 */
#ifndef SOW_HEURISTICS_BITSLICE_PLAN_H
#define SOW_HEURISTICS_BITSLICE_PLAN_H

#include "sow/heuristics/batch.h"

enum {
    SOW_PLANES_MAX = 8,                  /* planes of a count of at most 255 seeds */
    SOW_RING_MAX = 2 * SOW_MAX_PITS + 1, /* pits of both rows and the mover's store */
    SOW_PLIES_MAX = UINT16_MAX,          /* no game is longer */
    /* Number of heuristics with a bit-sliced form (bitslice_choice.h): the first of the
       table. The plain kernel plays for agents that use another one. */
    SOW_SLICED_HEURISTICS = SOW_H7 + 1
};

/** A cube of counts: all counts that agree with @c count in all but the lowest @c free
 *  bits. */
struct sow_cube {
    int count; /**< a member, with its free bits 0 */
    int free;  /**< number of free bits */
};

/** A set of counts, as a union of cubes. */
struct sow_cubes {
    const struct sow_cube *cube; /**< the cubes, borrowed from the plan */
    int count;                   /**< number of cubes */
};

/** Methods of computing H6, the best gain of a reply. Each is faster than those above it,
 *  and is for some rules only. */
enum sow_threat_method {
    SOW_THREAT_BY_SOWING,  /**< sows every reply; for any rules */
    SOW_THREAT_BY_LANDING, /**< by the pit where a reply ends; for number captures in the
                                opponent's row only */
    SOW_THREAT_OF_FEW,     /**< by landing, for captures of 1 to 4 seeds per pit, in
                                chains within the row */
    SOW_THREAT_OF_SINGLES, /**< for captures of {1} in both rows: by runs of empty pits
                                around the ring */
    SOW_THREAT_OF_PLACES   /**< for place captures of {1}: by landing pit, which takes the
                                opposite pit */
};

/**
 * The form of the rules: everything that the source of the kernels branches on. Each
 * usual game is compiled with a form of constants. Then loops have constant bounds, and
 * code that a rule does not need disappears. All other games read the same fields at run
 * time.
 *
 * The *ring* is the cycle that a sowing follows: both rows and, if it is sown, the
 * sower's store.
 */
struct sow_form {
    int planes;      /**< planes of a count: 6 or 8 */
    int pits;        /**< pits in a row */
    int store;       /**< 1 if the own store is part of the ring, else 0 */
    int ring;        /**< length of the ring: pits of both rows, and the store */
    int lap;         /**< seeds of one full lap */
    int laps;        /**< planes of the greatest possible number of full laps */
    int takes;       /**< planes of the seeds that a number capture takes from one pit; up
                          to 3, see low_taken */
    int few;         /**< capture set as a mask (bit n for n seeds) if the threat method
                          makes it a constant of the form; 0: it is in the plan */
    int where;       /**< enum sow_where of number captures, or -1 without any */
    int chain;       /**< enum sow_chain of number captures */
    int place;       /**< place captures: 0 none, 1 with the set {1}, 2 with another
                          set */
    int place_chain; /**< 1 if place captures chain to the preceding pits */
    int place_any;   /**< 1 if they take the last seed even if the opposite pit is
                          empty */
    int slam;        /**< enum sow_grand_slam */
    int feeding;     /**< enum sow_feeding */
    int threat;      /**< enum sow_threat_method */
};

enum {
    SOW_CUBES_MAX = 1 << (SOW_PLANES_MAX - 1), /* most cubes of one set: every second
                                                  count is a member */
    SOW_SETS = 2                               /**< number captures and place captures */
};

/** The plan: one setting of the rules, ready to be played in bit planes. */
struct sow_plan {
    const struct sow_rules *rules; /**< the rules, borrowed */
    struct sow_form form;          /**< everything that the code branches on */
    int seeds;                     /**< seeds of the whole game */
    int most_laps;                 /**< full laps of a pit that holds all of them */
    /** By count 0 to 7: all bits set if number captures take this count, else 0. */
    uint64_t low_taken[8];
    struct sow_cubes number_set; /**< counts that number captures take */
    struct sow_cubes place_set;  /**< counts of the last pit for place captures */
    struct sow_cube cubes[SOW_SETS * SOW_CUBES_MAX]; /**< room for the cubes of both
                                                          sets */
    int cubes_used;                                  /**< cubes in use */
};

/** Returns NULL if the kernels can play by these rules, else a phrase that names the
 *  obstacle. */
const char *sow_plan_refusal(const struct sow_rules *rules);

/** Returns NULL if the kernels can play for this agent, else a phrase that names the
 *  obstacle. */
const char *sow_plan_agent_refusal(const struct sow_agent *agent);

/** Makes the plan for rules that sow_plan_refusal accepts. */
void sow_plan_make(struct sow_plan *plan, const struct sow_rules *rules);

/** A kernel: it plays games [begin, end) of a batch. There is one for each instruction
 *  set. */
typedef void sow_bitslice_play_fn(const struct sow_batch *batch, size_t begin, size_t end,
                                  struct sow_game_result *results);

/** Plays 128 games at a time on any processor. */
sow_bitslice_play_fn sow_bitslice_portable;
/** Plays 256 games at a time with AVX2. */
sow_bitslice_play_fn sow_bitslice_avx2;
/** Plays 512 games at a time with AVX-512. */
sow_bitslice_play_fn sow_bitslice_avx512;

/** Sets up @p game at the start of its rules and plays the opening of the batch, if it
 *  has one. */
void sow_batch_begin(const struct sow_batch *batch, const struct sow_pairing *pairing,
                     struct sow_game *game);

/** Plays the game of @p pairing by the rules engine: the definition of its result. Stores
 *  the result at @p index, and line and shape if the batch asks for them. */
void sow_batch_play_one(const struct sow_batch *batch, const struct sow_pairing *pairing,
                        size_t index, struct sow_game_result *results);

#endif
