/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rules as the batch kernels read them: lengths, widths and capture sets worked out once,
 * the same for every vector width.
 */
#ifndef SOW_HEURISTICS_BITSLICE_PLAN_H
#define SOW_HEURISTICS_BITSLICE_PLAN_H

#include "sow/heuristics/batch.h"

enum {
    SOW_PLANES_MAX = 8,                  /* a count of at most 255 seeds */
    SOW_RING_MAX = 2 * SOW_MAX_PITS + 1, /* both rows and the mover's store */
    SOW_PLIES_MAX = UINT16_MAX,          /* no game is longer */
    /* The first heuristics of the table have a bit-sliced form (bitslice_choice.h);
       agents that use another one are left to the plain kernel. */
    SOW_SLICED_HEURISTICS = SOW_H7 + 1
};

/** The counts of a set that agree with @c count in all but the lowest @c free bits. */
struct sow_cube {
    int count;
    int free;
};

/** A set of counts as a union of cubes. */
struct sow_cubes {
    const struct sow_cube *cube;
    int count;
};

/** How replies are valued for H6. */
enum sow_threat_method {
    SOW_THREAT_BY_SOWING,  /**< sow every reply: any rules */
    SOW_THREAT_BY_LANDING, /**< captures in the opponent's row only: by where a reply ends
                            */
    SOW_THREAT_OF_FEW,     /**< the same of 1 to 4 seeds a pit, in chains */
    SOW_THREAT_OF_SINGLES, /**< captures of {1}: runs of empty pits around the ring */
    SOW_THREAT_OF_PLACES /**< the pit opposite to a last single seed: one per landing pit
                          */
};

/**
 * What the source of the kernels branches on. The usual games are compiled with a form of
 * constants each, so that loops have constant bounds and what a rule does not need is not
 * there; all others read the same fields at run time.
 */
struct sow_form {
    int planes; /**< of a count: 6 or 8 */
    int pits;
    int store;       /**< 1 if the own store is a place of the ring, else 0 */
    int ring;        /**< places a sowing goes round: pits of both rows, store */
    int lap;         /**< seeds of one full lap */
    int laps;        /**< planes of the greatest possible number of full laps */
    int takes;       /**< planes of what a number capture takes from one pit; up to 3:
                          see low_taken */
    int few;         /**< the captures, bit n for n seeds, if these are a constant; else
                          0: see the plan */
    int where;       /**< of number captures: enum sow_where, or -1 without any */
    int chain;       /**< of them: enum sow_chain */
    int place;       /**< place captures: 0 none, 1 of {1}, 2 of another set */
    int place_chain; /**< they go on to the preceding pits */
    int place_any;   /**< they take the last seed even if the opposite pit is empty */
    int slam;        /**< enum sow_grand_slam */
    int feeding;     /**< enum sow_feeding */
    int threat;      /**< enum sow_threat_method */
};

enum {
    SOW_CUBES_MAX = 1 << (SOW_PLANES_MAX - 1), /* of one set: every second count */
    SOW_SETS = 2
};

/** One setting of the rules, ready to be played in bit planes. */
struct sow_plan {
    const struct sow_rules *rules;
    struct sow_form form;
    int seeds;     /**< of the whole game */
    int most_laps; /**< full laps of a pit that has all of them */
    /** Of the counts 0 to 7, all bits set for those that number captures take. */
    uint64_t low_taken[8];
    struct sow_cubes number_set;
    struct sow_cubes place_set;
    struct sow_cube cubes[SOW_SETS * SOW_CUBES_MAX];
    int cubes_used;
};

/** NULL if the kernels play by these rules, else why not, in a few words. */
const char *sow_plan_refusal(const struct sow_rules *rules);

/** NULL if the kernels play for this agent, else why not. */
const char *sow_plan_agent_refusal(const struct sow_agent *agent);

/** Works out @p plan for rules that are not refused. */
void sow_plan_make(struct sow_plan *plan, const struct sow_rules *rules);

/** A kernel's way to play games [begin, end): one per instruction set. */
typedef void sow_bitslice_play_fn(const struct sow_batch *batch, size_t begin, size_t end,
                                  struct sow_game_result *results);

sow_bitslice_play_fn sow_bitslice_portable;
sow_bitslice_play_fn sow_bitslice_avx2;
sow_bitslice_play_fn sow_bitslice_avx512;

/** Sets up a game where it begins. */
void sow_batch_begin(const struct sow_batch *batch, const struct sow_pairing *pairing,
                     struct sow_game *game);

/** The definition: the game @p index, of @p pairing, by the rules engine. */
void sow_batch_play_one(const struct sow_batch *batch, const struct sow_pairing *pairing,
                        size_t index, struct sow_game_result *results);

#endif
