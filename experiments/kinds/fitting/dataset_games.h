/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The games of a data set, and the rows that each game gives for its tables.
 */
#ifndef SOW_EXPERIMENTS_DATASET_GAMES_H
#define SOW_EXPERIMENTS_DATASET_GAMES_H

#include "sow/fitting/dataset.h"
#include "sow/players/search_label.h"
#include "sow/variants/start_set.h"

/* Tables of a data set, in the order in which the rows of a game are added. */
enum { OF_POSITIONS, OF_CHOICES, TABLE_COUNT };

/* One future row. */
struct sample {
    struct sow_board board; /* the position */
    uint8_t seat;           /* seat from which the position is seen */
    bool unsolved;          /* true if an exact label was requested and not found */
    sow_pits moves;         /* preferred moves of a choice */
    uint16_t ply;           /* moves made before the position arose */
    int16_t margin;         /* margin under perfect play, for the side to move */
    struct sow_label label; /* label by search for `seat`, if there is a search */
};

/* Rows of one game for one table; `sample` is owned. */
struct samples {
    struct sample *sample;
    size_t count;
};

/* A finished game. */
struct record {
    struct samples samples[TABLE_COUNT]; /* rows by table and ascending ply */
    struct samples unsolved;             /* positions not solved, the latest first */
    struct sow_score score;              /* final stores by seat */
    bool failed;                         /* true if memory ran out */
};

/* Games to be played in parallel. */
struct dataset_games {
    const struct sow_rules *rules;             /* rules of the games; borrowed */
    uint64_t seed;                             /* random seed of the run */
    const struct sow_dataset_options *options; /* borrowed */
    struct sow_agent agents[2];                /* player and opponent */
    struct sow_starts starts;                  /* start positions, maybe none */
    struct sow_exact *exact;                   /* source of exact labels, or NULL */
    const struct sow_labeller *labeller; /* search that gives labels, or NULL; borrowed */
    const struct sow_fast *fast; /* rules prepared for players, or NULL; borrowed */
    uint64_t first;              /* number of the game in records[0] */
    struct record *records;      /* the games of a slice */
};

/** Plays the games of the records from @p begin to @p end - 1, and solves their
 *  samples if there is a source of exact labels. Replaces samples and scores; without
 *  memory it sets `failed` of a record. It is a sow_range_fn, and @p context is a
 *  struct dataset_games. */
void sow_dataset_play(void *context, size_t begin, size_t end);

#endif
