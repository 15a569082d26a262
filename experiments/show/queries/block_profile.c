/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Performance profiles: in how many blocks a value is close to the best one. They are
   those of Dolan and More (2002), but with differences where these have ratios. */
#include "block_contrast.h"

#include "sow/charts/chart.h"
#include "sow/queries/run_measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Number of distances from the best value at which a profile has a point, besides 0. */
enum { STEPS = 40 };

/* Replaces the mean of each value in each block, mean[value * blocks + block], by its
   distance from the best mean of the block. Returns the greatest distance. */
static double measure_behind(const struct sow_compared *compared, size_t values,
                             double *mean)
{
    double sign = sow_measure_lower_is_better(compared->measure) ? -1 : 1;
    double greatest = 0;
    for (size_t block = 0; block < compared->blocks; block++) {
        double best = -(double)INFINITY;
        for (size_t i = 0; i < values; i++)
            best = fmax(best, sign * mean[i * compared->blocks + block]);
        for (size_t i = 0; i < values; i++) {
            double *at = &mean[i * compared->blocks + block];
            *at = best - sign * *at;
            greatest = fmax(greatest, *at);
        }
    }
    return greatest;
}

/* Returns the share of blocks in which a value is at most @p reach behind the best.
   @p behind has its distance in each block. */
static double share_within(const double *behind, size_t blocks, double reach)
{
    size_t within = 0;
    for (size_t i = 0; i < blocks; i++)
        within += behind[i] <= reach;
    return (double)within / (double)blocks;
}

/* Adds the profiles of the values of a list. @p room has a place for each value in each
   block. */
static enum sow_status draw_list(const struct sow_compared *compared, size_t at,
                                 double *room, struct sow_frame *frame,
                                 struct sow_err *err)
{
    const struct sow_compared_list *list = &compared->lists[at];
    enum sow_status status = SOW_OK;
    sow_compared_average(compared, at, room);
    double greatest = measure_behind(compared, list->count, room);
    for (size_t i = 0; i < list->count; i++) {
        char name[160];
        if (compared->list_count > 1)
            (void)snprintf(name, sizeof name, "%s = %s", list->name, list->values[i]);
        else
            (void)snprintf(name, sizeof name, "%s", list->values[i]);
        for (int k = 0; k <= STEPS && status == SOW_OK; k++) {
            double reach = k < STEPS ? greatest * k / STEPS : greatest;
            const double numbers[] = {reach, share_within(room + i * compared->blocks,
                                                          compared->blocks, reach)};
            status = sow_frame_add(frame, name, "", numbers, 2, err);
        }
    }
    return status;
}

enum sow_status sow_compared_draw_profiles(const struct sow_compared *compared,
                                           struct sow_frame *frame, struct sow_err *err)
{
    size_t most = 0;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < compared->list_count; i++)
        most = compared->lists[i].count > most ? compared->lists[i].count : most;
    double *room = calloc(most * compared->blocks + 1, sizeof *room);
    if (room == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < compared->list_count && compared->blocks > 0; i++)
        if (status == SOW_OK)
            status = draw_list(compared, i, room, frame, err);
    free(room);
    return status;
}
