/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Which process is at work on a run. A token names a process for good: machine and boot,
 * space of process numbers, number, start time, and a serial number, so that neither a
 * reused number nor another claim of the same process can be taken for it.
 */
#ifndef SOW_EXPERIMENTS_OWNER_H
#define SOW_EXPERIMENTS_OWNER_H

/** Room for a token. */
enum { SOW_OWNER_MAX = 160 };

enum sow_owner_state {
    SOW_OWNER_ALIVE,
    SOW_OWNER_DEAD,
    SOW_OWNER_ELSEWHERE /**< not for this process to see: another machine, boot or
                             container, or not a token */
};

/** A new token of this process, different from all others. */
const char *sow_owner_token(char token[SOW_OWNER_MAX]);

/** Whether the process of @p token runs. Any text is taken. */
enum sow_owner_state sow_owner_state(const char *token);

/** The process number in @p token, or 0. */
long sow_owner_process(const char *token);

#endif
