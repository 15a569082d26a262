/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tables of publications. Each is a row with the function that compares it. A new table
 * is a row and, if it is of a new kind, a function.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_TABLES_H
#define SOW_EXPERIMENTS_REPRODUCE_TABLES_H

#include "sow/matches/duels.h"
#include "sow/players/player_list.h"
#include "sow/reproduction/comparison.h"
#include "sow/reproduction/published.h"
#include "sow/reproduction/reproduce_orders.h"
#include "sow/studies/evolutions.h"
#include "sow/variants/variant_set.h"

/** Name of the variant in which the vectors of Divilly et al. were evolved. */
#define SOW_REPRODUCE_EVOLVED_IN "erherhe"

/** Number of vectors of weights that Table II of Divilly et al. prints, one of each of
 *  their evolutions. */
enum { SOW_PRINTED_VECTORS = 20 };

/** Games against linear orders, by one reading of linear orders. Everything is borrowed
 *  from the study. */
struct sow_order_games {
    const char *best;               /**< spec of the best order */
    const char *hardest;            /**< spec of the order that does best against the
                                         evolved strategy */
    const struct sow_duel *printed; /**< games of the printed vectors against the best,
                                         one duel for each vector */
    const struct sow_duel *evolved; /**< games of the evolved strategy against the best */
    const struct sow_duel *evolved_hardest; /**< games of the evolved strategy against the
                                                 hardest */
    const struct sow_duel *ours;            /**< games of our own vectors against the
                                                 best, one duel for each evolution */
};

struct sow_study;

/** Printed figures and results of games from which tables are compared. All pointers are
 *  borrowed. */
struct sow_evidence {
    const struct sow_study *study; /**< study of the run, with its options and agents */
    /** All printed figures of the work. */
    const struct sow_published *figures;
    size_t figure_count;
    /** Players of the work, who meet each other in every variant. */
    const struct sow_player_list *roster;
    /** Variants of the work. */
    const struct sow_variant_set *set;
    const struct sow_duel *duels; /**< results of all cells: first by variant, then by
                                       players i < j (sow_evidence_pair); cells that the
                                       work lists itself are behind them */
    size_t pairs;                 /**< number of duels of a variant: pairs of different
                                       players */
    /** Our own evolutions. */
    const struct sow_evolution *evolutions;
    size_t evolution_count;               /**< number of them; 0: Tables II and III are
                                               left out */
    const struct sow_duel *evolved;       /**< games of our own vectors against the
                                               printed strategy, one duel for each
                                               evolution */
    const struct sow_order_games *orders; /**< games against linear orders, by enum
                                               sow_order_reading; NULL: claims and tables
                                               that need an order are left out */
};

struct sow_reproduction;

/** Function that appends rows of @p table to @p list. Each row has its p value and the
 *  verdict that holds if p is small; sow_comparison_judge judges them later. */
typedef enum sow_status sow_compare_fn(const struct sow_reproduction *table,
                                       const struct sow_evidence *evidence,
                                       struct sow_comparison_list *list,
                                       struct sow_err *err);

/** A printed figure whose counterpart is computed. All pointers are borrowed. */
struct sow_figure_task {
    const struct sow_evidence *evidence;
    const struct sow_reproduction *table; /**< table of the figure */
    const struct sow_published *figure;   /**< printed figure */
    struct sow_comparison_list *list;     /**< rows of the table; the last one is `row` */
    struct sow_reproduced_row *row; /**< row of the figure; has its names, the printed
                                         value and the verdict "differs" */
};

/** Function that computes our figure for @p task and sets it in the row, with interval,
 *  number of games and p value where it has them. It may change the verdict. */
typedef enum sow_status sow_fill_fn(const struct sow_figure_task *task,
                                    struct sow_err *err);

/** A table of a publication, or a part of one: neighbours with the same name are judged
 *  together. First `compare` is called, then `fill` for each printed figure of the
 *  table. Either may be NULL. */
struct sow_reproduction {
    const char *name;        /**< name of the table, "IV", as printed figures have it */
    const char *variant;     /**< name of the variant it is about */
    sow_compare_fn *compare; /**< called once, before `fill`, or NULL */
    sow_fill_fn *fill;       /**< called for each printed figure of the table, or NULL */
    const void *about; /**< data for `compare`, if it serves several tables; else NULL */
};

/** Appends the rows of one table. First calls its `compare`, then appends a row for each
 *  printed figure with the name of the table and calls `fill` for it. Judges nothing.
 *  Returns SOW_NO_MEMORY or the first error of these. */
SOW_MUST_USE enum sow_status sow_table_compare(const struct sow_reproduction *table,
                                               const struct sow_evidence *evidence,
                                               struct sow_comparison_list *list,
                                               struct sow_err *err);

/** Appends a row of @p table without figures, with the verdict "undecided". The row is
 *  valid until the next one is appended; both names are borrowed.
 *  @returns NULL, and sets @p err, if there is no memory */
struct sow_reproduced_row *sow_table_add(const struct sow_reproduction *table,
                                         struct sow_comparison_list *list,
                                         const char *row_name, const char *column_name,
                                         struct sow_err *err);

/** Fills a row of Tables IV to VII. It compares the share of wins, draws or losses of
 *  the evolved strategy, in one seat against one opponent, with the printed rate of
 *  1,000 games. The verdict is "differs", or "differs as known" for a cell that no
 *  reading of the paper gives. Fails with SOW_BAD_DATA if none of our games belong to
 *  the printed row. */
sow_fill_fn sow_fill_rate;

/** Appends the claims of Table I about the variant of the table. Most are judged by Elo
 *  ratings from the games of all players but the evolved strategy, and one by the score
 *  of two players in their own games. Fails with SOW_BAD_DATA if the record lacks the
 *  variant, with SOW_NO_MEMORY, or as sow_ratings_fit. */
sow_compare_fn sow_compare_ranking;

/** Appends claims in words about the strength of players in the variant of the table,
 * each with a measure of its own (reproduce_claims.c). Fails with SOW_BAD_DATA if the
 * record lacks a variant or a player. */
sow_compare_fn sow_compare_sentences;

/** Returns the duels of a table's variant, indexed by sow_evidence_pair; borrowed.
 *  Returns NULL, and sets @p err to SOW_BAD_DATA, if the record lacks the variant. */
const struct sow_duel *sow_evidence_duels(const struct sow_reproduction *table,
                                          const struct sow_evidence *evidence,
                                          struct sow_err *err);

/** Returns the index, among the duels of a variant, of the duel between players @p i and
 *  @p j of a roster of @p players. It must be that i < j. */
size_t sow_evidence_pair(size_t players, size_t i, size_t j);

/** Returns true if @p name is one of the words of @p list, which have blanks between
 *  them. */
bool sow_name_is_listed(const char *list, const char *name);

#endif
