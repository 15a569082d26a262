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

enum { SOW_WORK_MAX = 31, SOW_COMPETITORS_MAX = 511 };

struct sow_reproduce_options {
    struct sow_study_options study; /**< players and variants are filled in when the run
                                       is recorded */
    char work[SOW_WORK_MAX + 1];    /**< "divilly2013" */
    int evolutions;                 /**< runs of the genetic algorithm, or 0 */
    int population;                 /**< individuals of each evolution */
    int generations;                /**< generations of each evolution */
    int orders;                     /**< linear orders to choose the best of, or 0 */
    /** Players by the clock, with blanks between, or "": made of `clock` when recorded,
     *  they mark the run as one that cannot be replayed. */
    char competitors[SOW_COMPETITORS_MAX + 1];
    double clock; /**< typed: seconds each has for a game; 0: there is no competition */
    bool quick;   /**< typed: fewer of all of these */
};

extern const struct sow_run_kind sow_reproduce_kind;

#endif
