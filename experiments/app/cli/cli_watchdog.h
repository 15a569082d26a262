/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A watchdog that ends a process that only reads and does not return in time. A single
 * step of the SQLite library may take hours and does not notice a stop request. No other
 * work may be in progress in the process, because it ends at once and only prints the
 * reason.
 */
#ifndef SOW_EXPERIMENTS_CLI_WATCHDOG_H
#define SOW_EXPERIMENTS_CLI_WATCHDOG_H

struct sow_query_limits;

/**
 * Starts the watchdog. From now on the process ends soon after a stop request (as
 * SOW_INTERRUPTED) and soon after the time limit (as SOW_USAGE). "Soon" leaves time to
 * end normally. May be called again to change the time limit.
 * @param limits limits of the query; NULL: no time limit
 */
void sow_watchdog_begin(const struct sow_query_limits *limits);

/** Stops the watchdog: a stop request or a time limit no longer ends the process. */
void sow_watchdog_end(void);

/** Tells the watchdog of a stop request. Async-signal-safe. Has no effect unless the
 *  watchdog has been started. */
void sow_watchdog_stop(void);

#endif
