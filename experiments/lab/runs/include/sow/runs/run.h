/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs: everything the lab computes and keeps. A run kind supplies its options and how
 * to execute them; this module gives every kind its record in the store, progress, stop
 * handling, and replay (verify), so that a new kind gets all of these for free.
 *
 * A run's *content* (the tables named by its kind) is a function of its record alone:
 * rules text, parameters and seed. Its *provenance* (version, compiler, kernel, threads,
 * times, host) is stored beside it and may differ between replays.
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
struct sow_run_kind;
struct sow_study_design;
struct sow_variant;
struct sow_report;

/** What a kind's execute function works with. */
struct sow_run {
    const struct sow_run_kind *kind;
    struct sow_store *source; /**< earlier runs this one refers to (read) */
    struct sow_store *sink;   /**< where its content goes: the same store, or a
                                   scratch store in memory during a replay */
    int64_t id;
    const char *variant; /**< the name it was asked for by */
    const struct sow_rules *rules;
    uint64_t seed;
    struct sow_context with;
    const char *kernel_used; /**< set by what plays games: the kernel that played them */
    const char *kernel_note; /**< the same: why not a faster one, a few words, or NULL */
    const char *stop_reason; /**< set by execute: why it ended, one word or two */
};

/** SOW_INTERRUPTED if the run is to end here: a stop is requested, or it is a replay that
 *  has all that is stored of the run. Look between transactions. */
SOW_MUST_USE enum sow_status sow_run_look(const struct sow_run *run, struct sow_err *err);

/** What was typed for a run behind its command's name. */
struct sow_words {
    int count; /**< as many as the row of the command allows */
    char *const *words;
    const struct sow_variant *game; /**< of --variant; NULL: options name several, or the
                                         command has none */
    const struct sow_stop *stop;
    /** Tells the person at the keyboard what is allowed and worth knowing; to be called
     *  with @c cli. */
    void (*note)(const struct sow_cli *cli, const char *format, ...) SOW_PRINTF(2, 3);
    const struct sow_cli *cli;
    struct sow_report **answer; /**< a report that is put there is shown and freed, and
                                     nothing is run */
};

/** A kind of run. */
struct sow_run_kind {
    const char *name; /**< "evolve", "match", ... */
    /** Its options: tables and where their structs lie in the options, up to a NULL
     *  table; what is typed and what is recorded. */
    struct sow_param_group groups[SOW_PARAM_GROUPS_MAX];
    /** What options need to have an effect: without it they are refused as they are
     *  typed, not in a record. NULL: all always have. */
    const struct sow_param_need *needs;
    size_t options_size;
    /** Of a study (sow/matches/study.h): its options begin with struct sow_study_options,
     *  whose games are the run's, so that `--variant` is not asked for. Else NULL. */
    const struct sow_study_design *design;
    struct sow_command command; /**< what records such a run; `kind` is this one */
    /** Takes the words of the command line, and what was typed for the command alone,
     *  into what is recorded; may be NULL. */
    enum sow_status (*take)(void *options, const struct sow_words *words,
                            struct sow_err *err);
    bool refers; /**< to stored runs: what is typed needs a database that is there */
    /** Finds the rules of what was typed, and what to call them, where they are those of
     *  a run it refers to; NULL: they are not. */
    enum sow_status (*game)(const void *options, struct sow_store *source,
                            struct sow_variant *game, struct sow_err *err);
    /** How many runs are asked for, with seeds that follow; NULL: always one. Then
     *  `champions` has what several came to. */
    int (*runs)(const void *options);
    /** Makes the options self-contained before they are recorded (`run:17` becomes the
     *  weights it stands for) and checks them as a whole; may be NULL. A replay calls it
     *  again on what was recorded, which it must leave as it is. */
    enum sow_status (*prepare)(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err);
    /** Computes and stores the content, by transactions that are complete in themselves;
     *  returns SOW_INTERRUPTED after a stop request. The sink holds no content of the run
     *  when it is new, replayed or, unless the kind goes on, resumed. */
    enum sow_status (*execute)(struct sow_run *run, const void *options,
                               struct sow_err *err);
    /** Whether execute goes on where the sink holds the first transactions of the run
     *  already, to the same content as if it had made all of them itself. Without this
     *  an interrupted run is executed anew, which is as good where everything is stored
     *  at the end. */
    bool goes_on;
    /** Tables with a `run_id` column that hold its content; NULL-terminated. */
    const char *const *content;
};

