/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Questions about stored runs: what `sowlab runs ...` and `sowlab sql` answer. Every
 * answer is added to a report; after a failure the report is to be dropped.
 */
#ifndef SOW_EXPERIMENTS_QUERY_H
#define SOW_EXPERIMENTS_QUERY_H

#include "sow/store/store.h"

struct sow_report;

/** Which runs to list, and what of them. Texts that are NULL or "" say nothing. */
struct sow_query_runs {
    const char *kind;    /**< only runs of this kind */
    const char *variant; /**< only runs in this variant, whatever the size of the board */
    const char *player;  /**< only runs in which this player takes part */
    const char *status;  /**< only runs with this status */
    const char *where;   /**< SQL condition over columns and settings */
    const char *sort;    /**< SQL terms of ORDER BY; none: id */
    const char *columns; /**< names of columns and settings, by commas; none: the usual */
    int64_t limit;       /**< most rows, the first of the order; 0: all */
    const char *const
        *settings; /**< names of all settings; ends with NULL; may be NULL */
    const struct sow_query_limits *limits; /**< NULL: sow_query_limits_default */
    bool plain; /**< for programs: players need no names, which take long to find */
};

/** Adds the table "runs". A condition that SQL does not understand, or that would do more
 *  than ask, is SOW_USAGE. */
SOW_MUST_USE enum sow_status sow_query_list(struct sow_store *store,
                                            const struct sow_query_runs *runs,
                                            struct sow_report *report,
                                            struct sow_err *err);

/** Which kept games to list. */
struct sow_query_games {
    const int64_t *ids; /**< of these runs; none: of all */
    size_t count;
    bool whole; /**< with their moves */
};

/** Adds the table "games". */
SOW_MUST_USE enum sow_status sow_query_games(struct sow_store *store,
                                             const struct sow_query_games *games,
                                             struct sow_report *report,
                                             struct sow_err *err);

/** Adds all that is known about a run: its record "run", "settings", and of "convergence"
 *  (about ten of its generations), "timing", "candidates", "champion", "dataset",
 *  "match", "scores", "validation", "elo" and "sprt", of a fit's "fit", "measures",
 *  "performance", "folds", "steps", "calibration", "phases", "warnings", "coefficients",
 *  "comparison" and "conclusion", and of a run with a plan of matches "crosstable" or
 *  "matrix", "variants", "cells", "worst", "replays", "robustness", "cycles",
 *  "ratings", "transfers", "tables" and "reproduced" those it has. */
SOW_MUST_USE enum sow_status sow_query_show(struct sow_store *store, int64_t id,
                                            struct sow_report *report,
                                            struct sow_err *err);

/** A setting and its default value, as texts. */
struct sow_query_default {
    const char *name;
    const char *value;
};

/**
 * Adds the results of a run for a person, who reads the end first: how they were got and
 * remarks, then the results, the main one last, then the record "answer" with the result
 * in one sentence and the command that helps next (left out for kinds without a result).
 * Other than sow_query_show it has no rules, provenance, candidates, folds, intervals of
 * a sensitivity's weights, and "exceptions" instead of "reproduced": the rows that do not
 * agree or hold.
 * @param defaults settings to leave out where they have this value
 */
SOW_MUST_USE enum sow_status sow_query_result(struct sow_store *store, int64_t id,
                                              const struct sow_query_default *defaults,
                                              size_t count, struct sow_report *report,
                                              struct sow_err *err);

/** Adds the results for programs, which read them by name: the main one first, and the
 *  tables that only programs read, but no "answer". */
SOW_MUST_USE enum sow_status sow_query_whole_result(struct sow_store *store, int64_t id,
                                                    struct sow_report *report,
                                                    struct sow_err *err);

/** Adds at least two runs side by side: "settings" in which they differ, "champions",
 * "fits", "performance", "coefficients", "scores" by opponent, "differences" of every
 * later run from the first (if it was made by the same rules) with their 95 % intervals
 * (games taken as independent, large-sample normal limits), "robustness", "ratings",
 * "reproduced" and "runs". Sections without rows are left out. */
SOW_MUST_USE enum sow_status sow_query_compare(struct sow_store *store,
                                               const int64_t *ids, size_t count,
                                               struct sow_report *report,
                                               struct sow_err *err);

/** Adds the table "champions": the champions of the given runs, at least one and all of
 *  the same genome, a row each. */
SOW_MUST_USE enum sow_status sow_query_champions(struct sow_store *store,
                                                 const int64_t *ids, size_t count,
                                                 struct sow_report *report,
                                                 struct sow_err *err);

/** Answers a user's SQL as the table "answer". */
SOW_MUST_USE enum sow_status sow_query_sql(struct sow_store *store, const char *sql,
                                           const struct sow_query_limits *limits,
                                           struct sow_report *report,
                                           struct sow_err *err);

/** What text calls the players of a report, of run @p id if it is about one, or 0: the
 *  names that the run was asked for with, and `run:ID` of champions. */
SOW_MUST_USE enum sow_status sow_query_names(struct sow_store *store, int64_t id,
                                             struct sow_report *report,
                                             struct sow_err *err);

#endif
