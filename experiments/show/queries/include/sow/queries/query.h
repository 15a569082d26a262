/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Queries about stored runs: the answers of `sowlab runs ...` and `sowlab sql`. Every
 * function adds its answer to a report. After a failure drop the report.
 *
 * Ownership: queries borrow all they point to.
 */
#ifndef SOW_EXPERIMENTS_QUERY_H
#define SOW_EXPERIMENTS_QUERY_H

#include "sow/store/store.h"

struct sow_report;

/** Runs of a list that are under way, and those that are not. */
enum sow_query_active {
    SOW_QUERY_ALL,    /**< all runs */
    SOW_QUERY_ACTIVE, /**< only those whose status is "running" */
    SOW_QUERY_ENDED   /**< only the others */
};

/** SQL for the labels of sweeps: of at least three runs that differ in more than their
 *  random seed. */
#define SOW_QUERY_SWEEPS                                                                 \
    "SELECT label FROM runs WHERE label <> '' GROUP BY label HAVING count(*) >= 3"       \
    " AND min(kind || char(10) || variant || char(10) || parameters)"                    \
    " <> max(kind || char(10) || variant || char(10) || parameters)"

/** Selection of runs and of columns for a list. NULL and "" mean no restriction. */
struct sow_query_runs {
    const char *kind;    /**< only runs of this kind */
    const char *variant; /**< only runs in this variant, whatever the size of the board */
    const char *player;  /**< only runs in which this player takes part */
    const char *status;  /**< only runs with this status */
    /** only runs with this number, or with this text in the label or in a player */
    const char *find;
    const char *label; /**< only runs with this label */
    /** true if runs of sweeps are left out (SOW_QUERY_SWEEPS); with `find` only those of
     *  sweeps whose label has the text */
    bool folded;
    int64_t before;               /**< only runs with a smaller number; 0: all */
    enum sow_query_active active; /**< only runs that are under way, or that are not */
    const char *where;            /**< SQL condition on columns and settings */
    const char *sort;             /**< SQL terms of ORDER BY; none: by id */
    const char *columns; /**< names of columns and settings, separated by commas; none:
                            the usual columns */
    int64_t limit; /**< largest number of rows, from the start of the order; 0: all */
    /** names of all settings; ends with NULL; may be NULL */
    const char *const *settings;
    /** limits of the query; NULL: sow_query_limits_default */
    const struct sow_query_limits *limits;
    /** true if a program reads the list: names of players, which take long to find, are
     *  left out */
    bool plain;
};

/**
 * Adds the table "runs", with a row for each selected run; without runs it is empty.
 * Unless `plain`, gives the report names of players (sow_query_names).
 * @param store database
 * @param runs selection of runs and columns
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown column, and for a condition that SQL does not accept
 *   or that could change the database
 */
SOW_MUST_USE enum sow_status sow_query_list(struct sow_store *store,
                                            const struct sow_query_runs *runs,
                                            struct sow_report *report,
                                            struct sow_err *err);

/**
 * Reads the rows that sow_query_list would add, without names of players.
 * @param store database
 * @param runs selection of runs and columns
 * @param take called with the names of the columns, then with each row
 * @param context data for the callback
 * @param[out] err reason of a failure
 * @returns the errors of sow_query_list, or the first failure of @p take
 */
SOW_MUST_USE enum sow_status sow_query_list_rows(struct sow_store *store,
                                                 const struct sow_query_runs *runs,
                                                 sow_row_taker *take, void *context,
                                                 struct sow_err *err);

/** Selection of stored games. */
struct sow_query_games {
    const int64_t *ids; /**< runs whose games to list */
    size_t count;       /**< number of runs; 0: all runs */
    bool whole;         /**< true to add the moves of each game */
};

/** Adds the table "games": a row for each stored game, by run, match and game; no table
 *  if there is none. Names players in the report. Returns SOW_NOT_FOUND for an unknown
 *  run, or the failure of the database. */
SOW_MUST_USE enum sow_status sow_query_games(struct sow_store *store,
                                             const struct sow_query_games *games,
                                             struct sow_report *report,
                                             struct sow_err *err);

