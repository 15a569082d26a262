/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games of a round of learning, and the labelled positions that are taken from them.
 */
#ifndef SOW_EXPERIMENTS_LEARN_GAMES_H
#define SOW_EXPERIMENTS_LEARN_GAMES_H

#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"
#include "sow/learning/learn.h"
#include "sow/players/label_options.h"
#include "sow/players/search_label.h"

/* A position, seen by the player to move. */
struct learn_row {
    int64_t game;                       /* number of the game in the round */
    int16_t value[SOW_AGENT_TERMS_MAX]; /* features, in the order of the columns */
    int16_t margin;                     /* final margin of the game, in seeds */
    bool south;                         /* true if south is to move */
    double searched;        /* value by search for the player to move, in seeds; 0
                               without a search */
    struct sow_board board; /* the position */
    bool solved;            /* true if `exact` is known */
    int exact; /* final margin of the player to move under perfect play, in seeds, if it
                  is known */
};

/* Rows that can grow; `row` is owned. */
struct learn_rows {
    struct learn_row *row;
    size_t count; /* number of rows */
};

/* Processor time of the parts of a round, in seconds. */
struct learn_seconds {
    double play, label, fit, test;
};

/* A game of a slice. */
struct learn_game {
    struct learn_rows rows;
    struct learn_seconds seconds; /* time of play and label */
    bool failed;                  /* true if memory ran out */
};

/* Games to be played in parallel. All pointers are borrowed. */
struct learn_games {
    const struct sow_rules *rules;
    const struct sow_learn_options *options;
    const struct sow_state_columns *columns; /* features, prepared for the rules */
    const struct sow_agent *player;          /* plays both seats */
    const struct sow_agent *labeller;        /* search that gives labels, or NULL */
    const struct sow_exact *exact;           /* source of exact values, or NULL */
    struct sow_plies plies;                  /* number of random moves that open a game */
    uint64_t seed;                           /* random seed of the run */
    int round;      /* number of the round, which is a part of the streams */
    uint64_t first; /* number of the game in games[0] */
    struct learn_game *games;
};

/* Plays games @p begin to @p end - 1 of the slice, and replaces their rows. It is a
   sow_range_fn, and @p context is a struct learn_games. */
void sow_learn_play(void *context, size_t begin, size_t end);

/* Adds a row at the end. Returns false without memory; the rows are then unchanged. */
bool sow_learn_rows_add(struct learn_rows *rows, const struct learn_row *row);

#endif
