/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The store: every run of the lab in one SQLite file, and the only part of the program
 * that knows SQLite. docs/schema.md describes the tables; a struct below is one row of
 * the table it names, and its members are that table's columns.
 *
 * Writing: rows go in between sow_store_begin and sow_store_commit (a single row outside
 * is its own transaction). What a commit has acknowledged survives the death of the
 * process. Reading: rows come back through callbacks or in memory the caller releases.
 *
 * Errors: SOW_IO if the file cannot be opened, read or written (full disk, locked by
 * another process for longer than SOW_STORE_WAIT_SECONDS, read-only place), SOW_BAD_DATA
 * if it is not a sowlab database, is damaged, was written by a newer version, or a value
 * has no place in it (a NaN, a broken count), SOW_USAGE for a run that does not exist.
 *
 * A store belongs to one thread. Ownership: rows and their texts are borrowed for the
 * call they are passed to, in both directions, unless a release function is named.
 */
#ifndef SOW_EXPERIMENTS_STORE_H
#define SOW_EXPERIMENTS_STORE_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sow_report;
struct sow_stop;
struct sow_store;

/** How long a locked database is waited for. */
enum { SOW_STORE_WAIT_SECONDS = 10 };

enum sow_store_mode {
    SOW_STORE_WRITE,  /**< read and write; created if there is no such file */
    SOW_STORE_READ,   /**< read an existing file */
    SOW_STORE_SCRATCH /**< in memory, the path is ignored; for replays: references to
                           runs that live elsewhere are not checked */
};

/**
 * Opens a store; an older schema is brought up to date first (also for reading).
 * Safe when several processes meet on a fresh file.
 */
SOW_MUST_USE enum sow_status sow_store_open(const char *path, enum sow_store_mode mode,
                                            struct sow_store **store,
                                            struct sow_err *err);

/** Rolls back what was not committed; NULL is allowed. */
void sow_store_close(struct sow_store *store);

/** Long work and waits in the store end with SOW_INTERRUPTED after a request by @p stop
 *  (borrowed until the next call; NULL: never). */
void sow_store_watch(struct sow_store *store, const struct sow_stop *stop);

/** The path it was opened by. */
const char *sow_store_path(const struct sow_store *store);

/** Starts a transaction that may write; no other may be open. */
SOW_MUST_USE enum sow_status sow_store_begin(struct sow_store *store,
                                             struct sow_err *err);
/** Ends it and keeps its rows; if that fails, it is rolled back. */
SOW_MUST_USE enum sow_status sow_store_commit(struct sow_store *store,
                                              struct sow_err *err);
/** Ends it and drops its rows; does nothing if none is open. */
void sow_store_rollback(struct sow_store *store);

/* ---- Runs ---- */

/** Table `runs`: what was asked, and how the run was made. */
struct sow_run_row {
    int64_t id;              /**< 0 when adding: the store gives the next number */
    const char *kind;        /**< a run kind's name */
    const char *label;       /**< the user's own tag, "" if none */
    const char *variant;     /**< the name it was asked for by */
    const char *rules;       /**< every rule as `key = value` lines */
    const char *parameters;  /**< every option of the kind as a JSON object */
    int64_t seed;            /**< >= 0 */
    const char *status;      /**< running, done, interrupted, failed */
    const char *stop_reason; /**< why it ended; NULL while running */
    const char *version;     /**< of the program */
    const char *revision;    /**< of its source */
    const char *compiler;
    const char *build_type;
    const char *kernel; /**< batch kernel */
    int threads;        /**< > 0 */
    const char *host;
    const char *started;  /**< ISO 8601, UTC */
    const char *finished; /**< the same; NULL while running */
    double seconds;       /**< duration, of all sessions together; while running: as of
                               the heartbeat, or NaN */
    int resumed;          /**< how often it was taken up again */
    const char *digest;   /**< of its content (sow_store_check_run); the store's to set */
    const char *owner;    /**< token of the process at work on it (owner.h), or NULL */
    const char *heartbeat; /**< its last sign of life; the store's to set */
    void *storage;         /**< of a row that was read; else NULL */
};

/** Adds a run; @p id is its number (the row's own if that is not 0). If the row names an
 *  owner, the run is claimed for this store, as by sow_store_claim_run. */
SOW_MUST_USE enum sow_status sow_store_add_run(struct sow_store *store,
                                               const struct sow_run_row *row, int64_t *id,
                                               struct sow_err *err);

