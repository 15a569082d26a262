/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Data sets: runs whose content is positions with labels, or choices, or both. Kind
 * "dataset" plays games between two players; kind "import" (import.h) reads a file.
 *
 * Positions: every position that a player's move leads to and in which play goes on is a
 * row, seen from the player who made that move: what a player values when it chooses.
 * Positions of one game share a label, so rows are not independent observations.
 *
 * Choices: every position in which a player chose among at least two pits is a row, with
 * the pit chosen.
 *
 * With exact labels positions and preferred moves are what perfect play makes of them
 * (exact_labels.h); positions for which that is not known are rows of `unsolved` alone.
 */
#ifndef SOW_EXPERIMENTS_DATASET_H
#define SOW_EXPERIMENTS_DATASET_H

#include "sow/fitting/exact_labels.h"
#include "sow/players/players.h"
#include "sow/runs/run.h"
#include "sow/variants/variant.h"

/** What of a game or of a file becomes rows. */
enum sow_dataset_record {
    SOW_RECORD_POSITIONS,
    SOW_RECORD_CHOICES,
    SOW_RECORD_BOTH,
};

/** What a position that has been met before does. */
enum sow_dataset_duplicates {
    SOW_DUPLICATES_DROP, /**< the first one alone stays */
    SOW_DUPLICATES_KEEP,
};

/** What the column `margin` of a data set's positions holds. */
enum sow_dataset_label {
    SOW_LABEL_MARGIN, /**< own final store minus the other's */
    SOW_LABEL_RESULT, /**< its sign: 1 won, 0 drawn, -1 lost */
    SOW_LABEL_EXACT,  /**< the margin under perfect play */
};

/** The words for these on the command line and in records. */
extern const char *const sow_dataset_records[];
extern const char *const sow_dataset_duplicates[];
extern const char *const sow_dataset_labels[];

struct sow_dataset_options {
    struct sow_contestants contestants;
    int games;        /**< per seat */
    int random_plies; /**< moves at random before the players take over, not recorded */
    int record;       /**< enum sow_dataset_record */
    int duplicates;   /**< enum sow_dataset_duplicates */
    char *starts;     /**< where games begin, in turn (openings.h); owned */
    int label;        /**< enum sow_dataset_label */
    struct sow_exact_options exact; /**< of exact labels */
};

/** Rows for all but the contestants (sow_contestant_params). */
extern const struct sow_param_table sow_dataset_params;
extern const struct sow_run_kind sow_dataset_kind;

struct sow_store;

/** Tells what dropping duplicates does, if that is asked for. */
void sow_dataset_note(const struct sow_words *words, int duplicates);

/** What there is to know of a finished data set. */
struct sow_dataset_facts {
    int64_t id;
    struct sow_variant variant;   /**< the rules it was made by, under the name it was
                                       asked for by */
    int64_t positions;            /**< rows of `positions`, maybe 0 */
    int64_t choices;              /**< rows of `choices`, maybe 0 */
    enum sow_dataset_label label; /**< of the positions */
};

/** SOW_USAGE, with what to do, unless run @p id is a data set, finished or not. */
SOW_MUST_USE enum sow_status sow_dataset_is_one(struct sow_store *store, int64_t id,
                                                struct sow_err *err);

/** Finds out about data set @p id. SOW_USAGE, with what to do, if there is no such run,
 * if it is of another kind, or not finished; SOW_BAD_DATA if its record is damaged. */
SOW_MUST_USE enum sow_status sow_dataset_require(struct sow_store *store, int64_t id,
                                                 struct sow_dataset_facts *facts,
                                                 struct sow_err *err);

#endif
