/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The frozen set by which any player is measured (docs/reference/suite.md): rule sets,
 * openings of games, and positions with the exact value of every move. An edition of the
 * suite is one text file. `sowlab suite make` makes it, always the same bytes, and the
 * program knows its SHA-256.
 *
 * The text begins with a line `sowlab suite NAME`. Each rule set has a line `[NAME]`, the
 * lines of a variant file, then lines `opening MOVE..` and `position POSITION VALUE..`.
 * The values are those of the legal moves in their order, as sow_endgame_move gives them.
 *
 * Ownership: a suite owns its contents until sow_suite_release.
 */
#ifndef SOW_SUITE_SUITE_FILE_H
#define SOW_SUITE_SUITE_FILE_H

#include "sow/base/err.h"
#include "sow/base/parallel.h"
#include "sow/game/game.h"
#include "sow/variants/variant_set.h"

#include <stdio.h>

enum {
    SOW_SUITE_PLIES = 6,      /**< random moves of an opening */
    SOW_SUITE_PATH_MAX = 1023 /**< longest path of the file, in bytes */
};

/** Random seed of all that the suite draws. Its streams have the purpose
 *  SOW_PURPOSE_STRENGTH. The first index tells them apart. It is 2 for openings and 3 for
 *  positions (rule set, number, attempt), and 4 for games (opponent, opening, seat). It
 * is 5 for answers in positions, and 6 for timed games. */
#define SOW_SUITE_SEED UINT64_C(34)

/** An edition of the suite. A new version is a new row; a row never changes. */
struct sow_suite_edition {
    const char *name;    /**< name of the edition, such as "1" */
    const char *rules;   /**< name of the embedded file of its rule sets */
    size_t unseen_count; /**< number of unseen rule sets, the last ones */
    int openings;        /**< openings of each built-in variant */
    int unseen_openings; /**< openings of each unseen rule set */
    int positions;       /**< positions of each built-in variant */
    int fewest;          /**< fewest seeds on the board of a position */
    int on_board;        /**< most seeds on the board of a position */
    const char *digest;  /**< SHA-256 of the file, 64 hexadecimal digits */
};

/** Returns the newest edition, or the small one for tests if @p quick is true. */
const struct sow_suite_edition *sow_suite_edition(bool quick);

/** Opening of games. */
struct sow_suite_opening {
    int count;                  /**< number of moves */
    int moves[SOW_SUITE_PLIES]; /**< pits or SOW_SWAP */
};

/** Position with exact values. */
struct sow_suite_position {
    struct sow_board board;    /**< the position; south is to move */
    int count;                 /**< number of legal moves */
    int values[SOW_MOVES_MAX]; /**< value of each legal move for the mover, in seeds */
};

/** Rule set of the suite. */
struct sow_suite_place {
    struct sow_variant variant;           /**< name and rules */
    bool unseen;                          /**< true for a rule set without a panel */
    struct sow_suite_opening *openings;   /**< openings; owned */
    size_t opening_count;                 /**< number of openings */
    struct sow_suite_position *positions; /**< positions; owned */
    size_t position_count;                /**< number of positions */
};

/** The contents of a suite's file. */
struct sow_suite {
    const struct sow_suite_edition *edition; /**< the edition */
    struct sow_suite_place *places;          /**< rule sets; owned */
    size_t count;                            /**< number of rule sets */
};

/**
 * Lists the rule sets of an edition: built-in variants first, then unseen ones. Needs no
 * file.
 * @param edition the edition
 * @param[out] set the rule sets, to be released; empty on failure
 * @param[out] err reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_suite_rules(const struct sow_suite_edition *edition,
                                             struct sow_variant_set *set,
                                             struct sow_err *err);

/**
 * Makes the text of an edition. Takes seconds.
 * @param edition the edition
 * @param with threads, stop flag and progress, which counts rule sets
 * @param[out] text the text; the caller frees it. NULL on failure
 * @param[out] err reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY, or SOW_BAD_DATA if the
 *   text has another digest than the edition
 */
SOW_MUST_USE enum sow_status sow_suite_text(const struct sow_suite_edition *edition,
                                            const struct sow_context *with, char **text,
                                            struct sow_err *err);

/** Returns SOW_OK if @p text is the file of the edition, else SOW_BAD_DATA. The message
 *  names @p path and says what to do. NULL: this program made the text. */
SOW_MUST_USE enum sow_status sow_suite_check(const struct sow_suite_edition *edition,
                                             const char *text, const char *path,
                                             struct sow_err *err);

/**
 * Writes the path of an edition's file if the user names none: sowlab/suite-NAME.txt in
 * $XDG_CACHE_HOME, or in .cache of the home folder.
 * @param edition the edition
 * @param[out] path the path
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if neither folder is known, or the path is too long
 */
SOW_MUST_USE enum sow_status sow_suite_path(const struct sow_suite_edition *edition,
                                            char path[SOW_SUITE_PATH_MAX + 1],
                                            struct sow_err *err);

/**
 * Makes the file of an edition: the whole file or none. A file of the suite that is there
 * is replaced, any other file is refused. Missing folders of the default path are made.
 * @param edition the edition
 * @param path name of the file; "": the default path
 * @param with threads, stop flag and progress
 * @param[out] err reason of a failure
 * @returns as sow_suite_text, SOW_USAGE if another file is there, or SOW_IO
 */
SOW_MUST_USE enum sow_status sow_suite_make(const struct sow_suite_edition *edition,
                                            const char *path,
                                            const struct sow_context *with,
                                            struct sow_err *err);

/**
 * Reads the file of an edition and checks its digest.
 * @param edition the edition
 * @param path name of the file; "": the default path
 * @param[out] suite the contents, to be released; empty on failure
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if there is no file, SOW_BAD_DATA for another digest, SOW_IO or
 *   SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_suite_load(const struct sow_suite_edition *edition,
                                            const char *path, struct sow_suite *suite,
                                            struct sow_err *err);

/**
 * Reads the text of an edition, whose digest has been checked.
 * @param edition the edition
 * @param text contents of its file
 * @param[out] suite the contents, to be released; empty on failure
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA if the text is malformed, or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_suite_read(const struct sow_suite_edition *edition,
                                            const char *text, struct sow_suite *suite,
                                            struct sow_err *err);

/** Frees the contents of a suite and leaves it empty. */
void sow_suite_release(struct sow_suite *suite);

#endif
