/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * How fast games are played and moves are made here. Repetitions of everything that is
 * compared take turns, so that a machine whose speed drifts slows all of them alike;
 * medians are reported.
 *
 * The job is the fitness of one generation: 50 random weight vectors, everyone against
 * everyone, 5 games in each seat. The plain kernel plays every tenth game of it.
 */
#ifndef SOW_EXPERIMENTS_BENCH_H
#define SOW_EXPERIMENTS_BENCH_H

#include "sow/base/parallel.h"
#include "sow/heuristics/agent.h"
#include "sow/sections/report.h"
#include "sow/variants/variant.h"

struct sow_progress;

/** A player who looks ahead with an evaluator. */
struct sow_bench_player {
    const char *name;
    struct sow_agent agent;
};

/** What to measure. */
struct sow_bench {
    const struct sow_variant *variants;
    int count;
    int repetitions; /**< odd gives a true median */
    const struct sow_bench_player *players;
    int player_count;
    bool searches_alone;     /**< of the players, and nothing else */
    struct sow_context with; /**< `threads` are measured beside one thread; 1 = that
                                alone; all kernels are */
};

/** Adds the tables "games" (variant, kernel, threads, rates, ratio to plain), "perft"
 *  (variant, engine, leaves per second) and "search" (variant, player, nodes from the
 *  start on, nodes per second, nanoseconds of its evaluator in positions of random
 *  games); SOW_INTERRUPTED after a stop request. */
SOW_MUST_USE enum sow_status sow_bench_measure(const struct sow_bench *bench,
                                               struct sow_report *report,
                                               struct sow_err *err);

#endif
