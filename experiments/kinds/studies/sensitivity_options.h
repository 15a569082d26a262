/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Options of a sensitivity beyond those of the public header, and their checks.
 */
#ifndef SOW_EXPERIMENTS_SENSITIVITY_OPTIONS_H
#define SOW_EXPERIMENTS_SENSITIVITY_OPTIONS_H

#include "sow/evolution/evolve.h"
#include "sow/studies/sensitivity.h"

/** Rows of the options that are typed and not recorded. */
extern const struct sow_param_table sow_sensitivity_typed_params;
/** Rows of the options that are recorded and not typed. */
extern const struct sow_param_table sow_sensitivity_recorded_params;

/** Options that have an effect only together with --refit evolve. */
extern const struct sow_param_need sow_sensitivity_needs[];

/**
 * Takes the player from the words of the command line and the rule changes from the
 * options (sow_sensitivity_take). Notes if weights are not evolved under all rules. With
 * --list it gives a report of the changes as the answer instead. It is the kind's
 * `take`.
 * @param[in,out] options the options of the sensitivity
 * @param words the words, the rules of --variant, and the place for the answer
 * @param err receives the reason of a failure
 * @returns the errors of sow_sensitivity_take, or SOW_USAGE for the words.
 */
SOW_MUST_USE enum sow_status sow_sensitivity_take_words(void *options,
                                                        const struct sow_words *words,
                                                        struct sow_err *err);

/**
 * Fills in the options of the evolutions. Options that cannot be typed have the defaults
 * of `evolve`. Their genes are not resolved yet.
 * @param options the options of the sensitivity
 * @param[out] evolve release them, also after a failure
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status
sow_sensitivity_evolve_options(const struct sow_sensitivity_options *options,
                               struct sow_evolve_options *evolve, struct sow_err *err);

#endif
