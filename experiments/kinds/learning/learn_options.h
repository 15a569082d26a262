/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Options of runs that learn: their tables, and what is checked before a run is stored.
 */
#ifndef SOW_EXPERIMENTS_LEARN_OPTIONS_H
#define SOW_EXPERIMENTS_LEARN_OPTIONS_H

#include "sow/learning/learn.h"

/* Table of the recorded options. */
extern const struct sow_param_table sow_learn_params;
/* Table of the options that are not recorded. */
extern const struct sow_param_table sow_learn_typed_params;
/* Conditions without which an option has no effect. */
extern const struct sow_param_need sow_learn_needs[];

/* Notes what the options imply. It is the kind's `take`. Returns SOW_OK. */
SOW_MUST_USE enum sow_status sow_learn_take(void *options, const struct sow_words *words,
                                            struct sow_err *err);

/**
 * Replaces options by what they mean, and checks them. It is the kind's `prepare`.
 * @param[in,out] options options of a run; those of a stored run stay as they are
 * @param source database with the runs that options name
 * @param rules rules of the run
 * @param[out] err reason of a failure, and the option at fault
 * @returns SOW_USAGE for options that do not fit each other or the rules; a status of
 * sow_state_feature_list, sow_template_resolve, sow_player_resolve or sow_exact_prepare.
 */
SOW_MUST_USE enum sow_status sow_learn_prepare(void *options, struct sow_store *source,
                                               const struct sow_rules *rules,
                                               struct sow_err *err);

/* Reads the option `lambda`: a number from 0 to 1, or NaN if it is empty. Returns false
   for any other text. */
bool sow_learn_lambda_read(const struct sow_learn_options *options, double *lambda);

#endif
