/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tokens that identify the process that works on a run.
 *
 * A token consists of the machine and its boot, the namespace of process numbers, the
 * process number, the start time and a serial number. So a process with a reused number,
 * or another claim of the same process, has a different token.
 */
#ifndef SOW_EXPERIMENTS_OWNER_H
#define SOW_EXPERIMENTS_OWNER_H

enum { SOW_OWNER_MAX = 160 /**< room for a token, with its NUL */ };

/** State of the process that a token identifies. */
enum sow_owner_state {
    SOW_OWNER_ALIVE,    /**< the process runs */
    SOW_OWNER_DEAD,     /**< the process has ended */
    SOW_OWNER_ELSEWHERE /**< unknown: another machine, boot or container, or no token */
};

/** Writes a new token of this process, different from all others. Returns @p token. */
const char *sow_owner_token(char token[SOW_OWNER_MAX]);

/** Finds out whether the process of @p token runs. @p token may be any text;
 *  SOW_OWNER_ELSEWHERE if it is not a token. */
enum sow_owner_state sow_owner_state(const char *token);

/** Returns the process number in @p token, or 0 if there is none. */
long sow_owner_process(const char *token);

#endif
