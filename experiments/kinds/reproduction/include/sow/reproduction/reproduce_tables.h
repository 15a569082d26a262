/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The tables of a publication that can be made again, each a row with the function that
 * compares it. A new table is a row and, if it is of a new kind, a function.
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

/** Where its vectors were evolved. */
#define SOW_REPRODUCE_EVOLVED_IN "erherhe"

enum { SOW_PRINTED_VECTORS = 20 };

/** Strategies against the best linear order, by one reading of such an order. */
struct sow_order_games {
    const char *best;               /**< spec */
    const char *hardest;            /**< the best against the evolved strategy */
    const struct sow_duel *printed; /**< of the printed vectors against the best */
    const struct sow_duel *evolved; /**< of the evolved strategy likewise */
    const struct sow_duel *evolved_hardest; /**< against the hardest */
    const struct sow_duel *ours;            /**< of our own vectors against the best */
};

struct sow_study;

/** All that is known. */
struct sow_evidence {
    const struct sow_study *study; /**< whose run, options and agents these are */
    const struct sow_published *figures;
    size_t figure_count;
    const struct sow_player_list *roster;
    const struct sow_variant_set *set;
    const struct sow_duel *duels; /**< by variant, then players i < j */
    size_t pairs;                 /**< duels of a variant */
    const struct sow_evolution *evolutions;
    size_t evolution_count;               /**< 0: Tables II and III are left out */
    const struct sow_duel *evolved;       /**< of our own vectors against the printed
                                               strategy */
    const struct sow_order_games *orders; /**< by enum sow_order_reading, or NULL: what
                                               needs an order is left out */
};

struct sow_reproduction;

/** Appends the comparisons of @p table with p and the verdict that holds if p is small.
 */
typedef enum sow_status sow_compare_fn(const struct sow_reproduction *table,
                                       const struct sow_evidence *evidence,
                                       struct sow_comparison_list *list,
                                       struct sow_err *err);

/** A table of a publication. */
struct sow_reproduction {
    const char *name;    /**< "IV" */
    const char *variant; /**< the game it is about */
    sow_compare_fn *compare;
};

/** Rates of the evolved strategy: Tables IV to VII. */
sow_compare_fn sow_compare_rates;

/** Who is stronger by a tournament without the evolved strategy: Table I. */
sow_compare_fn sow_compare_ranking;

/** Sentences about who is how strong, each with a measure of its own: data rows, like the
 *  published figures (reproduce_claims.c). */
sow_compare_fn sow_compare_sentences;

/** Fills in what is ours of @p figure; the row has its name, the printed value and the
 *  verdict "differs". */
typedef enum sow_status sow_fill_fn(const struct sow_evidence *evidence,
                                    const struct sow_published *figure,
                                    struct sow_comparison_list *list,
                                    struct sow_reproduced_row *row, struct sow_err *err);

/** Compares figure by figure of the table. */
SOW_MUST_USE enum sow_status sow_compare_figures(const struct sow_reproduction *table,
                                                 const struct sow_evidence *evidence,
                                                 struct sow_comparison_list *list,
                                                 sow_fill_fn *fill, struct sow_err *err);

/** The duels of a table's variant; NULL if the record lacks it. */
const struct sow_duel *sow_evidence_duels(const struct sow_reproduction *table,
                                          const struct sow_evidence *evidence,
                                          struct sow_err *err);

/** Where players i < j of a number of players stand among the duels of a variant. */
size_t sow_evidence_pair(size_t players, size_t i, size_t j);

/** Is @p name in @p list, names with blanks between them? */
bool sow_name_is_listed(const char *list, const char *name);

#endif
