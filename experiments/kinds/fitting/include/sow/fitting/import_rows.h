/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A file of positions in memory. Every record is checked. The records are sorted as the
 * rows of a data set. Repeated positions are marked if they are to be dropped.
 *
 * Ownership: sow_import_data_release frees the memory that sow_import_read allocates.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_ROWS_H
#define SOW_EXPERIMENTS_IMPORT_ROWS_H

#include "sow/fitting/import_columns.h"
#include "sow/game/moves.h"

enum {
    SOW_IMPORT_ROWS_MAX = 10000000, /**< largest number of records in a file; each needs
                                       60 to 150 bytes of memory */
    SOW_IDLE_NAMES_MAX = 256        /**< size of a list of column names */
};

/** One record of a file. */
struct sow_import_row {
    struct sow_board board; /**< the position */
    uint8_t viewpoint;      /**< seat of the label */
    bool is_position;       /**< true if the record gives a position */
    bool is_choice;         /**< true if the record gives a choice */
    int16_t label;          /**< label, seen from viewpoint */
    double searched;        /**< label by search, seen from viewpoint; NaN without one */
    sow_pits preferred;     /**< preferred moves, by sowing-order index */
    int ply;                /**< number of the ply in the game */
    uint32_t line;          /**< line in the file, from 1 */
    int64_t game;           /**< number of the game */
};

/** A file to read, and how to read it. */
struct sow_import_source {
    const char *path;                       /**< name of the file */
    struct sow_import_shape shape;          /**< format and meaning of the columns */
    enum sow_dataset_duplicates duplicates; /**< treatment of repeated positions */
    bool any_total; /**< true if a position may have more or fewer seeds than the game */
    const struct sow_context *with; /**< context with the request to stop; may be NULL */
};

/** The contents of a file. */
struct sow_import_data {
    struct sow_import_row *rows; /**< records, by game and ply */
    size_t count;                /**< number of records */
    size_t positions;            /**< number of positions */
    size_t choices;              /**< number of choices */
    size_t repeated_positions;   /**< number of dropped positions */
    size_t repeated_choices;     /**< number of dropped choices */
    size_t undecided; /**< number of records with one legal move or no preferred one */
    bool has_choices; /**< true if the file has preferred moves */
    int idle;         /**< number of columns without a role */
    char idle_names[SOW_IDLE_NAMES_MAX]; /**< names of these columns, maybe cut */
    char sha256[SOW_SHA256_TEXT];        /**< SHA-256 of the file */
    size_t room;                         /**< number of rows that fit; private */
};

/**
 * Reads and checks a whole file.
 * @param source the file, and how to read it.
 * @param[out] data receives the contents, which the caller releases on success; without
 *   rows on failure.
 * @param[out] err receives the reason of a failure, with file and line; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, SOW_INTERRUPTED after a request to stop, a status of
 * sow_csv_open or sow_import_columns_find, or SOW_BAD_DATA in one of these cases:
 * - a count is not a whole number or out of range;
 * - a label by search is not a number;
 * - a position has more or fewer seeds than the game;
 * - a position cannot lead to its label by the rules, or two labels contradict each
 * other;
 * - a preferred move is not legal;
 * - two records have the same game and ply;
 * - there is no record, or there are more than SOW_IMPORT_ROWS_MAX.
 */
SOW_MUST_USE enum sow_status sow_import_read(const struct sow_import_source *source,
                                             struct sow_import_data *data,
                                             struct sow_err *err);

/** Frees the rows of the contents of a file, which then has none. A second call does
 * nothing. */
void sow_import_data_release(struct sow_import_data *data);

#endif
