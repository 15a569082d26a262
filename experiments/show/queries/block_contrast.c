/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences between the values of lists over blocks, and means of values. */
#include "block_contrast.h"

#include "sow/learn/tails.h"
#include "sow/queries/run_measure.h"
#include "sow/statistics/statistics_multiple.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sow_omissions_add(struct sow_omissions *omissions, const char *what,
                       const char *reason, const char *name)
{
    static const char MORE[] = ", ...";
    size_t i = 0;
    while (i < omissions->count && (strcmp(omissions->of[i].what, what) != 0 ||
                                    strcmp(omissions->of[i].reason, reason) != 0))
        i++;
    if (i == SOW_OMISSIONS_MAX)
        return;
    struct sow_omission *omission = &omissions->of[i];
    if (i == omissions->count) {
        *omission = (struct sow_omission){.what = what, .reason = reason};
        omissions->count++;
    }
    size_t length = strlen(omission->names);
    size_t room = sizeof omission->names - length;
    bool full = omission->count > 0 && length >= sizeof MORE - 1 &&
                strcmp(omission->names + length - (sizeof MORE - 1), MORE) == 0;
    const char *comma = omission->count++ == 0 ? "" : ", ";
    if (!full && strlen(comma) + strlen(name) + sizeof MORE <= room)
        (void)snprintf(omission->names + length, room, "%s%s", comma, name);
    else if (!full)
        (void)snprintf(omission->names + length, room, "%s", MORE);
}

size_t sow_compared_cells(const struct sow_compared *compared)
{
    size_t cells = 1;
    for (size_t i = 0; i < compared->list_count; i++)
        cells *= compared->lists[i].count;
    return cells;
}

/* Sets @c is_compared of each list, and adds its pairs of values to @c count, which is 0
   before. A list with too many values or pairs is added to the omissions instead. */
static void choose_lists(const struct sow_compared *compared, struct sow_contrasts *all)
{
    for (size_t i = 0; i < compared->list_count; i++) {
        size_t values = compared->lists[i].count;
        size_t pairs = values * (values - 1) / 2;
        const char *reason = NULL;
        if (values > SOW_COMPARED_VALUES_MAX)
            reason = "more than 32 values";
        else if (all->count + pairs > SOW_FLIP_TESTS_MAX)
            reason = "too many differences with the lists before it";
        if (reason != NULL)
            sow_omissions_add(compared->omissions, "list", reason,
                              compared->lists[i].name);
        all->is_compared[i] = reason == NULL;
        all->count += reason == NULL ? pairs : 0;
    }
}

void sow_compared_average(const struct sow_compared *compared, size_t list, double *mean)
{
    size_t cells = sow_compared_cells(compared);
    size_t values = compared->lists[list].count;
    size_t stride = 1;
    for (size_t i = list + 1; i < compared->list_count; i++)
        stride *= compared->lists[i].count;
    for (size_t i = 0; i < values * compared->blocks; i++)
        mean[i] = 0.0;
    for (size_t block = 0; block < compared->blocks; block++)
        for (size_t cell = 0; cell < cells; cell++)
            mean[cell / stride % values * compared->blocks + block] +=
                compared->values[block * cells + cell] * (double)values / (double)cells;
}

/* Compares all pairs of values of a list by sow_paired_test. Writes them to *contrast and
   moves it behind them. @p room has a place for the mean of each value in each block, and
   for a difference in each block. */
static enum sow_status compare_list(const struct sow_compared *compared, size_t list,
                                    double *room, struct sow_contrast **contrast,
                                    struct sow_err *err)
{
    size_t values = compared->lists[list].count;
    size_t blocks = compared->blocks;
    double *differences = room + values * blocks;
    enum sow_status status = SOW_OK;
    sow_compared_average(compared, list, room);
    for (size_t a = 0; a < values; a++)
        for (size_t b = a + 1; b < values && status == SOW_OK; b++) {
            struct sow_contrast *made = (*contrast)++;
            *made = (struct sow_contrast){.list = list, .a = a, .b = b};
            for (size_t block = 0; block < blocks; block++)
                differences[block] = room[a * blocks + block] - room[b * blocks + block];
            status = sow_paired_test(differences, blocks, &made->paired, err);
        }
    return status;
}

/* Sets the adjusted p value of each difference, by Holm's method over all of them. Fails
   with SOW_NO_MEMORY. */
static enum sow_status adjust(struct sow_contrasts *all, struct sow_err *err)
{
    double *p = calloc(all->count + 1, sizeof *p);
    if (p == NULL)
        return sow_err_no_memory(err);
    assert(all->of != NULL);
    for (size_t i = 0; i < all->count; i++)
        p[i] = all->of[i].paired.p;
    enum sow_status status = sow_holm_adjust(p, all->count, p, err);
    for (size_t i = 0; i < all->count; i++)
        all->of[i].p_adjusted = p[i];
    free(p);
    return status;
}

