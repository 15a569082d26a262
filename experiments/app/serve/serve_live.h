/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Progress of a run, read from the database.
 */
#ifndef SOW_SERVE_LIVE_H
#define SOW_SERVE_LIVE_H

#include "sow/store/store.h"

/** Progress of a run. */
struct sow_live {
    char status[24]; /**< status as `runs list` shows it; "" if there is no such run */
    char kind[24];
    double step; /**< latest generation, or number of matches; NAN if there is none */
    double best; /**< best fitness of that generation, or NAN */
};

/**
 * Reads the progress of a run.
 * @param store the database
 * @param id the number of the run
 * @param[out] live receives the progress
 * @param err receives the reason of a failure
 * @returns an error of the database.
 */
SOW_MUST_USE enum sow_status sow_live_read(struct sow_store *store, int64_t id,
                                           struct sow_live *live, struct sow_err *err);

#endif
