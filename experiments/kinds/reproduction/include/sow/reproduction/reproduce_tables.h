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

enum { SOW_PRINTED_VECTORS = 20 };

/** Games against the best linear order, by one reading of linear orders. */
struct sow_order_games {
    const char *best;               /**< spec */
    const char *hardest;            /**< the best against the evolved strategy */
    const struct sow_duel *printed; /**< games of the printed vectors against the best */
    const struct sow_duel *evolved; /**< games of the evolved strategy against the best */
    const struct sow_duel *evolved_hardest; /**< games of the evolved strategy against the
                                                 hardest */
    const struct sow_duel *ours;            /**< games of our own vectors, the same */
};

struct sow_study;

/** Figures and games from which tables are compared. */
struct sow_evidence {
    const struct sow_study *study; /**< study of the run, with its options and agents */
    const struct sow_published *figures;
    size_t figure_count;
    const struct sow_player_list *roster;
    const struct sow_variant_set *set;
    const struct sow_duel *duels; /**< by variant, then players i < j */
    size_t pairs;                 /**< duels of a variant */
    const struct sow_evolution *evolutions;
    size_t evolution_count;               /**< 0: Tables II and III are left out */
    const struct sow_duel *evolved;       /**< games of our own vectors against the
                                               printed strategy */
    const struct sow_order_games *orders; /**< by enum sow_order_reading, or NULL: what
                                               needs an order is left out */
};

struct sow_reproduction;

/** Appends rows of @p table, each with its p and the verdict that holds if p is small. */
typedef enum sow_status sow_compare_fn(const struct sow_reproduction *table,
                                       const struct sow_evidence *evidence,
                                       struct sow_comparison_list *list,
                                       struct sow_err *err);

/** A printed figure whose counterpart is computed. */
struct sow_figure_task {
    const struct sow_evidence *evidence;
    const struct sow_reproduction *table;
    const struct sow_published *figure;
    struct sow_comparison_list *list; /**< rows of the table; the last one is `row` */
    struct sow_reproduced_row *row;   /**< has its names, the printed value and the
                                           verdict "differs" */
};

/** Computes our figure for @p task and sets it in the row. */
typedef enum sow_status sow_fill_fn(const struct sow_figure_task *task,
                                    struct sow_err *err);

/** A table of a publication: first `compare` is called, then `fill` for each printed
 *  figure of the table. Either may be NULL. */
struct sow_reproduction {
    const char *name;    /**< "IV" */
    const char *variant; /**< name of the variant it is about */
    sow_compare_fn *compare;
    sow_fill_fn *fill;
    const void *about; /**< argument of `compare`, if it serves several tables */
};

/** Appends the rows of one table: calls its `compare`, then its `fill` for each printed
 *  figure. Returns SOW_NO_MEMORY or the first error of these. */
SOW_MUST_USE enum sow_status sow_table_compare(const struct sow_reproduction *table,
                                               const struct sow_evidence *evidence,
                                               struct sow_comparison_list *list,
                                               struct sow_err *err);

/** Appends a row of @p table without figures, valid until the next one is appended.
 *  @returns NULL, and sets @p err, if there is no memory */
struct sow_reproduced_row *sow_table_add(const struct sow_reproduction *table,
                                         struct sow_comparison_list *list,
                                         const char *row_name, const char *column_name,
                                         struct sow_err *err);

/** Fills a rate of the evolved strategy: Tables IV to VII. Fails with SOW_BAD_DATA if no
 *  game of ours is of the printed row. */
sow_fill_fn sow_fill_rate;

/** Appends the claims of Table I, by ratings of a tournament without the evolved
 * strategy. Fails with SOW_BAD_DATA if the record lacks the variant. */
sow_compare_fn sow_compare_ranking;

/** Appends claims in words about the strength of players in the variant of the table,
 * each with a measure of its own (reproduce_claims.c). Fails with SOW_BAD_DATA if the
 * record lacks a variant or a player. */
sow_compare_fn sow_compare_sentences;

/** Returns the duels of a table's variant. Returns NULL, and sets @p err, if the record
 *  lacks the variant. */
const struct sow_duel *sow_evidence_duels(const struct sow_reproduction *table,
                                          const struct sow_evidence *evidence,
                                          struct sow_err *err);

/** Returns the index of the duel of players i < j among the duels of a variant. */
size_t sow_evidence_pair(size_t players, size_t i, size_t j);

/** Returns true if @p name is in @p list, names with blanks between them. */
bool sow_name_is_listed(const char *list, const char *name);

#endif
