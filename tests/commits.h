/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Every end of a transaction of the store, in a suite registered with COMMITS.
 */
#ifndef SOW_TESTS_COMMITS_H
#define SOW_TESTS_COMMITS_H

#include "sow/base/parallel.h"
#include "sow/store/store.h"

#include <stdatomic.h>

/** Evolutions beside each other end transactions in several threads. */
struct commits {
    atomic_int seen;      /**< so far */
    atomic_int countdown; /**< 1: something happens at the next one; 0: nothing does */
    /** What happens before and after it; NULL: `stop` is requested after it. */
    void (*before)(void), (*after)(void);
    struct sow_stop stop;
};

extern struct commits commits;

#endif
