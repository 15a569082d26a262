/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Start positions other than the standard start of the rules. They come from published
 * sets, each made for the rules of one variant, or from files of users. Both are texts of
 * positions in the notation of sow/game/board.h, one in each line. Lines that begin with
 * '#' are comments.
 *
 * Ownership: struct sow_starts owns its positions; release it.
 */
#ifndef SOW_VARIANTS_START_SET_H
#define SOW_VARIANTS_START_SET_H

#include "sow/base/err.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

/**
 * Largest length of a name of start positions, and of their stored form, in characters.
 */
enum { SOW_STARTS_TEXT_MAX = 65536 };

/** Start positions for games by some rules. */
struct sow_starts {
    struct sow_board *boards; /**< positions, owned; NULL if games begin with the standard
                                   start */
    size_t count;             /**< number of positions */
    bool resized; /**< true if a position has more or fewer seeds than the standard
                       start */
};

/**
 * Replaces the name of a set or file by the stored form of its positions: the name
 * without folders in the first line, and a position in each following line. Every
 * position is checked as sow_starts_load() does. A text of several lines counts as stored
 * already: such a text, and an empty text, do not change and are not checked.
 * @param[in,out] text name or stored form, on the heap and owned by the caller; NULL is
 *   an empty text; unchanged on failure
 * @param rules rules of the games
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE for an unknown name, or if @p rules differ from those of the
 *   set's variant in more than the start; SOW_BAD_DATA for a wrong position or a
 *   malformed file; SOW_IO if a file cannot be read; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status
sow_starts_resolve(char **text, const struct sow_rules *rules, struct sow_err *err);

/**
 * Reads the positions of a stored form, in their order.
 * @param text stored form; an empty text, or NULL, has no positions
 * @param rules rules of the games
 * @param[out] starts the positions, to be released; empty on failure. Any earlier
 *   contents are overwritten
 * @param[out] err receives the reason of a failure, with the line; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if a line is not a position of these rules, or the game
 *   is over in it; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_starts_load(const char *text,
                                             const struct sow_rules *rules,
                                             struct sow_starts *starts,
                                             struct sow_err *err);

/** Largest number of seeds that sow_starts_near() moves. */
enum { SOW_STARTS_MOVED_MAX = 2 };

/**
 * Makes the standard start and all positions near it: up to @p moved seeds are moved from
 * any pit or store into another. Each position occurs once. The order depends on the
 * rules and @p moved alone. Positions in which the side to move has no move are left out.
 * @param rules rules of the games
 * @param moved largest number of seeds moved, 0 to SOW_STARTS_MOVED_MAX
 * @param[out] starts the positions, to be released
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_starts_near(const struct sow_rules *rules, int moved,
                                             struct sow_starts *starts,
                                             struct sow_err *err);

/**
 * Frees the positions and leaves none.
 * @param[in,out] starts positions to release
 */
void sow_starts_release(struct sow_starts *starts);

SOW_C_END

#endif
