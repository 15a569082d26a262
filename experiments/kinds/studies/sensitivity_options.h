/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The options of a sensitivity beyond the command line's, and their checks.
 */
#ifndef SOW_EXPERIMENTS_SENSITIVITY_OPTIONS_H
#define SOW_EXPERIMENTS_SENSITIVITY_OPTIONS_H

#include "sow/evolution/evolve.h"
#include "sow/studies/sensitivity.h"

/** Rows for what is typed and not recorded, and for what is only recorded. */
extern const struct sow_param_table sow_sensitivity_typed_params;
extern const struct sow_param_table sow_sensitivity_recorded_params;

extern const struct sow_param_need sow_sensitivity_needs[];

/** The take function of the kind (run.h). */
SOW_MUST_USE enum sow_status sow_sensitivity_take_words(void *options,
                                                        const struct sow_words *words,
                                                        struct sow_err *err);

/** Fills in the options of its evolutions, whose genes are not found yet; release them,
 *  whatever comes of it. All but those that can be typed are the fallbacks of 'evolve'.
 */
SOW_MUST_USE enum sow_status
sow_sensitivity_evolve_options(const struct sow_sensitivity_options *options,
                               struct sow_evolve_options *evolve, struct sow_err *err);

#endif
