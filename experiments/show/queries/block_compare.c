/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_contrast.h"

#include "sow/charts/chart.h"
#include "sow/queries/run_measure.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics_blocks.h"
#include "sow/statistics/statistics_multiple.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is left out ---- */

void sow_omissions_report(const struct sow_omissions *omissions, const char *measure,
                          bool first, struct sow_report *report)
{
    static const char *const COLUMNS[] = {"measure", "left_out", "count", "reason",
                                          "names"};
    int skipped = measure == NULL;
    if (omissions->count > 0 && first)
        sow_report_table(report, "left_out", COLUMNS + skipped,
                         (int)(sizeof COLUMNS / sizeof COLUMNS[0]) - skipped);
    for (size_t i = 0; i < omissions->count; i++) {
        if (measure != NULL)
            sow_report_text(report, NULL, measure);
        sow_report_text(report, NULL, omissions->of[i].what);
        sow_report_int(report, NULL, (int64_t)omissions->of[i].count);
        sow_report_text(report, NULL, omissions->of[i].reason);
        sow_report_text(report, NULL, omissions->of[i].names);
    }
}

/* ---- Differences ---- */

/* Returns the greatest difference that one of the comparisons could miss, as
   sow_detectable_difference gives it for all of them together; NaN if no deviation is
   known. */
static double greatest_detectable(const struct sow_contrasts *all)
{
    double greatest = (double)NAN;
    for (size_t i = 0; i < all->count; i++)
        greatest = fmax(greatest,
                        sow_detectable_difference(all->of[i].paired.sd,
                                                  all->of[i].paired.blocks, all->count));
    return greatest;
}

/* Adds the record "comparison": measure, numbers of random seeds and differences, and the
   greatest difference that could be missed. Adds a note if the blocks are too few for a
   verdict. */
static void report_whole(const struct sow_compared *compared,
                         const struct sow_contrasts *all, struct sow_report *report)
{
    size_t needed = sow_blocks_needed(all->count);
    sow_report_record(report, "comparison");
    sow_report_text(report, "measure", compared->measure);
    sow_report_int(report, "random_seeds", (int64_t)compared->seeds);
    if (compared->stratum_count > 1) {
        sow_report_int(report, "variants", (int64_t)compared->stratum_count);
        sow_report_int(report, "random_seeds_by_variant", (int64_t)compared->blocks);
    }
    sow_report_int(report, "left_out", (int64_t)compared->left_out);
    sow_report_int(report, "differences", (int64_t)all->count);
    sow_report_int(report, "random_seeds_needed", (int64_t)needed);
    sow_report_real(report, "detectable", greatest_detectable(all), SOW_REPORT_SHORT);
    if (compared->blocks >= needed)
        return;
    char text[160];
    (void)snprintf(text, sizeof text,
                   "%zu complete random %s too few for a verdict on %zu %s; use at "
                   "least %zu",
                   compared->blocks, compared->blocks == 1 ? "seed is" : "seeds are",
                   all->count, all->count == 1 ? "difference" : "differences", needed);
    sow_report_text(report, "note", text);
}

/* Adds the table "comparisons": a row for each difference, with its interval, p values
   and verdict. Its column a_wins is the share of blocks in which a is better. Marks it as
   the main section if @p main. */
