/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Declarations for the files of the store: connection, errors, statements, and the
 * columns of tables as data. No other file includes this header.
 *
 * A file calls only those above it:
 *
 *   store_sql          statements, and what SQLite's failures mean
 *   store_rows         the tables' columns; a row to SQL and back
 *   store_schema       the tables as SQL and as documentation
 *   store_read         rows and records
 *   store_digest       SHA-256 over rows
 *   store_walk         the order of content
 *   store_claim        which process is at work on a run
 *   store_chain        the digest of a run while rows are added
 *   store_transaction  begin, end
 *   store_write        rows and records
 *   store_tally        sums over positions, as an SQL function
 *   store_functions    SQL functions
 *   store_players      players of runs, derived from records
 *   store_seal         provenance of ended runs
 *   store              opening, upgrading
 *   store_check, _compare, _copy, _evolution, _export, _query, _runs   what is done with
 * it
 */
#ifndef SOW_EXPERIMENTS_STORE_PRIVATE_H
#define SOW_EXPERIMENTS_STORE_PRIVATE_H

#include "sow/base/embedded.h"
#include "sow/store/store.h"
#include "sow/support/owner.h"

#include <sqlite3.h>
#include <stdatomic.h>

enum { SOW_DIGEST_BYTES = 32, SOW_DIGEST_TEXT = 2 * SOW_DIGEST_BYTES + 1 };

/** A digest in the making: the hash of a run's rows up to a row. */
struct sow_digest {
    uint8_t byte[SOW_DIGEST_BYTES]; /**< SHA-256 */
};

/** Run that the process of the store is at work on. */
struct sow_claim {
    int64_t run_id;            /**< number of the run; 0: none */
    char owner[SOW_OWNER_MAX]; /**< token of this process, as in the run's record */
    double before;             /**< seconds of earlier sessions */
    double begun;        /**< time at which this session began (sow_clock_seconds) */
    double beat;         /**< time of the last heartbeat, or of the beginning */
    atomic_flag beating; /**< set while a thread checks if the next one is due */
};

/** Chain: the digest of the run to which the open transaction adds rows of content. It
 *  is in memory until it is written to the run at the commit. */
struct sow_row_chain {
    int64_t run_id;           /**< the run; 0: no rows so far */
    int generation;           /**< generation of the latest row; -1: of none */
    struct sow_digest digest; /**< hash of all content up to the latest row */
};

/** Most columns of a key besides run_id; bytes of a text in a key, with its NUL. */
enum { SOW_KEYS_MAX = 3, SOW_KEY_TEXT = 48 };

/** Value of a column of a row's key. */
struct sow_key {
    int64_t number;          /**< the number; 0 for a text */
    char text[SOW_KEY_TEXT]; /**< beginning of the text; "" for a number */
};

/** Place of a row in the order of the content of its run. */
struct sow_row_place {
    int64_t run_id;                    /**< 0: nowhere yet */
    enum sow_table_id id;              /**< table of the row */
    struct sow_key keys[SOW_KEYS_MAX]; /**< key without run_id */
};

/** Number of rows that a replay is expected to have. */
struct sow_expectation {
    bool active;                    /**< false: nothing is expected */
    int64_t rows[SOW_TABLES_COUNT]; /**< rows of each content table; else 0 */
    int64_t left;                   /**< rows not committed yet, over all tables */
    int64_t pending;                /**< rows of the open transaction */
};

/** Steps of SQLite's virtual machine between two looks at the stop request. Most steps
 *  take less than a microsecond, few more than a millisecond. */
enum { SOW_STEPS_PER_LOOK = 1000 };

/** Lets SQLite interrupt statements of a store after its stop request (sow_store_watch),
 *  if the store is opened for reading and has one. Otherwise removes the progress
 *  callback of the connection. */
void sow_store_heed(struct sow_store *store);

/** Returns non-zero, which interrupts a statement, after a stop request. Progress
 * callback of SQLite; @p context is the store. */
int sow_store_look_at_stop(void *context);