/**
 * Adds all that is known about a run: its results, then the record "run", the table
 * "settings" and remarks. Sections without rows are left out.
 *
 * Evolutions have "convergence" (about ten generations), "timing", "candidates",
 * "champion" and "validation". Matches have "match", "scores", "elo" and "sprt". Data
 * sets have "dataset". Fits have "fit", "measures", "performance", "folds", "steps",
 * "calibration", "phases", "warnings", "coefficients", "comparison" and "conclusion".
 * Studies have "crosstable" or "matrix", "variants", "cells", "worst", "replays",
 * "robustness", "cycles", "ratings" and "transfers". Reproductions have "tables" and
 * "reproduced". The `sections` of a kind of run (run.h) list them all.
 *
 * @returns SOW_NOT_FOUND if there is no run @p id, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_show(struct sow_store *store, int64_t id,
                                            struct sow_report *report,
                                            struct sow_err *err);

/**
 * Adds what sow_query_show adds, for a page. Its settings that differ from their defaults
 * come first, with the default in the column `usually`.
 * @param store database
 * @param id number of the run
 * @param kind kind of the run
 * @param[in,out] report receives the sections
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if there is no run @p id, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_page(struct sow_store *store, int64_t id,
                                            const char *kind, struct sow_report *report,
                                            struct sow_err *err);

/**
 * Adds the result of a run in words, for the head of a page: the strength of its player
 * and whether it was still rising, then the record "answer". It leaves
 * out what is not known yet.
 * @param store database
 * @param id number of the run
 * @param[in,out] report receives the records
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if there is no such run, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_head(struct sow_store *store, int64_t id,
                                            struct sow_report *report,
                                            struct sow_err *err);

/** A setting and its default value, as texts. */
struct sow_query_default {
    const char *name;  /**< name as a record has it */
    const char *value; /**< default as a record has it */
};

/**
 * Adds the results of a run for a person, who reads the end first. The order is:
 * background and remarks, the results with the main one last, then the record "answer".
 * The answer is the result in one sentence and a useful next command; kinds without a
 * result have none.
 *
 * Unlike sow_query_show it leaves out rules, provenance, candidates, folds and the
 * intervals of a sensitivity's weights. Instead of "reproduced" it has "exceptions", the
 * rows that do not agree or hold.
 * @param store database
 * @param id number of the run
 * @param defaults settings to leave out if they have this value
 * @param count number of @p defaults
 * @param[in,out] report receives the sections
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if there is no such run, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_result(struct sow_store *store, int64_t id,
                                              const struct sow_query_default *defaults,
                                              size_t count, struct sow_report *report,
                                              struct sow_err *err);

/** Adds the results of run @p id for programs, which find tables by name. The main result
 *  is first. It includes the tables that only programs read, but no "answer". Returns
 *  SOW_NOT_FOUND if there is no such run, or the failure of the database. */
SOW_MUST_USE enum sow_status sow_query_whole_result(struct sow_store *store, int64_t id,
                                                    struct sow_report *report,
                                                    struct sow_err *err);

/**
 * Adds a comparison of runs side by side. Sections without rows are left out. The
 * first section is "verdicts" (sow_query_verdicts). The others are "settings" (those that
 * differ), "champions", "fits", "performance", "coefficients", "scores",
 * "differences", "robustness", "ratings", "reproduced" and "runs".
 *
 * "differences" compares every later run with the first one, if both have the same rules.
 * Its 95 % intervals take games as independent and use the normal approximation.
 * @param store database
 * @param ids numbers of the runs
 * @param count number of runs, at least 2
 * @param[in,out] report receives the sections
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for fewer runs or a run that is given twice, SOW_NOT_FOUND for an
 *   unknown run, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_compare(struct sow_store *store,
                                               const int64_t *ids, size_t count,
                                               struct sow_report *report,
                                               struct sow_err *err);

/** As sow_query_compare, but adds the section "settings" only. */
SOW_MUST_USE enum sow_status sow_query_compare_settings(struct sow_store *store,
                                                        const int64_t *ids, size_t count,
                                                        struct sow_report *report,
                                                        struct sow_err *err);

