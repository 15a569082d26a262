/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs: all computations whose results are stored. A kind of run supplies its options and
 * a function that executes them. This module does the rest for every kind: the record in
 * the store, progress, stop requests, resuming and replay (verify).
 *
 * A run's *results* (the tables named by its kind) depend on its record alone: rules
 * text, parameters and random seed. Its *provenance* (version, compiler, kernel, threads,
 * times, host) is stored beside them and may differ between replays.
 *
 * Ownership: requests and replays borrow all they point to.
 */
#ifndef SOW_EXPERIMENTS_RUN_H
#define SOW_EXPERIMENTS_RUN_H

#include "sow/base/err.h"
#include "sow/base/parallel.h"
#include "sow/base/param.h"
#include "sow/game/rules.h"
#include "sow/runs/command.h"
#include "sow/store/store.h"

#include <stdint.h>

struct sow_progress;
struct sow_chart;
struct sow_query_section;
struct sow_query_words;
struct sow_run_kind;
struct sow_study_design;
struct sow_variant;
struct sow_report;

/** Context of a kind's execute function. */
struct sow_run {
    const struct sow_run_kind *kind; /**< kind of the run */
    /** store with the runs that this run refers to; only read */
    struct sow_store *source;
    /** store that receives the results: the same store, or a scratch store in memory
     *  during a replay */
    struct sow_store *sink;
    int64_t id;                    /**< number of the run in the sink */
    const char *variant;           /**< name of the variant, or of the variants */
    const struct sow_rules *rules; /**< rules of the run's own variant */
    uint64_t seed;                 /**< random seed */
    struct sow_context with;       /**< threads, kernel, stop flag and progress */
    /** kernel that played the games; set by the code that plays them */
    const char *kernel_used;
    /** reason in a few words why a faster kernel was not used, or NULL; set like
     *  kernel_used */
    const char *kernel_note;
    /** reason why the run ended, one word or two; set by execute */
    const char *stop_reason;
};

/**
 * Tells whether the run has to end now. Call it between transactions.
 * @returns SOW_INTERRUPTED after a stop request, and in a replay whose sink already has
 *   as many results as are stored of an unfinished run; else SOW_OK
 */
SOW_MUST_USE enum sow_status sow_run_look(const struct sow_run *run, struct sow_err *err);

/** Operands that were typed for a run, with access to the command line. */
struct sow_words {
    int count;          /**< number of words, within the limits of the command's row */
    char *const *words; /**< the words */
    /** variant of --variant; NULL if options name the variants or the command has no
     *  variant */
    const struct sow_variant *game;
    const struct sow_context *with; /**< context of the program */
    /** Writes a note to the user about a valid but unexpected effect. Call it with @c
     *  cli. */
    void (*note)(const struct sow_cli *cli, const char *format, ...) SOW_PRINTF(2, 3);
    /** Returns true if the option @p name, such as "--variant", was typed. Call it with
     *  @c cli. NULL: this is not known. */
    bool (*given)(const struct sow_cli *cli, const char *name);
    const struct sow_cli *cli; /**< command line, for @c note and @c given */
    /** address for a report. A report that is stored there is shown and freed instead of
     *  making a run. */
    struct sow_report **answer;
};

/** A question about a run that only games can answer. For example: do its two players
 *  repeat games without random openings? The answer is the value of an option. */
struct sow_run_question {
    const char *option; /**< name of the option */
    /** type of the option, whose field is an int; a kind with a question has one such
     *  option */
    const struct sow_param_type *type;
    int open;           /**< value of the option while the question is open */
    const int *answers; /**< all values that an answer can give the option */
    size_t count;       /**< number of `answers` */
    /** Plays games and sets the option. The answer depends on the options and @p rules
     *  alone. Returns SOW_INTERRUPTED after a stop request. */
    enum sow_status (*answer)(const struct sow_run_kind *kind, void *options,
                              const struct sow_rules *rules, struct sow_err *err);
};

