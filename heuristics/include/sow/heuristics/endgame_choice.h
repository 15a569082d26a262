/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A file of exact values (sow/endgame/database.h) as plain data: where it is, and what
 * was in it when it was named. Written `FILE@SEEDS-CHECKSUM`; of a file that is named
 * without these they are looked up as it is read. So what is recorded plays by the same
 * values for ever: layers that the file has got since are left alone, and another file in
 * its place is refused.
 *
 * A file is opened once in a process, and stays open. Any number of threads may ask for
 * open ones.
 */
#ifndef SOW_HEURISTICS_ENDGAME_CHOICE_H
#define SOW_HEURISTICS_ENDGAME_CHOICE_H

#include "sow/base/param.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

struct sow_endgame;

enum { SOW_ENDGAME_PATH_MAX = 199 };

/** Plain data; all zeros: none. */
struct sow_endgame_choice {
    uint64_t digest; /**< of the rules and of the layers up to: */
    int seeds;
    char file[SOW_ENDGAME_PATH_MAX + 1]; /**< "": none */
};

/** A field of that type. SOW_IO, SOW_BAD_DATA: there is no such file, or it is none. Left
 *  out of records while there is none. */
extern const struct sow_param_type sow_param_endgame;

/** Opens what was chosen, if anything was, for games by @p rules. SOW_IO: it is gone;
 *  SOW_BAD_DATA: it is damaged, of other rules, or another one than was chosen. */
SOW_MUST_USE enum sow_status
sow_endgame_choice_open(const struct sow_endgame_choice *choice,
                        const struct sow_rules *rules, struct sow_err *err);

/** Finds the file of the choice among the open ones; borrowed. NULL if it is not open, or
 *  of other rules than @p rules: boards of another size would be looked up wrongly. */
const struct sow_endgame *
sow_endgame_choice_opened(const struct sow_endgame_choice *choice,
                          const struct sow_rules *rules);

SOW_C_END

#endif
