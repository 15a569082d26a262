/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The end of a process that only reads and does not come back in time: a single step of
 * the database library may take hours and looks at nothing. No other work may be under
 * way in the process, because it ends without another word than the reason.
 */
#ifndef SOW_EXPERIMENTS_CLI_WATCHDOG_H
#define SOW_EXPERIMENTS_CLI_WATCHDOG_H

struct sow_query_limits;

/** From now on the process ends soon after a stop request (as SOW_INTERRUPTED), and soon
 *  after the seconds of @p limits (as SOW_USAGE; NULL: no limit). "Soon" leaves time to
 *  end in good order. */
void sow_watchdog_begin(const struct sow_query_limits *limits);

/** No longer. */
void sow_watchdog_end(void);

/** A stop was requested. Async-signal-safe; nothing outside of begin and end. */
void sow_watchdog_stop(void);

#endif
