/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "ablate": which weights of a player matter? One weight after the other is
 * changed, and the strength of the changed player (sow/strength/strength.h) is compared
 * with that of the original. Both meet the same opponents from the same openings, so the
 * openings are the blocks of a paired test (sow/statistics/statistics_blocks.h).
 */
#ifndef SOW_ABLATION_ABLATE_H
#define SOW_ABLATION_ABLATE_H

#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/variants/variant_set.h"

/** Largest lengths of texts of the options, and of the number of values of a curve. */
enum {
    SOW_ABLATE_LIST_MAX = 2047,
    SOW_ABLATE_WORD_MAX = 63,
    SOW_ABLATE_PANELS_MAX = 1023,
    SOW_ABLATE_GRID_MAX = 101
};

/** Options of an ablation. */
struct sow_ablate_options {
    char *player;                     /**< spec of the player; owned */
    struct sow_variant_choice choice; /**< the variants; empty: that of the run */
    struct sow_player_list opponents; /**< opponents; empty: the panel of each variant */
    /** Versions of the panels, a number for each variant, with commas between them; ""
     *  with other opponents. */
    char panels[SOW_ABLATE_PANELS_MAX + 1];
    char *features; /**< features to change, owned; "": all weighted */
    char changes[SOW_ABLATE_WORD_MAX + 1]; /**< words of the changes, with commas */
    char refit[SOW_ABLATE_WORD_MAX + 1];   /**< learner: none, learn or an optimiser */
    /** Options of the learner, NAME=VALUE with blanks between them; owned. */
    char *refit_options;
    char *forward;     /**< features to add one by one, owned; "": none */
    char *curve;       /**< features with a curve, owned; "": none */
    double step;       /**< size of a step, as a share of the mean effect of a weight */
    int grid;          /**< number of values of a curve, odd */
    double reach;      /**< reach of a curve to each side of the weight, in units of it */
    int depth;         /**< moves to look ahead, one of sow_panel_depths */
    int openings;      /**< openings for each opponent */
    double equivalent; /**< largest difference that counts as none */
};

/** The kind of run. */
extern const struct sow_run_kind sow_ablate_kind;

#endif
