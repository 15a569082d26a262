/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The store: every run of the lab in one SQLite file, and the only part of the program
 * that knows SQLite. tables.def defines the tables and rows, docs/reference/schema.md
 * describes them.
 *
 * Words. The record of a run is its row in `runs`, with settings and provenance. The
 * settings (kind, variant, rules, parameters, random seed) decide the results. The
 * provenance tells when, where and by which program they were computed. The content is
 * the rows of the results in other tables. The run's digest covers settings and content,
 * the provenance digest covers the provenance of a run that has ended. A claim says
 * which process is at work on a run; that process renews the heartbeat in the record.
 *
 * Writing: rows go in between sow_store_begin and sow_store_end (a single row outside is
 * its own transaction). Rows of a commit that succeeded survive the death of the
 * process. Reading: rows come back through callbacks or in memory the caller releases.
 *
 * Errors: SOW_IO if the file cannot be opened, read or written. Examples are a full
 * disk, a read-only place, and a lock held for longer than SOW_STORE_WAIT_SECONDS.
 * SOW_BAD_DATA if the file is not a sowlab database, is damaged, or is of a newer
 * version. SOW_BAD_DATA also for a value that a column cannot hold (a NaN, a wrong
 * count). SOW_NOT_FOUND for a run that does not exist. SOW_INTERRUPTED after a stop
 * request (sow_store_watch). An output is undefined after a failure unless its function
 * says otherwise.
 *
 * A store belongs to one thread. Ownership: a call borrows rows and their texts, in both
 * directions, unless a release function is named.
 */
#ifndef SOW_EXPERIMENTS_STORE_H
#define SOW_EXPERIMENTS_STORE_H

#include "sow/base/err.h"
#include "sow/store/store_tables.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sow_stop;
struct sow_store;

/** Longest wait for a locked database. */
enum { SOW_STORE_WAIT_SECONDS = 10 };

enum sow_store_mode {
    SOW_STORE_WRITE,  /**< read and write; the file is created if there is none */
    SOW_STORE_READ,   /**< read an existing file */
    SOW_STORE_GUEST,  /**< read a file of somebody else: an older schema is brought up to
                           date in a temporary copy */
    SOW_STORE_SCRATCH /**< in memory, the path is ignored; for replays: references to
                           runs that live elsewhere are not checked */
};

/** Opens a store, which the caller closes by sow_store_close. An older schema is brought
 *  up to date first: in the file itself, or in a temporary copy if SOW_STORE_READ cannot
 *  write the file. Several processes may open a fresh file at the same time. Sets
 *  @p store to NULL on failure: SOW_USAGE for an empty name or `:memory:`, SOW_BAD_DATA
 *  for a file of another kind. SOW_IO is for a file that is missing, is no plain file or
 *  cannot be opened. */
SOW_MUST_USE enum sow_status sow_store_open(const char *path, enum sow_store_mode mode,
                                            struct sow_store **store,
                                            struct sow_err *err);

/** Rolls back an open transaction and closes the store; NULL is allowed. */
void sow_store_close(struct sow_store *store);

/** Sets the stop request of a store. After a request by @p stop, reading and waits for
 *  locks end with SOW_INTERRUPTED. @p stop is borrowed until the next call; NULL: nothing
 *  stops the store. */
void sow_store_watch(struct sow_store *store, const struct sow_stop *stop);

/** Sets a callback that is called before every commit; NULL for none. If it fails,
 *  nothing is stored and sow_store_end returns its status. */
void sow_store_guard(struct sow_store *store, enum sow_status (*guard)(struct sow_err *));

/** Makes every commit to the scratch store @p store a sign of life of the run that @p
 *  claimant has claimed (borrowed until the next call; NULL for none). If this sign
 * fails, sow_store_end returns the failure, though the rows are kept. */
void sow_store_keep_alive(struct sow_store *store, struct sow_store *claimant);

/** Returns the path by which the store was opened. */
const char *sow_store_path(const struct sow_store *store);

/** Starts a transaction that may write; no other may be open. Waits up to
 *  SOW_STORE_WAIT_SECONDS for the lock. On failure none is open: SOW_IO if the file was
 *  moved or another process has taken the run that this store has claimed, SOW_NOT_FOUND
 *  if that run was deleted. */
