/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "selection.h"

#include <math.h>
#include <stdlib.h>

/* --- shares: the wheel gets one share for each individual, in index order --- */

/* Scales the shares in the wheel by Goldberg's a x + b (SOW_SCALING_LINEAR). @p best and
   @p worst are the greatest and the least share. Leaves the shares if their average is
   not strictly between these, which rounding can cause for nearly equal shares. */
static void scale_linearly(const struct sow_selection *selection, double best,
                           double worst)
{
    int count = selection->count;
    double *share = selection->wheel;
    double multiplier = selection->options->scaling_multiplier;
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += share[i];
    double mean = sum / count;
    if (!(mean < best && mean > worst))
        return;
    bool fits = worst * (multiplier - 1.0) >= multiplier * mean - best;
    double range = fits ? best - mean : mean - worst;
    double slope = (fits ? (multiplier - 1.0) * mean : mean) / range;
    double offset = mean * (fits ? best - multiplier * mean : -worst) / range;
    for (int i = 0; i < count; i++)
        share[i] = fmax(0.0, slope * share[i] + offset);
}

/* Gives shares by fitness, or by the fitness above the worst one if any is negative; then
 * scales them if the options say so. */
static void share_by_fitness(const struct sow_selection *selection)
{
    int count = selection->count;
    double best = selection->order[0].fitness;
    double worst = selection->order[count - 1].fitness;
    double base = worst < 0.0 ? worst : 0.0;
    for (int i = 0; i < count; i++)
        selection->wheel[i] = selection->fitness[i] - base;
    if (selection->options->scaling == SOW_SCALING_LINEAR)
        scale_linearly(selection, best - base, worst - base);
}

/* Gives every individual the share 1. */
static void share_equally(const struct sow_selection *selection)
{
    for (int i = 0; i < selection->count; i++)
        selection->wheel[i] = 1.0;
}

/* Gives shares by linear rank, from rank_pressure for the best to 2 - rank_pressure for
   the worst. Individuals of equal fitness share the average of their ranks. */
static void share_by_rank(const struct sow_selection *selection)
{
    int count = selection->count;
    const struct sow_ranked *order = selection->order;
    double surplus = selection->options->rank_pressure - 1.0;
    int end;
    for (int begin = 0; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && !(order[end].fitness < order[begin].fitness))
            end++;
        double above_middle = count > 1 ? (count - begin - end) / (count - 1.0) : 0.0;
        for (int i = begin; i < end; i++)
            selection->wheel[order[i].index] = 1.0 + surplus * above_middle;
    }
}

/* Gives the best truncation_share of the individuals, at least one, the share 1 and all
 * others 0. */
static void share_among_best(const struct sow_selection *selection)
{
    int count = selection->count;
    int kept = (int)floor(selection->options->truncation_share * count + 0.5);
    for (int i = 0; i < count; i++)
        selection->wheel[selection->order[i].index] = i == 0 || i < kept ? 1.0 : 0.0;
}

/* --- draws --- */

/* Returns the first individual whose part of the wheel ends beyond @p point. It never
   returns an individual without a share. A point that rounding put on the wheel's end
   gives the last individual with a share. */