/** All kinds; NULL-terminated. */
extern const struct sow_run_kind *const sow_run_kinds[];

/** Fills a struct of the kind's options_size with the options' defaults. */
void sow_run_kind_defaults(const struct sow_run_kind *kind, void *options);

/** What is asked of a new run. */
struct sow_run_request {
    const struct sow_run_kind *kind;
    /** The rules and their name; NULL: the first of the variants among the options, and
     *  the names of all. */
    const struct sow_rules *rules;
    const char *variant;
    const void *options; /**< a struct of the kind's options_size */
    const char *label;   /**< the user's own tag, may be "" */
    uint64_t seed;
    struct sow_context with;
    /** Called with the run and the options as they are recorded, before it begins; may be
     *  NULL. */
    void (*prepared)(const struct sow_run_request *request, const struct sow_run *run,
                     const void *options);
    const void *context; /**< for it */
};

/**
 * Records the run, executes it, records how it ended. @p id is the new run's, also of one
 * that was interrupted (it keeps all it finished) or failed; 0 if nothing was recorded.
 */
SOW_MUST_USE enum sow_status sow_run_execute(struct sow_store *store,
                                             const struct sow_run_request *request,
                                             int64_t *id, struct sow_err *err);

/**
 * Sees to it that there is such a run: none is made where the store has one of the same
 * record (kind, variant, rules, parameters, seed), whatever its label. @p presence is
 * what was found: SOW_RUN_ABSENT, and the run was executed; SOW_RUN_LEFT, and it was gone
 * on with; SOW_RUN_DONE or SOW_RUN_BUSY, and nothing was done. A run that is done in the
 * end gets the request's label, unless that is empty. Processes that ask for
 * the same at once make it once.
 */
SOW_MUST_USE enum sow_status sow_run_ensure(struct sow_store *store,
                                            const struct sow_run_request *request,
                                            int64_t *id, enum sow_run_presence *presence,
                                            struct sow_err *err);

/** Looks for such a run and does nothing about it; @p id is 0 if there is none. */
SOW_MUST_USE enum sow_status sow_run_locate(struct sow_store *store,
                                            const struct sow_run_request *request,
                                            int64_t *id, enum sow_run_presence *presence,
                                            struct sow_err *err);

/** What is asked of a replay, or of going on. */
struct sow_run_replay {
    int64_t id;
    struct sow_context with;
    /** Going on: called when nothing is in its way any more; may be NULL. */
    void (*begin)(const struct sow_run_replay *replay);
    const void *context; /**< for it */
};

/**
 * Goes on with a run that was interrupted, that failed, or whose process is gone, to the
 * content it would have had without the interruption. Its content is checked first
 * (SOW_BAD_DATA if it is damaged), then the run is claimed: one that is done, or that
 * another process is at work on, is SOW_USAGE. From there on as sow_run_execute.
 */
SOW_MUST_USE enum sow_status sow_run_resume(struct sow_store *store,
                                            const struct sow_run_replay *replay,
                                            struct sow_err *err);

/** The outcome of a replay. */
struct sow_run_verdict {
    bool same;
    bool complete;        /**< the run had ended; if not, what it had stored by then was
                               compared */
    bool running;         /**< a process was at work on it */
    bool timed;           /**< a player is limited by time: nothing was compared */
    int64_t rows;         /**< content rows compared */
    char difference[256]; /**< the first one: table, key, column, both values */
};

/** Replays a run from its record in memory and compares all content bit for bit. A
 *  difference is a verdict, not an error, and so is that a run cannot be replayed because
 * a player is limited by time; a record that this version cannot replay is SOW_BAD_DATA.
 */
SOW_MUST_USE enum sow_status sow_run_verify(struct sow_store *store,
                                            const struct sow_run_replay *replay,
                                            struct sow_run_verdict *verdict,
                                            struct sow_err *err);

#endif