static void report_contrasts(const struct sow_compared *compared,
                             const struct sow_contrasts *all, bool main,
                             struct sow_report *report)
{
    static const char *const COLUMNS[] = {"list",    "a",      "b",         "difference",
                                          "low",     "high",   "p",         "p_adjusted",
                                          "verdict", "a_wins", "detectable"};
    bool lower = sow_measure_lower_is_better(compared->measure);
    /* Differences of scores are small. */
    int digits = sow_measure_is_score(compared->measure) ? 4 : SOW_REPORT_SHORT;
    sow_report_table(report, "comparisons", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    if (main)
        sow_report_main(report);
    for (size_t i = 0; i < all->count; i++) {
        const struct sow_contrast *contrast = &all->of[i];
        const struct sow_paired *paired = &contrast->paired;
        const struct sow_compared_list *list = &compared->lists[contrast->list];
        char room[SOW_VERDICT_MAX];
        const double figures[] = {paired->mean, paired->interval.low,
                                  paired->interval.high};
        sow_report_text(report, NULL, list->name);
        sow_report_text(report, NULL, list->values[contrast->a]);
        sow_report_text(report, NULL, list->values[contrast->b]);
        for (size_t k = 0; k < sizeof figures / sizeof figures[0]; k++)
            sow_report_real(report, NULL, figures[k], digits);
        sow_report_real(report, NULL, paired->p, SOW_REPORT_SHORT);
        sow_report_real(report, NULL, contrast->p_adjusted, SOW_REPORT_SHORT);
        sow_report_text(report, NULL, sow_contrast_verdict(compared, contrast, room));
        sow_report_real(report, NULL, lower ? 1.0 - paired->wins : paired->wins,
                        SOW_REPORT_SHORT);
        sow_report_real(report, NULL,
                        sow_detectable_difference(paired->sd, paired->blocks, all->count),
                        SOW_REPORT_SHORT);
    }
}

/* Adds the rows of a difference to the table "by_variant": its mean in each variant.
   @p mean has the mean of each value of its list in each block (average). */
static void report_strata(const struct sow_compared *compared,
                          const struct sow_contrast *contrast, const double *mean,
                          struct sow_report *report)
{
    const struct sow_compared_list *list = &compared->lists[contrast->list];
    size_t blocks = compared->blocks;
    for (size_t stratum = 0; stratum < compared->stratum_count; stratum++) {
        double sum = 0.0;
        size_t count = 0;
        for (size_t i = 0; i < blocks; i++)
            if (compared->strata[i] == stratum) {
                sum += mean[contrast->a * blocks + i] - mean[contrast->b * blocks + i];
                count++;
            }
        sow_report_text(report, NULL, list->name);
        sow_report_text(report, NULL, list->values[contrast->a]);
        sow_report_text(report, NULL, list->values[contrast->b]);
        sow_report_text(report, NULL, compared->stratum_names[stratum]);
        sow_report_int(report, NULL, (int64_t)count);
        sow_report_real(report, NULL, sum / (double)count, SOW_REPORT_SHORT);
    }
}

/* Adds the table of mean differences in each variant, if there are several: scales of a
   measure may differ between variants, and so may the sign of a difference. Fails with
   SOW_NO_MEMORY. */
static enum sow_status report_variants(const struct sow_compared *compared,
                                       const struct sow_contrasts *all,
                                       struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"list",         "a",         "b", "variant",
                                          "random_seeds", "difference"};
    size_t list = compared->list_count;
    size_t most = 0;
    if (compared->stratum_count < 2)
        return SOW_OK;
    for (size_t i = 0; i < compared->list_count; i++)
        most = compared->lists[i].count > most ? compared->lists[i].count : most;
    double *mean = calloc(most * compared->blocks + 1, sizeof *mean);
    if (mean == NULL)
        return sow_err_no_memory(err);
    sow_report_table(report, "by_variant", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; i < all->count; i++) {
        if (all->of[i].list != list)
            sow_compared_average(compared, all->of[i].list, mean);
        list = all->of[i].list;
        report_strata(compared, &all->of[i], mean, report);
    }
    free(mean);
    return SOW_OK;
}

/* ---- Effects ---- */

/* Returns the name of list @p list, which is borrowed; "variant" if @p list is the number
   of lists. */
static const char *source_name(const struct sow_compared *compared, size_t list)
{
    return list < compared->list_count ? compared->lists[list].name : "variant";
}

/* Adds a row of the table of effects: source ("A x B" for an interaction), degrees of
   freedom, share. */
static void report_effect(const struct sow_compared *compared,
                          const struct sow_effect *effect, struct sow_report *report)
{
    char name[160];
    switch (effect->kind) {
    case SOW_EFFECT_MAIN:
        (void)snprintf(name, sizeof name, "%s", source_name(compared, effect->first));
        break;
    case SOW_EFFECT_INTERACTION:
        (void)snprintf(name, sizeof name, "%s x %s", source_name(compared, effect->first),
                       source_name(compared, effect->second));
        break;
    case SOW_EFFECT_BLOCK:
        (void)snprintf(name, sizeof name, "random seed");
        break;
    case SOW_EFFECT_REST:
        (void)snprintf(name, sizeof name, "rest");
        break;
    }
    sow_report_text(report, NULL, name);
    sow_report_int(report, NULL, (int64_t)effect->freedom);
    sow_report_real(report, NULL, effect->share, SOW_REPORT_SHORT);
}

/* Adds the table "effects": the share of each source (list, pair of lists, variant,
   random seed, rest) in the squares of all values. Fails with SOW_NO_MEMORY. */
static enum sow_status report_effects(const struct sow_compared *compared,
                                      struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"source", "degrees_of_freedom", "share"};
    size_t *levels = calloc(compared->list_count, sizeof *levels);
    const struct sow_factorial factorial = {.values = compared->values,
                                            .blocks = compared->blocks,
                                            .strata = compared->strata,
                                            .stratum_count = compared->stratum_count,
                                            .levels = levels,
                                            .factors = compared->list_count};
    size_t count = sow_factorial_count(&factorial);
    struct sow_effect *effects = calloc(count, sizeof *effects);
    for (size_t i = 0; i < compared->list_count && levels != NULL; i++)
        levels[i] = compared->lists[i].count;
    enum sow_status status = SOW_NO_MEMORY;
    if (levels != NULL && effects != NULL)
        status = sow_factorial_effects(&factorial, effects, err);
    else
        (void)sow_err_no_memory(err);
    if (status == SOW_OK) {
        sow_report_table(report, "effects", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
        for (size_t i = 0; i < count; i++)
            report_effect(compared, &effects[i], report);
    }
    free(levels);
    free(effects);
    return status;
}

