/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs that are stopped and resumed, in a suite registered with COMMITS.
 */
#ifndef SOW_TESTS_RESUME_SUPPORT_H
#define SOW_TESTS_RESUME_SUPPORT_H

#include "commits.h"
#include "run_support.h"

/** Commits at which runs are stopped: each `step`-th from the 2nd on, below `end`. */
struct stop_points {
    int end;
    int step;
};

/**
 * Executes a run that is stopped at a commit and resumed, for each of the points. Asserts
 * that a stopped run is verified as a part, and that the resumed one has the digest of
 * run @p whole. The stop request of @p asked is that of `commits`. Returns the number of
 * runs that were stopped; others had ended before.
 */
static inline int stop_and_resume(struct sow_store *store, const struct asked *asked,
                                  struct stop_points points, int64_t whole)
{
    struct sow_err err;
    int stops = 0;
    for (int commit = 2; commit < points.end; commit += points.step) {
        int64_t id = 0;
        commits.countdown = commit;
        enum sow_status status = try_run(store, asked, &id, &err);
        commits.countdown = 0;
        commits.stop.requested = false;
        if (status == SOW_OK)
            continue;
        ck_assert_int_eq(status, SOW_INTERRUPTED);
        stops++;
        struct sow_run_verdict verdict;
        struct sow_run_replay replay = {
            .id = id, .with.threads = 1, .with.kernel = "portable"};
        ck_ok(sow_run_verify(store, &replay, &verdict, &err));
        ck_assert_msg(verdict.same && !verdict.complete, "%s", verdict.difference);
        ck_ok(sow_run_resume(store, &replay, &err));
        has_digest_of(store, id, whole);
    }
    return stops;
}

#endif
