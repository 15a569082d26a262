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
    /* The first heuristics of the table have a bit-sliced form (bitslice_choice.h);
       agents that use another one are left to the plain kernel. */
    SOW_SLICED_HEURISTICS = SOW_H6 + 1
};

/** A number to compare planes with. */
struct sow_constant {
    uint64_t zero[SOW_PLANES_MAX]; /**< per bit: all ones where it is 0 */
};

/** The counts of a set that agree in all but the lowest @c free bits. */
struct sow_cube {
    struct sow_constant count; /**< one of them */
    int free;
};

enum {
    SOW_SMALL_PLANES = 3, /* of a number below 8 */
    SOW_SMALL = 1 << SOW_SMALL_PLANES,
    SOW_SMALL_THREAT_PLANES = 5,
    SOW_SMALL_THREAT = 1 << SOW_SMALL_THREAT_PLANES
};

/** A set of counts: if all members are below 8 their table, in any case a union of cubes.
 */
struct sow_cubes {
    const struct sow_cube *cube;
    int count;
    int greatest;
    bool small;                /**< greatest is below 8 */
    uint64_t table[SOW_SMALL]; /**< all ones for a member; used if `small` */
};

/** How replies are valued for H6. */
enum sow_threat_method {
    SOW_THREAT_BY_SOWING,  /**< sow every reply: any rules */
    SOW_THREAT_BY_LANDING, /**< captures in the opponent's row only: one per landing pit
                            */
    SOW_THREAT_OF_SINGLES, /**< captures of {1}: runs of empty pits around the ring */
    SOW_THREAT_OF_PLACES /**< the pit opposite to a last single seed: one per landing pit
                          */
};

enum {
    SOW_CUBES_MAX = 1 << (SOW_PLANES_MAX - 1), /* of one set: every second count */
    SOW_SETS = 3
};

/** One setting of the rules, ready to be played in bit planes. */
struct sow_plan {
    const struct sow_rules *rules;
    int pits;
    int store; /**< 1 if the own store is a place of the ring, else 0 */
    int ring;  /**< places a sowing goes round: pits of both rows, store */
    int lap;   /**< seeds of one full lap */
    int laps;  /**< bits of the greatest possible number of full laps */
    int seeds; /**< of the whole game */
    struct sow_constant lap_seeds[SOW_PLANES_MAX]; /**< of 2^index full laps */
    struct sow_constant half;                      /**< half of all seeds */
    int planes;                                    /**< bits of a count: 6, 7 or 8 */
    bool number;                                   /**< there is a number capture */
    bool place;                                    /**< there is a place capture */
    bool filters;       /**< legality depends on what a move does */
    bool slams;         /**< grand slams matter */
    bool small_takes;   /**< what is captured from one pit is below 8 */
    bool small_threats; /**< and what a reply captures below 32, full laps below 8 */
    enum sow_threat_method threat;
    struct sow_cubes number_set;
    struct sow_cubes place_set;
    struct sow_cubes reply_set; /**< counts that are in number_set after one more seed */
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

/** The definition: one game by the rules engine. */
struct sow_game_result sow_batch_play_one(const struct sow_batch *batch,
                                          const struct sow_pairing *pairing);

#endif
