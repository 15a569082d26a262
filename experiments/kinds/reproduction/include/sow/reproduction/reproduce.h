/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "reproduce": published tables, played again. Every printed figure is
 * stored beside ours, with an interval and a verdict. Claims in words are tested, too.
 *
 * A rate agrees unless Fisher's exact test of the printed rate against ours has p < 1 %
 * after Holm over all figures of its table. The test uses the number of games that the
 * printed rate is of.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_H
#define SOW_EXPERIMENTS_REPRODUCE_H

#include "sow/matches/study.h"

/** Most characters of the name of a publication, and of the list of competitors. */
enum { SOW_WORK_MAX = 31, SOW_COMPETITORS_MAX = 511 };

/** Options of kind "reproduce". */
struct sow_reproduce_options {
    struct sow_study_options study; /**< players and variants are filled in when the run
                                       is recorded */
    char work[SOW_WORK_MAX + 1];    /**< name of the publication, such as "divilly2013" */
    int evolutions;                 /**< runs of the genetic algorithm; 0: the tables of
                                         evolved players are left out */
    int population;                 /**< individuals of each evolution; 0 until prepared:
                                         the number of the work */
    int generations;                /**< generations of each evolution; 0 until prepared:
                                         the number of the work */
    int orders;                     /**< number of linear orders among which the best is
                                         searched; 0: what needs an order is left out */
    /** Specs of the players of the competition, with blanks between; "": there is none.
     *  They come from `clock` when the run is recorded. A run with them cannot be
     *  replayed. */
    char competitors[SOW_COMPETITORS_MAX + 1];
    double clock; /**< typed, not recorded: seconds that each player of the competition
                       has for a game, or 0 for no competition */
    bool quick;   /**< typed, not recorded: true for fewer games, evolutions and orders */
};

/** Kind "reproduce": its options, command, execution and report. */
extern const struct sow_run_kind sow_reproduce_kind;

#endif
