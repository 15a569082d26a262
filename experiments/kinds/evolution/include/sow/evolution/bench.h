/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Benchmarks: the speed of games, moves and searches on this machine. The repetitions of
 * all rows take turns, so that a machine whose speed drifts slows all of them alike. The
 * tables show medians.
 *
 * The games are those of the fitness of one generation: 50 random weight vectors, all
 * against all, 5 games in each seat. The plain kernel plays every tenth of these games.
 */
#ifndef SOW_EXPERIMENTS_BENCH_H
#define SOW_EXPERIMENTS_BENCH_H

#include "sow/base/parallel.h"
#include "sow/heuristics/agent.h"
#include "sow/sections/report.h"
#include "sow/variants/variant.h"

struct sow_progress;

/** A player that looks ahead with an evaluator. */
struct sow_bench_player {
    const char *name;       /**< name in the table */
    struct sow_agent agent; /**< the player */
};

/** Settings of a benchmark. */
struct sow_bench {
    const struct sow_variant *variants;     /**< variants to play */
    int count;                              /**< number of variants */
    int repetitions;                        /**< repetitions of each row; best odd */
    const struct sow_bench_player *players; /**< players of the searches */
    int player_count;                       /**< number of players */
    bool searches_alone;                    /**< true to measure the searches only */
    struct sow_context with; /**< number of threads to measure beside one thread (1: one
                                  thread only); all kernels are measured */
};

/** Measures and adds three tables to @p report, or only "search" with `searches_alone`.
 *  "games" has rates by variant, kernel and number of threads. "perft" has leaves per
 *  second by variant and engine. "search" has, by variant and player, the nodes of a
 *  search from the start, its speed, and the time of the evaluator in positions of random
 *  games. Returns SOW_INTERRUPTED after a stop request, or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_bench_measure(const struct sow_bench *bench,
                                               struct sow_report *report,
                                               struct sow_err *err);

#endif