static int find(const struct sow_selection *selection, double point)
{
    int low = 0;
    int high = selection->last;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (selection->wheel[middle] > point)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Draws one individual, with the probabilities of the wheel. Returns its index. */
static int spin(const struct sow_selection *selection, struct sow_pcg *rng)
{
    return find(selection, sow_pcg_unit(rng) * selection->wheel[selection->last]);
}

/* Draws @p count parents, each by a turn of the wheel of its own. @p parents receives
   their indices. */
static void draw_singly(const struct sow_selection *selection, struct sow_pcg *rng,
                        int *parents, int count)
{
    for (int i = 0; i < count; i++)
        parents[i] = spin(selection, rng);
}

/* Draws each of @p count parents as the best of tournament_size individuals, which turns
   of the wheel give. Among equals, the first drawn wins. @p parents receives their
   indices. */
static void draw_tournaments(const struct sow_selection *selection, struct sow_pcg *rng,
                             int *parents, int count)
{
    for (int i = 0; i < count; i++) {
        parents[i] = spin(selection, rng);
        for (int k = 1; k < selection->options->tournament_size; k++) {
            int rival = spin(selection, rng);
            if (selection->fitness[rival] > selection->fitness[parents[i]])
                parents[i] = rival;
        }
    }
}

/* Draws @p count parents by pointers that are evenly spaced on the wheel, and writes
   their indices to @p parents in random order. In the order of the wheel, neighbours
   would mate. */
static void draw_at_once(const struct sow_selection *selection, struct sow_pcg *rng,
                         int *parents, int count)
{
    double first = sow_pcg_unit(rng);
    double total = selection->wheel[selection->last];
    for (int i = 0; i < count; i++)
        parents[i] = find(selection, (first + i) / count * total);
    for (int i = count - 1; i > 0; i--) {
        int other = (int)sow_pcg_below(rng, (uint32_t)i + 1U);
        int moved = parents[i];
        parents[i] = parents[other];
        parents[other] = moved;
    }
}

/* Functions of each enum sow_ga_selection. */
static const struct {
    void (*share)(const struct sow_selection *selection); /* sets the shares */
    /* Draws parents from the finished wheel. */
    void (*draw)(const struct sow_selection *selection, struct sow_pcg *rng, int *parents,
                 int count);
} WAYS[SOW_SELECTIONS] = {
    [SOW_SELECT_TOURNAMENT] = {share_by_fitness, draw_tournaments},
    [SOW_SELECT_TOURNAMENT_UNIFORM] = {share_equally, draw_tournaments},
    [SOW_SELECT_ROULETTE] = {share_by_fitness, draw_singly},
    [SOW_SELECT_RANK] = {share_by_rank, draw_singly},
    [SOW_SELECT_UNIVERSAL] = {share_by_fitness, draw_at_once},
    [SOW_SELECT_TRUNCATION] = {share_among_best, draw_singly},
};

/* --- the wheel --- */

/* Replaces the shares in wheel by their sums up to each individual. Sets last, to -1 if
 * all shares are 0. */
static void add_up(struct sow_selection *selection)
{
    double sum = 0.0;
    selection->last = -1;
    for (int i = 0; i < selection->count; i++) {
        if (selection->wheel[i] > 0.0)
            selection->last = i;
        sum += selection->wheel[i];
        selection->wheel[i] = sum;
    }
}

enum sow_status sow_selection_init(struct sow_selection *selection,
                                   const struct sow_ga_options *options, int count,
                                   struct sow_err *err)
{
    *selection = (struct sow_selection){.options = options, .count = count};
    selection->order = calloc((size_t)count, sizeof *selection->order);
    selection->wheel = calloc((size_t)count, sizeof *selection->wheel);
    if (selection->order != NULL && selection->wheel != NULL)
        return SOW_OK;
    sow_selection_release(selection);
    return sow_err_no_memory(err);
}

void sow_selection_release(struct sow_selection *selection)
{
    free(selection->order);
    free(selection->wheel);
    *selection = (struct sow_selection){.order = NULL, .wheel = NULL};
}

void sow_selection_prepare(struct sow_selection *selection, const double *fitness)
{
    selection->fitness = fitness;
    sow_rank(fitness, selection->count, selection->order);
    WAYS[selection->options->selection].share(selection);
    add_up(selection);
    if (selection->last < 0) {
        share_equally(selection);
        add_up(selection);
    }
}

void sow_selection_draw(const struct sow_selection *selection, struct sow_pcg *rng,
                        int *parents, int count)
{
    WAYS[selection->options->selection].draw(selection, rng, parents, count);
}
