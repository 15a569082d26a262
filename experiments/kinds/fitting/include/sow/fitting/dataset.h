/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Data sets: runs whose results are positions with labels, choices, or both. Runs of kind
 * "dataset" play games between two players. Runs of kind "import" (import.h) read a file.
 *
 * Each position after a player's move is a row, unless the game has ended. It is seen
 * from the player that made the move, because this is what a player evaluates when it
 * chooses. Positions of one game share a label, so the rows are not independent.
 *
 * Each position in which a player chose among at least two pits is a choice. Its row has
 * the chosen pit.
 *
 * With `view` to-move, a row is a position before a move instead, seen by the player to
 * move. With a target by search, each row also has the value of the position by that
 * search, in seeds if the search's weights are (sow/players/search_label.h).
 *
 * With exact labels, the labels and the preferred moves are those of perfect play
 * (exact_labels.h). Positions that could not be solved are only rows of `unsolved`.
 */
#ifndef SOW_EXPERIMENTS_DATASET_H
#define SOW_EXPERIMENTS_DATASET_H

#include "sow/fitting/exact_labels.h"
#include "sow/players/label_options.h"
#include "sow/players/players.h"
#include "sow/runs/run.h"
#include "sow/variants/variant.h"

/** Kinds of rows that a data set has. */
enum sow_dataset_record {
    SOW_RECORD_POSITIONS, /**< positions with labels */
    SOW_RECORD_CHOICES,   /**< choices among moves */
    SOW_RECORD_BOTH,      /**< positions and choices */
};

/** Treatment of a position that the data set has already. */
enum sow_dataset_duplicates {
    SOW_DUPLICATES_DROP, /**< only the first one is a row */
    SOW_DUPLICATES_KEEP, /**< each one is a row */
};

/** Meaning of the column `margin` of a data set's positions. */
enum sow_dataset_label {
    SOW_LABEL_MARGIN, /**< own final store minus the opponent's */
    SOW_LABEL_RESULT, /**< sign of that margin: 1 won, 0 drawn, -1 lost */
    SOW_LABEL_EXACT,  /**< final margin under perfect play */
    SOW_LABEL_NONE,   /**< always 0: an imported file has labels by search alone */
};

/** Words for enum sow_dataset_record on the command line and in settings. */
extern const char *const sow_dataset_records[];
/** Words for enum sow_dataset_duplicates on the command line and in settings. */
extern const char *const sow_dataset_duplicates[];
/** Words for enum sow_dataset_label in settings, and on the command line of an import. */
extern const char *const sow_dataset_labels[];
/** Words for enum sow_view on the command line and in settings. */
extern const char *const sow_dataset_views[];

/** Options of kind "dataset". */
struct sow_dataset_options {
    struct sow_contestants contestants; /**< the two players */
    int games;                          /**< number of games per seat */
    struct sow_plies random_plies; /**< random moves before the players choose, which are
                                        not recorded */
    int record;                    /**< enum sow_dataset_record */
    int duplicates;                /**< enum sow_dataset_duplicates */
    char *starts; /**< start positions, used in turn (openings.h); owned */
    int label;    /**< enum sow_dataset_label */
    struct sow_exact_options exact; /**< options of exact labels */
    char *target;   /**< "outcome", or "search:" and the spec of a search; owned */
    double epsilon; /**< share of random moves after the opening */
    double sample;  /**< share of the turns that give rows */
    int view;       /**< enum sow_view */
};

/** Table of all options but the players (sow_contestant_params). */
extern const struct sow_param_table sow_dataset_params;
/** The kind "dataset". */
extern const struct sow_run_kind sow_dataset_kind;

struct sow_store;

/** Prints a note about the effect of dropping duplicates on a fit, if @p duplicates is
 *  SOW_DUPLICATES_DROP. */
void sow_dataset_note(const struct sow_words *words, int duplicates);

/** Facts about a finished data set. */
struct sow_dataset_facts {
    int64_t id;                   /**< number of the run */
    struct sow_variant variant;   /**< rules of the data set, with the variant's name in
                                       its settings */
    int64_t positions;            /**< number of rows of `positions`, maybe 0 */
    int64_t choices;              /**< number of rows of `choices`, maybe 0 */
    int64_t labels;               /**< number of positions with a label by search */
    enum sow_dataset_label label; /**< outcome of the positions */
    enum sow_view view;           /**< view of the positions */
};

/** Checks that run @p id is a data set, finished or not. Returns SOW_USAGE, with an error
 *  that says what to do, if it is another kind, or the status of sow_store_read_run. */
SOW_MUST_USE enum sow_status sow_dataset_is_one(struct sow_store *store, int64_t id,
                                                struct sow_err *err);

/** Returns true unless the settings of a data set say that its positions have no
 *  outcomes. */
bool sow_dataset_has_outcomes(const struct sow_run_row *row);

/**
 * Reads the facts about a finished data set that are in its record, without its rows.
 * @param store the database.
 * @param id number of the run.
 * @param[out] facts receives the facts, but 0 as the numbers of rows and labels;
 * incomplete on failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns the status of sow_dataset_require.
 */
SOW_MUST_USE enum sow_status sow_dataset_describe(struct sow_store *store, int64_t id,
                                                  struct sow_dataset_facts *facts,
                                                  struct sow_err *err);

/**
 * Reads all facts about a finished data set. Counts its rows, which takes a while.
 * @param store the database.
 * @param id number of the run.
 * @param[out] facts receives the facts; incomplete on failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_USAGE if the run is of another kind or not finished, SOW_BAD_DATA
 * if its settings are damaged, or the status of sow_store_read_run.
 */
SOW_MUST_USE enum sow_status sow_dataset_require(struct sow_store *store, int64_t id,
                                                 struct sow_dataset_facts *facts,
                                                 struct sow_err *err);

/** Reads the facts about a finished data set, with 1 for each number of rows or labels
 *  that is not 0: it counts nothing. Fails as sow_dataset_require. */
SOW_MUST_USE enum sow_status sow_dataset_probe(struct sow_store *store, int64_t id,
                                               struct sow_dataset_facts *facts,
                                               struct sow_err *err);

#endif
