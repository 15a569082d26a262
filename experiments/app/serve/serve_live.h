/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * How far a run has come.
 */
#ifndef SOW_SERVE_LIVE_H
#define SOW_SERVE_LIVE_H

#include "sow/store/store.h"

struct sow_live {
    char status[24]; /**< as 'runs list' shows it; "": there is no such run */
    char kind[24];
    double step; /**< the latest generation, or how many matches there are; NAN: none */
    double best; /**< of the generation, or NAN */
};

SOW_MUST_USE enum sow_status sow_live_read(struct sow_store *store, int64_t id,
                                           struct sow_live *live, struct sow_err *err);

#endif
