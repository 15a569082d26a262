/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Templates: players that look ahead and value positions by what is yet to be evolved or
 * fitted, as in `alphabeta:depth=3,eval=[weights]`. The word `weights` stands for it.
 */
#ifndef SOW_EXPERIMENTS_PLAYER_TEMPLATE_H
#define SOW_EXPERIMENTS_PLAYER_TEMPLATE_H

#include "sow/heuristics/agent.h"

/** Reads a template, whose eval may be left out; "" or NULL gives
 *  SOW_AGENT_RANDOM: there is none. SOW_USAGE if it is none, or plays by time, so that no
 * run by it could be made again. */
SOW_MUST_USE enum sow_status sow_template_read(const char *text,
                                               struct sow_agent *template_agent,
                                               struct sow_err *err);

/** Replaces a template on the heap by its canonical text; "" stays. Refuses what cannot
 *  play by @p rules (sow_agent_open). */
SOW_MUST_USE enum sow_status
sow_template_resolve(char **text, const struct sow_rules *rules, struct sow_err *err);

/** Makes @p agent the template's player that values positions as it does, if there is a
 *  template. SOW_USAGE if it values none. */
SOW_MUST_USE enum sow_status sow_template_fill(const struct sow_agent *template_agent,
                                               struct sow_agent *agent,
                                               struct sow_err *err);

#endif