/** A kind of run. */
struct sow_run_kind {
    const char *name; /**< name: "evolve", "match", ... */
    /** Tables of the options, typed ones and recorded ones, with the offsets of their
     *  structs. The last entry has a NULL table. */
    struct sow_param_group groups[SOW_PARAM_GROUPS_MAX];
    /** Conditions without which an option has no effect. A typed option without effect is
     *  refused; a recorded one is not. NULL: all options always have an effect. */
    const struct sow_param_need *needs;
    size_t options_size; /**< size of the options struct in bytes */
    /** Design of a study (sow/matches/study.h), or NULL. The options of a study begin
     *  with struct sow_study_options, which names the variants; so the command does not
     *  take `--variant`. */
    const struct sow_study_design *design;
    /** command that records such a run; its `kind` is this one */
    struct sow_command command;
    /** Checks the operands and the typed options, and puts what they mean into the
     *  options that are recorded. Returns SOW_USAGE and the like for wrong ones. NULL:
     *  there are no operands, and nothing to check. */
    enum sow_status (*take)(void *options, const struct sow_words *words,
                            struct sow_err *err);
    /** true if the options may refer to stored runs; the database must then exist */
    bool refers;
    /** Names of the settings that are the operands of the command, in the order of the
     *  command, with blanks between them. `names` are players that the command takes by
     *  name only. "": the command has no operands. NULL: the record does not have the
     * operands in a form that can be typed. */
    const char *again;
    /** Finds the rules, and their name, of a run in @p source that the options refer to.
     *  Returns SOW_NOT_FOUND and the like if there is none. NULL if the rules do not come
     *  from another run. */
    enum sow_status (*game)(const void *options, struct sow_store *source,
                            struct sow_variant *game, struct sow_err *err);
    /** Returns the number of runs to make, with consecutive random seeds. NULL: always
     *  one. For several runs the table `champions` has the result of each. */
    int (*runs)(const void *options);
    /** Refuses options of a task of a plan whose meaning changes while the plan makes its
     *  runs, with SOW_USAGE. NULL: there are none. */
    enum sow_status (*refuse_in_plan)(const void *options, struct sow_err *err);
    /** Replaces words in the options by stored runs that only games can find. Called
     *  before `prepare`, but not for a replay. @p with has the number of threads and the
     *  stop request. Returns SOW_INTERRUPTED after a stop request. NULL: there are no
     * such words. */
    enum sow_status (*find)(void *options, struct sow_store *source,
                            const struct sow_rules *rules, const struct sow_context *with,
                            struct sow_err *err);
    /** Typed options that `find` turns into recorded ones; NULL: none. They are fields of
     *  the options struct itself. */
    const struct sow_param_table *find_by;
    /** Replaces references in the options by what they mean before they are recorded
     *  (`run:17` becomes its weights), and checks the options as a whole. May be NULL. A
     *  replay calls it again on the recorded options, which it must leave unchanged. It
     *  plays no games: an option that only games decide stays open (`question`). */
    enum sow_status (*prepare)(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err);
    /** Works out the same options as `prepare` from the options of a record, without its
     *  checks. A page calls it to tell which settings follow from others. NULL: `prepare`
     *  is quick enough for that. */
    enum sow_status (*settle)(void *options, struct sow_store *source,
                              const struct sow_rules *rules, struct sow_err *err);
    /** Writes notes on the options as they are recorded, before the run begins. @p words
     *  has `note` and `cli` only. NULL: there are none. */
    void (*remark)(const void *options, const struct sow_words *words);
    /** Question that `prepare` may leave open, or NULL. It is answered before the run is
     *  recorded. */
    const struct sow_run_question *question;
    /** Computes and stores the results, in transactions that are each complete. Returns
     *  SOW_INTERRUPTED after a stop request. The sink holds no results of the run, unless
     *  `goes_on` is true and the run is resumed. */
    enum sow_status (*execute)(struct sow_run *run, const void *options,
                               struct sow_err *err);
    /** True if execute can continue after the transactions that the sink already holds,
     *  with the same results as an uninterrupted run. Otherwise an interrupted run begins
     *  again from the start. This loses nothing if all results are stored at the end. */
    bool goes_on;
    /** Works on a run that is done, outside its results: nothing that it stores is in a
     *  digest or in a replay. Its failure or a stop request is the result of
     *  sow_run_execute, but the run stays done (sow_run_is_done). NULL: there is nothing
     *  to do. */
    enum sow_status (*after)(struct sow_run *run, const void *options,
                             struct sow_err *err);
    /** Tables with a `run_id` column that hold the results. The last entry is NULL. */
    const char *const *content;
    /** Sections of its reports, after those of all runs (sow/queries/query_sections.h).
     * The last entry has a NULL name; NULL: there are none. */
    const struct sow_query_section *sections;
    /** Charts of its runs, in the order of a report (sow/charts/chart.h). The last entry
     *  has a NULL name; NULL: there are none. */
    const struct sow_chart *charts;
    /** Names of the measures that the view `run_measures` has of its runs. The first one
     *  is the default; the last entry is NULL. NULL: there are none. */
    const char *const *measures;
    /** Words about its runs in lists and remarks (sow/queries/query_words.h). NULL: the
     *  words of runs of matches between players. */
    const struct sow_query_words *words;
};

