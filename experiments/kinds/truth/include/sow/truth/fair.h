/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind `fair`. They find the start positions near the standard start from which
 * perfect play is a draw.
 */
#ifndef SOW_EXPERIMENTS_FAIR_H
#define SOW_EXPERIMENTS_FAIR_H

#include "sow/store/store.h"

/**
 * Writes the fair start positions that a run has proven, as a file for --starts. The
 * first line is a comment with the variant, both counts and the state of the run. Then
 * each fair start has a line. An unfinished run gives the starts proven so far.
 * @param store the database; only read.
 * @param id number of the run.
 * @param out the stream to write to. This function does not check it for errors and does
 *   not close it.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_USAGE if the run is of another kind, or a status of the database
 *   (no such run, for example).
 */
SOW_MUST_USE enum sow_status sow_fair_export(struct sow_store *store, int64_t id,
                                             FILE *out, struct sow_err *err);

#endif
