/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probabilities that a value beats another one in a random seed. They are estimated by
   the shares of blocks, as in Agarwal et al. (2021), where a tie counts half. */
#include "block_contrast.h"

#include "sow/charts/chart.h"
#include "sow/queries/run_measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Largest difference of two means that may come from rounding: they tie. */
static const double TIED = 1e-12;

/* Returns the share of blocks in which the first value is better. @p a and @p b have the
   means of both values in each block. */
static double share_won(const struct sow_compared *compared, const double *a,
                        const double *b)
{
    double sign = sow_measure_lower_is_better(compared->measure) ? -1 : 1;
    double won = 0;
    for (size_t i = 0; i < compared->blocks; i++) {
        double ahead = sign * (a[i] - b[i]);
        won += ahead > TIED ? 1 : ahead < -TIED ? 0 : 0.5;
    }
    return won / (double)compared->blocks;
}

/* Adds the cells of a list: a row and a column for each value. @p room has a place for
   each value in each block. */
static enum sow_status draw_list(const struct sow_compared *compared, size_t at,
                                 double *room, struct sow_frame *frame,
                                 struct sow_err *err)
{
    const struct sow_compared_list *list = &compared->lists[at];
    enum sow_status status = SOW_OK;
    char names[2][1024];
    sow_compared_average(compared, at, room);
    for (size_t cell = 0; cell < list->count * list->count && status == SOW_OK; cell++) {
        const size_t values[] = {cell / list->count, cell % list->count};
        for (int i = 0; i < 2; i++)
            (void)snprintf(names[i], sizeof names[i], "%s%s%s",
                           compared->list_count > 1 ? list->name : "",
                           compared->list_count > 1 ? " = " : "",
                           list->values[values[i]]);
        double share = values[0] == values[1]
                           ? (double)NAN
                           : share_won(compared, room + values[0] * compared->blocks,
                                       room + values[1] * compared->blocks);
        status = sow_frame_add(frame, names[0], names[1], &share, 1, err);
    }
    return status;
}

enum sow_status sow_compared_draw_wins(const struct sow_compared *compared,
                                       struct sow_frame *frame, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    double *room = calloc(SOW_COMPARED_VALUES_MAX * compared->blocks + 1, sizeof *room);
    if (room == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < compared->list_count && compared->blocks > 0; i++)
        if (status == SOW_OK && compared->lists[i].count <= SOW_COMPARED_VALUES_MAX)
            status = draw_list(compared, i, room, frame, err);
    free(room);
    return status;
}
