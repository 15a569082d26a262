/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring a player on one rule set of the suite. */
#ifndef SOW_SUITE_SUITE_MEASURE_H
#define SOW_SUITE_SUITE_MEASURE_H

#include "sow/heuristics/agent.h"
#include "sow/suite/suite_file.h"

/* Largest number of opponents in a rule set. */
enum { SUITE_OPPONENTS_MAX = 24 };

/* Opponents in a rule set. */
struct suite_opponents {
    char name[80]; /* name of the panel, or `baselines` */
    struct sow_agent agents[SUITE_OPPONENTS_MAX];
    size_t count;
};

/* Player to measure on a rule set. All pointers are borrowed. */
struct suite_task {
    const struct sow_suite_place *place;
    const struct suite_opponents *opponents;
    const struct sow_agent *player;
    const struct sow_context *with; /* threads, stop flag and progress */
};

/* Result of a player on a rule set. A value without games or positions is NaN. */
struct suite_result {
    int64_t games;
    double score, low, high; /* points a game, with the 95 % interval */
    int positions;
    double regret, regret_low, regret_high; /* seeds a move */
    double optimal;                         /* share of moves that lose nothing */
    int64_t forfeits;       /* forfeited games, and positions without a move */
    enum sow_ending reason; /* reason of the latest forfeit */
    int64_t moves;          /* moves that were timed */
    double seconds;         /* time of the timed moves */
};

/* Chooses the opponents of a rule set: its panel, at depths 1 and 4, or the baselines.
   Fails as sow_panel_of. */
enum sow_status sow_suite_opponents_of(const struct sow_suite_place *place,
                                       struct suite_opponents *opponents,
                                       struct sow_err *err);

/* Returns the number of games and positions of a rule set, for the progress. */
uint64_t sow_suite_work(const struct sow_suite_place *place,
                        const struct suite_opponents *opponents);

/* Empties a result: no games and no positions. */
void sow_suite_result_clear(struct suite_result *result);

/* Measures a player on a rule set. The games and moves depend on player and suite alone,
   only the time does not. Returns SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY, or
   the failure of a program that does not start. */
enum sow_status sow_suite_measure(const struct suite_task *task,
                                  struct suite_result *result, struct sow_err *err);

#endif
