/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Plans of bake-offs: learners with equal work, as ways of a sweep.
 *
 * The unit of work is a game of two players with weights of H1 to H6 at one ply. Other
 * work costs a rate per variant, which was measured once (bakeoff_rates.def). A budget of
 * units becomes generations of an evolution, or positions of a run that learns.
 */
#ifndef SOW_EXPERIMENTS_BAKEOFF_PLAN_H
#define SOW_EXPERIMENTS_BAKEOFF_PLAN_H

#include "sow/base/err.h"
#include "sow/variants/variant_set.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    SOW_BAKEOFF_TRACKS = 2,       /**< learnt for one ply, and for a search of two */
    SOW_BAKEOFF_LEARNERS_MAX = 20 /**< room for the learners of a table */
};

/** Kinds of work, whose cost depends on the variant. */
enum sow_bakeoff_rate {
    SOW_BAKEOFF_GAME_1,        /**< game of H1-H6 players at one ply: 1 */
    SOW_BAKEOFF_PANEL_1,       /**< such a game against a panel, from random openings */
    SOW_BAKEOFF_FEATURES_1,    /**< game of 14 features against a panel at one ply */
    SOW_BAKEOFF_OUTCOME_1,     /**< position with its outcome, games at one ply */
    SOW_BAKEOFF_SEARCH_1,      /**< position with a search of three moves */
    SOW_BAKEOFF_FIT_OUTCOME_1, /**< the first, in a single round */
    SOW_BAKEOFF_FIT_SEARCH_1,  /**< the second, in a single round */
    SOW_BAKEOFF_GAME_2,        /**< game of H1-H6 players that search two moves */
    SOW_BAKEOFF_FEATURES_2,    /**< game of 14 features that search two moves */
    SOW_BAKEOFF_OUTCOME_2,     /**< position with its outcome, games at two plies */
    SOW_BAKEOFF_SEARCH_2,      /**< position with a search of four moves */
    SOW_BAKEOFF_FIT_OUTCOME_2, /**< the first, in a single round */
    SOW_BAKEOFF_FIT_SEARCH_2,  /**< the second, in a single round */
    SOW_BAKEOFF_RATES          /**< number of kinds */
};

/** How a learner works in a track. */
struct sow_bakeoff_form {
    const char *options;        /**< lines of its way; NULL: it is not in this track */
    const char *size;           /**< option that the budget gives a value */
    enum sow_bakeoff_rate rate; /**< work of a step */
    int step;                   /**< games of a generation; 1 for a position */
    int fixed; /**< games that do not depend on the size: candidates and validation */
    int least; /**< least value of the option */
    int most;  /**< greatest value of the option */
};

/** A learner. */
struct sow_bakeoff_learner {
    const char *name;
    const char *meaning; /**< one line, lower case */
    struct sow_bakeoff_form form[SOW_BAKEOFF_TRACKS];
};

/** All learners. The last row has a NULL name. */
extern const struct sow_bakeoff_learner sow_bakeoff_learners[];

/** Contents of a plan. */
struct sow_bakeoff {
    const struct sow_variant_set *variants; /**< built-in variants; borrowed */
    bool learner[SOW_BAKEOFF_LEARNERS_MAX]; /**< learners, by index in
                                               sow_bakeoff_learners */
    bool track[SOW_BAKEOFF_TRACKS];         /**< tracks, by index */
    int64_t budget;                         /**< units */
    int replicates;                         /**< number of random seeds */
    int openings;                           /**< openings of each judgement */
    int curve; /**< stages of each run that are judged, too; 0: none */
};

/**
 * Checks that there is a plan: that learners and tracks fit together, that the rates of
 * all variants are known, and that the budget is enough for each learner.
 * @param bakeoff what the plan is made of
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_USAGE
 */
SOW_MUST_USE enum sow_status sow_bakeoff_check(const struct sow_bakeoff *bakeoff,
                                               struct sow_err *err);

/** Returns true if a learner, by its index, is in one of the chosen tracks. */
bool sow_bakeoff_has(const struct sow_bakeoff *bakeoff, size_t learner);

/** Writes the plan, which sow_bakeoff_check has allowed, to @p out. */
void sow_bakeoff_write(const struct sow_bakeoff *bakeoff, FILE *out);

/** Returns the number of ways of the plan. */
size_t sow_bakeoff_ways(const struct sow_bakeoff *bakeoff);

/** Returns the processor seconds that learning takes, without judging, on the machine
 *  where the rates were measured. */
double sow_bakeoff_seconds(const struct sow_bakeoff *bakeoff);

/**
 * Reads a number of units: a whole number, or one with a decimal point and k or M behind
 * it, such as 500k and 2M.
 * @returns false if @p text is not one, or not from 1 to 1e12
 */
bool sow_bakeoff_read_units(const char *text, int64_t *units);

#endif
