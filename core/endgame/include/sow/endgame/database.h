/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Endgame databases: the exact value of every position with up to so many seeds on the
 * board, for any rules.
 *
 * The value of a position is the margin, mover minus opponent, in seeds *still on the
 * board* that perfect play of both leads to; what the stores hold does not count. It
 * lies between minus and plus the seeds on the board.
 *
 * Of the rules, those of sowing, capture, legality and end count
 * (sow_endgame_substituted tells the rest): play is thought to have no course, so nothing
 * is repeated and no ply cap is near. Who goes round for ever gets half of what is left
 * on the board, which is a margin of 0; that is what a repetition that splits comes to.
 * Where the own store is sown positions cannot repeat, and values are exact but for a ply
 * cap. A game that ends early at more than half of all seeds has the same winner.
 *
 * Positions are numbered without gaps, a byte each, in layers: layer n has those with n
 * seeds on the board. A layer is solved from those below it, and stored when it is whole.
 *
 * Values are read by any number of threads at once; growing is for one caller, while
 * nobody reads. A file belongs to one growing process at a time.
 */
#ifndef SOW_ENDGAME_DATABASE_H
#define SOW_ENDGAME_DATABASE_H

#include "sow/base/err.h"
#include "sow/base/parallel.h"
#include "sow/game/fast_board.h"
#include "sow/game/rules.h"

#include <stdint.h>

SOW_C_BEGIN

/** Most seeds on the board, and most positions, of any database. */
enum { SOW_ENDGAME_SEEDS_MAX = 126 };
#define SOW_ENDGAME_POSITIONS_MAX (UINT64_C(1) << 40U)

struct sow_endgame;

/** An empty database in memory. Free it with sow_endgame_close. */
SOW_MUST_USE enum sow_status sow_endgame_new(const struct sow_rules *rules,
                                             struct sow_endgame **endgame,
                                             struct sow_err *err);

/** Opens a file to read values: reads all of it into memory, and checks every checksum.
 *  SOW_IO: there is none; SOW_BAD_DATA: it is damaged, has lost layers, is no database,
 * or of other rules than @p rules; SOW_NO_MEMORY. A layer that another process is solving
 * at the moment is left out. What becomes of the file afterwards changes no value. */
SOW_MUST_USE enum sow_status sow_endgame_open(const char *path,
                                              const struct sow_rules *rules,
                                              struct sow_endgame **endgame,
                                              struct sow_err *err);

/** Opens a file to grow, which is made if there is none. SOW_BUSY: another process does
 *  so already. */
SOW_MUST_USE enum sow_status sow_endgame_continue(const char *path,
                                                  const struct sow_rules *rules,
                                                  struct sow_endgame **endgame,
                                                  struct sow_err *err);

/** Looks whether every file that this process has open for reading is as it was, which
 *  takes no time while nobody has touched it. For whoever stores results, just before.
 *  Thread-safe. @returns SOW_BAD_DATA, and what to do, if a file was changed or is gone.
 */
SOW_MUST_USE enum sow_status sow_endgame_check_files(struct sow_err *err);

/** Nothing happens with NULL. */
void sow_endgame_close(struct sow_endgame *endgame);

/** A layer that has been solved. A position with an empty row counts by what the end
 *  rule makes of it after a move. */
struct sow_endgame_layer {
    int on_board;
    uint64_t positions;
    uint64_t wins, draws, losses; /**< the mover's, by the sign of the value */
    int rounds;                   /**< over the layer, until nothing changed */
};

/** How layers are solved. */
struct sow_endgame_work {
    struct sow_context with;
    bool plain; /**< by the plain rules engine alone, which is slow: the definition */
    /** Called after each layer; may be NULL. */
    void (*told)(void *context, const struct sow_endgame_layer *layer);
    /** Called now and then, with the positions that were looked at; may be NULL. */
    void (*step)(void *context, uint64_t positions);
    void *context;
};

/** Solves and stores layers up to @p on_board seeds. SOW_INTERRUPTED, SOW_IO (a full
 *  disk), SOW_NO_MEMORY: the layers finished so far are kept, and it can be called again.
 *  There must be fewer than SOW_ENDGAME_POSITIONS_MAX positions. The values do not depend
 *  on threads. */
SOW_MUST_USE enum sow_status sow_endgame_grow(struct sow_endgame *endgame,
                                              const struct sow_endgame_work *work,
                                              int on_board, struct sow_err *err);

/** Positions with up to @p on_board seeds, which is also the bytes that they take, on
 *  boards of @p pits pits a row; SOW_ENDGAME_POSITIONS_MAX if there are more. */
uint64_t sow_endgame_positions(int pits, int on_board);

/** Tells whether its values hold by @p rules: these are alike in all that values heed. */
bool sow_endgame_covers(const struct sow_endgame *endgame, const struct sow_rules *rules);

/** The most seeds on the board of positions that it has the value of; at least 0. */
int sow_endgame_seeds(const struct sow_endgame *endgame);

/** The most seeds that a file to grow once had, if it has lost layers since; else -1. */
int sow_endgame_lost(const struct sow_endgame *endgame);

/** Takes a database for one of positions with up to @p on_board seeds, which it has. */
void sow_endgame_limit(struct sow_endgame *endgame, int on_board);

/** A checksum of all values, which reads them. */
uint64_t sow_endgame_checksum(const struct sow_endgame *endgame);

/** A checksum of the rules and of the values up to @p on_board seeds, which are there, of
 *  a database in a file. */
uint64_t sow_endgame_mark(const struct sow_endgame *endgame, int on_board);

/** What a file has, without opening it: the most seeds, and the checksum of them all as
 *  sow_endgame_mark has it. What the values are is not looked at. SOW_IO, SOW_BAD_DATA
 *  as sow_endgame_open. */
SOW_MUST_USE enum sow_status sow_endgame_look(const char *path, int *on_board,
                                              uint64_t *digest, struct sow_err *err);

/** Position number @p number, counted from 0, of those with @p on_board seeds, which are
 *  there: the mover is in the south, and both stores are 0. */
void sow_endgame_board(const struct sow_endgame *endgame, int on_board, uint64_t number,
                       struct sow_board *board);

/** Tells layer @p on_board, which is there; its `rounds` are 0. */
void sow_endgame_count(const struct sow_endgame *endgame, int on_board,
                       struct sow_endgame_layer *layer);

/** What of @p rules such values do not heed, as a phrase ("the ply cap"); NULL if they
 *  heed everything. Static. */
const char *sow_endgame_substituted(const struct sow_rules *rules);

/** The value of a position with at most so many seeds on the board, that is handed in:
 *  its end is not tested. */
int sow_endgame_value(const struct sow_endgame *endgame, const struct sow_board *board);

/** The value of the legal move @p pit, for its mover, with what it captures. */
int sow_endgame_move(const struct sow_endgame *endgame, const struct sow_board *board,
                     int pit);

SOW_C_END

#endif