enum sow_status sow_compared_report(const struct sow_compared *compared, bool main,
                                    struct sow_report *report, struct sow_err *err)
{
    struct sow_contrasts all;
    enum sow_status status = sow_contrast_all(compared, &all, err);
    if (status == SOW_OK)
        report_whole(compared, &all, report);
    if (status == SOW_OK && compared->blocks > 0 && all.count > 0) {
        report_contrasts(compared, &all, main, report);
        status = report_variants(compared, &all, report, err);
    }
    if (status == SOW_OK && compared->blocks > 1)
        status = report_effects(compared, report, err);
    if (status == SOW_OK)
        sow_omissions_report(compared->omissions, NULL, true, report);
    sow_contrasts_release(&all);
    return status;
}

/* ---- Charts ---- */

/* Adds one value of a list to a chart: @p numbers has its mean and the bounds of its
   interval. Fails as sow_frame_add. */
static enum sow_status draw_mean(const struct sow_compared_list *list, size_t value,
                                 const double numbers[3], struct sow_frame *frame,
                                 struct sow_err *err)
{
    char label[160];
    (void)snprintf(label, sizeof label, "%s = %s", list->name, list->values[value]);
    return sow_frame_add(frame, label, list->name, numbers, 3, err);
}

enum sow_status sow_compared_draw_means(const struct sow_compared *compared,
                                        struct sow_frame *frame, struct sow_err *err)
{
    size_t most = 0;
    enum sow_status status = SOW_OK;
    if (compared->blocks == 0)
        return SOW_OK;
    for (size_t i = 0; i < compared->list_count; i++)
        most = compared->lists[i].count > most ? compared->lists[i].count : most;
    size_t means = most * compared->blocks;
    double *room = calloc(means + 2 * compared->stratum_count, sizeof *room);
    if (room == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < compared->list_count; i++) {
        sow_compared_average(compared, i, room);
        for (size_t k = 0; k < compared->lists[i].count && status == SOW_OK; k++) {
            double numbers[3];
            sow_compared_mean(compared, room + k * compared->blocks, room + means,
                              numbers);
            status = draw_mean(&compared->lists[i], k, numbers, frame, err);
        }
    }
    free(room);
    return status;
}

/* Adds a difference to a chart, labelled `list: a - b`, with its verdict as the group.
   With more than two values in the list a is marked as the best. */
static enum sow_status draw_difference(const struct sow_compared *compared,
                                       const struct sow_contrast *contrast,
                                       struct sow_frame *frame, struct sow_err *err)
{
    const struct sow_paired *paired = &contrast->paired;
    const struct sow_compared_list *list = &compared->lists[contrast->list];
    const double numbers[] = {paired->mean, paired->interval.low, paired->interval.high};
    char label[240];
    char room[SOW_VERDICT_MAX];
    (void)snprintf(label, sizeof label, "%s: %s%s - %s", list->name,
                   list->values[contrast->a], list->count > 2 ? " (best)" : "",
                   list->values[contrast->b]);
    return sow_frame_add(frame, label, sow_contrast_verdict(compared, contrast, room),
                         numbers, 3, err);
}

/* Adds the differences of a list: those of the best value from each other one, as the
   verdicts in words have them. */
static enum sow_status draw_list(const struct sow_compared *compared,
                                 const struct sow_contrasts *all, size_t list,
                                 struct sow_frame *frame, struct sow_err *err)
{
    size_t best = sow_contrast_best(compared, all, list);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < all->count && status == SOW_OK; i++) {
        struct sow_contrast contrast = all->of[i];
        if (contrast.list != list || (contrast.a != best && contrast.b != best))
            continue;
        if (contrast.b == best)
            sow_contrast_swap(&contrast);
        status = draw_difference(compared, &contrast, frame, err);
    }
    return status;
}

enum sow_status sow_compared_draw_differences(const struct sow_compared *compared,
                                              struct sow_frame *frame,
                                              struct sow_err *err)
{
    struct sow_contrasts all;
    enum sow_status status = sow_contrast_all(compared, &all, err);
    for (size_t i = 0; i < compared->list_count && compared->blocks > 0; i++)
        if (status == SOW_OK)
            status = draw_list(compared, &all, i, frame, err);
    sow_contrasts_release(&all);
    return status;
}
