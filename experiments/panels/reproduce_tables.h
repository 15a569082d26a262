/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The tables of a publication that can be made again, each a row with the function that
 * compares it. A new table is a row and, if it is of a new kind, a function; a table that
 * needs other runs (the evolutions of Tables II and III) would make them there.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_TABLES_H
#define SOW_EXPERIMENTS_REPRODUCE_TABLES_H

#include "duels.h"
#include "player_list.h"
#include "published.h"
#include "store_panel.h"
#include "variant_set.h"

/** Who plays: the evolved strategy, then those it is compared with. */
#define SOW_REPRODUCE_PLAYERS "divilly2013 h1 h2 h3 h4 h5 h6 random"
/** What they play. */
#define SOW_REPRODUCE_VARIANTS "paper"

/** All that is known. */
struct sow_evidence {
    const struct sow_published *figures;
    size_t figure_count;
    const struct sow_roster *roster;
    const struct sow_variant_set *set;
    const struct sow_duel *duels; /**< by variant, then players i < j */
    size_t pairs;                 /**< duels of a variant */
};

/** Rows to be stored; texts are borrowed from the evidence or static. free the rows. */
struct sow_comparison_list {
    struct sow_reproduced_row *rows;
    size_t count;
};

/** A table of a publication. */
struct sow_reproduction {
    const char *name;    /**< "IV" */
    const char *variant; /**< the game it is about */
    /** Appends its comparisons with p and the verdict that holds if p is small. */
    enum sow_status (*compare)(const struct sow_reproduction *table,
                               const struct sow_evidence *evidence,
                               struct sow_comparison_list *list, struct sow_err *err);
};

/** All tables; ends with a NULL name. Parts of one table stand together. */
extern const struct sow_reproduction sow_reproductions[];

/** Adjusts p of the rows from @p begin on, which are one table, and takes back the
 *  verdicts of those that are not below 1 %. */
SOW_MUST_USE enum sow_status sow_comparison_judge(struct sow_comparison_list *list,
                                                  size_t begin, struct sow_err *err);

#endif
