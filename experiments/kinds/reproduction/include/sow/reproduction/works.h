/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The publications that can be reproduced, each a row: who plays what, and how its tables
 * are compared. A new one is a line of SOW_WORKS, its row in a file of its own, and its
 * figures in published/NAME.csv. The frame (reproduce.c) lets every player of the row
 * meet every other one in every game, plays, compares, judges and stores.
 */
#ifndef SOW_EXPERIMENTS_WORKS_H
#define SOW_EXPERIMENTS_WORKS_H

#include "sow/matches/study.h"
#include "sow/reproduction/reproduce_tables.h"

/** WORK(identifier, name, what it is) of each, in the order of listings. */
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

/** A publication. */
struct sow_work {
    const char *name;
    const char *players;            /**< as typed, or "": nobody meets everyone else */
    const char *variants;           /**< as typed */
    int games;                      /**< in each seat, unless others are asked for */
    int quick_games;                /**< by --quick */
    int random_plies;               /**< random moves at the start of each game */
    bool evolves;                   /**< --evolutions are for it */
    bool orders;                    /**< --orders are */
    const char *const *competitors; /**< specs of the players by --clock, with `clock=?`,
                                         then NULL; NULL: none */
    int population;  /**< individuals of an evolution, unless the options say another
                          number */
    int generations; /**< generations of an evolution, unless the options say another
                          number */
    /** Lists further cells (study.h), the round robin being listed; may be NULL. */
    enum sow_status (*begin)(struct sow_study *study, struct sow_err *err);
    /** Adds agents, once the run is there; may be NULL. */
    enum sow_status (*enter)(struct sow_study *study, struct sow_err *err);
    /** Adds what only its tables know of to @p evidence; may be NULL. */
    void (*testify)(const struct sow_study *study, struct sow_evidence *evidence);
    void (*release)(void *own); /**< frees what the state owns; NULL if it owns nothing */
    size_t own_size;            /**< bytes of the state of the work (sow_work_own), zeros
                                     at first */
    const struct sow_reproduction *tables; /**< ends with a NULL name; parts of one table
                                                stand together */
};

#define SOW_WORK_ROW(id, name, title) extern const struct sow_work sow_work_##id;
SOW_WORKS(SOW_WORK_ROW)
#undef SOW_WORK_ROW

/** State that the frame keeps beside a study. */
struct sow_reproduction_state {
    const struct sow_work *work;
    struct sow_published *figures;
    size_t figure_count;
    size_t pairs; /**< cells of the round robin in one game */
    void *own;    /**< state of the work */
};

/** Returns the state of the work of a study. */
static inline void *sow_work_own(const struct sow_study *study)
{
    return ((const struct sow_reproduction_state *)study->state)->own;
}

#endif
