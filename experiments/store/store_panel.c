/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_private.h"

enum sow_status sow_store_add_evolution(struct sow_store *store,
                                        const struct sow_evolution_row *row,
                                        struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_EVOLUTIONS, row, err);
}

enum sow_status sow_store_add_match_variant(struct sow_store *store,
                                            const struct sow_match_variant_row *row,
                                            struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_MATCH_VARIANTS, row, err);
}

enum sow_status sow_store_add_rating(struct sow_store *store,
                                     const struct sow_rating_row *row,
                                     struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_RATINGS, row, err);
}

enum sow_status sow_store_add_cycle(struct sow_store *store,
                                    const struct sow_cycle_row *row, struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_CYCLES, row, err);
}

enum sow_status sow_store_add_replay(struct sow_store *store,
                                     const struct sow_replay_row *row,
                                     struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_REPLAYS, row, err);
}

enum sow_status sow_store_add_robustness(struct sow_store *store,
                                         const struct sow_robustness_row *row,
                                         struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_ROBUSTNESS, row, err);
}

enum sow_status sow_store_add_reproduced(struct sow_store *store,
                                         const struct sow_reproduced_row *row,
                                         struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_REPRODUCED, row, err);
}

enum sow_status sow_store_add_transfer(struct sow_store *store,
                                       const struct sow_transfer_row *row,
                                       struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_TRANSFERS, row, err);
}

enum sow_status sow_store_add_flip(struct sow_store *store,
                                   const struct sow_flip_row *row, struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_FLIPS, row, err);
}

enum sow_status sow_store_add_sensitivity(struct sow_store *store,
                                          const struct sow_sensitivity_row *row,
                                          struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_SENSITIVITY, row, err);
}

enum sow_status sow_store_each_match_variant(struct sow_store *store, int64_t run_id,
                                             sow_match_variant_fn *take, void *context,
                                             struct sow_err *err)
{
    struct sow_reader reader;
    struct sow_match_variant_row row;
    enum sow_status status = sow_reader_open(&reader, store, SOW_TABLE_MATCH_VARIANTS,
                                             "run_id = ?1", run_id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = take(context, &row, err);
    sow_reader_close(&reader);
    return status;
}

enum sow_status sow_store_each_evolution(struct sow_store *store, int64_t run_id,
                                         sow_evolution_fn *take, void *context,
                                         struct sow_err *err)
{
    struct sow_reader reader;
    struct sow_evolution_row row;
    enum sow_status status =
        sow_reader_open(&reader, store, SOW_TABLE_EVOLUTIONS, "run_id = ?1", run_id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = take(context, &row, err);
    sow_reader_close(&reader);
    return status;
}

enum sow_status sow_store_each_replay(struct sow_store *store, int64_t run_id,
                                      sow_replay_fn *take, void *context,
                                      struct sow_err *err)
{
    struct sow_reader reader;
    struct sow_replay_row row;
    enum sow_status status =
        sow_reader_open(&reader, store, SOW_TABLE_REPLAYS, "run_id = ?1", run_id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = take(context, &row, err);
    sow_reader_close(&reader);
    return status;
}
