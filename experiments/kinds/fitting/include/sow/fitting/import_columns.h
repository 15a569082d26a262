/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Which column of a file means what. What an import can use has a name, a role; a column
 * is found by the name of its role, or by the one that a map gives it.
 *
 * Format "positions": `position` (the notation of sow/game/board.h), or instead of it
 * `s1`..`sm`, `south_store`, `n1`..`nm`, `north_store` and maybe `side` (s or n; else
 * south); then `viewpoint` (s or n: whose label it is; else the side to move), the label,
 * `moves` (the preferred pits, as "3" or "2 5"), `game`, `ply`. The label is `margin`,
 * or, where results are wanted, `result` (1, 0, -1) or else the sign of `margin`. A file
 * that has both has to agree with itself.
 *
 * Format "maia", the columns of FairKalah's MAIA data, counted the way that source does:
 * the player to move first, pit k = k steps clockwise from its owner's store, which for
 * counter-clockwise sowing is pit m + 1 - k here. `pit_m`..`pit_1`, `score`,
 * `pit_mo`..`pit_1o`, `score_o`, `optimal_m`..`optimal_1` (0 or 1), `game_val`; then
 * `game`, `ply`. The player to move becomes south.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_COLUMNS_H
#define SOW_EXPERIMENTS_IMPORT_COLUMNS_H

#include "sow/fitting/csv_reader.h"
#include "sow/fitting/dataset.h"

enum sow_import_format { SOW_IMPORT_POSITIONS, SOW_IMPORT_MAIA };

/** The words for these on the command line and in records. */
extern const char *const sow_import_formats[];

/** What is known before the file is read. */
struct sow_import_shape {
    enum sow_import_format format;
    enum sow_dataset_record record;
    enum sow_dataset_label label;
    const struct sow_rules *rules;
    const char *map; /**< "role=column,role=column", or "" */
};

/** Column of each role in a file, -1 = none. Pits by owner (the player to move, or
 *  south, first) and sowing-order index. */
struct sow_import_columns {
    int position;
    int side;
    int viewpoint;
    int pit[2][SOW_MAX_PITS];
    int store[2];
    int margin;
    int result; /**< other than this one, a margin may be a label by its sign */
    int moves;
    int optimal[SOW_MAX_PITS];
    int game;
    int ply;
    bool has_label;   /**< `margin` or `result` */
    bool has_choices; /**< `moves`, or all of `optimal` */
};

/**
 * Finds the columns in an open file. SOW_USAGE for a map that cannot be read or names a
 * role twice or one that there is not, and for rules that the format does not fit;
 * SOW_BAD_DATA, with the names that are missing and those that are there, if a column
 * that is needed or mapped is not in the file. A role that is not recorded is left at -1.
 */
SOW_MUST_USE enum sow_status sow_import_columns_find(const struct sow_import_shape *shape,
                                                     const struct sow_csv *csv,
                                                     struct sow_import_columns *columns,
                                                     struct sow_err *err);

/** Names of the file's columns that have no role, with commas between them, cut to
 *  @p size; returns how many there are. */
int sow_import_columns_idle(const struct sow_import_columns *columns,
                            const struct sow_csv *csv, char *names, size_t size);

#endif
