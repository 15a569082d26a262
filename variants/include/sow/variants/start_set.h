/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Start positions other than the rules' own: published sets, made for the rules of one
 * variant, and files of users. Both are texts of positions in the notation of board.h,
 * one a line; lines that begin with '#' are comments.
 */
#ifndef SOW_VARIANTS_START_SET_H
#define SOW_VARIANTS_START_SET_H

#include "sow/base/err.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

/** Most characters of what names start positions, and of their record. */
enum { SOW_STARTS_TEXT_MAX = 65536 };

/** Start positions for games by some rules. */
struct sow_starts {
    struct sow_board *boards; /**< owned; NULL: none, games begin as the rules say */
    size_t count;
    bool resized; /**< some have more or fewer seeds than the rules' own start */
};

/**
 * Puts the record of the positions in the place of what was typed, the name of a set or
 * of a file: the name in a first line, the positions in the following ones. A record and
 * an empty text are left alone.
 * @param text  owned; NULL is an empty text.
 * @returns SOW_USAGE for an unknown name, and, naming a rule, if @p rules differ from
 * those of the set's variant in more than their own start; as sow_starts_load for the
 * positions; SOW_IO for a file that cannot be read.
 */
SOW_MUST_USE enum sow_status
sow_starts_resolve(char **text, const struct sow_rules *rules, struct sow_err *err);

/**
 * The positions of a record in their order; release them. An empty text, or NULL, has
 * none. SOW_BAD_DATA, with the line, for what is no position on the board of these rules,
 * or one in which the game is over.
 */
SOW_MUST_USE enum sow_status sow_starts_load(const char *text,
                                             const struct sow_rules *rules,
                                             struct sow_starts *starts,
                                             struct sow_err *err);

/** Most seeds that sow_starts_near moves. */
enum { SOW_STARTS_MOVED_MAX = 2 };

/**
 * The rules' own start and every other that comes of it when at most @p moved seeds are
 * put into other pits or stores, each once, in an order that depends on the rules alone.
 * Left out are those in which the side to move has no move. Release them.
 */
SOW_MUST_USE enum sow_status sow_starts_near(const struct sow_rules *rules, int moved,
                                             struct sow_starts *starts,
                                             struct sow_err *err);

/** Leaves none. */
void sow_starts_release(struct sow_starts *starts);

SOW_C_END

#endif