/** A run in a state of the database. */
struct sow_state {
    int64_t run;     /**< number of the run; 0: none */
    int64_t version; /**< PRAGMA data_version then, which other connections change */
    int64_t changes; /**< rows that this connection had changed by then */
};

/** Describes run @p id in the present state of the database. */
SOW_MUST_USE enum sow_status sow_state_note(struct sow_store *store, int64_t id,
                                            struct sow_state *state, struct sow_err *err);

/** Returns true if both are the same run in the same state. */
bool sow_state_same(const struct sow_state *a, const struct sow_state *b);

/** Sums over the positions of a run. */
struct sow_position_sums {
    struct sow_state state; /**< the run, and when the positions were read */
    int64_t positions;      /**< number of positions */
    int64_t games;          /**< number of games that they are from */
    int64_t sum;            /**< sum of their margins */
    int64_t least;          /**< least margin; 0 without positions */
    int64_t greatest;       /**< greatest margin; 0 without positions */
};

/** Most statements that a store keeps. */
enum { SOW_KEPT_STATEMENTS = 32 };

/** Bytes for the texts of a sheet, which are enough for the positions of its rows. */
enum { SOW_SHEET_BYTES = 4096 };

/** Rows of a table that wait to be inserted together, bound to their statement. */
struct sow_sheet {
    enum sow_table_id id;        /**< table of the rows */
    int rows;                    /**< number of rows */
    size_t used;                 /**< bytes in use of `texts` */
    char texts[SOW_SHEET_BYTES]; /**< bound texts, without their zero bytes */
};

/** An open database. */
struct sow_store {
    sqlite3 *db;                 /**< connection; to a copy if that was upgraded */
    char *path;                  /**< name by which the store was opened; owned */
    enum sow_store_mode mode;    /**< how it was opened */
    const struct sow_stop *stop; /**< stop request, borrowed; NULL: none */
    enum sow_status (*guard)(struct sow_err *); /**< asked before commits, or NULL */
    struct sow_store *claimant;      /**< store whose claim is kept alive, or NULL */
    double wait_begun;               /**< time at which the wait for a lock began */
    struct sow_claim claim;          /**< run that this store is at work on */
    struct sow_row_chain chain;      /**< digest of the open transaction */
    struct sow_row_place latest;     /**< place of the row added last */
    struct sow_row_place committed;  /**< `latest` before the open transaction */
    struct sow_expectation expected; /**< rows that a replay has still to add */
    struct sow_state sound;          /**< run that sow_store_check_run passed last */
    struct sow_position_sums tally;  /**< sums that sowlab_tally answered last */
    /** INSERT of each table, prepared when first needed; NULL before. */
    sqlite3_stmt *inserts[SOW_TABLES_COUNT];
    sqlite3_stmt *sheets[SOW_TABLES_COUNT]; /**< INSERT of many rows, or NULL */
    /** Statements of sow_store_answer that may be asked again; only of a store that is
     *  read. NULL: a free place. */
    sqlite3_stmt *kept[SOW_KEPT_STATEMENTS];
    size_t next_kept;                /**< place of the next statement when none is free */
    int64_t added[SOW_TABLES_COUNT]; /**< rows that were added to larger transactions */
    struct sow_sheet sheet;          /**< rows to be inserted */
};

/** Runs an INSERT whose parameters are bound, and makes it ready for the next values. */
SOW_MUST_USE enum sow_status sow_store_run(struct sow_store *store,
                                           sqlite3_stmt *statement, struct sow_err *err);

/** Inserts the rows that wait on the sheet. Commits and other statements do so first. On
 *  failure, which may concern any of these rows, no row waits. */
SOW_MUST_USE enum sow_status sow_sheet_insert(struct sow_store *store,
                                              struct sow_err *err);

/** Kinds of tables. */
enum sow_table_kind {
    SOW_RECORD,     /**< row of the run in `runs`, and its provenance digest */
    SOW_DERIVED,    /**< rows that follow from the record: in no digest, not copied */
    SOW_CONTENT,    /**< covered by the digest of the run */
    SOW_PROVENANCE, /**< covered by the provenance digest; copied, not compared */
    SOW_MEASURED    /**< rows that may be added to a finished run: in no digest; copied,
                         not compared */
};

