/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared_batch.h"

#include "job_ranks.h"

#include <stdlib.h>
#include <string.h>

/* Next step of a rank, which all ranks exchange before they take it: a batch, a meeting
   or the end of the command. */
struct step {
    uint64_t number; /* number of batches and meetings that the rank has begun, this one
                        included */
    uint64_t games;  /* games of the next batch; 0: the rank's command has ended */
    /* Random seed of the batch; 0 for other steps. */
    uint64_t seed;
    int32_t status; /* status of a command that has ended */
    int32_t stop;   /* nonzero if the rank does not go on */
    int32_t asked;  /* nonzero if the rank was asked to stop */
};

static uint64_t batches; /* number of batches and meetings that this rank has begun */

/* Returns true if the command of a rank failed with its step. A stop is not a failure. */
static bool has_failed(const struct step *step)
{
    return step->status != SOW_OK && step->status != SOW_INTERRUPTED;
}

/* Waits until all ranks have called it and returns the next steps of all, by rank. If a
   rank was asked to stop or has failed, this rank counts as asked too. Otherwise it would
   say that it was stopped by its limit. The caller frees the steps. Ends the job without
   memory. */
static struct step *compare_steps(struct step mine)
{
    struct step *all = calloc((size_t)sow_rank_count(), sizeof *all);
    if (all == NULL)
        sow_ranks_abort(SOW_NO_MEMORY, "out of memory");
    mine.asked = sow_stopping();
    sow_ranks_gather(&mine, sizeof mine, all);
    for (int r = 0; r < sow_rank_count(); r++)
        if (all[r].asked || has_failed(&all[r]))
            sow_stop_process();
    return all;
}

/* Waits for the next steps of all ranks. Returns false if a rank stops or has ended its
   command. Else all ranks have to be at the same batch or meeting, or the job ends. */
static bool may_go_on(const struct step *mine)
{
    struct step *all = compare_steps(*mine);
    bool same = true;
    bool stopped = false;
    for (int r = 0; r < sow_rank_count(); r++) {
        stopped = stopped || all[r].stop || all[r].games == 0;
        same = same && all[r].number == mine->number && all[r].games == mine->games &&
               all[r].seed == mine->seed;
    }
    free(all);
    if (!stopped && !same)
        sow_ranks_abort(
            SOW_IO, "the ranks play different games; finished results are stored: give "
                    "all ranks the same program, files and options, then continue with "
                    "'sowlab resume'");
    return !stopped;
}

/* Divides a batch into a part for each rank. Parts have whole pairs of games and nearly
   equal sizes. Returns the first game of each part and, as the last entry, @p games. The
   caller frees them. Ends the job without memory. */
static size_t *share_out(size_t games)
{
    size_t ranks = (size_t)sow_rank_count();
    size_t *begin = calloc(ranks + 1, sizeof *begin);
    if (begin == NULL)
        sow_ranks_abort(SOW_NO_MEMORY, "out of memory");
    for (size_t r = 0; r < ranks; r++)
        begin[r] = games / 2 * r / ranks * 2;
    begin[ranks] = games;
    return begin;
}

/* Waits for all ranks after a batch. Returns true if every rank played its part to the
   end; @p here is true if this one did. */
static bool is_whole_everywhere(bool here)
{
    struct step mine = {.number = batches, .games = 1, .stop = !here};
    return may_go_on(&mine);
}

bool sow_shared_batch_play(const struct sow_batch *batch, struct sow_game_result *results)
{
    /* Transcripts cannot be sent between ranks, and an outside program plays one game at
       a time. Every rank plays such a batch whole. */
    if (batch->transcripts != NULL || sow_batch_is_outside(batch) || batch->games < 2)
        return sow_batch_play_part(batch, 0, batch->games, results);
    struct step step = {.number = ++batches,
                        .games = batch->games,
                        .seed = batch->seed,
                        .stop = sow_stop_requested(batch->with.stop) || sow_stopping()};
    if (!may_go_on(&step))
        return false;
    size_t *begin = share_out(batch->games);
    int rank = sow_rank_here();
    /* Stop requests take effect only between batches, where all ranks agree on them. */
    struct sow_batch slice = *batch;
    slice.with.stop = NULL;
    bool whole = sow_batch_play_part(&slice, begin[rank], begin[rank + 1], results);
    sow_ranks_gather_parts(results, sizeof *results, begin);
    if (batch->lines != NULL)
        sow_ranks_gather_parts(batch->lines, sizeof *batch->lines, begin);
    if (batch->shapes != NULL)
        sow_ranks_gather_parts(batch->shapes, sizeof *batch->shapes, begin);
    free(begin);
    return is_whole_everywhere(whole);
}

bool sow_shared_meet(void)
{
    struct step step = {.number = ++batches, .games = 1};
    return may_go_on(&step);
}

int sow_shared_end(int status, int *found)
{
    struct step mine = {.number = batches, .status = (int32_t)status, .stop = 1};
    int whose = 0;
    for (bool ended = false; !ended;) {
        struct step *all = compare_steps(mine);
        ended = true;
        for (int r = 0; r < sow_rank_count(); r++)
            ended = ended && all[r].games == 0;
        for (int r = sow_rank_count() - 1; r > 0 && !has_failed(&all[0]); r--)
            if (has_failed(&all[r]))
                whose = r;
        *found = all[whose].status;
        free(all);
    }
    return whose;
}