SOW_MUST_USE enum sow_status sow_store_begin(struct sow_store *store,
                                             struct sow_err *err);
/** Starts a transaction that only reads: until sow_store_rollback, all answers are from
 *  one state of the database. No other transaction may be open. */
SOW_MUST_USE enum sow_status sow_store_begin_reading(struct sow_store *store,
                                                     struct sow_err *err);
/**
 * Ends a transaction. Keeps its rows if @p status, the result of adding them, is SOW_OK,
 * else drops them. Returns @p status, or the reason why the rows could not be kept and
 * were dropped.
 *
 *     enum sow_status status = sow_store_begin(store, err);
 *     if (status == SOW_OK)
 *         status = sow_store_add(store, match, &row, err);
 *     return sow_store_end(store, status, err);
 */
SOW_MUST_USE enum sow_status sow_store_end(struct sow_store *store,
                                           enum sow_status status, struct sow_err *err);
/** Ends an open transaction and drops its rows. Does nothing if none is open. */
void sow_store_rollback(struct sow_store *store);

/* ---- Rows of any table ---- */

/**
 * Adds a row to its table, named by the word of its struct: sow_store_add(store, match,
 * &row, err) adds the `struct sow_match_row` row, and no other would compile. Runs are
 * added by sow_store_add_run.
 *
 * The content of a run has an order. Rows are added and digested in this order: tables
 * as in enum sow_table_id, and rows of a table by its key. Some tables alternate. Each
 * generation is followed by its individuals. The positions of a game are followed by its
 * choices and unsolved positions, the games of a match by the match and its pairs. A row
 * that comes too late is SOW_BAD_DATA.
 */