/** Column of a table, from the table's definition. */
struct sow_field {
    const char *column;       /**< name; NULL: end of the list */
    enum sow_field_type type; /**< type in SQL and in the struct */
    bool is_key;              /**< true for a column of the key */
    bool is_added; /**< added by a later schema: digested only if it has a value */
    size_t offset; /**< offset of the member in the row's struct; 0 if there is none */
    const char *constraints; /**< SQL behind name and type; "" if there is none */
    const char *unit;        /**< for docs/reference/columns.md; "" if none */
    const char *meaning;     /**< for docs/reference/columns.md */
};

/** A table of the database. */
struct sow_table {
    const char *name;         /**< name in SQL */
    enum sow_table_kind kind; /**< which digest covers it, and if it is copied */
    /** Function that returns the columns, up to one with the name NULL. The constraints
     *  of that one are those of the table. */
    const struct sow_field *(*fields)(void);
};

/** Returns true if a column is stored: false for computed columns and for the end of the
 *  list, which follow all others. */
static inline bool sow_field_is_stored(const struct sow_field *field)
{
    return field->type != SOW_FIELD_COMPUTED;
}

/** All tables, by enum sow_table_id. */
extern const struct sow_table sow_tables[SOW_TABLES_COUNT];

/** Returns the number of key columns of a table, run_id included; they are its first
 *  columns. 0 for a table with one row for each run. */
int sow_table_keys(const struct sow_table *table);

/** Creates the tables and their columns that the file does not have. Tables that exist
 *  stay as they are. */
SOW_MUST_USE enum sow_status sow_store_make_tables(struct sow_store *store,
                                                   struct sow_err *err);

/** A kind of run that is made of another run, which one of its parameters names. */
struct sow_reference {
    const char *kind;      /**< kind of the run, such as `fit` */
    const char *parameter; /**< also the column `<parameter>_id` of its content */
};

/** Returns the reference of a kind of run; NULL if such runs are not made of another
 *  run. */
const struct sow_reference *sow_reference_of(const char *kind);
/** Finds the reference of run @p id by its kind, and the @p digest of the run that it was
 *  made of, for sqlite3_free. Both are NULL if the kind has no reference; the digest
 *  alone if the other run is missing. Fails with SOW_NOT_FOUND if run @p id is missing;
 *  both outputs are then NULL. */
SOW_MUST_USE enum sow_status
sow_store_find_reference(struct sow_store *store, int64_t id,
                         const struct sow_reference **reference, char **digest,
                         struct sow_err *err);

/** Returns advice about a wrong file, the end of a sentence. It names the option --db
 *  unless the store is a guest. */
const char *sow_store_advice(const struct sow_store *store);

/** Turns result code @p code, a failure of the connection, into an error in words of the
 *  user. Returns its status, which is never SOW_OK: SOW_NO_MEMORY, SOW_INTERRUPTED,
 *  SOW_IO or SOW_BAD_DATA. */
enum sow_status sow_store_fail(const struct sow_store *store, int code,
                               struct sow_err *err);

/** Prepares one trusted statement. The caller calls sqlite3_finalize for it, also after
 *  a failure: it is then NULL. */
SOW_MUST_USE enum sow_status sow_store_prepare(struct sow_store *store, const char *sql,
                                               sqlite3_stmt **statement,
                                               struct sow_err *err);

/** Prepares a statement as sow_store_prepare does, from sqlite3_mprintf's format (%w for
 *  identifiers). */
SOW_MUST_USE enum sow_status sow_store_prepare_format(struct sow_store *store,
                                                      sqlite3_stmt **statement,
                                                      struct sow_err *err,
                                                      const char *format, ...);

/** Runs one or several trusted statements, separated by semicolons. Their rows, if there
 *  are any, are ignored. */
SOW_MUST_USE enum sow_status sow_store_exec(struct sow_store *store, const char *sql,
                                            struct sow_err *err);

/** Steps a statement to its next row. @p row is true if there is one; false at the end
 *  and after a failure. */
