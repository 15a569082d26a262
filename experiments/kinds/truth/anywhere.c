/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choices of a player in all positions with few seeds on the board, or in a sample. */
#include "measure.h"

#include "sow/runs/run.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/support/progress.h"
#include "sow/truth/player_regret.h"

#include <stdlib.h>
#include <string.h>

/* ---- Slices ---- */

/* Fails with SOW_IO if the player has forfeited a game or position: a regret without it
   would be too good. */
static enum sow_status refuse_forfeit(const struct measure *measure, struct sow_err *err)
{
    return measure->forfeit == 0
               ? SOW_OK
               : sow_err_set(err, SOW_IO,
                             "the player has no regret, because it made no move ('%s'); "
                             "repair the program and run it again",
                             sow_ending_names[measure->forfeit]);
}

enum sow_status sow_slices_measure(const struct slices *slices, struct sow_err *err)
{
    for (uint64_t first = 0; first < slices->count;) {
        /* The first slice is short: a program that makes no move soon ends the work. */
        uint64_t most = first == 0 ? 1 : SLICE;
        size_t count =
            (size_t)(slices->count - first < most ? slices->count - first : most);
        enum sow_status status =
            slices->run != NULL ? sow_run_look(slices->run, err) : SOW_OK;
        *slices->first = first;
        memset(slices->measures, 0, count * slices->width * sizeof *slices->measures);
        bool whole =
            status == SOW_OK &&
            sow_parallel_for(&slices->with, 4, count, slices->look, slices->context) &&
            !sow_stopping();
        if (status == SOW_OK && !whole)
            status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
        for (size_t i = 0; i < count && status == SOW_OK; i++)
            status = refuse_forfeit(&slices->measures[i * slices->width], err);
        if (status != SOW_OK)
            return status;
        for (size_t i = 0; i < count * slices->width; i++)
            sow_measured_add(&slices->sums[i % slices->width], &slices->measures[i]);
        sow_progress_advance(slices->with.progress, count, NULL);
        first += count;
    }
    return SOW_OK;
}

/* ---- Positions ---- */

/* Returns the number of positions with exactly @p seeds seeds in the pits. */
static uint64_t layer_size(const struct truth *truth, int seeds)
{
    int pits = truth->rules->pits;
    return sow_endgame_positions(pits, seeds) - sow_endgame_positions(pits, seeds - 1);
}

/* Returns true if all positions with @p seeds seeds are measured, and not a sample of
   them. */
static bool is_whole(const struct truth *truth, int sample, int seeds)
{
    return sample == 0 || layer_size(truth, seeds) <= (uint64_t)sample;
}

uint64_t sow_anywhere_count(const struct truth *truth, int sample, int seeds)
{
    return is_whole(truth, sample, seeds) ? layer_size(truth, seeds) : (uint64_t)sample;
}

struct sow_cluster_stratum sow_anywhere_stratum(const struct truth *truth, int sample,
                                                int seeds)
{
    return (struct sow_cluster_stratum){.size = (double)layer_size(truth, seeds),
                                        .whole = is_whole(truth, sample, seeds)};
}

/* Measures the player's choices in positions @p begin to @p end - 1 of a slice, each
   into its own measure. If only a sample of the positions is measured, draws each with
   equal chances and with replacement. A sample depends only on the random seed and the
   number of seeds, so it is the same for all players. It is a sow_range_fn. @p context
   is a struct anywhere. */
static void ask_positions(void *context, size_t begin, size_t end)
{
    const struct anywhere *anywhere = context;
    const struct truth *truth = anywhere->truth;
    bool whole = is_whole(truth, anywhere->sample, anywhere->seeds);
    for (size_t i = begin; i < end; i++) {
        uint64_t number = anywhere->first + i;
        if (!whole) {
            struct sow_pcg rng;
            struct sow_stream stream = {SOW_PURPOSE_REGRET,
                                        {0, (uint64_t)anywhere->seeds, number, 1}};
            sow_pcg_derive(&rng, truth->seed, &stream);
            number = (uint64_t)(sow_pcg_unit(&rng) *
                                (double)layer_size(truth, anywhere->seeds));
        }
        sow_truth_ask(truth, anywhere->player, anywhere->seeds, number,
                      &anywhere->measures[i]);
    }
}

enum sow_status sow_anywhere_measure(struct anywhere *anywhere, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    memset(anywhere->sums, 0, MEASURES * sizeof *anywhere->sums);
    for (int n = 1; n <= anywhere->truth->on_board && status == SOW_OK; n++) {
        struct slices slices = {
            .count = sow_anywhere_count(anywhere->truth, anywhere->sample, n),
            .width = 1,
            .look = ask_positions,
            .context = anywhere,
            .first = &anywhere->first,
            .measures = anywhere->measures,
            .sums = &anywhere->sums[n],
            .run = anywhere->run,
            .with = anywhere->with};
        anywhere->seeds = n;
        status = sow_slices_measure(&slices, err);
    }
    return status;
}

/* ---- One player ---- */

/* Returns the player's mean regret over the positions with 1 to `on_board` seeds, and
   its interval. Each number of seeds is a stratum that counts by its number of
   positions. @p sums is indexed by the number of seeds. */
static struct sow_player_regret regret_of(const struct truth *truth, int sample,
                                          const struct measured *sums)
{
    struct sow_cluster_stratum strata[MEASURES];
    size_t count = (size_t)truth->on_board;
    for (size_t i = 0; i < count; i++) {
        strata[i] = sow_anywhere_stratum(truth, sample, (int)i + 1);
        strata[i].seen = &sums[i + 1].sums[REGRET];
    }
    struct sow_cluster_rate rate = sow_cluster_rate_of(strata, count);
    struct sow_interval interval = sow_cluster_interval(&rate, SOW_LEVEL);
    return (struct sow_player_regret){.on_board = truth->on_board,
                                      .regret = sow_settled(rate.rate),
                                      .low = sow_settled(interval.low),
                                      .high = sow_settled(interval.high)};
}

enum sow_status sow_player_regret_measure(const struct sow_player_regret_request *request,
                                          struct sow_player_regret *regret,
                                          struct sow_err *err)
{
    struct sow_fast fast;
    struct truth truth = {.rules = request->rules,
                          .endgame = request->endgame,
                          .on_board = sow_endgame_seeds(request->endgame),
                          .seed = 1};
    struct measure *measures = calloc(SLICE, sizeof *measures);
    struct measured *sums = calloc(MEASURES, sizeof *sums);
    enum sow_status status = SOW_NO_MEMORY;
    if (measures == NULL || sums == NULL) {
        (void)sow_err_no_memory(err);
    } else {
        struct anywhere anywhere = {.truth = &truth,
                                    .player = request->player,
                                    .sample = SOW_PLAYER_REGRET_SAMPLE,
                                    .with = request->with,
                                    .measures = measures,
                                    .sums = sums};
        if (sow_fast_covers(request->rules)) {
            sow_fast_prepare(&fast, request->rules);
            truth.fast = &fast;
        }
        status = sow_agent_open(request->player, request->rules, false, err);
        if (status == SOW_OK)
            status = sow_anywhere_measure(&anywhere, err);
        if (status == SOW_OK)
            *regret = regret_of(&truth, SOW_PLAYER_REGRET_SAMPLE, sums);
    }
    free(measures);
    free(sums);
    return status;
}
