/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the suites of matches share: a match that must be playable.
 */
#ifndef SOW_TESTS_MATCH_SUPPORT_H
#define SOW_TESTS_MATCH_SUPPORT_H

#include "sow/matches/match.h"
#include "sow/variants/variant.h"
#include "store_private.h"
#include "store_support.h"

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

/** What a run is executed by. */
struct way {
    int threads;
    const char *kernel;
    const struct sow_stop *stop;
};

static inline enum sow_status execute(struct sow_store *store, const struct way *way,
                                      const struct sow_match_options *options,
                                      int64_t *id, struct sow_err *err)
{
    struct sow_variant variant;
    ck_assert_int_eq(sow_variant_builtin("erherhe", &variant, err), SOW_OK);
    struct sow_run_request request = {.kind = &sow_match_kind,
                                      .variant = "erherhe",
                                      .rules = &variant.rules,
                                      .options = options,
                                      .label = "",
                                      .seed = 3,
                                      .threads = way->threads,
                                      .kernel = way->kernel,
                                      .stop = way->stop};
    return sow_run_execute(store, &request, id, err);
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