SOW_MUST_USE enum sow_status sow_store_step(struct sow_store *store,
                                            sqlite3_stmt *statement, bool *row,
                                            struct sow_err *err);

/** Binds values to the parameters ?1, ?2, ... The first value of type SOW_VALUE_NULL
 *  ends the list. Texts are borrowed until the statement is finalized. */
void sow_store_bind(sqlite3_stmt *statement, const struct sow_value *values);

/** An answer on its way to the caller. */
struct sow_answer {
    sqlite3_stmt *statement;   /**< prepared by the caller, finalized by sow_answer_end */
    sow_row_taker *take;       /**< callback that gets the names and the rows */
    void *context;             /**< first argument of the callback */
    struct sow_answer_row row; /**< argument of the callback */
    const char **names;        /**< names of the columns; an array that is owned */
    struct sow_value *values;  /**< values of the current row; an array that is owned */
};

/** Sets up the columns of a prepared statement and hands their names to the callback.
 *  The caller calls sow_answer_end, also after a failure. Returns the callback's
 *  failure, or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_answer_begin(struct sow_answer *answer,
                                              struct sow_err *err);

/** Hands the row at which the statement stands to the callback, and returns its
 *  status. */
SOW_MUST_USE enum sow_status sow_answer_hand_on(struct sow_answer *answer,
                                                struct sow_err *err);

/** Finalizes the statement and frees the answer's arrays. */
void sow_answer_end(struct sow_answer *answer);

/**
 * Adds a row of the table strengths inside a transaction, instead of the row of the same
 * run, variant, generation and depth. The row that is then stored has the regret, of
 * both, that was measured with more seeds on the board. For a run that learns, the
 * deepest row of the player becomes its main row.
 * @param store the store
 * @param row the row
 * @param better SQL condition (static) under which the stored row stays: ?5 is the panel
 *   of @p row, ?6 its number of openings
 * @param[out] kept number of openings of the row that stays; 0: @p row is stored
 * @param[out] err reason of a failure
 * @returns the failure of the database
 */
SOW_MUST_USE enum sow_status sow_strength_place(struct sow_store *store,
                                                const struct sow_strength_row *row,
                                                const char *better, int *kept,
                                                struct sow_err *err);

/** Runs one trusted statement that gives no rows, with @p values bound to ?1, ?2, ... */
SOW_MUST_USE enum sow_status sow_store_change(struct sow_store *store, const char *sql,
                                              const struct sow_value *values,
                                              struct sow_err *err);

/** Reads the first column of the first row as text for sqlite3_free. @p text is NULL if
 *  there is no row, if the column is NULL, and after a failure. */
SOW_MUST_USE enum sow_status sow_store_text(struct sow_store *store, const char *sql,
                                            const struct sow_value *values, char **text,
                                            struct sow_err *err);

/** Reads the first column of the first row as a whole number; 0 if there is no row, and
 *  after a failure. */
SOW_MUST_USE enum sow_status sow_store_number(struct sow_store *store, const char *sql,
                                              const struct sow_value *values,
                                              int64_t *number, struct sow_err *err);

/** Reads the first column of the first row of @p sql as a whole number; `?1` is @p id. 0
 *  if there is no row, and after a failure. */
SOW_MUST_USE enum sow_status sow_store_integer(struct sow_store *store, const char *sql,
                                               int64_t id, int64_t *value,
                                               struct sow_err *err);

/** Binds @p row to those parameters of an INSERT of its table's columns that follow the
 *  first @p before ones. Its texts stay on the sheet until the next sow_sheet_insert.
 *  Fails with SOW_BAD_DATA if a real number is not finite. */
SOW_MUST_USE enum sow_status sow_row_bind(struct sow_store *store,
                                          const struct sow_table *table, const void *row,
                                          sqlite3_stmt *statement, int before,
                                          struct sow_err *err);

/** Reads the current row of a SELECT of its table's columns into @p row. Texts are
 * borrowed from the statement, weights from @p room. Fails with SOW_BAD_DATA if a value
 * is none that the program stores. */
