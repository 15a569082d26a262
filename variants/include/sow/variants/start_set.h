/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Published sets of start positions, made for the rules of one variant.
 */
#ifndef SOW_VARIANTS_START_SET_H
#define SOW_VARIANTS_START_SET_H

#include "sow/base/err.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

/** A set of start positions. */
struct sow_start_set {
    const char *name;    /**< of the file in variants/starts, without extension */
    const char *variant; /**< built-in variant whose rules they were made for */
    const char *summary;
};

/** All sets; ends with a NULL name. */
extern const struct sow_start_set sow_start_sets[];

/**
 * The positions of @p set in their published order; free @p boards. SOW_USAGE, naming a
 * rule, if @p rules differ from those of the set's variant in more than their own start.
 */
SOW_MUST_USE enum sow_status sow_start_set_load(const struct sow_start_set *set,
                                                const struct sow_rules *rules,
                                                struct sow_board **boards, size_t *count,
                                                struct sow_err *err);

SOW_C_END

#endif
