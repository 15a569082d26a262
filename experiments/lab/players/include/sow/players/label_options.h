/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Types of options about the positions that are labelled, and about targets.
 */
#ifndef SOW_EXPERIMENTS_LABEL_OPTIONS_H
#define SOW_EXPERIMENTS_LABEL_OPTIONS_H

#include "sow/base/param.h"
#include "sow/base/pcg.h"

/** A number of random moves that open a game: any from `least` to `most`. */
struct sow_plies {
    int least, most; /**< smallest and largest number; both are possible */
};

enum {
    SOW_PLIES_MOST = 1000, /**< largest number of random moves */
};

/** Reads "A..B" or "A", with 0 <= A <= B <= SOW_PLIES_MOST. Returns false for any other
 *  text; @p plies is then unchanged. */
bool sow_plies_read(const char *text, struct sow_plies *plies);

/** Draws a number of random moves from @p rng, all equally likely. It takes a random
 *  number even if `least` is `most`. */
int sow_plies_draw(const struct sow_plies *plies, struct sow_pcg *rng);

/** Type of a struct sow_plies. A single number is recorded as a number. */
extern const struct sow_param_type sow_param_plies;

/** Type of a double, which settings leave out while it has its default. */
extern const struct sow_param_type sow_param_added_real;

/** Value of an option of type sow_param_mix that is not given. */
#define SOW_MIX_AUTO (-1.0)

/** Type of a double from 0 to 1, or `auto`. Settings leave `auto` out. */
extern const struct sow_param_type sow_param_mix;

/** Views of a position: who sees its features and its label. */
enum sow_view {
    SOW_VIEW_OWN,     /**< the player itself, who has moved there */
    SOW_VIEW_TO_MOVE, /**< the player to move (`state:view=to-move`) */
    SOW_VIEWS         /**< number of views */
};

/** Word for SOW_VIEW_TO_MOVE on the command line and in settings. */
#define SOW_VIEW_WORD "to-move"

#endif