/** All kinds. The last entry is NULL. */
extern const struct sow_run_kind *const sow_run_kinds[];

/** Returns the kind called @p name, or NULL. */
const struct sow_run_kind *sow_run_kind_find(const char *name);

/** Returns true if the record of run @p id says that it is done. Returns false also if
 *  the record cannot be read. */
bool sow_run_is_done(struct sow_store *store, int64_t id);

/** Fills a struct of the kind's options_size bytes with the default options. */
void sow_run_kind_defaults(const struct sow_run_kind *kind, void *options);

/** Request for a new run. */
struct sow_run_request {
    const struct sow_run_kind *kind; /**< kind of the run */
    /** Rules and their name. NULL: the rules are those of the first variant among the
     *  options, and the name is the names of all these variants. */
    const struct sow_rules *rules;
    const char *variant;     /**< name of the rules; not used if they are NULL */
    const void *options;     /**< options struct of the kind, not changed */
    const char *label;       /**< label of the user; may be "" */
    uint64_t seed;           /**< random seed, at most INT64_MAX */
    struct sow_context with; /**< threads, kernel, stop flag and progress */
    /** Called before the run begins, with the run and the options as they are recorded.
     *  May be NULL. */
    void (*prepared)(const struct sow_run_request *request, const struct sow_run *run,
                     const void *options);
    const void *context; /**< data for the callback */
};

/**
 * Records a run, executes it, and records how it ended. First checks and completes the
 * options (`prepare` of the kind), and plays games if an option is left to them. After a
 * run that is done it does what the kind does then (`after`).
 * @param store database that receives the run
 * @param request the run
 * @param[out] id number of the new run. An interrupted run keeps all it finished. 0 if
 *   nothing was recorded.
 * @param[out] err reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, or the failure of the request, the run
 *   or the database. The run may be done all the same (sow_run_is_done), if only the work
 *   after it was stopped or failed.
 */
SOW_MUST_USE enum sow_status sow_run_execute(struct sow_store *store,
                                             const struct sow_run_request *request,
                                             int64_t *id, struct sow_err *err);

/**
 * Makes a run unless the store already has one with the same record (kind, variant,
 * rules, parameters, random seed). Labels are not compared. An unfinished run is resumed.
 * Several processes may call this at once for the same run; only one makes it.
 * @param store database that receives the run
 * @param request the run. A finished run gets its label, unless that is empty.
 * @param[out] id number of the run
 * @param[out] presence state before the call. SOW_RUN_ABSENT: the run was executed.
 *   SOW_RUN_LEFT: it was resumed. SOW_RUN_DONE or SOW_RUN_BUSY: nothing was done.
 * @param[out] err reason of a failure
 * @returns as sow_run_execute or sow_run_resume
 */