/** What taking up a run needs to know. */
struct sow_run_claim {
    int64_t id;
    const char *owner;  /**< token of this process */
    const char *digest; /**< the content it was judged by: another one is refused */
    bool anew;          /**< drop the content: the run starts again */
    const char *kernel; /**< provenance of the session to come */
    int threads;
    const char *host;
};

/**
 * Takes a run that is interrupted, failed or stale for this store, whose process alone
 * may write to it until sow_store_finish_run; its rows are refused from the moment that
 * another process has taken the run. A run that is done, or that another process is at
 * work on, is SOW_USAGE.
 */
SOW_MUST_USE enum sow_status sow_store_claim_run(struct sow_store *store,
                                                 const struct sow_run_claim *claim,
                                                 struct sow_err *err);

/** Shows that the process at work on the claimed run is alive; call it between commits,
 *  as often as you like. Fails if the run was taken by another process or deleted. */
SOW_MUST_USE enum sow_status sow_store_beat(struct sow_store *store, struct sow_err *err);

/** The latest run that sow_store_claim_run would take; 0 if there is none. */
SOW_MUST_USE enum sow_status sow_store_find_resumable(struct sow_store *store,
                                                      int64_t *id, struct sow_err *err);

/** How a run ended: its `id`, `status`, `stop_reason`, `kernel`, `finished`, `seconds`. A
 *  claim ends, and its own count of seconds is taken.
 */
SOW_MUST_USE enum sow_status sow_store_finish_run(struct sow_store *store,
                                                  const struct sow_run_row *row,
                                                  struct sow_err *err);

/** Reads a run's record; sow_run_row_release it. */
SOW_MUST_USE enum sow_status sow_store_read_run(struct sow_store *store, int64_t id,
                                                struct sow_run_row *row,
                                                struct sow_err *err);
void sow_run_row_release(struct sow_run_row *row);

/** SOW_USAGE, with what to do about it, unless there is a run @p id. */
SOW_MUST_USE enum sow_status sow_store_require_run(struct sow_store *store, int64_t id,
                                                   struct sow_err *err);

/** The ids of all runs of a kind and a status (NULL: any), ascending; free @p ids. */
SOW_MUST_USE enum sow_status sow_store_find_runs(struct sow_store *store,
                                                 const char *kind, const char *status,
                                                 int64_t **ids, size_t *count,
                                                 struct sow_err *err);

/** Deletes a run and all its content; refused while another run is built on it. */
SOW_MUST_USE enum sow_status sow_store_delete_run(struct sow_store *store, int64_t id,
                                                  struct sow_err *err);

/* ---- Evolution ---- */

/** Table `generations`. Add it before its individuals. */
struct sow_generation_row {
    int64_t run_id;
    int generation; /**< 0 = the random one */
    double best;    /**< greatest fitness */
    int best_individual;
    double mean; /**< of the fitness */
    double sd;   /**< standard deviation of the fitness, divisor: the population */
    double worst;
    double spread;      /**< of the weights, the measure docs/method.md defines */
    int64_t games;      /**< played for this generation */
    const char *digest; /**< of the run's content up to here; the store's to set */
};

/** Table `generation_times`: provenance, not content. */
struct sow_generation_times_row {
    int64_t run_id;
    int generation;
    double seconds;       /**< for breeding, playing and storing */
    double store_seconds; /**< the share of the store */
};

/** A vector of weights; stored as a JSON array that reads back to the same bits. */
struct sow_weights {
    const double *value;
    int count; /**< 1..SOW_WEIGHTS_MAX */
};

enum { SOW_WEIGHTS_MAX = 256 };

/** Table `individuals`. */
struct sow_individual_row {
    int64_t run_id;
    int generation;
    int individual;
    struct sow_weights weights;
    double fitness;
};

/** Table `candidates`: a generation's best, replayed on fresh games to choose among
 *  them. The score is (wins + draws / 2) / games, computed by the store. */
struct sow_candidate_row {
    int64_t run_id;
    int candidate;
    int generation; /**< where it comes from */
    int individual;
    struct sow_weights weights;
    double fitness;
    int64_t games; /**< all seats and opponents together */
    int64_t wins;
    int64_t draws;
    int64_t losses;
};

/** Table `champions`: the candidate chosen, one a run; add the candidates first. */
struct sow_champion_row {
    int64_t run_id;
    int candidate;
    int generation;
    int individual;
    struct sow_weights weights;
    double fitness;
    double score; /**< of the games it was chosen by: for an honest figure see its
                       validation matches */
};

/** Table `matches`. "first" and "second" are the games in which `player` moved first and
 *  second, `games` of each. */