SOW_MUST_USE enum sow_status sow_row_load(struct sow_store *store,
                                          const struct sow_table *table,
                                          sqlite3_stmt *statement,
                                          double room[SOW_WEIGHTS_MAX], void *row,
                                          struct sow_err *err);

/** A SELECT of a table's columns, in the order of its key. */
struct sow_reader {
    struct sow_store *store;         /**< borrowed */
    const struct sow_table *table;   /**< the table that is read */
    sqlite3_stmt *statement;         /**< owned; NULL if it could not be prepared */
    double weights[SOW_WEIGHTS_MAX]; /**< weights of the current row, if it has any */
};

/** Opens a reader of the rows of table @p id for which the SQL condition @p where holds,
 *  ?1 being @p run_id, in the order of the key. Reads no row. The caller calls
 *  sow_reader_close, also after a failure. */
SOW_MUST_USE enum sow_status sow_reader_open(struct sow_reader *reader,
                                             struct sow_store *store,
                                             enum sow_table_id id, const char *where,
                                             int64_t run_id, struct sow_err *err);
/** Reads the next row into @p row. Returns false at the end and after a failure, which
 *  is then in *status; does nothing if *status is not SOW_OK before. Texts and weights
 *  of @p row are borrowed until the next call. */
bool sow_reader_next(struct sow_reader *reader, void *row, enum sow_status *status,
                     struct sow_err *err);
/** Closes a reader, also one that failed to open. */
void sow_reader_close(struct sow_reader *reader);

/** Checks that a row comes after the latest row of its run, and makes it the latest.
 *  Returns SOW_BAD_DATA if it comes too late. The first row of another run always
 *  passes. */
SOW_MUST_USE enum sow_status sow_row_in_order(struct sow_store *store,
                                              enum sow_table_id id, const void *row,
                                              struct sow_err *err);

/** Sets @p digest to that of a run without content: a hash of its settings (kind,
 *  variant, rules, parameters, random seed). */
void sow_digest_begin(struct sow_digest *digest, const struct sow_run_row *run);
/** Sets @p digest to a hash of the provenance in the record of a run that has ended:
 *  label, status, versions, times, host and the like. */
void sow_digest_begin_provenance(struct sow_digest *digest,
                                 const struct sow_run_row *run);
/** Replaces @p digest by the hash of itself, the name of @p table and all columns of @p
 *  row. */
void sow_digest_add(struct sow_digest *digest, const struct sow_table *table,
                    const void *row);
/** Writes a digest as hexadecimal digits. Returns @p text. */
const char *sow_digest_format(const struct sow_digest *digest,
                              char text[SOW_DIGEST_TEXT]);
/** Reads the text of sow_digest_format. Returns false, with @p digest undefined, if @p
 *  text is another text. */
bool sow_digest_parse(const char *text, struct sow_digest *digest);

/** Adds an inserted row of run @p run_id to the chain. If the row begins another run or
 *  generation, the digest of the one before is first written to the database. For the
 *  first row of a run the chain continues from the stored digest. Fails with SOW_BAD_DATA
 *  if the row comes too late. */
SOW_MUST_USE enum sow_status sow_row_chain_add(struct sow_store *store,
                                               enum sow_table_id id, int64_t run_id,
                                               const void *row, struct sow_err *err);
/** Writes the digest of the chain to its run and generation, and empties the chain. Does
 *  nothing if no rows were added. Part of every commit. Fails as sow_claim_lost if
 *  another process has taken the run. */
SOW_MUST_USE enum sow_status sow_row_chain_seal(struct sow_store *store,
                                                struct sow_err *err);

/** Makes @p store the one at work on run @p run_id under the token @p owner, from now on.
 *  @p before is the seconds of earlier sessions. Forgets the place of the latest row.
 *  Changes the memory of the store only. */
void sow_claim_begin(struct sow_store *store, int64_t run_id, const char *owner,
                     double before);

/** Returns the seconds of all sessions of the claimed run, this one included. */
double sow_claim_seconds(const struct sow_store *store);