#define sow_store_add(store, word, row, err)                                             \
    sow_store_add_row((store), sow_table_of_##word,                                      \
                      (const struct sow_##word##_row *){row}, (err))

/** Adds a row to a table like sow_store_add, without a check of the row's type. Without
 *  an open transaction the row is a transaction of its own. Fails with SOW_BAD_DATA if a
 *  value does not fit its column, or if a row of content comes too late. */
SOW_MUST_USE enum sow_status sow_store_add_row(struct sow_store *store,
                                               enum sow_table_id id, const void *row,
                                               struct sow_err *err);

/**
 * Hands over a run's rows of a table in the order of its key: sow_store_each(store,
 * match, run_id, take, context, err) calls the sow_match_fn take(context, row, err) for
 * each. The first failure of `take` ends this and is returned. `take` must not write to
 * the same store.
 */
#define sow_store_each(store, word, run_id, take, context, err)                          \
    sow_store_each_row((store), sow_table_of_##word, (run_id),                           \
                       (sow_any_fn *)(sow_##word##_fn *){take}, (context), (err))

/**
 * Adds the strength of a player of a finished run, in a transaction of its own. It
 * replaces the row of the same variant, generation and depth, unless that row has more
 * openings against the same panel. The row that is then stored has the regret, of both,
 * that was measured with more seeds on the board.
 * @param store the store
 * @param row the row; run_id names the run
 * @param[out] kept number of openings of the stored row that stays; 0: @p row is stored
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if the run was deleted meanwhile, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_store_put_strength(struct sow_store *store,
                                                    const struct sow_strength_row *row,
                                                    int *kept, struct sow_err *err);

/** A function of any type. */
typedef void sow_any_fn(void);

/** Hands over rows like sow_store_each, without a check of the function's type. Stops at
 *  the first failure of @p take and returns it. */
SOW_MUST_USE enum sow_status sow_store_each_row(struct sow_store *store,
                                                enum sow_table_id id, int64_t run_id,
                                                sow_any_fn *take, void *context,
                                                struct sow_err *err);

/* ---- Runs ---- */

/** A function that calls @p take for each player that the options in @p parameters, the
 *  JSON object of a record, name. It returns the first failure of @p take, or its own. */
typedef enum sow_status sow_record_players_fn(const char *parameters,
                                              sow_run_player_fn *take, void *context,
                                              struct sow_err *err);

/**
 * Sets the function by which all stores derive the rows of run_players from records: when
 * a run is added or copied, and when an older database is upgraded. The store itself does
 * not know what a player is.
 * @param read not NULL; to be set before the first store is opened, and not changed then
 */
void sow_store_read_players_by(sow_record_players_fn *read);

/** Compares the rows that a run has in run_players with those that follow from its
 *  record. Fails with SOW_BAD_DATA if they differ, with SOW_NOT_FOUND if there is no such
 *  run. Looks at nothing else of the run. */
SOW_MUST_USE enum sow_status sow_store_check_players(struct sow_store *store, int64_t id,
                                                     struct sow_err *err);

/** Adds a run, and the players that its record names, in the open transaction or in one
 *  of its own. Sets @p id to its number: the row's own, or the next one if that is 0. If
 *  the row names an owner, the run is claimed for this store, as by sow_store_claim_run.
 *  The store sets digest and heartbeat itself. */
SOW_MUST_USE enum sow_status sow_store_add_run(struct sow_store *store,
                                               const struct sow_run_row *row, int64_t *id,
                                               struct sow_err *err);

/** Arguments for continuing a run. */
struct sow_run_claim {
    int64_t id;         /**< number of the run */
    const char *owner;  /**< name of this process */
    const char *digest; /**< expected digest of its content; another one is refused */
    bool anew;          /**< true if the content is dropped and the run starts again */
    const char *kernel; /**< kernel of the session to come */
    int threads;        /**< threads of the session to come */
    const char *host;   /**< name of its machine */
};

/** Takes a run that is interrupted, failed or stale: marks it as running, counts one more
 *  session and deletes its provenance digest. Only the process of this store may then
 *  write to the run, until sow_store_finish_run or until another process takes the run.
 *  Returns SOW_NOTHING_LEFT if the run is done, SOW_NOT_FOUND if there is none. Returns
 *  SOW_BUSY if another process is at work on it or has changed it. On failure the run is
 *  unchanged. */
SOW_MUST_USE enum sow_status sow_store_claim_run(struct sow_store *store,
                                                 const struct sow_run_claim *claim,
                                                 struct sow_err *err);

/** Records that the process of the claimed run is alive. Call it between commits, as
 *  often as you like and from any thread: it writes every 5 seconds at most. Without a
 *  claim it does nothing. A lock held by another process is no failure. Returns SOW_IO if
 *  another process has taken the run or the file was moved, SOW_NOT_FOUND if the run was
 *  deleted. */
SOW_MUST_USE enum sow_status sow_store_beat(struct sow_store *store, struct sow_err *err);

/** Finds the latest run that sow_store_claim_run would take; @p id is 0 if there is
 *  none, and on failure. A failed run is found only if there is no other, as it may fail
 *  again for ever. */
SOW_MUST_USE enum sow_status sow_store_find_resumable(struct sow_store *store,
                                                      int64_t *id, struct sow_err *err);

/** Sets @p busy to true if a process is at work on the run; false also if there is no
 *  such run, and on failure. */
SOW_MUST_USE enum sow_status sow_store_is_busy(struct sow_store *store, int64_t id,
                                               bool *busy, struct sow_err *err);

/** Records how a run ended: `id`, `status`, `stop_reason`, `kernel`, `finished` and
 *  `seconds` of @p row. If this store has claimed the run, the seconds of the claim are
 *  stored instead of those of @p row, and the claim ends, also on failure. Stores the
 *  provenance digest. Fails with SOW_IO if another process has taken the run. */
SOW_MUST_USE enum sow_status sow_store_finish_run(struct sow_store *store,
                                                  const struct sow_run_row *row,
                                                  struct sow_err *err);

/** Reads a run's record; the caller calls sow_run_row_release. Returns SOW_NOT_FOUND if
 *  there is no run @p id. On failure the row has its id only, and nothing to release. */
SOW_MUST_USE enum sow_status sow_store_read_run(struct sow_store *store, int64_t id,
                                                struct sow_run_row *row,
                                                struct sow_err *err);
/** Frees the texts of a record and clears it. */
void sow_run_row_release(struct sow_run_row *row);

/** Returns SOW_NOT_FOUND, with advice, unless there is a run @p id. */
SOW_MUST_USE enum sow_status sow_store_require_run(struct sow_store *store, int64_t id,
                                                   struct sow_err *err);

/** Finds the ids of all runs of a kind and a status (NULL: any), ascending. The caller
 *  frees @p ids, which is NULL if there are none, and on failure. */
SOW_MUST_USE enum sow_status sow_store_find_runs(struct sow_store *store,
                                                 const char *kind, const char *status,
                                                 int64_t **ids, size_t *count,
                                                 struct sow_err *err);

/** State of a run in the store. */
enum sow_run_presence {
    SOW_RUN_ABSENT,
    SOW_RUN_DONE,
    SOW_RUN_BUSY, /**< a process is at work on it */
    SOW_RUN_LEFT  /**< begun, and can be resumed */
};

/** Finds the run with the kind, variant, rules, parameters and random seed of @p row. A
 *  run that is done goes before one that is busy, and that before one that is left; then
 *  the lowest number goes first. If there is none, and on failure, @p id is 0 and
 *  @p presence SOW_RUN_ABSENT. */
SOW_MUST_USE enum sow_status
sow_store_find_record(struct sow_store *store, const struct sow_run_row *row, int64_t *id,
                      enum sow_run_presence *presence, struct sow_err *err);

/** Notes that games decided the value of option @p option of run @p id, for which the
 *  user had asked by `auto`. A run has at most one such note: if it has one, nothing
 *  changes. */
SOW_MUST_USE enum sow_status sow_store_note_answer(struct sow_store *store, int64_t id,
                                                   const char *option,
                                                   struct sow_err *err);

/** Tells whether run @p id has a note of sow_store_note_answer. @p noted is false after a
 *  failure. */
SOW_MUST_USE enum sow_status sow_store_has_answer(struct sow_store *store, int64_t id,
                                                  bool *noted, struct sow_err *err);

/** Sets the label of a run that is done and renews its provenance digest, in one
 *  transaction. Changes nothing, and returns SOW_OK, if the run is not done or its
 *  provenance digest is missing or wrong. Fails with SOW_NOT_FOUND if there is no such
 *  run. */
SOW_MUST_USE enum sow_status sow_store_label_run(struct sow_store *store, int64_t id,
                                                 const char *label, struct sow_err *err);

/** Deletes a run and all its rows. Fails with SOW_BUSY while a process is at work on it,
 *  with SOW_USAGE while a fit is built on it, with SOW_NOT_FOUND if there is none.
 *  Nothing is then deleted. */
SOW_MUST_USE enum sow_status sow_store_delete_run(struct sow_store *store, int64_t id,
                                                  struct sow_err *err);

/* ---- Evolution ---- */

/** A whole generation of individuals in memory. */
struct sow_stored_population {
    int generation;  /**< number of the generation, from 0 */
    int count;       /**< individuals */
    int genes;       /**< weights of each */
    double *weights; /**< count x genes, row by row */
    double *fitness; /**< fitness of each individual */
};

/** Reads a generation of a run; the caller calls sow_stored_population_release. Fails
 *  with SOW_NOT_FOUND if there is no such run, with SOW_BAD_DATA if the run has no such
 *  generation or a damaged one. On failure there is nothing to release. */
SOW_MUST_USE enum sow_status
sow_store_read_population(struct sow_store *store, int64_t run_id, int generation,
                          struct sow_stored_population *population, struct sow_err *err);
/** Frees the arrays of a population and clears it. */
void sow_stored_population_release(struct sow_stored_population *population);

/** Reads the weights of the individual with the best fitness of a generation. The caller
 *  frees @p weights. Fails with SOW_USAGE if the run has no such generation, with
 *  SOW_NOT_FOUND if there is no such run. @p weights is then NULL. */
SOW_MUST_USE enum sow_status
sow_store_read_best_individual(struct sow_store *store, int64_t run_id, int generation,
                               double **weights, int *count, struct sow_err *err);

/** Calls @p take once with the champion of a run, and returns its status. Returns
 *  SOW_USAGE, with the reason, if the run has none, and SOW_NOT_FOUND if there is no such
 *  run; @p take is then not called. */
SOW_MUST_USE enum sow_status sow_store_visit_champion(struct sow_store *store,
                                                      int64_t run_id,
                                                      sow_champion_fn *take,
                                                      void *context, struct sow_err *err);

/** Reads the weights of a run's champion. The caller frees @p weights. The errors are
 *  those of sow_store_visit_champion; @p weights is then NULL and @p count 0. */
SOW_MUST_USE enum sow_status sow_store_read_champion(struct sow_store *store,
                                                     int64_t run_id, double **weights,
                                                     int *count, struct sow_err *err);

/** Finds the evolution whose champion was best in validation (view champion_players).
 *  Only runs count that were evolved by these @p rules alone (text of sow_rules_write).
 *  Only champions count that are weights of heuristics, not orders or weights of
 *  features. Between equal champions the lowest number decides. Sets @p run_id to 0 if
 *  there is none, and on failure. */
SOW_MUST_USE enum sow_status sow_store_best_champion(struct sow_store *store,
                                                     const char *rules, int64_t *run_id,
                                                     struct sow_err *err);

/* ---- Data sets and fits ---- */

/** Counts the games of a data set up to the last game with a position, a choice or an
 *  unsolved position. Earlier games without such rows count. Sets @p games to 0 if there
 *  are none, and on failure. */
SOW_MUST_USE enum sow_status sow_store_count_games(struct sow_store *store,
                                                   int64_t run_id, int64_t *games,
                                                   struct sow_err *err);

/** Counts the folds that have rows, of @p folds (at least 1). Games 2k and 2k + 1 of a
 *  data set are in fold k mod folds. @p table is "positions" or "choices". Stops reading
 *  when all folds are found. @p found is 0 on failure. */
SOW_MUST_USE enum sow_status sow_store_count_folds(struct sow_store *store,
                                                   const char *table, int64_t run_id,
                                                   int folds, int *found,
                                                   struct sow_err *err);

/** Counts the positions of a data set, and those that have a label by search, in one
 *  reading. Both are 0 on failure. */
SOW_MUST_USE enum sow_status sow_store_count_positions(struct sow_store *store,
                                                       int64_t run_id, int64_t *positions,
                                                       int64_t *labels,
                                                       struct sow_err *err);

/**
 * Computes the digest of a run's content again and compares it with the digests of the
 * run and of its generations. Sets @p rows to the number of rows covered; it may be
 * NULL. Returns SOW_BAD_DATA, with the place, if anything differs; @p rows then counts
 * those read before.
 *
 * The digest chains SHA-256 (FIPS 180-4) over the record (kind, variant, rules,
 * parameters, random seed) and every content row. Rows are in the order of tables.def
 * and of their keys, generations together with their individuals. It does not depend on
 * the run's number or on how often the run was interrupted.
 */
SOW_MUST_USE enum sow_status sow_store_check_run(struct sow_store *store, int64_t id,
                                                 int64_t *rows, struct sow_err *err);

/**
 * Compares the run's provenance with its digest (docs/reference/schema.md, table
 * run_seals). Fails with SOW_BAD_DATA if they differ, or if a run that has ended has no
 * such digest; with SOW_NOT_FOUND if there is no such run.
 * @param sealed true if there is a digest; false for a run that has not ended
 */
SOW_MUST_USE enum sow_status sow_store_check_seal(struct sow_store *store, int64_t id,
                                                  bool *sealed, struct sow_err *err);

/** Checks the schema (sow_store_check_schema), then the file and its references by
 *  SQLite's own checks. It reads everything; in a file with tables of the user, only the
 *  program's tables. Fails with SOW_BAD_DATA if anything is wrong, with SOW_INTERRUPTED
 *  after a stop request. */
SOW_MUST_USE enum sow_status sow_store_check_file(struct sow_store *store,
                                                  struct sow_err *err);

/** Counts the rows of a run in a table that has a column run_id. 0 if there is no such
 *  run, and on failure. */
SOW_MUST_USE enum sow_status sow_store_count(struct sow_store *store, const char *table,
                                             int64_t run_id, int64_t *rows,
                                             struct sow_err *err);

/* ---- Comparison, questions, export ---- */

/** Makes @p replayed, a new store, expect as many rows in each content table as run @p id
 *  of @p stored has at this moment: comparisons go no further. This is for replays of
 *  unfinished runs, which end when sow_store_is_filled (sow_run_look). On failure
 *  @p replayed must not be used for comparisons. */
SOW_MUST_USE enum sow_status sow_store_expect(struct sow_store *replayed,
                                              struct sow_store *stored, int64_t id,
                                              struct sow_err *err);

/** Returns true if a store has committed all rows that it expects; false if
 *  sow_store_expect was not called. */
bool sow_store_is_filled(const struct sow_store *store);

/** A comparison of a run's content in two stores, table by table. */
struct sow_store_comparison {
    struct sow_store *stored;   /**< store with the run; borrowed */
    struct sow_store *replayed; /**< store with its replay; borrowed */
    int64_t run_id;             /**< number of the run in both stores */
    bool prefix;                /**< `stored` may end early: the run was not finished */
    int64_t rows;   /**< out: number of rows compared so far, over all tables */
    bool found;     /**< out: true if a difference was found; later calls do nothing */
    char text[256]; /**< out: the difference, with table, key, column and both values */
};

/** Compares the run's rows of one content table, bit for bit, in the order of its key, up
 *  to the first difference. Adds the rows compared to `rows`. A difference is not a
 *  failure: it sets `found` and `text`. Returns SOW_INTERRUPTED after a stop request of
 *  `stored`. */
SOW_MUST_USE enum sow_status sow_store_compare(struct sow_store_comparison *comparison,
                                               const char *table, struct sow_err *err);

/** Bounds on a question. */
struct sow_query_limits {
    int64_t rows;   /**< most rows of the answer */
    double seconds; /**< longest time */
    int memory;     /**< most MiB for SQLite to work in, at least 1 */
};

/** Limits of a user's question: 100,000 rows, 30 s, 256 MiB. */
extern const struct sow_query_limits sow_query_limits_default;

/** Sets the error that a question takes longer than the seconds of @p limits. Returns
 *  SOW_USAGE. */
enum sow_status sow_query_late(const struct sow_query_limits *limits,
                               struct sow_err *err);

/** A value of SQL, in a question or in an answer. */
struct sow_value {
    enum {
        SOW_VALUE_NULL,
        SOW_VALUE_INTEGER,
        SOW_VALUE_REAL,
        SOW_VALUE_TEXT,
        SOW_VALUE_BLOB
    } type;
    int64_t integer;  /**< value of type SOW_VALUE_INTEGER */
    double real;      /**< NaN is NULL */
    const char *text; /**< borrowed; NULL is NULL */
    const void *blob; /**< borrowed; only in answers */
    size_t bytes;     /**< size of the blob */
};

/** Makes an integer value of SQL. */
static inline struct sow_value sow_integer(int64_t integer)
{
    return (struct sow_value){.type = SOW_VALUE_INTEGER, .integer = integer};
}

/** Makes a real value of SQL. NaN is stored as NULL. */
static inline struct sow_value sow_real(double real)
{
    return (struct sow_value){.type = SOW_VALUE_REAL, .real = real};
}

/** Makes a text value of SQL, which borrows @p text; NULL is stored as NULL. */
static inline struct sow_value sow_text(const char *text)
{
    return (struct sow_value){.type = SOW_VALUE_TEXT, .text = text};
}

/** Values of the parameters ?1, ?2, ... A statement ignores values of parameters that it
 *  lacks. */
#define SOW_VALUES(...) ((const struct sow_value[]){__VA_ARGS__, {0}})

/** A row of an answer. */
struct sow_answer_row {
    int columns;                    /**< number of columns */
    const char *const *names;       /**< names of the columns; two may be alike */
    const struct sow_value *values; /**< NULL in the first call, before any row */
};

/** Takes the names of the columns in its first call, then a row in each. Names and values
 *  are borrowed for the call. A failure ends the answer. */
typedef enum sow_status sow_row_taker(void *context, const struct sow_answer_row *row,
                                      struct sow_err *err);

/** Answers a user's SQL. Lets through only one SELECT (or WITH, VALUES, EXPLAIN) that
 *  cannot change anything. Calls @p take with the names of the columns, then with each
 *  row; its first failure ends the answer and is returned. Wrong SQL, a limit of
 *  @p limits that is reached and an answer of more than 64 MiB are SOW_USAGE, a stop
 *  request of sow_store_watch SOW_INTERRUPTED. A single step of SQLite may take longer
 *  than the limit of seconds; only the end of the process bounds that
 *  (cli_watchdog.h). */
SOW_MUST_USE enum sow_status sow_store_ask(struct sow_store *store, const char *sql,
                                           const struct sow_query_limits *limits,
                                           sow_row_taker *take, void *context,
                                           struct sow_err *err);

/** Answers the program's own SQL, whose columns the caller does not know. Calls @p take
 *  with the names, then with each row, and returns its first failure. */
SOW_MUST_USE enum sow_status sow_store_rows(struct sow_store *store, const char *sql,
                                            const struct sow_value *values,
                                            sow_row_taker *take, void *context,
                                            struct sow_err *err);

/** Reads the one text that @p sql, a question of the program itself, answers: the first
 *  column of its first row; `?1` is @p id. The caller frees @p text. It is NULL if there
 *  is no row, if its value is NULL, and on failure. */
SOW_MUST_USE enum sow_status sow_store_written(struct sow_store *store, const char *sql,
                                               int64_t id, char **text,
                                               struct sow_err *err);

/** Largest number of columns of a struct sow_cells. */
enum { SOW_CELLS_MAX = 9 };

/** A row of an answer with few columns, each as text and as number. */
struct sow_cells {
    int count;                       /**< number of columns */
    const char *text[SOW_CELLS_MAX]; /**< the value as text; NULL for NULL */
    double number[SOW_CELLS_MAX];    /**< the value; NaN for NULL and for texts */
};

/** Takes a row of an answer, which is borrowed for the call. A failure ends the
 *  answer. */
typedef enum sow_status sow_cells_fn(void *context, const struct sow_cells *cells,
                                     struct sow_err *err);

/** Answers the program's own SQL of at most SOW_CELLS_MAX columns. Calls @p take for
 *  each row until one fails, and returns that failure. */
SOW_MUST_USE enum sow_status sow_store_answer(struct sow_store *store, const char *sql,
                                              const struct sow_value *values,
                                              sow_cells_fn *take, void *context,
                                              struct sow_err *err);

/** Result of copying a run. */
struct sow_copied {
    int64_t id; /**< number of the run in this store */
    bool added; /**< false if this store had a run with the same content, whose number is
                     `id` */
    int strengths; /**< rows of the table strengths that a run of this store has got */
};

/**
 * Copies run @p id of the store @p from, best opened as SOW_STORE_GUEST, under the next
 * number, in one transaction. A fit then names its data set by the number here. The run
 * is checked first: SOW_BAD_DATA if it is damaged, or if the data set of a fit is not
 * here (found by its digest). A run that is running becomes an interrupted one. On
 * failure the store is unchanged and @p copied is 0 and false.
 *
 * If this store has a run with the same content, that run only gets the strengths that it
 * lacks. If both have a row against the same panel, the one with more openings stays. A
 * row against another panel stays.
 */
SOW_MUST_USE enum sow_status sow_store_copy(struct sow_store *store,
                                            struct sow_store *from, int64_t id,
                                            struct sow_copied *copied,
                                            struct sow_err *err);

/** Copies the whole database as the bytes of a file. The caller frees them. The only
 *  failure is SOW_NO_MEMORY; @p bytes is then NULL. */
SOW_MUST_USE enum sow_status sow_store_bytes(struct sow_store *store,
                                             unsigned char **bytes, size_t *size,
                                             struct sow_err *err);

/** Writes a run's record and all its rows as one JSON document: each table that has rows
 *  is an array of objects. A fit also names the digest of its data set. Fails with SOW_IO
 *  if @p out cannot be written. Writes nothing if there is no such run (SOW_NOT_FOUND);
 *  after other failures the document is incomplete. */
SOW_MUST_USE enum sow_status sow_store_export(struct sow_store *store, int64_t id,
                                              FILE *out, struct sow_err *err);

#endif
