/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A file of exact endgame values (sow/endgame/database.h) as a parameter: its path, and a
 * mark of what it holds.
 *
 * The text form is `FILE@SEEDS-CHECKSUM`. If only `FILE` is given, the parser reads the
 * number of seeds and the checksum from the file. A stored spec therefore always plays by
 * the same values: layers added to the file later are not used, and a different file is
 * refused.
 *
 * A file is opened once in a process and stays open; callers only borrow it. Any number
 * of threads may look up open files.
 */
#ifndef SOW_HEURISTICS_ENDGAME_CHOICE_H
#define SOW_HEURISTICS_ENDGAME_CHOICE_H

#include "sow/base/param.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

/** Exact endgame values from a file (sow/endgame/database.h). */
struct sow_endgame;

/** Largest number of characters in the path of an endgame file. */
enum { SOW_ENDGAME_PATH_MAX = 199 };

/** The choice of an endgame file. Plain data; all zeros mean no file. */
struct sow_endgame_choice {
    uint64_t digest;                     /**< checksum of the rules and of the layers up
                                              to `seeds` */
    int seeds;                           /**< largest number of seeds on the board whose
                                              values are used */
    char file[SOW_ENDGAME_PATH_MAX + 1]; /**< path of the file; "" for none */
};

/** Parameter type for a field of type struct sow_endgame_choice. Parsing returns SOW_IO
 *  or SOW_BAD_DATA if there is no such file or it is not an endgame file. A stored record
 *  leaves the parameter out while there is no file. */
extern const struct sow_param_type sow_param_endgame;

/**
 * Opens the chosen file for games by @p rules, and checks that its values are those that
 * were chosen. A file that is already open is not opened again. Thread-safe.
 *
 * @param choice the choice; for a choice of no file nothing happens.
 * @param rules rules of the games.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK; SOW_IO if the file cannot be read; SOW_BAD_DATA if it is damaged, of
 *        other rules, or not the file that was chosen; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status
sow_endgame_choice_open(const struct sow_endgame_choice *choice,
                        const struct sow_rules *rules, struct sow_err *err);

/**
 * Finds an open file. Thread-safe.
 *
 * @param choice the choice, which sow_endgame_choice_open has opened.
 * @param rules rules of the board to look up.
 * @returns the file, borrowed, or NULL if it is not open or of other rules. Looking up a
 *        board of another size would give wrong values.
 */
const struct sow_endgame *
sow_endgame_choice_opened(const struct sow_endgame_choice *choice,
                          const struct sow_rules *rules);

SOW_C_END

#endif
