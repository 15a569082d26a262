/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind `fair`: which starts near the ordinary one are draws under perfect play.
 */
#ifndef SOW_EXPERIMENTS_FAIR_H
#define SOW_EXPERIMENTS_FAIR_H

#include "sow/store/store.h"

/** Writes the fair starts that run @p id has proven, as a file for --starts. SOW_USAGE if
 *  it is a run of another kind. */
SOW_MUST_USE enum sow_status sow_fair_export(struct sow_store *store, int64_t id,
                                             FILE *out, struct sow_err *err);

#endif
