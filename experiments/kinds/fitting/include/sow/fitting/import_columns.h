/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The meaning of the columns of a file to import. Each kind of data has a name, its
 * *role*. A column is found by the name of its role, or by the name in a column map.
 *
 * **Format "positions"** has these roles.
 *
 * `position` is a position in the notation of sow/game/board.h. Other columns can replace
 * it: `s1`..`sm`, `south_store`, `n1`..`nm`, `north_store`, and `side` (s or n; without
 * it south).
 *
 * `viewpoint` (s or n) is the seat of the label; without it, the side to move.
 *
 * The label is `margin`. If the data set's labels are results, it is `result` (1, 0, -1),
 * or without it the sign of `margin`. If a file has both, they must agree.
 *
 * `label` is a label by search: any real number of seeds. It is read only if the column
 * map names it, or if the file has no outcomes (SOW_LABEL_NONE).
 *
 * `moves` has the preferred pits, for example "3" or "2 5". `game` and `ply` have the
 * numbers of the game and of the ply.
 *
 * **Format "maia"** has the columns of FairKalah's MAIA data: `pit_m`..`pit_1`, `score`,
 * `pit_mo`..`pit_1o`, `score_o`, `optimal_m`..`optimal_1` (0 or 1) and `game_val`; then
 * `game` and `ply`. The player to move comes first and becomes south. Pit k is k steps
 * clockwise from its owner's store. With counter-clockwise sowing this is pit m + 1 - k.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_COLUMNS_H
#define SOW_EXPERIMENTS_IMPORT_COLUMNS_H

#include "sow/fitting/csv_reader.h"
#include "sow/fitting/dataset.h"

/** Formats of files. */
enum sow_import_format { SOW_IMPORT_POSITIONS, SOW_IMPORT_MAIA };

/** Words for enum sow_import_format on the command line and in settings. */
extern const char *const sow_import_formats[];

/** Facts that are known before the file is read. */
struct sow_import_shape {
    enum sow_import_format format;  /**< format of the file */
    enum sow_dataset_record record; /**< kinds of rows to make */
    enum sow_dataset_label label;   /**< label of the positions */
    const struct sow_rules *rules;  /**< rules; borrowed */
    const char *map;                /**< column map "role=column,role=column", or "" */
};

/** Column of each role in a file; -1 = none. Pits and stores are by owner, where the
 * first is south or the player to move. Pits are also by sowing-order index. */
struct sow_import_columns {
    int position;              /**< column of `position` */
    int side;                  /**< column of `side` */
    int viewpoint;             /**< column of `viewpoint` */
    int pit[2][SOW_MAX_PITS];  /**< columns of the pits */
    int store[2];              /**< columns of the stores */
    int margin;                /**< column of `margin` or `game_val` */
    int result;                /**< column of `result` */
    int searched;              /**< column of `label` */
    int moves;                 /**< column of `moves` */
    int optimal[SOW_MAX_PITS]; /**< columns of `optimal_m`..`optimal_1` */
    int game;                  /**< column of `game` */
    int ply;                   /**< column of `ply` */
    bool has_label;            /**< true if the file has `margin`, `result` or `label` */
    bool has_choices;          /**< true if the file has `moves` or `optimal` */
};

/**
 * Finds the columns of an open file.
 * @param shape the format and the column map.
 * @param csv the file.
 * @param[out] columns receives the columns. A role that gives no row stays at -1. They
 *   have no meaning on failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or one of these:
 * - SOW_USAGE if the map cannot be read, names a role twice or names an unknown role, or
 *   if the format does not fit the rules;
 * - SOW_BAD_DATA if the file does not have a column that is needed or mapped. The error
 *   names the missing columns and the existing ones.
 */
SOW_MUST_USE enum sow_status sow_import_columns_find(const struct sow_import_shape *shape,
                                                     const struct sow_csv *csv,
                                                     struct sow_import_columns *columns,
                                                     struct sow_err *err);

/**
 * Lists the columns of a file that have no role.
 * @param columns the columns that have one.
 * @param csv the file.
 * @param[out] names receives the names, separated by commas. If it has no room for all,
 *   the list ends with "...". It is "" for no names.
 * @param size room of @p names.
 * @returns the number of columns without a role.
 */
int sow_import_columns_idle(const struct sow_import_columns *columns,
                            const struct sow_csv *csv, char *names, size_t size);

#endif
