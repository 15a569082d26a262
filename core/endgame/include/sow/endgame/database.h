/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Endgame databases: the exact value of every position with at most a given number of
 * seeds on the board, for any rules.
 *
 * The value of a position is the margin, mover minus opponent, of the seeds *still on the
 * board*, if both players play perfectly. Seeds in stores do not count. The value lies
 * between minus and plus the number of seeds on the board.
 *
 * Values take into account the rules of sowing, capture, legality and end. They ignore
 * the course of a game: the ply cap, and how a repetition ends it. Call
 * sow_endgame_substituted() to learn which rules of a variant are ignored.
 *
 * A player who can go round for ever gets half of the seeds on the board, a margin of 0.
 * The rule SOW_REPEAT_SPLIT gives the same result. If the own store is sown, positions
 * cannot repeat. Values are then exact, except for a ply cap. A game that ends early, at
 * more than half of all seeds, has the same winner.
 *
 * Positions are numbered without gaps and take a byte each. They lie in layers: layer n
 * has the positions with n seeds on the board. A layer is solved from the layers below
 * it, and stored when it is complete.
 *
 * Thread safety: any number of threads may read values at once. Only one caller may grow
 * a database, while nobody reads it. A file belongs to one growing process at a time.
 *
 * Ownership: a database is freed by sow_endgame_close().
 */
#ifndef SOW_ENDGAME_DATABASE_H
#define SOW_ENDGAME_DATABASE_H

#include "sow/base/err.h"
#include "sow/base/parallel.h"
#include "sow/game/fast_board.h"
#include "sow/game/rules.h"

#include <stdint.h>

SOW_C_BEGIN

/** Largest number of seeds on the board in any database. */
enum { SOW_ENDGAME_SEEDS_MAX = 126 };
/** Limit of the number of positions in any database. */
#define SOW_ENDGAME_POSITIONS_MAX (UINT64_C(1) << 40U)

/** An endgame database, in memory or in a file. */
struct sow_endgame;

/**
 * Makes an empty database in memory.
 * @param rules rules of the values, not used after the call
 * @param[out] endgame the database, owned by the caller; NULL on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_endgame_new(const struct sow_rules *rules,
                                             struct sow_endgame **endgame,
                                             struct sow_err *err);

/**
 * Opens a file to read values. Reads the whole file into memory and checks every
 * checksum, so later changes of the file change no value. A layer that another process is
 * still solving is left out.
 * @param path name of the file
 * @param rules rules that the file must have, not used after the call
 * @param[out] endgame the database, owned by the caller; NULL on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_IO if the file cannot be read; SOW_BAD_DATA if it is damaged, has
 *   lost layers, is not a database, or has other rules; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_endgame_open(const char *path,
                                              const struct sow_rules *rules,
                                              struct sow_endgame **endgame,
                                              struct sow_err *err);

/**
 * Opens a file to grow, and creates it if there is none. Reads its finished layers into
 * memory. Until it is closed, no other process may grow the file.
 * @param path name of the file
 * @param rules rules that the file must have, not used after the call
 * @param[out] endgame the database, owned by the caller; NULL on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_BUSY if another process grows the file; SOW_IO; SOW_BAD_DATA if it
 *   is damaged, is not a database, or has other rules; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_endgame_continue(const char *path,
                                                  const struct sow_rules *rules,
                                                  struct sow_endgame **endgame,
                                                  struct sow_err *err);

/**
 * Checks that every file open for reading in this process has not changed. Code that
 * stores results calls this function just before storing. The call takes almost no time
 * for files that nobody has touched. Thread-safe.
 * @param[out] err receives the file and what to do; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if a file was changed or is gone; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_endgame_check_files(struct sow_err *err);

/**
 * Closes a database and its file, and frees the values. Solved layers stay in the file.
 * @param endgame database to free; may be NULL
 */
void sow_endgame_close(struct sow_endgame *endgame);

/**
 * Summary of a solved layer. A position with an empty row is valued as the end rule
 * treats it after a move.
 */
struct sow_endgame_layer {
    int on_board;       /**< seeds on the board */
    uint64_t positions; /**< number of positions */
    uint64_t wins,      /**< positions with a value above 0, for the mover */
        draws,          /**< positions with the value 0 */
        losses;         /**< positions with a value below 0 */
    int rounds;         /**< rounds over the layer until no value changed */
};

/** Options for solving layers. */
struct sow_endgame_work {
    struct sow_context with; /**< threads and stop request */
    bool plain; /**< true to use the plain rules engine alone, which is slow: the
                     definition */
    /** Callback after each layer is stored, with its summary; may be NULL. */
    void (*told)(void *context, const struct sow_endgame_layer *layer);
    /**
     * Callback now and then in the first round of each layer, with the number of
     * positions valued since the last call. May be NULL.
     */
    void (*step)(void *context, uint64_t positions);
    void *context; /**< value passed to `told` and `step` */
};

