/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Observation of the ends of the store's transactions, in a suite registered with
 * COMMITS.
 */
#ifndef SOW_TESTS_COMMITS_H
#define SOW_TESTS_COMMITS_H

#include "sow/base/parallel.h"
#include "sow/store/store.h"

#include <stdatomic.h>

/**
 * Counter and actions for ends of transactions. Evolutions that run at the same time end
 * transactions in several threads.
 */
struct commits {
    atomic_int seen;      /**< transactions that have ended */
    atomic_int countdown; /**< number of the next end with an action, 1 = the next one; 0
                               = none */
    /**
     * Actions before and after that end. If `after` is NULL, `stop` is requested instead.
     */
    void (*before)(void), (*after)(void);
    struct sow_stop stop; /**< stop request for the tested code */
};

/** Counter and actions of this suite. */
extern struct commits commits;

#endif