SOW_MUST_USE enum sow_status sow_run_ensure(struct sow_store *store,
                                            const struct sow_run_request *request,
                                            int64_t *id, enum sow_run_presence *presence,
                                            struct sow_err *err);

/**
 * Looks for a run with the record of a request. Changes nothing. Plays games only if
 * their outcome decides whether a stored run has this record (struct sow_run_question),
 * and the store has no note of an earlier answer (sow_store_note_answer).
 * @param store database to search
 * @param request the run
 * @param[out] id number of the run; 0 if there is none
 * @param[out] presence state of the run
 * @param[out] err reason of a failure
 * @returns the failure of the request or the database
 */
SOW_MUST_USE enum sow_status sow_run_locate(struct sow_store *store,
                                            const struct sow_run_request *request,
                                            int64_t *id, enum sow_run_presence *presence,
                                            struct sow_err *err);

/**
 * Refuses recorded options that name a file of start positions, or a variant, instead of
 * holding them in full. Somebody has changed such a record, and the name may lead to any
 * file.
 *
 * @param kind the kind of the run
 * @param options the recorded options
 * @param[out] err reason of a failure; may be NULL
 * @returns SOW_BAD_DATA for such a record, SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_run_refuse_names(const struct sow_run_kind *kind,
                                                  const void *options,
                                                  struct sow_err *err);

/** Request to replay or to resume a run. */
struct sow_run_replay {
    int64_t id;              /**< number of the run */
    struct sow_context with; /**< threads, kernel, stop flag and progress */
    /** Options struct of the kind. A resumed run takes numbers and choices from it that
     *  are no settings, such as `measure`. NULL: these have their defaults. */
    const void *options;
    /** Called before a resumed run continues, when all checks have passed. May be
     *  NULL. */
    void (*begin)(const struct sow_run_replay *replay);
    const void *context; /**< data for the callback */
};

/**
 * Resumes a run that was interrupted, that failed, or whose process has ended. The final
 * results are those of a run without interruption. First checks the stored results, then
 * claims the run.
 * @param store database with the run
 * @param replay the run
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA if the results are damaged or another version made them,
 *   SOW_NOTHING_LEFT if the run is done, SOW_BUSY if another process is executing it,
 *   SOW_NOT_FOUND if there is no such run;
 *   else as sow_run_execute
 */
SOW_MUST_USE enum sow_status sow_run_resume(struct sow_store *store,
                                            const struct sow_run_replay *replay,
                                            struct sow_err *err);

/** Result of a replay. */
struct sow_run_verdict {
    bool same; /**< true if all results compared are equal */
    /** true if the run was done; if false, the results stored so far were compared */
    bool complete;
    bool running; /**< true if a process was executing the run */
    bool timed;   /**< true if a player is limited by time; nothing was compared */
    int64_t rows; /**< rows compared */
    char difference[256]; /**< first difference: table, key, column, both values */
};

/**
 * Replays a run in memory from its record, and compares all results bit for bit. Changes
 * nothing in the database. The callback `begin` is not called.
 * @param store database with the run
 * @param replay the run
 * @param[out] verdict result of the comparison. A difference is not an error. Neither is
 *   a player limited by time, whose run cannot be replayed. On failure it is not valid.
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA if this version cannot replay the record, SOW_NOT_FOUND if there
 *   is no such run, SOW_INTERRUPTED after a stop request
 */
SOW_MUST_USE enum sow_status sow_run_verify(struct sow_store *store,
                                            const struct sow_run_replay *replay,
                                            struct sow_run_verdict *verdict,
                                            struct sow_err *err);

#endif