/** As sow_query_compare, but without the section "settings". */
SOW_MUST_USE enum sow_status sow_query_compare_results(struct sow_store *store,
                                                       const int64_t *ids, size_t count,
                                                       struct sow_report *report,
                                                       struct sow_err *err);

/** Verdict on a run beside the first one. */
struct sow_query_verdict {
    int64_t run;       /**< number of the run */
    int side;          /**< 1 if the run is better, -1 if it is worse, 0 if that is
                            undecided */
    double p_adjusted; /**< p value, corrected for all verdicts (Holm) */
    /** The verdict as a sentence without a full stop, with difference and interval. */
    const char *words;
};

/**
 * A function that receives a verdict of sow_query_verdicts.
 * @param context the caller's
 * @param verdict the verdict, valid during the call
 * @param[out] err reason of a failure
 * @returns SOW_OK, or a failure that ends the verdicts
 */
typedef enum sow_status sow_query_verdict_fn(void *context,
                                             const struct sow_query_verdict *verdict,
                                             struct sow_err *err);

/**
 * Says in words how every later run compares with the first one, with the difference and
 * its 95 % interval. Compares strengths against the same panel, and then validations
 * against the same opponents. Verdicts are corrected for their number by Holm's method,
 * intervals are not. There are no verdicts on runs that have neither in common.
 * @param store database
 * @param ids numbers of the runs
 * @param count number of runs
 * @param tell receives the verdicts
 * @param context passed to @p tell
 * @param[out] err reason of a failure
 * @returns the failure of the database or of @p tell
 */
SOW_MUST_USE enum sow_status sow_query_verdicts(struct sow_store *store,
                                                const int64_t *ids, size_t count,
                                                sow_query_verdict_fn *tell, void *context,
                                                struct sow_err *err);

/** Two groups of runs to compare. */
struct sow_query_groups {
    const int64_t *ids[2]; /**< numbers of the runs; borrowed */
    size_t count[2];       /**< number of runs of each group, at least 1 */
    const char *measure;   /**< measure to compare by; "": sow_run_measures_choose */
    double equivalent;     /**< largest difference that counts as none, in the unit of the
                                measure; NaN: sow_measure_equivalent */
    char *note;       /**< receives sow_run_measures_lacking; "" if there is nothing */
    size_t note_size; /**< size of `note` in bytes */
};

/**
 * Compares two groups of runs, paired by random seed within a variant (same name and
 * rules). The value of a group for a random seed is the mean of its runs. Runs with the
 * same results count once. A random seed with another number of runs in a group than most
 * has other settings than they do, and is left out. Adds the record
 * "comparison" and the tables "comparisons", "effects", "left_out" (runs and random seeds
 * that have no counterpart, and why) and "random_seeds".
 * @param store database
 * @param groups the runs
 * @param[in,out] report receives the sections
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an empty group, a run that is named twice or a measure that no
 *   run has; SOW_NOT_FOUND for an unknown run; SOW_BAD_DATA if the runs have no measure
 * in common; or the failure of the database
 */
SOW_MUST_USE enum sow_status
sow_query_compare_groups(struct sow_store *store, const struct sow_query_groups *groups,
                         struct sow_report *report, struct sow_err *err);

/**
 * Adds the answer to a user's SQL as the table "answer".
 * @param store database
 * @param sql one SELECT
 * @param limits limits of rows, time and memory
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if SQL does not accept the text, if it could change the database, or
 *   if it exceeds a limit
 */
SOW_MUST_USE enum sow_status sow_query_sql(struct sow_store *store, const char *sql,
                                           const struct sow_query_limits *limits,
                                           struct sow_report *report,
                                           struct sow_err *err);

/**
 * Gives a report the names that replace player specs in text: names that the user typed
 * for the run, and `run:ID` for champions.
 * @param store database
 * @param id run that the report is about, or 0
 * @param[in,out] report receives the names
 * @param[out] err reason of a failure
 * @returns SOW_OK, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_query_names(struct sow_store *store, int64_t id,
                                             struct sow_report *report,
                                             struct sow_err *err);

#endif
