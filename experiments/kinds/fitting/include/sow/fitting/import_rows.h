/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A file of positions in memory: every record checked, put in the order of a data set,
 * positions met before left out.
 *
 * Ownership: sow_import_data_release frees what sow_import_read made.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_ROWS_H
#define SOW_EXPERIMENTS_IMPORT_ROWS_H

#include "sow/fitting/import_columns.h"
#include "sow/game/moves.h"

/** Most records of a file; each takes 60 to 150 bytes of memory. */
enum { SOW_IMPORT_ROWS_MAX = 10000000, SOW_IDLE_NAMES_MAX = 256 };

/** A record. */
struct sow_import_row {
    struct sow_board board;
    uint8_t viewpoint; /**< seat whose label it is */
    bool is_position;  /**< stored as a position: not a duplicate */
    bool is_choice;    /**< stored as a choice */
    int16_t label;
    sow_pits preferred; /**< sowing-order indices */
    int ply;
    uint32_t line;
    int64_t game;
};

/** What to read, and what to take it for. */
struct sow_import_source {
    const char *path;
    struct sow_import_shape shape;
    enum sow_dataset_duplicates duplicates;
    bool any_total;              /**< seeds need not add up to the game's */
    const struct sow_stop *stop; /**< may be NULL */
};

/** A file that was read. */
struct sow_import_data {
    struct sow_import_row *rows; /**< by game and ply */
    size_t count;
    size_t positions;
    size_t choices;
    size_t repeated_positions; /**< met before, dropped */
    size_t repeated_choices;   /**< the same */
    size_t undecided; /**< records with one legal move, or none that is preferred */
    bool has_choices; /**< the file says what is preferred */
    int idle;         /**< columns that mean nothing here */
    char idle_names[SOW_IDLE_NAMES_MAX];
    char sha256[SOW_SHA256_TEXT]; /**< of the file */
    size_t room;                  /**< for rows; private */
};

/**
 * Reads and checks a whole file. SOW_BAD_DATA, with file and line, for what
 * sow_csv_open and sow_import_columns_find refuse, and for: counts that are no whole
 * numbers or out of range, positions with more or fewer seeds than the game has, labels
 * that by the rules their position cannot lead to, or that contradict each other,
 * preferred moves that are not legal, two records of one game and ply, no record, more
 * than SOW_IMPORT_ROWS_MAX.
 */
SOW_MUST_USE enum sow_status sow_import_read(const struct sow_import_source *source,
                                             struct sow_import_data *data,
                                             struct sow_err *err);

void sow_import_data_release(struct sow_import_data *data);

#endif