enum sow_status sow_contrast_all(const struct sow_compared *compared,
                                 struct sow_contrasts *all, struct sow_err *err)
{
    size_t most = 0;
    *all = (struct sow_contrasts){
        .is_compared = calloc(compared->list_count, sizeof *all->is_compared)};
    if (all->is_compared == NULL)
        return sow_err_no_memory(err);
    choose_lists(compared, all);
    for (size_t i = 0; i < compared->list_count; i++)
        most = compared->lists[i].count > most ? compared->lists[i].count : most;
    double *room = calloc((most + 1) * (compared->blocks + 1), sizeof *room);
    all->of = calloc(all->count + 1, sizeof *all->of);
    enum sow_status status =
        room == NULL || all->of == NULL ? sow_err_no_memory(err) : SOW_OK;
    struct sow_contrast *next = all->of;
    for (size_t i = 0; i < compared->list_count && status == SOW_OK; i++)
        if (all->is_compared[i])
            status = compare_list(compared, i, room, &next, err);
    free(room);
    return status == SOW_OK ? adjust(all, err) : status;
}

void sow_contrasts_release(struct sow_contrasts *all)
{
    free(all->is_compared);
    free(all->of);
}

const char *sow_contrast_verdict(const struct sow_compared *compared,
                                 const struct sow_contrast *contrast,
                                 char room[SOW_VERDICT_MAX])
{
    bool lower = sow_measure_lower_is_better(compared->measure);
    enum sow_verdict verdict = sow_paired_verdict(&contrast->paired, contrast->p_adjusted,
                                                  lower, compared->equivalent);
    if (verdict != SOW_VERDICT_EQUIVALENT)
        return sow_verdict_names[verdict];
    (void)snprintf(room, SOW_VERDICT_MAX, "%s within %g", sow_verdict_names[verdict],
                   compared->equivalent);
    return room;
}

void sow_contrast_swap(struct sow_contrast *contrast)
{
    struct sow_paired *paired = &contrast->paired;
    struct sow_interval interval = paired->interval;
    size_t a = contrast->a;
    contrast->a = contrast->b;
    contrast->b = a;
    paired->mean = -paired->mean;
    paired->interval.low = -interval.high;
    paired->interval.high = -interval.low;
    paired->wins = 1.0 - paired->wins;
}

size_t sow_contrast_best(const struct sow_compared *compared,
                         const struct sow_contrasts *all, size_t list)
{
    bool lower = sow_measure_lower_is_better(compared->measure);
    size_t best = 0;
    if (!all->is_compared[list])
        return compared->lists[list].count;
    /* The differences are in the order of their first and second value. */
    for (size_t i = 0; i < all->count; i++) {
        const struct sow_contrast *contrast = &all->of[i];
        if (contrast->list == list && contrast->a == best &&
            (lower ? contrast->paired.mean > 0.0 : contrast->paired.mean < 0.0))
            best = contrast->b;
    }
    return best;
}

/* Returns the sum of the squared deviations of the blocks from the mean of their variant.
   The values of the blocks are @p mean; @p room has a place for two numbers of each
   variant. */
static double squares_inside(const struct sow_compared *compared, const double *mean,
                             double *room)
{
    double *sum = room;
    double *count = room + compared->stratum_count;
    double squares = 0.0;
    memset(room, 0, 2 * compared->stratum_count * sizeof *room);
    for (size_t i = 0; i < compared->blocks; i++) {
        sum[compared->strata[i]] += mean[i];
        count[compared->strata[i]] += 1.0;
    }
    for (size_t i = 0; i < compared->blocks; i++) {
        size_t stratum = compared->strata[i];
        double deviation = mean[i] - sum[stratum] / count[stratum];
        squares += deviation * deviation;
    }
    return squares;
}

void sow_compared_mean(const struct sow_compared *compared, const double *mean,
                       double *room, double numbers[3])
{
    double blocks = (double)compared->blocks;
    double whole = 0.0;
    for (size_t i = 0; i < compared->blocks; i++)
        whole += mean[i] / blocks;
    numbers[0] = whole;
    numbers[1] = numbers[2] = (double)NAN;
    if (compared->blocks <= compared->stratum_count)
        return;
    double freedom = (double)(compared->blocks - compared->stratum_count);
    double squares = squares_inside(compared, mean, room);
    double half =
        sow_quantile_student(SOW_LEVEL, freedom) * sqrt(squares / freedom / blocks);
    numbers[1] = whole - half;
    numbers[2] = whole + half;
    if (sow_measure_is_from_zero(compared->measure))
        numbers[1] = fmax(numbers[1], 0.0);
    if (sow_measure_is_score(compared->measure))
        numbers[2] = fmin(numbers[2], 1.0);
}
