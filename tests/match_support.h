/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of matches: matches that must be playable.
 */
#ifndef SOW_TESTS_MATCH_SUPPORT_H
#define SOW_TESTS_MATCH_SUPPORT_H

#include "run_support.h"
#include "sow/matches/match.h"
#include "sow/queries/query.h"
#include "sow/store/tables/match_pairs.def"
#include "store_private.h"

static inline struct sow_match_options
options_of(const char *player, const char *opponent, int games, const char *sprt)
{
    struct sow_err err;
    struct sow_match_options options;
    memset(&options, 0, sizeof options);
    sow_param_defaults(&sow_match_params, &options);
    ck_ok(sow_contestants_take(&options.contestants, player, opponent, &err));
    ck_ok(sow_param_set_named(&sow_match_params, &options, "sprt", sprt, &err));
    options.games = games;
    return options;
}

/** Resources of a run. */
struct way {
    int threads;
    const char *kernel;
    const struct sow_stop *stop;
};

static inline enum sow_status execute(struct sow_store *store, const struct way *way,
                                      const struct sow_match_options *options,
                                      int64_t *id, struct sow_err *err)
{
    const struct asked asked = {&sow_match_kind, "erherhe",   NULL,     options, NULL, 3,
                                way->threads,    way->kernel, way->stop};
    return try_run(store, &asked, id, err);
}

static inline int64_t run_match(struct sow_store *store, const char *player,
                                const char *opponent, int games, const char *sprt)
{
    struct sow_err err;
    int64_t id = 0;
    struct way way = {1, "auto", NULL};
    struct sow_match_options options = options_of(player, opponent, games, sprt);
    ck_ok(execute(store, &way, &options, &id, &err));
    return id;
}

/** Returns the report of a run as text. */
static inline char *report_of(struct sow_store *store, int64_t id, enum sow_format format)
{
    struct sow_err err;
    struct sow_report *report = sow_report_new();
    ck_assert_ptr_nonnull(report);
    ck_ok(sow_query_result(store, id, NULL, 0, report, &err));
    char *text = print_report(report, format);
    sow_report_free(report);
    return text;
}

static inline enum sow_status add_pairs(struct sow_store *store, int64_t id,
                                        const struct sow_pairs *pairs,
                                        struct sow_err *err)
{
    struct sow_match_pairs_row row = {id,
                                      0,
                                      pairs->count[0],
                                      pairs->count[1],
                                      pairs->count[2],
                                      pairs->count[3],
                                      pairs->count[4]};
    return sow_store_add(store, match_pairs, &row, err);
}

#endif
