/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs in progress: the steps that new and resumed runs share; private to lab/runs.
 */
#ifndef SOW_EXPERIMENTS_RUN_JOB_H
#define SOW_EXPERIMENTS_RUN_JOB_H

#include "sow/runs/run.h"

#include <sys/utsname.h>

/** A run while it is prepared and executed. */
struct sow_job {
    struct sow_store *store; /**< database of the run; borrowed */
    void *options;           /**< options as they are recorded; owned */
    const char *kernel;      /**< name of the kernel that the request asks for */
    /** names of the variants among the options, if the request names no rules */
    char title[256];
    /** name of the option that the request leaves to games, or NULL */
    const char *asked;
    struct sow_run run; /**< argument of the kind's execute */
};

/** Returns the name of this machine, which @p room holds; "unknown" if the system gives
 *  none. */
const char *sow_job_host_name(struct utsname *room);

/** Finds the kernel called @p name (sow_kernel_find). Its own name, a static text,
 *  goes to @p found. On failure @p found is NULL, and the status is that of
 *  sow_kernel_find. */
SOW_MUST_USE enum sow_status sow_job_find_kernel(const char *name, const char **found,
                                                 struct sow_err *err);

/** Frees an options struct of @p kind with all it owns. @p kind and @p options may be
 *  NULL. */
void sow_job_free_options(const struct sow_run_kind *kind, void *options);

/** Answers the open question of @p kind (struct sow_run_question) and so sets the option
 *  that it is about. Plays games for this. Does nothing if there is no question or it is
 *  not open. SOW_INTERRUPTED after a stop request. */
SOW_MUST_USE enum sow_status sow_job_settle(const struct sow_run_kind *kind,
                                            void *options, const struct sow_rules *rules,
                                            struct sow_err *err);

/**
 * Records a new run, executes it and records how it ended, like sow_run_execute. Answers
 * an open question before. The callback `prepared` of @p request is called even if the
 * run exists already.
 * @param store database that receives the run
 * @param request the run
 * @param[out] id number of the run, new or found; 0 if nothing was recorded
 * @param[out] presence NULL: makes the run in any case. Else receives the state of a run
 *   with the same record before this call; only SOW_RUN_ABSENT makes the run
 * @param[out] err reason of a failure
 * @returns as sow_run_execute
 */
SOW_MUST_USE enum sow_status sow_job_execute(struct sow_store *store,
                                             const struct sow_run_request *request,
                                             int64_t *id, enum sow_run_presence *presence,
                                             struct sow_err *err);

/** Executes a run that is recorded and claimed, records how it ends, and then does what
 *  its kind does after a run. Rows of a transaction that the kind left open are dropped.
 *  Returns the failure of the run, or else of recording it, or else of the work after it.
 *  A run during which an endgame file changed fails. */
SOW_MUST_USE enum sow_status sow_job_carry_out(struct sow_job *job, struct sow_err *err);

#endif
