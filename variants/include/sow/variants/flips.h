/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Flips: rule changes, that is, all rules that differ from given rules in one option. A
 * choice or flag takes every other value. A number or set of counts takes the
 * neighbouring values that a table lists. A start position has no neighbouring values.
 *
 * Sometimes the new value needs another option that has no effect in the given rules. It
 * then changes, too. So a change to relay sowing sets a lap limit.
 *
 * Ownership: release with sow_flips_release what sow_flips_list filled.
 */
#ifndef SOW_VARIANTS_FLIPS_H
#define SOW_VARIANTS_FLIPS_H

#include "sow/game/rules.h"

#include <stddef.h>

SOW_C_BEGIN

/** Most characters of a value, and of a reason. */
enum { SOW_FLIP_VALUE_MAX = 159, SOW_FLIP_REASON_MAX = 511 };

/** One rule change. */
struct sow_flip {
    const char *option; /**< key of the option, as runs store it; static */
    /** Value in the given rules, written as in a variant file. */
    char old_value[SOW_FLIP_VALUE_MAX + 1];
    /** Value after the change, written as in a variant file. */
    char new_value[SOW_FLIP_VALUE_MAX + 1];
    /** Reason why the change is not played: the check of rules refuses it, or it makes
     *  no difference to the game. "" if it can be played. */
    char left_out[SOW_FLIP_REASON_MAX + 1];
    /** The changed rules; valid only if `left_out` is "". */
    struct sow_rules rules;
};

/** A list of rule changes. */
struct sow_flips {
    struct sow_flip *flips; /**< in the order of sow_rules_table, and of the values of an
                                 option; owned */
    size_t count;           /**< number of rule changes */
};

/**
 * Lists the rule changes of the rules @p base, which have passed their check.
 * @param base the given rules
 * @param options keys of the options to change, with commas or blanks between them; "" =
 *     all that version 0.1.0 has, so that random variants stay the same
 * @param[out] flips receives the list; release it after success
 * @param err receives the reason of a failure
 * @returns SOW_USAGE for an unknown key or one without neighbouring values,
 *     SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_flips_list(const struct sow_rules *base,
                                            const char *options, struct sow_flips *flips,
                                            struct sow_err *err);

/**
 * Frees a list and leaves it empty.
 * @param flips the list
 */
void sow_flips_release(struct sow_flips *flips);

SOW_C_END

#endif
