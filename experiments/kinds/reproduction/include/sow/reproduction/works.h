/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file The publications that can be reproduced, each a row with its players, variants
 * and tables, and how each table is compared. A new one is a line of SOW_WORKS, its row
 * in a file of its own, and its figures in published/NAME.csv. The frame (reproduce.c)
 * lets every player of the row meet every other one in every variant, plays, compares,
 * judges and stores.
 */
#ifndef SOW_EXPERIMENTS_WORKS_H
#define SOW_EXPERIMENTS_WORKS_H

#include "sow/matches/study.h"
#include "sow/reproduction/reproduce_tables.h"

/** List of all publications in the order of help texts: WORK(identifier, name, title) of
 *  each. */
#define SOW_WORKS(WORK)                                                                  \
    WORK(divilly2013, "divilly2013",                                                     \
         "heuristics of a move and evolved weights in four games "                       \
         "(Divilly, O'Riordan and Hill 2013; 10,000 games, --quick 1,000)")              \
    WORK(pekar2018, "pekar2018",                                                         \
         "a person against programs in Kalah "                                           \
         "(Pekar, Andrla and Dolinay 2018; 100 games, --quick 10)")                      \
    WORK(pekar2020, "pekar2020",                                                         \
         "Kalah by rules, by search and by people "                                      \
         "(Pekar et al. 2020; 100 games, --quick 10)")                                   \
    WORK(                                                                                \
        fairkalah, "fairkalah",                                                          \
        "254 boards that perfect play makes draws, between players who are not perfect " \
        "(FairKalah; 254 games, --quick 127)")                                           \
    WORK(kalah_ai, "kalah-ai",                                                           \
         "seven factors, weighed by hand, in Kalah(7,7) with the pie rule, and evolved " \
         "(kalah-ai 2018; 500 games, --quick 50)")

/** A publication that can be reproduced. Everything is constant. */
struct sow_work {
    const char *name;
    const char *players;            /**< players as a user would type them, with blanks
                                         between. Each meets each other one; "": there
                                         are no such matches */
    const char *variants;           /**< variants as a user would type them */
    int games;                      /**< games in each seat of a match, unless --games
                                         says another number */
    int quick_games;                /**< games in each seat of a match with --quick */
    int random_plies;               /**< random moves at the start of each game */
    bool evolves;                   /**< true if --evolutions applies */
    bool orders;                    /**< true if --orders applies */
    const char *const *competitors; /**< specs of the players by --clock, with `clock=?`,
                                         then NULL; NULL: none */
    int population;  /**< individuals of an evolution, unless the options say another
                          number */
    int generations; /**< generations of an evolution, unless the options say another
                          number */
    /** Lists further cells (study.h) behind those of the round robin, and sets up the
     *  work's own state. May be NULL. */
    enum sow_status (*begin)(struct sow_study *study, struct sow_err *err);
    /** Adds agents to the study, once the run exists. May be NULL. */
    enum sow_status (*enter)(struct sow_study *study, struct sow_err *err);
    /** Completes @p evidence with results that only the tables of this work use. May be
     *  NULL. */
    void (*testify)(const struct sow_study *study, struct sow_evidence *evidence);
    void (*release)(void *own); /**< function that frees what the work's own state owns,
                                     but not the state itself; NULL if it owns nothing */
    size_t own_size;            /**< bytes of the state of the work (sow_work_own), zeros
                                     at first */
    const struct sow_reproduction *tables; /**< ends with a NULL name; parts of one table
                                                stand together */
};

/** Declaration of the row of each publication. */
#define SOW_WORK_ROW(id, name, title) extern const struct sow_work sow_work_##id;
SOW_WORKS(SOW_WORK_ROW)
#undef SOW_WORK_ROW

/** State that the frame keeps beside a study. */
struct sow_reproduction_state {
    /** Publication that is reproduced. */
    const struct sow_work *work;
    /** Printed figures of the work; owned. */
    struct sow_published *figures;
    size_t figure_count;
    size_t pairs; /**< number of cells of the round robin in one variant */
    void *own;    /**< state of the work, `own_size` bytes; owned */
};

/** Returns the state of the work of a study (`own_size` bytes, which the work casts to
 *  its own struct). NULL before the study has begun. */
static inline void *sow_work_own(const struct sow_study *study)
{
    return ((const struct sow_reproduction_state *)study->state)->own;
}

#endif
