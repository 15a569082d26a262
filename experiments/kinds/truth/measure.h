/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Comparison of a player's moves with exact values, position by position, and the sums of
 * the results.
 */
#ifndef SOW_EXPERIMENTS_MEASURE_H
#define SOW_EXPERIMENTS_MEASURE_H

#include "sow/base/parallel.h"
#include "sow/endgame/database.h"
#include "sow/heuristics/agent.h"
#include "sow/statistics/statistics_clusters.h"
#include "sow/truth/move_regret.h"

/** Exact values, and the rules to which they belong. All pointers are borrowed. */
struct truth {
    const struct sow_rules *rules;     /**< rules */
    const struct sow_fast *fast;       /**< fast engine; NULL if it lacks the rules */
    const struct sow_endgame *endgame; /**< exact values */
    int on_board;                      /**< largest number of seeds on the board in
                                            positions that are measured */
    uint64_t seed;                     /**< random seed of the run */
};

/** Figures of a choice: the share of best moves (0 to 1), and the mean number of seeds
 *  lost. The first two are means over the moves between which the player draws, the
 *  others over all legal moves. */
enum figure { OPTIMAL, REGRET, RANDOM_OPTIMAL, RANDOM_REGRET, FIGURES };

/** Sums over the measured choices in one game or position. All zeros: no choice yet. */
struct measure {
    int32_t choices;     /**< number of choices */
    int32_t forfeit;     /**< reason why the player made none (enum sow_ending), or 0 */
    double sum[FIGURES]; /**< sum of each figure over the choices */
};

/** Number of measures of a game: one for each number of seeds on the board, and [0] for
 * all of them together. */
enum { MEASURES = SOW_ENDGAME_SEEDS_MAX + 1 };

/** One game of a measured player. All pointers are borrowed. */
struct bout {
    const struct sow_agent *player;   /**< player to measure */
    const struct sow_agent *opponent; /**< opponent of the player */
    bool second;                      /**< true if the player has the second seat */
    int random_plies;                 /**< number of random moves that open the game */
    struct sow_stream stream;         /**< random stream of the game */
};

/** Plays a game from the standard start. Its first `random_plies` moves are random.
 *  After that, each choice of the player is added to @p measures[0] and to the measure
 *  of the number of seeds on the board. This is done in positions with at least two
 *  moves, no swap and at most `on_board` seeds on the board. The array @p measures has
 *  `on_board` + 1 elements; this function only adds to them. A stop request ends the
 *  game early; the measures are then incomplete. If the player forfeits, the game ends
 *  and @p measures[0] has the reason. */
void sow_truth_play(const struct truth *truth, const struct bout *bout,
                    struct measure *measures);

/**
 * Measures a player's choice in one of the positions with a given number of seeds.
 * @param truth the exact values.
 * @param player the player.
 * @param seeds number of seeds on the board. Each store has half of the other seeds, and
 *   north's store the odd one.
 * @param number number of the position, in the order of the endgame file.
 * @param[in,out] measure the choice is added to it, or the reason of a forfeit. It stays
 *   unchanged if the position has fewer than two moves, or offers a swap.
 */
void sow_truth_ask(const struct truth *truth, const struct sow_agent *player, int seeds,
                   uint64_t number, struct measure *measure);

/** Sums over games or positions, each of which is a cluster. */
struct measured {
    int64_t choices;                   /**< number of choices */
    struct sow_clusters sums[FIGURES]; /**< sums of each figure */
};

/** Adds the measure of one game or position to the sums, as one cluster. A measure
 *  without choices is a cluster without units. */
void sow_measured_add(struct measured *measured, const struct measure *measure);

struct sow_run;

/** Number of games or positions between two checks for a request to stop. */
enum { SLICE = 512 };

/** Work on games or positions, slice by slice. A slice is a range of up to SLICE
 *  consecutive games or positions. All pointers are borrowed. */
struct slices {
    uint64_t count;            /**< number of games or positions */
    size_t width;              /**< number of measures of each game or position */
    sow_range_fn *look;        /**< function that measures a range of a slice; its
                                    indices count from the slice's first */
    void *context;             /**< first argument of `look` */
    uint64_t *first;           /**< receives, before each slice, the number of its first
                                    game or position */
    struct measure *measures;  /**< measures of a slice: SLICE times `width`; set to 0
                                    before each slice */
    struct measured *sums;     /**< sums of each of the `width` measures */
    const struct sow_run *run; /**< run of the work; NULL: none */
    struct sow_context with;   /**< threads, stop flag and progress */
};

/** Measures all games or positions, slice by slice, and adds them to the sums in their
 *  order. `look` runs in parallel on ranges of a slice, and each call writes only to the
 *  measures of its range. Advances the progress after each slice.
 *  @returns SOW_INTERRUPTED after a stop request, or if the run has to end
 *  (sow_run_look); SOW_IO if the player has forfeited. The sums are then incomplete. */
SOW_MUST_USE enum sow_status sow_slices_measure(const struct slices *slices,
                                                struct sow_err *err);

/** Choices of a player in positions of each number of seeds. All pointers are borrowed.
 */
struct anywhere {
    const struct truth *truth;      /**< exact values */
    const struct sow_agent *player; /**< player to measure */
    int sample;                /**< positions for each number of seeds; 0: all of them */
    const struct sow_run *run; /**< run of the work; NULL: none */
    struct sow_context with;   /**< threads, stop flag and progress */
    struct measure *measures;  /**< SLICE measures */
    struct measured *sums;     /**< sums by number of seeds; MEASURES of them */
    int seeds;                 /**< number of seeds of the present slice; private */
    uint64_t first;            /**< number of its first position; private */
};

/** Returns the number of positions with @p seeds seeds that are measured. It is @p
 *  sample, or the number of all such positions if that is smaller or @p sample is 0. */
uint64_t sow_anywhere_count(const struct truth *truth, int sample, int seeds);

/** Returns the stratum of the positions with @p seeds seeds on the board: its size, and
 *  whether all its positions are measured. The caller sets its sums (`seen`). */
struct sow_cluster_stratum sow_anywhere_stratum(const struct truth *truth, int sample,
                                                int seeds);

/** Measures the player's choices in positions of each number of seeds from 1 to the
 *  largest. Sets `sums`: element n has the sums of the positions with n seeds, each
 *  position a cluster; element 0 stays 0. Fails as sow_slices_measure. */
SOW_MUST_USE enum sow_status sow_anywhere_measure(struct anywhere *anywhere,
                                                  struct sow_err *err);

#endif
