/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Templates of players: search players whose evaluator is still to be evolved or fitted,
 * as in `alphabeta:depth=3,eval=[weights]`. The word `weights` marks the missing
 * evaluator.
 */
#ifndef SOW_EXPERIMENTS_PLAYER_TEMPLATE_H
#define SOW_EXPERIMENTS_PLAYER_TEMPLATE_H

#include "sow/heuristics/agent.h"

/**
 * Reads a template. Its `eval` may be left out.
 * @param text template; "" and NULL mean that there is none
 * @param[out] template_agent the player; SOW_AGENT_RANDOM if there is no template
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the text is not a template, or if the player is limited by time,
 *   so that its runs could not be repeated
 */
SOW_MUST_USE enum sow_status sow_template_read(const char *text,
                                               struct sow_agent *template_agent,
                                               struct sow_err *err);

/**
 * Replaces a template on the heap by its canonical text; "" stays.
 * @param[in,out] text the template
 * @param rules rules that the player must be able to play by (sow_agent_open)
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the template is bad or the player cannot play by the rules
 */
SOW_MUST_USE enum sow_status
sow_template_resolve(char **text, const struct sow_rules *rules, struct sow_err *err);

/**
 * Turns an evaluator into the template's player with this evaluator. Leaves it unchanged
 * if there is no template.
 * @param template_agent as sow_template_read gave it
 * @param[in,out] agent the evaluator, then the player
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if @p agent cannot evaluate positions
 */
SOW_MUST_USE enum sow_status sow_template_fill(const struct sow_agent *template_agent,
                                               struct sow_agent *agent,
                                               struct sow_err *err);

#endif