/** Checks that the claimed run still has this store's token as its owner. Returns SOW_IO
 *  if another process took the run, SOW_NOT_FOUND if the run was deleted. SOW_OK without
 *  a claim. Call it in a transaction. */
SOW_MUST_USE enum sow_status sow_claim_check(struct sow_store *store,
                                             struct sow_err *err);

/** Sets the error for run @p id that another process has taken it, or that there is no
 *  such run. Returns SOW_IO or SOW_NOT_FOUND, or the failure of the database; never
 *  SOW_OK. */
enum sow_status sow_claim_lost(struct sow_store *store, int64_t id, struct sow_err *err);

/** Returns SOW_IO if the file of a store that writes was moved, removed or replaced;
 *  SOW_OK for other stores. */
SOW_MUST_USE enum sow_status sow_store_refuse_moved(const struct sow_store *store,
                                                    struct sow_err *err);

/** Returns SOW_INTERRUPTED if a stop was requested. */
SOW_MUST_USE enum sow_status sow_store_look(const struct sow_store *store,
                                            struct sow_err *err);

/** Derives the rows of run_players from the @p parameters (JSON) of run @p run_id, which
 *  has none so far, and adds them. sow_store_read_players_by must have been called. */
SOW_MUST_USE enum sow_status sow_run_players_write(struct sow_store *store,
                                                   int64_t run_id, const char *parameters,
                                                   struct sow_err *err);
/** Deletes all rows of run_players and derives them again from the records; part of
 *  every upgrade. */
SOW_MUST_USE enum sow_status sow_run_players_renew(struct sow_store *store,
                                                   struct sow_err *err);

/** Computes the provenance digest of an ended run and stores it in run_seals, instead of
 *  the old one if there is one. Fails with SOW_NOT_FOUND if there is no such run. */
SOW_MUST_USE enum sow_status sow_seal_write(struct sow_store *store, int64_t run_id,
                                            struct sow_err *err);
/** Deletes the provenance digest of a run, if it has one. */
SOW_MUST_USE enum sow_status sow_seal_break(struct sow_store *store, int64_t run_id,
                                            struct sow_err *err);
/** Compares the stored provenance digest of a run with its present provenance. Sets
 *  @p same to true if they agree, or if there is no stored digest. The output before it
 *  tells whether there is one. A difference is no failure. */
SOW_MUST_USE enum sow_status sow_seal_check(struct sow_store *store, int64_t run_id,
                                            bool *sealed, bool *same,
                                            struct sow_err *err);

/** Files of schema/, up to one without a name. The first makes the views; file n, from 1,
 *  has the changes that make version n + 1 of the tables from version n. */
extern const struct sow_embedded sow_schema_files[];

/**
 * Checks that the schema of a file is as the program makes it.
 * @returns SOW_BAD_DATA if a table, view or index of the program is missing or changed,
 * or has a trigger or an index of computed values; if there is a virtual table, or a
 *     table or view whose name is that of a function of SQLite. Everything else in the
 *     file belongs to the user and is not looked at.
 */
SOW_MUST_USE enum sow_status sow_store_check_schema(struct sow_store *store,
                                                    struct sow_err *err);

/** Registers the SQL function sowlab_status(status, owner, heartbeat): the status, or
 *  "stale" for a run that is "running" and whose process is gone. Returns a result code
 *  of SQLite. */
int sow_store_add_status(sqlite3 *db);

/** Registers the SQL function sowlab_tally(run): the sums of struct sow_position_sums as
 * a JSON object, or NULL without positions. One pass over the rows gives all of them, and
 * they are kept for the next call. Returns a result code of SQLite. */
int sow_store_add_tally(struct sow_store *store);

/** Registers the SQL functions of the program on the store's connection. They are
 *  sowlab_status, sowlab_tally, sowlab_fixed(value, digits), which is a number as text,
 *  and sowlab_command(words), a command line for this store. Returns a result code of
 *  SQLite. */
int sow_store_add_functions(struct sow_store *store);

/** Writes the names of the stored columns of a table with commas between them. */
void sow_table_columns(const struct sow_table *table, FILE *out);

#endif
