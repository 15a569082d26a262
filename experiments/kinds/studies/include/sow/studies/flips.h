/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Flips: all rules that differ from given ones in a single option. Choices and flags take
 * every other value, numbers and sets of counts the neighbours that a table lists. (A
 * start position has no neighbours.) An option that the new value cannot do without, and
 * that means nothing in the base, comes with it: relay sowing with a lap limit.
 *
 * Ownership: sow_flips_release what sow_flips_list filled.
 */
#ifndef SOW_EXPERIMENTS_FLIPS_H
#define SOW_EXPERIMENTS_FLIPS_H

#include "sow/game/rules.h"

#include <stddef.h>

enum { SOW_FLIP_VALUE_MAX = 159, SOW_FLIP_REASON_MAX = 511 };

/** A single changed option. */
struct sow_flip {
    const char *option;                     /**< its key */
    char old_value[SOW_FLIP_VALUE_MAX + 1]; /**< as in a variant file */
    char new_value[SOW_FLIP_VALUE_MAX + 1]; /**< the same */
    char left_out[SOW_FLIP_REASON_MAX + 1]; /**< why there is no such game to play:
                                                 refused by the rules' check, or the same
                                                 game as the base; "" = there is one */
    struct sow_rules rules;                 /**< checked; if it is not left out */
};

struct sow_flips {
    struct sow_flip *flips; /**< in the order of sow_rules_table */
    size_t count;
};

/**
 * Lists the flips of the checked rules @p base.
 * @param options  keys with commas or blanks between them that may change; "" = all
 * @returns SOW_USAGE for an unknown key and for one without neighbours, SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_flips_list(const struct sow_rules *base,
                                            const char *options, struct sow_flips *flips,
                                            struct sow_err *err);

void sow_flips_release(struct sow_flips *flips);

#endif
