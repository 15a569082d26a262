/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The questions that `sowlab play` asks a person who names no player.
 *
 * Ownership: the caller owns nothing new.
 */
#ifndef SOW_EXPERIMENTS_PLAY_QUESTIONS_H
#define SOW_EXPERIMENTS_PLAY_QUESTIONS_H

#include "cli_lines.h"
#include "sow/play/play_run.h"

/**
 * Asks for the variant, the opponent and which player begins. Repeats a question until
 * its answer is accepted.
 * @param[in,out] cli its `common.variant` becomes the variant
 * @param lines input
 * @param[out] options its contestants and `begins` are set
 * @param[out] err reason of a failure
 * @returns SOW_INTERRUPTED if input ends before the last answer; the failure of
 *   sow_lines_ask; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_play_questions(struct sow_cli *cli,
                                                struct sow_lines *lines,
                                                struct sow_play_options *options,
                                                struct sow_err *err);

#endif