struct sow_match_row {
    int64_t run_id;
    int match;
    const char *purpose;  /**< "match" or "validation" */
    const char *player;   /**< canonical player specs */
    const char *opponent; /**< */
    int64_t games;
    int64_t first_wins;
    int64_t first_draws;
    int64_t first_losses;
    int64_t second_wins;
    int64_t second_draws;
    int64_t second_losses;
    int64_t plies;  /**< sum over all games */
    int64_t margin; /**< sum of player's minus opponent's final store over all games */
};

SOW_MUST_USE enum sow_status
sow_store_add_generation(struct sow_store *store, const struct sow_generation_row *row,
                         struct sow_err *err);
SOW_MUST_USE enum sow_status
sow_store_add_generation_times(struct sow_store *store,
                               const struct sow_generation_times_row *row,
                               struct sow_err *err);
SOW_MUST_USE enum sow_status
sow_store_add_individual(struct sow_store *store, const struct sow_individual_row *row,
                         struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_candidate(struct sow_store *store,
                                                     const struct sow_candidate_row *row,
                                                     struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_champion(struct sow_store *store,
                                                    const struct sow_champion_row *row,
                                                    struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_match(struct sow_store *store,
                                                 const struct sow_match_row *row,
                                                 struct sow_err *err);

/** A whole generation of individuals in memory. */
struct sow_stored_population {
    int generation;
    int count;       /**< individuals */
    int genes;       /**< weights of each */
    double *weights; /**< count x genes, row by row */
    double *fitness; /**< count */
};

/** Reads the last generation of a run (SOW_BAD_DATA if it has none); release it. */
SOW_MUST_USE enum sow_status
sow_store_read_last_population(struct sow_store *store, int64_t run_id,
                               struct sow_stored_population *population,
                               struct sow_err *err);
void sow_stored_population_release(struct sow_stored_population *population);

/** Reads the weights of a run's champion; free @p weights. A run without a champion is
 *  SOW_USAGE, with the reason. */
SOW_MUST_USE enum sow_status sow_store_read_champion(struct sow_store *store,
                                                     int64_t run_id, double **weights,
                                                     int *count, struct sow_err *err);

/** Takes one row of a sequence; anything but SOW_OK ends it and is returned. */
typedef enum sow_status sow_match_fn(void *context, const struct sow_match_row *row,
                                     struct sow_err *err);

/** Hands over a run's matches in order. */
SOW_MUST_USE enum sow_status sow_store_each_match(struct sow_store *store, int64_t run_id,
                                                  sow_match_fn *take, void *context,
                                                  struct sow_err *err);

/* ---- Data sets and fits ---- */

/** Table `positions`: a data set is a run of kind "dataset". */
struct sow_position_row {
    int64_t run_id;
    int64_t game;
    int ply;               /**< moves made before the position arose */
    const char *position;  /**< the notation of sow/game/board.h */
    const char *viewpoint; /**< "s" or "n": whose margin it is (who made the last move) */
    int margin;            /**< that player's final store minus the other's */
};

/** Table `fits`, one a run. */
struct sow_fit_row {
    int64_t run_id;
    int64_t dataset_id; /**< the run whose positions were fitted */
    const char *method;
    int64_t observations;
    int terms;          /**< coefficients, the intercept included */
    double r2;          /**< this and the next two: NaN where undefined */
    double adjusted_r2; /**< */
    double rmse;        /**< root mean square of the residuals, in seeds */
};

/** Table `coefficients`. Statistics that are undefined are NaN. */
struct sow_coefficient_row {
    int64_t run_id;
    int term;            /**< 0, 1, ... */
    const char *feature; /**< its name, or "intercept" */
    double value;
    double standard_error;
    double t;
    double p;   /**< two-sided */
    double low; /**< 95 % interval */
    double high;
    const char *note; /**< why the term was left out (value 0), or NULL: it was fitted */
};

SOW_MUST_USE enum sow_status sow_store_add_position(struct sow_store *store,
                                                    const struct sow_position_row *row,
                                                    struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_fit(struct sow_store *store,
                                               const struct sow_fit_row *row,
                                               struct sow_err *err);
SOW_MUST_USE enum sow_status
sow_store_add_coefficient(struct sow_store *store, const struct sow_coefficient_row *row,
                          struct sow_err *err);

typedef enum sow_status sow_position_fn(void *context, const struct sow_position_row *row,
                                        struct sow_err *err);
typedef enum sow_status sow_coefficient_fn(void *context,
                                           const struct sow_coefficient_row *row,
                                           struct sow_err *err);

/** Hands over a data set's positions, ordered by game and ply. The callback must not
 *  write to the same store. */
SOW_MUST_USE enum sow_status sow_store_each_position(struct sow_store *store,
                                                     int64_t run_id,
                                                     sow_position_fn *take, void *context,
                                                     struct sow_err *err);

/** Games of a data set up to the last one with a position. */
SOW_MUST_USE enum sow_status sow_store_count_games(struct sow_store *store,
                                                   int64_t run_id, int64_t *games,
                                                   struct sow_err *err);

/** Hands over a fit's coefficients in order. */
SOW_MUST_USE enum sow_status
sow_store_each_coefficient(struct sow_store *store, int64_t run_id,
                           sow_coefficient_fn *take, void *context, struct sow_err *err);

/**
 * Computes the digest of a run's content anew and compares it with those stored in the
 * run and in its generations; @p rows is how many rows it covers (may be NULL).
 * SOW_BAD_DATA if anything differs, with the place.
 *
 * The digest chains SHA-256 (FIPS 180-4) over the record (kind, variant, rules,
 * parameters, seed) and every content row in the order of the tables in store_rows.c and
 * of their keys, generations together with their individuals. It does not depend on the
 * run's number or on how often the run was interrupted.
 */
SOW_MUST_USE enum sow_status sow_store_check_run(struct sow_store *store, int64_t id,
                                                 int64_t *rows, struct sow_err *err);

/** Checks the file as a whole: SQLite's own check, references, and the schema. It reads
 *  everything. */
SOW_MUST_USE enum sow_status sow_store_check_file(struct sow_store *store,
                                                  struct sow_err *err);

/** Rows a run has in a content table. */
SOW_MUST_USE enum sow_status sow_store_count(struct sow_store *store, const char *table,
                                             int64_t run_id, int64_t *rows,
                                             struct sow_err *err);

/* ---- Comparison, questions, export ---- */

/** A comparison of a run's content in two stores, table by table. */
struct sow_store_comparison {
    struct sow_store *stored;
    struct sow_store *replayed;
    int64_t run_id;
    bool prefix;    /**< `stored` may end early: the run was not finished */
    int64_t rows;   /**< out: compared so far, over all tables */
    bool found;     /**< out: a difference was met; later calls do nothing */
    char text[256]; /**< out: it: table, key, column, both values */
};

/** Compares the run's rows of one content table, bit for bit, in the order of its key. */
SOW_MUST_USE enum sow_status sow_store_compare(struct sow_store_comparison *comparison,
                                               const char *table, struct sow_err *err);

/** Bounds on a question. */
struct sow_query_limits {
    int64_t rows;                /**< most rows of the answer */
    double seconds;              /**< longest time */
    const struct sow_stop *stop; /**< may be NULL */
};

/** What a user's question gets: 100,000 rows, 30 s. */
extern const struct sow_query_limits sow_query_limits_default;

/**
 * Answers a user's SQL as a table @p name of the report. Only one SELECT (or WITH,
 * VALUES, EXPLAIN) that cannot change anything is let through; wrong SQL and a limit
 * reached are SOW_USAGE.
 */
SOW_MUST_USE enum sow_status sow_store_query(struct sow_store *store, const char *name,
                                             const char *sql,
                                             const struct sow_query_limits *limits,
                                             struct sow_report *report,
                                             struct sow_err *err);

/** A question of the program's own. */
struct sow_section {
    const char *name;
    bool record;     /**< one row, shown as a record instead of a table */
    const char *sql; /**< trusted */
};

/** Answers a trusted question, `?1` being @p id; an empty answer adds nothing. */
SOW_MUST_USE enum sow_status sow_store_section(struct sow_store *store,
                                               const struct sow_section *section,
                                               int64_t id, struct sow_report *report,
                                               struct sow_err *err);

/**
 * Reads a document of sow_store_export from @p in and adds its run under the next number,
 * @p id. The content must have the digest it says; a fit finds its data set by the data
 * set's digest. Nothing is added unless all is. SOW_BAD_DATA if the document is damaged,
 * of another kind or version, or its data set is not here.
 */
SOW_MUST_USE enum sow_status sow_store_import(struct sow_store *store, FILE *in,
                                              int64_t *id, struct sow_err *err);

/** Writes a run's record and all its rows as one JSON document. */
SOW_MUST_USE enum sow_status sow_store_export(struct sow_store *store, int64_t id,
                                              FILE *out, struct sow_err *err);

#endif
