/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs under way: the steps that a new run and a resumed one have in common.
 */
#ifndef SOW_EXPERIMENTS_RUN_JOB_H
#define SOW_EXPERIMENTS_RUN_JOB_H

#include "sow/runs/run.h"

#include <sys/utsname.h>

/** A run while it is prepared and executed. */
struct sow_job {
    struct sow_store *store;
    void *options;      /**< options as they are recorded */
    const char *kernel; /**< kernel of the name in the request */
    char title[256];    /**< names of the variants among the options */
    struct sow_run run;
};

/** Returns the name of this machine; @p room holds it. */
const char *sow_job_host_name(struct utsname *room);

/** Finds the kernel called @p name (sow_kernel_find). @param[out] found receives its own
 *  name, static. */
SOW_MUST_USE enum sow_status sow_job_find_kernel(const char *name, const char **found,
                                                 struct sow_err *err);

/** Frees options of @p kind, which may be NULL, with all that they own. */
void sow_job_free_options(const struct sow_run_kind *kind, void *options);

/** Answers the question that resolved @p options leave open, if there is one; plays games
 *  if it has to. */
SOW_MUST_USE enum sow_status sow_job_settle(const struct sow_run_kind *kind,
                                            void *options, const struct sow_rules *rules,
                                            struct sow_err *err);

/** Records a new run, executes it and records how it ended (sow_run_execute).
 *  @param[out] presence  NULL: the run is made in any case. Else it receives what the
 *                        store has of such a run; the run is made only if that is
 *                        SOW_RUN_ABSENT. */
SOW_MUST_USE enum sow_status sow_job_execute(struct sow_store *store,
                                             const struct sow_run_request *request,
                                             int64_t *id, enum sow_run_presence *presence,
                                             struct sow_err *err);

/** Executes a run that is recorded and claimed, and records how it ends. */
SOW_MUST_USE enum sow_status sow_job_carry_out(struct sow_job *job, struct sow_err *err);

#endif
