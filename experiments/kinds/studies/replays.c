/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "replays.h"

#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/tables/replays.def"
#include "sow/support/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- choice --- */

static double rate_of(const struct sow_stratum *stratum)
{
    return (double)stratum->tally.wins / (double)sow_tally_games(&stratum->tally);
}

/* Inserts a cell into a player's list of worst cells. The first of equally bad cells
   counts as the worst. */
static void offer(struct sow_replay *worst, size_t *count, size_t most,
                  const struct sow_replay *offered)
{
    size_t at = *count;
    while (at > 0 && offered->chosen.tally.wins < worst[at - 1].chosen.tally.wins)
        at--;
    if (at == most)
        return;
    *count += *count < most;
    memmove(&worst[at + 1], &worst[at], (*count - at - 1) * sizeof *worst);
    worst[at] = *offered;
}

static void choose(const struct sow_replays *replays, size_t player)
{
    size_t count = 0;
    for (size_t i = 0; i < replays->study->count; i++)
        for (int seat = 0; seat < 2; seat++) {
            struct sow_replay offered = {.cell = i, .second = seat == 1};
            offered.chosen = sow_duel_stratum(&replays->study->duels[i], seat);
            if (replays->study->cells[i].player == player)
                offer(&replays->list[player * replays->each], &count, replays->each,
                      &offered);
        }
}

static enum sow_status choose_all(struct sow_replays *replays, struct sow_err *err)
{
    size_t seats = 2 * replays->study->count / replays->study->players.count;
    replays->each = (size_t)replays->worst < seats ? (size_t)replays->worst : seats;
    replays->list =
        calloc(replays->study->players.count * replays->each + 1, sizeof *replays->list);
    replays->fresh =
        calloc(replays->study->players.count * replays->each + 1, sizeof *replays->fresh);
    if (replays->list == NULL || replays->fresh == NULL)
        return sow_err_no_memory(err);
    for (size_t p = 0; p < replays->study->players.count; p++)
        choose(replays, p);
    return SOW_OK;
}

/* --- rows --- */

/* Returns the row of a retest without the results of its games. */
static struct sow_replay_row row_of(const struct sow_replays *replays, size_t index)
{
    const struct sow_replay *replay = &replays->list[index];
    const struct sow_study *study = replays->study;
    const struct sow_study_cell *cell = &study->cells[replay->cell];
    return (struct sow_replay_row){
        .replay = (int)index,
        .player = study->specs[cell->player],
        .name = replays->study->players.names[cell->player],
        .place = (int)(index % replays->each) + 1,
        .variant = study->set.variants[cell->variant].name,
        .opponent = study->specs[cell->opponent],
        .seat = replay->second ? "second" : "first",
        .chosen_rate = sow_settled(rate_of(&replay->chosen)),
        .games = replays->games,
    };
}

static enum sow_status store_replay(const struct sow_replays *replays, size_t index,
                                    int64_t distinct, struct sow_err *err)
{
    const struct sow_run *run = replays->study->run;
    const struct sow_stratum *fresh = &replays->fresh[index];
    struct sow_interval limits =
        sow_win_limits(fresh, sow_level_of_each(SOW_LEVEL, replays->each));
    struct sow_replay_row row = row_of(replays, index);
    row.run_id = run->id;
    row.wins = fresh->tally.wins;
    row.draws = fresh->tally.draws;
    row.losses = fresh->tally.losses;
    row.distinct_games = distinct;
    row.effective = fresh->effective;
    row.win_rate = sow_settled(rate_of(fresh));
    row.low = sow_settled(limits.low);
    row.high = sow_settled(limits.high);
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status == SOW_OK)
        status = sow_store_add(run->sink, replay, &row, err);
    return sow_store_end(run->sink, status, err);
}

/* Context for reading stored retests of a resumed run. */
struct taking {
    const struct sow_replays *replays;
    size_t count;
};

static bool is_planned(const struct taking *taking, const struct sow_replay_row *row)
{
    const struct sow_replays *replays = taking->replays;
    if (taking->count == replays->study->players.count * replays->each)
        return false;
    struct sow_replay_row planned = row_of(replays, taking->count);
    return row->replay == planned.replay && row->games == planned.games &&
           strcmp(row->player, planned.player) == 0 &&
           strcmp(row->variant, planned.variant) == 0 &&
           strcmp(row->opponent, planned.opponent) == 0 &&
           strcmp(row->seat, planned.seat) == 0;
}

static enum sow_status take_replay(void *context, const struct sow_replay_row *row,
                                   struct sow_err *err)
{
    struct taking *taking = context;
    if (!is_planned(taking, row))
        return sow_err_set(
            err, SOW_BAD_DATA,
            "replay %d of run %lld is none of its worst cells; the record is damaged",
            row->replay, (long long)row->run_id);
    taking->replays->fresh[taking->count++] =
        (struct sow_stratum){{row->wins, row->draws, row->losses}, row->effective};
    return SOW_OK;
}

/* --- games --- */

static enum sow_status play(const struct sow_replays *replays, size_t index,
                            struct sow_err *err)
{
    const struct sow_replay *replay = &replays->list[index];
    struct sow_duel duel;
    enum sow_status status = sow_run_look(replays->study->run, err);
    if (status == SOW_OK)
        status =
            sow_study_replay(replays->study, 2 * replay->cell + (size_t)replay->second,
                             replays->games, &duel, err);
    if (status != SOW_OK)
        return status;
    replays->fresh[index] = sow_duel_stratum(&duel, replay->second);
    return store_replay(replays, index, duel.variety[replay->second].distinct, err);
}

enum sow_status sow_replays_play(struct sow_replays *replays, struct sow_err *err)
{
    const struct sow_run *run = replays->study->run;
    struct taking taking = {.replays = replays};
    enum sow_status status = choose_all(replays, err);
    if (status == SOW_OK)
        status = sow_store_each(run->sink, replay, run->id, take_replay, &taking, err);
    size_t count = replays->study->players.count * replays->each;
    if (status != SOW_OK || taking.count == count)
        return status;
    uint64_t games = (uint64_t)replays->games;
    sow_progress_begin(run->with.progress, games * count, "games");
    sow_progress_advance(run->with.progress, games * taking.count,
                         "the worst cells again");
    for (size_t i = taking.count; i < count && status == SOW_OK; i++)
        status = play(replays, i, err);
    sow_progress_end(run->with.progress);
    return status;
}

/* --- conclusions --- */

struct sow_replayed sow_replays_of(const struct sow_replays *replays, size_t player)
{
    const double none = (double)NAN;
    struct sow_replayed least = {none, {none, none}};
    if (replays->each == 0)
        return least;
    const struct sow_stratum *fresh = &replays->fresh[player * replays->each];
    least.limits = sow_least_win_rate(fresh, replays->each, SOW_LEVEL);
    for (size_t i = 0; i < replays->each; i++)
        least.rate = fmin(least.rate, rate_of(&fresh[i]));
    return least;
}

void sow_replays_release(struct sow_replays *replays)
{
    free(replays->list);
    free(replays->fresh);
}
