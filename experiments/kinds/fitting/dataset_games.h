/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The games of a data set: what each yields for its tables.
 */
#ifndef SOW_EXPERIMENTS_DATASET_GAMES_H
#define SOW_EXPERIMENTS_DATASET_GAMES_H

#include "sow/fitting/dataset.h"
#include "sow/variants/start_set.h"

/* The tables, in the order in which a game's rows are added. */
enum { OF_POSITIONS, OF_CHOICES, TABLE_COUNT };

/* One row to be. */
struct sample {
    struct sow_board board;
    uint8_t seat; /* whose view it is */
    bool unsolved;
    sow_pits moves; /* preferred; of a choice */
    uint16_t ply;
    int16_t margin; /* of perfect play, for the side to move */
};

/* What one game yields for one table; `sample` is owned. */
struct samples {
    struct sample *sample;
    size_t count;
    size_t room;
};

/* A game that was played. */
struct record {
    struct samples samples[TABLE_COUNT];
    struct samples unsolved; /* late ones first */
    struct sow_score score;
    bool failed; /* no memory for all its samples */
};

/* Games to be played, side by side. */
struct dataset_games {
    const struct sow_rules *rules;
    uint64_t seed;
    const struct sow_dataset_options *options;
    struct sow_agent agents[2];
    struct sow_starts starts;
    struct sow_exact *exact; /* or NULL */
    uint64_t first;          /* game number of records[0] */
    struct record *records;
};

/* A sow_range_fn over the records of the struct dataset_games @p context. */
void sow_dataset_play(void *context, size_t begin, size_t end);

#endif