/**
 * Solves and stores layers up to a number of seeds. Does nothing if the database has them
 * already. After a failure the finished layers are kept, and the function may be called
 * again. The values do not depend on the number of threads.
 * @param[in,out] endgame database to grow, opened with sow_endgame_new() or
 *   sow_endgame_continue()
 * @param work options
 * @param on_board seeds on the board, with fewer than SOW_ENDGAME_POSITIONS_MAX positions
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_INTERRUPTED after a stop request; SOW_IO, for example if the disk
 *   is full; SOW_BAD_DATA if the file was changed; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_endgame_grow(struct sow_endgame *endgame,
                                              const struct sow_endgame_work *work,
                                              int on_board, struct sow_err *err);

/**
 * Counts the positions of a database with layers 0 to @p on_board, which is also its size
 * in bytes.
 * @param pits pits in a row
 * @param on_board largest number of seeds on the board, up to SOW_ENDGAME_SEEDS_MAX
 * @returns the number of positions; SOW_ENDGAME_POSITIONS_MAX if there are as many or
 *   more
 */
uint64_t sow_endgame_positions(int pits, int on_board);

/**
 * Returns true if the values of a database hold under some rules. Rules that values
 * ignore may differ.
 * @param endgame database
 * @param rules rules to compare
 * @returns true if the values hold
 */
bool sow_endgame_covers(const struct sow_endgame *endgame, const struct sow_rules *rules);

/**
 * Returns the largest number of seeds on the board of the positions in a database.
 * @param endgame database
 * @returns a number from 0 to SOW_ENDGAME_SEEDS_MAX
 */
int sow_endgame_seeds(const struct sow_endgame *endgame);

/**
 * Returns the former size of a growing file that has lost layers.
 * @param endgame database opened with sow_endgame_continue()
 * @returns the largest number of seeds that the file once had; -1 if no layer was lost
 */
int sow_endgame_lost(const struct sow_endgame *endgame);

/**
 * Restricts a database to its lower layers, until it is closed. Nothing is freed, and a
 * file does not change.
 * @param[in,out] endgame database to read; it may not grow afterwards
 * @param on_board largest number of seeds on the board, at most sow_endgame_seeds()
 */
void sow_endgame_limit(struct sow_endgame *endgame, int on_board);

/**
 * Computes a checksum of all values, which reads them all. The rules are no part of it.
 * @param endgame database
 * @returns the checksum
 */
uint64_t sow_endgame_checksum(const struct sow_endgame *endgame);

/**
 * Returns a checksum of the rules and of the lower layers of a file. The checksum is
 * known from the file, so no values are read.
 * @param endgame database in a file
 * @param on_board largest number of seeds of these layers; the file has them
 * @returns the checksum
 */
uint64_t sow_endgame_mark(const struct sow_endgame *endgame, int on_board);

/**
 * Reads the size and checksum of a file without opening it as a database. The values are
 * not checked.
 * @param path name of the file
 * @param[out] on_board largest number of seeds; set on success
 * @param[out] digest checksum of all layers as by sow_endgame_mark(); set on success
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_IO, SOW_BAD_DATA and SOW_NO_MEMORY as sow_endgame_open()
 */
SOW_MUST_USE enum sow_status sow_endgame_look(const char *path, int *on_board,
                                              uint64_t *digest, struct sow_err *err);

/**
 * Returns a position by its number. South is to move, and both stores are 0.
 * @param endgame database
 * @param on_board seeds on the board, at most sow_endgame_seeds()
 * @param number number of the position in its layer, from 0
 * @param[out] board the position
 */
void sow_endgame_board(const struct sow_endgame *endgame, int on_board, uint64_t number,
                       struct sow_board *board);

/**
 * Counts the wins, draws and losses of the mover in a layer, which reads all its values.
 * @param endgame database
 * @param on_board seeds on the board, at most sow_endgame_seeds()
 * @param[out] layer the counts; its `rounds` are 0
 */
void sow_endgame_count(const struct sow_endgame *endgame, int on_board,
                       struct sow_endgame_layer *layer);

/**
 * Returns which of some rules the values of a database ignore.
 * @param rules rules of a variant
 * @returns a static phrase ("the ply cap"), or NULL if the values ignore none
 */
const char *sow_endgame_substituted(const struct sow_rules *rules);

/**
 * Returns the value of a position for its mover. The position counts as one in which play
 * continues: the end rule is not applied to it.
 * @param endgame database
 * @param board position with at most sow_endgame_seeds() seeds on the board
 * @returns the value, from minus to plus the number of seeds on the board
 */
int sow_endgame_value(const struct sow_endgame *endgame, const struct sow_board *board);

/**
 * Returns the value of a legal move for its mover, with the seeds that the move captures.
 * @param endgame database
 * @param board position with at most sow_endgame_seeds() seeds on the board
 * @param pit a legal pit
 * @returns the value
 */
int sow_endgame_move(const struct sow_endgame *endgame, const struct sow_board *board,
                     int pit);

SOW_C_END

#endif
